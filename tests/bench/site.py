"""A site of plain files (docs/site.md) in Chromium: what a phone loads, how soon the first bid can
be entered, how soon a tap is painted, and how soon the program behind it answers.

The times are those of the machine as it is, with the least of all runs. *Work* is time of the
processor, which other work changes less; with a slow processor it is four times as much.
"""

import gzip
import json
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from filecmp import cmpfiles
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import brotli  # type: ignore[import-untyped]
from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Page, sync_playwright

from scorekeeper.site import write_site
from tests.bench.report import Row
from tests.browser.conftest import BROWSERS, FLAGS, MODULES, SCREEN

RUNS = int(os.environ.get("RUNS", "5"))
SLOW = 4
"""How many times slower a phone's processor is."""
LINE = {
    "offline": False,
    "latency": 50,
    "downloadThroughput": 10_000_000 / 8,
    "uploadThroughput": 10_000_000 / 8,
}
"""10 Mbit/s, 50 ms."""
KB = 1000
COMPRESSED = (".html", ".js", ".css", ".json", ".webmanifest", ".svg")
"""What usual hosts compress."""
TABLE = ("Ann", "Ben", "Cem", "Dora")
LIVE = "document.documentElement.classList.contains('live')"
KEYS = "#panel [id^=pad-] .key input:not(:disabled)"
BID = f"document.querySelector('{KEYS}')?.name?.startsWith('bid')"
STEPS = """(names) => {
  // Each step as soon as it can be tapped.
  const step = () => {
    if (!document.body) return;
    const found = (selector) => document.querySelector(selector);
    if (BID) {
      window.ready ??= Date.now();
      return;
    }
    if (!LIVE) return;
    if (location.search.startsWith("?~")) {
      const card = found("#panel input[name=turned]:not(:checked)");
      if (card && !window.turned) (window.turned = true), card.click();
    } else if (found("#start")) {
      const fields = [...document.querySelectorAll("#start [name=name]")];
      if (!fields.length || window.started) return;
      window.started = true;
      for (const [at, name] of names.entries()) {
        fields[at].value = name;
        fields[at].dispatchEvent(new Event("input", { bubbles: true }));
      }
      found("#start [name=dealer]").click();
      found("#start [name=start]").click();
    } else if (!window.gone) {
      const link = found("a[href$='new/']");
      if (link) (window.gone = true), link.click();
    }
  };
  setInterval(step, 5);
}""".replace("BID", BID).replace("LIVE", LIVE)
PAINTS = """() => {
  window.paints = [];
  new PerformanceObserver((list) => {
    for (const one of list.getEntries())
      if (one.name === "click") window.paints.push(one.duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
}"""
PLACE = """(at) => {
  const keys = [...document.querySelectorAll("KEYS")];
  const { x, y, width, height } = keys[at % keys.length].closest(".key").getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}""".replace("KEYS", KEYS)
"""The middle of one of the keys that can be tapped."""
MAIN, WORKER = "main", "ServiceWorker"
"""The threads of a page: its own, and that of the program."""
TRACED = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]


class Handler(SimpleHTTPRequestHandler):
    """A host of files that compresses as usual hosts do."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            self.send_error(404)
            return
        data = path.read_bytes()
        tag = f'"{sha256(data).hexdigest()[:16]}"'
        is_known = self.headers.get("If-None-Match") == tag
        self.send_response(304 if is_known else 200)
        self.send_header("ETag", tag)
        data = b"" if is_known else data
        if data and path.suffix in COMPRESSED:
            data = _gzipped(data)
            self.send_header("Content-Encoding", "gzip")
        is_fixed = "/static/" in self.path
        self.send_header("Cache-Control", "max-age=31536000" if is_fixed else "no-cache")
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        # A page that is left takes no more.
        with suppress(OSError):
            self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


_packed: dict[bytes, bytes] = {}


def _gzipped(data: bytes) -> bytes:
    if data not in _packed:
        _packed[data] = gzip.compress(data, 6, mtime=0)
    return _packed[data]


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """The address of a host with this folder."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def rows(given: Path | None = None) -> Iterator[Row]:
    """A row for each bound; ``given`` is a site that was written before, with the program."""
    with ExitStack() as ends:
        folder = given or Path(ends.enter_context(tempfile.TemporaryDirectory())) / "site"
        if given is None:
            yield from _built(folder)
        yield from _weights(folder)
        address = ends.enter_context(hosted(folder))
        playwright = ends.enter_context(sync_playwright())
        found = next(filter(None, map(shutil.which, BROWSERS)), None)
        browser = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
        ends.callback(browser.close)
        yield from _first_bids(browser, address)
        yield from _program(browser, address)


def _built(folder: Path) -> Iterator[Row]:
    """Written twice, with all languages."""
    other = folder.with_name("other")
    begun = os.times()
    write_site(folder, (), MODULES)
    ended = os.times()
    worked = sum(ended[:4]) - sum(begun[:4])
    yield _bound("site written, s of a processor", worked, 180)
    write_site(other, (), MODULES)
    names = _names(folder)
    _, differ, missing = cmpfiles(folder, other, names, shallow=False)
    odd = len(differ) + len(missing) + len(_names(other) ^ names)
    yield Row("files that differ when written again", f"{odd}", None, "0", odd > 0)


