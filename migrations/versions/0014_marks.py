"""What another sheet said of a game from a file; a title, a place and a note for each game"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "mark",
        sa.Column("game_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("said", sa.Integer(), nullable=False),
        sa.CheckConstraint("number >= 0", name=op.f("ck_mark_number")),
        sa.ForeignKeyConstraint(
            ["game_id", "seat"],
            ["player.game_id", "player.seat"],
            name=op.f("fk_mark_game_id"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("game_id", "number", "seat", name=op.f("pk_mark")),
        sqlite_with_rowid=False,
    )
    for name, length in (("title", 40), ("place", 40), ("note", 300)):
        op.add_column("game", sa.Column(name, sa.String(length=length), nullable=True))
    op.add_column("game", sa.Column("sought", sa.Text(), nullable=True))
    is_told = sa.text("sought IS NOT NULL")
    op.create_index(
        op.f("ix_game_sought"), "game", ["book_id"], sqlite_where=is_told, postgresql_where=is_told
    )
