"""The cost of a tap apart from time: SQL statements, and the sizes of its answer and of the
news."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.bench.inside import Inside
from tests.bench.line import Answer
from tests.bench.phone import Phone
from tests.bench.report import Row
from tests.bench.scene import Scene, set_up
from tests.conftest import opened
from tests.torture.evening import Chips, Tap

STATEMENTS = 6
Limits = tuple[float | None, float | None]
BID: Limits = (3.0, 1.4)
SCORING: Limits = (None, 1.6)
"""Kilobytes (1000), raw and compressed."""


@dataclass(frozen=True, slots=True)
class Tapped:
    """A tap: its statements, its answer, and the answer to a follower's next poll."""

    statements: list[str]
    answer: Answer
    news: Answer


def rows(folder: Path) -> Iterator[Row]:
    """Continue the games of the scene, in the folder of an empty database."""
    scene = set_up(folder)
    with opened(folder) as app:
        tapped = _all(Inside(app), scene)
    for name, tap in tapped.items():
        count = len(tap.statements)
        yield Row(
            f"SQL statements: {name}", str(count), None, f"≤ {STATEMENTS}", count > STATEMENTS
        )
    limits = {"a bid": BID, "the last bid": (None, None), "scoring a hand": SCORING}
    for name, limit in limits.items():
        yield _size(f"answer to {name}, raw / gzip", tapped[name].answer, limit)
        yield _size(f"a follower’s news of {name}", tapped[name].news, limit)


def _all(line: Inside, scene: Scene) -> dict[str, Tapped]:
    first = _played(line, scene.early, scene.keeper, [Tap(1, "trump", (("turned", "clubs"),))])
    trump = Tap(14, "trump", (("turned", "clubs"),))
    _, _, bid, _, last_bid, tricks, _, _, scoring = _played(
        line, scene.middle, scene.keeper, [trump, *_hand(14)]
    )
    *_, end = _played(line, scene.late, scene.keeper, _hand(15))
    return {
        "first tap of a game": first[0],
        "a bid": bid,
        "the last bid": last_bid,
        "tricks": tricks,
        "scoring a hand": scoring,
        "the scoring that ends the game": end,
    }


def _hand(number: int) -> Iterator[Tap]:
    """The bids and the tricks of a hand, tap by tap."""
    for what, panel in (("bid", "bids"), ("tricks", "tricks")):
        chips: Chips = ()
        for seat, count in enumerate((1, 0, 2, number - 3)):
            chips = (*chips, (f"{what}_{seat}", str(count)))
            if panel == "bids" or seat < 3:
                yield Tap(number, panel, chips)
    yield Tap(number, "tricks", (*chips, ("score", "1")))


def _played(line: Inside, game: str, key: str, taps: Iterator[Tap] | list[Tap]) -> list[Tapped]:
    keeper, follower = Phone(line, game, key), Phone(line, game)
    keeper.open()
    follower.open()
    tapped = []
    for tap in taps:
        with line.statements() as said:
            answer = keeper.tap(tap)
        tapped.append(Tapped(said, answer, follower.ask()))
    return tapped


def _size(what: str, answer: Answer, limits: Limits) -> Row:
    sizes = len(answer.raw) / 1000, len(answer.body) / 1000
    asked = [(size, most) for size, most in zip(sizes, limits, strict=True) if most is not None]
    missed = any(size > most for size, most in asked)
    wanted = " / ".join("–" if most is None else f"≤ {most:g}" for most in limits)
    return Row(what, f"{sizes[0]:.2f} / {sizes[1]:.2f} kB", None, wanted * bool(asked), missed)
