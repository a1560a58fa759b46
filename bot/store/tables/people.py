"""What people ask, what they keep for themselves, and when they came to their Home."""

from sqlalchemy import Boolean, Column, Index, Integer, Table, Text

from bot.store.moments import Moment
from bot.store.tables.metadata import metadata

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
