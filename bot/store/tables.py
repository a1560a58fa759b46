"""The tables as they are now; the migrations lead to them."""

from sqlalchemy import (
    JSON,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from bot.store.differences import HANDLE, KEY, SECONDS
from bot.store.moments import Moment

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

schedules = Table(
    "schedules",
    metadata,
    Column("id", Text, primary_key=True),
    Column("team_id", Text, nullable=False),
    Column("channel_id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("query", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("rhythm", Text, nullable=False),
    Column("weekday", Integer, nullable=False),
    Column("hour", Integer, nullable=False),
    Column("minute", Integer, nullable=False),
    Column("zone", Text, nullable=False),
    Column("creator", Text, nullable=False),
    Column("created", Moment, nullable=False),
    Column("since", Moment, nullable=False),
    Column("quiet", Boolean(create_constraint=False), nullable=False),
    Column("paused", Text),
    Column("settled", Text),
    Column("skip", Text),
    UniqueConstraint("team_id", "channel_id", "kind", "key", name="uq_schedules_key"),
)
"""What channels have asked for; the columns are the fields of `handlers.schedules.Schedule` and of its timetable."""

ON_ITS_WAY = text("state IN ('sending', 'unknown')")
postings = Table(
    "postings",
    metadata,
    Column("team_id", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("channel_id", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("slots", JSON, nullable=False),
    Column("message", JSON(none_as_null=True)),
    Column("papers", JSON, nullable=False),
    Column("facts", JSON, nullable=False),
    Column("thread_ts", Text),
    Column("state", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("error", Text),
    Column("ts", Text),
    Column("owner", Text),
    Column("held_until", Moment),
    Column("looked", Moment),
    Column("changed", Moment, nullable=False),
    Index("ix_postings_state", "state", "at", "key"),
    Index("ix_postings_channel", "team_id", "channel_id", "state", "changed"),
    Index("ix_postings_latest", "team_id", "channel_id", "kind", "at"),
    Index(
        "uq_postings_on_their_way",
        "team_id",
        "channel_id",
        unique=True,
        sqlite_where=ON_ITS_WAY,
        postgresql_where=ON_ITS_WAY,
    ),
)
"""Posts that were planned. `held_until` is the end of the lease while one is being sent, and the end of the wait while
it is pending; `looked` is when it was last looked for in the channel and not found; `changed` is when it last changed
its state. A channel has one post at most on its way."""

settled_slots = Table(
    "settled_slots",
    metadata,
    Column("schedule_id", Text, ForeignKey("schedules.id", ondelete="CASCADE"), primary_key=True),
    Column("slot", Text, primary_key=True),
    Column("team_id", Text, nullable=False),
    Column("posting_key", Text, nullable=False),
    ForeignKeyConstraint(["team_id", "posting_key"], ["postings.team_id", "postings.key"]),
)
"""Which posting settled which slot of a schedule: each slot once for ever, even where a clock was set back."""

shown_papers = Table(
    "shown_papers",
    metadata,
    Column("schedule_id", Text, ForeignKey("schedules.id", ondelete="CASCADE"), primary_key=True),
    Column("paper_id", Text, primary_key=True),
    Column("team_id", Text, nullable=False),
    Column("posting_key", Text, nullable=False),
    ForeignKeyConstraint(["team_id", "posting_key"], ["postings.team_id", "postings.key"]),
    Index("ix_shown_papers_posting", "team_id", "posting_key"),
)
"""Which papers a schedule has shown, and with which posting."""

hidden_papers = Table(
    "hidden_papers",
    metadata,
    Column("schedule_id", Text, ForeignKey("schedules.id", ondelete="CASCADE"), primary_key=True),
    Column("paper_id", Text, primary_key=True),
    Column("team_id", Text, nullable=False),
    Column("number", Integer, nullable=False),
)
"""Papers that people said are not for a schedule's channel, numbered in that order."""
