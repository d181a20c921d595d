"""The settings of an event: a new one, and what can change later."""

from datetime import date
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.rules.events.settings import (
    TEN_HANDS,
    Carry,
    Counts,
    EventSettings,
    Final,
    Measure,
    Seating,
    TimeUp,
)
from scorekeeper.rules.variants.model import BidRule
from scorekeeper.store.events import events
from tests.desk import Desk
from tests.table import Table
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
    assert faults(response.text) == {"name": "Type a name."}


NEW = "/events/new"


def form(client: FlaskClient, **changes: Any) -> dict[str, Any]:
    """The fields of the page, with some changed."""
    return sent(client.get(NEW).text, NEW) | changes


def create(table: Table, **changes: Any) -> EventSettings:
    """The settings of the event that the page creates with these changes."""
    response = table.post(NEW, **form(table.client, **changes))
    assert response.status_code == 303, faults(response.text)
    with table.client.application.app_context():
        return events.read(response.location.split("/e/")[1].split("/")[0]).event.settings


def refused(table: Table, **changes: Any) -> TestResponse:
    """The page that shows what is wrong."""
    response = table.post(NEW, **form(table.client, **changes))
    assert response.status_code == 422
    return response


def test_an_event_is_created_without_typing_anything(table: Table) -> None:
    settings = create(table, day="2026-11-28")
    assert settings.name == "Wizard rally, 28 November"
    assert settings == EventSettings(
        settings.name,
        settings.variant,
        day=date(2026, 11, 28),
        hands=TEN_HANDS,
        placement=settings.placement,
    )
    assert settings.placement_for(4) == (45, 30, 20, 10)


def test_a_kind_brings_its_settings_and_leaves_what_was_typed(table: Table) -> None:
    page = table.post(NEW, **form(table.client, place="Fürth", plan="championship")).text
    fields = sent(page, NEW)
    assert fields["place"] == ["Fürth"]
    assert "Wizard championship" in page
    response = table.post(NEW, **fields)
    with table.client.application.app_context():
        settings = events.read(response.location.split("/")[2]).event.settings
    assert (settings.rounds, settings.seating) == (5, Seating.STANDING)
    assert (settings.counts, settings.final) == (Counts.PLACEMENT, Final(16))


def test_every_setting_can_be_chosen(table: Table) -> None:
    settings = create(
        table,
        name="Club evening",
        place="Vereinsheim",
        hook="y",
        hands="own",
        hands_4="1, 2, 3",
        rounds="4",
        minutes_each="60",
        warning="10",
        time_up="late",
        late_points="20",
        table_size="5",
        remainder="4",
        seating="free",
        clubs_apart="y",
        counts="placement",
        places_5="9, 5, 2",
        best="3",
        order=["counted", "won", "points", "made", "best"],
        final="8",
        winners="2",
        carry="half",
    )
    assert (settings.name, settings.place) == ("Club evening", "Vereinsheim")
    assert settings.rules.bid_rule == BidRule(hook=True)
    assert (settings.hands_for(4), settings.hands_for(5)) == ((1, 2, 3), TEN_HANDS[5])
    assert (settings.rounds, settings.minutes, settings.warning) == (4, 60, 10)
    assert (settings.time_up, settings.late_points) == (TimeUp.LATE, 20)
    assert (settings.size, settings.remainder) == (5, 4)
    assert (settings.seating, settings.clubs_apart) == (Seating.FREE, True)
    assert (settings.counts, settings.placement_for(5)) == (Counts.PLACEMENT, (9, 5, 2, 0, 0))
    assert settings.best == 3
    assert settings.order[:3] == (Measure.COUNTED, Measure.WON, Measure.POINTS)
    assert settings.final == Final(8, 2, Carry.HALF)


def test_another_game_brings_its_own_hands_and_rules(table: Table) -> None:
    settings = create(table, variant="skull-king", hands="whole", captures="y")
    assert settings.variant.key == "skull-king"
    assert settings.hands is None


