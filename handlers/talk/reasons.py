"""`why?`: the words that were looked for, what each weighs, and which of them the papers have."""

from collections.abc import Mapping, Sequence

from handlers.blocks import lines
from handlers.blocks.notice import gone, notice
from handlers.blocks.weights import Reason, Weight, why_reply
from handlers.conversation import Answer
from handlers.messages import Reply
from handlers.ports import Services
from handlers.talk.fitting import paper_stems
from handlers.talk.place import Place, ways_on
from handlers.talk.querying import conditions
from handlers.talk.remembered import Topic, facts
from handlers.talk.weighing import Weighed, having, plain_words, weighed
from search.language.clean import clean
from search.language.words import tokens
from search.models import Paper
from search.query import Query

RANKING = (
    "Papers that have everything come first. Among the others a rarer word weighs more, and words count more where "
    "they stand together."
)
SHARED = "Papers are alike that share words which few papers have; the rarer, the more."
NAMED = "That paper was asked for itself, so there was nothing to rank."


def why(topic: Topic, ids: Sequence[str], place: Place, services: Services) -> Answer:
    """Why these papers of the topic's list are in it."""
    papers = services.library.papers(ids)
    if topic.kind == "paper":
        return Answer(notice(NAMED), facts(topic))
    if not papers:
        return Answer(gone(ids[-1] if ids else topic.base), facts(topic))
    numbered = {paper_id: number for number, paper_id in enumerate(topic.shown, start=topic.first)}
    ways = ways_on(place, str(numbered.get(papers[0].id, "")), f"like {numbered.get(papers[0].id, 1)}")
    made = _of_likeness if topic.kind == "like" else _of_words
    return Answer(made(topic, papers, numbered, ways, services), facts(topic))


def _of_words(
    topic: Topic, papers: Sequence[Paper], numbered: Mapping[str, int], ways: str, services: Services
) -> Reply:
    query = topic.query or Query("")
    words = weighed((word for clause in query.wanted for word in plain_words(clause)), services)
    terms = {hit.id: hit.terms for hit in services.engine.search(query, max(1, topic.upto)).hits}
    reasons = [_reason(paper, numbered, words, terms.get(paper.id) or paper_stems(paper)) for paper in papers]
    held = ", ".join(conditions(query))
    note = f"{RANKING} All of them are {held}." if held else RANKING
    return why_reply("What I looked for, and what it weighs", _weights(words), reasons, note, ways)


def _of_likeness(
    topic: Topic, papers: Sequence[Paper], numbered: Mapping[str, int], ways: str, services: Services
) -> Reply:
    base = next(iter(services.library.papers([topic.base])), None)
    if not base:
        return gone(topic.base)
    terms = {hit.id: hit.terms for hit in services.engine.similar(base.id, max(1, topic.upto))}
    spelt = {token.stem: token.surface for token in reversed(tokens(f"{base.title or ''} {clean(base.abstract)}"))}
    shared = sorted({spelt[stem] for paper in papers for stem in terms.get(paper.id, ()) if stem in spelt})
    words = weighed(shared, services)
    reasons = [
        Reason(numbered.get(paper.id, 1), paper, _words(having(words, terms.get(paper.id, frozenset()))[0]))
        for paper in papers
    ]
    head = f"What they share with {lines.name(base, 150)}"
    return why_reply(head, _weights(words), reasons, SHARED, ways)


def _reason(paper: Paper, numbered: Mapping[str, int], words: Sequence[Weighed], terms: frozenset[str]) -> Reason:
    has, lacks = having(words, terms)
    return Reason(numbered.get(paper.id, 1), paper, _words(has), _words(lacks))


def _words(words: Sequence[Weighed]) -> tuple[str, ...]:
    return tuple(word.word for word in words)


def _weights(words: Sequence[Weighed]) -> list[Weight]:
    return [Weight(word.word, word.papers, word.size, word.weight) for word in words]
