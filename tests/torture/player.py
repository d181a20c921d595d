"""A phone that continues to play, whatever else the program has to do."""

import random
import time
from collections.abc import Iterator
from statistics import median

from tests.torture.caller import LOST, Caller
from tests.torture.evening import Paper, Tap, evening, send


class Player:
    """A phone that plays an evening and measures the time of each answer. A tap whose connection
    broke is sent again, as the page does; ``again`` counts these.
    """

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self.game = self.caller.start("Ann", "Ben", "Cem")
        self.paper = Paper(3)
        self.taps: Iterator[Tap] = evening(random.Random(4))
        self.again = 0

    def tap(self, count: int, *, anew: bool = False) -> float:
        """Save this many taps, with ``anew`` every second one on a new connection. Returns the
        median time of an answer, in milliseconds.
        """
        times = []
        for number in range(count):
            if anew and number % 2 == 0:
                self.caller.close()
            tap, began = next(self.taps), time.perf_counter()
            assert self._saved(tap) == 200, tap
            times.append(time.perf_counter() - began)
            self.paper = self.paper.after(tap)
        return median(times) * 1000

    def _saved(self, tap: Tap) -> int:
        for _ in range(20):
            try:
                return send(self.caller, self.game, tap, self.paper.saves)
            except TimeoutError:
                raise
            except LOST:
                self.again += 1
        raise AssertionError(f"{tap} finds no open line")
