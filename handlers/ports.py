"""What the handlers need from outside, in protocols as small as the need."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from random import Random
from typing import Protocol

from handlers.ballots import Comparison, Nomination, Picked, Searched, Vote
from handlers.intake import Deposit, FilesRead, Looked, Sighting
from handlers.messages import Said
from handlers.schedules import Posting, PostingKind, Schedule
from handlers.shelves import Shelved, Whose, Word
from handlers.visits import Visit
from search.engine import SearchEngine
from search.models import Paper
from search.query import Identifier


class Library(Protocol):
    """The papers themselves; any method may raise `handlers.errors.Unavailable`."""

    def papers(self, ids: Iterable[str]) -> tuple[Paper, ...]:
        """These papers in the order asked, in one read; ids that are unknown or retired are left out."""

    def identified(self, identifier: Identifier) -> Paper | None:
        """The paper that this handle, arXiv id, DOI or address belongs to."""

    def named(self, name: str) -> Paper | None:
        """The paper with this handle, or else this whole title, or else this system's name; case, accents, spaces and
        signs make no difference."""

    def draw(self, count: int, random: Random) -> tuple[Paper, ...]:
        """Different papers drawn at random, by the same seed the same in every process; fewer when the library holds
        fewer."""

    def size(self) -> int:
        """How many papers there are, without the retired ones."""

    def revision(self) -> int:
        """The number of the last change to a paper; 0 for an empty library."""

    def added_since(self, revision: int, limit: int) -> tuple[Paper, ...]:
        """The papers that came after this revision and are there, the newest first, `limit` at most."""

    def present(self, ids: Iterable[str]) -> frozenset[str]:
        """Those of these handles whose papers are there."""

    def withdrawn(self) -> frozenset[str]:
        """The papers that their authors have withdrawn, by handle: they are found, and never suggested."""


@dataclass(frozen=True, slots=True)
class Status:
    """How the bot is, for `/papers status`: sentences of name and value, in reading order."""

    facts: tuple[tuple[str, str], ...]


class Health(Protocol):
    """How the bot is doing."""

    def status(self) -> Status:
        """What `/papers status` shows: version, revision, index, last catch-up, how Slack is connected ..."""


class People(Protocol):
    """What Slack tells of the people of a workspace; any method may raise `handlers.errors.Unavailable`."""

    def zone(self, team_id: str, user_id: str) -> str | None:
        """The time zone in this person's profile, a name of the IANA database; None where it is not known."""

    def channels_of(self, team_id: str, user_id: str) -> tuple[str, ...]:
        """The channels that this person and the bot are both in."""


