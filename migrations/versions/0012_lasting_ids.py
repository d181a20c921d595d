"""A game has an id that lasts, also in files; a book remembers which games were deleted"""

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("game", sa.Column("uid", sa.String(length=64), nullable=True))
    connection = op.get_bind()
    game = sa.table("game", *map(sa.column, ("id", "key", "uid")))
    known = connection.execute(sa.select(game.c.id, game.c.key)).all()
    if known:
        connection.execute(
            sa.update(game)
            .where(game.c.id == sa.bindparam("of_game"))
            .values(uid=sa.bindparam("new")),
            [{"of_game": row.id, "new": stable_id(row.key)} for row in known],
        )
    with op.batch_alter_table("game") as batch:
        batch.alter_column("uid", existing_type=sa.String(length=64), nullable=False)
    op.create_index(op.f("ix_game_uid"), "game", ["book_id", "uid"], unique=True)
    op.create_table(
        "deleted_game",
        sa.Column("book_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("uid", sa.String(length=64), nullable=False),
        sa.Column("deleted_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["book_id"], ["book.id"], name=op.f("fk_deleted_game_book_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("book_id", "uid", name=op.f("pk_deleted_game")),
        sqlite_with_rowid=False,
    )


def stable_id(key: str) -> str:
    """As the program made lasting ids when this step was written."""
    return hashlib.sha256(f"play {key}".encode()).hexdigest()[:32]
