"""What papers there are about a message: looked up for one person, and shared in its thread when they want that."""

from collections.abc import Sequence

from handlers.blocks import talk_state
from handlers.blocks.about_message import About, about_reply
from handlers.blocks.answer import Listed, counted, listed_reply
from handlers.blocks.entry import Entry
from handlers.blocks.notice import OLD_BUTTON, notice
from handlers.blocks.paper import shared_by
from handlers.blocks.results import relaxed_sentence
from handlers.conversation import Said
from handlers.finding import nearest
from handlers.messages import Reply, Share
from handlers.ports import Services
from handlers.talk.looking import SHOWN, look, with_sentences
from handlers.talk.place import Place
from handlers.talk.querying import conditions
from handlers.talk.remembered import Topic, facts, remembered
from handlers.talk.thread_topic import thread_topic
from handlers.talk.understanding import Understood, understand
from handlers.windows import Outcome, Press, Shortcut
from search.language.snippet import snippet
from search.models import Paper
from search.query import Query

FEW = 12
"""Words that a question has; of a longer message the most telling ones are taken."""
NOTHING = "I found nothing in this message to go by. Type /papers and a few words to search for something."


def about_message(shortcut: Shortcut, services: Services) -> Reply:
    """The private answer. Raises what the ports and the engine raise."""
    topic = _topic(shortcut, services)
    if topic is None:
        return notice(NOTHING)
    thread_ts = shortcut.thread_ts or shortcut.message_ts
    share = talk_state.written(talk_state.TalkState(thread_ts, facts(topic)))
    if topic.kind == "search":
        return about_reply(_searched(topic, share, services))
    papers = services.library.papers(topic.shown)
    return about_reply(About(took=_named(papers), entries=_plain(papers), share=share))


def share_in_thread(press: Press, services: Services) -> Outcome:
    """The same list for everybody in the thread, once however often the button is pressed, with who shared it."""
    state = talk_state.talk_state(press.value)
    topic = remembered(state.facts) if state else None
    if not state or not topic:
        return notice(OLD_BUTTON)
    if topic.kind == "search":
        answer = look(topic, Place(state.thread_ts, direct=False), services)
        message, known = answer.message, answer.facts
    else:
        papers = services.library.papers(topic.shown)
        message, known = listed_reply(Listed(took=_named(papers), lead="Found: ", entries=_plain(papers))), facts(topic)
    return Share(
        channel_id=press.channel_id,
        key=f"about:{press.channel_id}:{press.message_ts}",
        message=shared_by(press.user_id, message),
        done=notice("Shared in the thread."),
        again=notice("This was shared in the thread before, so I did not post it twice."),
        thread_ts=state.thread_ts,
        facts=known,
    )


def _topic(shortcut: Shortcut, services: Services) -> Topic | None:
    """What the message is about; papers that are linked in it before anything that is said."""
    taken = thread_topic([Said(shortcut.message_ts, "", shortcut.text)], services)
    if taken.papers:
        return _of_papers(taken.papers)
    understood = understand(shortcut.text, services, shortcut.now)
    if understood.paper:
        return _of_papers((understood.paper,))
    if _is_question(understood):
        return Topic(kind="search", query=understood.query, words=understood.words, asked=understood.asked)
    return Topic(kind="search", query=taken.query, words=taken.words) if taken.words else None


def _is_question(understood: Understood) -> bool:
    if understood.kind == "abstract":
        return True
    return understood.kind == "search" and bool(understood.words) and len(understood.words) <= FEW


def _of_papers(papers: Sequence[Paper]) -> Topic:
    ids = tuple(paper.id for paper in papers)
    return Topic(kind="paper", looked=ids[0], shown=ids, upto=len(ids))


def _searched(topic: Topic, share: str | None, services: Services) -> About:
    query = topic.query or Query("")
    took = " · ".join(filter(None, (", ".join(topic.words), *conditions(query))))
    result = services.engine.search(query, SHOWN)
    if not result.total:
        reasons, near = nearest(query, result, services)
        return About(took=took, notes=tuple(reasons), entries=near)
    shown = with_sentences(topic, query, result, services)
    said = counted(result, len(query.wanted) + len(conditions(query)))
    notes = (f"{said[:1].upper()}{said[1:]}.", *query.notes, relaxed_sentence(query, result, result.hits) or "")
    return About(took=took, notes=notes, entries=shown, share=share)


def _named(papers: Sequence[Paper]) -> str:
    return "the paper it names" if len(papers) == 1 else f"the {len(papers)} papers it names"


def _plain(papers: Sequence[Paper]) -> tuple[Entry, ...]:
    return tuple(Entry(paper, number, snippet(paper, frozenset())) for number, paper in enumerate(papers, 1))
