"""A colour of their own for people, in all their games"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.add_column("person", sa.Column("colour", sa.Integer(), nullable=True))
