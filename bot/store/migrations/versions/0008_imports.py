"""What each import did, so that it can be looked at and taken back; and in which folder the files of imports lay."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

HANDLE = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    """Makes the tables; what was imported before is in none of them and stays as it is."""
    op.add_column("read_files", sa.Column("place", sa.Text))
    op.create_table(
        "imports",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("team_id", "who")),
        sa.Column("at", sa.BigInteger, nullable=False),
        *(sa.Column(name, sa.JSON, nullable=False) for name in ("what", "counts", "report", "files")),
        sa.Column("undone", sa.BigInteger),
    )
    op.create_table(
        "import_changes",
        sa.Column("number", sa.Integer, sa.ForeignKey("imports.number"), primary_key=True),
        sa.Column("paper_id", HANDLE, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("was_imported", sa.Boolean(create_constraint=False), nullable=False),
        *(sa.Column(name, sa.JSON, nullable=False) for name in ("before", "after")),
    )
    op.create_index("ix_import_changes_paper_id", "import_changes", ["paper_id"])
