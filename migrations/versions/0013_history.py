"""The history of a book from indexes alone"""

from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    history = ["started_at", "id"]
    op.create_index(op.f("ix_game_history"), "game", ["book_id", *history])
    op.create_index(op.f("ix_game_kind"), "game", ["book_id", "variant", *history])
    op.create_index(op.f("ix_player_person"), "player", ["person_id", "game_id"])
    op.drop_index(op.f("ix_player_person_id"), "player")
