"""Events: their logs, desks and tables; the bids made in a game, and when it ended"""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"

ONE = " + ".join(
    f"CASE WHEN {name}_id IS NULL THEN 0 ELSE 1 END" for name in ("game", "book", "event")
)


def upgrade() -> None:
    _events()
    _of_event()
    some = sa.text("event_id IS NOT NULL")
    with op.batch_alter_table("game") as game:
        game.add_column(sa.Column("event_id", sa.Integer(), nullable=True))
        game.add_column(sa.Column("made", sa.String(length=80), nullable=True))
        game.add_column(sa.Column("ended_at", sa.DateTime(), nullable=True))
        game.create_foreign_key(
            op.f("fk_game_event_id"), "event", ["event_id"], ["id"], ondelete="SET NULL"
        )
        game.create_index(
            op.f("ix_game_event"), ["event_id"], sqlite_where=some, postgresql_where=some
        )
    with op.batch_alter_table("one_time_link") as link:
        link.add_column(sa.Column("event_id", sa.Integer(), nullable=True))
        link.create_foreign_key(
            op.f("fk_one_time_link_event_id"), "event", ["event_id"], ["id"], ondelete="CASCADE"
        )
        link.create_index(op.f("ix_one_time_link_event_id"), ["event_id"])
        link.drop_constraint(op.f("ck_one_time_link_purpose"), type_="check")
        link.create_check_constraint(op.f("ck_one_time_link_purpose"), f"{ONE} = 1")


def _events() -> None:
    op.create_table(
        "event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=43), nullable=False),
        sa.Column("uid", sa.String(length=64), nullable=False),
        sa.Column("secret", sa.String(length=43), nullable=False),
        sa.Column("book_id", sa.Integer(), nullable=False),
        sa.Column("brought_by", sa.Integer(), nullable=True),
        sa.Column("started_by", sa.Integer(), nullable=True),
        sa.Column("token", sa.String(length=64), nullable=True),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("place", sa.String(length=60), nullable=False),
        sa.Column("day", sa.Date(), nullable=True),
        sa.Column("ended", sa.Boolean(), nullable=False, server_default=sa.false()),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in COUNTERS),
        sa.Column("started_at", sa.DateTime(), nullable=False),
        sa.Column("changed_at", sa.DateTime(), nullable=False),
        *(sa.CheckConstraint(f"{name} >= 0", name=op.f(f"ck_event_{name}")) for name in COUNTERS),
        sa.ForeignKeyConstraint(["book_id"], ["book.id"], name=op.f("fk_event_book_id")),
        sa.ForeignKeyConstraint(["brought_by"], ["phone.id"], name=op.f("fk_event_brought_by")),
        sa.ForeignKeyConstraint(["started_by"], ["phone.id"], name=op.f("fk_event_started_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_event")),
        sa.UniqueConstraint("key", name=op.f("uq_event_key")),
        sa.UniqueConstraint("started_by", "token", name=op.f("uq_event_started_by_token")),
    )
    op.create_index(op.f("ix_event_list"), "event", ["book_id", "started_at", "id"])


COUNTERS = ("revision", "rights", "touched")


def _of_event() -> None:
    op.create_table(
        "event_act",
        *_keys("event_act", "number"),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("phone_id", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(length=24), nullable=False, server_default=""),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("undone", sa.Integer(), nullable=True),
        sa.Column("tap", sa.String(length=43), nullable=True),
        sa.ForeignKeyConstraint(["phone_id"], ["phone.id"], name=op.f("fk_event_act_phone_id")),
        sqlite_with_rowid=False,
    )
    tapped = sa.text("tap IS NOT NULL")
    op.create_index(
        op.f("uq_event_act_tap"),
        "event_act",
        ["event_id", "tap"],
        unique=True,
        sqlite_where=tapped,
        postgresql_where=tapped,
    )
    op.create_table(
        "event_desk",
        *_keys("event_desk", "phone_id"),
        sa.Column("taken_away", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["phone_id"], ["phone.id"], name=op.f("fk_event_desk_phone_id")),
    )
    op.create_index(op.f("ix_event_desk_phone"), "event_desk", ["phone_id", "event_id"])
    op.create_table(
        "event_table",
        *_keys("event_table", "round", "number"),
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("claimed_by", sa.Integer(), nullable=True),
        sa.Column("asked_by", sa.Integer(), nullable=True),
        sa.Column("closed", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_event_table_game_id"), ondelete="CASCADE"
        ),
        *(
            sa.ForeignKeyConstraint([name], ["phone.id"], name=op.f(f"fk_event_table_{name}"))
            for name in ("claimed_by", "asked_by")
        ),
        sa.UniqueConstraint("game_id", name=op.f("uq_event_table_game_id")),
        sqlite_with_rowid=False,
    )


def _keys(table: str, *names: str) -> list[sa.schema.SchemaItem]:
    """The columns of the primary key of something that belongs to an event."""
    keys = ("event_id", *names)
    return [
        *(sa.Column(name, sa.Integer(), nullable=False) for name in keys),
        sa.ForeignKeyConstraint(
            ["event_id"], ["event.id"], name=op.f(f"fk_{table}_event_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint(*keys, name=op.f(f"pk_{table}")),
    ]
