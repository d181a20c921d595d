"""Tables of events that ask the desk for the right name of somebody"""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"


def upgrade() -> None:
    op.add_column("event_table", sa.Column("renames", sa.Integer(), nullable=True))
