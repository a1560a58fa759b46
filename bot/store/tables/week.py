"""What the people of a channel say and search, for its paper of the week."""

from sqlalchemy import Boolean, Column, Index, Integer, Table, Text

from bot.store.differences import KEY
from bot.store.moments import Moment
from bot.store.tables.metadata import metadata

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
