"""Files whose papers are decided on together: what the library holds is looked through once for all of them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from bot.library.naming import name_of, place_of
from bot.library.pieces import PIECE
from bot.library.report import FileReport, LibraryReport
from bot.library.storing import Decision
from bot.store import LibraryState
from search.duplicates.strangers import Strangers
from search.ingest import reconcile
from search.models import Paper
from search.plan import Plan
from search.reading import Reading, source_file


@dataclass(frozen=True, slots=True)
class File:
    """A file that was read."""

    path: Path
    fingerprint: str
    reading: Reading
    papers: tuple[Paper, ...]

    def called(self, name: str) -> Sequence[Paper]:
        """Its papers, where it is known by this name."""
        if self.path.name == name:
            return self.papers
        places = ((paper, (paper.source or "").rpartition("#")[2]) for paper in self.papers)
        return tuple(replace(paper, source=f"{name}#{place}") for paper, place in places)


@dataclass(slots=True)
class Batch:
    """One large file, or several that hold no more papers than are written at once and none that another one of them
    might have too: so they become what they would have become one after the other. `seeds` are the files of the seeds
    folder, whose names are taken."""

    seeds: Mapping[str, str]
    files: list[File] = field(default_factory=list)
    _names: list[str] = field(default_factory=list)
    _strangers: Strangers = field(default_factory=Strangers)
    _compared: int = 0

    @property
    def papers(self) -> tuple[Paper, ...]:
        """All that were read, as they stand in their files."""
        return tuple(paper for file in self.files for paper in file.papers)

    def has_room(self, file: File) -> bool:
        """Whether the file may be decided on with those before it."""
        if len(self.papers) + len(file.papers) > PIECE:
            return not self.files
        for each in self.files[self._compared :]:
            self._strangers.take(each.papers)
        self._compared = len(self.files)
        return self._strangers.are(file.papers)

    def decide(self, state: LibraryState) -> Decision:
        """What becomes of its papers in a library in this state."""
        files, places = dict(state.files), dict(state.places)
        self._names = []
        for file in self.files:
            name = name_of(file.path, file.fingerprint, files, places, self.seeds)
            self._names.append(name)
            files[name], places[name] = file.fingerprint, place_of(file.path)
        papers = [paper for file, name in zip(self.files, self._names, strict=True) for paper in file.called(name)]
        plan = reconcile(state.held, papers, apart=state.apart)
        return Decision(plan, files, {name: places[name] for name in self._names})

    def counted(self, before: LibraryReport, plan: Plan) -> LibraryReport:
        """The report with what became of them."""
        read = replace(before, files=before.files + len(self.files), read=before.read + len(self.papers))
        return read.with_plan(plan, *self._by_file(plan))

    def _by_file(self, plan: Plan) -> Iterator[FileReport]:
        if len(self.files) == 1:
            yield _of_file(self.files[0], len(plan.added), len(plan.updated), len(plan.unchanged), len(plan.duplicates))
            return
        added, updated = Counter(map(source_file, plan.added)), Counter(_changed_by(plan))
        again = Counter(duplicate.source.rpartition("#")[0] for duplicate in plan.duplicates)
        for file, name in zip(self.files, self._names or [each.path.name for each in self.files], strict=True):
            known = max(0, len(file.papers) - added[name] - updated[name] - again[name])
            yield _of_file(file, added[name], updated[name], known, again[name])


def _changed_by(plan: Plan) -> Iterator[str]:
    """For each paper that was changed the file that changed it: the one of its latest record."""
    for paper in plan.updated:
        coats = plan.coats.get(paper.id, ())
        yield source_file(coats[-1].record if coats else paper)


def _of_file(file: File, added: int, updated: int, unchanged: int, duplicates: int) -> FileReport:
    return FileReport(
        name=file.path.name,
        form=file.reading.form,
        read=len(file.papers),
        added=added,
        updated=updated,
        unchanged=unchanged,
        duplicates=duplicates,
        skipped=file.reading.skipped,
        missing=file.reading.missing(),
    )
