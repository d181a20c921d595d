"""The people of a book, whom the names at its tables mean"""

import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "person",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("book_id", sa.Integer(), nullable=False),
        sa.Column("folded", sa.String(length=450), nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("same_as", sa.Integer(), nullable=True),
        sa.Column("hidden", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(
            ["book_id"], ["book.id"], name=op.f("fk_person_book_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["same_as"], ["person.id"], name=op.f("fk_person_same_as"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
        sa.UniqueConstraint("book_id", "folded", name=op.f("uq_person_book_id_folded")),
    )
    op.create_index(op.f("ix_person_same_as"), "person", ["same_as"])
    with op.batch_alter_table("player") as batch:
        batch.add_column(sa.Column("person_id", sa.Integer(), nullable=True))
        batch.create_foreign_key(op.f("fk_player_person_id"), "person", ["person_id"], ["id"])
        batch.create_index(op.f("ix_player_person_id"), ["person_id"])
    op.add_column("book", sa.Column("stamp", sa.String(length=16), nullable=True))
    op.add_column("game", sa.Column("figured", sa.Integer(), nullable=True))
    op.create_index(
        op.f("ix_game_unfigured"),
        "game",
        ["book_id"],
        sqlite_where=sa.text("figured IS NULL AND running = 0"),
        postgresql_where=sa.text("figured IS NULL AND NOT running"),
    )
    make_figures()
    make_log()
    meet_people()


def make_figures() -> None:
    numbers = (
        *("players", "position", "beaten", "total", "hands", "made", "bid", "took", "zeros"),
        *("zeros_made", "run", "climbed", "best", "best_hand", "worst", "worst_hand"),
    )
    op.create_table(
        "figure",
        sa.Column("game_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=True),
        sa.Column("won", sa.Boolean(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in numbers),
        sa.Column("sizes", sa.JSON(), nullable=False),
        sa.Column("turns", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id", "seat"],
            ["player.game_id", "player.seat"],
            name=op.f("fk_figure_game_id_seat"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_figure")),
        sqlite_with_rowid=False,
    )


def make_log() -> None:
    op.create_table(
        "person_change",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("book_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("undone", sa.Boolean(), server_default=sa.false(), nullable=False),
        *(
            sa.ForeignKeyConstraint(
                [f"{of}_id"],
                [f"{of}.id"],
                name=op.f(f"fk_person_change_{of}_id"),
                ondelete="CASCADE",
            )
            for of in ("book", "person")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person_change")),
    )
    for of in ("book", "person"):
        op.create_index(op.f(f"ix_person_change_{of}_id"), "person_change", [f"{of}_id"])


def meet_people() -> None:
    """A person for each name of each book, called as they were written last."""
    connection = op.get_bind()
    person = sa.table("person", *map(sa.column, ("id", "book_id", "folded", "name")))
    written = connection.execute(
        sa.text(
            "SELECT game.book_id, player.name, max(game.id) FROM player"
            " JOIN game ON game.id = player.game_id"
            " GROUP BY game.book_id, player.name ORDER BY 3 DESC, 2"
        )
    ).all()
    names: dict[tuple[int, str], str] = {}
    for book, name, _ in written:
        names.setdefault((book, folded(name)), name)
    people = [{"book_id": book, "folded": key, "name": name} for (book, key), name in names.items()]
    if not people:
        return
    connection.execute(sa.insert(person), people)
    known = {
        (row.book_id, row.folded): row.id
        for row in connection.execute(sa.select(person.c.id, person.c.book_id, person.c.folded))
    }
    connection.execute(
        sa.text(
            "UPDATE player SET person_id = :person WHERE name = :name"
            " AND game_id IN (SELECT id FROM game WHERE book_id = :book)"
        ),
        [
            {"person": known[book, folded(name)], "name": name, "book": book}
            for book, name, _ in written
        ],
    )


def folded(name: str) -> str:
    """As the program folded names when this step was written."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    letters = "".join(letter for letter in plain if unicodedata.combining(letter) < 200)
    return " ".join(letters.split()) or name
