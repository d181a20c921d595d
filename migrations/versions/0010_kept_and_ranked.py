"""A book keeps own games by name; lists know who won where totals are equal; the Werewolf"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("game", sa.Column("kept_as", sa.String(length=24), nullable=True))
    op.add_column("game", sa.Column("positions", sa.String(length=40), nullable=True))
    op.create_index(
        "ix_game_kept",
        "game",
        ["book_id", "kept_as"],
        sqlite_where=sa.text("kept_as IS NOT NULL"),
        postgresql_where=sa.text("kept_as IS NOT NULL"),
    )
    with op.batch_alter_table("hand") as batch:
        batch.drop_constraint(op.f("ck_hand_turned"), type_="check")
        batch.create_check_constraint(
            op.f("ck_hand_turned"),
            "turned IN ('spades', 'hearts', 'diamonds', 'clubs', 'jester', 'wizard', 'werewolf')",
        )
