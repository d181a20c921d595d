"""A database with 1,000,000 stored hands, created once and kept for the next run.

It has 66,667 finished games of 15 hands and four players, 4,000,020 entries, in 3,000 books of two
phones each, both of which keep score. The log is that of phones without JavaScript, with a save for
each panel: 44 lines a game (the last hand turns no card), so 2,933,348 in all. In addition, one
phone has a book of 10,000 games for its CSV, with 440,000 lines.

The hands are taken from 400 different evenings, played by the rules of the program. Every row goes
through the constraints of the schema. ``python -m tests.bench.crowded FOLDER`` puts a copy into a
folder.
"""

import hashlib
import os
import random
import shutil
import sqlite3
import sys
import tempfile
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from alembic.script import ScriptDirectory

from scorekeeper.store.engine import MIGRATIONS
from tests import databases
from tests.bench import evenings, fill
from tests.bench.evenings import Evening, evening
from tests.bench.fill import Filler, Owner
from tests.bench.ours import new_database

CACHE = Path(tempfile.gettempdir())
FIRST = datetime(2010, 1, 1, 19, 0)
BATCH = 2000
"""The number of games in a transaction."""
HISTORIAN = "historian"
"""The phone with the large book."""


@dataclass(frozen=True, slots=True)
class Size:
    """The numbers of games: in all books of two phones, and in the large book."""

    games: int = 66_667
    books: int = 3_000
    history: int = 10_000
    evenings: int = 400


def crowded(folder: Path) -> None:
    """Copy this database into the folder."""
    made = CACHE / f"scorekeeper-bench-{_version()}.sqlite3"
    if not made.exists():
        _make(made)
    target = folder / databases.FILE
    shutil.copyfile(made, target)
    # Otherwise the disk would still be writing while saves are timed.
    with target.open("rb") as file:
        os.fsync(file.fileno())


def fill_up(folder: Path, size: Size) -> None:
    """Write these games into an empty database."""
    chance = random.Random(15)
    pool = [evening(chance, 15) for _ in range(size.evenings)]
    with Filler(folder / databases.FILE) as filler:
        books = [_book(filler, number) for number in range(size.books)]
        for number in range(size.games):
            _game(filler, number, chance.choice(pool), chance.choice(books))
        historian = [filler.owner(HISTORIAN)]
        for number in range(size.history):
            _game(filler, number, chance.choice(pool), historian)


def _book(filler: Filler, number: int) -> list[Owner]:
    first = filler.owner(f"first of {number}")
    return [first, filler.owner(f"second of {number}", first.book_id)]


def _game(filler: Filler, number: int, played: Evening, keepers: list[Owner]) -> None:
    filler.game(played, keepers, FIRST + timedelta(hours=2 * number))
    if number % BATCH == BATCH - 1:
        filler.flush()


def _make(file: Path) -> None:
    sys.stderr.write(f"Making {file}: this takes some minutes, once.\n")
    with tempfile.TemporaryDirectory(dir=CACHE) as name:
        folder = Path(name)
        new_database(folder)
        draft = folder / databases.FILE
        with closing(sqlite3.connect(draft)) as connection:
            # In one file, even if the program would use a second one beside it.
            connection.execute("PRAGMA journal_mode=DELETE")
        fill_up(folder, Size())
        draft.replace(file)


def _version() -> str:
    """A hash of the schema and of the code that fills it."""
    (schema,) = ScriptDirectory(str(MIGRATIONS)).get_heads()
    digest = hashlib.sha256()
    for module in (evenings, fill, sys.modules[__name__]):
        digest.update(Path(str(module.__file__)).read_bytes())
    return f"{schema}-{digest.hexdigest()[:8]}"


if __name__ == "__main__":
    crowded(Path(sys.argv[1]))
