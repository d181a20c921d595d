"""Every page has the heights that it has in Chromium, cuts nothing that is whole there, and is the
same again when it is turned back."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from scorekeeper.rules.variants.variants import CUSTOM, WIZARD
from tests.addresses import GETS, prepare, put_in
from tests.browser.phone import Phone
from tests.browser.test_geometry import NAMES, POINTS
from tests.cast import COOKIE, Cast, Role, cast_on
from tests.engines.adapters import ENGINES, Engine, WebKitWindow, WPEFramed, started
from tests.engines.conftest import Program, served
from tests.engines.window import Window
from tests.table import Table

pytestmark = pytest.mark.engines

SIZES = ((390, 844), (1280, 800), (844, 390))
"""Of the first one is the window while it loads a page, and again in the end."""
HERE = Path(__file__).parent
LOOKS = (HERE / "looks.js").read_text(encoding="utf-8")
LOOKS = f"return ({LOOKS[LOOKS.index('() =>') :].strip()})()"
PIXELS, SHARE = 5, 0.12
"""A height may differ from Chromium's by the larger of the two; letters are rounded differently."""
KNOWN = {
    # A word more or less on a line: letters are not equally wide.
    "p.who:0 small:0",
    "p.who:0 small:0 time:0",
    "div#phones form.choices:1 button.quiet:1",
    "button#kind-championship",
    # WebKit counts the number of cards, which stands above the head where it has no room.
    "h1#head small.deal:1",
    "div.acts:0 details.card:2",
    *(f"div.acts:0 details.card:{n} summary.line:0 span.words:0 small:0" for n in range(3)),
    # WebKit counts the space around its row.
    "table.by-seat:0 thead:0",
    # As tall as its rows where field-sizing is not known.
    "textarea#result-text",
    "div.page:0 div.address:1",
}
"""The ends of paths of what differs in height, for a reason that is none of ours."""
ROUNDED = {
    "div#ways button.quiet:0 span.counted:0",
    "div#pad-table div.keys:0 div.count:0 p.face:0 small:0",
    "section#sheet p.legend:0 span.signs:0",
    "section.sheetcard:1 h2:0",
    "section.sheetcard:1 p:0",
    "form#result p.note:0",
    "form#sign-up p.note:1",
    "section#whom p:0",
    "button#kind-own span.words:1 small:0",
    "div.page:0 p.wrap:3",
    "p.padhead:0 span.why:0",
    "p.evening:0 a.card:0 span.words:1 b:0",
    "details:0 summary.note:0 span:0",
}
"""Lines of one word more or less in WebKit 2.38, which gives each letter a whole number of pixels
whatever the hinting of the font: measured without a break, these texts are up to 4 % wider or
narrower than in Chromium."""
VIEWS = ("", "#sheet", "?view=evening#evening", "#more")
Looks = Mapping[str, tuple[float, bool, float, str]]


