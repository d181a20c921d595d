"""A phone in a scorekeeper's hand: every step is a tap on an element by its accessible name."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from pathlib import Path
from typing import Any

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Error,
    FloatRect,
    Locator,
    Page,
    expect,
)

from scorekeeper.http.cookies import PHONE
from scorekeeper.http.languages import LANGUAGE_COOKIE
from tests.table import Table

THREE = ("Ann", "Ben", "Cem")
LONGEST = (
    "Maximiliane-Theodora",
    "Wolfgang von Hohenau",
    "WWWWWWWWWWWWWWWWWWWW",
    "Bartholomew Oakfield",
    "Annegret Sonnenstuhl",
    "Konstantinopolitansk",
)
LONG = 20_000
"""The most milliseconds that a busy machine needs; waiting longer is useless."""
LOST = ("net::ERR_", "status of (409|422|500|503)", "^htmx:")
"""Browser messages about requests that fail or are refused."""
OVERTAKEN = "^htmx:(afterRequest|sendAbort),"
"""What htmx says if a tap or another page makes a request needless; of failures it says more."""
SAVED = re.compile(r"All saved \d\d:\d\d")
WAITS = re.compile(r"Not saved, trying again|No connection\. To be saved later: \d")
CLOCK = (Path(__file__).parent / "clock.js").read_text(encoding="utf-8")
SOON = 3
"""The seconds within which a phone that follows shows the keeper's entries."""
LEASE = 3
"""The seconds for which a killed page delays the others."""
BUSY = "main[aria-busy=true], .htmx-request, .htmx-swapping, .htmx-settling, .htmx-added"
QUIET = """() => !document.querySelector("main[aria-busy=true], .htmx-request")
  && !Object.keys(localStorage).some((key) => key.startsWith("scorekeeper"))"""
ARMED = """() => {
  const isReady = document.querySelector("html.live");
  if (!isReady || document.querySelector(".htmx-added, .htmx-settling")) return false;
  const ends = (move) => move.effect.getComputedTiming().endTime !== Infinity;
  for (const move of document.getAnimations().filter(ends)) move.finish();
  // A touch elsewhere: however soon the tap comes, it is no bounce of the one before.
  document.body.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true, clientX: -99}));
  return true;
}"""
SENT = """() => !document.querySelector("main[aria-busy=true]") && !Object.entries(localStorage)
  .some(([key, text]) => key.startsWith("scorekeeper tap ") && !/"(held|ended)"/.test(text))"""
"""Whether no record is being sent or waits to be sent; some may wait for the user."""
CLOSED = """for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(
  window, name, {get() { throw new DOMException("closed", "SecurityError"); }})"""
UNANCHORED = "document.documentElement.style.overflowAnchor = 'none'"
"""Disable scroll anchoring, which Safari lacks."""
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event("visibilitychange"));
}"""
OPENED = """(name) => {
  // A touch elsewhere, each time in another place: the next one is no bounce.
  const place = {bubbles: true, clientX: -99 * performance.now()};
  document.body.dispatchEvent(new PointerEvent("pointerdown", place));
  const pads = document.querySelectorAll("#panel [id^=pad-]");
  const pad = [...pads].find((pad) => pad.getAttribute("aria-label") === name);
  const line = pad && document.getElementById(pad.id.replace("pad", "at"));
  if (!line || line.checked || line.closest("[inert]")) return false;
  line.click();
  return true;
}"""
"""Opens the pad of a group if it is closed, by a tap on its player's line."""
UNFOLD = """() => {
  for (const folded of document.querySelectorAll(":target details")) folded.open = true;
}"""
BOXES = """() => Object.fromEntries([...document.querySelectorAll("#panel .key input")]
  .map((input) => {
    const box = input.closest(".key").getBoundingClientRect();
    return [`${input.name} ${input.value}`, [box.x, box.y, box.width, box.height]];
  }))"""


