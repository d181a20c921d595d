"""The settings of an event after it was created, and after its start."""

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.rules.events.settings import Final, Measure, TimeUp
from scorekeeper.rules.variants.house import BidRule
from tests.desk import Desk
from tests.web.events.fields import faults, opened, sent
from tests.web.page import plain_text, problems

NAMES = ("Ann", "Ben", "Cem", "Dan", "Eva", "Fay", "Gil", "Hal")


@pytest.fixture
def desk(client: FlaskClient) -> Desk:
    """An event with eight people and a house rule, before the first draw."""
    made = Desk(client)
    made.create(*NAMES, canadian="y", rounds="2", seating="free")
    return made


def send(desk: Desk, **changes: object) -> TestResponse:
    """Send the page of settings with some fields changed."""
    fields = sent(desk.page("settings"), f"{desk.path}/desk/settings")
    return desk.table.post(f"{desk.path}/desk/settings", **fields | changes)


def test_saving_without_a_change_changes_nothing(desk: Desk) -> None:
    before = desk.event.settings
    assert before.rules.bid_rule == BidRule(True, leader_only=True)
    assert send(desk).status_code == 303
    after = desk.event.settings
    assert after.rules == before.rules
    assert (after.hands_for(4), after.placement_for(5)) == ((1,), before.placement_for(5))
    assert (after.rounds, after.order, after.final) == (2, before.order, None)


def test_before_the_first_draw_everything_can_change(desk: Desk) -> None:
    response = send(desk, variant="oh-hell", hands="whole", name="Evening", final="8")
    assert response.location == f"{desk.path}/desk/more"
    settings = desk.event.settings
    assert (settings.variant.key, settings.name) == ("oh-hell", "Evening")
    assert settings.final == Final(8)


def test_after_a_draw_the_game_is_shown_and_the_page_says_why_it_stays(desk: Desk) -> None:
    desk.did("draw")
    page = desk.page("settings")
    assert 'select name="variant"' not in page
    assert "A round is drawn, so the game can no longer change." in page
    assert "from the next draw" in page
    assert send(desk, time_up="late").status_code == 303
    assert desk.event.settings.time_up is TimeUp.LATE


def test_another_game_after_a_draw_is_refused(desk: Desk) -> None:
    desk.did("draw")
    response = send(desk, variant="oh-hell")
    assert response.status_code == 422
    assert faults(response.text) == {}
    assert "the game can no longer change" in plain_text(response.text)
    assert desk.event.settings.variant.key == "wizard"


def test_fewer_rounds_than_were_drawn_are_refused_beside_the_field(desk: Desk) -> None:
    desk.did("draw", "publish", "start")
    desk.finish(desk.client.application.test_client())
    desk.did("close", "draw")
    response = send(desk, rounds="1", place="Fürth")
    assert response.status_code == 422
    assert faults(response.text)["rounds"].startswith("Rounds drawn already: 2.")
    assert opened(response.text) == ["rounds"]
    assert 'value="Fürth"' in response.text


def test_the_order_of_the_standings_can_change_after_a_round(desk: Desk) -> None:
    desk.did("draw", "publish", "start")
    page = send(desk, down="counted").text
    fields = sent(page, f"{desk.path}/desk/settings")
    assert desk.table.post(f"{desk.path}/desk/settings", **fields).status_code == 303
    assert desk.event.settings.order[:2] == (Measure.POINTS, Measure.COUNTED)


def test_typed_values_on_a_stale_page_stay(desk: Desk) -> None:
    fields = sent(desk.page("settings"), f"{desk.path}/desk/settings")
    desk.did("draw")
    response = desk.table.post(f"{desk.path}/desk/settings", **fields | {"place": "Fürth"})
    assert response.status_code == 409
    assert "Since this page was opened" in problems(response.text)[0]
    assert 'value="Fürth"' in response.text


def test_an_event_needs_a_name(desk: Desk) -> None:
    response = send(desk, name=" ")
    assert faults(response.text) == {"name": "Type a name for the event."}


def test_an_event_is_deleted_after_a_question_and_its_games_stay(desk: Desk) -> None:
    desk.did("draw", "publish")
    assert "Its games stay in History." in desk.page("delete")
    assert desk.send("delete").location == "/events"
    assert desk.client.get(f"{desk.path}/desk/more").status_code == 404
    assert "Ann" in desk.client.get("/history").text
