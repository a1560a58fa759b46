"""Changes to the library inside one transaction."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from bot.store.differences import one_of, these
from bot.store.library_state import Origin
from bot.store.rows import Entry
from bot.store.tables import library, names, papers, read_files

KNOWN = papers.c.id == bindparam("known_id")


class Writing:
    """What can be changed; valid until the transaction ends. Every paper that is changed gets the next revision."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

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
            self._unname([entry.row["id"] for entry in changed])
            self._name(changed)

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

    def remember_files(self, origin: Origin, fingerprints: dict[str, str]) -> None:
        """These are the files from there now, and no others."""
        self._connection.execute(delete(read_files).where(read_files.c.origin == origin))
        rows = [{"origin": origin, "name": name, "fingerprint": read} for name, read in fingerprints.items()]
        if rows:
            self._connection.execute(insert(read_files), rows)

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
