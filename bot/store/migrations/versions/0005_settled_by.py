"""Finds the slots that a posting settled without looking at all of them, as each posting that is deleted asks for."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Makes the index; nothing that is there changes."""
    op.create_index("ix_settled_slots_posting", "settled_slots", ["team_id", "posting_key"])
