"""Many tables that tap at the same time, at a human pace or as fast as they can."""

import random
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path
from statistics import median, quantiles
from typing import Protocol

from tests.torture import size
from tests.torture.caller import Caller
from tests.torture.evening import Paper, Tap, evening, send

PAUSE = size(1, 2)
"""Seconds between two taps of a table, on average."""
PLAYERS = 3


class Saver(Protocol):
    """A client that saves repeatedly."""

    @property
    def caller(self) -> Caller:
        """The phone."""

    def save(self) -> None:
        """Save once. Raises AssertionError unless the answer says saved."""


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


@dataclass
class Click:
    """A client that saves at the bare route."""

    caller: Caller

    def save(self) -> None:
        """Save once more."""
        assert self.caller.ask("POST", "/", {}).status == 200


@dataclass
class Times:
    """The time of each save in milliseconds, and the saves per second."""

    taken: list[float] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def middle(self) -> float:
        """The median."""
        return median(self.taken)

    @property
    def slow(self) -> float:
        """The 99th percentile."""
        return quantiles(self.taken, n=100)[98]

    @property
    def rate(self) -> float:
        """Saves per second."""
        return len(self.taken) / self.seconds

    def add(self, savers: Sequence[Saver], taps: int, *, thinks: bool) -> None:
        """Let all clients save this often at the same time, each on its own connection, and
        measure."""
        began = time.perf_counter()
        seeds = [number if thinks else None for number in range(len(savers))]
        with ThreadPoolExecutor(len(savers)) as pool:
            for taken in pool.map(_taps, savers, repeat(taps), seeds):
                self.taken += taken
        self.seconds += time.perf_counter() - began


def _taps(saver: Saver, taps: int, seed: int | None) -> list[float]:
    """A ``seed`` adds pauses between the taps, the same for the same seed."""
    chance, taken = random.Random(seed), []
    if seed is not None:
        time.sleep(PAUSE * chance.random())
    for _ in range(taps):
        began = time.perf_counter()
        saver.save()
        taken.append((time.perf_counter() - began) * 1000)
        if seed is not None:
            time.sleep(PAUSE * chance.uniform(0.5, 1.5))
    # The server disconnects idle clients.
    saver.caller.close()
    return taken


def memory(pid: int) -> float:
    """The memory of a process, in MB."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS:"))
