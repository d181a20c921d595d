"""Whole evenings, tap by tap, and a simple model of the sheet after each tap.

The model is independent of the program: a made bid scores 20 and 10 per trick, a missed one minus
10 for each trick over or under (the printed rules of Wizard).
"""

from __future__ import annotations

import csv
import json
import random
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace

from sqlalchemy import Connection, text

from tests.torture.caller import Caller

CARDS = 60
GAME = "SELECT id, revision, doc FROM game JOIN game_doc ON game_id = id WHERE key = :key"
LOG = "SELECT count(*), max(revision) FROM change WHERE game_id = :game"
Chips = tuple[tuple[str, str], ...]
"""The fields of a panel and their values, sorted."""


@dataclass(frozen=True, slots=True)
class Tap:
    """One save: the whole panel of a hand after a tap."""

    hand: int
    panel: str
    chips: Chips

    @property
    def path(self) -> str:
        """The address, below the game's path."""
        return f"/hands/{self.hand}/{self.panel}"


@dataclass(frozen=True, slots=True)
class Paper:
    """The expected sheet: the scored hands as ``(bid, tricks)`` by seat, and the open one."""

    players: int
    hands: tuple[tuple[tuple[int, int], ...], ...] = ()
    chips: Chips = ()
    """Trump, bids and tricks of the open hand."""
    saves: int = 0

    def after(self, tap: Tap) -> Paper:
        """The sheet after the tap is saved."""
        sent = dict(self.chips) | dict(tap.chips)
        scores = sent.pop("score", None)
        if scores is None:
            return replace(self, chips=tuple(sorted(sent.items())), saves=self.saves + 1)
        hand = tuple(
            (int(sent[f"bid_{seat}"]), int(sent[f"tricks_{seat}"])) for seat in range(self.players)
        )
        return Paper(self.players, (*self.hands, hand), (), self.saves + 1)

    def totals(self) -> list[list[int]]:
        """The running totals after each scored hand, by seat."""
        sums, rows = [0] * self.players, []
        for hand in self.hands:
            points = [20 + 10 * bid if bid == won else -10 * abs(bid - won) for bid, won in hand]
            sums = [before + more for before, more in zip(sums, points, strict=True)]
            rows.append(sums)
        return rows


def evening(chance: random.Random, players: int = 3, hands: int | None = None) -> Iterator[Tap]:
    """The taps of a whole game, or of its first hands: trump, each bid, each pile, the score."""
    for number in range(1, (hands or CARDS // players) + 1):
        if number * players < CARDS:
            suit = chance.choice(("spades", "hearts", "diamonds", "clubs", "jester"))
            yield Tap(number, "trump", (("turned", suit),))
        bids = [(f"bid_{seat}", str(chance.randint(0, number))) for seat in range(players)]
        for count in range(1, players + 1):
            yield Tap(number, "bids", tuple(bids[:count]))
        cuts = sorted(chance.randint(0, number) for _ in range(players - 1))
        piles = [high - low for low, high in zip([0, *cuts], [*cuts, number], strict=True)]
        tricks = [(f"tricks_{seat}", str(won)) for seat, won in enumerate(piles)]
        for count in range(1, players):
            yield Tap(number, "tricks", tuple(tricks[:count]))
        yield Tap(number, "tricks", (*tricks, ("score", "1")))


def send(caller: Caller, game: str, tap: Tap, revision: int) -> int:
    """Save a tap as the page does; returns the status. Raises one of ``caller.LOST``."""
    return caller.post(game + tap.path, {"revision": revision, **dict(tap.chips)}, part=True).status


def numbered(chips: Chips, revision: int) -> dict[str, str]:
    """The fields of a tap of a page that shows this revision, with a number."""
    return dict(chips) | {"revision": str(revision), "tap": secrets.token_urlsafe(16)}


def totals(caller: Caller, game: str, players: int) -> list[list[int]]:
    """The running totals after each scored hand, from the program's CSV."""
    lines = caller.get(f"{game}.csv").text.removeprefix("\ufeff").splitlines()
    sums = [int(line["total"]) for line in csv.DictReader(lines)]
    return [sums[start : start + players] for start in range(0, len(sums), players)]


def on_disk(connection: Connection, game: str) -> Paper:
    """The contents of the database for a game ``/g/<key>``, read without the program.

    Raises AssertionError unless the log has one line for each save.
    """
    key = {"key": game.rsplit("/", 1)[1]}
    (number, revision, doc), *_ = connection.execute(text(GAME), key)
    (lines, newest), *_ = connection.execute(text(LOG), {"game": number})
    assert (lines, newest) == (revision, revision or None), "log and game differ"
    document, hands, chips = json.loads(doc), [], {}
    for hand in document["hands"]:
        numbers = {"bid": hand["bids"], "tricks": hand["tricks"]}
        if hand["scored"]:
            hands.append(tuple(zip(*numbers.values(), strict=True)))
            continue
        chips = {"turned": hand["turned"]} if hand["turned"] and hand["trump"] else {}
        for name, by_seat in numbers.items():
            chips |= {f"{name}_{seat}": str(n) for seat, n in enumerate(by_seat) if n is not None}
    return Paper(len(document["players"]), tuple(hands), tuple(sorted(chips.items())), revision)
