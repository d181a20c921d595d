"""An answer contains only the parts that the page lacks, and leaves nothing outdated."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

import brotli  # type: ignore[import-untyped]
import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import DictLoader
from werkzeug.test import TestResponse

from scorekeeper.board.board import Board, build_board
from scorekeeper.http import parts
from scorekeeper.http.polls import PollCache
from scorekeeper.store.games import reading
from tests.cast import Cast, Role, cast_on
from tests.table import HTMX, Table
from tests.web.tree import Element, board_of, drawn_over, is_parts, shown

GAMES: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "wizard": (("Ann", "Ben", "Cem"), {"hook": "y"}),
    "short": (("Ann", "Ben", "Cem", "Dora"), {"length": "list", "sizes": "2, 1, 3"}),
    "two-player": (("Ann", "Ben"), {"variant": "two-player"}),
    "skull-king": (
        ("Ann", "Ben", "Cem"),
        {"variant": "skull-king", "length": "list", "sizes": "2, 2, 2"},
    ),
    "specials": (("Ann", "Ben", "Cem"), {"specials": "y", "length": "list", "sizes": "2, 2, 2"}),
}


@dataclass
class Page:
    """A game's page on a phone that draws parts, with a count of answers with parts."""

    table: Table
    client: FlaskClient
    me: str = ""
    board: Element = field(init=False)
    small: int = 0
    is_at_evening: bool = False
    kept: dict[str, Element] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.board = board_of(self.client.get(f"{self.table.path}{self.me}").text)

    @property
    def seen(self) -> dict[str, str]:
        """The values about the page that each form sends."""
        hashes = "".join(one.given.get("data-hash", "") for one in self.board.all())
        open_panel = self.board.given["data-panel"]
        known = {"parts": hashes, "kept": "".join(self.kept), "open": open_panel}
        return known | ({"view": "evening"} if self.has_figures and self.is_at_evening else {})

    @property
    def has_figures(self) -> bool:
        """Whether the Standings are in the page."""
        return "data-evening" in self.board.given

    def send(self, path: str, **data: Any) -> int:
        """Send a form from this page, and draw the answer."""
        response = self.table.post(self.table.path + path, part=True, **self.seen | data)
        if "HX-Redirect" not in response.headers:
            self.draw(response.text)
        return response.status_code

    def open(self, panel: str) -> None:
        """Tap a step of the hand."""
        answer = self.client.get(f"{self.table.path}?panel={panel}", headers=HTMX)
        self.draw(answer.text)

    def poll(self) -> None:
        """Poll."""
        response = self._ask(seen=self.board.given["data-seen"], **self.seen)
        if response.status_code == 200:
            self.draw(response.text)

    def _ask(self, **query: str) -> TestResponse:
        address, _, own = self.board.given["data-poll"].partition("?")
        query |= dict(pair.split("=") for pair in own.split("&") if pair)
        return self.client.get(address, query_string=query, headers=HTMX)

    def turn_to_the_evening(self) -> None:
        """Open its tab, or leave it; hidden figures are gone after the next answer."""
        self.is_at_evening = not self.is_at_evening
        if self.is_at_evening and not self.has_figures:
            self.draw(self._ask(view="evening", **self.seen).text)

    def draw(self, html: str) -> None:
        """Draw an answer over the page."""
        self.small += is_parts(html)
        self.board = drawn_over(self.board, html, self.kept)

    def expect_whole(self) -> None:
        """Check that the page equals one that is opened now."""
        panel = self.board.given["data-panel"]
        address = f"{self.board.given['data-poll']}".partition("?")[0]
        query = f"?panel={panel}" if "panel=" in self.board.given["data-poll"] else self.me
        if self.has_figures:
            query += "&view=evening" if query else "?view=evening"
        fresh = board_of(self.client.get(address + query).text)
        # After its own tap the page works out by itself, or keeps, what these say.
        for name in ("data-now", "data-pencils"):
            if name not in self.board.given:
                fresh.given.pop(name, None)
        # Scripts set it anew after each answer.
        for one in (*self.board.all(), *fresh.all()):
            one.given.pop("data-plays", None)
        assert shown(self.board) == shown(fresh)


