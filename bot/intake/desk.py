"""Stands behind the port `Intake`: looks up, reads and imports, and brings the index level afterwards."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.intake import filing
from bot.intake.filing import Uploads, fetched, read_of
from bot.intake.looking import looked_up, with_fates
from bot.library import By, HowToImport, add_papers, import_files, undo
from bot.sources import Sources, asked_from
from bot.store import SqlStore
from handlers.errors import UserError
from handlers.intake import Deposit, FilesRead, Looked, Sighting

MOST = 5
"""Papers that are looked up at once."""
PATIENCE = 120.0
"""Seconds after which no further paper is looked up."""
UNDER_WAY = timedelta(minutes=10)
"""Nobody else imports the same files for so long, if the process ends that does."""
NO_UPLOADS = "Files are uploaded in Slack. Here, type paperboy import and the name of the file."


@dataclass(frozen=True, slots=True)
class Intake:
    """`elapsed` gives a function that tells the seconds since then; `uploads` is None where nobody can upload."""

    store: SqlStore
    sources: Sources
    catch_up: Callable[[], object]
    elapsed: Callable[[], Callable[[], float]]
    uploads: Uploads | None = None

    def forms(self) -> str:
        """The forms that files may be in, in words."""
        return filing.forms()

    def may_hold_papers(self, name: str) -> bool:
        """Whether a file of this name may be in one of them."""
        return filing.may_hold_papers(name)

    def asks(self, text: str) -> str:
        """Who is asked for what somebody typed, in words."""
        wanted = (each.wanted for each in asked_from([text]) if each.wanted and not each.is_whole)
        names = dict.fromkeys(name for each in wanted if (name := self.sources.first_for(each)))
        return " and ".join(names)

    def look_up(self, text: str) -> tuple[Sighting, ...]:
        """Every paper that is named there, and what adding it would do."""
        asked = list(asked_from([text]))
        if len(asked) > MOST:
            raise UserError(
                f"That names {len(asked)} papers, and I look up {MOST} at a time. Put them into a file, one BibTeX "
                "entry each, and type /papers import to see how to bring it."
            )
        elapsed = self.elapsed()
        seen = [
            looked_up(each, self.store, self.sources)
            if elapsed() < PATIENCE
            else Sighting(each.text, trouble="the services took too long; try it again by itself")
            for each in asked
        ]
        papers = [each.paper for each in seen if each.paper and each.adds]
        return with_fates(seen, add_papers(self.store, papers, preview=True)) if papers else tuple(seen)

    def add(self, found: Sequence[Sighting], team_id: str, user_id: str, now: datetime) -> Looked:
        """Adds the papers, in one import."""
        papers = [each.paper for each in found if each.paper and each.adds]
        if not papers:
            return Looked(tuple(found))
        what = tuple(each.text for each in found if each.adds)
        by = By(_named(user_id), now, what, team_id)
        plan = add_papers(self.store, papers, by=by)
        self.catch_up()
        return Looked(with_fates(found, plan), by.number)

    def read_files(self, deposit: Deposit) -> FilesRead:
        """What importing them would do."""
        with fetched(deposit, self._uploads()) as arrived:
            how = HowToImport(preview=True)
            return read_of(import_files(self.store, [file.path for file in arrived.files], how=how), arrived)

    def import_files(self, deposit: Deposit, now: datetime) -> FilesRead:
        """Imports them, one press at a time."""
        key = f"import:{':'.join(file.id for file in deposit.files)}"
        if not self.store.claim(deposit.team_id, key, now, UNDER_WAY):
            raise UserError("This is being imported already; the report comes in a moment.")
        try:
            with fetched(deposit, self._uploads()) as arrived:
                what = tuple(file.name for file in arrived.files)
                by = By(_named(deposit.user_id), now, what, deposit.team_id)
                report = import_files(self.store, [file.path for file in arrived.files], by=by)
                self.catch_up()
                return read_of(report, arrived, by.number)
        finally:
            self.store.release(deposit.team_id, key)

    def undo(self, number: int, now: datetime) -> tuple[str, ...]:
        """Takes an import back."""
        told = undo(self.store, number, now)
        self.catch_up()
        return told

    def _uploads(self) -> Uploads:
        if self.uploads is None:
            raise UserError(NO_UPLOADS)
        return self.uploads


def _named(user_id: str) -> str:
    """A person, as Slack writes them."""
    return f"<@{user_id}>"
