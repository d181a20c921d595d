"""The deck of a game; trumps in the four colours of Wizard"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"

SUITS = "'spades', 'hearts', 'diamonds', 'clubs', 'blue', 'green', 'red', 'yellow'"
CARDS = {
    "turned": f"{SUITS}, 'jester', 'wizard', 'werewolf', 'none'",
    "trump": f"{SUITS}, 'none'",
}


def upgrade() -> None:
    op.add_column("game", sa.Column("deck", sa.String(length=20), nullable=True))
    with op.batch_alter_table("hand") as batch:
        for column, cards in CARDS.items():
            name = op.f(f"ck_hand_{column}")
            batch.drop_constraint(name, type_="check")
            batch.create_check_constraint(name, f"{column} IN ({cards})")
