"""The history of a book from indexes alone; a title, a place and a note for each game"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    history = ["started_at", "id"]
    op.create_index(op.f("ix_game_history"), "game", ["book_id", *history])
    op.create_index(op.f("ix_game_kind"), "game", ["book_id", "variant", *history])
    op.create_index(op.f("ix_player_person"), "player", ["person_id", "game_id"])
    op.drop_index(op.f("ix_player_person_id"), "player")
    for name, length in (("title", 40), ("place", 40), ("note", 300)):
        op.add_column("game", sa.Column(name, sa.String(length=length), nullable=True))
    op.add_column("game", sa.Column("sought", sa.Text(), nullable=True))
    is_told = sa.text("sought IS NOT NULL")
    op.create_index(
        op.f("ix_game_sought"), "game", ["book_id"], sqlite_where=is_told, postgresql_where=is_told
    )


def downgrade() -> None:
    raise NotImplementedError("a backup from before the upgrade has the schema before it")
