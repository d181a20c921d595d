"""Every page of the evenings and of crowded tables, as phones draw it: no word breaks, touches an
edge or another text; totals stand in a column; nothing is off the screen or too small for a finger;
no accessibility fault."""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import cycle, product
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.rules.variants.variants import CUSTOM, WIZARD
from tests.addresses import PAGES
from tests.browser.conftest import OpenPhone
from tests.browser.phone import ARMED, Phone
from tests.browser.server import Server
from tests.browser.stage import Stage
from tests.browser.test_access import AXE, RULES, RUN
from tests.evenings import events, games
from tests.evenings.evening import Evening, Script
from tests.evenings.rally import Rally
from tests.evenings.recorded import Page, recorded
from tests.evenings.test_evenings import EVENINGS
from tests.languages import LANGUAGES
from tests.table import Table
from tests.turns import daily

pytestmark = pytest.mark.browser

NAMES = (
    *("Maximiliane", "Jean-Baptiste", "Bartholomäus", "Friederike", "Wilhelmine", "Christoph"),
    *("Tom", "Konstantin", "Annegret", "Zoë"),
)
"""Six long names of real people; the others sit with them at larger tables."""
LONG = {"Ann": "Alexandrine", "Ben": "Bartholomäus", "Cem": "Christophorus", "Dora": "Dorothea"}
LONG |= {"Eli": "Emmanuelle", "Lea": "Leopoldine", "Zoe": "Zacharias", "Annika": "Annegret"}
"""Longer names for the players of the evenings."""
Size = tuple[int, int]
UPRIGHT: Size = (390, 844)
SIZES: tuple[Size, ...] = ((320, 568), (1280, 800), (360, 640), (844, 390), UPRIGHT)
VIEWS = ("#hand", "#sheet", "#evening", "#more")
POINTS: dict[str, Any] = {
    "own_bonus": "20",
    "own_trick": "10",
    "own_miss": "80",
    "deck": "80",
    "trump": "wizard",
}
FAULTS = (Path(__file__).parent / "geometry.js").read_text(encoding="utf-8").strip().rstrip(";")
UNFOLD = """document.querySelectorAll(":is(main:not(:has(#board)), #more) details")
  .forEach((one) => { one.open = true; })"""
LIVE = "document.documentElement.classList.contains('live')"
LOOSE = """for (const one of document.querySelectorAll("body *"))
  if (getComputedStyle(one).position === "sticky") one.style.position = "static";"""
LARGE = "(size) => { document.documentElement.style.fontSize = size; }"
KEY = """() => {
  const pads = [...document.querySelectorAll("#panel .pad")];
  const open = pads.find((pad) => pad.checkVisibility({ opacityProperty: true }));
  const keys = ".keys > .typed .by-ten, .key input:enabled:not(:checked)";
  const { x, y, width, height } = open.querySelector(keys).getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
"""Where the first key of the open pad is."""
TARGETS = """() => [...document.querySelectorAll(
    "#panel .key, #panel .typed :is(button, input), #foot, .tabs a, .player-line")]
  .map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return [one.id || one.innerText.trim(), x, y, width, height];
  })"""
"""Where everything is that can be tapped on a hand."""
LARGE_KINDS = re.compile("[0-9x, ]*(broken|too wide|off the screen)")
"""What no page may have in large letters either."""
LARGE_WORDS = re.compile(f"(?!.*b[.]name){LARGE_KINDS.pattern}")
"""The same, but a name that has no room in the smallest letters takes two lines."""
WHOLE = re.compile("(?!a third line)")
"""What a game may not have in large letters: all but a button of three lines."""
ON = "on another"
FRAMES = "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))"
"""Until scripts that watch sizes have run."""
FIVE = ("Annegret", "Bo", "Friederike", "Maximilian", "Zoë")
COVERED = """() => [...document.querySelectorAll(
  "#panel :is(button, .key, a.main, .player-line), .result .act > *, .back-up button, .wincard b",
)].filter((one) => {
  if (!one.checkVisibility({ opacityProperty: true })) return false;
  const { x, y, width, height } = one.getBoundingClientRect();
  // What is as high as a finger may reach over an edge by a little.
  const ends = [0.15, 0.85].flatMap((part) => [[part, 0.5], [0.5, part]]);
  const at = ([across, down]) => document.elementFromPoint(x + across * width, y + down * height);
  return ends.some((end) => !one.contains(at(end)));
}).map((one) => one.id || one.textContent.trim().replace(/\\s+/g, " "))"""
"""What lies below something else, or partly off the screen."""
SHOWS_THROUGH = "one => getComputedStyle(one).backgroundColor.endsWith(', 0)')"
PLANTED = """<style>
  body { overflow-wrap: anywhere; letter-spacing: 3px }
  h2, button { font-size: 200% !important; min-height: 0 !important }
  .button, button { width: 3em !important; min-width: 0 !important; white-space: normal !important }
  p { margin-bottom: -1em !important; line-height: 0.6 !important }
  .also, .player-lines { width: 140% }
