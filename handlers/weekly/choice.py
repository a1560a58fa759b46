"""Which paper becomes the paper of the week: a pure function of what people said, the same in every process."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256

from handlers.ballots import Nomination, Picked, Standing
from handlers.reasons import Again, Drawn, Nominated, Reason, WonDuels
from handlers.weekly.duelling import expected_wins
from handlers.weekly.interest import Interest

NOVELTY = 0.7
"""A paper as like a recent pick as can be loses so much of the interest in it."""
NEVER = datetime.min.replace(tzinfo=UTC)
NO_INTEREST = Interest()


@dataclass(frozen=True, slots=True)
class Choice:
    """A paper, and the true reason why it comes where it does."""

    paper_id: str
    reason: Reason

    @property
    def before(self) -> datetime | None:
        """When the channel had it last; None for one that it has not had."""
        return self.reason.last if isinstance(self.reason, Again) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ballot:
    """All that counts. `candidates` are papers that are in the library, and fit the week's topic where it has one;
    `nominations` are those that stand; `alike` says how like a recent pick a paper is, from 0 to 1; `place` names the
    channel and the slot, on which the lot between equals hangs."""

    candidates: frozenset[str]
    nominations: Sequence[Nomination] = ()
    interest: Mapping[str, Interest]
    standings: Mapping[str, Standing]
    alike: Mapping[str, float]
    picked: Sequence[Picked] = ()
    place: str
    topic: str = ""


def choose(ballot: Ballot) -> Choice | None:
    """The paper of the week; None when there is no candidate."""
    return next(iter(ranked(ballot)), None)


def ranked(ballot: Ballot) -> tuple[Choice, ...]:
    """All candidates, the first choice first: those that the channel has not had before the others, and among these
    the one that it had longest ago; then the nominated ones, by how many people want them and since when; then by
    interest, novelty and duels."""
    nominated = _nominated(ballot.nominations)
    had = _had(ballot.picked)
    duels = {paper: expected_wins(standing.strength) - 0.5 for paper, standing in ballot.standings.items()}

    def order(paper: str) -> tuple[datetime, int, datetime, float, str]:
        by = nominated.get(paper, ())
        since = by[0].at if by else NEVER
        return had.get(paper, NEVER), -len(by), since, -_worth(paper, ballot, duels), _lot(ballot.place, paper)

    return tuple(
        Choice(paper, Again(had[paper]) if paper in had else _reason(paper, ballot, nominated, duels))
        for paper in sorted(ballot.candidates, key=order)
    )


def _nominated(nominations: Iterable[Nomination]) -> dict[str, tuple[Nomination, ...]]:
    """The nominations of each paper, one for each person, the oldest first."""
    found: dict[str, dict[str, Nomination]] = {}
    for each in sorted(nominations, key=lambda each: (each.at, each.user_id)):
        found.setdefault(each.paper_id, {}).setdefault(each.user_id, each)
    return {paper: tuple(by.values()) for paper, by in found.items()}


def _had(picked: Iterable[Picked]) -> dict[str, datetime]:
    """When the channel had each paper last."""
    had: dict[str, datetime] = {}
    for pick in picked:
        had[pick.paper_id] = max(pick.at, had.get(pick.paper_id, NEVER))
    return had


def _worth(paper: str, ballot: Ballot, duels: Mapping[str, float]) -> float:
    """Rounded, so that no difference in the last digit decides."""
    interest = ballot.interest.get(paper, NO_INTEREST)
    return round(_novel(paper, ballot) - interest.against + duels.get(paper, 0.0), 9)


def _novel(paper: str, ballot: Ballot) -> float:
    interest = ballot.interest.get(paper, NO_INTEREST)
    return interest.speaks_for * (1 - NOVELTY * ballot.alike.get(paper, 0.0))


def _reason(
    paper: str, ballot: Ballot, nominated: Mapping[str, Sequence[Nomination]], duels: Mapping[str, float]
) -> Reason:
    """What weighed most for it."""
    if by := nominated.get(paper):
        return Nominated(tuple((each.user_id, each.because) for each in by))
    if _worth(paper, ballot, duels) <= 0:
        return Drawn(ballot.topic)
    reason = ballot.interest.get(paper, NO_INTEREST).reason
    if reason is None or duels.get(paper, 0.0) > _novel(paper, ballot):
        standing = ballot.standings[paper]
        return WonDuels(standing.won, standing.lost)
    return reason


def _lot(place: str, paper: str) -> str:
    return sha256(f"{place}\n{paper}".encode()).hexdigest()
