"""Papers that people bring, in memory: who is asked, what is found and what files hold is what a test says."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from bot.intake.filing import forms, may_hold_papers
from handlers.errors import UserError
from handlers.intake import Deposit, FilesRead, Looked, Sighting


@dataclass
class MemoryIntake:
    """`found` by the words that somebody types, `holds` by the ids of files; what was `added`, `imported` and `undone`
    is remembered. `trouble` is raised instead of an answer."""

    found: dict[str, tuple[Sighting, ...]] = field(default_factory=dict)
    holds: dict[str, FilesRead] = field(default_factory=dict)
    asked: str = ""
    trouble: str = ""
    added: list[tuple[str, str]] = field(default_factory=list)
    imported: list[Deposit] = field(default_factory=list)
    undone: list[int] = field(default_factory=list)

    def forms(self) -> str:
        return forms()

    def may_hold_papers(self, name: str) -> bool:
        return may_hold_papers(name)

    def asks(self, text: str) -> str:
        return self.asked

    def look_up(self, text: str) -> tuple[Sighting, ...]:
        self._fail()
        return self.found.get(text, (Sighting(text, trouble="nobody has it"),))

    def add(self, found: Sequence[Sighting], team_id: str, user_id: str, now: datetime) -> Looked:
        self._fail()
        new = [each for each in found if each.adds]
        self.added += [(each.text, user_id) for each in new]
        after = tuple(replace(each, handle=each.handle or "added") if each.adds else each for each in found)
        return Looked(after, len(self.added) if new else None)

    def read_files(self, deposit: Deposit) -> FilesRead:
        self._fail()
        return self.holds[deposit.files[0].id]

    def import_files(self, deposit: Deposit, now: datetime) -> FilesRead:
        self._fail()
        self.imported.append(deposit)
        return replace(self.holds[deposit.files[0].id], number=len(self.imported))

    def undo(self, number: int, now: datetime) -> tuple[str, ...]:
        self._fail()
        self.undone.append(number)
        return (f"Import {number} was taken back.",)

    def _fail(self) -> None:
        if self.trouble:
            raise UserError(self.trouble)
