"""What channels have asked for, and which papers they do not want."""

from sqlalchemy import Boolean, Column, ForeignKey, Integer, Table, Text, UniqueConstraint

from bot.store.moments import Moment
from bot.store.tables.metadata import metadata

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

hidden_papers = Table(
    "hidden_papers",
    metadata,
    Column("schedule_id", Text, ForeignKey("schedules.id", ondelete="CASCADE"), primary_key=True),
    Column("paper_id", Text, primary_key=True),
    Column("team_id", Text, nullable=False),
    Column("number", Integer, nullable=False),
)
"""Papers that people said are not for a schedule's channel, numbered in that order."""
