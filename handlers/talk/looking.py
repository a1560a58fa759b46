"""Looking for what a conversation is about: three papers at a time, each with the sentence that answers."""

from collections.abc import Sequence
from dataclasses import replace

from handlers.blocks import lines, talk_state
from handlers.blocks.answer import Listed, counted, listed_reply
from handlers.blocks.asked import count, quoted
from handlers.blocks.entry import Entry
from handlers.blocks.notice import gone, notice
from handlers.blocks.results import relaxed_sentence
from handlers.conversation import Answer
from handlers.finding import corrected, entries, nearest
from handlers.ports import Services
from handlers.talk.chipping import chips
from handlers.talk.fitting import fits
from handlers.talk.place import Place, ways_on, years_way
from handlers.talk.querying import conditions, said_words
from handlers.talk.remembered import Topic, facts
from handlers.talk.weighing import rarity
from search.language.answering import answering
from search.models import Hit, SearchResult
from search.query import Query

SHOWN = 3
ALIKE = 100
"""Papers like one that are looked through for those that fit the conditions."""

Notes = Sequence[str]


def look(topic: Topic, place: Place, services: Services, notes: Notes = (), lead: str = "Searched: ") -> Answer:
    """The next papers of the topic. Raises what the engine and the library raise."""
    if topic.kind == "like":
        return _alike(topic, place, services, notes)
    query = topic.query or Query("")
    result = services.engine.search(query, SHOWN, topic.upto)
    if not result.hits and topic.upto:
        return Answer(notice(_all_of(result.total)), facts(topic))
    if not result.total:
        return _nothing(topic, query, result, place, services, tuple(dict.fromkeys((*notes, *query.notes))), lead)
    shown = with_sentences(topic, query, result, services)
    after = topic.with_shown(tuple(hit.id for hit in result.hits), topic.upto + len(result.hits))
    relaxed = relaxed_sentence(query, result, result.hits, topic.upto) or ""
    suggestion, suggested = _suggested(query, result, place)
    listed = Listed(
        took=_took(topic, query),
        lead=lead,
        found=counted(result, len(query.wanted) + len(conditions(query))),
        notes=tuple(dict.fromkeys(filter(None, (*notes, *query.notes, relaxed, suggested)))),
        entries=shown,
        suggestion=suggestion,
        chips=() if topic.upto else chips(replace(topic, query=query), result, place, services),
        ways=_ways(after, result.total, shown, place),
    )
    return Answer(listed_reply(listed), facts(after))


def _all_of(total: int) -> str:
    return f"That was all: {count(total)} in this list." if total else "That was all; nothing else comes near it."


def with_sentences(topic: Topic, query: Query, result: SearchResult, services: Services) -> tuple[Entry, ...]:
    """The papers with the sentences that answer."""
    terms = {hit.id: hit.terms for hit in result.hits}
    weights = rarity(query, services)
    found = entries(result.hits, services, offset=topic.upto, query=query, result=result)
    return tuple(
        replace(entry, sentence=answering(entry.paper, topic.asked, terms[entry.paper.id], weights)) for entry in found
    )


def _took(topic: Topic, query: Query) -> str:
    words = ", ".join(dict.fromkeys(topic.words or said_words(query)))
    return " · ".join(filter(None, (words, *conditions(query))))


def _suggested(query: Query, result: SearchResult, place: Place) -> tuple[tuple[str, str, str] | None, str]:
    """The button to the query with its words corrected, and the sentence before it."""
    meant = (result.suggestion or "").rstrip(" ?!.")
    if not meant:
        return None, ""
    better = corrected(query, meant)
    topic = Topic(kind="search", query=better, words=tuple(said_words(better)), asked=meant)
    value = talk_state.written(talk_state.TalkState(place.thread_ts, facts(topic)))
    button = (meant, talk_state.LOOK, value) if value else None
    return button, f"Did you mean {quoted((meant,))}?"


def _ways(topic: Topic, total: int, shown: Sequence[Entry], place: Place) -> str:
    more = "more" if total > topic.upto else ""
    second = str(shown[-1].number) if len(shown) > 1 else ""
    like = f"like {shown[0].number}" if shown else ""
    years = years_way([entry.paper.year for entry in shown]) if total else ""
    return ways_on(place, more, second, like, years, "why?" if shown else "")


def _nothing(
    topic: Topic, query: Query, result: SearchResult, place: Place, services: Services, notes: Notes, lead: str
) -> Answer:
    reasons, near = nearest(query, result, services)
    suggestion, suggested = _suggested(query, result, place)
    listed = Listed(
        took=_took(topic, query),
        lead=lead,
        found="no paper fits",
        notes=tuple(filter(None, (*notes, *reasons[:-1], suggested, *reasons[-1:]))),
        entries=near,
        suggestion=suggestion,
        ways=_ways(topic.with_shown((), len(near)), 0, near, place),
    )
    after = topic.with_shown(tuple(entry.paper.id for entry in near), len(near))
    return Answer(listed_reply(listed), facts(after))


def _alike(topic: Topic, place: Place, services: Services, notes: Notes) -> Answer:
    """The papers most like one, those that fit the conditions."""
    base = next(iter(services.library.papers([topic.base])), None)
    if not base:
        return Answer(gone(topic.base), facts(replace(topic, kind="paper", looked=topic.base)))
    hits = _fitting(services.engine.similar(base.id, ALIKE), topic.query, services)
    window = hits[topic.upto : topic.upto + SHOWN]
    name = lines.name(base, 150)
    if not window:
        nothing = "That was all that is much like" if topic.upto else "Nothing that fits is much like"
        return Answer(notice(*notes, f"{nothing} {name}. A question about it may find more."), facts(topic))
    shown = entries(window, services, offset=topic.upto)
    after = topic.with_shown(tuple(hit.id for hit in window), topic.upto + len(window))
    took = " · ".join((name, *(conditions(topic.query) if topic.query else ())))
    ways = _ways(after, len(hits), shown, place)
    listed = Listed(took=took, lead="Most like: ", notes=tuple(notes), entries=shown, ways=ways)
    return Answer(listed_reply(listed), facts(after))


def _fitting(hits: Sequence[Hit], query: Query | None, services: Services) -> Sequence[Hit]:
    if query is None:
        return hits
    papers = services.library.papers([hit.id for hit in hits])
    fitting = {paper.id for paper in papers if fits(paper, query)}
    return [hit for hit in hits if hit.id in fitting]
