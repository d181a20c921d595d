"""A phone in a scorekeeper's hand: every step is a tap on what the page shows by name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, expect

BUSY = "main[aria-busy=true], .htmx-request, .htmx-swapping, .htmx-settling, .htmx-added"
ARMED = """async () => {
  const settling = ".htmx-added, .htmx-settling";
  while (!document.querySelector("html.live") || document.querySelector(settling)) {
    await new Promise(requestAnimationFrame);
  }
  await Promise.allSettled(document.getAnimations().map((move) => move.finished));
}"""
PATIENCE = """(timeout) => {
  const meta = document.querySelector("meta[name=htmx-config]");
  meta.content = JSON.stringify({...JSON.parse(meta.content), timeout});
}"""
BOXES = """() => Object.fromEntries([...document.querySelectorAll("#panel input[type=radio]")]
  .map((input) => {
    const box = input.closest(".chip").getBoundingClientRect();
    return [input.id, [box.x, box.y, box.width, box.height]];
  }))"""


class Phone:
    """One browser context with one page; counts its taps and keeps what the page complains of.

    ``plain`` taps the save buttons that show when there are no saves by tap; ``forgiven``
    are patterns of complaints that the test itself brings about.
    """

    def __init__(self, context: BrowserContext, *, plain: bool = False) -> None:
        self.context = context
        self.page = context.new_page()
        self.plain = plain
        self.taps = 0
        self.names: tuple[str, ...] = ()
        self.dealer = 0
        self.forgiven: list[str] = []
        self.said: list[str] = []
        context.on("console", self._listen)
        context.on("weberror", lambda problem: self.said.append(str(problem.error)))

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.said.append(message.text)

    @property
    def complaints(self) -> list[str]:
        """Errors, warnings and violations that nobody expected."""
        return [
            text for text in self.said if not any(re.search(known, text) for known in self.forgiven)
        ]

    def open(self, path: str = "/") -> None:
        """Go to a page of the app."""
        self.page.goto(path)

    def tab(self, path: str) -> Phone:
        """The same phone with another page in its hand; this one stays open."""
        other = copy(self)
        other.page = self.context.new_page()
        other.open(path)
        return other

    def wait_at_most(self, milliseconds: int) -> None:
        """Let this page wait so long for an answer."""
        self.page.evaluate(PATIENCE, milliseconds)

    def tap(self, thing: Locator) -> None:
        """Tap it when the panel takes taps, and count."""
        thing.wait_for()
        if not self.plain:
            self.page.evaluate(ARMED)
        thing.tap()
        self.taps += 1

    def press(self, name: str) -> None:
        """Tap a button."""
        self.tap(self.button(name))

    def follow(self, name: str) -> None:
        """Tap a link."""
        self.tap(self.page.get_by_role("link", name=name))

    def button(self, name: str) -> Locator:
        """A button by its name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def group(self, name: str) -> Locator:
        """A group of chips by its name."""
        return self.page.get_by_role("group", name=name, exact=True)

    def chip(self, group: str, name: object) -> Locator:
        """A chip of a group, both by name."""
        return self.group(group).get_by_role("radio", name=str(name), exact=True)

    def checked(self, group: str) -> Locator:
        """The chosen chips of a group."""
        return self.group(group).get_by_role("radio", checked=True)

    @contextmanager
    def saved(self) -> Iterator[None]:
        """Wait until what is tapped inside was saved and the answer is in the page."""
        with self.page.expect_response(lambda answer: answer.request.method == "POST") as caught:
            yield
        caught.value.finished()
        expect(self.page.locator(BUSY)).to_have_count(0)

    def start(
        self,
        *names: str,
        variant: str = "Wizard",
        dealer: int | None = None,
        hook: bool = False,
        sizes: str = "",
    ) -> None:
        """Fill in a new game; the last player deals unless told otherwise."""
        self.names = names
        self.dealer = len(names) - 1 if dealer is None else dealer
        self.open("/new")
        self.chip("Game", variant).tap()
        for seat, name in enumerate(names, 1):
            self.page.get_by_label(f"Name at seat {seat}", exact=True).fill(name)
        self.page.get_by_role("group", name="Names").get_by_role("radio").nth(self.dealer).tap()
        if hook or sizes:
            self.page.get_by_text("House rules: hook").tap()
        if hook:
            self.page.get_by_label("Bids may not add up").tap()
        if sizes:
            self.page.get_by_label("A list of hand sizes").tap()
            self.page.get_by_label("Hand sizes").fill(sizes)
        self.button("Start game").tap()
        self.page.wait_for_url("**/g/*")

    @property
    def order(self) -> list[int]:
        """The seats in bidding order, the dealer last."""
        count = len(self.names)
        return [(self.dealer + step) % count for step in range(1, count + 1)]

    def turn(self, turned: str) -> None:
        """Tap the card turned up: "Hearts", "No trump" (a Jester), "Wizard Clubs"."""
        for card in [turned.replace("No trump", "Jester")] if turned[0] != "W" else turned.split():
            self.tap(self.chip("Trump", card))
            if self.plain:
                self.press("Save trump")
            if card == "Wizard":
                self.page.get_by_text("names trump").wait_for()

    def bid(self, bids: Sequence[int]) -> None:
        """Tap everybody's bid, in bidding order."""
        self._each("Bid of", self.order, bids)
        if self.plain:
            self.press("Save bids")

    def take(self, tricks: Sequence[int], *, all_but: int = 1) -> None:
        """Tap the tricks of everybody but the last ones, who have the rest."""
        self._each("Tricks of", self.order[: len(self.order) - all_but], tricks)

    def score(self) -> None:
        """Tap Score hand; the deal moves on."""
        with self.saved():
            self.press("Score hand")
        self.dealer = (self.dealer + 1) % len(self.names)

    def play(self, turned: str, bids: Sequence[int], tricks: Sequence[int]) -> int:
        """A whole hand, "" when no card is left to turn up; gives the taps it took."""
        before = self.taps
        if turned:
            self.turn(turned)
        self.bid(bids)
        self.take(tricks)
        self.score()
        return self.taps - before

    def _each(self, what: str, seats: Sequence[int], numbers: Sequence[int]) -> None:
        for seat in seats:
            chip = self.chip(f"{what} {self.names[seat]}", numbers[seat])
            self.tap(chip)

    def sheet(self) -> list[str]:
        """The score sheet, a line a hand: ``2 Clubs | 1/0 −10 −10 | 1/1 +30 30``."""
        table = self.page.locator("#sheet tbody")
        heads = []
        for row in table.get_by_role("row").all():
            cards, trump = re.split(" cards?, ", squeezed(row.locator("th .vh", has_text="card")))
            wizard = "Wizard " if row.locator(".from").count() else ""
            heads.append(f"{cards} {wizard}{trump}")
        entries = [
            text.removeprefix("bid and tricks").split()[0]
            for text in table.locator(".entry").all_text_contents()
        ]
        points = table.locator(".points").all_text_contents()
        totals = table.locator("td > b").all_text_contents()
        cells = [" ".join(cell) for cell in zip(entries, points, totals, strict=True)]
        count = len(self.names)
        rows = [cells[start : start + count] for start in range(0, len(cells), count)]
        return [" | ".join((head, *row)) for head, row in zip(heads, rows, strict=True)]

    def boxes(self) -> dict[str, Any]:
        """Where each chip of the panel is."""
        boxes: dict[str, Any] = self.page.evaluate(BOXES)
        return boxes

    def expect_chosen(self, group: str, name: object) -> None:
        """The chip is chosen, and no other of its group."""
        expect(self.chip(group, name)).to_be_checked()
        expect(self.checked(group)).to_have_count(1)


def squeezed(thing: Locator) -> str:
    """The text of it with single spaces."""
    return " ".join((thing.text_content() or "").split())
