"""The people of a book, whom the names at its tables mean"""

import unicodedata

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


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
    meet_people()


def downgrade() -> None:
    raise NotImplementedError("a backup from before the upgrade has the schema before it")


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