def _names(folder: Path) -> set[str]:
    return {str(one.relative_to(folder)) for one in folder.rglob("*") if one.is_file()}


def _weights(folder: Path) -> Iterator[Row]:
    files = [one for one in folder.rglob("*") if one.is_file()]
    yield _bound("site in all languages, MB", sum(one.stat().st_size for one in files) / KB**2, 40)
    program = [one for one in files if one.is_relative_to(folder / "program")]
    whole = [gzip.decompress(one.read_bytes()) for one in program if one.suffix == ".packed"]
    whole += [one.read_bytes() for one in program if one.suffix != ".packed"]
    size = sum(len(brotli.compress(data, quality=9, lgwin=24)) for data in whole)
    yield _bound("program, MB with Brotli", size / KB**2, 7)


class Visit(NamedTuple):
    """A way from the address to the first bid."""

    ms: float
    work: float
    """The milliseconds that the pages worked."""
    loaded: dict[str, int]
    """The bytes on the line, by page."""


@contextmanager
def phone(browser: Browser, address: str) -> Iterator[tuple[BrowserContext, Page, CDPSession]]:
    """A new phone, whose page can be slowed down."""
    context = browser.new_context(**SCREEN, base_url=address)
    page = context.new_page()
    session = context.new_cdp_session(page)
    yield context, page, session
    context.close()


def _slow(session: CDPSession, *, rate: int = SLOW, line: bool = True) -> None:
    session.send("Network.enable")
    if line:
        session.send("Network.emulateNetworkConditions", LINE)
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})


def _visit(page: Page, session: CDPSession, address: str) -> Visit:
    loaded: dict[str, int] = {}
    kind = {"": "first page", "new/": "New game", "g/": "hand"}
    sizes: dict[str, str] = {}

    def begun(given: Any) -> None:
        path = given["documentURL"].removeprefix(address).split("?")[0]
        sizes[given["requestId"]] = kind.get(path, path)

    def ended(given: Any) -> None:
        where = sizes.get(given["requestId"], "other")
        loaded[where] = loaded.get(where, 0) + given["encodedDataLength"]

    session.on("Network.requestWillBeSent", begun)
    session.on("Network.loadingFinished", ended)
    start, worked = time.time() * 1000, _work(MAIN)
    page.goto(address, wait_until="commit")
    _until(page, "window.ready")
    ms, worked = page.evaluate("window.ready") - start, _work(MAIN) - worked
    page.wait_for_timeout(500)
    return Visit(ms, worked, loaded)


def _first_bids(browser: Browser, address: str) -> Iterator[Row]:
    """From the address to the first bid: uncached, cached, and without a line."""
    times: dict[str, list[float]] = {}
    loaded, work = dict[str, int](), list[float]()
    for _ in range(RUNS):
        with phone(browser, address) as (context, page, session):
            context.add_init_script(f"({STEPS})({json.dumps(TABLE)})")
            _slow(session)
            visit = _visit(page, session, address)
            loaded = visit.loaded
            times.setdefault("uncached, processor and line slow", []).append(visit.ms)
            _stored(page)
            for is_away in (False, True):
                context.set_offline(is_away)
                name = "without a line" if is_away else "cached"
                for more, rate in ((", processor slow", SLOW), ("", 1)):
                    _slow(session, rate=rate, line=not is_away)
                    visit = _visit(page, session, address)
                    times.setdefault(name + more, []).append(visit.ms)
                work.append(visit.work)
    first = loaded.get("first page", 0) / KB
    yield _bound("first page, kB with gzip", first, 60)
    hand = loaded.get("New game", 0) + loaded.get("hand", 0)
    yield _bound("New game and a hand’s page, kB more", hand / KB, 30)
    for name, some in times.items():
        yield _timed(f"address to first bid, {name}", some, 1500 if "uncached" in name else 600)
    yield _timed("… work of its pages, cached, processor slow", [SLOW * one for one in work], 600)


def _stored(page: Page) -> None:
    """Wait until the worker has stored what opens without a line."""
    _until(
        page,
        """caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name))))
          .then((all) => Promise.all(all.map((cache) => cache.keys())))
          .then((all) => ["new/", "g/", "-4.json"].every((end) =>
            all.flat().some(({ url }) => url.endsWith(end))))""",
    )


