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
    false,
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
    Index("ix_settled_slots_posting", "team_id", "posting_key"),
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

week_votes = Table(
    "week_votes",
    metadata,
    Column("team_id", Text, primary_key=True),
    Column("posting_key", Text, primary_key=True),
    Column("user_id", Text, primary_key=True),
    Column("channel_id", Text, nullable=False),
    Column("paper_id", Text, nullable=False),
    Column("up", Boolean(create_constraint=False), nullable=False),
    Column("at", Moment, nullable=False),
    Index("ix_week_votes_channel", "team_id", "channel_id"),
)
"""What people said of papers of the week; the columns are the fields of `handlers.ballots.Vote`, as below."""

nominations = Table(
    "nominations",
    metadata,
    Column("team_id", Text, primary_key=True),
    Column("channel_id", Text, primary_key=True),
    Column("paper_id", Text, primary_key=True),
    Column("user_id", Text, primary_key=True),
    Column("because", Text, nullable=False),
    Column("at", Moment, nullable=False),
)
"""Which papers people wanted, those that were picked since too."""

comparisons = Table(
    "comparisons",
    metadata,
    Column("team_id", Text, primary_key=True),
    Column("channel_id", Text, primary_key=True),
    Column("user_id", Text, primary_key=True),
    Column("one", Text, primary_key=True),
    Column("other", Text, primary_key=True),
    Column("winner", Text, nullable=False),
    Column("at", Moment, nullable=False),
)
"""Which of two papers people would rather read; `one` is the first of them in the order of the alphabet."""

searches = Table(
    "searches",
    metadata,
    Column("team_id", Text, primary_key=True),
    Column("channel_id", Text, primary_key=True),
    Column("day", Moment, primary_key=True),
    Column("key", KEY, primary_key=True),
    Column("query", Text, nullable=False),
    Column("count", Integer, nullable=False),
    Column("latest", Moment, nullable=False),
)
"""How often a topic was searched in a channel on a day (UTC), without who it was."""

questions = Table(
    "questions",
    metadata,
    Column("team_id", Text, primary_key=True),
    Column("channel_id", Text, primary_key=True),
    Column("ts", Text, primary_key=True),
    Column("thread", Text, nullable=False),
    Column("thread_ts", Text),
    Column("user_id", Text, nullable=False),
    Column("direct", Boolean(create_constraint=False), nullable=False),
    Column("text", Text, nullable=False),
    Column("asked", Moment, nullable=False),
    Column("state", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("held_until", Moment),
    Column("changed", Moment, nullable=False),
    Index("ix_questions_state", "state", "asked", "ts"),
    Index("ix_questions_thread", "team_id", "channel_id", "thread", "state"),
    Index("ix_questions_person", "team_id", "user_id", "state", "changed"),
)
"""What people asked the bot; a message is one question. `thread` is where it is answered: `thread_ts`, or its own `ts`
where it stands in no thread. `state` is `open` until it is dealt with, and then what it led to; its words are forgotten
then. `held_until` is the end of the lease while somebody answers it."""

shelf = Table(
    "shelf",
    metadata,
    Column("team_id", Text, primary_key=True),
    Column("user_id", Text, primary_key=True),
    Column("paper_id", Text, primary_key=True),
    Column("state", Text),
    Column("saved", Moment),
    Column("saved_in", Text),
    Column("shared", Boolean(create_constraint=False), nullable=False),
    Column("rating", Integer),
    Column("note", Text, nullable=False),
    Column("note_channel", Text),
    Column("noted", Moment),
    Column("hidden", Boolean(create_constraint=False), nullable=False),
    Index("ix_shelf_saved", "team_id", "saved_in"),
    Index("ix_shelf_notes", "team_id", "note_channel", "paper_id"),
)
"""What people keep of papers for themselves; the columns are the fields of `handlers.shelves.Shelved`."""

visits = Table(
    "visits",
    metadata,
    Column("team_id", Text, primary_key=True),
    Column("user_id", Text, primary_key=True),
    Column("at", Moment, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("before", Moment),
    Column("seen", Integer, nullable=False),
)
"""When people came to their Home; the columns are the fields of `handlers.visits.Visit`."""

feeds = Table(
    "feeds",
    metadata,
    Column("name", Text, primary_key=True),
    Column("next", Moment, nullable=False),
    Column("fetched", Moment),
    Column("cursor", Moment),
    Column("failures", Integer, nullable=False),
    Column("trouble", Text, nullable=False),
    Column("papers", Integer, nullable=False),
    Column("latest", Integer, nullable=False),
)
"""Feeds as they were named in the settings; the columns are the fields of `bot.store.feeds.FeedState`."""

feed_records = Table(
    "feed_records",
    metadata,
    Column("feed", Text, primary_key=True),
    Column("record", Text, primary_key=True),
    Column("print", Text, nullable=False),
    Column("changed", Moment, nullable=False),
)
"""What a feed has brought, by the name that its service knows it by: a fingerprint, to tell what is new in it, and when
the service last changed it."""
