"""``make pictures``: photographs of the main screens, and docs/look.md with the tokens.

Names, cards and the clock are fixed, so that a second run takes the same pictures.
"""

import re
import shutil
import sys
import tempfile
import time
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

from playwright.sync_api import Browser, sync_playwright

from scorekeeper import create_app
from scorekeeper.drawing.picture import DAY, NIGHT, STYLE
from scorekeeper.http.assets import HTMX_URL
from tests import databases
from tests.browser.conftest import BROWSERS, FLAGS, SCREEN, bring
from tests.browser.phone import Phone
from tests.browser.server import Server
from tests.conftest import settings

DOCS = Path(__file__).parents[1] / "docs"
FOLDER = DOCS / "pictures"
NAMES = ("Mira", "Thomas", "Ute", "Kevin")
HANDS = (
    ("hearts", (0, 1, 0, 1), (0, 1, 0, 0)),
    ("spades", (1, 0, 0, 0), (1, 0, 0, 1)),
    ("diamonds", (1, 1, 0, 2), (1, 1, 0, 1)),
    ("clubs", (1, 1, 0, 1), (1, 2, 0, 1)),
    ("jester", (2, 0, 1, 3), (1, 0, 1, 3)),
    ("hearts", (1, 2, 2, 0), (1, 2, 2, 1)),
)
NOON = 1_798_200_000
"""Seconds since 1970: an evening in December 2026."""
QUALITY = 60
"""The quality of the WebP pictures; the whole folder stays below 1.2 MB."""


def scored(phone: Phone) -> None:
    """Six hands of four players, with the hook."""
    phone.seat(*NAMES, dealer=0, hook="y")
    for turned, bids, tricks in HANDS:
        assert phone.table.play(turned, bids, tricks).status_code == 303


def bidding(phone: Phone) -> None:
    """Three have bid."""
    scored(phone)
    phone.table.turn("clubs")
    phone.table.bid(1, 2, None, 2)


def playing(phone: Phone) -> None:
    """All have bid, and nobody has entered a trick."""
    scored(phone)
    phone.table.turn("clubs")
    phone.table.bid(1, 2, 3, 2)


def taking(phone: Phone) -> None:
    """Two have their tricks."""
    playing(phone)
    phone.table.take(1, 2, None, None)


def ended(phone: Phone) -> None:
    """The game is over."""
    scored(phone)
    data: dict[str, Any] = {"hands": len(HANDS), "revision": phone.table.revision}
    assert phone.table.post(f"{phone.table.path}/end", **data).status_code == 303


Scene = tuple[str, Callable[[Phone], None], str]
SCENES: dict[str, Scene] = {
    "trump": ("The turned-up card", scored, ""),
    "bids": ("Bids", bidding, ""),
    "play": ("Between bids and tricks", playing, ""),
    "tricks": ("Tricks", taking, ""),
    "sheet": ("Sheet", scored, "#sheet"),
    "evening": ("Standings", scored, "?view=evening#evening"),
    "end": ("The end of a game", ended, ""),
    "home": ("The first page", scored, "/"),
    "new": ("New game", scored, "/new"),
    "more": ("More", scored, "#more"),
    "table": ("Table view", bidding, "/table"),
}
"""By file: the title, the entries, and the view."""


def photograph(browser: Browser, name: str, scheme: str) -> None:
    """One screen, on a separate server."""
    _, enter, where = SCENES[name]
    server = Server(Path(tempfile.mkdtemp()), lambda folder: create_app(settings(folder)))
    size = {"width": 1024, "height": 768} if name == "table" else {"width": 390, "height": 844}
    options: dict[str, Any] = {
        **SCREEN,
        "base_url": server.address,
        "viewport": size,
        "color_scheme": scheme,
    }
    context = browser.new_context(**options, timezone_id="UTC", reduced_motion="reduce")
    context.route(HTMX_URL, bring)
    phone = Phone(context, server.table())
    enter(phone)
    phone.look()
    if where:
        path = phone.table.path + where if where[0] in "#?" or name == "table" else where
        phone.open(path)
    phone.page.wait_for_function(
        "() => document.querySelector('html.live') && document.fonts.ready"
    )
    shot = context.new_cdp_session(phone.page).send(
        "Page.captureScreenshot", {"format": "webp", "quality": QUALITY}
    )
    (FOLDER / f"{name}-{scheme}.webp").write_bytes(b64decode(shot["data"]))
    context.close()
    server.stop()


def look() -> str:
    """The text of docs/look.md: tokens from the style sheet, the pictures, and of what is there
    the chapter about the system."""
    now = (DOCS / "look.md").read_text(encoding="utf-8")
    written = re.findall(r"^## The system\n.*?(?=^## )", now, re.MULTILINE | re.DOTALL)[0]
    css = STYLE.read_text(encoding="utf-8")
    root = "\n".join(re.findall(r"^:root(?:,\n[^{]*)? \{(.*?)^\}", css, re.MULTILINE | re.DOTALL))
    named = [
        f"| `--{name}` | `{colour}` | `{NIGHT.named[name]}` |" for name, colour in DAY.named.items()
    ]
    crests = (
        *("shield", "sun", "leaf", "mountain", "tower"),
        *("disc", "banner", "hexagon", "moon", "cross"),
    )
    seats = [
        f"| {number} | {crests[number - 1]} | `{day.crest}` `{day.surface}` `{day.mark}` "
        f"| `{night.crest}` `{night.surface}` `{night.mark}` |"
        for number, (day, night) in enumerate(zip(DAY.seats, NIGHT.seats, strict=True), 1)
    ]
    others = [
        f"| `--{name}` | `{value}` |"
        for name, value in re.findall(r"--([\w-]+): (?!light-dark|#)([^;]+);", root)
    ]
    screens = [
        f"### {title}\n\n"
        f'<img src="pictures/{name}-light.webp" width="{width}" alt="{title}, by day">\n'
        f'<img src="pictures/{name}-dark.webp" width="{width}" alt="{title}, by night">\n'
        for name, (title, _, _) in SCENES.items()
        for width in [480 if name == "table" else 300]
    ]
    return "\n".join(
        [
            "# The look",
            "",
            "Cards on a table: linen by day, petrol ink by night. Everything you can tap",
            "is a card. `make pictures` writes this page from `style/tokens.css` and the app, but",
            "for *The system*.",
            "",
            written,
            *("## Colours", "", "| | day | night |", "|---|---|---|", *named, ""),
            *("## Seats", "", "Each cell: crest, surface under text, mark on ivory.", ""),
            *("| seat | crest | day | night |", "|---|---|---|---|", *seats, ""),
            *("## Type, spacing, corners", "", "| | |", "|---|---|", *others, ""),
            "Names, numbers and titles use Sansita ExtraBold; other text uses the phone's font.",
            "",
            *("## Motion", ""),
            "A card being laid, a stamp and the winner's card move for 0.2 to 0.6 s. Nothing",
            "moves if the phone asks for reduced motion.",
            "",
            *("## Screens", "", *screens),
        ]
    )


def main() -> None:
    """Photograph the given screens, or all, and write docs/look.md."""
    FOLDER.mkdir(exist_ok=True)
    databases.hurry()
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    with sync_playwright() as play, mock.patch.object(time, "time_ns", return_value=NOON * 10**9):
        browser = play.chromium.launch(executable_path=found, args=list(FLAGS))
        for name in sys.argv[1:] or SCENES:
            for scheme in ("light", "dark"):
                photograph(browser, name, scheme)
        browser.close()
    (DOCS / "look.md").write_text(look(), encoding="utf-8")


if __name__ == "__main__":
    main()
