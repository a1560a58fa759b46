"""Papers that people bring."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from handlers.intake import Deposit, FilesRead, Looked, Sighting


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
