"""Changes to the library inside one transaction."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from bot.store.coats import CoatsWriting
from bot.store.differences import one_of, these
from bot.store.import_changes import ImportsWriting
from bot.store.joining import lead_over
from bot.store.library_state import Origin, places_of
from bot.store.rows import Entry
from bot.store.tables.imports import read_files
from bot.store.tables.papers import library, names, papers

KNOWN = papers.c.id == bindparam("known_id")


UNREAD = ""
"""In the place of the fingerprint of a file that is to be read again."""


class Writing:
    """What can be changed; valid until the transaction ends. Every paper that is changed gets the next revision."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.imports = ImportsWriting(connection)
        self.coats = CoatsWriting(connection)

    def revision(self) -> int:
        """The number of the last change to a paper."""
        return int(self._connection.execute(select(library.c.revision)).scalar_one())

    def add(self, added: Sequence[Entry], imported: bool) -> None:
        """New papers, which have their handles already."""
        revisions = self._next_revisions(len(added))
        rows = [
            {**entry.row, "imported": imported, "retired": False, "added": revision, "revision": revision}
            for entry, revision in zip(added, revisions, strict=True)
        ]
        if rows:
            self._connection.execute(insert(papers), rows)
            self._name(added)

    def update(self, changed: Sequence[Entry]) -> None:
        """These papers as they now are; one that had been retired is shown again."""
        revisions = self._next_revisions(len(changed))
        rows = [
            {**entry.row, "retired": False, "revision": revision, "known_id": entry.row["id"]}
            for entry, revision in zip(changed, revisions, strict=True)
        ]
        if rows:
            columns: dict[str, Any] = {name: bindparam(name) for name in rows[0] if name not in {"id", "known_id"}}
            self._connection.execute(update(papers).where(KNOWN).values(columns), rows)
            ids = [entry.row["id"] for entry in changed]
            self._unname(ids)
            self._name(changed)
            self.coats.name(ids)

    def retire(self, ids: Sequence[str]) -> None:
        """These papers are not shown any more; their handles stay theirs."""
        revisions = self._next_revisions(len(ids))
        rows = [{"known_id": known, "revision": new} for known, new in zip(ids, revisions, strict=True)]
        if rows:
            retired = update(papers).where(KNOWN).values(retired=True, revision=bindparam("revision"))
            self._connection.execute(retired, rows)
            self._unname(ids)

    def mark_imported(self, ids: Sequence[str]) -> None:
        """These papers stay when the seeds folder no longer has them; that changes nothing about the papers."""
        marked = update(papers).where(one_of(papers.c.id), papers.c.imported.is_(False)).values(imported=True)
        self._connection.execute(marked, these(ids))

    def lead_over(self, old: str, new: str) -> int:
        """What was said of the one paper is said of the other one from now on; of how many people something stays."""
        return lead_over(self._connection, old, new)

    def disown(self, ids: Sequence[str]) -> None:
        """No import has these papers any more: they stay as long as the seeds folder has them."""
        given = update(papers).where(one_of(papers.c.id)).values(imported=False)
        self._connection.execute(given, these(ids))

    def remember_files(
        self, origin: Origin, fingerprints: Mapping[str, str], places: Mapping[str, str] | None = None
    ) -> None:
        """These are the files from there now, and no others; `places` has the folders of some of them, those of others
        stay."""
        known = {**places_of(self._connection, origin), **(places or {})}
        self._connection.execute(delete(read_files).where(read_files.c.origin == origin))
        rows = [
            {"origin": origin, "name": name, "fingerprint": read, "place": known.get(name)}
            for name, read in fingerprints.items()
        ]
        if rows:
            self._connection.execute(insert(read_files), rows)

    def unread(self, origin: Origin, names: Iterable[str] | None) -> None:
        """These files, or all of this origin, are read anew when they are next seen; their names stay theirs."""
        unread = update(read_files).where(read_files.c.origin == origin).values(fingerprint=UNREAD)
        if names is None:
            self._connection.execute(unread)
        else:
            self._connection.execute(unread.where(one_of(read_files.c.name)), these(list(names)))

    def _next_revisions(self, count: int) -> range:
        last = self.revision()
        self._connection.execute(update(library).values(revision=last + count))
        return range(last + 1, last + count + 1)

    def _name(self, shown: Iterable[Entry]) -> None:
        rows = [
            {"key": name.key, "kind": name.kind, "paper_id": entry.row["id"]} for entry in shown for name in entry.names
        ]
        self._connection.execute(insert(names), rows)

    def _unname(self, ids: Sequence[str]) -> None:
        self._connection.execute(delete(names).where(one_of(names.c.paper_id)), these(ids))
