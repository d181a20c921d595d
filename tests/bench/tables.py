"""Fifty tables, compared with as many callers at the bare route that does one durable commit.

Ours and the bare route alternate. At full speed, each table sends its next tap when the last one is
answered. At a human pace, each taps every 2 seconds or so, and five followers of each poll every
2.5 seconds; at the bare routes as many clients save and open pages at the same pace. One thread
drives all callers (``loop.py``), in the same way for both sides; for ours it also unpacks each
answer, as a phone does.
"""

import random
from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter

from tests import databases
from tests.bench.crowd import EVERY, PAUSE, Clicks, Follower, Looks, Table
from tests.bench.evenings import NAMES, evening
from tests.bench.fill import Filler
from tests.bench.loop import Loop
from tests.bench.ours import beside_bare
from tests.bench.phone import phone_at
from tests.bench.report import Row, compared, slow
from tests.bench.scene import FIRST_EVENING
from tests.torture import evening as paper

TABLES, FOLLOWERS = 50, 5
TURNS = 3
TAPS, CLICKS, FLAT_OUT = 600, 3000, 8.0
"""The limits of a turn at full speed: saves, ours and bare, and seconds."""
SECONDS = 15.0
"""The duration of a turn at a human pace, in seconds."""
LEAST, MOST = 0.3, 3.0
"""The targets: saves per second as a share of the bare route's, and the factor of the 99th
percentile."""
SPREAD = 4
"""The tables have played 0 to 3 hands."""


def rows(folder: Path) -> Iterator[Row]:
    """Let the tables play in the folder of an empty database."""
    games = _set_up(folder)
    with beside_bare(folder) as (ours, bare):
        tables = [_table(ours.port, n, *game) for n, game in enumerate(games)]
        followers = [
            Follower(ours.port, random.Random(n), phone=phone_at(ours.port, games[n % TABLES][0]))
            for n in range(TABLES * FOLLOWERS)
        ]
        clicks = [Clicks(bare.port, random.Random(n)) for n in range(TABLES)]
        looks = [Looks(bare.port, random.Random(n)) for n in range(TABLES * FOLLOWERS)]
        yield from _flat_out(tables, clicks)
        yield from _at_their_pace(tables, followers, clicks, looks)


def _flat_out(tables: Sequence[Clicks], clicks: Sequence[Clicks]) -> Iterator[Row]:
    saves, spent = [0, 0], [0.0, 0.0]
    for _ in range(TURNS):
        for side, (savers, most) in enumerate(((tables, TAPS), (clicks, CLICKS))):
            quota = iter(range(most))
            for saver in savers:
                saver.quota, saver.thinks, saver.times = quota, False, []
            began = perf_counter()
            Loop().run(savers, [0.0] * TABLES, FLAT_OUT)
            spent[side] += perf_counter() - began
            saves[side] += sum(len(saver.times) for saver in savers)
    rate, bare = (made / seconds for made, seconds in zip(saves, spent, strict=True))
    ratio = rate / bare
    yield Row(f"{TABLES} at the bare durable commit, flat out", f"{bare:.0f} a second")
    what = f"{TABLES} tables flat out ÷ bare"
    yield Row(what, f"{rate:.0f} a second", ratio, f"≥ {LEAST}", ratio < LEAST)


def _at_their_pace(
    tables: Sequence[Clicks],
    followers: Sequence[Looks],
    clicks: Sequence[Clicks],
    looks: Sequence[Looks],
) -> Iterator[Row]:
    sides = (tables, followers), (clicks, looks), (clicks, ())
    taken: list[list[float]] = [[] for _ in sides]
    for _ in range(TURNS):
        for side, (savers, others) in enumerate(sides):
            taken[side] += _turn(savers, others)
    ours, bare, alone = taken
    what = f"{TABLES} tables × {FOLLOWERS} followers, save"
    yield Row(f"{what}s", f"{len(ours) / TURNS / SECONDS:.0f} a second")
    yield compared(f"{what} p50 ÷ bare at this pace", median(ours), median(bare))
    yield compared(f"{what} p99 ÷ bare at this pace", slow(ours), slow(bare), MOST)
    yield compared(f"{what} p99 ÷ bare without followers", slow(ours), slow(alone))


def _turn(savers: Sequence[Clicks], others: Sequence[Looks]) -> list[float]:
    """The times of the saves in a turn."""
    chance = random.Random(3)
    for saver in savers:
        saver.quota, saver.thinks, saver.times = count(), True, []
    delays = [PAUSE * chance.random() for _ in savers] + [EVERY * chance.random() for _ in others]
    Loop().run([*savers, *others], delays, SECONDS)
    return [ms for saver in savers for ms in saver.times]


def _set_up(folder: Path) -> list[tuple[str, str, int]]:
    """For each table the game, the key of its keeper, and the number of hands played."""
    chance, games = random.Random(50), []
    with Filler(folder / databases.FILE) as filler:
        for number in range(TABLES):
            hands, keeper = number % SPREAD, filler.owner(f"table {number}")
            began = FIRST_EVENING + timedelta(minutes=number)
            game = filler.game(evening(chance, hands), [keeper], began)
            games.append((game, keeper.key, hands))
    return games


def _table(port: int, number: int, game: str, key: str, hands: int) -> Table:
    chance = random.Random(number)
    taps = (tap for tap in paper.evening(chance, len(NAMES)) if tap.hand > hands)
    return Table(port, chance, keeper=phone_at(port, game, key), taps=taps)
