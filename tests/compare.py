"""``make compare ARGS="main people season"``: the pages of another commit beside those of this
checkout, as pictures.

Both programs serve one database, so a page differs only by its templates and style sheets. The
words select pages by a part of their name (``book`` for those of a book with games), and looks by
their whole name; without any, all are drawn, which takes half an hour. Pairs that differ in more
than ``MOST`` of their dots are stored side by side, with what differs in red.
"""

import json
import logging
import re
import shutil
import subprocess
import sys
import tempfile
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from scorekeeper import create_app
from scorekeeper.http.assets import HTMX_URL
from tests.browser.conftest import BROWSERS, FLAGS, SCREEN, bring
from tests.browser.server import Server
from tests.cast import cast_on
from tests.conftest import settings
from tests.engines.test_looks import Place, cookies_of, places

ROOT = Path(__file__).parents[1]
SMALL, PHONE, LYING, TABLET, WIDE = (
    *((320, 568), (390, 844), (844, 390)),
    *((1024, 768), (1280, 800)),
)
MOST = 0.0005
"""The share of dots that may differ; a letter is smoothed in more than one way."""
NEAR = 24
"""How far a colour may be from the other, of 255."""
SERVE = """
import json, sys
from pathlib import Path
from werkzeug.serving import make_server
sys.path.insert(0, ".")
from scorekeeper import create_app
given = json.loads(sys.argv[1])
given["HOSTS"] = tuple(given["HOSTS"])
server = make_server("127.0.0.1", 0, create_app(given), threaded=True)
print(server.server_port, flush=True)
server.serve_forever()
"""
COMPARE = """async ([old, now, near]) => {
  const [one, two] = await Promise.all([old, now].map(async (data) =>
    createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob())));
  const [width, height] = [Math.max(one.width, two.width), Math.max(one.height, two.height)];
  const canvas = Object.assign(document.createElement("canvas"), { width: 3 * width + 40, height });
  const paint = canvas.getContext("2d", { willReadFrequently: true });
  paint.fillStyle = "#888";
  paint.fillRect(0, 0, canvas.width, height);
  paint.drawImage(one, 0, 0);
  paint.drawImage(two, width + 20, 0);
  const dots = [0, width + 20].map((left) => paint.getImageData(left, 0, width, height).data);
  const red = paint.createImageData(width, height);
  let differ = 0;
  for (let at = 0; at < red.data.length; at += 4) {
    const far = [0, 1, 2].some((c) => Math.abs(dots[0][at + c] - dots[1][at + c]) > near);
    differ += far;
    red.data.set(far ? [220, 0, 0, 255] : [255, 255, 255, 255], at);
  }
  paint.putImageData(red, 2 * width + 40, 0);
  return [differ / (width * height), canvas.toDataURL("image/webp", 0.8).split(",")[1]];
}"""


@dataclass(frozen=True)
class Look:
    """How a page is looked at."""

    name: str
    size: tuple[int, int]
    media: dict[str, Any]
    locale: str = "en-GB"


LIGHT, DARK = {"color_scheme": "light"}, {"color_scheme": "dark"}
LOOKS = (
    *(Look(f"{size[0]}x{size[1]}", size, LIGHT) for size in (SMALL, PHONE, LYING, TABLET, WIDE)),
    Look("dark", PHONE, DARK),
    Look("wide-dark", WIDE, DARK),
    Look("forced", PHONE, {**LIGHT, "forced_colors": "active"}),
    Look("german", SMALL, LIGHT, "de-DE"),
    Look("german-wide", WIDE, LIGHT, "de-DE"),
)


@contextmanager
def checkout(commit: str) -> Iterator[Path]:
    """The program of another commit, in a folder."""
    with tempfile.TemporaryDirectory() as folder:
        packed = subprocess.run(
            ["git", "archive", commit, "scorekeeper", "static", "templates", "migrations"],
            cwd=ROOT,
            check=True,
            capture_output=True,
        )
        subprocess.run(["tar", "-x", "-C", folder], input=packed.stdout, check=True)
        shutil.copy(ROOT / "pyproject.toml", folder)
        yield Path(folder)


