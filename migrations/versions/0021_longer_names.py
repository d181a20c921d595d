"""Names of people and phones have 40 letters"""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    short, long = sa.String(length=24), sa.String(length=40)
    for table in ("player", "person", "phone", "event_act"):
        # SQLite copies the table.
        rowid = {"sqlite_with_rowid": False} if table == "event_act" else {}
        with op.batch_alter_table(table, table_kwargs=rowid) as batch:
            batch.alter_column("name", existing_type=short, type_=long, existing_nullable=False)
            if table == "person":
                batch.alter_column(
                    "folded",
                    existing_type=sa.String(length=450),
                    type_=sa.String(length=750),
                    existing_nullable=False,
                )
