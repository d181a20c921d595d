"""A save knows the number of its tap, so that a tap that comes again is not saved again."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    with op.batch_alter_table("change") as change:
        change.add_column(sa.Column("tap", sa.String(length=43), nullable=True))
        change.create_index(
            op.f("uq_change_tap"),
            ["game_id", "tap"],
            unique=True,
            sqlite_where=sa.text("tap IS NOT NULL"),
            postgresql_where=sa.text("tap IS NOT NULL"),
        )
