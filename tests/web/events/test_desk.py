"""The desk beside its rounds: standings, penalties, the log, its phones, the book."""

import pytest
from flask.testing import FlaskClient

from scorekeeper.store.sharing import desks
from tests.desk import Desk
from tests.table import Table, field, link_on
from tests.web.page import main, plain_text, problems

FOUR = ("Ann", "Ben", "Cem", "Dora")


@pytest.fixture
def desk(client: FlaskClient) -> Desk:
    made = Desk(client)
    made.create(*FOUR)
    return made


def text(desk: Desk, page: str) -> str:
    return plain_text(main(desk.page(page)))


@pytest.mark.parametrize(
    ("sent", "problem"),
    [
        ({"reason": ""}, "Type the reason: everybody can read it in the log."),
        ({"points": "0"}, "Type the points of the penalty or bonus."),
        ({"points": "10001"}, "Points: type a number from −10000 to 10000."),
        ({"number": "9"}, "Nobody here has number 9. Reload the page."),
    ],
)
def test_a_penalty_with_a_mistake_is_shown_again_as_typed(
    desk: Desk, sent: dict[str, str], problem: str
) -> None:
    fields = {"number": "1", "sign": "bonus", "points": "25", "reason": "kind"} | sent
    refused = desk.send("penalties", **fields)
    assert (refused.status_code, problems(refused.text)) == (422, [problem])
    assert f'value="{fields["points"]}"' in refused.text
    assert f'value="{fields["reason"]}"' in refused.text
    assert not desk.event.adjustments


def test_a_table_gives_a_penalty_by_the_extra_points_of_its_game(desk: Desk) -> None:
    desk.did("draw", "publish", "start")
    table = desk.at(desk.client, 1)
    table.turn("hearts")
    table.send("extras", points_0="-40", reason_0="late")
    table.bid(1, 0, 0, 0)
    table.score(1, 0, 0, 0)
    first = desk.event.entrant(desk.round.tables[0].seats[0]).name
    desk.did("close")
    # 20 + 10 for the bid that was made, the others 20 each.
    assert plain_text(desk.page("standings")).partition(f"4 {first}")[2].startswith(" −10 −10")


@pytest.mark.thorough
def test_a_long_log_has_pages(desk: Desk) -> None:
    for _ in range(51):
        desk.did("players/mark", leaves=2)
        desk.did("players/mark", plays=2)
    assert "Event created" not in text(desk, "log")
    assert "Event created" in text(desk, f"log?before={desk.stored.revision - 99}")


@pytest.mark.parametrize("name", ["Laptop", 41 * "a"])
def test_who_names_a_phone_of_the_desk_comes_back_to_the_desk(desk: Desk, name: str) -> None:
    page = desk.page("phones")
    for typed in (name, "Laptop"):
        event = field(page.split("/book/name")[1], "event")
        answer = desk.table.post("/book/name", name=typed, event=event)
        if answer.status_code == 303:
            break
        page = answer.text
    assert answer.location == f"{desk.path}/desk/phones"
    assert "Laptop" in text(desk, "phones")


def test_a_revoked_right_is_reported_on_every_page(desk: Desk, stranger: FlaskClient) -> None:
    desk.share(stranger, "Door")
    door = next(number for name, number in phones(desk) if name == "Door")
    desk.did("phones", phone=door)
    table = Table(stranger)
    for answer in (
        stranger.get(f"{desk.path}/desk/round"),
        table.post(f"{desk.path}/desk/players/mark", leaves=1),
        table.post(f"{desk.path}/desk/phones/link"),
    ):
        assert answer.status_code == 404
        assert "Another phone of the desk removed it." in answer.text
    led = table.post(f"{desk.path}/desk/players/mark", part=True, leaves=1)
    assert led.headers["HX-Redirect"] == f"{desk.path}/desk/players"
    assert table.post(f"{desk.path}/desk/claim").status_code == 404
    assert len(desk.event.playing) == 4


def phones(desk: Desk) -> list[tuple[str, int]]:
    """The names and numbers of the phones that run the event."""
    with desk.client.application.app_context():
        return [(line.name, line.id) for line in desks.listed(desk.stored.id, "")]


def test_a_phone_of_the_book_runs_the_event_when_the_desk_is_lost(
    desk: Desk, stranger: FlaskClient
) -> None:
    desk.table.post("/book/link")
    link = link_on(desk.client.get("/book").text)
    Table(stranger).post(link, csrf_token=field(stranger.get(link).text, "csrf_token"))
    page = stranger.get(f"{desk.path}/desk/round")
    assert (page.status_code, "Run the event on this phone" in page.text) == (404, True)
    Table(stranger).post(f"{desk.path}/desk/claim")
    assert stranger.get(f"{desk.path}/desk/round").status_code == 200
    assert "This phone runs the event too" in text(desk, "log")


def test_the_last_phone_can_stop_and_then_sees_what_everybody_sees(desk: Desk) -> None:
    number = phones(desk)[0][1]
    answer = desk.send("phones", phone=number)
    assert answer.location == desk.path
    assert desk.client.get(f"{desk.path}/desk/players").status_code == 404
