"""How many answers are too many: a thread and a person get a few a minute, then one sentence, then silence."""

from dataclasses import dataclass
from typing import Literal

from handlers.blocks.notice import notice
from handlers.conversation import Question
from handlers.messages import Reply

THREAD_ANSWERS, PERSON_ANSWERS = 12, 30
"""Within a minute. Whoever never waits is quiet soon; no person reads faster."""
Pace = Literal["answer", "warn", "silence"]


@dataclass(frozen=True, slots=True)
class Lately:
    """What was done within the last minute: answers given, and whether it was said that it is too much."""

    answers: int = 0
    warned: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A question that one process has to answer now. `attempts` counts the takes, this one too; `first` in its thread
    nothing was asked before. `thread` and `person` are what was done there and for them lately."""

    question: Question
    attempts: int
    first: bool
    thread: Lately
    person: Lately


def pace(taken: Taken) -> Pace:
    """Whether to answer, to say once that it is too much, or to be silent until the minute is over."""
    if taken.thread.warned or taken.person.warned:
        return "silence"
    many = taken.thread.answers >= THREAD_ANSWERS or taken.person.answers >= PERSON_ANSWERS
    return "warn" if many else "answer"


def too_many() -> Reply:
    """What is said before the silence."""
    return notice("That is a lot at once, so I am quiet for a minute. Please ask again then.")
