"""Rights that were claimed or granted; slips that were used, and corrections of closed tables"""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    for table in ("keeper", "event_desk"):
        op.add_column(
            table, sa.Column("claimed", sa.Boolean(), nullable=False, server_default=sa.false())
        )
    without = {"sqlite_with_rowid": False}
    with op.batch_alter_table("event_table", table_kwargs=without) as table:
        table.add_column(sa.Column("used", sa.Boolean(), nullable=False, server_default=sa.false()))
        table.add_column(sa.Column("corrected_by", sa.Integer(), nullable=True))
        table.add_column(sa.Column("joining", sa.String(length=40), nullable=True))
        table.create_foreign_key(
            op.f("fk_event_table_corrected_by"), "phone", ["corrected_by"], ["id"]
        )
    for step in (*DESKS, *KEEPERS, *SLIPS):
        op.execute(step)


DESKS = (
    # A phone that created or claimed the event and left its book lost the reason to run it.
    """DELETE FROM event_desk WHERE NOT taken_away
    AND EXISTS (SELECT 1 FROM event_act WHERE event_act.event_id = event_desk.event_id
        AND event_act.phone_id = event_desk.phone_id
        AND event_act.kind IN ('created', 'desk-claimed'))
    AND NOT EXISTS (SELECT 1 FROM event, phone WHERE event.id = event_desk.event_id
        AND phone.id = event_desk.phone_id AND phone.book_id = event.book_id)""",
    """UPDATE event_desk SET claimed = true
    WHERE EXISTS (SELECT 1 FROM event, phone WHERE event.id = event_desk.event_id
        AND phone.id = event_desk.phone_id AND phone.book_id = event.book_id)""",
)
RUNS = """EXISTS (SELECT 1 FROM game, event_desk WHERE game.id = keeper.game_id
        AND event_desk.event_id = game.event_id AND event_desk.phone_id = keeper.phone_id
        AND NOT event_desk.taken_away)"""
KEEPERS = (
    # A phone that once ran the event, and no longer does, kept a copy of that right.
    f"""DELETE FROM keeper WHERE NOT taken_away AND NOT {RUNS}
    AND EXISTS (SELECT 1 FROM game, event_act WHERE game.id = keeper.game_id
        AND event_act.event_id = game.event_id AND event_act.phone_id = keeper.phone_id)""",  # noqa: S608
    f"""UPDATE keeper SET claimed = true WHERE {RUNS}
    OR EXISTS (SELECT 1 FROM game, phone WHERE game.id = keeper.game_id
        AND game.event_id IS NULL AND phone.id = keeper.phone_id
        AND phone.book_id = game.book_id)""",  # noqa: S608
)
SLIPS = (
    "UPDATE event_table SET used = (claimed_by IS NOT NULL)",
    """UPDATE event_table SET claimed_by = NULL WHERE NOT EXISTS (SELECT 1 FROM keeper
        WHERE keeper.game_id = event_table.game_id AND keeper.phone_id = event_table.claimed_by
        AND NOT keeper.taken_away)""",
)
