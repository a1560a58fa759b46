"""Schedules, the posts that come of them, and what those settled, showed and are not to show."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Makes the tables; nothing that is there changes."""
    _schedules()
    _postings()
    _of_both("settled_slots", "slot")
    _of_both("shown_papers", "paper_id")
    op.create_index("ix_shown_papers_posting", "shown_papers", ["team_id", "posting_key"])
    op.create_table(
        "hidden_papers",
        sa.Column("schedule_id", sa.Text, sa.ForeignKey("schedules.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("paper_id", sa.Text, primary_key=True),
        sa.Column("team_id", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
    )


def _schedules() -> None:
    texts = ("team_id", "channel_id", "kind", "query", "key", "rhythm", "zone", "creator")
    op.create_table(
        "schedules",
        sa.Column("id", sa.Text, primary_key=True),
        *(sa.Column(name, sa.Text, nullable=False) for name in texts),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("weekday", "hour", "minute")),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in ("created", "since")),
        sa.Column("quiet", sa.Boolean(create_constraint=False), nullable=False),
        *(sa.Column(name, sa.Text) for name in ("paused", "settled", "skip")),
        sa.UniqueConstraint("team_id", "channel_id", "kind", "key", name="uq_schedules_key"),
    )


def _postings() -> None:
    op.create_table(
        "postings",
        sa.Column("team_id", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("channel_id", "kind", "state")),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in ("at", "changed")),
        *(sa.Column(name, sa.BigInteger) for name in ("held_until", "looked")),
        *(sa.Column(name, sa.JSON, nullable=False) for name in ("slots", "papers", "facts")),
        sa.Column("message", sa.JSON),
        sa.Column("attempts", sa.Integer, nullable=False),
        *(sa.Column(name, sa.Text) for name in ("thread_ts", "error", "ts", "owner")),
    )
    op.create_index("ix_postings_state", "postings", ["state", "at", "key"])
    op.create_index("ix_postings_channel", "postings", ["team_id", "channel_id", "state", "changed"])
    op.create_index("ix_postings_latest", "postings", ["team_id", "channel_id", "kind", "at"])
    on_its_way = sa.text("state IN ('sending', 'unknown')")
    op.create_index(
        "uq_postings_on_their_way",
        "postings",
        ["team_id", "channel_id"],
        unique=True,
        sqlite_where=on_its_way,
        postgresql_where=on_its_way,
    )


def _of_both(table: str, what: str) -> None:
    """A table of things that belong to a schedule and to the posting that they came with."""
    op.create_table(
        table,
        sa.Column("schedule_id", sa.Text, sa.ForeignKey("schedules.id", ondelete="CASCADE"), primary_key=True),
        sa.Column(what, sa.Text, primary_key=True),
        sa.Column("team_id", sa.Text, nullable=False),
        sa.Column("posting_key", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["team_id", "posting_key"], ["postings.team_id", "postings.key"]),
    )
