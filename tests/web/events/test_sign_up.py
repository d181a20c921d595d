"""People who sign up themselves by the QR code, and the desk that ticks who is there."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.rules.events.entrant_acts import MOST_WAITING, waiting
from scorekeeper.store.events.acts import MOST_OF_PHONE
from tests.desk import Desk
from tests.table import Table
from tests.web.page import main, plain_text, problems


@pytest.fixture
def desk(client: FlaskClient) -> Desk:
    made = Desk(client)
    made.create("Ann", "Ben", seating="free")
    made.did("sign-up", places=4)
    return made


def signs_up(desk: Desk, app: Flask, *names: str, club: str = "") -> Table:
    """A phone on which these people sign up."""
    phone = Table(app.test_client())
    for name in names:
        answer = phone.post(f"{desk.path}/sign-up", name=name, club=club)
        assert answer.status_code == 303, answer.text
    return phone


def read(phone: Table, address: str) -> str:
    return plain_text(main(phone.client.get(address, follow_redirects=True).text))


def test_only_those_who_are_ticked_are_drawn_and_the_draw_ends_the_sign_up(
    desk: Desk, app: Flask
) -> None:
    phone = signs_up(desk, app, "Cem", "Dan", "Eva")
    for number in (3, 4):
        desk.did("players/mark", plays=number)
    desk.did("draw", "publish")
    assert sorted(desk.round.tables[0].seats) == [1, 2, 3, 4]
    late = phone.post(f"{desk.path}/sign-up", name="Fay", club="")
    assert (late.status_code, problems(late.text)) == (
        422,
        ["Nobody can sign up now. Ask the desk."],
    )


def test_who_finds_no_place_waits_and_moves_up(desk: Desk, app: Flask) -> None:
    phone = signs_up(desk, app, "Cem", "Dan", "Eva", "Fay")
    assert waiting(desk.event) == (5, 6)
    waits = read(phone, f"{desk.path}?me=6")
    assert "6 Number 2 on the waiting list If somebody does not come, you move up." in waits
    assert phone.post(f"{desk.path}/sign-off", number=4).status_code == 303
    left = phone.client.get(f"{desk.path}?me=").text
    assert "Number 4 signed off" in plain_text(left)
    assert f'href="{desk.path}/sign-up">Sign up</a>' in left
    assert waiting(desk.event) == (6,)
    desk.did("players/mark", leaves=2)
    assert waiting(desk.event) == ()


def test_a_name_is_taken_off_only_by_the_phone_that_signed_it_up(desk: Desk, app: Flask) -> None:
    phone, other = signs_up(desk, app, "Cem"), Table(app.test_client())
    other.client.get(f"{desk.path}/sign-up")
    for one, number in ((other, 3), (phone, 1)):
        refused = one.post(f"{desk.path}/sign-off", number=number)
        assert problems(refused.text) == ["Another phone signed up this name. Ask the desk."]
    desk.did("players/mark", plays=3)
    refused = phone.post(f"{desk.path}/sign-off", number=3)
    assert problems(refused.text) == ["The desk has ticked this name. Ask the desk."]
    assert len(desk.event.entrants) == 3


def test_a_name_that_is_listed_needs_another_club(desk: Desk, app: Flask) -> None:
    phone = signs_up(desk, app)
    refused = phone.post(f"{desk.path}/sign-up", name="ann", club="")
    assert "type your club too, or ask the desk." in problems(refused.text)[0]
    signs_up(desk, app, "Ann", club="Cup")
    assert desk.event.names == ("Ann (1)", "Ben", "Ann (Cup)")


@pytest.mark.parametrize(("name", "club"), [("", ""), ("x" * 41, ""), ("Ann", "x" * 31)])
def test_a_name_that_is_no_name_is_shown_again(
    desk: Desk, app: Flask, name: str, club: str
) -> None:
    refused = signs_up(desk, app).post(f"{desk.path}/sign-up", name=name, club=club)
    assert refused.status_code == 422
    assert f'value="{club}"' in refused.text
    assert len(desk.event.entrants) == 2


def test_a_stranger_cannot_fill_the_list(desk: Desk, app: Flask) -> None:
    phone = signs_up(desk, app, *(f"Bot {n}" for n in range(MOST_OF_PHONE)))
    often = phone.post(f"{desk.path}/sign-up", name="Bot", club="")
    assert "people can sign up on one phone" in problems(often.text)[0]
    left = 2 + MOST_WAITING - MOST_OF_PHONE
    for at in range(left):
        signs_up(desk, app, f"More {at}")
    full = signs_up(desk, app).post(f"{desk.path}/sign-up", name="Last", club="")
    assert problems(full.text) == ["The list is full. Ask the desk."]


def test_a_sign_up_does_not_stop_the_desk(desk: Desk, app: Flask) -> None:
    seen = desk.stored.revision
    signs_up(desk, app, "Cem")
    desk.did("players/mark", leaves=1, revision=seen)
    desk.did("sign-up/close", revision=seen)
    assert "Who are you?" in read(Table(app.test_client()), desk.path)


def test_an_event_without_sign_up_shows_nothing_of_it(client: FlaskClient, app: Flask) -> None:
    desk = Desk(client)
    desk.create("Ann", "Ben")
    assert "sign" not in plain_text(main(desk.page("players"))).casefold()
    refused = Table(app.test_client()).post(f"{desk.path}/sign-up", name="Cem", club="")
    assert refused.status_code == 422
