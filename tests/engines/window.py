"""What a person does with a phone, in any engine: all by accessible names."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from tests.browser.evening import PREPARED
from tests.browser.phone import ARMED, OPENED, UNFOLD
from tests.engines.adapters import REFUSED, Engine

Step = tuple[str, str, str]
"""What is tapped: its role, its name as a pattern, and the name of its group as one."""
Meanwhile = Callable[[int], None]


def script(name: str) -> str:
    """The function in a file, without the comment above it."""
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    return text[text.index("\n(") :].strip()


FIND = script("named.js")
FOUND = f"return ({FIND})(...arguments)"
AIM, AIM_AT_ONCE = (
    f"""const [mark, ...asked] = arguments;
return ({script("aim.js")})(mark, {ready}, {OPENED}, {FIND}, ...asked)"""
    for ready in (ARMED, "() => true")
)
TAPS = count(1)
"""A mark for each tap, by which the page knows it."""
VALUE = f"return ({FIND})(...arguments)?.value"
CENTRES = """const [selector, start, end] = arguments;
const all = [...document.querySelectorAll(selector)];
all[Math.round((start + end) / 2)].scrollIntoView({ block: "center", behavior: "instant" });
return [all[start], all[end]].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [Math.round(x + width / 2), Math.round(y + height / 2)];
})"""
SAYS = "return document.body ? document.body.innerText : ''"
NAMING = "return Boolean(document.querySelector('#trumps [type=hidden]'))"
WAITS = """return [document.documentElement.className, ...Object.entries(localStorage)
  .filter(([key]) => key.startsWith("scorekeeper tap ")).map(([, text]) => text)].join("\\n")"""
"""Whether the scripts run, and the records that wait."""
SOURCE = "return document.readyState + document.documentElement.outerHTML.slice(0, 2000)"
ARM = f"return ({ARMED})()"
NOTHING_WAITS = """if (!document.querySelector("html.live")) return false;
const waits = Object.keys(localStorage).some((key) => key.startsWith("scorekeeper tap "));
// A second time, it would give up the request that is under way.
const isBusy = Boolean(document.querySelector("main[aria-busy=true]"));
if (waits && !isBusy) dispatchEvent(new Event("online"));
return !waits && !isBusy"""
KEPT = f"""const {{ seen }} = document.getElementById("board").dataset;
if (document.querySelector("html.live"))
  caches.match(location.href, {{ ignoreVary: true }}).then((page) => page?.text()).then((text) => {{
    if (text?.includes(`data-seen="${{seen}}"`)) window.kept = seen;
  }});