def taps(chance: random.Random, page: Page) -> Iterator[tuple[str, dict[str, Any]]]:
    """The possible next actions of a keeper, sensible or not."""
    board, seats = page.board, range(len(page.table.players))
    revision = int(board.given["data-revision"])
    hand = re.search(r"/hands/(\d+)/", board.text())
    number = int(hand[1]) if hand else 1
    chosen = dict(one.rsplit("-", 1) for one in board.given["data-chosen"].split())
    cards = sum(one.given.get("name") == "bid_0" for one in board.all()) - 1
    bid = {f"bid_{chance.choice(seats)}": str(chance.randint(0, max(cards, 1)))}
    pile = {f"tricks_{chance.choice(seats)}": str(chance.randint(0, 2))}
    pile |= {"negated": str(chance.randint(-1, 1))} if len(seats) == 2 else {}
    turned = {"turned": chance.choice(["hearts", "jester", "wizard"]), "named": "clubs"}
    kept = {name: value for name, value in chosen.items() if name.startswith(("bid", "tricks"))}
    panel, at = f"/hands/{number}/", {"revision": revision}
    yield panel + "trump", at | turned
    for _ in range(6):
        yield panel + "bids", at | kept | bid
        yield panel + "tricks", at | kept | pile | chance.choice([{}, {"score": "1"}])
    counts = {name: value for name, value in chosen.items() if "_" in name and name not in kept}
    for name in ("void", "cloud", *chance.sample(sorted(counts), min(4, len(counts)))):
        more = {name: {"cloud": "0+"}.get(name, str(chance.randint(0, 1)))}
        yield panel + "extras", at | counts | more | {"touched": name}
    yield "/undo", {"target": _target(board)}
    yield "/end", at | {"hands": chance.choice(["", number])}


def _target(board: Element) -> str:
    undo = (one.given for one in board.all() if one.given.get("name") == "target")
    return next(undo, {"value": ""})["value"]


@pytest.mark.parametrize(
    "seed",
    [
        pytest.param(0, marks=pytest.mark.thorough),
        *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 10)),
    ],
)
@pytest.mark.parametrize("game", GAMES)
def test_parts_drawn_over_an_old_page_give_the_page_as_it_is_now(
    app: Flask, table: Table, game: str, seed: int
) -> None:
    names, more = GAMES[game]
    table.start(*names, **more)
    chance = random.Random(seed)
    keeper = Page(table, table.client)
    follower, player = Page(table, app.test_client()), Page(table, app.test_client(), "?me=1")
    for _ in range(40 if seed else 20):
        if chance.random() < 0.2:
            keeper.open(chance.choice(["bids", "tricks", "trump", "extras"]))
        if chance.random() < 0.2:
            chance.choice([keeper, follower, player]).turn_to_the_evening()
        path, data = chance.choice([*taps(chance, keeper)])
        if keeper.send(path, **data) == 200:
            keeper.expect_whole()
        for page in chance.sample([follower, player], chance.randint(0, 2)):
            page.poll()
            page.expect_whole()
        if chance.random() < 0.1:
            reading.forget()
    assert keeper.small > 5
    assert follower.small + player.small > 5