class Schedules(Protocol):
    """The schedules of all workspaces; any method may raise `handlers.errors.Unavailable`, as in the ports below."""

    def schedule(self, team_id: str, schedule_id: str) -> Schedule | None:
        """The one with this id."""

    def in_channels(self, team_id: str, channel_ids: Iterable[str]) -> tuple[Schedule, ...]:
        """Those of these channels, paused ones too, by channel and then the oldest first."""

    def active(self) -> tuple[Schedule, ...]:
        """All that are not paused, of every workspace."""

    def add(self, schedule: Schedule) -> bool:
        """False, and nothing added, when the channel has one of this kind with the same key."""

    def change(self, schedule: Schedule) -> bool:
        """Keeps it as it now is, but for `settled`, which only planning moves; False when it has been removed, or its
        channel has another one of its kind with its key."""

    def remove(self, team_id: str, schedule_id: str) -> bool:
        """Whether it was there. What it has shown is forgotten with it."""

    def pause_channel(self, team_id: str, channel_id: str, why: str) -> tuple[Schedule, ...]:
        """Pauses the active ones of the channel; those that this call paused, so that their creators are told once."""

    def hide(self, team_id: str, schedule_id: str, paper_id: str) -> bool:
        """Remembers that this paper is not for the schedule's channel; False when that was known, or it was removed."""

    def unhide(self, team_id: str, schedule_id: str, paper_id: str) -> bool:
        """Takes that back; False when it was not hidden."""

    def hidden(self, schedule_id: str) -> tuple[str, ...]:
        """The papers that are not for the schedule's channel, the newest of them first."""

    def hidden_by(self, schedule_ids: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
        """The same for many schedules; those that have none may be missing."""


class Outbox(Protocol):
    """Posts that are due: planned once, sent once, and remembered."""

    def plan(self, posting: Posting, shown: Iterable[tuple[str, str]] = ()) -> bool:
        """Keeps a new posting, marks its `slots` as settled in their schedules, and these papers (schedule id, handle)
        as shown, all or nothing. False when the key is there already, or a schedule has settled its slot, been
        paused or removed meanwhile: another process was faster."""

    def plan_all(self, plans: Sequence[tuple[Posting, Iterable[tuple[str, str]]]]) -> bool:
        """Plans many at once as `plan` does. False, and none of them kept, when one of them cannot be."""

    def shown(self, schedule_id: str) -> frozenset[str]:
        """The handles that this schedule has shown; those of a posting that failed do not count."""

    def shown_by(self, schedule_ids: Iterable[str]) -> Mapping[str, frozenset[str]]:
        """The same for many schedules; those that have shown nothing may be missing."""

    def also_shown(self, team_id: str, key: str, shown: Iterable[tuple[str, str]]) -> None:
        """More papers (schedule id, handle) of a posting that were shown later, in its thread."""

    def posting(self, team_id: str, key: str) -> Posting | None:
        """The one with this key."""

    def taken(self, team_id: str, keys: Iterable[str]) -> frozenset[str]:
        """Those of these keys that a posting has."""

    def latest(self, team_id: str, channel_id: str, kind: PostingKind, limit: int) -> tuple[Posting, ...]:
        """The newest of a channel first, in any state."""

    def of_schedule(self, schedule_id: str, limit: int) -> tuple[Posting, ...]:
        """The newest that settled a slot of this schedule first."""


class Week(Protocol):
    """What the people of a channel say about papers, for its paper of the week. A paper's nominations and comparisons
    are of one channel and count there only."""

    def vote(self, vote: Vote) -> None:
        """Keeps this person's last word on a pick."""

    def unvote(self, team_id: str, posting_key: str, user_id: str) -> bool:
        """Takes it back; False when there was none."""

    def votes(self, team_id: str, channel_id: str) -> tuple[Vote, ...]:
        """All of the channel, the oldest first."""

    def nominate(self, nomination: Nomination) -> bool:
        """False when this person's nomination of the paper stands already; its reason is the new one then."""

    def withdraw(self, team_id: str, channel_id: str, paper_id: str, user_id: str) -> bool:
        """Takes a nomination back; False when there was none."""

    def nominations(self, team_id: str, channel_id: str) -> tuple[Nomination, ...]:
        """Those of papers that were not picked since, the oldest first."""

    def compare(self, comparison: Comparison) -> None:
        """Keeps this person's last word on two papers, in whichever order they were shown."""

    def comparisons(self, team_id: str, channel_id: str) -> tuple[Comparison, ...]:
        """All of the channel, the oldest first."""

    def searched(self, team_id: str, channel_id: str, query: str, key: str, now: datetime) -> None:
        """Notes that a topic (`key` as that of a subscription) was searched in a channel; kept at the next tick,
        without who it was, and never in the way of an answer."""

    def searches(self, team_id: str, channel_id: str, since: datetime) -> tuple[Searched, ...]:
        """What was searched, the latest first."""

    def picked(self, team_id: str, channel_id: str) -> tuple[Picked, ...]:
        """All papers of the week that the channel had or that are on their way, the newest first, with their votes."""


class Threads(Protocol):
    """What was said in Slack's threads."""

    def thread(self, team_id: str, channel_id: str, thread_ts: str) -> tuple[Said, ...]:
        """The messages of a thread, the oldest first: its parent and the last hundred or so. Empty when it is gone, or
        we may not read it. Raises `handlers.errors.Unavailable` when Slack does not answer."""


class Shelf(Protocol):
    """What people keep of papers for themselves."""

    def say(self, whose: Whose, word: Word) -> Shelved:
        """Keeps what a person says of a paper; the last word on each matter counts. How it stood before."""

    def shelved(self, whose: Whose) -> Shelved:
        """How it stands, for the person's own eyes."""

    def of_person(self, team_id: str, user_id: str) -> tuple[Shelved, ...]:
        """Every paper that a person has said something of, for their own eyes: what was saved last first, then what is
        not on their list."""

    def shown(self, team_id: str, user_id: str, channel_id: str) -> tuple[Shelved, ...]:
        """The same as others may see it in this channel: what the person shares, and notes that are for the channel."""

    def notes(self, team_id: str, channel_id: str, paper_id: str) -> tuple[Shelved, ...]:
        """The notes on a paper that are for this channel, the oldest first, as others may see them."""

    def saves(self, team_id: str, channel_id: str) -> Mapping[str, int]:
        """How many people have papers on their lists that they found in this channel, by handle."""

    def keepers(self, paper_id: str) -> tuple[tuple[str, str], ...]:
        """Workspace and person of everyone who has the paper on their list."""


class Visits(Protocol):
    """When people came to their Home."""

    def last(self, team_id: str, user_id: str) -> Visit | None:
        """The visit that goes on or was the last; None before the first."""

    def keep(self, team_id: str, user_id: str, visit: Visit) -> None:
        """It is the last one from now on."""


class Privacy(Protocol):
    """What is kept of one person."""

    def kept(self, team_id: str, user_id: str) -> tuple[tuple[str, int], ...]:
        """Kinds of things in words, with how many there are; none that there is nothing of."""

    def forget(self, team_id: str, user_id: str) -> None:
        """Forgets the person. What they made for a channel stays there and belongs to nobody."""


class Intake(Protocol):
    """Papers that people bring. What asks others or reads files may take minutes; any method may raise
    `handlers.errors.Unavailable`, and `UserError` with what to do next."""

    def forms(self) -> str:
        """The forms that files may be in, in words."""

    def may_hold_papers(self, name: str) -> bool:
        """Whether a file of this name may be in one of them."""

    def asks(self, text: str) -> str:
        """Who is asked for what somebody typed (`arXiv and Crossref`); empty where nobody needs to be."""

    def look_up(self, text: str) -> tuple[Sighting, ...]:
        """Every paper that somebody typed the name or the entry of, and what adding it would do."""

    def add(self, found: Sequence[Sighting], team_id: str, user_id: str, now: datetime) -> Looked:
        """Adds the papers that this person found, all in one import; searches find them from then on."""

    def read_files(self, deposit: Deposit) -> FilesRead:
        """What importing these files would do."""

    def import_files(self, deposit: Deposit, now: datetime) -> FilesRead:
        """Imports them, one press at a time; searches find their papers from then on."""

    def undo(self, number: int, now: datetime) -> tuple[str, ...]:
        """Takes an import back; what became of it, in sentences."""


@dataclass(frozen=True, slots=True)
class Services:
    """Everything a handler may use."""

    library: Library
    engine: SearchEngine
    health: Health
    people: People
    schedules: Schedules
    outbox: Outbox
    week: Week
    threads: Threads
    shelf: Shelf
    privacy: Privacy
    visits: Visits
    intake: Intake
    random: Random = field(default_factory=Random)
