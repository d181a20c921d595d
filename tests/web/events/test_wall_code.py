"""The code with which a projector's computer finds the wall of an event."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.desk import Desk


@pytest.fixture
def desk(client: FlaskClient) -> Desk:
    made = Desk(client)
    made.begin("Ann", "Ben", "Cem", "Dan")
    return made


def code_on(page: str) -> str:
    found = re.search(r'class="own-number letters">([A-Z0-9]{6})<', page)
    assert found
    return found[1]


def test_a_computer_without_any_right_finds_the_wall_by_six_signs(desk: Desk, app: Flask) -> None:
    code, projector = code_on(desk.page("wall")), app.test_client()
    for typed in (code, f" {code[:3].lower()} {code[3:]}"):
        found = projector.post("/wall", data={"code": typed})
        assert (found.status_code, found.location) == (303, f"{desk.path}/wall")
    assert projector.get(f"{desk.path}/wall").status_code == 200
    assert projector.get(f"{desk.path}/desk/round").status_code == 404
    assert [key for _, _, key in projector._cookies or ()] == ["watched"]


@pytest.mark.parametrize("typed", ["", "AAAAAA", "ABC", "?" * 40])
def test_a_wrong_code_is_refused_and_shown_again(app: Flask, typed: str) -> None:
    refused = app.test_client().post("/wall", data={"code": typed})
    assert refused.status_code == 422
    assert "No event in progress has this code." in refused.text
    assert 'autofocus data-script="join"' in refused.text, "ready to be typed again"


def test_the_code_ends_with_the_event(desk: Desk, app: Flask) -> None:
    code = code_on(desk.page("wall"))
    desk.play(desk.at(desk.client))
    desk.did("close", "end")
    assert 'class="own-number letters"' not in desk.page("wall")
    assert f'href="{desk.path}/wall"' in desk.page("wall")
    assert app.test_client().post("/wall", data={"code": code}).status_code == 422


def test_wrong_codes_are_limited_as_those_of_games(app: Flask) -> None:
    projector = app.test_client()
    found = [projector.post("/wall", data={"code": "AAAAAA"}).status_code for _ in range(22)]
    assert found[0] == 422
    assert found[-1] == 429
