"""Opening a link that grants a right: its texts in each state, and what uses it up."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.store.models import db
from tests import databases
from tests.cast import Cast, Role
from tests.table import field
from tests.web.link_states import BOOK, MADE_UP, PENCIL, STATES, USED, Steps
from tests.web.page import main, plain_text, problems

BUTTON = "<button"
TOO_LONG = ("B" * 41, f" {'B' * 40} B ", "\u00e9" * 1000)
TOO_OFTEN = "Too many attempts. Wait a few minutes, then try again."


def heading(page: str) -> str:
    """The first message on the page."""
    found = re.search(r"<h1>(.*?)</h1>", main(page))
    return unescape(found[1]) if found else ""


def dump(cast: Cast) -> list[tuple[str, ...]]:
    """Every value of every row except the times of phones' last visits."""
    with cast.app.app_context():
        rows = databases.rows(db.session)
    told = [(name, *map(str, item)) for name in rows for row in rows[name] for item in row.items()]
    return [one for one in told if one[1] != "seen_at"]


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("steps", "role", "opened", "sent", "said"),
    STATES,
    ids=[f"{steps.__name__}-{role}" for steps, role, *_ in STATES],
)
def test_a_link_shows_its_state_and_a_button_only_if_it_can_be_redeemed(
    cast: Cast, steps: Steps, role: Role, opened: int, sent: int, said: str
) -> None:
    link, gives = steps(cast), said in (PENCIL, BOOK)
    before = dump(cast)
    pages = [cast.get(role, link), cast.clients[role].head(link)]
    assert dump(cast) == before
    pages[1] = cast.post(role, link, name="New")
    assert [response.status_code for response in pages] == [opened, sent]
    for response in pages[: 1 if sent == 303 else 2]:
        assert heading(response.text) == said
        assert (BUTTON in main(response.text)) is gives
    assert (dump(cast) != before) is (gives and sent == 303)


def test_the_pencil_is_passed_by_a_code_to_read_out_once(cast: Cast) -> None:
    cast.pencil()
    page = cast.get(Role.KEEPER, f"{cast.path}/phones").text
    (code,) = re.findall(r'class="letters">(\w{4} \w{4})<', page)
    guest = cast.clients[Role.FOLLOWER]
    answer = guest.post("/join", data={"code": code.lower()})
    assert (answer.status_code, answer.location) == (303, f"/link/{code.replace(' ', '')}")
    assert heading(guest.get(answer.location).text) == "Keep score on this phone?"
    assert cast.post(Role.FOLLOWER, answer.location, name="Ben").status_code == 303
    assert cast.get(Role.FOLLOWER, f"{cast.path}/phones").status_code == 200
    assert cast.get(Role.STRANGER, answer.location).status_code == 410
    wrong = guest.post("/join", data={"code": "ACDE FGHJ"})
    assert (wrong.status_code, problems(wrong.text)) == (
        422,
        ["No game in progress has this code."],
    )


def test_a_phone_without_a_cookie_redeems_with_the_form_of_the_page_and_keeps_its_right(
    app: Flask, cast: Cast
) -> None:
    link, phone = cast.pencil(), app.test_client()
    page = phone.get(link).text
    data = {"csrf_token": field(page, "csrf_token"), "name": "Ben’s phone"}
    response = phone.post(link, data=data)
    assert (response.status_code, response.location) == (303, cast.path)
    page = phone.get(cast.path).text
    assert "This phone keeps score now" in page
    assert 'data-role="keeps"' in page
    assert "Ben’s phone" in phone.get(f"{cast.path}/phones").text
    # A phone without a key is unknown, and not the one that redeemed.
    assert 'data-role="looks"' in app.test_client().get(cast.path).text


