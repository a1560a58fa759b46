"""Which files were read, and what each import did."""

from sqlalchemy import JSON, Boolean, Column, ForeignKey, Integer, Table, Text

from bot.store.differences import HANDLE
from bot.store.moments import Moment
from bot.store.tables.metadata import metadata

read_files = Table(
    "read_files",
    metadata,
    Column("origin", Text, primary_key=True),
    Column("name", Text, primary_key=True),
    Column("fingerprint", Text, nullable=False),
    Column("place", Text),
)
"""Files as they were when last read; `origin` is `seeds` for those of the seeds folder, `import` for others. `place` is
the folder that an imported file lay in: two folders may have a file of one name."""

imports = Table(
    "imports",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("team_id", Text, nullable=False),
    Column("who", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("what", JSON, nullable=False),
    Column("counts", JSON, nullable=False),
    Column("report", JSON, nullable=False),
    Column("files", JSON, nullable=False),
    Column("undone", Moment),
)
"""Every import, by a person of a workspace or by whatever `who` says; the columns are the fields of
`bot.store.imports.Import`."""

import_changes = Table(
    "import_changes",
    metadata,
    Column("number", Integer, ForeignKey("imports.number"), primary_key=True),
    Column("paper_id", HANDLE, primary_key=True, index=True),
    Column("kind", Text, nullable=False),
    Column("was_imported", Boolean(create_constraint=False), nullable=False),
    Column("before", JSON, nullable=False),
    Column("after", JSON, nullable=False),
)
"""What an import did to each paper that it had; the columns are the fields of `bot.store.imports.Change`."""
