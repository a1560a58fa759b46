"""Where an answer goes, and what can be said there next."""

from collections.abc import Sequence
from dataclasses import dataclass

from handlers.conversation import Question


@dataclass(frozen=True, slots=True)
class Place:
    """A thread; in a `direct` message nobody has to mention the bot."""

    thread_ts: str
    direct: bool


def place_of(question: Question) -> Place:
    """The thread of a question, which its answer may have to open."""
    return Place(question.thread_ts or question.ts, question.direct)


def ways_on(place: Place, *ways: str) -> str:
    """What can be said next, in a sentence; the empty ones are left out."""
    said = [f"“{way}”" for way in ways if way]
    if not said:
        return ""
    listed = f"{', '.join(said[:-1])} or {said[-1]}" if len(said) > 1 else said[0]
    return f"To go on, {'say' if place.direct else 'mention me in this thread and say'} {listed}."


def years_way(years: Sequence[int | None]) -> str:
    """`only since 2024`, where the papers shown are known to be of different years."""
    known = {year for year in years if year is not None}
    return f"only since {max(known)}" if len(known) > 1 else ""
