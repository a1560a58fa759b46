"""What people say about papers, for the paper of the week: votes, nominations, comparisons and searches."""

import sqlalchemy as sa
from alembic import op

from bot.store.differences import KEY

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Makes the tables; nothing that is there changes."""
    _table(
        "week_votes",
        ("team_id", "posting_key", "user_id"),
        *_texts("channel_id", "paper_id"),
        sa.Column("up", sa.Boolean(create_constraint=False), nullable=False),
        _moment("at"),
    )
    op.create_index("ix_week_votes_channel", "week_votes", ["team_id", "channel_id"])
    _table("nominations", ("team_id", "channel_id", "paper_id", "user_id"), *_texts("because"), _moment("at"))
    _table("comparisons", ("team_id", "channel_id", "user_id", "one", "other"), *_texts("winner"), _moment("at"))
    _table(
        "searches",
        ("team_id", "channel_id"),
        sa.Column("day", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("key", KEY, primary_key=True),
        *_texts("query"),
        sa.Column("count", sa.Integer, nullable=False),
        _moment("latest"),
    )


def _table(name: str, keys: tuple[str, ...], *others: sa.Column[object]) -> None:
    op.create_table(name, *(sa.Column(key, sa.Text, primary_key=True) for key in keys), *others)


def _texts(*names: str) -> tuple[sa.Column[object], ...]:
    return tuple(sa.Column(name, sa.Text, nullable=False) for name in names)


def _moment(name: str) -> sa.Column[object]:
    return sa.Column(name, sa.BigInteger, nullable=False)
