"""Going on from an answer: its list is in the thread itself, so neither a restart nor another process loses it."""

from collections.abc import Sequence
from dataclasses import replace

from handlers.blocks.answer import paper_answer
from handlers.blocks.asked import wording
from handlers.blocks.notice import gone, notice
from handlers.conversation import Answer, Question, Said
from handlers.ports import Services
from handlers.talk.followups import LAST, THIS, FollowUp, More, Nth, Only, Why
from handlers.talk.looking import SHOWN, look
from handlers.talk.place import Place, place_of, ways_on
from handlers.talk.querying import joined
from handlers.talk.reasons import why
from handlers.talk.remembered import VERSION, Topic, facts, remembered
from search.models import Paper
from search.query import Query

NOTHING = {"v": VERSION}
"""The facts of an answer from which nobody can go on."""
WHERE = "Please say that in the thread of one of my answers: then I know what to go on from. Or ask me about papers."
FROM_WHAT = "I have not answered anything in this thread yet that you could go on from. Ask me about papers first."


def go_on(follow: FollowUp, question: Question, services: Services) -> Answer | None:
    """The answer, or None where this is no way to go on but a question of its own. Raises what the ports raise."""
    if question.thread_ts is None:
        return None if isinstance(follow, Only) else Answer(notice(WHERE), NOTHING)
    topic = last_topic(_before(question, services))
    if topic is None or (isinstance(follow, Only) and topic.kind == "paper"):
        return None if isinstance(follow, Only) else Answer(notice(FROM_WHAT), NOTHING)
    place = place_of(question)
    match follow:
        case More():
            return _more(topic, place, services)
        case Only(conditions, words):
            return look(_finer(topic, conditions, words), place, services)
        case Why(number):
            return _why(number, topic, place, services)
        case Nth(number, wish):
            return _nth(number, wish, topic, place, services)


def last_topic(said: Sequence[Said]) -> Topic | None:
    """What our last answer in the thread was about."""
    topics = (remembered(message.facts) for message in reversed(said))
    return next(filter(None, topics), None)


def paper_answered(topic: Topic, paper: Paper, place: Place, *notes: str) -> Answer:
    """One paper of the topic, which was asked for."""
    number = dict(zip(topic.shown, range(topic.first, topic.upto + 1), strict=False)).get(paper.id)
    others = [f"like {number}" if number else "like this"]
    others += ["more"] if topic.kind != "paper" else [str(topic.upto)] if topic.upto > 1 else []
    return Answer(paper_answer(paper, notes, ways_on(place, *others)), facts(replace(topic, looked=paper.id)))


def _before(question: Question, services: Services) -> tuple[Said, ...]:
    """The thread as it was when this was said."""
    said = services.threads.thread(question.team_id, question.channel_id, question.thread_ts or question.ts)
    return tuple(message for message in said if (len(message.ts), message.ts) < (len(question.ts), question.ts))


def _more(topic: Topic, place: Place, services: Services) -> Answer:
    if topic.kind == "paper":
        return look(Topic(kind="like", base=topic.looked), place, services)
    return look(topic, place, services)


def _finer(topic: Topic, more: Query, words: Sequence[str]) -> Topic:
    query = joined(topic.query or Query(""), more)
    excluded = {wording(clause).casefold() for clause in query.excluded}
    kept = tuple(word for word in (*topic.words, *words) if word.casefold() not in excluded)
    return replace(topic, query=query, words=tuple(dict.fromkeys(kept)), shown=(), upto=0, looked="")


def _why(number: int | None, topic: Topic, place: Place, services: Services) -> Answer:
    if number is None and topic.looked:
        number = THIS
    ids = topic.shown[-SHOWN:] if number is None else tuple(filter(None, (_nth_id(number, topic),)))
    return why(topic, ids, place, services) if ids else _out_of_range(topic)


def _nth(number: int, wish: str, topic: Topic, place: Place, services: Services) -> Answer:
    paper_id = _nth_id(number, topic)
    if not paper_id:
        return _out_of_range(topic)
    paper = next(iter(services.library.papers([paper_id])), None)
    if not paper:
        return Answer(gone(paper_id), facts(topic))
    if wish == "like":
        return look(Topic(kind="like", base=paper.id), place, services)
    return paper_answered(topic, paper, place)


def _nth_id(number: int, topic: Topic) -> str | None:
    """The handle of the paper with this number; `this` is the one that was looked at, or else the first one shown."""
    if number == THIS:
        return topic.looked or next(iter(topic.shown[-SHOWN:]), None) or topic.base or None
    if number == LAST:
        return topic.shown[-1] if topic.shown else None
    place = number - topic.first
    return topic.shown[place] if 0 <= place < len(topic.shown) else None


def _out_of_range(topic: Topic) -> Answer:
    if not topic.shown:
        return Answer(
            notice("There is no list of papers in this thread to choose from. Ask me about papers first."), facts(topic)
        )
    if len(topic.shown) == 1:
        return Answer(notice(f"I have shown one paper here: number {topic.first}."), facts(topic))
    said = f"The papers I have shown here are numbers {topic.first} to {topic.upto}. Say one of these."
    return Answer(notice(said), facts(topic))
