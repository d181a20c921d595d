"""The rules of a game are kept with the game, and tables have up to ten seats"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

WIZARD = {
    "v": 1,
    "players": [3, 6],
    "deck": 60,
    "sizes": [1, None, 1, False],
    "turned": ["spades", "hearts", "diamonds", "clubs", "jester", "wizard"],
    "rotation": ["none"],
    "bids": ["", True],
    "made": [20, 10, 0, 0],
    "missed": [0, 0, -10, 0],
    "kept": None,
    "zero": [None, None],
    "dummies": 0,
    "negating": None,
    "target": None,
    "ties": "shared",
    "own": False,
}
TWO_PLAYER = WIZARD | {
    "players": [2, 2],
    "deck": 36,
    "sizes": [11, 11, 1, False],
    "bids": ["", False],
    "dummies": 1,
    "negating": "spade-8",
    "target": 100,
    "ties": "draw",
}
RULES = {
    "wizard": WIZARD,
    "tournament": WIZARD | {"made": [15, 10, 0, 0]},
    "two-player": TWO_PLAYER,
}
"""As the games were played until now, whatever a later program makes of them."""


def upgrade() -> None:
    op.add_column("game", sa.Column("rules", sa.String(length=1000), nullable=True))
    game = sa.table("game", sa.column("variant", sa.String), sa.column("rules", sa.String))
    for variant, rules in RULES.items():
        text = json.dumps(rules, separators=(",", ":"))
        op.execute(game.update().where(game.c.variant == variant).values(rules=text))
    with op.batch_alter_table("game") as batch:
        batch.alter_column("rules", existing_type=sa.String(length=1000), nullable=False)
        batch.create_check_constraint(op.f("ck_game_rules"), "length(rules) > 2")
    with op.batch_alter_table("player") as batch:
        batch.drop_constraint(op.f("ck_player_seat"), type_="check")
        batch.create_check_constraint(op.f("ck_player_seat"), "seat BETWEEN 0 AND 9")
