"""Many tables that tap at the same time, at a human pace or as fast as they can."""

import random
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import repeat

from tests.torture import size
from tests.torture.caller import Caller
from tests.torture.evening import Paper, Tap, evening, send

PAUSE = size(1, 2)
"""Seconds between two taps of a table, on average."""
PLAYERS = 3


@dataclass
class Table:
    """A table that plays an evening with this many hands, and its expected sheet."""

    caller: Caller
    chance: random.Random
    hands: int
    game: str = field(init=False)
    paper: Paper = field(default_factory=lambda: Paper(PLAYERS))
    rest: list[Tap] = field(init=False)

    def __post_init__(self) -> None:
        sizes = ", ".join(str(number) for number in range(1, self.hands + 1))
        self.game = self.caller.start("Ann", "Ben", "Cem", length="list", sizes=sizes)
        self.rest = list(evening(self.chance, PLAYERS, self.hands))

    def save(self) -> None:
        """The next tap."""
        tap = self.rest.pop(0)
        status = send(self.caller, self.game, tap, self.paper.saves)
        assert status == 200, f"{tap} was answered with {status}"
        self.paper = self.paper.after(tap)


def tap_at_once(tables: Sequence[Table], taps: int, *, thinks: bool = False) -> float:
    """Let all tables save this often at the same time, each on its own connection; returns the
    saves per second. With ``thinks`` they pause between the taps."""
    began = time.perf_counter()
    seeds = [number if thinks else None for number in range(len(tables))]
    with ThreadPoolExecutor(len(tables)) as pool:
        list(pool.map(_tap, tables, repeat(taps), seeds))
    return len(tables) * taps / (time.perf_counter() - began)


def _tap(table: Table, taps: int, seed: int | None) -> None:
    """A ``seed`` adds pauses between the taps, the same for the same seed."""
    chance = random.Random(seed)
    if seed is not None:
        time.sleep(PAUSE * chance.random())
    for _ in range(taps):
        table.save()
        if seed is not None:
            time.sleep(PAUSE * chance.uniform(0.5, 1.5))
    # The server disconnects idle clients.
    table.caller.close()