class Phone:
    """One browser context with one page; counts its taps and records the page's errors.

    Time stands still on its pages until :meth:`later`. ``table`` is the same phone without a
    browser. ``plain`` taps the save buttons of pages without saves by tap; ``forgiven`` are
    patterns of errors that the test itself causes.
    """

    def __init__(self, context: BrowserContext, table: Table, *, plain: bool = False) -> None:
        context.add_init_script(f"({CLOCK.rstrip().rstrip(';')})({time.time_ns() // 1_000_000})")
        self.context = context
        self.table = table
        self.page = context.new_page()
        self.plain = plain
        self.taps = 0
        self.names: tuple[str, ...] = ()
        self.dealer = 0
        self.forgiven: list[str] = []
        self.said: list[str] = []
        self._elapsed = [0]
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

    # Preparation without taps.

    def seat(
        self, *names: str, variant: str = "wizard", dealer: int | None = None, **more: str
    ) -> None:
        """Start a game without opening it; by default the last player deals."""
        self.names = names
        self.dealer = len(names) - 1 if dealer is None else dealer
        more |= {"length": "list"} if "sizes" in more else {}
        self.table.start(*names, variant=variant, dealer=self.dealer, **more)

    def played(self, hands: int = 1) -> None:
        """Score this many hands, in which Ann bids 1 and takes all tricks."""
        rest = (0,) * (len(self.names) - 1)
        for cards in range(1, hands + 1):
            self.table.play("hearts", (1, *rest), (cards, *rest))
            self.dealer = (self.dealer + 1) % len(self.names)

    def speak(self, language: str) -> None:
        """Choose the language of all pages that open from now on."""
        self.context.add_cookies(
            [{"name": LANGUAGE_COOKIE, "value": language, "domain": "127.0.0.1", "path": "/"}]
        )

    def look(self, panel: str = "") -> None:
        """Open the game, at its next panel unless another is named."""
        self.take_cookie()
        self.open(f"{self.table.path}?panel={panel}" if panel else self.table.path)

    def take_cookie(self) -> None:
        """Give the page the key of ``table``."""
        cookie = self.table.client.get_cookie(PHONE)
        assert cookie
        self.context.add_cookies(
            [{"name": PHONE, "value": cookie.value, "domain": "127.0.0.1", "path": "/"}]
        )

    def take_along(self) -> None:
        """Connect ``table`` to this phone and the game on its page."""
        cookies = {cookie["name"]: cookie["value"] for cookie in self.context.cookies()}
        self.table.client.set_cookie(PHONE, cookies[PHONE], domain="localhost")
        self.table.key, self.table.players = self.page.url.rsplit("/", 1)[1], self.names

    def start(self, *names: str, **more: Any) -> None:
        """Start a game and open it."""
        self.seat(*names, **more)
        self.look()

    def at_the_bids(self, *names: str, bid: int | None = None) -> None:
        """Open a game whose first trump is turned up, optionally with Ann's bid."""
        self.seat(*(names or THREE))
        self.table.turn("hearts")
        if bid is not None:
            self.table.bid(bid)
        self.look()

    def share(self, other: Table) -> Table:
        """Let another phone, Ben's, keep score too."""
        return self.table.share(other.client, "Ben")

    # Time and the connection.

    def later(self, seconds: float) -> None:
        """Let time pass on all pages of this phone while it is awake."""
        self._wait_for_scripts()
        while seconds > 0:
            self._elapsed[0] += round(1000 * min(1, seconds))
            seconds -= 1
            now = f"window.elapsed = Math.max(window.elapsed ?? 0, {self._elapsed[0]})"
            self.context.add_init_script(now)
            for what in (now, "pass()"):
                for page in self.context.pages:
                    _tell(page, what)

    def _wait_for_scripts(self) -> None:
        """Wait until the scripts of all pages have run, or two seconds for a page without any."""
        for page in self.context.pages:
            with suppress(Error):
                page.locator("html.live").wait_for(state="attached", timeout=2000)

    def sleep(self, seconds: int) -> None:
        """Let time pass while the phone sleeps, so that no timers run."""
        self._elapsed[0] += 1000 * (seconds - 1)
        self.later(1)

    def hide(self, hidden: bool = True) -> None:
        """Hide the page, or show it again."""
        self.page.evaluate(HIDE, hidden)

    def notice(self) -> None:
        """Notice that the connection is back, before the next automatic retry."""
        # A page that is still loading its scripts would not hear of it.
        expect(self.page.locator("html.live")).to_be_attached()
        # One that noticed by itself may have saved everything, and is being loaded again.
        with suppress(Error):
            self.page.evaluate("dispatchEvent(new Event('online'))")

    @contextmanager
    def away(self) -> Iterator[None]:
        """A context in which only this phone has no connection."""
        self._wait_for_scripts()
        self.context.set_offline(True)
        yield
        self.context.set_offline(False)

    def open_again(self) -> None:
        """Close the page at once, and open it again."""
        address = self.page.url
        self.page.close(run_before_unload=False)
        self.page = self.context.new_page()
        self.open(address)

    def settle(self) -> None:
        """Let time pass until nothing waits on this phone and the page has drawn the last
        answer."""
        for _ in range(100):
            # A page that is navigating does not respond.
            with suppress(Error):
                self.page.wait_for_load_state()
                self.until(QUIET, tries=10)
                return
            with suppress(Error):
                self.later(1)
        raise Error("something waits for ever")

    def told(self, script: str, value: Any = None) -> Any:
        """The value of a script; it waits for the next page if this one is being left."""
        for _ in range(20):
            with suppress(Error):
                self.page.wait_for_load_state()
                return self.page.evaluate(script, value)
            self.page.wait_for_timeout(50)
        return self.page.evaluate(script, value)

    def until(self, is_so: str, *, tries: int = LONG // 10) -> None:
        """Wait until a script of the test returns true, or raise Error.

        Playwright's own method uses eval, which our pages forbid.
        """
        for _ in range(tries):
            with suppress(Error):
                if self.page.evaluate(is_so):
                    return
            self.page.wait_for_timeout(10)
        raise Error(f"never so: {is_so}")

    @property
    def bar(self) -> Locator:
        """The text of the bar, if it is visible."""
        return self.page.locator("#unsaved p > span:visible")

    def waits(self) -> None:
        """Expect the bar to say that something is not saved."""
        expect(self.bar.first).to_have_text(WAITS)
        expect(self.button("Try now")).to_be_visible()

    def expect_saved(self) -> None:
        """Expect the bar to say that all is saved, once the connection is back."""
        self.notice()
        for _ in range(LONG // 1000):
            with suppress(AssertionError):
                expect(self.bar).to_have_text(SAVED, timeout=1000)
                return
            # A database that does not answer is given up after a while.
            self.later(1)
        raise Error("nothing says that it is saved")

    # Taps.

    def open(self, path: str = "/") -> None:
        """Go to a page of the app."""
        self.page.goto(path)

    def tab(self, path: str) -> Phone:
        """The same phone with another page; this one stays open."""
        other = copy(self)
        other.page = self.context.new_page()
        other.open(path)
        return other

    def tap(self, thing: Locator) -> None:
        """Tap an element when the panel accepts taps, and count the tap."""
        thing.wait_for()
        if not self.plain:
            self.until(ARMED)
        thing.tap()
        self.taps += 1

    def touch(self, contacts: Iterable[tuple[float, float]], x: float, y: float) -> None:
        """Let a finger come down and lift at these times in milliseconds, as the glass reports
        them."""
        glass = self.context.new_cdp_session(self.page)
        began = time.time()
        for times in contacts:
            for moment, points in zip(times, ([{"x": x, "y": y}], []), strict=True):
                what = "touchStart" if points else "touchEnd"
                at = {"timestamp": began + moment / 1000}
                glass.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": points} | at)
        glass.detach()
        # The page may pass a tap on to another key, after the event.
        self.page.evaluate("() => new Promise((go) => setTimeout(go))")

    def press(self, name: str) -> None:
        """Tap a button."""
        self.tap(self.button(name))

    def follow(self, name: str) -> None:
        """Tap a link."""
        self.tap(self.page.get_by_role("link", name=name))

    def view(self, name: str) -> None:
        """Open a view of the game, and its folded sections."""
        self.page.get_by_role("link", name=name, exact=True).evaluate("(link) => link.click()")
        if name == "Standings":
            self.page.locator("#figures > *").first.wait_for()
        self.page.evaluate(UNFOLD)

    def button(self, name: str) -> Locator:
        """A button by its name; the name of Undo ends with the step that it undoes."""
        asked = re.compile("^Undo(: |$)") if name == "Undo" else name
        return self.page.get_by_role("button", name=asked, exact=True)

    def group(self, name: str) -> Locator:
        """A group of chips by its name."""
        return self.page.get_by_role("group", name=name, exact=True)

    def chip(self, group: str, name: object) -> Locator:
        """A chip of a group, both by name; opens its pad."""
        if self.group(group).count() == 1:
            self.taps += self.page.evaluate(OPENED, group)
        return self.key(group, name)

    def key(self, group: str, name: object) -> Locator:
        """A chip of a group, both by name, without opening a pad."""
        # The bid says so on the pad of tricks.
        asked = re.compile(f"^{re.escape(str(name))}(, the bid)?$")
        return self.group(group).get_by_role("radio", name=asked)

    def checked(self, group: str) -> Locator:
        """The chosen chips of a group."""
        return self.group(group).get_by_role("radio", checked=True)

    @contextmanager
    def saved(self) -> Iterator[None]:
        """A context that ends once its taps are saved and the answer is in the page."""
        with self.page.expect_response(lambda answer: answer.request.method == "POST") as caught:
            yield
        caught.value.finished()
        # This may have been the answer to an earlier tap.
        if not self.plain:
            self.until(SENT)
        expect(self.page.locator(BUSY)).to_have_count(0)

    def write(self, *names: str, dealer: int | None = None) -> None:
        """Fill in the names of a new game, and who deals first."""
        self.names = names
        self.open("/new")
        for seat, name in enumerate(names, 1):
            self.page.get_by_label(f"Name at seat {seat}", exact=True).fill(name)
        if dealer is not None:
            self.dealer = dealer
            self.group("Names").get_by_role("radio").nth(dealer).tap()

    def begin(self) -> None:
        """Start the game that is filled in."""
        self.press("Start game")
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
                self.page.get_by_text("A Wizard is turned up").wait_for()

    def bid(self, bids: Sequence[int]) -> None:
        """Tap everybody's bid, in bidding order."""
        self._each("Bid of", self.order, bids)
        if self.plain:
            self.press("Save bids")

    def take(self, tricks: Sequence[int], *, all_but: int = 1) -> None:
        """Tap the tricks of everybody except the last ones, who have the rest, once the hand was
        played."""
        self.count()
        self._each("Tricks of", self.order[: len(self.order) - all_but], tricks)

    def count(self) -> None:
        """Tap *Count the tricks*, unless they are counted already."""
        self.page.locator(".panel.tricks").wait_for()
        if self.page.locator("#count").is_visible():
            self.follow("Count the tricks")

    def score(self) -> None:
        """Tap Score hand; the deal moves on."""
        with self.saved():
            self.press("Score hand")
        self.dealer = (self.dealer + 1) % len(self.names)

    def play(self, turned: str, bids: Sequence[int], tricks: Sequence[int]) -> int:
        """Play a whole hand; "" if no card is left to turn up. Returns the number of taps."""
        before = self.taps
        if turned:
            self.turn(turned)
        self.bid(bids)
        self.take(tricks)
        self.score()
        return self.taps - before

    def _each(self, what: str, seats: Sequence[int], numbers: Sequence[int]) -> None:
        for seat in seats:
            group = f"{what} {self.names[seat]}"
            self.group(group).wait_for()
            self.tap(self.chip(group, numbers[seat]))

    def sheet(self) -> list[str]:
        """The score sheet, a line a hand: ``2 Clubs | 1/0 −10 −10 | 1/1 +30 30``."""
        table = self.page.locator("#rows")
        heads = []
        for row in table.locator("tr:has(.entry)").all():
            cards, trump = re.split(" cards?, ", squeezed(row.locator("th .vh", has_text="card")))
            wizard = "Wizard " if row.locator(".from").count() else ""
            heads.append(f"{cards} {wizard}{trump}")
        entries = [
            text.removeprefix("bid and tricks").split()[0]
            for text in table.locator(".entry").all_text_contents()
        ]
        points = table.locator(".points").all_text_contents()
        totals = table.locator(".cell > b").all_text_contents()
        cells = [" ".join(cell) for cell in zip(entries, points, totals, strict=True)]
        count = len(self.names)
        rows = [cells[start : start + count] for start in range(0, len(cells), count)]
        return [" | ".join((head, *row)) for head, row in zip(heads, rows, strict=True)]

    def drawn(self) -> None:
        """Wait for the style sheets and typefaces of a page that already shows what is measured."""
        self.page.wait_for_load_state()
        self.until("document.fonts.status === 'loaded'")

    def box(self, thing: Locator) -> FloatRect:
        """The place and size of an element, perhaps of a page that a tap has just opened."""
        thing.wait_for()
        self.drawn()
        box = thing.bounding_box()
        assert box
        return box

    def boxes(self) -> dict[str, Any]:
        """The position of each chip of the panel."""
        boxes: dict[str, Any] = self.page.evaluate(BOXES)
        return boxes

    def expect_chosen(self, group: str, name: object) -> None:
        """The chip is chosen, and no other of its group."""
        expect(self.key(group, name)).to_be_checked()
        expect(self.checked(group)).to_have_count(1)


def _tell(page: Page, script: str) -> None:
    try:
        page.evaluate(script)
    except Error as error:
        # It navigates to another page, which has the current time.
        if "navigation" not in error.message:
            raise


def squeezed(thing: Locator) -> str:
    """The text of an element with single spaces."""
    return " ".join((thing.text_content() or "").split())
