"""Hostile requests to the pages of an event: no server error, no access to another event, and names
stay text."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from tests.desk import Desk
from tests.store.phones import dump
from tests.table import HTMX, Table

pytestmark = pytest.mark.thorough

PEOPLE = ("Ann", "Ben", "Cem", "Dora", "Eva", "Finn", "Gül", "Hans")
PAGES = (
    *("", "/results", "/standings", "/wall", "/results.csv", "/standings.csv", "/print"),
    *("/print/by-name", "/print/by-table", "/print/slips", "/print/sheets", "/print/standings"),
)
DESK_PAGES = (
    *(
        "players",
        "players/add",
        "players/1",
        "round",
        "round/seats",
        "round/1/table/1",
        "standings",
    ),
    *("more", "log", "settings", "penalties", "phones", "delete", "link"),
)


@pytest.fixture
def desk(app: Flask) -> Desk:
    """An event whose first round is running at two tables."""
    return running(app, PEOPLE)


def running(app: Flask, names: tuple[str, ...], event: str = "Rally") -> Desk:
    """An event of a new phone, with a round that runs and one who waits."""
    desk = Desk(app.test_client())
    desk.create(*names, event=event, seating="free")
    desk.did("players/add", names="Ω", stand_by="y")
    desk.did("draw", "publish", "start")
    return desk


def addresses(app: Flask, key: str, round: int = 1, table: int = 1) -> Iterator[tuple[str, str]]:
    """Every method and address of the desk of an event."""
    values = {"key": key, "round": round, "table": table, "number": 1, "step": "pause"}
    adapter = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        if rule.rule.startswith("/e/<key>/desk"):
            given = {name: value for name, value in values.items() if name in rule.arguments}
            for method in (rule.methods or set()) & {"GET", "POST"}:
                yield method, adapter.build(rule.endpoint, given, method=method)


def test_a_desk_neither_reads_nor_writes_another_event(app: Flask, desk: Desk) -> None:
    other = running(app, ("Uma", "Vic", "Wim", "Xan"), event="Cup")
    with app.app_context():
        before = dump()
    found = [*addresses(app, desk.key)]
    assert len(found) > 40
    for method, address in found:
        if method == "GET":
            answer = other.client.get(address)
        else:
            answer = other.table.post(address, revision=desk.stored.revision, answer="keep")
        assert answer.status_code == 404, (method, address)
        assert "Dora" not in answer.text
    with app.app_context():
        assert dump() == before


def test_a_slip_opens_no_table_of_another_event(app: Flask, desk: Desk) -> None:
    other, phone = running(app, ("Uma", "Vic", "Wim", "Xan"), event="Cup"), Table(app.test_client())
    slip = desk.slip(1).replace(desk.key, other.key)
    assert phone.client.get(slip).status_code == 404
    assert phone.post(slip).status_code == 404


def test_a_slip_that_asks_at_one_event_is_not_confirmed_by_another(app: Flask, desk: Desk) -> None:
    other, phone = running(app, ("Uma", "Vic", "Wim", "Xan"), event="Cup"), Table(app.test_client())
    desk.at(app.test_client(), 1)
    assert phone.post(desk.slip(1)).location == desk.slip(1)
    for number in range(1, 9):
        answer = other.send("round/1/table/1/pencil", answer="yes", phone=number)
        assert answer.status_code == 303
    assert not other.games()[1, 1].has_keeper
    assert desk.games()[1, 1].asks is not None


def test_the_public_link_shows_the_secret_of_no_slip(app: Flask, desk: Desk) -> None:
    phone = app.test_client()
    secrets_ = [desk.slip(table).partition("/t/")[2].partition("-")[2] for table in (1, 2)]
    for me in (1, *(desk.round.table(number).seats[0] for number in (1, 2)), 9):
        pages = [f"{desk.path}{page}?me={me}" for page in PAGES]
        pages += [f"{desk.path}/t/1-1", f"{desk.path}/t/1-2", desk.game(1), desk.game(2)]
        for page in pages:
            for poll in ("", "&seen=0"):
                text = phone.get(page + poll, headers=HTMX if poll else {}).text
                assert not [one for one in secrets_ if one in text], page


def test_a_spectator_asks_for_pencils_and_takes_none(app: Flask, desk: Desk) -> None:
    phone = Table(app.test_client())
    for number in (1, 2):
        asks = f"{desk.path}/t/1-{number}"
        assert asks in phone.client.get(f"{desk.path}?me={desk.round.table(number).seats[0]}").text
        assert phone.post(asks).location == asks
        assert not desk.games()[1, number].has_keeper


def test_no_desk_ends_the_right_of_a_phone_of_another(app: Flask, desk: Desk) -> None:
    other = running(app, ("Uma", "Vic", "Wim", "Xan"), event="Cup")
    helper = other.share(app.test_client())
    for number in range(1, 12):
        desk.send("phones", phone=number)
    assert helper.client.get(f"{other.path}/desk/round").status_code == 200


def test_the_public_link_shows_no_right_and_nothing_of_the_desk(app: Flask, desk: Desk) -> None:
    desk.table.post("/book/name", name="Zacharias’ tablet")
    link, phone = desk.link().rsplit("/", 1)[1], app.test_client()
    desk.did("pause")
    for page in PAGES:
        text = phone.get(desk.path + page, follow_redirects=True).text
        for word in (link, desk.stored.secret, "Zacharias", "Clock paused", "/desk"):
            assert word not in text, (page, word)


@pytest.mark.parametrize(("round", "table"), [(0, 1), (1, 0), (1, 3), (2, 1), (99, 999)])
def test_a_table_that_is_not_there_is_refused(
    app: Flask, desk: Desk, round: int, table: int
) -> None:
    before = desk.event
    for method, address in addresses(app, desk.key, round, table):
        if f"/round/{round}/table/" in address:
            fields: dict[str, Any] = {
                "reason": "x",
                "answer": "keep",
                "revision": desk.stored.revision,
            }
            fields |= {"totals": ["1"] * 4, "minutes": 5}
            ask = desk.client.get if method == "GET" else desk.table.post
            answer = ask(address, **({} if method == "GET" else fields))
            assert answer.status_code in (303, 404, 422), address
    assert desk.event == before


@pytest.mark.parametrize(
    "names",
    [
        "\n".join(f"P{number}" for number in range(20_000)),
        "x" * 300_000,
        "Uma\n" * 600,
        "\n" * 100_000,
        "\u202eUma\u2066\0\x07\n" * 100_000,
        "\u0301" * 1_000_000,
        "\u202e\u200d\n\0\n=1+1",
        ",,,,\n;;;;\n\t\t\t",
        "99999999999 Uma\n-1 Vic\n0 Wim\n1e9 Xan",
    ],
    ids=(
        *("too many", "one line", "the same", "empty lines", "directions", "a megabyte of accents"),
        *("no letters", "no names", "numbers"),
    ),
)
def test_a_paste_is_entered_or_refused_as_a_whole(desk: Desk, names: str) -> None:
    before = desk.event
    for page in ("players/add/look", "players/add"):
        answer = desk.send(page, names=names)
        assert answer.status_code in (200, 303, 413, 422), page
    if answer.status_code != 303:
        assert desk.event == before
