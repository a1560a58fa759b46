"""Splits a record off from the paper it was taken for, and joins two papers that are one, as a person says."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from bot.store import LibraryState, SqlStore, Writing, entry_of
from handlers.errors import UserError
from search.duplicates import Coat
from search.ingest import with_handles
from search.models import Paper
from search.plan import Held
from search.wardrobe import Coats, record_print, with_gaps_filled, without, worn_by

BY_HAND = "joined by hand"
LISTED = 10
"""Sources that a sentence names."""


@dataclass(frozen=True, slots=True)
class _Split:
    """What is left of the paper, and the record that is a paper of its own from now on."""

    left: Paper
    coats: Coats
    away: Paper
    returns: bool


def split(store: SqlStore, handle: str, source: str, now: datetime) -> tuple[str, ...]:
    """Makes the record from this source, or with this number, a paper of its own, which no import merges again; what
    was done, in sentences.

    A paper that was joined gets its old handle back. Raises `UserError` where there is no such record, and
    `handlers.errors.Unavailable`.
    """
    while True:
        state = store.state("import")
        old = _held(state, handle)
        coat = _coat(old, source)
        number = next((kept.number for kept in store.coats.of(handle) if kept.coat == coat), None)
        done = _split(state, old, coat)
        entries = [entry_of(done.left)], [entry_of(done.away)]
        with store.writing() as writing:
            if writing.revision() != state.revision:
                continue
            writing.coats.keep({handle: done.coats})
            if done.returns:
                writing.update([*entries[0], *entries[1]])
            else:
                writing.update(entries[0])
                writing.add(entries[1], imported=True)
            writing.mark_imported([handle, done.away.id])
            writing.coats.keep_apart(record_print(coat.record), done.away.id, now)
            joined = [each.record.id for each in done.coats if each.record.id]
            writing.imports.part(handle, done.away.id, None if done.returns else number, joined)
        return tuple(_told_of_split(handle, source, done))


def join(store: SqlStore, handle: str, other: str, now: datetime) -> tuple[str, ...]:
    """Makes two papers one, under the first handle; the other one leads to it. What was done, in sentences.

    Raises `UserError` where they are not two papers of the library, and `handlers.errors.Unavailable`.
    """
    if handle == other:
        raise UserError(f"{handle} is one paper already. Name two papers, first the one whose handle stays.")
    while True:
        state = store.state("import")
        stays, goes = _held(state, handle), _held(state, other)
        first, *others = worn_by(goes.coats, goes.paper)
        added = (replace(first, record=replace(first.record, id=other), because=BY_HAND), *others)
        joined = entry_of(with_gaps_filled(stays.paper, goes.paper))
        with store.writing() as writing:
            if writing.revision() != state.revision:
                continue
            left = _join(writing, handle, other)
            writing.coats.keep({handle: (*worn_by(stays.coats, stays.paper), *added)}, at=now)
            writing.update([joined])
            writing.mark_imported([handle])
        source = goes.paper.source if not goes.coats else goes.coats[0].record.source
        return tuple(_told_of_join(handle, other, source or "NUMBER", left))


def keep_apart(store: SqlStore, handle: str, other: str) -> tuple[str, ...]:
    """They are two papers: nobody is asked again whether they are one. Raises `UserError` where nobody was."""
    with store.writing() as writing:
        settled = writing.coats.settle(handle, other)
    if not settled:
        raise UserError(f"Nothing says that {handle} and {other} may be one paper; they stay two.")
    return (f"{handle} and {other} are two papers, and are not listed as doubtful any more.",)


def _join(writing: Writing, handle: str, other: str) -> int:
    writing.retire([other])
    writing.coats.join(other, handle)
    writing.imports.join(other, handle)
    return writing.lead_over(other, handle)


def _held(state: LibraryState, handle: str) -> Held:
    found = next((old for old in state.held if old.paper.id == handle and not old.retired), None)
    if found is None:
        raise UserError(f"There is no paper called {handle}. Nothing was changed.")
    return found


def _coat(old: Held, source: str) -> Coat:
    handle = old.paper.id
    if not old.coats:
        raise UserError(f"{handle} has one record only; there is nothing to split off.")
    numbered = {str(number): coat for number, coat in enumerate(old.coats, 1)}
    fitting = [coat for coat in old.coats if coat.record.source == source]
    found = fitting[-1] if fitting else numbered.get(source)
    if found is None:
        known = ", ".join(str(coat.record.source) for coat in old.coats[:LISTED])
        raise UserError(f"{handle} has no record from {source}. Its records are from {known}.")
    return found


def _split(state: LibraryState, old: Held, coat: Coat) -> _Split:
    left, coats = without(old.coats, old.paper, coat)
    if coat.record.id:
        return _Split(left, coats, coat.record, returns=True)
    handles = (each.paper.id for each in state.held)
    (away,) = with_handles([coat.record], handles)
    return _Split(left, coats, away, returns=False)


def _told_of_split(handle: str, source: str, done: _Split) -> Iterator[str]:
    yield f"The record from {done.away.source or source} is a paper of its own: {done.away.id}."
    rest = len(done.coats)
    yield f"{handle} is made of its other {f'{rest} records' if rest else 'record'}. Imports keep the two apart."
    if done.returns:
        yield f"What people have said of {done.away.id} since it was joined stays with {handle}."


def _told_of_join(handle: str, other: str, source: str, left: int) -> Iterator[str]:
    yield f"{handle} and {other} are one paper: {handle}. {other} leads to it."
    yield "Lists, notes, stars, nominations, duels and what digests have shown go with it; posts that were sent stay."
    if left:
        whose = "One person's" if left == 1 else f"{left:,} people's"
        yield f"{whose} notes on the two are too long for one, so what they keep of {other} stays under that name."
    yield f"To part them again: paperboy duplicates split {handle} {source}"
