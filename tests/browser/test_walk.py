"""Several pages of one phone tap at random: each tap is sent, and the last tap in a place wins."""

import random
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

import pytest
from playwright.sync_api import Error

from tests.browser.line import Fate, Line
from tests.browser.phone import Phone
from tests.browser.server import Server
from tests.documents import document
from tests.figures import Figures
from tests.torture import size

pytestmark = [pytest.mark.browser, pytest.mark.torture]

NAMES = ("Ann", "Ben", "Cem", "Dora", "Eve")
SEATS = 4
"""Nobody taps for the last player, so the page stays at the bids."""
MOST = 3
TAP = """([moment, name, value]) => {
  window.elapsed = Math.max(window.elapsed, moment);
  const panel = document.querySelector("html.live #panel:not([inert])");
  const key = panel?.querySelector(`[name=${name}][value="${value}"]:enabled`);
  if (!key || key.checked) return false;
  key.click();
  return true;
}"""
SHOWN = """() => Object.fromEntries([...document.querySelectorAll("#panel .key input:checked")]
  .map((key) => [key.name, Number(key.value)]))"""
TROUBLE = """() => {
  const parts = document.querySelectorAll(".clash, .problems p, #unsaved:not([hidden], .saved)");
  return [...parts].map((part) => part.innerText);
}"""
FATES = (*(fate for fate in Fate if fate is not Fate.UNMARKED), *[Fate.PASSED] * 6)
DEEDS = {
    "reload": 2,
    "close": 2,
    "offline": 1,
    "online": 2,
    "hide": 1,
    "fate": 5,
    "bad": 1,
    "good": 1,
    "late": 2,
    "time": 6,
}
"""Events besides the taps, with their frequencies."""
TAPS = 0.6
"""The share of taps among all events."""
HALF = 0.5
SLOW = 0.24
"""Seconds that an answer may take."""


@dataclass
class Walk:
    """One phone with several pages of one game, and the last tap in each place."""

    phone: Phone
    line: Line
    server: Server
    chance: random.Random
    pages: list[Phone] = field(default_factory=list)
    last: dict[str, int] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)

    def begin(self, pages: int) -> None:
        """Open this many pages at the bids of a new game."""
        self.phone.seat(*NAMES, sizes="3")
        self.phone.table.turn("hearts")
        self.phone.look()
        others = [self.phone.tab(self.phone.table.path) for _ in range(pages - 1)]
        self.pages = [self.phone, *others]

    def tap(self, page: Phone, seat: int, number: int) -> None:
        """Tap a bid on a page, if it accepts one."""
        self.phone._elapsed[0] += 1
        name = f"bid_{seat}"
        if page.page.evaluate(TAP, [self.phone._elapsed[0], name, number]):
            self.last[name] = number
            self.done.append(f"{self.pages.index(page)}:{name}={number}")

    def pause(self) -> None:
        """Wait for a moment, as fingers do."""
        self.pages[0].page.wait_for_timeout(self.chance.choice((0, 20, 60, 150, 250)))

    def check(self) -> None:
        """Check that everything was sent: the game has the last taps, and each page shows them."""
        self.line.turn_good()
        self.phone.context.set_offline(False)
        # Twice, because the last pages' taps are news for the first.
        for page in (*self.pages, *self.pages):
            page.hide(False)
            page.notice()
            page.settle()
        with self.server.database() as engine, engine.connect() as connection:
            hands = document(self.phone.table.key, connection)["hands"]
        bids = [bid for hand in hands for bid in enumerate(hand["bids"]) if bid[1] is not None]
        assert {f"bid_{seat}": bid for seat, bid in bids} == self.last, self.done
        for page in self.pages:
            with suppress(Error):
                page.until(f"() => JSON.stringify(({SHOWN})()) === '{self._shown()}'", tries=50)
            assert page.page.evaluate(SHOWN) == self.last, self.done
            assert page.page.evaluate(TROUBLE) == [], self.done

    def _shown(self) -> str:
        numbers = ",".join(f'"{name}":{self.last[name]}' for name in sorted(self.last))
        return f"{{{numbers}}}"

    def end(self) -> None:
        """Close all pages except the first."""
        for page in self.pages[1:]:
            page.page.close(run_before_unload=False)


def do(walk: Walk, page: Phone) -> None:
    """Let something happen to a page or to the connection."""
    chance, line, context = walk.chance, walk.line, walk.phone.context
    what = chance.choices(list(DEEDS), list(DEEDS.values()))[0]
    walk.done.append(f"{walk.pages.index(page)}:{what}")
    if what == "fate":
        line.next(chance.choice(FATES))
    match what:
        case "reload" | "close":
            # Without a connection no page can be opened.
            context.set_offline(False)
            page.page.reload() if what == "reload" else page.open_again()
        case "offline" | "online":
            context.set_offline(what == "offline")
        case "hide":
            page.hide(chance.random() < HALF)
        case "bad" | "good":
            line.turn_bad(chance) if what == "bad" else line.turn_good()
        case "late":
            line.deliver()
        case "time":
            page.later(chance.choice((0.5, 1, 3, 10)))


@pytest.mark.parametrize("part", range(size(1, 10)))
def test_the_last_tap_of_each_place_stands_whatever_happens_to_pages_of_one_phone(
    phone: Phone, line: Line, server: Server, figures: Figures, part: int
) -> None:
    sequences, pages, taps = size(2, 31), 0, 0
    for number in range(sequences):
        chance = random.Random(part * 1000 + number)
        walk = Walk(phone, line, server, chance)
        walk.begin(chance.choice((2, 2, 3, 4)))
        line.delay = partial(chance.uniform, 0, SLOW)
        for _ in range(chance.randrange(5, 25)):
            page = chance.choice(walk.pages)
            if chance.random() < TAPS:
                walk.tap(page, chance.randrange(SEATS), chance.randrange(MOST + 1))
            else:
                do(walk, page)
            walk.pause()
        walk.check()
        walk.end()
        pages, taps = pages + len(walk.pages), taps + len([one for one in walk.done if "=" in one])
    figures(f"{sequences} sequences, {pages} pages, {taps} taps: none lost, none shown wrong")
