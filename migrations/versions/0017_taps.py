"""Numbers of taps that changed nothing, or that a later one overtook"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.create_table(
        "tap",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.String(length=43), nullable=False),
        sa.Column("places", sa.Text(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_tap_game_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "number", name=op.f("pk_tap")),
        sqlite_with_rowid=False,
    )
