"""Opening a link that grants something: what it says in each state, and what uses it up."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from html import unescape

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.store import links
from scorekeeper.store.models import db
from scorekeeper.store.transaction import now
from tests import databases
from tests.cast import UNKNOWN, Cast, Role
from tests.table import Table, field
from tests.web.page import games, main, plain_text, problems

MADE_UP = f"/link/{UNKNOWN}"
BUTTON = "<button"
TOO_OFTEN = "Too many attempts. Wait a few minutes, then try again."


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Let some minutes pass for the links."""

    def pass_by(minutes: float) -> None:
        monkeypatch.setattr(links, "now", lambda: now() + timedelta(minutes=minutes))

    return pass_by


def heading(page: str) -> str:
    """The first thing that the page says."""
    found = re.search(r"<h1>(.*?)</h1>", main(page))
    return unescape(found[1]) if found else ""


def keeps(cast: Cast, role: Role, path: str = "") -> bool:
    return 'data-role="keeps"' in cast.get(role, path or cast.path).text


def dump(cast: Cast) -> list[tuple[str, ...]]:
    """Every value of every row but when phones were last seen."""
    with cast.app.app_context():
        rows = databases.rows(db.session)
    told = [(name, *map(str, item)) for name in rows for row in rows[name] for item in row.items()]
    return [one for one in told if one[1] != "seen_at"]


PENCIL = "Keep score on this phone?"
BOOK = "Use this book on this phone?"
OWN = "You made this link"
KEEPS_IT = "This phone already keeps score"
SHARES_IT = "This phone already shares the book"
USED = "This link has already been used"
OLD = "This link has expired"
WITHDRAWN = "This link no longer works"
NONE = "This link does not exist"

Steps = Callable[[Cast], str]
"""Gives the address of a link, after something happened to it."""


def used(cast: Cast, make: Steps = Cast.pencil) -> str:
    link = make(cast)
    cast.post(Role.FOLLOWER, link)
    return link


def used_book(cast: Cast) -> str:
    return used(cast, Cast.book_link)


def withdrawn(cast: Cast) -> str:
    link, phones = cast.pencil(Role.GUEST), f"{cast.path}/phones"
    cast.post(Role.KEEPER, phones, phone=cast.id_of("Gil’s phone", phones))
    return link


def withdrawn_book(cast: Cast) -> str:
    link = cast.book_link(Role.MATE)
    cast.post(Role.KEEPER, "/book/phones", phone=cast.id_of("Mia’s phone"))
    return link


def replaced(cast: Cast) -> str:
    link = cast.pencil()
    cast.pencil()
    return link


def replaced_recovery(cast: Cast) -> str:
    link = cast.recovery()
    cast.post(Role.KEEPER, "/book/recovery", replace=1)
    return link


def deleted(cast: Cast) -> str:
    link = cast.pencil()
    cast.post(Role.KEEPER, f"{cast.path}/delete")
    return link


STATES: list[tuple[Steps, Role, int, int, str]] = [
    (Cast.pencil, Role.FOLLOWER, 200, 303, PENCIL),
    (Cast.pencil, Role.NOBODY, 200, 422, PENCIL),
    (Cast.pencil, Role.MATE, 200, 303, PENCIL),
    (Cast.pencil, Role.ENDED, 200, 303, PENCIL),
    (Cast.pencil, Role.KEEPER, 200, 200, OWN),
    (Cast.pencil, Role.GUEST, 200, 200, KEEPS_IT),
    (Cast.book_link, Role.FOLLOWER, 200, 303, BOOK),
    (Cast.book_link, Role.NOBODY, 200, 422, BOOK),
    (Cast.book_link, Role.GUEST, 200, 303, BOOK),
    (Cast.book_link, Role.KEEPER, 200, 200, OWN),
    (Cast.book_link, Role.MATE, 200, 200, SHARES_IT),
    (Cast.recovery, Role.FOLLOWER, 200, 303, BOOK),
    (Cast.recovery, Role.NOBODY, 200, 422, BOOK),
    (Cast.recovery, Role.KEEPER, 200, 200, SHARES_IT),
    (Cast.recovery, Role.MATE, 200, 200, SHARES_IT),
    (used, Role.FOLLOWER, 200, 303, KEEPS_IT),
    (used, Role.STRANGER, 410, 410, USED),
    (used, Role.NOBODY, 410, 422, USED),
    (used_book, Role.FOLLOWER, 200, 303, SHARES_IT),
    (used_book, Role.STRANGER, 410, 410, USED),
    (withdrawn, Role.STRANGER, 410, 410, WITHDRAWN),
    (withdrawn_book, Role.STRANGER, 410, 410, WITHDRAWN),
    (replaced, Role.STRANGER, 404, 404, NONE),
    (replaced_recovery, Role.STRANGER, 404, 404, NONE),
    (deleted, Role.STRANGER, 404, 404, NONE),
    (lambda _: MADE_UP, Role.STRANGER, 404, 404, NONE),
    (lambda _: MADE_UP, Role.NOBODY, 404, 422, NONE),
]
"""How a link came to be as it is, who opens it, what opening it and sending its form answer."""


