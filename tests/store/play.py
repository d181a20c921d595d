"""Games in the store: started, and saved again and again, each time on the newest page."""

import uuid
from functools import partial

from hypothesis import HealthCheck, settings
from sqlalchemy import select

from scorekeeper.rules.actions import enter_bids, score_hand, turn_up
from scorekeeper.rules.game import Game
from scorekeeper.rules.variants.model import Turned
from scorekeeper.store.games import games, saves
from scorekeeper.store.mapping.log import Places, from_json
from scorekeeper.store.mapping.stored import StoredGame
from scorekeeper.store.models import CHANGE, run
from tests.rules.chance import Action
from tests.rules.notation import new

PHONE = "the phone of the scorekeeper"
UP = partial(turn_up, number=1, turned=Turned.HEARTS, named=None)
BIDS = partial(enter_bids, number=1, bids=(0, 1, 1))
TRICKS = partial(score_hand, number=1, tricks=(0, 0, 1), negated=None)
by_chance = settings(
    deadline=None,
    max_examples=20,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def started(phone: str = PHONE, game: Game | None = None) -> StoredGame:
    """A new game of this phone."""
    return games.start(phone, game or new("wizard", 3), uuid.uuid4().hex)


def saved(stored: StoredGame, *actions: Action) -> StoredGame:
    """The game after these further saves."""
    for action in actions:
        stored = saves.save(stored.key, PHONE, saves.Save(stored.revision, action)).after
    return stored


def played(*actions: Action) -> StoredGame:
    """A new game after these saves."""
    return saved(started(), *actions)


def lines_of(game_id: int) -> list[Places]:
    """The lines of the game's log, the oldest first."""
    query = select(CHANGE.c.places).where(CHANGE.c.game_id == game_id)
    return [*map(from_json, run(query.order_by(CHANGE.c.revision)).scalars())]
