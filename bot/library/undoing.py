"""Takes an import back: what it added leaves, what it changed becomes what it was, and what others need stays."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.library.unwinding import Stayed, Unwound, unwind
from bot.store import Import, SqlStore, Writing, entry_of
from bot.store.imports import KEPT
from handlers.errors import UserError

NAMED = 20
"""So many papers are named in a sentence, and so many sentences tell of one paper each."""

WORDS = {
    "url": "link", "pdf": "link to the PDF", "code": "link to the code", "doi": "DOI", "arxiv_id": "arXiv number",
    "source": "place in its file", "withdrawn": "mark of being withdrawn",
}  # fmt: skip
"""What fields are called; others by their name."""


@dataclass(frozen=True, slots=True)
class _Undoing:
    """What taking an import back comes to, in a library at this revision and after this import."""

    revision: int
    latest: int
    import_: Import
    unwound: Unwound
    report: tuple[str, ...]


def undo(store: SqlStore, number: int, now: datetime, preview: bool = False) -> tuple[str, ...]:
    """What became of each paper, in sentences; in a preview, what would. All at once or not at all.

    Raises `UserError` when there is no such import, or it cannot be taken back; and `handlers.errors.Unavailable`.
    """
    while True:
        undoing = _decided(store, number)
        if preview:
            return ("A preview, nothing was changed.", *undoing.report)
        updated = [entry_of(paper) for paper in undoing.unwound.papers]
        with store.writing() as writing:
            if (writing.revision(), writing.imports.latest()) != (undoing.revision, undoing.latest):
                continue
            if not writing.imports.take_back(number, now, undoing.report):
                raise UserError(_twice(number))
            # First, since papers that leave are called by nothing any more. Papers that another import has too keep the
            # records that it may have seen there.
            unwound = undoing.unwound
            staying = [stayed.paper_id for stayed in unwound.stayed if not stayed.field]
            writing.coats.forget(number, staying, unwound.records)
            writing.update(updated)
            _write(writing, undoing)
        return (f"Import {number} is taken back.", *undoing.report)


def _decided(store: SqlStore, number: int) -> _Undoing:
    found = store.imports.find(number)
    if found is None:
        raise UserError(f"There is no import {number}. To see which there are: paperboy imports")
    if found.undone:
        raise UserError(_twice(number))
    if found.too_old:
        raise UserError(
            f"Import {number} is too old to be taken back: what an import did to each paper is kept for the last "
            f"{KEPT}. Nothing was changed."
        )
    latest, state = store.imports.latest(), store.state("seeds")
    touched = store.imports.touched(number)
    held = {old.paper.id: old for old in state.held if old.paper.id in touched}
    unwound = unwind(number, touched, held, frozenset(state.files))
    missed = len(store.kept_by_people(unwound.retired))
    return _Undoing(state.revision, latest, found, unwound, tuple(_sentences(unwound, missed)))


def _write(writing: Writing, undoing: _Undoing) -> None:
    unwound = undoing.unwound
    writing.retire(unwound.retired)
    writing.disown(unwound.disowned)
    for later, changes in unwound.rewritten.items():
        writing.imports.put(later, changes)
    writing.unread("import", undoing.import_.files)
    if unwound.left_to_seeds:
        # The seeds folder is read once more, and decides about these.
        writing.unread("seeds", None)


def _twice(number: int) -> str:
    return f"Import {number} was taken back already. To have its papers again, import the same files again."


def _sentences(unwound: Unwound, missed: int) -> Iterator[str]:
    whole = [stayed for stayed in unwound.stayed if not stayed.field]
    fields = [stayed for stayed in unwound.stayed if stayed.field]
    if unwound.retired:
        yield f"{_papers(unwound.retired, 'leaves', 'leave')} the library: {_few(unwound.retired)}."
    if missed:
        them = "1 of them is" if missed == 1 else f"{missed:,} of them are"
        yield (
            f"{them} on people's lists, nominated or picked. There it says that the paper left the library; imported "
            "again, it comes back under its name."
        )
    for kind in (
        [f"{paper_id} gets its {_listed(names)} back." for paper_id, names in unwound.restored.items()],
        [f"{one.paper_id}: its {_word(one.field)} stays, {_since(one)}." for one in fields],
        [f"{one.paper_id} stays: {_holders(one)}." for one in whole],
    ):
        yield from kind[:NAMED]
        if len(kind) > NAMED:
            yield f"And {len(kind) - NAMED:,} more like this."
    if unwound.left_to_seeds:
        them = "it" if len(unwound.left_to_seeds) == 1 else "them"
        yield f"{_papers(unwound.left_to_seeds, 'stays', 'stay')} as long as the seeds folder has {them}."
    if not (unwound.retired or unwound.restored or unwound.stayed or unwound.left_to_seeds):
        yield "No paper changes by that."


def _papers(which: Sequence[str], one: str, many: str) -> str:
    return f"1 paper {one}" if len(which) == 1 else f"{len(which):,} papers {many}"


def _few(names: Sequence[str]) -> str:
    more = len(names) - NAMED
    return ", ".join(names) if more <= 0 else f"{', '.join(names[:NAMED])} and {more:,} more"


def _since(stayed: Stayed) -> str:
    numbers = ", ".join(map(str, stayed.imports))
    return f"import {numbers} changed it since" if numbers else "it was changed since"


def _holders(stayed: Stayed) -> str:
    if not stayed.imports:
        return "an earlier import had it"
    have = "has" if len(stayed.imports) == 1 else "have"
    return f"import {_listed([str(number) for number in stayed.imports])} {have} it too"


def _word(field: str) -> str:
    return WORDS.get(field, field)


def _listed(names: Iterable[str]) -> str:
    *first, last = map(_word, names)
    return f"{', '.join(first)} and {last}" if first else last
