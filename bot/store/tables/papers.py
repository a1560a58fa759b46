"""The papers with all their names and records, and which of them may be one."""

from sqlalchemy import JSON, Boolean, CheckConstraint, Column, ForeignKey, Index, Integer, Table, Text, false

from bot.store.differences import HANDLE, KEY
from bot.store.moments import Moment
from bot.store.tables.metadata import metadata

library = Table(
    "library",
    metadata,
    Column("one", Integer, CheckConstraint("one = 1"), primary_key=True),
    Column("library_id", Text, nullable=False),
    Column("revision", Integer, nullable=False),
)
"""One row: which library this is, and the number of the last change to a paper."""

papers = Table(
    "papers",
    metadata,
    Column("id", HANDLE, primary_key=True),
    Column("abstract", Text, nullable=False),
    Column("title", Text),
    Column("authors", JSON, nullable=False),
    Column("year", Integer),
    Column("venue", Text),
    Column("url", Text),
    Column("pdf", Text),
    Column("code", Text),
    Column("doi", Text),
    Column("arxiv_id", Text),
    Column("keywords", JSON, nullable=False),
    Column("source", Text),
    Column("withdrawn", Boolean(create_constraint=False), nullable=False, server_default=false(), index=True),
    Column("imported", Boolean(create_constraint=False), nullable=False),
    Column("retired", Boolean(create_constraint=False), nullable=False),
    Column("fingerprint", Text, nullable=False, index=True),
    Column("added", Integer, nullable=False),
    Column("revision", Integer, nullable=False, unique=True),
    Index("ix_papers_shown", "retired", "id"),
)
"""Every paper there ever was. `added` is the revision it came with, `revision` that of its last change."""

names = Table(
    "names",
    metadata,
    Column("key", KEY, primary_key=True),
    Column("kind", Text, primary_key=True),
    Column("paper_id", HANDLE, ForeignKey("papers.id"), primary_key=True, index=True),
    Column("by_coat", Boolean(create_constraint=False), nullable=False, server_default=false()),
    sqlite_with_rowid=False,
)
"""All that a paper can be called by, folded so that one look-up finds it (`bot.store.names`); `by_coat`, where only
another record of the paper says so."""

coats = Table(
    "coats",
    metadata,
    Column("paper_id", HANDLE, ForeignKey("papers.id"), primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("record", JSON, nullable=False),
    Column("names", JSON, nullable=False),
    Column("because", Text, nullable=False),
    Column("at", Moment),
    Column("number", Integer, index=True),
)
"""Every record of papers that have several, in their order, as it was read; its exact names, why it is of this paper,
and when it came with which import, as far as that is known. One with an `id` was a paper of its own before."""

kept_apart = Table(
    "kept_apart",
    metadata,
    Column("record", Text, primary_key=True),
    Column("paper_id", HANDLE, ForeignKey("papers.id"), nullable=False),
    Column("at", Moment, nullable=False),
)
"""Records that somebody split off, by their prints, and the papers that they are now."""

doubts = Table(
    "doubts",
    metadata,
    Column("one", HANDLE, ForeignKey("papers.id"), primary_key=True),
    Column("other", HANDLE, ForeignKey("papers.id"), primary_key=True),
    Column("because", Text, nullable=False),
    Column("at", Moment),
)
"""Papers that may be one and were both kept; nothing is left of it once they were joined."""
