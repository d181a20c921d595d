"""A rally of 400 at 100 tables: its pages and polls one by one, then a hall that plays.

In the hall each table plays hands and saves every 5 seconds, and 3 walls and 300 phones of players
poll; at the bare routes as many clients save and open pages at the same pace. Ours and the bare
routes alternate.
"""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from statistics import median

from flask import Flask

from scorekeeper.http import cookies
from tests import databases
from tests.bench import crowd
from tests.bench.crowd import Clicks, Looks
from tests.bench.line import Answer, Line, request
from tests.bench.loop import Loop
from tests.bench.ours import Ours, beside_bare, memory
from tests.bench.phone import HASH, HTMX, phone_at
from tests.bench.report import Row, compared, slow
from tests.conftest import opened
from tests.desk import Desk
from tests.table import Table
from tests.torture.evening import Tap, evening

PEOPLE, TABLES, WALLS, PHONES = 400, 100, 3, 300
TIMES = 60
"""The number of requests of each kind."""
PAUSE = 5.0
MINUTES, TURNS = 3, 6
"""The duration of the hall in minutes, and its turns, which alternate with the bare routes for half
a turn each."""
DESK, NEWS, IDLE, LATER, SAVE = 25, 3, 0.8, 1.3, 5
FLAT = 1.1
"""The most memory after the hall, divided by that after its first turn."""
SEEN = re.compile(r' data-from="([^"]*)"\s+data-seen="([^"]*)"')


@dataclass(frozen=True, slots=True)
class Rally:
    """The address of an event, the key of its desk, and the game and keeper of each table."""

    path: str
    desk: str
    tables: list[tuple[str, str]]


class Page:
    """A page of an event that polls."""

    def __init__(self, path: str, key: str = "") -> None:
        self.path, self.cookie = path, {"Cookie": f"{cookies.PHONE}={key}"} if key else {}
        self.seen = self.address = ""
        self.hashes: dict[str, str] = {}

    def whole(self) -> bytes:
        """The request for the page."""
        return request("GET", self.path, self.cookie)

    def poll(self) -> bytes:
        """The request for news."""
        sign = "&" if "?" in self.address else "?"
        asked = f"{self.address}{sign}seen={self.seen}&parts={''.join(self.hashes.values())}"
        return request("GET", asked, HTMX | self.cookie)

    def learn(self, answer: Answer) -> None:
        """Update the page from the answer."""
        if answer.status == 200:
            text = answer.raw.decode()
            found = SEEN.search(text)
            assert found, answer.head
            self.hashes |= dict(HASH.findall(text))
            self.address, self.seen = map(unescape, found.groups())


@dataclass(kw_only=True)
class Watcher(Looks):
    """A client that follows the event."""

    page: Page

    def request(self) -> bytes | None:
        """A poll."""
        return self.page.poll()

    def answered(self, answer: Answer) -> float:
        """Let the page show the answer."""
        self.page.learn(answer)
        return super().answered(answer)


def rows(folder: Path) -> Iterator[Row]:
    """Run the rally in the folder of an empty database."""
    rally = _set_up(folder)
    with opened(folder) as app:
        alone, at_event = statements_of_result(app)
    what = f"statements of a result at an event, {alone} without"
    yield Row(what, f"{at_event}", None, f"≤ {alone + 1}", at_event > alone + 1)
    with beside_bare(folder) as (ours, bare):
        yield from _one_by_one(rally, Line(ours.port), Line(bare.port))
        yield from _hall(rally, ours, bare.port)


def _set_up(folder: Path) -> Rally:
    """A rally whose first round runs, with a hand played at each table."""
    with opened(folder) as app:
        client = app.test_client()
        desk = Desk(client)
        desk.create(event="Hall", seating="free", hands="whole")
        for first in range(0, PEOPLE, 100):
            names = (f"Ann {number} Berg" for number in range(first, first + 100))
            desk.did("players/add", names="\n".join(names))
        desk.did("draw", "publish", "start")
        tables = []
        for number in range(1, TABLES + 1):
            phone = app.test_client()
            table = desk.at(phone, number)
            table.play("hearts", (0, 0, 0, 0), (1, 0, 0, 0))
            tables.append((f"/g/{table.key}", _key(phone)))
        return Rally(desk.path, _key(client), tables)


def statements_of_result(app: Flask) -> tuple[int, int]:
    """The statements of the save that ends a game, without an event and at one."""
    names, found = ("Ann", "Ben", "Cem", "Dan"), []
    ordinary, desk = Table(app.test_client()), Desk(app.test_client())
    ordinary.start(*names, length="list", sizes="1")
    desk.create(*names, event="Small", seating="free")
    desk.did("draw", "publish", "start")
    for table in (ordinary, desk.at(app.test_client(), 1)):
        table.turn("hearts")
        table.bid(0, 0, 0, 0)
        with databases.asked(app) as asked:
            assert table.score(1, 0, 0, 0, revision=2).status_code == 303
        found.append(len(asked))
    return found[0], found[1]


