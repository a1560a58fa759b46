"""Carries out what was decided about files, so that other processes wait for no more than the writing itself."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from bot.library.report import Progress
from bot.store import Entry, LibraryState, Origin, SqlStore, Writing, entry_of
from search.ingest import Plan, with_handles
from search.models import Paper

TOLD = 100
"""Papers between two reports of progress."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do with the papers, and the fingerprints of the files afterwards."""

    plan: Plan
    files: dict[str, str]


Decide = Callable[[LibraryState], Decision | None]
"""What is to be done about a library in this state; None for nothing."""


def carry_out(store: SqlStore, origin: Origin, decide: Decide, progress: Progress | None = None) -> Plan | None:
    """Decides and stores, all or nothing; the plan that was carried out.

    Decided on what the library was a moment ago; if another process has changed it since, decided again.
    """
    while True:
        state = store.state(origin)
        decision = decide(state)
        if decision is None:
            return None
        told = _Told(progress, len(decision.plan.added) + len(decision.plan.updated))
        handles = (old.paper.id for old in state.held)
        added = list(told.entries(with_handles(decision.plan.added, handles)))
        updated = list(told.entries(decision.plan.updated))
        with store.writing() as writing:
            if writing.revision() == state.revision:
                _write(writing, origin, decision, added, updated)
                return decision.plan


def _write(writing: Writing, origin: Origin, decision: Decision, added: list[Entry], updated: list[Entry]) -> None:
    imported = origin == "import"
    writing.add(added, imported)
    writing.update(updated)
    writing.retire([paper.id for paper in decision.plan.retired])
    if imported:
        writing.mark_imported([paper.id for paper in (*decision.plan.updated, *decision.plan.unchanged)])
    writing.remember_files(origin, decision.files)


class _Told:
    """Makes the papers ready for storing, and tells how far it is."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress, self._total, self._done = progress, total, 0

    def entries(self, papers: Iterable[Paper]) -> Iterator[Entry]:
        for paper in papers:
            yield entry_of(paper)
            self._done += 1
            if self._progress is not None and (self._done % TOLD == 0 or self._done == self._total):
                self._progress("Reading papers", self._done, self._total)
