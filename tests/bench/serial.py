"""One request after another, ours and the bare routes' taking turns."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import cycle
from statistics import median

from tests.bench.line import Line, request
from tests.bench.phone import Phone
from tests.bench.scene import Scene
from tests.torture.evening import Tap

FOLLOWERS = 5
Sample = tuple[str, float]
"""What was asked for, and the milliseconds it took."""
Step = Callable[[], Iterator[Sample]]


class Bares:
    """The bare routes."""

    def __init__(self, port: int) -> None:
        self._line = Line(port)
        self._save, self._get = request("POST", "/", {}), request("GET", "/hello", {})

    def steps(self) -> list[Step]:
        """A round."""
        return [self._saves, self._saves, self._gets, self._gets, self._gets]

    def _saves(self) -> Iterator[Sample]:
        yield "bare durable commit", self._line.ask(self._save).ms

    def _gets(self) -> Iterator[Sample]:
        yield "bare route", self._line.ask(self._get).ms


class Stage:
    """A server of ours with the phones of the scene; ``mark`` stands before what is measured."""

    def __init__(self, port: int, scene: Scene, mark: str = "") -> None:
        self.mark = mark
        self._keeper = Phone(port, scene.late, scene.keeper)
        self._second = Phone(port, scene.late, scene.second)
        self._followers = [Phone(port, scene.late) for _ in range(FOLLOWERS)]
        self._views = [Phone(port, f"{scene.late}/table") for _ in range(2)]
        self._early = Phone(port, scene.early, scene.keeper)
        self._home = Phone(port, "/", scene.keeper)
        # One of its own, since an answer without a body may end its connection.
        self._resting = Phone(port, scene.middle)
        for phone in (self._keeper, self._second, self._early, self._resting):
            phone.open()
        for phone in (*self._followers, *self._views):
            phone.open()
        self._early.tap(Tap(1, "trump", (("turned", "hearts"),)))
        self._late_bids, self._early_bids = cycle("10"), cycle("10")

    def steps(self) -> list[Step]:
        """A round."""
        return [self._late_tap, self._early_tap, self._idle, self._page, self._first_page]

    def _late_tap(self) -> Iterator[Sample]:
        chips = (("bid_1", "0"), ("bid_2", "0"), ("bid_0", next(self._late_bids)))
        yield self._of("tap, 14 hands", self._keeper.tap(Tap(15, "bids", chips)).ms)
        for number, follower in enumerate(self._followers):
            name = "news to later followers" if number else "news to the first follower"
            yield self._of(name, _news(follower))
        yield self._of("news to a second keeper", _news(self._second))
        for number, view in enumerate(self._views):
            name = "news to a later table view" if number else "news to a table view"
            yield self._of(name, _news(view))

    def _early_tap(self) -> Iterator[Sample]:
        chips = (("bid_1", "0"), ("bid_2", "0"), ("bid_0", next(self._early_bids)))
        yield self._of("tap, first hand", self._early.tap(Tap(1, "bids", chips)).ms)

    def _idle(self) -> Iterator[Sample]:
        for _ in range(2):
            answer = self._resting.ask()
            assert answer.status == 204, answer.head
            yield self._of("idle poll", answer.ms)

    def _page(self) -> Iterator[Sample]:
        answer = self._keeper.line.ask(self._keeper.page())
        assert answer.status == 200, answer.head
        yield self._of("game page, 14 hands", answer.ms)

    def _first_page(self) -> Iterator[Sample]:
        answer = self._home.line.ask(self._home.page())
        assert answer.status == 200, answer.head
        yield self._of("first page, 30 games", answer.ms)

    def _of(self, name: str, ms: float) -> Sample:
        return self.mark + name, ms


def measure(sides: list[Bares | Stage], rounds: int, warm: int = 10) -> dict[str, float]:
    """The median of each kind, in milliseconds; the order of a round is drawn anew."""
    chance, taken = random.Random(1), defaultdict[str, list[float]](list)
    for number in range(warm + rounds):
        steps = [step for side in sides for step in side.steps()]
        chance.shuffle(steps)
        for step in steps:
            for name, ms in step():
                if number >= warm:
                    taken[name].append(ms)
    return {name: median(times) for name, times in taken.items()}


def _news(phone: Phone) -> float:
    answer = phone.ask()
    assert answer.status == 200, "no news"
    return answer.ms
