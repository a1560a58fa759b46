"""The first tables: papers and their names, the files that were read, claims."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

KEY = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
SECONDS = sa.Integer().with_variant(sa.BigInteger(), "postgresql")


def upgrade() -> None:
    """Makes the tables; the library gets its name when it is first opened."""
    op.create_table(
        "library",
        sa.Column("one", sa.Integer, sa.CheckConstraint("one = 1"), primary_key=True),
        sa.Column("library_id", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
    )
    _papers()
    op.create_table(
        "names",
        sa.Column("key", KEY, primary_key=True),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("paper_id", KEY, sa.ForeignKey("papers.id"), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_names_paper_id", "names", ["paper_id"])
    op.create_table(
        "read_files",
        sa.Column("origin", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("fingerprint", sa.Text, nullable=False),
    )
    op.create_table(
        "claims",
        sa.Column("team_id", sa.Text, primary_key=True),
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("claimed_at", SECONDS, nullable=False),
    )


def _papers() -> None:
    texts = ("title", "venue", "url", "pdf", "code", "doi", "arxiv_id", "source")
    op.create_table(
        "papers",
        sa.Column("id", KEY, primary_key=True),
        sa.Column("abstract", sa.Text, nullable=False),
        *(sa.Column(name, sa.Text) for name in texts),
        sa.Column("authors", sa.JSON, nullable=False),
        sa.Column("keywords", sa.JSON, nullable=False),
        sa.Column("year", sa.Integer),
        sa.Column("imported", sa.Boolean(create_constraint=False), nullable=False),
        sa.Column("retired", sa.Boolean(create_constraint=False), nullable=False),
        sa.Column("fingerprint", sa.Text, nullable=False),
        sa.Column("added", sa.Integer, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False, unique=True),
    )
    op.create_index("ix_papers_fingerprint", "papers", ["fingerprint"])
    op.create_index("ix_papers_shown", "papers", ["retired", "id"])