@pytest.mark.parametrize(
    ("steps", "role", "opened", "sent", "said"),
    STATES,
    ids=[f"{steps.__name__}-{role}" for steps, role, *_ in STATES],
)
def test_a_link_says_how_it_stands_and_has_a_button_only_when_it_gives_something(
    cast: Cast, steps: Steps, role: Role, opened: int, sent: int, said: str
) -> None:
    link, gives = steps(cast), said in (PENCIL, BOOK)
    before = dump(cast)
    pages = [cast.get(role, link), cast.post(role, link, name="New")]
    assert [response.status_code for response in pages] == [opened, sent]
    for response in pages[: 1 if sent == 303 else 2]:
        assert heading(response.text) == said
        assert (BUTTON in main(response.text)) is gives
    assert (dump(cast) != before) is (gives and sent == 303)


@pytest.mark.parametrize(
    ("make", "page"), [(Cast.pencil, "phones"), (Cast.book_link, "/book"), (Cast.recovery, "")]
)
def test_a_link_that_is_ten_minutes_old_gives_nothing_unless_it_is_for_recovery(
    cast: Cast, later: Callable[[float], None], make: Steps, page: str
) -> None:
    link = make(cast)
    later(9.9)
    assert cast.get(Role.FOLLOWER, link).status_code == 200
    if not page:
        later(60 * 24 * 365)
        assert heading(cast.get(Role.FOLLOWER, link).text) == BOOK
        return
    later(10)
    before = dump(cast)
    for response in (cast.get(Role.FOLLOWER, link), cast.post(Role.FOLLOWER, link, name="New")):
        assert (response.status_code, heading(response.text)) == (410, OLD)
        assert BUTTON not in main(response.text)
    shown = page if page == "/book" else f"{cast.path}/{page}"
    assert 'id="address"' not in cast.get(Role.KEEPER, shown).text
    assert dump(cast) == before


@pytest.mark.parametrize("part", [False, True], ids=["page", "htmx"])
@pytest.mark.parametrize("make", [Cast.pencil, Cast.book_link, Cast.recovery])
def test_opening_a_link_ten_times_uses_nothing_up(cast: Cast, make: Steps, part: bool) -> None:
    link = make(cast)
    before = dump(cast)
    for role in (Role.NOBODY, Role.FOLLOWER):
        for _ in range(10):
            assert cast.get(role, link, part=part).status_code == 200
            assert cast.clients[role].head(link).status_code == 200
    assert dump(cast) == before
    assert heading(cast.get(Role.FOLLOWER, link).text) in (PENCIL, BOOK)
    assert cast.post(Role.FOLLOWER, link).status_code == 303


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH"])
@pytest.mark.parametrize("query", ["", "?csrf_token=x&name=Ben", "?redeem=1"])
def test_only_the_form_of_the_page_redeems(cast: Cast, method: str, query: str) -> None:
    link = cast.pencil()
    cast.clients[Role.FOLLOWER].open(f"{link}{query}", method=method)
    assert not keeps(cast, Role.FOLLOWER)


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
    # A phone without a key is nobody, and not the one that redeemed.
    assert 'data-role="looks"' in app.test_client().get(cast.path).text


