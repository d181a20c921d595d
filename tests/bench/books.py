"""The pages of a book of 10,000 games, which may not be much slower than those of a book of 100."""

import random
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median

from scorekeeper.http import cookies
from tests import databases
from tests.bench.evenings import evening
from tests.bench.fill import Filler, Owner
from tests.bench.line import Answer, Line, request
from tests.bench.ours import Ours
from tests.bench.report import Row

SMALL, LARGE, MOST = 100, 10_000, 3.0
"""The numbers of games in the two books, and the allowed factor between the times of their
pages."""
FIRST = datetime(2010, 1, 1, 19, 0)
ROUNDS, WARM = 40, 5


def rows(folder: Path) -> Iterator[Row]:
    """The same pages of both books, alternating."""
    with Filler(folder / databases.FILE) as filler:
        owners = [_book(filler, games) for games in (SMALL, LARGE)]
    ours = Ours(folder)
    ours.start()
    line = Line(ours.port)
    try:
        pages = [_pages(line, owner) for owner in owners]
        for what in pages[0]:
            small, large = _times(line, owners, [book[what] for book in pages])
            said = f"{what}, {LARGE:,} games (beside {SMALL})"
            ratio = large / small
            yield Row(said, f"{large:.2f}", ratio, f"≤ {MOST:g}", ratio > MOST)
    finally:
        line.close()
        ours.kill()


def _book(filler: Filler, games: int) -> Owner:
    """A book of finished games of the same four people."""
    chance = random.Random(games)
    pool = [evening(chance, 15) for _ in range(50)]
    owner = filler.owner(f"owner of {games}")
    for number in range(games):
        filler.game(chance.choice(pool), [owner], FIRST + timedelta(hours=12 * number))
        if number % 1000 == 999:
            filler.flush()
    return owner


def _pages(line: Line, owner: Owner) -> dict[str, str]:
    """The addresses of a book's pages by name."""
    people = _asked(line, owner, "/people")
    person = re.search(rb'href="(/people/\d+)"', people.raw)
    older = re.search(rb'href="(/history\?before=[^"]+)"', _asked(line, owner, "/history").raw)
    assert person
    assert older
    path = person[1].decode()
    return {
        "first page": "/",
        "history page": "/history",
        "its second page": older[1].decode(),
        "history of a person": f"/history?person={path.rpartition('/')[2]}",
        "history with a name": "/history?text=ann",
        "history of a year": "/history?year=2010&game=wizard",
        "person page": path,
    }


def _times(line: Line, owners: list[Owner], paths: list[str]) -> list[float]:
    """The median for each book."""
    found: list[list[float]] = [[] for _ in owners]
    for _ in range(ROUNDS + WARM):
        for times, owner, path in zip(found, owners, paths, strict=True):
            times.append(_asked(line, owner, path).ms)
    return [median(times[WARM:]) for times in found]


def _asked(line: Line, owner: Owner, path: str) -> Answer:
    answer = line.ask(request("GET", path, {"Cookie": f"{cookies.PHONE}={owner.key}"}))
    assert answer.status == 200, path
    return answer
