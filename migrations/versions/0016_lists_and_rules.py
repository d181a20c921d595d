"""The newest games by when they were played; room for every option of a bidding rule"""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    op.drop_index(op.f("ix_game_list"), "game")
    op.create_index(op.f("ix_game_list"), "game", ["book_id", "running", "started_at", "id"])
    short, long = sa.String(length=20), sa.String(length=60)
    for table in ("game", "hand"):
        with op.batch_alter_table(table) as batch:
            batch.alter_column("bid_rule", existing_type=short, type_=long, existing_nullable=False)
