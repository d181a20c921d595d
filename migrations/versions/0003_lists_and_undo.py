"""Lists that read no hands, Undo by one look-up, a game started once.

``totals`` stays NULL here: it follows from the rules, and the program works it out when it starts.
"""

from itertools import groupby

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    with op.batch_alter_table("game") as game:
        game.add_column(sa.Column("started_by", sa.Integer(), nullable=True))
        game.add_column(sa.Column("token", sa.String(length=64), nullable=True))
        game.add_column(sa.Column("undoable", sa.Integer(), nullable=True))
        game.add_column(
            sa.Column("running", sa.Boolean(), nullable=False, server_default=sa.true())
        )
        game.add_column(sa.Column("played", sa.Integer(), nullable=False, server_default="0"))
        game.add_column(sa.Column("totals", sa.String(length=100), nullable=True))
    # SQLite's rows of the log in the order of their key: a save then writes one page less.
    anew = "always" if op.get_bind().dialect.name == "sqlite" else "auto"
    in_order = {"sqlite_with_rowid": False}
    with op.batch_alter_table("change", recreate=anew, table_kwargs=in_order) as change:
        change.add_column(sa.Column("undoable", sa.Integer(), nullable=True))
        change.create_index(
            op.f("uq_change_undoes"),
            ["game_id", "undoes"],
            unique=True,
            sqlite_where=sa.text("undoes IS NOT NULL"),
            postgresql_where=sa.text("undoes IS NOT NULL"),
        )
    _stack_up()
    with op.batch_alter_table("game") as game:
        game.alter_column("running", existing_type=sa.Boolean(), server_default=None)
        game.alter_column("played", existing_type=sa.Integer(), server_default=None)
        game.create_foreign_key(op.f("fk_game_started_by"), "phone", ["started_by"], ["id"])
        game.create_unique_constraint(op.f("uq_game_started_by_token"), ["started_by", "token"])
        game.create_check_constraint(op.f("ck_game_undoable"), "undoable BETWEEN 1 AND revision")
        game.create_check_constraint(op.f("ck_game_played"), "played >= 0")
        game.drop_index(op.f("ix_game_book_id"))
        game.create_index(op.f("ix_game_list"), ["book_id", "running", "id"])
        game.create_index(op.f("ix_game_book"), ["book_id", "id"])


def _stack_up() -> None:
    """Write down of every save what Undo takes back after it, and of every game what is next."""
    run = op.get_bind()
    names = ("game_id", "revision", "undoes", "undoable")
    change = sa.table("change", *(sa.column(name, sa.Integer) for name in names))
    game = sa.table("game", sa.column("id", sa.Integer), sa.column("undoable", sa.Integer))
    query = sa.select(change.c.game_id, change.c.revision, change.c.undoes)
    saves = run.execute(query.order_by(change.c.game_id, change.c.revision)).all()
    for game_id, of_game in groupby(saves, key=lambda save: save.game_id):
        stack: list[int] = []
        for _, number, undoes in of_game:
            if undoes is not None:
                stack.remove(undoes)
                continue
            if stack:
                here = sa.and_(change.c.game_id == game_id, change.c.revision == number)
                run.execute(change.update().where(here).values(undoable=stack[-1]))
            stack.append(number)
        if stack:
            run.execute(game.update().where(game.c.id == game_id).values(undoable=stack[-1]))