@contextmanager
def served(program: Path, given: dict[str, Any]) -> Iterator[str]:
    """The address of the program in a folder, on the database of these settings."""
    command = [sys.executable, "-c", SERVE, json.dumps(given, default=str)]
    with subprocess.Popen(
        command, cwd=program, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.terminate()


def book(server: Server) -> Iterator[Place]:
    """The pages of a book with a dozen games of the same people."""
    names = ("Mira", "Thomas", "Ute", "Kevin", "Alexander")
    table = server.table()
    for number in range(12):
        of = names[number % 2 :][:4]
        table.start(*of, length="list", sizes="1, 2, 3", about="")
        for cards, face in ((1, "hearts"), (2, "clubs"), (3, "spades")):
            tricks = tuple(cards if seat == (number + cards) % 4 else 0 for seat in range(4))
            bids = tuple(each if (seat + number) % 3 else 1 for seat, each in enumerate(tricks))
            table.play(face, bids, tricks)
        if number == 7:
            table.post(
                f"{table.path}/about", revision=table.revision, title="Long game", place="Home"
            )
    for address in (
        *("/", "/new", "/people", "/people?by=rating", "/people/1", "/people/1/with/2"),
        *("/people/season", "/people/season?best=3", "/people/hands", "/history"),
        *("/history?text=long", "/book", "/book/bring", "/language"),
        *(f"{table.path}{page}" for page in ("", "/log", "/share", "/about", "/rules")),
    ):
        name = address.replace(table.path, "game")
        yield Place(f"book {name}", address, cookies_of(table))


def stored(
    browser: Browser, programs: tuple[str, str], shots: Iterator[Place], looks: list[Look]
) -> Iterator[tuple[float, str, bytes]]:
    """The pages that differ: the share of their dots, a name, and a picture of both."""
    contexts: dict[str, BrowserContext] = {}
    judge = browser.new_page()
    for look in looks:
        if look.locale not in contexts:
            options = {**SCREEN, "locale": look.locale, "service_workers": "block"}
            context = browser.new_context(**options, timezone_id="UTC", reduced_motion="reduce")
            context.route(HTMX_URL, bring)
            contexts[look.locale] = context
    pages = {locale: context.new_page() for locale, context in contexts.items()}
    for place in shots:
        for locale, context in contexts.items():
            context.clear_cookies()
            # Both ports of this machine get them.
            context.add_cookies(
                [
                    {"name": name, "value": value, "url": programs[0]}
                    for name, value in place.cookies.items()
                ]
            )
            for look in (one for one in looks if one.locale == locale):
                pair = [drawn(pages[locale], address + place.path, look) for address in programs]
                share, both = judge.evaluate(COMPARE, [*pair, NEAR])
                if share > MOST:
                    name = f"{place.name.strip('/')} {look.name}"
                    yield share, re.sub(r"[^\w=-]+", "-", name), b64decode(both)


def drawn(page: Page, address: str, look: Look) -> str:
    """The whole page as a picture."""
    page.set_viewport_size({"width": look.size[0], "height": look.size[1]})
    page.emulate_media(**{"forced_colors": "none", **look.media})
    page.goto(address)
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(60)
    return b64encode(page.screenshot(full_page=True, caret="hide")).decode()


def chosen(shots: Iterator[Place], words: list[str]) -> Iterator[Place]:
    """The pages in whose name one of the words occurs."""
    for place in shots:
        if not words or any(word in place.name for word in words):
            yield place


def main() -> None:
    """Compare with the commit, and print where the pictures are."""
    commit, *words = sys.argv[1:] or ["HEAD"]
    looks = [look for look in LOOKS if look.name in words] or [*LOOKS]
    words = [word for word in words if word not in {look.name for look in LOOKS}]
    folder = Path(tempfile.mkdtemp(prefix="compared-"))
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    with ExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        given = settings(data)
        app = create_app(given)
        server = Server(data, lambda _folder: app)
        stack.callback(server.stop)
        old = stack.enter_context(served(stack.enter_context(checkout(commit)), given))
        play = stack.enter_context(sync_playwright())
        found = next(filter(None, map(shutil.which, BROWSERS)), None)
        browser = play.chromium.launch(executable_path=found, args=list(FLAGS))
        for shots in (places(cast_on(app)), book(server)):
            each = stored(browser, (old, server.address), chosen(shots, words), looks)
            for share, name, both in each:
                (folder / f"{name}.webp").write_bytes(both)
                print(f"{share:8.2%}  {name}", flush=True)
        browser.close()
    print(f"{len([*folder.iterdir()])} pairs differ: {folder}")


if __name__ == "__main__":
    main()
