"""The contents of the database before a server is measured: games of one book and its phones."""

import random
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from tests import databases
from tests.bench.evenings import evening
from tests.bench.fill import Filler

FIRST_EVENING = datetime(2025, 1, 3, 19, 0)
GAMES = 30


@dataclass(frozen=True, slots=True)
class Scene:
    """A keeper's book of 30 games, of which three are running.

    ``late`` waits for hand 15 with a second keeper, ``middle`` for hand 14, ``early`` for the
    first.
    """

    keeper: str
    second: str
    late: str
    middle: str
    early: str


def set_up(folder: Path) -> Scene:
    """Write the scene into the database of a folder."""
    chance = random.Random(7)
    with Filler(folder / databases.FILE) as filler:
        keeper = filler.owner("keeper")
        second = filler.owner("second")
        days = iter(FIRST_EVENING + timedelta(days=7 * week) for week in range(GAMES))
        for _ in range(GAMES - 3):
            filler.game(evening(chance, 15), [keeper], next(days))
        late = filler.game(evening(chance, 14), [keeper, second], next(days))
        middle = filler.game(evening(chance, 13), [keeper], next(days))
        early = filler.game(evening(chance, 0), [keeper], next(days))
    return Scene(keeper.key, second.key, late, middle, early)
