"""Tables of events that agree on their results"""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    op.add_column(
        "event", sa.Column("agrees", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    without = {"sqlite_with_rowid": False}
    with op.batch_alter_table("event_table", table_kwargs=without) as table:
        table.add_column(sa.Column("confirmed", sa.Integer(), nullable=True))
        table.add_column(sa.Column("disputed", sa.Integer(), nullable=True))
        table.add_column(sa.Column("dispute", sa.String(length=160), nullable=True))
        table.add_column(sa.Column("agreed_by", sa.Integer(), nullable=True))
        table.create_foreign_key(op.f("fk_event_table_agreed_by"), "phone", ["agreed_by"], ["id"])
