"""How far the feeds have come, and what each has brought."""

from sqlalchemy import Column, Integer, Table, Text

from bot.store.moments import Moment
from bot.store.tables.metadata import metadata

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