def test_a_pad_of_the_trump_that_is_shown_again_replaces_the_other_one(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    page = Page(table, table.client)
    for revision in (0, 2):
        assert page.send("/hands/1/trump", turned="wizard", revision=revision) == 200
        page.expect_whole()
        assert page.send("/undo", target=revision + 1) == 200
        page.expect_whole()


def test_a_keepers_second_phone_is_drawn_what_the_first_one_entered(
    app: Flask, table: Table
) -> None:
    table.start("Ann", "Ben", "Cem")
    other = table.share(app.test_client())
    mine, theirs = Page(table, table.client), Page(other, other.client)
    assert mine.send("/hands/1/trump", turned="hearts", revision=0) == 200
    assert mine.send("/hands/1/bids", bid_1=1, revision=1) == 200
    theirs.poll()
    theirs.expect_whole()
    assert theirs.board.given["data-chosen"] == "bid_1-1 pad-2"


def test_a_refusal_is_sent_whole_and_what_it_shows_goes_with_the_next_parts(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    page = Page(table, table.client)
    page.send("/hands/1/trump", turned="hearts", revision=0)
    small = page.small
    assert page.send("/hands/1/bids", bid_0=9, revision=1) == 422
    assert page.small == small
    assert page.send("/hands/1/bids", bid_0=1, revision=1) == 200
    assert page.small == small + 1
    page.expect_whole()


@pytest.mark.parametrize("known", ["", "x", "\u2603" * 6, "abcdef" * 401])
def test_a_page_with_unknown_parts_is_sent_all_parts(table: Table, known: str) -> None:
    table.start("Ann", "Ben", "Cem")
    answer = table.send("trump", part=True, turned="hearts", parts=known, open="trump")
    assert is_parts(answer.text) == (0 < len(known) < 2406)
    assert 'id="sheet"' in answer.text


def test_a_part_that_a_script_changed_is_sent_again(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    table.turn("hearts")
    page = Page(table, table.client)
    line = page.board.find("line-0")
    assert line is not None
    line.given["data-hash"] = ""
    line.inside.clear()
    assert page.send("/hands/1/bids", bid_1=1, revision=1) == 200
    page.expect_whole()


def sizes(table: Table) -> Iterator[tuple[str, int, int]]:
    """The kind of each tap in three large hands, and the raw and compressed size of its answer."""
    page = Page(table, table.client)
    revision = 0
    for number, cards in enumerate((12, 14, 13), 1):
        entered: dict[str, Any] = {}
        hand: list[tuple[str, dict[str, Any]]] = [("trump", {"turned": "hearts"})]
        hand += [("bids", {f"bid_{(number + seat) % 4}": cards // 4}) for seat in range(4)]
        hand += [("tricks", {f"tricks_{seat}": cards // 4}) for seat in range(3)]
        for kind, tap in (*hand, ("score", {"score": "1"})):
            panel = "tricks" if kind == "score" else kind
            entered.update(tap)
            sent: dict[str, Any] = {"revision": revision, **page.seen, **entered}
            answer = table.post(f"{table.path}/hands/{number}/{panel}", part=True, **sent)
            assert answer.status_code == 200, answer.text
            page.draw(answer.text)
            revision = int(answer.headers["X-Revision"])
            last = kind == "bids" and page.board.given["data-panel"] == "tricks"
            ended = "data-over" in page.board.given
            yield (
                "last bid" if last else "end" if ended else kind,
                len(answer.data),
                len(brotli.compress(answer.data, quality=6)),
            )


BID, PANEL, FIRST, HAND, END = 750, 1540, 2370, 1500, 2560
"""Compressed bytes: of an answer to a bid, to a new panel, to the first scored hand, with the menu
that leads to its correction and to the recovery link, to another one, and to the end of a game with
its podium, its curve and the menu to share it."""


@pytest.mark.thorough
def test_the_answer_to_a_tap_is_small(table: Table) -> None:
    table.start("Uma", "Vic", "Wim")
    names = ("Friederike", "Maximiliane", "Jean-Baptiste", "Tom")
    table.start(*names, length="list", sizes="12, 14, 13")
    hands = iter((FIRST, HAND))
    for kind, raw, packed in sizes(table):
        most = next(hands) if kind == "score" else {"bids": BID, "end": END}.get(kind, PANEL)
        assert packed <= most, (kind, packed)
        assert raw <= 4500 or kind not in ("bids", "tricks"), kind


def test_indents_and_lines_beside_a_block_are_not_sent(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = (
        "\n<p>\n  Ann\n\n   <b>Ben</b>  <i>and\n  Cem</i>\n  </p>\n<td\n title='a  b'>\nDora\n"
        "<textarea>Wizard&#10;  Ann 30&#10;</textarea>\n"
    )
    monkeypatch.setattr(app.jinja_env, "loader", DictLoader({"board/some.html": written}))
    with app.test_request_context():
        drawn = parts.draw(parts.part("some"))
    table, copied = drawn.split("Dora ")
    assert table == "<p>Ann <b>Ben</b> <i>and Cem</i></p><td title='a  b'>"
    # A text that is copied writes its line ends as references.
    assert copied == "<textarea>Wizard&#10;  Ann 30&#10;</textarea>"


SCORED = {"tricks_0": 0, "tricks_1": 1, "tricks_2": 0, "score": "1"}


def test_the_evening_is_sent_only_to_a_page_that_has_it_open(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    table.turn("hearts")
    table.bid(0, 1, 0)
    keeper, reader, other = (Page(table, table.client) for _ in range(3))
    assert "How it went" not in table.page()
    reader.turn_to_the_evening()
    assert keeper.send("/hands/1/tricks", **SCORED, revision=table.revision) == 200
    for page in reader, other:
        page.poll()
    assert ["How it went" in page.board.text() for page in (keeper, reader, other)] == [0, 1, 0]
    reader.turn_to_the_evening()
    assert keeper.send("/undo", target=table.revision) == 200
    reader.poll()
    assert "How it went" not in reader.board.text()


WATCHING = tuple(Role)


def forget_answers(app: Flask) -> None:
    """No answer is known to the short cut for polls."""
    poll_cache: object = app.wsgi_app
    assert isinstance(poll_cache, PollCache)
    poll_cache.forget()


def polled(cast: Cast, role: Role, query: str = "?seen=3.2") -> tuple[int, str]:
    """The answer to a phone that saw the game before its last save, without its token."""
    response = cast.clients[role].get(f"{cast.path}{query}", headers=HTMX)
    token = r'name="csrf_token" value="[^"]*"'
    return response.status_code, re.sub(token, "", response.text)


@pytest.mark.thorough
@pytest.mark.parametrize("query", ["?seen=3.2", "?seen=0.0", "?me=1&seen=3.2", "?seen=&whole="])
def test_no_phone_is_sent_what_was_drawn_for_another_role(app: Flask, query: str) -> None:
    cold = {}
    for role in WATCHING:
        cast = cast_on(app)
        reading.forget()
        parts.forget()
        forget_answers(app)
        cold[role] = polled(cast, role, query)
    assert len(set(cold.values())) > 2
    for first, second in permutations(WATCHING, 2):
        polled(cast, first, query)
        assert polled(cast, second, query) == cold[second], (first, second)


def test_news_is_drawn_once_for_all_followers(
    app: Flask, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.start("Ann", "Ben", "Cem")
    table.turn("hearts")
    drawn: list[Board] = []

    def note(*given: Any, **named: Any) -> Board:
        drawn.append(build_board(*given, **named))
        return drawn[-1]

    monkeypatch.setattr("scorekeeper.board.page_parts.build_board", note)
    bodies = {app.test_client().get(f"{table.path}?seen=0.0", headers=HTMX).data for _ in range(5)}
    assert len(bodies) == 1
    assert [board.stored.stamp for board in drawn] == ["1.0"]
    table.bid(None, 1, None)
    assert app.test_client().get(f"{table.path}?seen=0.0", headers=HTMX).data not in bodies


def test_a_panel_that_was_drawn_before_shows_what_is_chosen_now(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    table.turn("hearts")
    pages = []
    for bid in (0, 1, 0):
        table.bid(bid, None, None)
        page = table.page()
        assert f'name="bid_0" value="{bid}" checked' in page
        assert f'name="bid_0" value="{1 - bid}" checked' not in page
        pages.append(page.partition("player-lines")[2].partition("foot")[0])
    assert pages[0] == pages[2] != pages[1]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"HX-History-Restore-Request": "true"}, 200),
        ({"Accept-Language": "tlh"}, 200),
        ({"Accept-Encoding": "gzip"}, 200),
        ({"Cookie": "scorekeeper=no-key"}, 200),
        ({"Host": "table.test"}, 200),
        ({"Host": "evil.example.com"}, 400),
    ],
    ids=lambda given: "".join(given.values()) if isinstance(given, dict) else str(given),
)
def test_an_unusual_request_changes_nothing_for_the_next_ones(
    app: Flask, table: Table, headers: dict[str, str], status: int
) -> None:
    table.start("Ann", "Ben", "Cem")
    table.turn("hearts")
    for seen in ("0.0", "9.9"):
        address = f"{table.path}?seen={seen}"
        expected = app.test_client().get(address, headers=HTMX).data
        forget_answers(app)
        assert app.test_client().get(address, headers=HTMX | headers).status_code == status
        assert app.test_client().get(address, headers=HTMX).data == expected