@pytest.mark.parametrize(
    ("field", "typed", "line", "says"),
    [
        ("rounds", "21", "rounds", "Rounds: type a number from 1 to 20."),
        ("rounds", "three", "rounds", "Rounds must be a whole number."),
        ("minutes_each", "1441", "rounds", "Minutes: type a number"),
        ("warning", "200", "rounds", "Warning: type a number"),
        ("late_points", "1001", "rounds", "Points lost by each player at a late table"),
        ("hands_4", "1, 16", "game", "With 4 players each hand can have at most 15"),
        ("hands_4", "one", "game", "Hands at a table of 4: type numbers"),
        ("places_4", "gold", "counts", "Points for the places at a table of 4: type numbers"),
        ("best", "4", "counts", "Rounds that count: choose from 1 to 3."),
        (
            "hidden_from",
            "0",
            "counts",
            "Hide the standings from round: type a number from 1 to 20.",
        ),
        *(
            ("table_size", size, "tables", "A table of this game needs 3 to 6 players.")
            for size in ("7", "0", "-1", "999999999")
        ),
        ("final", "5", "final", "A final has 4, 8, 16, 32 or 64 players"),
        ("variant", "chess", "game", "Which game?"),
    ],
)
def test_a_fault_is_shown_beside_its_field_in_an_open_line(
    table: Table, field: str, typed: str, line: str, says: str
) -> None:
    page = refused(table, place="Fürth", hands="own", **{field: typed}).text
    assert list(faults(page)) == [field]
    assert faults(page)[field].startswith(says)
    assert opened(page) == [line]
    fields = sent(page, NEW)
    assert fields["place"] == ["Fürth"]
    if field not in ("variant", "table_size", "final"):
        assert fields[field] == [typed]


@pytest.mark.parametrize("others", ["0", "999999996"])
def test_impossible_sizes_of_tables_are_refused_before_anybody_is_counted_into_them(
    table: Table, others: str
) -> None:
    assert faults(refused(table, remainder=others).text).keys() == {"table_size"}


@pytest.mark.parametrize("day", ["28.11.2026", "0026-11-28", "2026-02-30"])
def test_an_invalid_day_is_asked_for_again(table: Table, day: str) -> None:
    page = refused(table, day=day).text
    assert faults(page)["day"] == "Day: choose a day, or type it like this: 2026-11-28."
    assert sent(page, NEW)["day"] == [day]


def test_the_order_of_the_standings_is_rearranged_without_scripts(table: Table) -> None:
    page = table.post(NEW, **form(table.client, up="won", rounds="4")).text
    fields = sent(page, NEW)
    assert fields["order"] == ["counted", "won", "points", "made", "best"]
    assert fields["rounds"] == ["4"]
    assert opened(page) == ["counts"]
    page = table.post(NEW, **fields | {"up": "counted"}).text
    assert sent(page, NEW)["order"] == fields["order"], "the first stays the first"


def test_a_page_that_expired_keeps_what_was_typed(client: FlaskClient) -> None:
    client.get(NEW)
    response = client.post(NEW, data={"place": "Fürth", "csrf_token": "old"})
    assert response.status_code == 422
    assert 'value="Fürth"' in response.text
    assert "This page expired" in response.text


def test_the_same_page_creates_one_event(table: Table) -> None:
    fields = form(table.client)
    first, second = (table.post(NEW, **fields) for _ in range(2))
    assert first.location == second.location


@pytest.mark.parametrize(
    "wrong",
    [
        {"cards": "stones"},
        {"seating": "thrown"},
        {"kind": "picnic"},
        {"token": ["a", "b"]},
        {"carry": "some"},
    ],
    ids=str,
)
def test_a_fault_without_a_field_is_shown_above_the_button(
    table: Table, wrong: dict[str, Any]
) -> None:
    page = refused(table, **wrong).text
    assert faults(page) == {}
    assert problems(page)


def test_a_stranger_value_changes_nothing(table: Table) -> None:
    for button in ({"plan": "picnic"}, {"up": "luck"}, {"down": "best"}):
        response = table.post(NEW, **form(table.client) | button)
        assert response.status_code == 200
        assert sent(response.text, NEW)["order"] == [*Measure]
