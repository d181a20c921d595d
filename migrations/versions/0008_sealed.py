"""Bids that lie face down until all are opened together"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column(
        "game",
        sa.Column("phone_bids", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
    op.create_table(
        "sealed_bid",
        sa.Column("game_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("cards", sa.Integer(), nullable=False),
        sa.Column("bid", sa.Integer(), nullable=False),
        sa.Column("phone_id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.CheckConstraint("number >= 1", name=op.f("ck_sealed_bid_number")),
        sa.CheckConstraint("cards BETWEEN 1 AND 60", name=op.f("ck_sealed_bid_cards")),
        sa.CheckConstraint("bid BETWEEN 0 AND cards", name=op.f("ck_sealed_bid_bid")),
        sa.ForeignKeyConstraint(
            ["game_id", "seat"],
            ["player.game_id", "player.seat"],
            name=op.f("fk_sealed_bid_game_id_seat"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["phone_id"], ["phone.id"], name=op.f("fk_sealed_bid_phone_id")),
        sa.PrimaryKeyConstraint("game_id", "number", "seat", name=op.f("pk_sealed_bid")),
    )
