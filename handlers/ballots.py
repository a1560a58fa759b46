"""What people of a channel say about papers: votes, nominations, comparisons and searches, as values."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """A person's word on the paper of a week; `posting_key` names that week's post."""

    team_id: str
    channel_id: str
    posting_key: str
    paper_id: str
    user_id: str
    up: bool
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Nomination:
    """A person wants a paper to be the paper of the week; `because` may be empty."""

    team_id: str
    channel_id: str
    paper_id: str
    user_id: str
    because: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Of two papers, a person would rather read `winner`."""

    team_id: str
    channel_id: str
    winner: str
    loser: str
    user_id: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Searched:
    """A topic that was searched in a channel `count` times; `query` is how it was typed last."""

    query: str
    key: str
    count: int
    latest: datetime


@dataclass(frozen=True, slots=True)
class Picked:
    """A paper of the week; `ts` names its message once it is sent. `ups` and `downs` are its votes."""

    paper_id: str
    posting_key: str
    at: datetime
    ts: str | None
    ups: int
    downs: int


@dataclass(frozen=True, slots=True)
class Standing:
    """How a paper stands in a channel's comparisons. `strength` is the logarithm of its odds against an average paper
    (0 is average); with nineteen chances in twenty the true one lies between `low` and `high`."""

    paper_id: str
    strength: float
    low: float
    high: float
    won: int
    lost: int


@dataclass(frozen=True, slots=True)
class Told:
    """All that counts of a channel at once, each as it is told by itself."""

    nominations: tuple[Nomination, ...]
    comparisons: tuple[Comparison, ...]
    searches: tuple[Searched, ...]
    picked: tuple[Picked, ...]
