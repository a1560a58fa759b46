"""What is done once, and the posts that were planned with all that they settled and showed."""

from sqlalchemy import JSON, Column, ForeignKey, ForeignKeyConstraint, Index, Integer, Table, Text, text

from bot.store.differences import SECONDS
from bot.store.moments import Moment
from bot.store.tables.metadata import metadata

claims = Table(
    "claims",
    metadata,
    Column("team_id", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("claimed_at", SECONDS, nullable=False),
)
"""What is done once only in a workspace; whoever inserts the row does it. Times are seconds since 1970, UTC."""

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
