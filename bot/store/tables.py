"""The tables as they are now; the migrations lead to them."""

from sqlalchemy import JSON, Boolean, CheckConstraint, Column, ForeignKey, Index, Integer, MetaData, Table, Text

from bot.store.differences import HANDLE, KEY, SECONDS

metadata = MetaData()

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
    sqlite_with_rowid=False,
)
"""All that a paper can be called by, folded so that one look-up finds it (`bot.store.names`)."""

read_files = Table(
    "read_files",
    metadata,
    Column("origin", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("fingerprint", Text, nullable=False),
)
"""Files as they were when last read; `origin` is `seeds` for those of the seeds folder, `import` for others."""

claims = Table(
    "claims",
    metadata,
    Column("team_id", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("claimed_at", SECONDS, nullable=False),
)
"""What is done once only in a workspace; whoever inserts the row does it. Times are seconds since 1970, UTC."""
