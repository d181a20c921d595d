"""One request after another: ours and the bare routes', alternating in one run.

Medians are compared, so that neither the machine's drift nor a few slow writes to the disk affect
one kind more than another. A tap is sent by a page that shows the stored game. The first follower
polls with the stamp from before the tap, then each other with the same.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import cycle
from statistics import median
from time import monotonic

from tests.bench.line import Answer, Asks, request
from tests.bench.phone import Phone
from tests.bench.report import Row, compared
from tests.bench.scene import Scene
from tests.torture.evening import Tap

FOLLOWERS = 5
WARM = 10
"""The number of rounds that are not counted, or a tenth of the time."""
COMMIT, ROUTE = "bare durable commit", "bare route"
ASKED = {
    "tap, 14 hands on the sheet": (COMMIT, 2.5),
    "tap, first hand": (COMMIT, 2.2),
    "news to the second and later followers": (ROUTE, 1.3),
    "news to the first follower": (ROUTE, None),
    "news to a second keeper": (ROUTE, None),
    "news to the first table view": (ROUTE, None),
    "news to a later table view": (ROUTE, None),
    "game page, 14 hands": (ROUTE, 6),
    "first page, 30 games": (ROUTE, 5),
    "idle poll": (ROUTE, 0.8),
}
"""A measurement, its baseline, and the allowed factor."""
LATE, EARLY, LATER_NEWS, NEWS, SECOND, VIEW, LATER_VIEW, PAGE, HOME, IDLE = ASKED
Sample = tuple[str, float]
"""The kind of a request, and its milliseconds."""
Step = Callable[[], Iterator[Sample]]


class Bares:
    """The bare routes."""

    def __init__(self, line: Asks) -> None:
        self._line = line
        self._save, self._get = request("POST", "/", {}), request("GET", "/hello", {})

    def steps(self) -> list[Step]:
        """The requests of a round."""
        return [self._saves, self._saves, self._gets, self._gets, self._gets]

    def _saves(self) -> Iterator[Sample]:
        yield COMMIT, _good(self._line.ask(self._save))

    def _gets(self) -> Iterator[Sample]:
        yield ROUTE, _good(self._line.ask(self._get))


class Stage:
    """A server of ours with the phones of the scene; ``mark`` is a prefix of its measurements."""

    def __init__(self, new_line: Callable[[], Asks], scene: Scene, mark: str = "") -> None:
        def phone(path: str, key: str = "") -> Phone:
            return Phone(new_line(), path, key)

        self._mark = mark
        self._keeper = phone(scene.late, scene.keeper)
        self._second = phone(scene.late, scene.second)
        self._followers = [phone(scene.late) for _ in range(FOLLOWERS)]
        self._views = [phone(f"{scene.late}/table") for _ in range(2)]
        self._early = phone(scene.early, scene.keeper)
        self._resting = phone(scene.middle)
        self._home = phone("/", scene.keeper)
        for one in (self._keeper, self._second, *self._followers, *self._views):
            one.open()
        self._early.open()
        self._early.tap(Tap(1, "trump", (("turned", "hearts"),)))
        self._resting.open()
        self._bids = {number: cycle("10") for number in (1, 15)}

    def steps(self) -> list[Step]:
        """The requests of a round."""
        return [self._tap_and_news, self._early_tap, self._idle, self._page, self._first_page]

    def _tap_and_news(self) -> Iterator[Sample]:
        yield self._of(LATE, self._keeper.tap(self._bid(15)))
        first, *others = self._followers
        yield self._of(NEWS, first.ask())
        for follower in others:
            yield self._of(LATER_NEWS, follower.ask())
        yield self._of(SECOND, self._second.ask())
        yield self._of(VIEW, self._views[0].ask())
        yield self._of(LATER_VIEW, self._views[1].ask())

    def _early_tap(self) -> Iterator[Sample]:
        yield self._of(EARLY, self._early.tap(self._bid(1)))

    def _idle(self) -> Iterator[Sample]:
        for _ in range(2):
            yield self._of(IDLE, self._resting.ask(), status=204)

    def _page(self) -> Iterator[Sample]:
        yield self._of(PAGE, self._keeper.line.ask(self._keeper.page()))

    def _first_page(self) -> Iterator[Sample]:
        yield self._of(HOME, self._home.line.ask(self._home.page()))

    def _bid(self, number: int) -> Tap:
        """A bid that changes each time, with two that stay."""
        changing = ("bid_0", next(self._bids[number]))
        return Tap(number, "bids", (("bid_1", "0"), ("bid_2", "0"), changing))

    def _of(self, name: str, answer: Answer, status: int = 200) -> Sample:
        return self._mark + name, _good(answer, status)


def measure(sides: Sequence[Bares | Stage], seconds: float) -> dict[str, float]:
    """The median of each kind, in milliseconds; each round has a random order."""
    chance, taken = random.Random(1), defaultdict[str, list[float]](list)
    began = monotonic()
    rounds = 0
    while rounds < WARM and monotonic() < began + seconds / 10:
        _round(chance, sides)
        rounds += 1
    while not taken or monotonic() < began + seconds:
        for name, ms in _round(chance, sides):
            taken[name].append(ms)
    return {name: median(times) for name, times in taken.items()}


def rows(times: Mapping[str, float], growth: Mapping[str, float]) -> Iterator[Row]:
    """The table's lines; ``growth`` is the factor of a time with a million hands stored."""
    for bare in (ROUTE, COMMIT):
        yield Row(bare, f"{times[bare]:.2f}")
    for what, (bare, most) in ASKED.items():
        row = compared(f"{what} ÷ {bare}", times[what], times[bare], most)
        yield replace(row, growth=growth.get(what))
    for what in (LATE, EARLY):
        # The disk takes the same part of both, on some days most of it.
        yield Row(f"{what} − {COMMIT}", f"{times[what] - times[COMMIT]:.2f}")


def _round(chance: random.Random, sides: Sequence[Bares | Stage]) -> list[Sample]:
    steps = [step for side in sides for step in side.steps()]
    chance.shuffle(steps)
    return [sample for step in steps for sample in step()]


def _good(answer: Answer, status: int = 200) -> float:
    assert answer.status == status, f"{status} was expected: {answer.head}"
    return answer.ms
