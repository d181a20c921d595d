"""A table that deals cards and taps them in a window; what must be saved follows from the rules."""

from __future__ import annotations

from functools import partial
from typing import cast

from scorekeeper.rules.game import Game
from scorekeeper.rules.sheet import score_sheet
from tests.browser.evening import Evening
from tests.browser.phone import Phone
from tests.engines.window import Window

TOTAL = "return document.getElementById('total-' + arguments[0])?.textContent.trim()"


class Played(Evening):
    """An evening in a window; after each tap ``tapped`` is called."""

    def __init__(self, window: Window, game: Game, seed: int = 1) -> None:
        # A window has the few taps of a phone that an evening needs.
        super().__init__(cast(Phone, window), seed, game)
        self.window = window

    def expect_totals_of(self, game: Game) -> None:
        for seat, total in enumerate(score_sheet(game).totals):
            wanted = f"{total}".replace("-", "−")
            self.window.until(
                partial(self._shows, seat, wanted),
                f"the total of {game.players[seat]} is not {wanted}",
            )

    def _shows(self, seat: int, total: str) -> bool:
        return total in str(self.window.engine.run(TOTAL, seat)).split()
