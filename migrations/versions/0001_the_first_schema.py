"""The first schema"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "phone",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key_hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_phone")),
        sa.UniqueConstraint("key_hash", name=op.f("uq_phone_key_hash")),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=43), nullable=False),
        sa.Column("phone_id", sa.Integer(), nullable=False),
        sa.Column("variant", sa.String(length=20), nullable=False),
        sa.Column("first_dealer", sa.Integer(), nullable=False),
        sa.Column("bid_rule", sa.String(length=20), nullable=False),
        sa.Column("sizes", sa.String(length=200), nullable=False),
        sa.Column("clock", sa.Integer(), nullable=True),
        sa.Column("ends_after", sa.Integer(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.DateTime(), nullable=False),
        sa.Column("changed_at", sa.DateTime(), nullable=False),
        sa.CheckConstraint("clock > 0", name=op.f("ck_game_clock")),
        sa.CheckConstraint("ends_after >= 0", name=op.f("ck_game_ends_after")),
        sa.CheckConstraint("revision >= 0", name=op.f("ck_game_revision")),
        sa.ForeignKeyConstraint(["phone_id"], ["phone.id"], name=op.f("fk_game_phone_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
        sa.UniqueConstraint("key", name=op.f("uq_game_key")),
    )
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_game_phone_id"), ["phone_id"], unique=False)

    op.create_table(
        "change",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("phone_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("before", sa.String(), nullable=True),
        sa.Column("after", sa.String(), nullable=True),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_change_game_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["phone_id"], ["phone.id"], name=op.f("fk_change_phone_id")),
        sa.PrimaryKeyConstraint("game_id", "revision", name=op.f("pk_change")),
    )
    op.create_table(
        "player",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.CheckConstraint("seat BETWEEN 0 AND 5", name=op.f("ck_player_seat")),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_player_game_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_player")),
    )
    op.create_table(
        "hand",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("cards", sa.Integer(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=False),
        sa.Column("bid_rule", sa.String(length=20), nullable=False),
        sa.Column("turned", sa.String(length=8), nullable=True),
        sa.Column("trump", sa.String(length=8), nullable=True),
        sa.Column("negated", sa.Integer(), nullable=True),
        sa.Column("scored", sa.Boolean(), nullable=False),
        sa.CheckConstraint(
            "trump IN ('spades', 'hearts', 'diamonds', 'clubs', 'none')", name=op.f("ck_hand_trump")
        ),
        sa.CheckConstraint(
            "turned IN ('spades', 'hearts', 'diamonds', 'clubs', 'jester', 'wizard')",
            name=op.f("ck_hand_turned"),
        ),
        sa.CheckConstraint("NOT scored OR trump IS NOT NULL", name=op.f("ck_hand_scored")),
        sa.CheckConstraint("cards BETWEEN 1 AND 60", name=op.f("ck_hand_cards")),
        sa.CheckConstraint("negated BETWEEN -1 AND 5", name=op.f("ck_hand_negated")),
        sa.CheckConstraint("number >= 1", name=op.f("ck_hand_number")),
        sa.ForeignKeyConstraint(
            ["game_id", "dealer"],
            ["player.game_id", "player.seat"],
            name=op.f("fk_hand_game_id_dealer"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_hand_game_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "number", name=op.f("pk_hand")),
        sa.UniqueConstraint(
            "game_id", "number", "cards", name=op.f("uq_hand_game_id_number_cards")
        ),
    )
    op.create_table(
        "entry",
        sa.Column("game_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("cards", sa.Integer(), nullable=False),
        sa.Column("bid", sa.Integer(), nullable=True),
        sa.Column("tricks", sa.Integer(), nullable=True),
        sa.CheckConstraint("bid BETWEEN 0 AND cards", name=op.f("ck_entry_bid")),
        sa.CheckConstraint("tricks BETWEEN 0 AND cards", name=op.f("ck_entry_tricks")),
        sa.ForeignKeyConstraint(
            ["game_id", "number", "cards"],
            ["hand.game_id", "hand.number", "hand.cards"],
            name=op.f("fk_entry_game_id_number_cards"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["game_id", "seat"],
            ["player.game_id", "player.seat"],
            name=op.f("fk_entry_game_id_seat"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("game_id", "number", "seat", name=op.f("pk_entry")),
    )