return window.kept === seen && {PREPARED}"""
UNFOLDED = f"({UNFOLD})(); return Boolean(document.querySelector(':target'))"
TAKE_STEPS = f"({script('steps.js')})(arguments[0], {ARMED}, {OPENED}, {FIND})"
TAKEN = "return window.stepsDone"
LONG = 40.0
"""The seconds that a busy machine needs; waiting longer is useless."""
PAUSE = 0.05


def nothing(taken: int) -> None:
    """What happens while a script taps."""
    del taken


def chip_step(group: str, name: object) -> Step:
    """A chip of a group."""
    return ("key", f"{re.escape(str(name))}(?:, the bid)?", re.escape(group))


class Thing(NamedTuple):
    """Something in a page: its role, its name as a pattern, and the name of its group."""

    window: Window
    kind: str
    name: str
    group: str = ""

    def wait_for(self) -> None:
        """Wait until it is there."""
        self.window.until(lambda: self.window.sees(self), f"there is no {self[1:]}")


class Window:
    """A browser of any engine at the app's address."""

    def __init__(self, engine: Engine, address: str) -> None:
        self.engine = engine
        self.address = address
        self.names: tuple[str, ...] = ()
        # A page without scripts takes every tap.
        self.aim = AIM

    def until(self, is_so: Callable[[], Any], wanted: str, seconds: float = LONG) -> Any:
        """Wait until something is so; a page that is being left does not answer."""
        end = time.monotonic() + seconds
        refused = ""
        while True:
            try:
                if found := is_so():
                    return found
            except REFUSED as error:
                refused = f"\n{error}"
            if time.monotonic() >= end:
                raise AssertionError(f"{self.engine.name}: {wanted}{refused}\n{self._shown()}")
            time.sleep(PAUSE)

    def _shown(self) -> str:
        with suppress(*REFUSED):
            shown = self.engine.run(SAYS) or self.engine.run(SOURCE)
            return f"{self.url}\n{shown}\n{self.engine.run(WAITS)}"
        return "the page does not answer"

    @property
    def url(self) -> str:
        """The address of the page."""
        return str(self.until(lambda: self.engine.run("return location.href"), "no address"))

    def open(self, path: str = "/") -> None:
        """Go to a page of the app."""
        self.engine.open(path if "://" in path else self.address + path)

    def reload(self) -> None:
        """Load the page again."""
        self.engine.reload()

    def sees(self, thing: Thing) -> bool:
        """Whether something is there that can be tapped."""
        return bool(self.engine.run(FOUND, thing.kind, thing.name, thing.group))

    def tap(self, thing: Thing) -> None:
        """Tap something once the page takes taps; a tap on a player's line opens its pad before."""
        asked = (f"tap {next(TAPS)}", *thing[1:])
        self.until(lambda: self.engine.tap(self.aim, *asked), f"nothing to tap: {thing[1:]}")

    def press(self, name: str) -> None:
        """Tap a button; the name of Undo and Redo ends with the step."""
        self.tap(self.button(name))

    def follow(self, name: str) -> None:
        """Tap a link."""
        self.tap(Thing(self, "link", name))

    def write(self, name: str, text: object, place: int = 0) -> None:
        """Type in a field; ``place`` counts those of the same name."""

        # As the field gives it back.
        value = str(text).replace("\r\n", "\n")
        asked = ("field", re.escape(name), "", place)

        def written() -> bool:
            self.engine.write(FOUND, value, *asked)
            # The field may have been replaced while a driver typed in it.
            return bool(self.engine.run(VALUE, *asked) == value)

        self.until(written, f"no field {name}")

    def drag(self, grip: str, start: int, end: int) -> None:
        """Drag one of the things that a selector finds to the place of another one, from 0."""
        self.engine.drag(*self.engine.run(CENTRES, grip, start, end))

    def says(self, words: str | re.Pattern[str], seconds: float = LONG) -> None:
        """Wait until the page shows these words."""
        asked = re.compile(re.escape(words)) if isinstance(words, str) else words

        def said() -> bool:
            return bool(asked.search(str(self.engine.run(SAYS))))

        self.until(said, f"it does not say: {asked.pattern}", seconds)

    def button(self, name: str) -> Thing:
        """A button by its name."""
        asked = f"{name}(?::.*)?" if name in {"Undo", "Redo"} else re.escape(name)
        return Thing(self, "button", asked)

    def group(self, name: str) -> Thing:
        """A group of chips by its name."""
        return Thing(self, "group", re.escape(name))

    def key(self, group: str, name: object) -> Thing:
        """A chip of a group, both by name."""
        return Thing(self, *chip_step(group, name))

    chip = key

    def count(self) -> None:
        """Tap *Count the tricks*, unless they are counted already."""
        # A kept page takes no taps until it shows the hand that the phone knows.
        there = "return Boolean(document.querySelector('.panel.tricks:not([inert])'))"
        self.until(lambda: self.engine.run(there), "no tricks to enter")
        counting = Thing(self, "link", "Count the tricks")
        if self.sees(counting):
            self.tap(counting)

    def naming(self) -> None:
        """Wait until the page asks for the trump, after a Wizard was turned up."""
        self.until(lambda: self.engine.run(NAMING), "nobody is asked for the trump")

    def take_steps(self, steps: Sequence[Step], meanwhile: Meanwhile = nothing) -> None:
        """Tap these things by a script in the page, much faster than a driver does.

        ``meanwhile`` is called again and again with the number of those that were tapped.
        """
        self.until(lambda: self.engine.run(ARM), "the page takes no taps")
        self.engine.run(TAKE_STEPS, list(steps))
        done = 0
        while done < len(steps):
            meanwhile(done)
            wanted = f"nothing to tap: {steps[done]}"
            done += self.until(partial(self._taken_since, done), wanted)

    def _taken_since(self, before: int) -> int:
        return int(self.engine.run(TAKEN)) - before

    def open_again(self) -> None:
        """Close the page, and open its address in another tab; where there is one page, leave it
        for an empty one."""
        address, engine = self.url, self.engine
        engine.new_tab() if engine.has_tabs else engine.open("about:blank")
        self.open(address)
        if engine.has_tabs:
            engine.other_tab()
            engine.close_tab()

    def view(self, name: str) -> None:
        """Open a view of the game, and its folded sections."""
        self.follow(name)
        self.until(lambda: self.engine.run(UNFOLDED), f"{name} is not open")

    def keep(self) -> None:
        """Wait until the phone has what it needs without the server: the page as it is, and the
        game."""
        self.until(lambda: self.engine.run(KEPT), "the page is not kept")

    def expect_saved(self) -> None:
        """Notice that the server is back, and wait until nothing waits on this phone."""
        self.until(lambda: self.engine.run(NOTHING_WAITS), "something waits for ever")

    @property
    def key_of_game(self) -> str:
        """The key of the game that is open."""
        return re.split("[?#]", self.url.rsplit("/g/", 1)[1])[0]