class Reader(Phone):
    """A phone without a browser: it only says which page it would open."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.path = ""

    def open(self, path: str = "/") -> None:
        self.path = path


def seat(phone: Reader, players: int) -> None:
    """A game with three hands played, with totals of two to four signs."""
    names = NAMES[:players]
    if players <= WIZARD.max_players:
        phone.seat(*names, specials="y")
    else:
        phone.seat(*names, variant=CUSTOM.key, **POINTS)
    rest = (0,) * (players - 2)
    for cards, card, tricks in (
        (1, "hearts", (0, 1)),
        (2, "jester", (2, 0)),
        (3, "spades", (1, 2)),
    ):
        bids = tuple(seat % (cards + 1) for seat in range(players))
        phone.table.play(card, bids, (*tricks, *rest))


def states(phone: Reader, viewer: Reader, players: int) -> Iterator[tuple[str, Reader]]:
    """The page of a game in each state, and its table view."""
    table = phone.table
    each = tuple(seat % 2 for seat in range(players))

    def shown(state: str) -> Iterator[tuple[str, Reader]]:
        for who, one in (("keeper", phone), ("follower", viewer)):
            one.open(table.path)
            yield f"{state}, {who}", one
        viewer.open(f"{table.path}/table")
        yield f"{state}, table view", viewer

    yield from shown("trump")
    table.turn("hearts")
    yield from shown("first bid")
    table.bid(None, *each[1:])
    yield from shown("last bid")
    table.bid(*each)
    yield from shown("play")
    table.take(*each[:4])
    yield from shown("tricks")
    phone.open(f"{table.path}?panel=extras")
    yield "extras", phone
    for view in VIEWS:
        phone.open(f"{table.path}{view}")
        yield f"view {view}", phone
    viewer.open(f"{table.path}?me=1")
    yield "follower who is a player", viewer


class Place(NamedTuple):
    """A page, and the cookies with which it is opened."""

    name: str
    path: str
    cookies: Mapping[str, str]


def cookies_of(table: Table) -> dict[str, str]:
    """The cookies of a phone."""
    cookie = table.client.get_cookie(COOKIE)
    return {COOKIE: cookie.value} if cookie else {}


def places(cast: Cast) -> Iterator[Place]:
    """Each state of a game with long names, the demo, then each page of ``tests/addresses.py``."""
    client = cast.app.test_client()
    client.get("/new")
    keeper, viewer = Reader(Table(client)), Reader(Table(cast.app.test_client()))
    seat(keeper, 6)
    for name, phone in states(keeper, viewer, 6):
        yield Place(name, phone.path, cookies_of(phone.table))
    revision = keeper.table.revision
    keeper.table.post(f"{keeper.table.path}/end", hands=3, revision=revision)
    for view in (*VIEWS, "/table"):
        yield Place(f"end {view}", keeper.table.path + view, cookies_of(keeper.table))
    yield Place("demo", keeper.table.post("/try").location, cookies_of(keeper.table))
    for request in sorted(GETS.values(), key=lambda request: bool(request.after)):
        role = Role.KEEPER if Role.KEEPER in request.may else Role.DESK
        if role not in request.may or request.leads_on:
            continue
        prepare(cast, request)
        path = put_in(cast, request.address)
        # Neither a file nor a part of a page, nor a page that asks to wait for one.
        answer = cast.get(role, path)
        if answer.status_code == 200 and answer.data.startswith(b"<!doctype html>"):
            yield Place(request.address, path, cookies_of(cast.table(role)))


def visit(window: Window, place: Place) -> None:
    """Open a page with its cookies."""
    # An answer to the page before may be on its way, with that page's cookies.
    window.open("/healthz")
    window.engine.become(place.cookies)
    window.open(place.path)


def looks(window: Window, size: tuple[int, int]) -> Looks:
    """What the page has at this size, once nothing on it changes any more."""
    window.engine.resize(*size)
    seen: list[Looks] = [{}]

    def is_still() -> bool:
        said = window.engine.run(LOOKS)
        seen.append({path: tuple(one) for path, one in said["found"].items()})
        return bool(said["isReady"]) and said["size"] == list(size) and seen[-1] == seen[-2]

    window.until(is_still, f"not still at {size}")
    return seen[-1]


def differences(usual: Looks, ours: Looks, known: set[str]) -> list[str]:
    """What is cut or of another height, unless something in it is already named."""
    found = {path: f"missing: {text}" for path, (*_, text) in usual.items() if path not in ours}
    for path, (height, is_cut, _, text) in ours.items():
        if path not in usual:
            found[path] = f"only here: {text}"
            continue
        wanted, was_cut, *_ = usual[path]
        if abs(height - wanted) > max(PIXELS, SHARE * wanted):
            found[path] = f"{height:.0f} in place of {wanted:.0f} px: {text}"
        elif is_cut and not was_cut:
            found[path] = f"cut: {text}"
        if path in found and path.endswith(tuple(known)):
            # What it stands in is then higher or lower, too.
            found[path] = ""
    return [
        f"{path} {what}"
        for path, what in found.items()
        if what
        and not any(other != path and other.startswith(f"{path} ".lstrip()) for other in found)
    ]


def compared(usual: Window, ours: Window, size: tuple[int, int]) -> list[str]:
    """What differs at this size, or that a page does not come to rest."""
    known = KNOWN | ROUNDED if ours.engine.name == "wpe" else KNOWN
    try:
        return differences(looks(usual, size), looks(ours, size), known)
    except AssertionError as error:
        return [str(error)]


def turned_back(fresh: Looks, window: Window) -> list[str]:
    """What has another size than before the window had others."""
    try:
        again = looks(window, SIZES[0])
    except AssertionError as error:
        return [str(error)]
    lacks = (0, False, 0, "")
    sizes = {
        path: [(one.get(path, lacks)[0], one.get(path, lacks)[2]) for one in (fresh, again)]
        for path in {**fresh, **again}
    }
    return [
        f"{path}: {new} in place of {old} when turned back"
        for path, (old, new) in sizes.items()
        # How many phones follow, which is known a moment later, takes some room from the dealer.
        if not path.startswith("h1#head small.deal:1 i.by:1")
        and any(abs(a - b) > PIXELS for a, b in zip(old, new, strict=True))
    ]


@pytest.fixture(params=[name for name in ENGINES if name != "chromium"])
def engine(request: pytest.FixtureRequest) -> str:
    """The name of an engine beside Chromium."""
    return str(request.param)


@pytest.fixture
def program(tmp_path: Path, empty_database: Path) -> Iterator[Program]:
    """A program without a service worker, which on a busy machine would open pages that another
    phone has kept; with htmx, on which no look depends."""
    with served(Program(tmp_path, lacks="/sw.js", is_framed=True), empty_database) as program:
        yield program


def test_every_page_has_the_heights_of_chromium_cuts_no_more_and_turns_back(
    engine: str,
    program: Program,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(ENGINES, "webkit", WebKitWindow)
    monkeypatch.setitem(ENGINES, "wpe", WPEFramed)
    found: list[str] = []
    with ExitStack() as stack:

        def window(name: str) -> Window:
            made: Engine = started(name, stack, tmp_path_factory.mktemp(name))
            made.open(f"{program.address}/join")
            return Window(made, program.address)

        both = (window("chromium"), window(engine))
        for place in places(cast_on(program.app)):
            for one in both:
                one.engine.resize(*SIZES[0])
                visit(one, place)
            fresh: Looks = {}
            # If it does not come to rest, the comparison says so.
            with suppress(AssertionError):
                fresh = looks(both[1], SIZES[0])
            for size in SIZES:
                where = "{}, {}x{}: ".format(place.name, *size)
                new = compared(*both, size)
                found += [where + each for each in new]
                print(where, *new, sep="\n")
            new = turned_back(fresh, both[1])
            found += [f"{place.name}, {each}" for each in new]
            print(*new, sep="\n")
    assert not found, "\n".join(found)
