"""Carries out what was decided about files, so that other processes wait for no more than the writing itself."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bot.library.account import Account, done, news
from bot.library.pieces import SoFar, pieces
from bot.library.report import Progress
from bot.store import Entry, LibraryState, Origin, SqlStore, Writing, entry_of
from bot.store.kept_coats import KeptRecord
from search.models import Paper
from search.plan import Plan

TOLD = 100
"""Papers between two reports of progress."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What to do with the papers, and the fingerprints of the files afterwards; `places` are the folders of those that
    were read."""

    plan: Plan
    files: dict[str, str]
    places: dict[str, str] = field(default_factory=dict)


Decide = Callable[[LibraryState], Decision | None]
"""What is to be done about a library in this state; None for nothing."""


def carry_out(
    store: SqlStore,
    origin: Origin,
    decide: Decide,
    progress: Progress | None = None,
    account: Account | None = None,
) -> Plan | None:
    """Decides and stores; the plan that was carried out, its new papers with their handles. With an `account`, what an
    import did is kept in the same moment.

    Decided on what the library was a moment ago; if another process has changed it since, decided again. All or nothing
    up to `PIECE` papers; more are stored so many at a time, and the files count as read with the last of them: after a
    crash the same papers are known again, and only the rest is new.
    """
    sofar = SoFar()
    while True:
        state = store.state(origin)
        decision = decide(state)
        if decision is None:
            return None
        if _carried_out(store, origin, state, decision, _Told(progress, decision.plan), account, sofar):
            return sofar.of(decision.plan)


def _carried_out(
    store: SqlStore,
    origin: Origin,
    state: LibraryState,
    decision: Decision,
    told: "_Told",
    account: Account | None,
    sofar: SoFar,
) -> bool:
    """Whether nobody else has changed the library before all was written."""
    revision = state.revision
    for piece, last in pieces(decision.plan, (old.paper.id for old in state.held)):
        # Who decides on the records of a paper must see those that came meanwhile: a new one is a change of its paper.
        dressed = (paper for paper in piece.unchanged if paper.id in piece.coats)
        added, updated = list(told.entries(piece.added)), list(told.entries((*piece.updated, *dressed)))
        with store.writing() as writing:
            if writing.revision() != revision:
                return False
            _write(writing, origin, piece, added, updated)
            if last:
                writing.remember_files(origin, decision.files, decision.places)
            sofar.take(piece)
            number = _keep(writing, account, decision, state, piece, sofar, last=last) if account else None
            gone = _dress(writing, piece, number, account, [*piece.added, *_back(state, piece)])
            if number is not None:
                writing.imports.replaced(number, gone)
            revision = writing.revision()
        if account:
            account.by.number, account.by.report = number, account.told(sofar.of(decision.plan))
    return True


def _write(writing: Writing, origin: Origin, piece: Plan, added: list[Entry], updated: list[Entry]) -> None:
    imported = origin == "import"
    writing.add(added, imported)
    writing.update(updated)
    writing.retire([paper.id for paper in piece.retired])
    if imported:
        writing.mark_imported([paper.id for paper in (*piece.updated, *piece.unchanged)])


def _back(state: LibraryState, piece: Plan) -> list[Paper]:
    """The papers that had left the library and come back."""
    left = {old.paper.id for old in state.held if old.retired}
    return [paper for paper in piece.updated if paper.id in left]


def _dress(
    writing: Writing, piece: Plan, number: int | None, account: Account | None, brought: Sequence[Paper]
) -> Mapping[str, Sequence[KeptRecord]]:
    """The records of other imports that others took the place of."""
    at = account.by.at if account else None
    gone = writing.coats.keep(piece.coats, number=number, at=at, new=[paper.id for paper in brought])
    writing.coats.doubt(((str(one.one), str(one.other), one.because) for one in piece.doubts), at)
    return gone


def _keep(
    writing: Writing,
    account: Account,
    decision: Decision,
    state: LibraryState,
    piece: Plan,
    sofar: SoFar,
    *,
    last: bool,
) -> int | None:
    new = {name: print_ for name, print_ in decision.files.items() if state.files.get(name) != print_}
    changes = news(piece, state.held, [paper.id for paper in piece.added])
    return done(writing.imports, account, sofar.of(decision.plan), changes, new if last else {})


class _Told:
    """Makes the papers ready for storing, and tells how far it is."""

    def __init__(self, progress: Progress | None, plan: Plan) -> None:
        self._progress, self._total, self._done = progress, len(plan.added) + len(plan.updated), 0

    def entries(self, papers: Iterable[Paper]) -> Iterator[Entry]:
        for paper in papers:
            yield entry_of(paper)
            self._done += 1
            if self._progress is not None and (self._done % TOLD == 0 or self._done == self._total):
                self._progress("Storing papers", self._done, self._total)