def test_the_page_and_its_answer_are_the_same_to_htmx(cast: Cast) -> None:
    link = cast.pencil()
    pages = [cast.get(Role.FOLLOWER, link, part=part).text for part in (False, True)]
    # The tokens contain the second in which they were made.
    seen = [page.replace(field(page, "csrf_token"), "") for page in pages]
    assert seen[0] == seen[1]
    response = cast.post(Role.FOLLOWER, link, part=True)
    assert (response.status_code, response.headers["HX-Redirect"]) == (200, cast.path)
    assert cast.keeps(Role.FOLLOWER)
    for part in (False, True):
        response = cast.post(Role.STRANGER, link, part=part)
        assert (response.status_code, heading(response.text)) == (410, USED)


@pytest.mark.parametrize("hand_over", ["", "y"], ids=["share", "hand over"])
@pytest.mark.parametrize(
    ("name", "said"), [("Ann’s phone", "Ann’s phone"), ("", "the other phone")]
)
def test_the_page_says_who_grants_which_right_to_which_game(
    cast: Cast, hand_over: str, name: str, said: str
) -> None:
    cast.post(Role.KEEPER, "/book/name", name=name)
    page = cast.get(Role.FOLLOWER, cast.pencil(hand_over=hand_over)).text
    text = plain_text(main(page))
    assert "Ann, Ben, Cem" in text
    assert (f"and {said} will stop." in text) is bool(hand_over)
    assert (f"This phone and {said} will both keep score." in text) is not bool(hand_over)
    for player in ("Ann", "Ben", "Cem"):
        assert f'<option value="{player}">' in page


@pytest.mark.parametrize(
    ("make", "typed"),
    [*zip((Cast.pencil, Cast.book_link, Cast.recovery), TOO_LONG, strict=True)],
)
def test_a_name_of_more_than_40_characters_is_refused_and_uses_nothing_up(
    cast: Cast, make: Steps, typed: str
) -> None:
    link = make(cast)
    response = cast.post(Role.STRANGER, link, name=typed)
    assert response.status_code == 422
    assert problems(response.text) == ["Name of this phone can have at most 40 characters."]
    assert f'name="name" value="{typed}"' in response.text
    assert "Ann, Ben, Cem" not in cast.get(Role.STRANGER, "/").text
    assert cast.post(Role.STRANGER, link, name="Ben").status_code == 303
    assert 'value="Ben"' in cast.get(Role.STRANGER, "/book").text


def test_a_book_link_says_what_becomes_of_the_games_of_this_phone(cast: Cast) -> None:
    link = cast.book_link()
    moves = "1 game on this phone moves into the book, and back if the phone leaves the book."
    assert moves in plain_text(cast.get(Role.STRANGER, link).text)
    for role in (Role.NOBODY, Role.FOLLOWER):
        assert "on this phone move" not in plain_text(cast.get(role, link).text)
    theirs = cast.book_link(Role.STRANGER)
    stays = "1 game stays there with the other phones."
    assert stays in plain_text(cast.get(Role.MATE, theirs).text)


@pytest.mark.parametrize("ask", [Cast.get, Cast.post])
def test_the_21st_wrong_link_within_a_minute_waits_and_good_ones_do_not_count(
    cast: Cast, ask: Callable[[Cast, Role, str], TestResponse]
) -> None:
    link = cast.pencil()
    for _ in range(20):
        assert cast.get(Role.FOLLOWER, link).status_code == 200
        assert ask(cast, Role.STRANGER, MADE_UP).status_code == 404
    for address in (MADE_UP, link):
        response = ask(cast, Role.STRANGER, address)
        assert (response.status_code, heading(response.text)) == (429, TOO_OFTEN)
    assert not cast.keeps(Role.STRANGER)


@pytest.mark.parametrize("token", ["%00", "a" * 5000, "'--", "%s", "\u0661", "..", "A" * 21])
def test_an_address_that_is_not_a_link_is_answered(cast: Cast, token: str) -> None:
    assert cast.get(Role.FOLLOWER, f"/link/{token}").status_code == 404
    assert cast.post(Role.FOLLOWER, f"/link/{token}").status_code == 404
