"""Print the dump of this program's schema: ``python -m tests.schemas > tests/schemas/0099.sql``."""

import sqlite3
import tempfile
from contextlib import closing
from functools import partial
from pathlib import Path

from scorekeeper.keys import join_code
from scorekeeper.rules.actions import enter_bids, turn_up
from scorekeeper.rules.variants.model import Turned
from scorekeeper.store.games import saves
from tests import databases
from tests.conftest import opened
from tests.store.events.rally import ENTERED, created, did
from tests.store.play import BIDS, PHONE, TRICKS, UP, played, saved

NEXT = partial(turn_up, number=2, turned=Turned.WIZARD, named=None)
BID = partial(enter_bids, number=2, bids=(1, None, None))
KEYS = {1: "the-first-game", 2: "the-second-game"}


def main() -> None:
    """Play the two games and enter the event that tests/test_migrations.py expects, and print their
    database."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        with opened(folder) as app, app.app_context():
            for _ in KEYS:
                stored = saved(played(UP, BIDS, TRICKS), NEXT, BID)
                saves.undo(stored.key, PHONE, stored.revision)
            did(created(PHONE), ENTERED, phone=PHONE)
        with closing(sqlite3.connect(folder / databases.FILE)) as connection:
            for number, key in KEYS.items():
                connection.execute(
                    "UPDATE game SET key = ?, code = ? WHERE id = ?", (key, join_code(key), number)
                )
            print(*connection.iterdump(), sep="\n")


if __name__ == "__main__":
    main()
