"""The first schema"""

import sqlalchemy as sa
from alembic import op

# The number of the last of the steps that it replaces: databases from before the first release
# that took them all are at this schema already.
revision = "0005"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "book",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("household", sa.Integer(), nullable=True),
        sa.CheckConstraint("household = 1", name=op.f("ck_book_household")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_book")),
        sa.UniqueConstraint("household", name=op.f("uq_book_household")),
    )
    op.create_table(
        "phone",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key_hash", sa.String(length=64), nullable=False),
        sa.Column("book_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("seen_at", sa.DateTime(), nullable=False),
        sa.Column("recovery_hash", sa.String(length=64), nullable=True),
        sa.Column("recovery_number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["book_id"], ["book.id"], name=op.f("fk_phone_book_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_phone")),
        sa.UniqueConstraint("key_hash", name=op.f("uq_phone_key_hash")),
        sa.UniqueConstraint("recovery_hash", name=op.f("uq_phone_recovery_hash")),
    )
    op.create_index(op.f("ix_phone_book_id"), "phone", ["book_id"], unique=False)
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=43), nullable=False),
        sa.Column("code", sa.String(length=6), nullable=True),
        sa.Column("book_id", sa.Integer(), nullable=False),
        sa.Column("brought_by", sa.Integer(), nullable=True),
        sa.Column("follows_id", sa.Integer(), nullable=True),
        sa.Column("started_by", sa.Integer(), nullable=True),
        sa.Column("token", sa.String(length=64), nullable=True),
        sa.Column("variant", sa.String(length=20), nullable=False),
        sa.Column("first_dealer", sa.Integer(), nullable=False),
        sa.Column("bid_rule", sa.String(length=20), nullable=False),
        sa.Column("sizes", sa.String(length=200), nullable=False),
        sa.Column("clock", sa.Integer(), nullable=True),
        sa.Column("ends_after", sa.Integer(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("rights", sa.Integer(), nullable=False),
        sa.Column("undoable", sa.Integer(), nullable=True),
        sa.Column("running", sa.Boolean(), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.Column("totals", sa.String(length=100), nullable=True),
        sa.Column("started_at", sa.DateTime(), nullable=False),
        sa.Column("changed_at", sa.DateTime(), nullable=False),
        sa.CheckConstraint("clock > 0", name=op.f("ck_game_clock")),
        sa.CheckConstraint("ends_after >= 0", name=op.f("ck_game_ends_after")),
        sa.CheckConstraint("played >= 0", name=op.f("ck_game_played")),
        sa.CheckConstraint("revision >= 0", name=op.f("ck_game_revision")),
        sa.CheckConstraint("rights >= 0", name=op.f("ck_game_rights")),
        sa.CheckConstraint("undoable BETWEEN 1 AND revision", name=op.f("ck_game_undoable")),
        sa.ForeignKeyConstraint(["book_id"], ["book.id"], name=op.f("fk_game_book_id")),
        sa.ForeignKeyConstraint(["brought_by"], ["phone.id"], name=op.f("fk_game_brought_by")),
        sa.ForeignKeyConstraint(
            ["follows_id"], ["game.id"], name=op.f("fk_game_follows_id"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(["started_by"], ["phone.id"], name=op.f("fk_game_started_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
        sa.UniqueConstraint("code", name=op.f("uq_game_code")),
        sa.UniqueConstraint("key", name=op.f("uq_game_key")),
        sa.UniqueConstraint("started_by", "token", name=op.f("uq_game_started_by_token")),
    )
    op.create_index("ix_game_book", "game", ["book_id", "id"], unique=False)
    op.create_index(op.f("ix_game_follows_id"), "game", ["follows_id"], unique=False)
    op.create_index("ix_game_list", "game", ["book_id", "running", "id"], unique=False)
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
        sa.Column("undoable", sa.Integer(), nullable=True),
        sa.Column("tap", sa.String(length=43), nullable=True),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_change_game_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["phone_id"], ["phone.id"], name=op.f("fk_change_phone_id")),
        sa.PrimaryKeyConstraint("game_id", "revision", name=op.f("pk_change")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "uq_change_tap",
        "change",
        ["game_id", "tap"],
        unique=True,
        sqlite_where=sa.text("tap IS NOT NULL"),
        postgresql_where=sa.text("tap IS NOT NULL"),
    )
    op.create_index(
        "uq_change_undoes",
        "change",
        ["game_id", "undoes"],
        unique=True,
        sqlite_where=sa.text("undoes IS NOT NULL"),
        postgresql_where=sa.text("undoes IS NOT NULL"),
    )
    op.create_table(
        "keeper",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("phone_id", sa.Integer(), nullable=False),
        sa.Column("taken_away", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_keeper_game_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["phone_id"], ["phone.id"], name=op.f("fk_keeper_phone_id")),
        sa.PrimaryKeyConstraint("game_id", "phone_id", name=op.f("pk_keeper")),
    )
    op.create_index("ix_keeper_phone", "keeper", ["phone_id", "game_id"], unique=False)
    op.create_table(
        "one_time_link",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("nonce", sa.String(length=22), nullable=False),
        sa.Column("phone_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Integer(), nullable=True),
        sa.Column("book_id", sa.Integer(), nullable=True),
        sa.Column("hand_over", sa.Boolean(), nullable=False),
        sa.Column("expires_at", sa.DateTime(), nullable=False),
        sa.Column("used_at", sa.DateTime(), nullable=True),
        sa.Column("used_by", sa.Integer(), nullable=True),
        sa.CheckConstraint(
            "(game_id IS NULL) <> (book_id IS NULL)", name=op.f("ck_one_time_link_purpose")
        ),
        sa.ForeignKeyConstraint(
            ["book_id"], ["book.id"], name=op.f("fk_one_time_link_book_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_one_time_link_game_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["phone_id"], ["phone.id"], name=op.f("fk_one_time_link_phone_id")),
        sa.ForeignKeyConstraint(["used_by"], ["phone.id"], name=op.f("fk_one_time_link_used_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_one_time_link")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_one_time_link_token_hash")),
    )
    op.create_index(op.f("ix_one_time_link_book_id"), "one_time_link", ["book_id"], unique=False)
    op.create_index(op.f("ix_one_time_link_game_id"), "one_time_link", ["game_id"], unique=False)
    op.create_index(op.f("ix_one_time_link_phone_id"), "one_time_link", ["phone_id"], unique=False)
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


def downgrade() -> None:
    raise NotImplementedError("there is no schema before the first one")