def _until(page: Page, script: str, seconds: float = 120) -> None:
    """Wait for a script to be true; the pages allow no more than this."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        # It may be on its way to another page.
        with suppress(Error):
            if page.evaluate(script):
                return
        page.wait_for_timeout(30)
    raise TimeoutError(script)


def _program(browser: Browser, address: str) -> Iterator[Row]:
    """The taps of a hand, alone and while the program loads; then the program itself."""
    pages, parts, both = list[float](), list[float](), list[float]()
    with phone(browser, address) as (context, page, session):
        context.add_init_script(f"({STEPS})({json.dumps(TABLE)})")
        context.add_init_script(f"({PAINTS})()")
        _visit(page, session, address)
        _taps(page, 10)
        with _slowly(session):
            yield _timed("tap to paint, processor slow", _taps(page, 20), 50)
        yield from _tap_work(browser, page, "tap to paint")
        # As after the first scored hand.
        page.evaluate("globalThis.site.persist()")
        with _slowly(session):
            yield _timed("tap to paint while the program loads", _taps(page, 20), 50)
        yield from _tap_work(browser, page, "tap to paint while the program loads")
        answers = "navigator.serviceWorker.controller?.scriptURL.endsWith('?program')"
        _until(page, answers, 600)
        page.wait_for_timeout(3000)
        session.send("ServiceWorker.enable")
        for path in ("people", "history") * RUNS:
            session.send("ServiceWorker.stopAllWorkers")
            before, worker, main = time.monotonic(), _work(WORKER), _work(MAIN)
            page.goto(address + path, timeout=120_000, wait_until="domcontentloaded")
            pages.append((time.monotonic() - before) * 1000)
            parts.append(_work(WORKER) - worker)
            both.append(parts[-1] + _work(MAIN) - main)
    what = "first page of the program after its worker ended"
    yield _timed(what, pages, 1000)
    yield _timed("… work of the worker", parts, 1000)
    yield _timed("… work of worker and page", both, 1000)
    yield _timed("… work of both, processor slow", [SLOW * one for one in both], 3000)


@contextmanager
def _slowly(session: CDPSession) -> Iterator[None]:
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
    yield
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})


def _taps(page: Page, number: int) -> list[float]:
    """The milliseconds from each tap on a bid to what it painted."""
    page.evaluate("window.paints.splice(0)")
    for at in range(number):
        x, y = page.evaluate(PLACE, at)
        page.touchscreen.tap(x, y)
        page.wait_for_timeout(250)
    found: list[float] = page.evaluate("window.paints.splice(0)")
    return found


def _tap_work(browser: Browser, page: Page, what: str) -> Iterator[Row]:
    """What the page worked until it had painted a tap, from a trace."""
    browser.start_tracing(page=page, categories=TRACED)
    _taps(page, 20)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    clicks = [one for one in events if _dispatched(one) == "click"]
    place = clicks[0]["pid"], clicks[0]["tid"]
    mine = [one for one in events if (one["pid"], one["tid"]) == place and one["ph"] == "X"]
    downs = [one["ts"] for one in mine if _dispatched(one) == "pointerdown"]
    painted = sorted(_end(one) for one in mine if one["name"] == "Commit")
    found = []
    for click in clicks:
        begun = max(at for at in downs if at <= click["ts"])
        ended = next((at for at in painted if at >= _end(click)), begun)
        tasks = [one for one in mine if one["name"] == "RunTask"]
        found.append(sum(one["tdur"] for one in tasks if _end(one) > begun and one["ts"] < ended))
    times = [one / 1000 for one in found]
    yield _timed(f"… work of {what}", times, 50)
    yield _timed(f"… work of {what}, processor slow", [SLOW * one for one in times], 50)


def _dispatched(event: Any) -> str:
    is_event = event["name"] == "EventDispatch" and event["ph"] == "X"
    return str(event["args"]["data"]["type"]) if is_event else ""


def _end(event: Any) -> float:
    return float(event["ts"] + event["dur"])


def _work(thread: str) -> float:
    """The milliseconds that these threads of pages worked, of all browsers that this process
    began."""
    total, mine = 0, {os.getpid()}
    for status in sorted(Path("/proc").glob("[0-9]*/stat"), key=lambda one: int(one.parent.name)):
        with suppress(OSError):
            if int(status.read_text("utf-8").rpartition(")")[2].split()[1]) in mine:
                mine.add(int(status.parent.name))
    for process in mine:
        with suppress(OSError):
            if "--type=renderer" not in Path(f"/proc/{process}/cmdline").read_text("utf-8"):
                continue
            for task in Path(f"/proc/{process}/task").iterdir():
                is_main = task.name == str(process)
                name = MAIN if is_main else (task / "comm").read_text("utf-8")
                if name.startswith(thread):
                    total += int((task / "schedstat").read_text("utf-8").split()[0])
    return total / 1_000_000


def _bound(what: str, figure: float, most: float) -> Row:
    return Row(what, f"{figure:.1f}", None, f"≤ {most:g}", figure > most)


def _timed(what: str, times: list[float], most: float) -> Row:
    if not times:
        return Row(what, "–", None, f"≤ {most:g}", missed=True)
    figure = f"{median(times):.0f} (least {min(times):.0f}, {len(times)} times)"
    return Row(what, figure, None, f"≤ {most:g}", median(times) > most)


def report() -> Iterator[str]:
    """A line for each row, as soon as it is known. ``SITE`` may name a site that was written
    before, and ``RUNS`` how often the ways are gone."""
    given = os.environ.get("SITE")
    for row in rows(Path(given) if given else None):
        yield "  ".join(filter(None, row.cells)) + "\n"
