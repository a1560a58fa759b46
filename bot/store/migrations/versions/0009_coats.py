"""The records of papers that have several, what somebody has split off from one, and which papers may be one."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

HANDLE = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Makes the tables; all names that are there are the papers' own."""
    no: dict[str, Any] = {"nullable": False, "server_default": sa.false()}
    op.add_column("names", sa.Column("by_coat", sa.Boolean(create_constraint=False), **no))
    op.create_table(
        "coats",
        sa.Column("paper_id", HANDLE, sa.ForeignKey("papers.id"), primary_key=True),
        sa.Column("position", sa.Integer, primary_key=True, autoincrement=False),
        *(sa.Column(name, sa.JSON, nullable=False) for name in ("record", "names")),
        sa.Column("because", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger),
        sa.Column("number", sa.Integer),
    )
    op.create_index("ix_coats_number", "coats", ["number"])
    op.create_table(
        "kept_apart",
        sa.Column("record", sa.Text, primary_key=True),
        sa.Column("paper_id", HANDLE, sa.ForeignKey("papers.id"), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "doubts",
        *(sa.Column(name, HANDLE, sa.ForeignKey("papers.id"), primary_key=True) for name in ("one", "other")),
        sa.Column("because", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger),
    )
