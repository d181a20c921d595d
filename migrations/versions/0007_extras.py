"""A hand keeps tricks that are nobody's, a bid that a cloud moved, and what counts besides"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column(
        "game",
        sa.Column("specials", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
    with op.batch_alter_table("hand") as batch:
        batch.add_column(sa.Column("void", sa.Integer(), server_default="0", nullable=False))
        batch.add_column(sa.Column("cloud", sa.Integer(), nullable=True))
        batch.add_column(sa.Column("cloud_step", sa.Integer(), nullable=True))
        batch.create_check_constraint(op.f("ck_hand_void"), "void BETWEEN 0 AND cards")
        batch.create_check_constraint(
            op.f("ck_hand_cloud"), "(cloud IS NULL) = (cloud_step IS NULL)"
        )
        batch.create_check_constraint(op.f("ck_hand_cloud_step"), "cloud_step IN (-1, 1)")
    op.create_table(
        "bonus",
        sa.Column("game_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("partner", sa.Integer(), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(length=60), nullable=False),
        sa.CheckConstraint(
            "partner BETWEEN -1 AND 9 AND partner <> seat", name=op.f("ck_bonus_partner")
        ),
        sa.CheckConstraint(
            "amount <> 0 AND (amount > 0 OR kind = 'points')", name=op.f("ck_bonus_amount")
        ),
        sa.ForeignKeyConstraint(
            ["game_id", "number"],
            ["hand.game_id", "hand.number"],
            name=op.f("fk_bonus_game_id_number"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["game_id", "seat"],
            ["player.game_id", "player.seat"],
            name=op.f("fk_bonus_game_id_seat"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "game_id", "number", "seat", "kind", "partner", name=op.f("pk_bonus")
        ),
        sqlite_with_rowid=False,
    )
