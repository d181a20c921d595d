"""A round, as the desk draws it, seats it, times it and closes it, and its mishaps."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.board.events.rounds import RunningView, running_view
from scorekeeper.rules.events.event import Table as Seated
from tests.desk import SEVEN, Desk
from tests.evenings.events import PAPERS
from tests.table import Table
from tests.web.page import main, plain_text, problems

EIGHT = ("Ann", "Ben", "Cem", "Dora", "Eva", "Finn", "Gül", "Hans")
FREE = {"seating": "free", "rounds": "3"}


@pytest.fixture
def desk(app: Flask) -> Desk:
    """An event of eight people at two tables, before the first draw."""
    desk = Desk(app.test_client())
    desk.create(*EIGHT, **FREE)
    return desk


def shown(desk: Desk, page: str = "round") -> str:
    """The text of a page of the desk."""
    return plain_text(desk.page(page))


def seats(desk: Desk) -> list[list[int]]:
    return [list(table.seats) for table in desk.round.tables]


def view_after(desk: Desk, minutes: int, asked: str = "") -> RunningView:
    """The page of the round, so many minutes from now."""
    now = datetime.now(UTC) + timedelta(minutes=minutes)
    return running_view(desk.stored, desk.round, desk.games(), now, asked)


def test_tables_with_the_fewest_hands_come_first(desk: Desk, stranger: FlaskClient) -> None:
    desk.create(*EIGHT, *"IJKL", event="Long", **FREE, hands_4="1, 2, 3, 4")
    desk.did("draw", "publish", "start")
    for number, hands in ((1, 4), (2, 2)):
        table = desk.at(stranger, number)
        for cards in range(1, hands + 1):
            table.play("hearts", (cards, 0, 0, 0), (cards, 0, 0, 0))
    view = view_after(desk, 1)
    assert [line.number for line in view.shown] == [3, 2, 1]
    assert (view.counts["out"], view.counts["in"]) == (2, 1)
    assert "Hand 3 of 4" in shown(desk)
    assert "Not started" not in shown(desk, "round?show=in")


def test_other_tables_are_advised_when_people_meet_again(app: Flask) -> None:
    desk = Desk(app.test_client())
    desk.create(*EIGHT, *"IJKLMNOPQ", seating="planned", rounds="3", remainder="5")
    desk.did("draw")
    assert "pairs of players meet again" in shown(desk)
    assert "With 2 tables of 4, 3 tables of 3, nobody would meet twice." in shown(
        desk, "round/advice"
    )
    desk.did("sizes", size=4, remainder=3)
    assert [len(table) for table in seats(desk)] == [4, 4, 3, 3, 3]
    desk.did("publish")
    late = desk.client.get(f"{desk.path}/desk/round/advice", headers={"HX-Request": "true"})
    assert (late.status_code, "HX-Redirect" in late.headers) == (204, False)
    assert desk.client.get(f"{desk.path}/desk/round/advice").location == f"{desk.path}/desk/round"


@pytest.mark.parametrize(
    ("tables", "sentence"),
    [
        ([1, 1, 1, 1, 2, 2, 2, ""], "Hans has no table yet"),
        ([1, 1, 1, 1, 3, 3, 3, 3], "Nobody sits at table 2"),
        ([1, 1, 1, 1, 1, 1, 1, 2], "A table of this game needs 3 to 6 players"),
        ([1, 1, 1, 1, 2, 2, 2, "x"], "Table"),
        ([1, 1, 1, 1, 2, 2, 2, -2], "Hans has no table yet"),
    ],
)
def test_an_invalid_seating_is_refused_and_stays_typed(
    app: Flask, tables: list[int | str], sentence: str
) -> None:
    desk = Desk(app.test_client())
    desk.create(*EIGHT, seating="by-hand")
    refused = desk.send("round/by-hand", number=list(range(1, 9)), table=tables)
    assert refused.status_code == 422
    assert sentence in plain_text(refused.text)
    assert f'name="table" value="{tables[-1]}"' in refused.text
    assert not desk.event.rounds


def test_the_best_play_a_final_and_the_event_ends(desk: Desk, stranger: FlaskClient) -> None:
    desk.create(*EIGHT, event="Cup", **(FREE | {"rounds": "1", "final": "4", "winners": "1"}))
    desk.did("draw", "publish", "start")
    desk.finish(stranger)
    desk.did("close")
    assert "Final of the best 4" in shown(desk)
    assert "Final to come" in shown(desk)
    desk.did("final")
    said = re.search(r"decided by lot: (.*?)\. In the final: (.*?) 4 1 table", shown(desk))
    assert said
    drawn = {desk.event.entrant(number).name for number in desk.event.finalists}
    assert {name for name in EIGHT if name in said[2]} == drawn
    assert drawn & {name for name in EIGHT if name in said[1]}
    desk.did("draw", "publish", "start")
    assert "Final: 4 players" in shown(desk)
    out = next(one.number for one in desk.event.entrants if one.name not in drawn)
    mine = f"{desk.path}?me={out}"
    assert "The final continues without you" in plain_text(stranger.get(mine).text)
    desk.finish(stranger)
    assert "The final continues without you" in plain_text(stranger.get(mine).text)
    desk.did("close")
    after = plain_text(stranger.get(mine).text)
    assert "without you" not in after
    assert "The final standings appear here" in after
    desk.did("end")
    assert "The event is over" in shown(desk)


@pytest.mark.thorough
def test_no_page_numbers_a_round_of_the_final(app: Flask) -> None:
    desk = Desk(app.test_client())
    desk.create(*EIGHT, "Ira", rounds=2, final=8, winners=1, seating="free")
    for _ in range(2):
        desk.did("draw", "publish", "start")
        by_hand(desk, *desk.round.tables)
        desk.did("close")
    seen = []
    desk.did("final")
    for _ in range(2):
        for step in ("draw", "publish", "start", "pause", "resume"):
            desk.did(step)
            seen += pages_of(desk, app)
        *others, last = desk.round.tables
        by_hand(desk, *others)
        desk.play(desk.at(app.test_client(), last.number))
        seen += pages_of(desk, app)
        desk.did("close")
        seen += pages_of(desk, app)
    desk.did("end")
    seen += pages_of(desk, app)
    numbered = re.compile(r".{0,20}[Rr]ound [3-9].{0,20}")
    assert not [found for page in seen for found in numbered.findall(page)]
    for words in (
        *("Final: 8 players", "Final: 4 players", "After the final: 8 players"),
        *("Final · Table 1", "Final: 4 players · Table 1", "Final published", "Close this round"),
        *("Reopen the last round", "9 players · 2 rounds · Final of the best 8"),
    ):
        assert any(words in page for page in seen), words


def by_hand(desk: Desk, *tables: Seated) -> None:
    """Enter the results of these tables of the newest round."""
    for table in tables:
        totals = [10 * seat - 10 for seat in range(len(table.seats))]
        desk.did(f"round/{desk.round.number}/table/{table.number}/by-hand", totals=totals)


def pages_of(desk: Desk, app: Flask) -> list[str]:
    """The text of the pages and prints of an event, and of those of the last table of its newest
    round and of a finalist, as its desk and others see them."""
    number, me = desk.round.number, desk.event.finalists[0]
    last = len(desk.round.tables)
    pages = [f"desk/{one}" for one in ("round", "players", "standings", "more", "log", "penalties")]
    pages += [f"desk/standings?after={closed}" for closed in desk.event.closed]
    pages += ["print", *PAPERS, "desk/end", "wall", "standings"]
    pages += [f"desk/round/{number}/table/{last}", f"?me={me}", f"results?me={me}"]
    addresses = ["/events", "/history", *(f"{desk.path}/{page}" for page in pages)]
    if table := desk.games().get((number, last)):
        addresses += [f"/g/{table.key}", desk.slip(last)]
    answers = [
        client.get(address, follow_redirects=True)
        for client in (desk.client, app.test_client())
        for address in addresses
    ]
    return [plain_text(main(one.text)) for one in answers if one.status_code == 200]


NAMES = ("Ann", "Ben", "Cem", "Dora", "Eva", "Finn", "Gül", "Hans")


@pytest.fixture
def two_hands(app: Flask) -> Desk:
    """An event whose first round is running, at two tables that play two hands."""
    two_hands = Desk(app.test_client())
    two_hands.begin(*NAMES, hands_4="1, 2")
    return two_hands


@pytest.fixture
def phone(app: Flask) -> FlaskClient:
    """A phone of a table."""
    return app.test_client()


def won(table: Table, winner: int = 0) -> None:
    """Play a hand: this seat bids all tricks and takes them."""
    bids = tuple(table.hand * (seat == winner) for seat in range(len(table.players)))
    response = table.play("hearts", bids, bids)
    assert response.status_code == 303, response.text


def finish(two_hands: Desk, phone: FlaskClient) -> None:
    """Play both hands at both tables, and close the round."""
    for seated in two_hands.round.tables:
        table = two_hands.at(phone, seated.number)
        won(table)
        won(table)
    two_hands.did("close")


FOLLOWED = re.compile(r'data-from="([^"]+)"\s+data-seen="([^"]+)"')


def test_whatever_a_round_shows_its_page_asks_for_news_until_there_is_some(
    app: Flask, stranger: FlaskClient
) -> None:
    desk = Desk(app.test_client())
    desk.create(*EIGHT, seating="free", rounds="1", final="4", winners="1")
    other = desk.share(stranger)

    def news(page: str) -> Callable[[], int]:
        address, seen = FOLLOWED.findall(other.page(page))[0]
        asked = {"query_string": {"seen": seen}, "headers": {"HX-Request": "true"}}
        return lambda: other.client.get(address, **asked).status_code

    for step in (
        "draw",
        "publish",
        "start",
        "close",
        "final",
        "draw",
        "publish",
        "start",
        "close",
        "end",
    ):
        if step == "close":
            desk.finish(app.test_client())
        seats = ["round/seats"] if step in ("publish", "start", "close") else []
        pages = [news(page) for page in ("round", *seats)]
        assert [ask() for ask in pages] == [204] * len(pages), step
        desk.did(step)
        assert 204 not in [ask() for ask in pages], step


SEVEN_SEATS = """Name;Tisch;Platz
Ann;2;1
Ben;1;2
"Müller, Cem";1;1
4;2;3
Eva;2;2
Fay;1;4
Gil;1;3"""


@pytest.mark.parametrize(
    "typed",
    [
        SEVEN_SEATS,
        SEVEN_SEATS.replace(";", "\t"),
        "2;1;Ann\n1;2;Ben\n1;1;Cem Müller\n2;3;Dan\n2;2;Eva\n1;4;Fay\n1;3;Gil",
        "Cem Müller 1\nBen 1\nGil 1\nFay 1\nAnn 2\nEva 2\nDan 2",
        "1. Cem Müller, 1, 1\n2. Ben, 1, 2\n3. Gil, 1, 3\n4. Fay, 1, 4\n5. Ann, 2, 1\n"
        "6. Eva, 2, 2\n7. Dan, 2, 3",
    ],
)
def test_a_pasted_list_of_seats_becomes_the_draw_of_the_round(
    client: FlaskClient, typed: str
) -> None:
    desk = Desk(client)
    names = ["Ann", "Ben", "Cem Müller", *SEVEN[3:]]
    desk.create(*names, seating="by-hand", table_size="4", remainder="3")
    seen = plain_text(desk.send("round/list/look", seats=typed).text)
    assert "Read as 7 people" in seen
    assert "Table 1 Cem Müller, Ben, Gil, Fay Table 2 Ann, Eva, Dan" in seen
    assert not desk.event.rounds
    desk.did("round/list", seats=typed)
    assert [table.seats for table in desk.round.tables] == [(3, 2, 7, 6), (1, 5, 4)]
    desk.did("undo", number=desk.stored.revision)
    assert not desk.event.rounds


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ((";2;1", ";;"), "Line 2 has no table."),
        (("Ann", "Zoe"), "Line 2: nobody in this event has this name or number."),
        (("Ann", "Eva"), "Eva has two seats."),
        (("Ben;1;2", "Ben;1;1"), "Line 4: this seat is taken already."),
        (("Ann;2;1\n", ""), "Ann"),
        (("Fay;1", "Fay;4"), "3"),
    ],
)
def test_a_list_of_seats_with_a_mistake_is_shown_again_as_typed(
    client: FlaskClient, change: tuple[str, str], problem: str
) -> None:
    desk = Desk(client)
    names = ["Ann", "Ben", "Cem Müller", *SEVEN[3:]]
    desk.create(*names, seating="by-hand", table_size="4", remainder="3")
    typed = SEVEN_SEATS.replace(*change)
    assert problem in plain_text(desk.send("round/list/look", seats=typed).text)
    refused = desk.send("round/list", seats=typed)
    assert (refused.status_code, len(desk.event.rounds)) == (422, 0)
    assert any(problem in one for one in problems(refused.text))
    assert "Name;Tisch;Platz" in refused.text
