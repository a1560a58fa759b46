"""Feeds with what they brought, and papers that were withdrawn."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Makes the tables and the column; no paper that is there was withdrawn."""
    no: dict[str, Any] = {"nullable": False, "server_default": sa.false()}
    op.add_column("papers", sa.Column("withdrawn", sa.Boolean(create_constraint=False), **no))
    op.create_index("ix_papers_withdrawn", "papers", ["withdrawn"])
    op.create_table(
        "feeds",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("next", sa.BigInteger, nullable=False),
        *(sa.Column(name, sa.BigInteger) for name in ("fetched", "cursor")),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("trouble", sa.Text, nullable=False),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("papers", "latest")),
    )
    op.create_table(
        "feed_records",
        *(sa.Column(name, sa.Text, primary_key=True) for name in ("feed", "record")),
        sa.Column("print", sa.Text, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
