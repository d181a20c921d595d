"""Books, keepers, one-time links and spoken codes"""

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

LETTERS = "ACDEFGHJKMNPQRTUVWXY34679"


def upgrade() -> None:
    op.create_table(
        "book",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("household", sa.Integer(), nullable=True),
        sa.CheckConstraint("household = 1", name=op.f("ck_book_household")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_book")),
        sa.UniqueConstraint("household", name=op.f("uq_book_household")),
    )
    with op.batch_alter_table("phone") as phone:
        phone.add_column(sa.Column("book_id", sa.Integer(), nullable=True))
        phone.add_column(sa.Column("name", sa.String(length=24), nullable=False, server_default=""))
        phone.add_column(sa.Column("seen_at", sa.DateTime(), nullable=True))
        phone.add_column(sa.Column("recovery_hash", sa.String(length=64), nullable=True))
        phone.add_column(
            sa.Column("recovery_number", sa.Integer(), nullable=False, server_default="0")
        )
    with op.batch_alter_table("game") as game:
        game.add_column(sa.Column("code", sa.String(length=6), nullable=True))
        game.add_column(sa.Column("book_id", sa.Integer(), nullable=True))
        game.add_column(sa.Column("brought_by", sa.Integer(), nullable=True))
        game.add_column(sa.Column("follows_id", sa.Integer(), nullable=True))
        game.add_column(sa.Column("rights", sa.Integer(), nullable=False, server_default="0"))
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
    op.create_index(op.f("ix_keeper_phone_id"), "keeper", ["phone_id"])
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
        sa.ForeignKeyConstraint(["phone_id"], ["phone.id"], name=op.f("fk_one_time_link_phone_id")),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_one_time_link_game_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["book_id"], ["book.id"], name=op.f("fk_one_time_link_book_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["used_by"], ["phone.id"], name=op.f("fk_one_time_link_used_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_one_time_link")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_one_time_link_token_hash")),
    )
    for column in ("phone_id", "game_id", "book_id"):
        op.create_index(op.f(f"ix_one_time_link_{column}"), "one_time_link", [column])
    _fill()
    _tighten()


def _fill() -> None:
    """Each phone gets a book of its own, with the games that it started and keeps."""
    run = op.get_bind().exec_driver_sql
    run("INSERT INTO book (id) SELECT id FROM phone")
    if op.get_bind().dialect.name == "postgresql":
        run("SELECT setval(pg_get_serial_sequence('book', 'id'), max(id)) FROM book")
    run("UPDATE phone SET book_id = id")
    run(
        "UPDATE phone SET seen_at = coalesce((SELECT max(changed_at) FROM game"
        " WHERE game.phone_id = phone.id), CURRENT_TIMESTAMP)"
    )
    run("UPDATE game SET book_id = phone_id")
    run("INSERT INTO keeper (game_id, phone_id, taken_away) SELECT id, phone_id, false FROM game")
    game = sa.table("game", sa.column("key", sa.String), sa.column("code", sa.String))
    used = set()
    for key in list(op.get_bind().scalars(sa.select(game.c.key))):
        code = _code(key)
        if code not in used:
            used.add(code)
            op.get_bind().execute(game.update().where(game.c.key == key).values(code=code))


def _code(key: str) -> str:
    number = int.from_bytes(hashlib.sha256(f"code 0 {key}".encode()).digest())
    letters = ""
    for _ in range(6):
        number, index = divmod(number, len(LETTERS))
        letters += LETTERS[index]
    return letters


def _tighten() -> None:
    with op.batch_alter_table("phone") as phone:
        phone.alter_column("book_id", existing_type=sa.Integer(), nullable=False)
        phone.alter_column("seen_at", existing_type=sa.DateTime(), nullable=False)
        phone.alter_column("name", existing_type=sa.String(length=24), server_default=None)
        phone.alter_column("recovery_number", existing_type=sa.Integer(), server_default=None)
        phone.create_foreign_key(op.f("fk_phone_book_id"), "book", ["book_id"], ["id"])
        phone.create_unique_constraint(op.f("uq_phone_recovery_hash"), ["recovery_hash"])
        phone.create_index(op.f("ix_phone_book_id"), ["book_id"])
    with op.batch_alter_table("game") as game:
        game.drop_index(op.f("ix_game_phone_id"))
        game.drop_constraint(op.f("fk_game_phone_id"), type_="foreignkey")
        game.drop_column("phone_id")
        game.alter_column("book_id", existing_type=sa.Integer(), nullable=False)
        game.alter_column("rights", existing_type=sa.Integer(), server_default=None)
        game.create_foreign_key(op.f("fk_game_book_id"), "book", ["book_id"], ["id"])
        game.create_foreign_key(op.f("fk_game_brought_by"), "phone", ["brought_by"], ["id"])
        game.create_foreign_key(
            op.f("fk_game_follows_id"), "game", ["follows_id"], ["id"], ondelete="SET NULL"
        )
        game.create_unique_constraint(op.f("uq_game_code"), ["code"])
        game.create_check_constraint(op.f("ck_game_rights"), "rights >= 0")
        game.create_index(op.f("ix_game_book_id"), ["book_id"])
        game.create_index(op.f("ix_game_follows_id"), ["follows_id"])
