"""A phone's games in the order that its history is read in."""

from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    with op.batch_alter_table("keeper") as keeper:
        keeper.create_index(op.f("ix_keeper_phone"), ["phone_id", "game_id"])
        keeper.drop_index(op.f("ix_keeper_phone_id"))
