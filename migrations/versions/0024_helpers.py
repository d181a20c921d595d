"""Phones that only enter the results of an event"""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    for table in ("event_desk", "one_time_link"):
        op.add_column(
            table, sa.Column("helps", sa.Boolean(), nullable=False, server_default=sa.false())
        )