@pytest.mark.parametrize("token", ["", "made up"])
def test_a_link_is_not_redeemed_without_the_token_of_the_page(cast: Cast, token: str) -> None:
    link = cast.pencil()
    response = cast.post(Role.FOLLOWER, link, name="Ben’s phone", csrf_token=token)
    assert response.status_code == 422
    assert problems(response.text)[0].startswith("This page expired")
    assert 'name="name" value="Ben’s phone"' in response.text
    assert not keeps(cast, Role.FOLLOWER)
    assert heading(cast.get(Role.FOLLOWER, link).text) == PENCIL


def test_the_page_and_its_answer_are_the_same_to_htmx(cast: Cast) -> None:
    link = cast.pencil()
    seen = [cast.get(Role.FOLLOWER, link, part=part).text for part in (False, True)]
    assert seen[0] == seen[1]
    response = cast.post(Role.FOLLOWER, link, part=True)
    assert (response.status_code, response.headers["HX-Redirect"]) == (200, cast.path)
    assert keeps(cast, Role.FOLLOWER)
    for part in (False, True):
        response = cast.post(Role.STRANGER, link, part=part)
        assert (response.status_code, heading(response.text)) == (410, USED)


@pytest.mark.parametrize("hand_over", ["", "y"], ids=["share", "hand over"])
@pytest.mark.parametrize(
    ("name", "said"), [("Ann’s phone", "Ann’s phone"), ("", "the other phone")]
)
def test_the_page_says_who_gives_what_for_which_game(
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
    ("typed", "kept"),
    [
        ("  Ben’s   phone ", "Ben’s phone"),
        ("Ben\u202e\x07\u200b", "Ben"),
        ("B" * 24, "B" * 24),
        ("", "Unnamed phone"),
        ("\u202e", "Unnamed phone"),
    ],
)
def test_the_name_that_is_typed_becomes_the_phones(cast: Cast, typed: str, kept: str) -> None:
    cast.post(Role.FOLLOWER, cast.pencil(), name=typed)
    page = cast.get(Role.FOLLOWER, f"{cast.path}/phones").text
    assert f'<b class="name long">{kept}</b> <span class="mark">' in page


@pytest.mark.parametrize("make", [Cast.pencil, Cast.book_link, Cast.recovery])
@pytest.mark.parametrize("typed", ["B" * 25, f" {'B' * 24} B ", "\u00e9" * 1000])
def test_a_name_of_more_than_24_characters_is_refused_and_uses_nothing_up(
    cast: Cast, make: Steps, typed: str
) -> None:
    link = make(cast)
    response = cast.post(Role.STRANGER, link, name=typed)
    assert response.status_code == 422
    assert problems(response.text) == ["A name can have at most 24 characters."]
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


def test_a_book_link_shares_the_games_and_takes_along_those_of_a_phone_alone(cast: Cast) -> None:
    response = cast.post(Role.STRANGER, cast.book_link(), name="Sam’s phone")
    assert (response.status_code, response.location) == (303, "/")
    text = plain_text(cast.get(Role.STRANGER, "/").text)
    assert "This phone shares the book now" in text
    for role in (Role.STRANGER, Role.KEEPER, Role.MATE):
        assert {"Ann, Ben, Cem", "Dora, Emil, Fritz"} <= set(games(cast.get(role, "/").text))
    assert keeps(cast, Role.STRANGER, f"/g/{cast.theirs}")
    assert not keeps(cast, Role.STRANGER)
    assert cast.post(Role.STRANGER, f"{cast.path}/claim").status_code == 303


def test_a_recovery_link_brings_the_book_back_as_often_as_it_is_opened(
    app: Flask, cast: Cast
) -> None:
    link = cast.recovery()
    for _ in range(2):
        table = Table(app.test_client())
        assert table.post(link).status_code == 303
        assert "Ann, Ben, Cem" in table.client.get("/").text
        assert table.post(f"{cast.path}/claim").status_code == 303


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
    assert not keeps(cast, Role.STRANGER)


@pytest.mark.parametrize("token", ["%00", "a" * 5000, "'--", "%s", "\u0661", "..", "A" * 21])
def test_an_address_that_is_no_link_is_answered(cast: Cast, token: str) -> None:
    assert cast.get(Role.FOLLOWER, f"/link/{token}").status_code == 404
    assert cast.post(Role.FOLLOWER, f"/link/{token}").status_code == 404