def _key(client: object) -> str:
    cookie = client.get_cookie(cookies.PHONE)  # type: ignore[attr-defined]
    assert cookie is not None
    return str(cookie.value)


def _one_by_one(rally: Rally, ours: Line, bare: Line) -> Iterator[Row]:
    desk = Page(f"{rally.path}/desk/round", rally.desk)
    wall, other = Page(f"{rally.path}/wall"), Page(f"{rally.path}/wall")
    mine = Page(f"{rally.path}?me=1")
    for page in (desk, wall, other, mine):
        page.learn(ours.ask(page.whole()))
    times: dict[str, list[float]] = {}

    def took(name: str, answer: Answer, status: int = 200) -> None:
        assert answer.status == status, (name, answer.head)
        times.setdefault(name, []).append(answer.ms)

    for table in rally.tables[:TIMES]:
        keeper = phone_at(ours.port, *table)
        took("bare", bare.ask(request("GET", "/hello", {})))
        took("desk", ours.ask(desk.whole()))
        took("wall idle", ours.ask(wall.poll()), 204)
        took("phone idle", ours.ask(mine.poll()), 204)
        for hand in _second_hand():
            took("desk idle", ours.ask(desk.poll()), 204)
            keeper.tap(hand)
        for name, page in (("desk news", desk), ("first", wall), ("later", other)):
            answer = ours.ask(page.poll())
            took(name, answer)
            page.learn(answer)
        desk.learn(ours.ask(desk.whole()))
        mine.learn(ours.ask(mine.whole()))
    ms = {name: median(each) for name, each in times.items()}
    yield Row("bare route, beside the hall", f"{ms['bare']:.2f}")
    for what, name, most in (
        (f"desk with {TABLES} tables, whole page", "desk", DESK),
        ("a table's hand on it", "desk news", NEWS),
        ("a table's other taps on it", "desk idle", IDLE),
        ("wall, idle poll", "wall idle", IDLE),
        ("player's phone, idle poll", "phone idle", IDLE),
        ("news to the first wall", "first", None),
        ("news to the second wall", "later", LATER),
    ):
        yield compared(f"{what} ÷ bare route", ms[name], ms["bare"], most)


def _hall(rally: Rally, ours: Ours, bare: int) -> Iterator[Row]:
    line = Line(ours.port)
    pages = [Page(f"{rally.path}/wall") for _ in range(WALLS)]
    pages += [Page(f"{rally.path}?me={number}") for number in range(1, PHONES + 1)]
    for page in pages:
        page.learn(line.ask(page.whole()))
    watchers = [Watcher(ours.port, random.Random(n), page=page) for n, page in enumerate(pages)]
    tables = [_table(ours.port, n, *table) for n, table in enumerate(rally.tables)]
    clicks = [Clicks(bare, random.Random(n), pause=PAUSE, thinks=True) for n in range(TABLES)]
    looks = [Looks(bare, random.Random(n)) for n in range(len(pages))]
    used = []
    for _ in range(TURNS):
        _turn([*clicks, *looks], MINUTES * 30 / TURNS)
        _turn([*tables, *watchers], MINUTES * 60 / TURNS)
        used.append(memory(ours.pid))
    saves, base = ([ms for one in side for ms in one.times] for side in (tables, clicks))
    what = f"hall of {TABLES} tables, {WALLS} walls, {PHONES} phones, {MINUTES} minutes"
    yield Row(f"{what}: saves", f"{len(saves)} and no error")
    yield compared(f"{what}: save p50 ÷ bare p50", median(saves), median(base))
    yield compared(f"{what}: save p99 ÷ bare p99", slow(saves), slow(base), SAVE)
    ratio = used[-1] / used[0]
    yield Row(f"{what}: memory", f"{used[-1]:.0f} MB", ratio, f"≤ {FLAT}", ratio > FLAT)


def _turn(callers: list[Clicks | Looks], seconds: float) -> None:
    chance = random.Random(5)
    Loop().run(callers, [PAUSE * chance.random() for _ in callers], seconds)


def _table(port: int, number: int, game: str, key: str) -> crowd.Table:
    keeper = phone_at(port, game, key)
    chance, played = random.Random(number), 1 + (number < TIMES)
    taps = (tap for tap in evening(chance, 4) if tap.hand > played)
    return crowd.Table(port, chance, keeper=keeper, taps=taps, pause=PAUSE, thinks=True)


def _second_hand() -> tuple[Tap, ...]:
    """The taps of a hand, of which the last one scores it."""
    bids = tuple((f"bid_{seat}", "1") for seat in range(4))
    tricks = tuple((f"tricks_{seat}", str(2 * (seat == 0))) for seat in range(4))
    trump = Tap(2, "trump", (("turned", "clubs"),))
    return trump, Tap(2, "bids", bids), Tap(2, "tricks", (*tricks, ("score", "1")))
