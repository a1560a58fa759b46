"""What people asked the bot, until it is answered."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Makes the table; nothing that is there changes."""
    op.create_table(
        "questions",
        *(sa.Column(name, sa.Text, primary_key=True) for name in ("team_id", "channel_id", "ts")),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("thread", "user_id", "text", "state")),
        sa.Column("thread_ts", sa.Text),
        sa.Column("direct", sa.Boolean(create_constraint=False), nullable=False),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in ("asked", "changed")),
        sa.Column("held_until", sa.BigInteger),
        sa.Column("attempts", sa.Integer, nullable=False),
    )
    op.create_index("ix_questions_state", "questions", ["state", "asked", "ts"])
    op.create_index("ix_questions_thread", "questions", ["team_id", "channel_id", "thread", "state"])
    op.create_index("ix_questions_person", "questions", ["team_id", "user_id", "state", "changed"])
