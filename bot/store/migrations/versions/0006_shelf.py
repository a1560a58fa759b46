"""What people keep of papers for themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Makes the table; nothing that is there changes."""
    op.create_table(
        "shelf",
        *(sa.Column(name, sa.Text, primary_key=True) for name in ("team_id", "user_id", "paper_id")),
        *(sa.Column(name, sa.Text) for name in ("state", "saved_in", "note_channel")),
        *(sa.Column(name, sa.BigInteger) for name in ("saved", "noted")),
        *(sa.Column(name, sa.Boolean(create_constraint=False), nullable=False) for name in ("shared", "hidden")),
        sa.Column("rating", sa.Integer),
        sa.Column("note", sa.Text, nullable=False),
    )
    op.create_index("ix_shelf_saved", "shelf", ["team_id", "saved_in"])
    op.create_index("ix_shelf_notes", "shelf", ["team_id", "note_channel", "paper_id"])
