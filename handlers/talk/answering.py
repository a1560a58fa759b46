"""What the bot answers when a person speaks to it: one message in the thread, or a reaction."""

from dataclasses import replace

from handlers.adding.files import about_files
from handlers.blocks.asked import quoted
from handlers.blocks.notice import notice
from handlers.conversation import Answer, Question, React, Talk
from handlers.intake import parted
from handlers.mending import answered
from handlers.messages import Reply
from handlers.ports import Services
from handlers.talk.followups import read
from handlers.talk.going_on import NOTHING, go_on, paper_answered
from handlers.talk.helping import help_reply
from handlers.talk.looking import look
from handlers.talk.place import place_of
from handlers.talk.remembered import KEPT_QUESTION, Topic
from handlers.talk.thread_topic import thread_topic
from handlers.talk.understanding import Understood, has_author, understand
from handlers.weekly.searched import noting
from search.models import Paper
from search.query import Query

WELCOME = "+1"
"""The reaction to thanks."""
MOST_WORDS = 40
_KINDS = {"handle": "handle", "arxiv": "arXiv id", "doi": "DOI", "url": "address"}


def converse(question: Question, services: Services) -> Talk:
    """The answer to what a person said to the bot; what they can mend, or the moment cannot give, is told in it."""
    told = answered(lambda: _talk(question, services))
    return Answer(told, NOTHING) if isinstance(told, Reply) else told


def _talk(question: Question, services: Services) -> Answer | React:
    words, files = parted(question.text)
    if files:
        read_in = about_files(words, files, question, services)
        return Answer(read_in, NOTHING) if read_in else _talk(replace(question, text=words), services)
    follow = read(question.text, question.now.year, lambda name: has_author(name, services))
    went_on = go_on(follow, question, services) if follow else None
    if went_on:
        return went_on
    understood = understand(question.text, services, question.now)
    match understood.kind:
        case "thanks":
            return React(WELCOME)
        case "help" | "hello":
            return Answer(help_reply(services, question.direct), NOTHING)
        case "nothing":
            return Answer(notice(*understood.notes), NOTHING) if understood.notes else _called(question, services)
    if understood.paper:
        return _about_paper(understood.paper, understood, question, services)
    return _search(understood, question, services)


def _about_paper(paper: Paper, understood: Understood, question: Question, services: Services) -> Answer:
    place = place_of(question)
    if understood.kind == "like":
        return look(Topic(kind="like", base=paper.id), place, services, understood.notes)
    return paper_answered(
        Topic(kind="paper", looked=paper.id, shown=(paper.id,), upto=1), paper, place, *understood.notes
    )


def _search(understood: Understood, question: Question, services: Services) -> Answer:
    notes = (*understood.notes, *_unknown(understood))
    if understood.query is None or not (understood.query.wanted or understood.query.filters):
        return Answer(notice(*notes, "A few words of its title or abstract may find a paper like it."), NOTHING)
    topic = Topic(
        kind="search",
        query=_bounded(understood.query),
        words=understood.words[:MOST_WORDS],
        asked=understood.asked[:KEPT_QUESTION],
    )
    noting(question.team_id, question.channel_id, services, question.now)(understood.query)
    return look(topic, place_of(question), services, notes)


def _unknown(understood: Understood) -> tuple[str, ...]:
    """That the paper somebody named is not here; nothing where none was named."""
    if understood.identifier and not understood.paper:
        kind = _KINDS[understood.identifier.kind]
        return (f"No paper here has the {kind} {quoted((understood.identifier.value,))}.",)
    return ()


def _bounded(query: Query) -> Query:
    """As much of it as can travel with the answer."""
    return Query(query.typed, query.wanted[:MOST_WORDS], query.excluded[:MOST_WORDS], query.filters, notes=query.notes)


def _called(question: Question, services: Services) -> Answer:
    """A bare mention: in a thread it asks for what the thread is about."""
    if question.thread_ts is None:
        return Answer(help_reply(services, question.direct), NOTHING)
    place = place_of(question)
    said = services.threads.thread(question.team_id, question.channel_id, question.thread_ts)
    about = thread_topic([message for message in said if message.ts != question.ts], services)
    if about.papers:
        first, *others = about.papers
        ids = tuple(paper.id for paper in about.papers)
        note = f"{len(ids)} papers of the library are linked in this thread; this is the latest." if others else ""
        topic = Topic(kind="paper", looked=first.id, shown=ids, upto=len(ids))
        return paper_answered(topic, first, place, note or "This paper is linked in the thread.")
    if not about.words:
        return Answer(notice("I found nothing in this thread to go by. Ask me about papers in a few words."), NOTHING)
    topic = Topic(kind="search", query=about.query, words=about.words)
    return look(topic, place, services, lead="From this thread I took: ")
