"""A table that deals cards and taps them in a window; what must be saved follows from the rules."""

from __future__ import annotations

import csv
import re
from functools import partial
from itertools import zip_longest
from typing import cast

from scorekeeper.rules.game import NOBODY, Game
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.model import NAMED_AFTER, Trump, Turned
from tests.browser.evening import Evening
from tests.browser.phone import Phone
from tests.engines.conftest import Program
from tests.engines.window import Meanwhile, Step, Thing, Window, chip_step, nothing

TOTAL = "return document.getElementById('total-' + arguments[0])?.textContent.trim()"
READ = """window.read = '';
fetch(arguments[0]).then((it) => it.text()).then((text) => { window.read = text })"""
COLUMNS = ("hand", "player", "bid", "tricks", "points", "total")


class Played(Evening):
    """An evening in a window; after each tap ``tapped`` is called."""

    def __init__(self, window: Window, game: Game, seed: int = 1) -> None:
        # A window has the few taps of a phone that an evening needs.
        super().__init__(cast(Phone, window), seed, game)
        self.window = window

    def fast(self, hands: int = 99, meanwhile: Meanwhile = nothing) -> int:
        """Play by a script in the page; returns the number of taps."""
        noted = Noted()
        self.phone = cast(Phone, noted)
        self.play(hands)
        self.phone = cast(Phone, self.window)
        self.window.take_steps(noted.steps, meanwhile)
        self.expect_totals()
        return sum(kind != "naming" for kind, *_ in noted.steps)

    def won(self) -> list[int]:
        """Who takes each trick; a game up to some points ends, because bids are made."""
        hand = self.hand
        if self.game.variant.target is None or hand.number < 4:
            return super().won()
        bid = [seat for seat in hand.playing for _ in range(hand.bids[seat] or 0)]
        return [*bid, *[NOBODY] * hand.cards][: hand.cards]

    def _card(self, card: Turned | Trump, none: str) -> None:
        super()._card(card, none)
        if card in NAMED_AFTER:
            # Until the page asks for the trump, the same suits are cards turned up.
            cast(Noted | Window, self.phone).naming()

    def expect_totals_of(self, game: Game) -> None:
        if isinstance(self.phone, Noted):
            return
        for seat, total in enumerate(score_sheet(game).totals):
            wanted = f"{total}".replace("-", "−")
            self.window.until(
                partial(self._shows, seat, wanted),
                f"the total of {game.players[seat]} is not {wanted}",
            )

    def expect_csv(self) -> None:
        """Expect the CSV to contain what was dealt."""
        lines = csv.DictReader(self.read("csv").splitlines())
        read = [tuple(row[one] for one in COLUMNS) for row in lines]
        assert read == [
            (
                *(str(row.hand.number), name),
                *(("", "") if cell.out else (str(cell.bid), str(cell.tricks))),
                *("" if one is None else str(one) for one in (cell.points, cell.total)),
            )
            for row in score_sheet(self.game).rows
            for name, cell in zip(self.game.players, row.cells, strict=True)
        ]

    def read(self, kind: str) -> str:
        """A file of the game, as this phone gets it."""
        run = self.window.engine.run
        run(READ, f"{self.window.address}/g/{self.window.key_of_game}.{kind}")
        return str(self.window.until(lambda: run("return window.read"), f"no {kind}"))

    def _shows(self, seat: int, total: str) -> bool:
        return total in str(self.window.engine.run(TOTAL, seat)).split()


class Noted:
    """A phone that only notes what an evening taps."""

    def __init__(self) -> None:
        self.steps: list[Step] = []

    def key(self, group: str, name: object) -> Step:
        """A chip of a group."""
        return chip_step(group, name)

    chip = key

    def tap(self, thing: Step) -> None:
        """Note a tap."""
        self.steps.append(thing)

    def press(self, name: str) -> None:
        """Note a tap on a button."""
        self.steps.append(("button", name, ""))

    def count(self) -> None:
        """Note that the tricks are counted from here on."""
        self.steps.append(("count", "", ""))

    def naming(self) -> None:
        """Note that the page has to ask for the trump."""
        self.steps.append(("naming", "", ""))

    def group(self, name: str) -> Noted:
        """The group, for which the page waits."""
        del name
        return self

    def wait_for(self) -> None:
        """The page waits."""


def named(window: Window, *names: str, game: str = "", rule: str = "") -> None:
    """Fill in a new game."""
    window.open("/new")
    if game:
        window.tap(Thing(window, "key", f"{game}.*", "Game"))
    if rule:
        window.tap(Thing(window, "button", "House rules.*"))
        window.tap(Thing(window, "key", f"{rule}.*"))
    for seat, name in enumerate(names, 1):
        window.write(f"Name at seat {seat}", name)


def begun(window: Window, program: Program, *names: str, seed: int = 1, **more: str) -> Played:
    """A game that is started as people start it."""
    named(window, *names, **more)
    window.press("Start game")
    # Where the server is slow, the phone begins the game alone.
    window.until(lambda: re.search("/g/[^~]", window.url), "no game started")
    window.says("Which card is turned up?")
    return Played(window, program.stored(window.key_of_game), seed)


def expect_stored(window: Window, program: Program, game: Game) -> None:
    """Wait until nothing waits on the phone, and expect this game in the database."""
    window.expect_saved()
    stored = program.stored(window.key_of_game)
    pairs = zip_longest(stored.hands, game.hands)
    differing = [(one, dealt) for one, dealt in pairs if one != dealt]
    assert stored == game, differing[:2] or (stored, game)
