"""When people came to their Home."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Makes the table; nothing that is there changes."""
    op.create_table(
        "visits",
        *(sa.Column(name, sa.Text, primary_key=True) for name in ("team_id", "user_id")),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("before", sa.BigInteger),
        sa.Column("seen", sa.Integer, nullable=False),
    )
