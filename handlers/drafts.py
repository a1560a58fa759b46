"""Posts that are ready to be planned, kept several at a time, so that each costs no transaction of its own."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from handlers.errors import Unavailable
from handlers.ports import Services
from handlers.schedules import Posting

T = TypeVar("T")
TOGETHER = 20
"""Posts of one transaction: senders wait for it no longer than for a few of their own."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A posting, the papers (schedule id, handle) that it shows, and a sentence that says what was planned."""

    posting: Posting
    said: str
    shown: tuple[tuple[str, str], ...] = ()


def few_by_few(many: Sequence[T]) -> Iterator[Sequence[T]]:
    """As many at a time as are kept together."""
    return (many[start : start + TOGETHER] for start in range(0, len(many), TOGETHER))


def keep(drafts: Sequence[Draft], services: Services, failures: list[Exception]) -> list[str]:
    """Plans these; the sentences of those that nobody else was faster with. What one cannot be kept for is added to the
    failures and holds up no other. Raises Unavailable."""
    kept = drafts if _together(drafts, services) else _each(drafts, services, failures)
    return [draft.said for draft in kept]


def _together(drafts: Sequence[Draft], services: Services) -> bool:
    if len(drafts) < 2:
        return not drafts
    try:
        return services.outbox.plan_all([(draft.posting, draft.shown) for draft in drafts])
    except Unavailable:
        raise
    except Exception:  # one by one they tell which it was
        return False


def _each(drafts: Iterable[Draft], services: Services, failures: list[Exception]) -> list[Draft]:
    kept: list[Draft] = []
    for draft in drafts:
        try:
            if services.outbox.plan(draft.posting, draft.shown):
                kept.append(draft)
        except Unavailable:
            raise
        except Exception as error:
            failures.append(error)
    return kept
