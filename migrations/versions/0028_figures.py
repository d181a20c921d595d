"""Figures of a game are those of its last save; none are outdated"""

from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    # When the program starts, it calculates what finished games lack (store/lists.py).
    op.execute("DELETE FROM figure WHERE game_id IN (SELECT id FROM game WHERE figured IS NULL)")
    op.drop_index("ix_game_unfigured", table_name="game")
    op.drop_column("game", "figured")