</style>"""
KINDS = {"broken", "cut", "off the screen", "at the edge", "a third line", "on another", "too wide"}
KINDS |= {"too small", "no space"}
"""The kinds of faults that :data:`PLANTED` causes."""


def unmeasured(fault: str) -> str:
    """A fault without its pixels, which a phone rounds in other ways."""
    return re.sub(r"\d+ × \d+", "too small", re.sub(r"(too wide): .*", r"\1", fault))


def moved(one: list[Any], then: list[Any]) -> bool:
    """Whether something is elsewhere, by more than nobody sees."""
    return any(abs(a - b) > 2 for a, b in zip(one[1:], then[1:], strict=True))


def crowd(evening: Evening, players: int) -> None:
    """A table of so many, with totals of two to four signs: its pages in each state."""
    keeper, names = evening.keeper, NAMES[:players]
    if players <= WIZARD.max_players:
        keeper.start(*names, specials="y")
    else:
        keeper.start(*names, variant=CUSTOM.key, **POINTS)
    rest, each = (0,) * (players - 2), tuple(seat % 2 for seat in range(players))
    for cards, card, tricks in (
        (1, "hearts", (0, 1)),
        (2, "jester", (2, 0)),
        (3, "spades", (1, 2)),
    ):
        bids = tuple(seat % (cards + 1) for seat in range(players))
        keeper.play(card, bids, (*tricks, *rest))
    evening.who = "Kft"
    pages = [path[1:].replace("hands/2", "hands/4") for path in PAGES if path]
    evening.look("trump", *pages)
    keeper.turn("hearts")
    evening.look("first bid")
    keeper.bid(None, *each[1:])
    evening.look("last bid")
    keeper.bid(*each)
    evening.look("play")
    keeper.take(*each[:4])
    evening.look("tricks", "?panel=extras", "?me=1")
    keeper.post(f"{keeper.path}/end", hands=3, revision=keeper.revision)
    evening.look("end", "picture", "/", "/new", "/history", "/people", "/people/1", "/people/hands")


def six(evening: Evening) -> None:
    """Six at a table, whose bids are then hidden."""
    crowd(evening, 6)
    keeper = evening.keeper
    keeper.start(*NAMES[:6], hidden="y", length="list", sizes="10")
    keeper.turn("hearts")
    keeper.post(f"{keeper.path}/sealed", on="y")
    keeper.post(f"{keeper.path}/hands/1/sealed", bid_0=1, bid_3=0)
    evening.look("hidden bids", "sealed", "?me=5")


def eight(evening: Evening) -> None:
    """Eight at a table."""
    crowd(evening, 8)


def ten(evening: Evening) -> None:
    """Ten at a table."""
    crowd(evening, 10)


def event(script: Callable[[Rally], None]) -> Script:
    """An evening of many tables."""
    return lambda evening: script(Rally(evening.app))


SCRIPTS: dict[str, Script] = {games.plain.__name__: games.plain} | EVENINGS
SCRIPTS |= {one.__name__: one for one in (six, eight, ten)}
SCRIPTS |= {one.__name__: event(one) for one in events.EVENINGS}
CROWDED = ("two_players", "plain", "six", "eight")
ENLARGED = (
    *product(LANGUAGES, ("plain",), ("150%",)),
    *product(("de", "hu"), CROWDED, ("150%", "200%")),
)
"""Languages, games of two to eight, and sizes of letters."""
HEARD = dict(zip(SCRIPTS, cycle(LANGUAGES)))
"""The language in which an evening's pages are looked at for accessibility: that depends on what
a page is made of, not on its words."""


def has_views(page: Page) -> bool:
    """Whether it is a game, of which a view is shown."""
    return 'id="board"' in page.html


def at(turn: int, page: Page) -> str:
    """The address of a page of an evening, with a view of a game, another one each time."""
    view = VIEWS[turn % len(VIEWS)] if has_views(page) and "#" not in page.address else ""
    return page.address + view


def staged_faults(stage: Stage, turn: int, page: Page) -> Iterator[str]:
    """What is wrong on a page of an evening, with the size of the screen."""
    known, prepare = [*NAMES, *LONG.values()], f"() => {{ {UNFOLD} }}"
    found = stage.found(page.html, at(turn, page), SIZES, FAULTS, known, prepare=prepare)
    for (width, height), wrong in zip(SIZES, found, strict=True):
        yield from (f"{width}x{height}, {one}" for one in wrong)


def faults(phone: Phone, sizes: Iterable[Size], names: list[str]) -> Iterator[str]:
    """What is wrong on the page, with the size of the screen."""
    for width, height in sizes:
        phone.page.set_viewport_size({"width": width, "height": height})
        wrong = phone.page.evaluate(FAULTS, names)
        yield from (f"{width}x{height}, {one}" for one in wrong)


def hindered(phone: Phone) -> Iterator[str]:
    """The accessibility faults of the page, from its end, where its foot covers nothing, and
    without bars that cover what can be scrolled."""
    phone.page.evaluate(AXE)
    phone.page.evaluate(LOOSE)
    phone.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    for scheme, rules in RULES.items():
        phone.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        yield from (f"{scheme}, {one}" for one in phone.page.evaluate(RUN, rules))
    phone.page.emulate_media(color_scheme="light")


@daily("variant", ["wizard", "skull-king"], "wizard")
def test_nothing_is_moved_by_a_tap_in_large_letters(phone: Phone, variant: str) -> None:
    """What Undo takes back, or a warning, may need a second line after it."""
    found = []
    for language, (width, height) in product(("de", "en"), ((360, 640), UPRIGHT)):
        phone.seat(*NAMES[:4], variant=variant)
        phone.table.play("hearts" if variant == "wizard" else "", (1, 0, 0, 0), (1, 0, 0, 0))
        if variant == "wizard":
            phone.table.turn("spades")
        phone.speak(language)
        phone.page.set_viewport_size({"width": width, "height": height})
        for step, count in (("extras", 2), ("bids", 3), ("tricks", 3)):
            if step == "tricks":
                phone.table.bid(0, 1, 1, 0)
            phone.look(step)
            phone.page.evaluate(LARGE, "150%")
            phone.until(ARMED)
            if step == "tricks":
                phone.tap(phone.page.locator("#count"))
            for turn in range(count):
                before = phone.page.evaluate(TARGETS)
                with phone.saved():
                    phone.page.touchscreen.tap(*phone.page.evaluate(KEY))
                phone.until(ARMED)
                after = phone.page.evaluate(TARGETS)
                where = f"moved by a tap: {language}, {width}x{height}, {step}, tap {turn + 1}"
                pairs = zip(before, after, strict=True)
                found += [f"{where}: {one}, then {then}" for one, then in pairs if moved(one, then)]
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize(("language", "evening"), [*product(LANGUAGES, SCRIPTS)])
def test_every_page_stands_whole_and_free_on_every_screen(
    open_phone: OpenPhone, server: Server, language: str, evening: str
) -> None:
    app = server.table().client.application
    pages = [page for page in recorded(app, SCRIPTS[evening], language, LONG) if page.is_whole]
    phone, found = open_phone(), list[str]()
    stage = Stage(server, phone)
    for turn, page in enumerate(pages):
        found += [f"{at(turn, page)}, {one}" for one in staged_faults(stage, turn, page)]
    for turn, page in enumerate(pages if HEARD[evening] == language else ()):
        stage.show(page.html, at(turn, page))
        phone.until(LIVE)
        phone.page.evaluate(UNFOLD)
        found += [f"{at(turn, page)}, {one}" for one in hindered(phone)]
    assert not found, "\n".join(found)


def test_a_page_in_a_frame_has_at_least_the_faults_that_it_has_on_a_screen(
    phone: Phone, server: Server
) -> None:
    """A phone makes a page that is too wide smaller, so that less of it is off the screen."""
    pages = recorded(server.table().client.application, SCRIPTS["specials"], "de", LONG)
    stage, kinds = Stage(server, phone), set[str]()
    for turn, page in enumerate([page for page in pages if page.is_whole][::6]):
        bad = page._replace(html=page.html.replace("</head>", f"{PLANTED}</head>"))
        in_frame = {unmeasured(one) for one in staged_faults(stage, turn, bad)}
        stage.show(bad.html, at(turn, bad))
        phone.until(LIVE)
        phone.page.evaluate(UNFOLD)
        on_screen = {unmeasured(one) for one in faults(phone, SIZES, [*NAMES, *LONG.values()])}
        assert on_screen <= in_frame, at(turn, page)
        kinds |= {re.split("[,:] ", one)[1] for one in on_screen}
    assert kinds == KINDS


def test_each_page_of_a_game_is_drawn_though_only_its_view_differs(
    phone: Phone, server: Server
) -> None:
    stage = Stage(server, phone)
    for shown, view in (("before", "#sheet"), ("after", "#more"), ("at the end", "#more")):
        stage.show(f"<!doctype html><title>Game</title><p>{shown}</p>", f"/g/game{view}")
        assert phone.page.locator("p").inner_text() == shown


def test_the_first_screens_stand_whole_in_every_language(open_phone: OpenPhone) -> None:
    """An evening is drawn in one language; what everybody sees first is drawn in all of them."""
    phone, found = open_phone(), list[str]()
    for language in LANGUAGES:
        phone.speak(language)
        for address in ("/", "/new", "/join", "/events/new"):
            phone.open(address)
            phone.drawn()
            wrong = faults(phone, SIZES, list(NAMES))
            found += [f"{language}, {address}, {fault}" for fault in wrong]
    assert not found, "\n".join(found)


def test_the_first_screens_break_no_word_in_large_letters(phone: Phone) -> None:
    found = list[str]()

    def look(languages: Iterable[str], *addresses: str) -> None:
        for language, address in product(languages, addresses):
            phone.speak(language)
            phone.open(address)
            phone.drawn()
            for size in ("150%", "200%"):
                phone.page.evaluate(LARGE, size)
                wrong = faults(phone, ((360, 640), UPRIGHT), [*NAMES])
                where = f"{language}, {address}, {size}"
                found.extend(f"{where}, {one}" for one in wrong if LARGE_KINDS.match(one))

    look(("en", "de"), "/", "/new", "/join", "/people")
    phone.seat(*NAMES[:6], sizes="1")
    phone.table.play("hearts", (0, 1, 0, 1, 0, 0), (1, 0, 0, 0, 0, 0))
    phone.look()
    look(("de", "hu"), "/", "/new", "/people", "/people/1", f"{phone.table.path}/paper")
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize(("language", "evening", "size"), [*dict.fromkeys(ENLARGED)])
def test_a_game_stands_whole_and_free_in_large_letters(
    open_phone: OpenPhone, server: Server, language: str, evening: str, size: str
) -> None:
    """What the game itself shows; the other pages of an evening break no word at 150 %."""
    every = recorded(server.table().client.application, SCRIPTS[evening], language, LONG)
    is_plain = (evening, size) == ("plain", "150%")
    pages = [page for page in every if page.is_whole and (is_plain or has_views(page))]
    stage, found = Stage(server, open_phone()), list[str]()
    prepare = f"() => ({LARGE})('{size}')"
    known, sizes = [*NAMES, *LONG.values()], ((360, 640), UPRIGHT)
    for turn, page in enumerate(pages):
        each = stage.found(page.html, at(turn, page), sizes, FAULTS, known, prepare=prepare)
        minds = WHOLE if has_views(page) else LARGE_WORDS
        for (width, height), wrong in zip(sizes, each, strict=True):
            where = f"{at(turn, page)}, {width}x{height}"
            found += [f"{where}, {one}" for one in wrong if minds.match(one)]
    assert not found, "\n".join(found)


def played(table: Table) -> Iterator[str]:
    """A game of five to its end: the views to look at after each thing that is entered."""
    table.start(*FIVE, length="list", sizes="1, 2")
    yield ""
    table.turn("hearts")
    yield ""
    table.undo()
    yield ""
    table.turn("hearts")
    table.bid(None, 0, 1, 0, 0)
    yield ""
    table.bid(1, 0, 1, 0, 0)
    yield ""
    table.take(1, None, None, None, None)
    yield ""
    table.undo()
    yield ""
    table.score(0, 0, 1, 0, 0)
    yield from ("", "#sheet")
    table.turn("spades")
    table.bid(1, 1, 0, 0, 0)
    yield ""
    table.take(1, 1, 1, 0, 0)
    yield ""
    table.score(1, 0, 0, 0, 1)
    yield ""
    table.undo()
    yield ""
    table.score(0, 0, 2, 0, 0)
    yield from ("", "#sheet")


@daily("language", ["de", "en"], "de")
def test_a_game_in_large_letters_stands_as_whole_as_in_small_ones(
    phone: Phone, language: str
) -> None:
    phone.speak(language)
    found = []
    for step, view in enumerate(played(phone.table)):
        phone.take_cookie()
        phone.open(phone.table.path + view)
        for width, height in ((360, 640), UPRIGHT, (844, 390)):
            phone.page.set_viewport_size({"width": width, "height": height})
            if large := {*stands(phone, "150%")}:
                new = sorted(large - {*stands(phone, "100%")})
                found += [f"{step} {view}, {width}x{height}, {one}" for one in new]
    assert not found, "\n".join(found)


def stands(phone: Phone, letters: str) -> Iterator[str]:
    """What is wrong in letters of this size: in words, buttons, lines and cards."""
    phone.page.evaluate(LARGE, letters)
    phone.drawn()
    phone.page.evaluate(FRAMES)
    yield from phone.page.evaluate(FAULTS, [*FIVE])
    yield from (f"not whole: {one}" for one in phone.page.evaluate(COVERED))


def test_a_word_broken_in_the_demo_of_the_first_page_is_found(phone: Phone) -> None:
    phone.open()
    phone.drawn()
    assert not [one for one in faults(phone, [UPRIGHT], []) if "broken" in one]
    squeeze = """document.querySelectorAll(".demo b").forEach(({style}) => {
      style.cssText = "display: block; width: 1em; min-width: 0; max-width: 1em";
      style.cssText += "; overflow-wrap: anywhere; white-space: normal";
    })"""
    phone.page.evaluate(squeeze)
    assert [one for one in faults(phone, [UPRIGHT], []) if "broken: “Anna”" in one]


def test_faults_in_a_form_with_a_field_named_hidden_are_found(phone: Phone) -> None:
    """In scripts, ``form.hidden`` is then that field."""
    phone.open("/events/new")
    phone.drawn()
    assert not [*faults(phone, [UPRIGHT], [])]
    plant = """
      const form = document.querySelector("form:has([name=hidden])");
      const [name, title, word] = form.querySelectorAll("#name, h2, b");
      name.style.width = "6em";
      title.style.cssText = "display: inline-flex; gap: 1px";
      title.innerHTML = "<span>one</span><span>other</span>";
      word.style.cssText = "width: 1em; overflow-wrap: anywhere";
    """
    phone.page.evaluate(plant)
    kinds = {one.split(", ")[1].split(":")[0] for one in faults(phone, [UPRIGHT], [])}
    assert kinds >= {"cut", "no space", "broken"}


def test_the_name_of_who_bids_next_is_whole_beside_undo_and_save(open_phone: OpenPhone) -> None:
    """Save is there without scripts, and on each phone until they have run."""
    phone, found = open_phone(java_script_enabled=False), list[str]()
    phone.seat(*NAMES[:6])
    phone.table.turn("hearts")
    for at, language in enumerate(LANGUAGES):
        phone.speak(language)
        phone.table.bid(None, *[at % 2] * 5)
        phone.look()
        wrong = faults(phone, SIZES, list(NAMES))
        found += [f"{language}, {fault}" for fault in wrong if "p.next" in fault]
    assert not found, "\n".join(found)


def test_letters_of_twice_the_size_are_on_the_page_and_lie_on_no_others(phone: Phone) -> None:
    """On a small phone the page of six then scrolls below the sum of the bids."""
    phone.seat(*NAMES[:6])
    phone.speak("de")
    phone.table.play("hearts", (0, 1, 0, 1, 0, 0), (1, 0, 0, 0, 0, 0))
    phone.table.play("hearts", (1, 1, 0, 1, 0, 0), (1, 0, 0, 1, 0, 0))
    phone.table.turn("hearts")
    found = []
    for step in ("bids", "play", "tricks", "standings", "end", "players"):
        if step == "play":
            phone.table.bid(0, 1, 0, 1, 0, 1)
        elif step == "tricks":
            phone.table.take(1, 0, 1)
        elif step == "end":
            phone.table.score(1, 0, 1, 1, 0, 0)
            phone.table.post(f"{phone.table.path}/end", hands=3, revision=phone.table.revision)
        if step == "players":
            phone.open(f"{phone.table.path}/players")
        elif step == "standings":
            phone.view("Rangliste")
            phone.page.locator("#figures > *").first.wait_for()
        else:
            phone.look()
        phone.page.evaluate(LARGE, "200%")
        phone.drawn()
        wrong = faults(phone, [(844, 390), UPRIGHT], [*NAMES])
        found += [f"{step}, {one}" for one in wrong if ON in one or LARGE_KINDS.match(one)]
        phone.page.set_viewport_size({"width": 320, "height": 568})
        phone.until("!document.querySelector('.hand.fits')")
        if step in ("bids", "tricks") and phone.page.locator(".sum").evaluate(SHOWS_THROUGH):
            found.append(f"{step}, lines show through the sum")
    assert not found, "\n".join(found)
