"""A player may begin with points, leave, and sit down between others"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    with op.batch_alter_table("player") as batch:
        batch.add_column(sa.Column("start", sa.Integer(), server_default="0", nullable=False))
        batch.add_column(sa.Column("away", sa.Boolean(), server_default=sa.false(), nullable=False))
        batch.add_column(sa.Column("place", sa.Integer(), nullable=True))
        batch.create_check_constraint(op.f("ck_player_place"), "place BETWEEN 0 AND 9")
