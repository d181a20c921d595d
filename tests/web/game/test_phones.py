"""The phones that keep a game's score: listed, named, revoked, passed on and claimed."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests import databases
from tests.cast import KEEPERS, Cast, Role, id_beside, shown_address
from tests.conftest import opened
from tests.table import Table, field
from tests.web.page import games, main, plain_text, problems

GIL, TOM, MIA, ANN = "Gil’s phone", "Tom’s phone", "Mia’s phone", "Ann’s phone"
BAD_TOKEN = "This page expired, or cookies are off. Your entries are still here: save again."
UNREADABLE = "Your tap could not be saved. Reload the page and tap again."
KEEP = "Keep score on this phone"


@pytest.fixture
def phones(cast: Cast) -> str:
    """The address of the game's phones."""
    return f"{cast.path}/phones"


def keepers(page: str) -> list[str]:
    """The names of the phones that keep score, as listed."""
    listed = page.partition('<ul class="phones ')[2].partition("</ul>")[0]
    return [
        unescape(name)
        for name in re.findall(r'<p class="who"><b(?: class="name")?>(.*?)</b>', listed)
    ]


def own_button(cast: Cast, role: Role) -> str:
    """The value of the button with which the phone gives up its own right."""
    page = cast.get(role, f"{cast.path}/phones").text
    found = re.search(r'value="(\d+)">Stop keeping score on this phone', page)
    assert found
    return found[1]


def status_line(page: str) -> str:
    """The first message on the page."""
    found = re.search(r'<p id="status"[^>]*>(.*?)</p>', page)
    return unescape(found[1]) if found else ""


def test_the_phones_are_listed_with_their_names_this_one_first(cast: Cast, phones: str) -> None:
    assert keepers(cast.get(Role.KEEPER, phones).text) == [ANN, GIL]
    page = cast.get(Role.GUEST, phones).text
    assert keepers(page) == [GIL, ANN]
    text = plain_text(page)
    assert f"{GIL} this phone · last seen" in text
    assert f"{ANN} last seen" in text


@pytest.mark.parametrize("role", KEEPERS)
def test_many_phones_are_listed_with_as_few_questions_as_two(
    cast: Cast, phones: str, role: Role
) -> None:
    cast.get(role, phones)  # Now the game is known.
    with databases.asked(cast.app) as for_two:
        assert len(keepers(cast.get(role, phones).text)) == 2
    for number in range(4):
        link, phone = cast.pencil(), cast.app.test_client()
        token = field(phone.get(link).text, "csrf_token")
        phone.post(link, data={"csrf_token": token, "name": f"phone {number}"})
    with databases.asked(cast.app) as for_six:
        assert len(keepers(cast.get(role, phones).text)) == 6
    assert len(for_six) == len(for_two)


def test_a_name_given_on_the_games_page_of_phones_is_shown_there(cast: Cast, phones: str) -> None:
    page = cast.get(Role.GUEST, phones).text
    assert f'name="name" value="{GIL}"' in unescape(page)
    response = cast.post(Role.GUEST, "/book/name", name="Gil", game=field(page, "game"))
    assert (response.status_code, response.location) == (303, phones)
    page = cast.get(Role.GUEST, phones).text
    assert status_line(page) == "Saved"
    assert keepers(page) == ["Gil", ANN]


def test_the_owner_takes_the_right_away_from_a_guest(cast: Cast, phones: str) -> None:
    response = cast.post(Role.KEEPER, phones, phone=cast.id_of(GIL, phones))
    assert (response.status_code, response.location) == (303, phones)
    page = cast.get(Role.KEEPER, phones).text
    assert status_line(page) == "That phone no longer keeps score"
    assert keepers(page) == [ANN]
    assert not cast.keeps(Role.GUEST)
    assert cast.post(Role.GUEST, f"{cast.path}/undo", target=4).status_code == 404
    assert cast.post(Role.GUEST, f"{cast.path}/claim").status_code == 404


@pytest.mark.parametrize("role", KEEPERS)
def test_a_phone_gives_its_own_right_up_and_begins_again_in_its_own_book_only(
    cast: Cast, phones: str, role: Role
) -> None:
    response = cast.post(role, phones, phone=own_button(cast, role))
    assert (response.status_code, response.location) == (303, cast.path)
    assert status_line(cast.get(role).text) == "This phone no longer keeps score"
    assert not cast.keeps(role)
    assert cast.get(role, phones).status_code == 404
    again = cast.post(role, f"{cast.path}/claim").status_code
    assert (again, cast.keeps(role)) == ((303, True) if role is Role.KEEPER else (404, False))


def test_a_guest_has_no_button_to_take_away_from_a_phone_of_the_book(
    cast: Cast, phones: str
) -> None:
    assert cast.post(Role.GUEST, phones, phone=own_button(cast, Role.KEEPER)).status_code == 404
    with pytest.raises(AssertionError, match=ANN):
        id_beside(ANN, cast.get(Role.GUEST, phones).text)
    cast.post(Role.ENDED, cast.pencil())
    assert cast.id_of(TOM, phones, Role.GUEST)


@pytest.mark.parametrize(
    ("number", "said"),
    [
        *[(number, []) for number in ("", "0", "-1", "999999", "not listed")],
        *[(number, [UNREADABLE]) for number in ("abc", "1.5", "\u0661")],
        ("9999999999", [UNREADABLE]),
    ],
)
def test_a_right_that_no_phone_has_is_not_taken_away(
    cast: Cast, phones: str, number: str, said: list[str]
) -> None:
    if number == "not listed":
        number = str(max(int(cast.id_of(GIL, phones)), int(cast.id_of(MIA))) + 1)
    before = cast.state()
    response = cast.post(Role.KEEPER, phones, phone=number)
    assert (response.status_code, problems(response.text)) == (422 if said else 303, said)
    assert cast.state() == before


@pytest.mark.parametrize("address", ["phones", "pass"])
def test_a_page_of_another_time_takes_nothing_away_and_passes_nothing_on(
    cast: Cast, phones: str, address: str
) -> None:
    before = cast.state()
    number = cast.id_of(GIL, phones)
    response = cast.post(Role.KEEPER, f"{cast.path}/{address}", phone=number, csrf_token="old")
    assert response.status_code == 422
    assert problems(response.text) == [BAD_TOKEN]
    assert 'id="address"' not in response.text
    assert cast.state() == before


@pytest.mark.parametrize("hand_over", [False, True], ids=["share", "hand over"])
def test_passing_the_pencil_shows_a_link_its_qr_code_and_its_expiry(
    cast: Cast, phones: str, hand_over: bool
) -> None:
    assert 'id="address"' not in cast.get(Role.KEEPER, phones).text
    sent = "y" if hand_over else ""
    response = cast.post(Role.KEEPER, f"{cast.path}/pass", hand_over=sent)
    assert (response.status_code, response.location) == (303, f"{phones}#link")
    page = cast.get(Role.KEEPER, phones).text
    assert shown_address(page).startswith("http://localhost/link/")
    assert 'aria-label="QR code of the address below"><svg' in page
    assert "/link/" not in cast.get(Role.GUEST, phones).text
    assert re.search(r'until <time datetime="[^"]+" data-clock>\d\d:\d\d<span', page)
    text = plain_text(page)
    assert ("Then only that phone keeps score." in text) is hand_over
    assert ("Then both phones keep score." in text) is not hand_over
    assert ("New link: only the other phone keeps score" in text) is hand_over
    assert ("New link: both keep score" in text) is not hand_over


def test_a_phone_that_shares_the_book_begins_to_keep_score_by_itself(cast: Cast) -> None:
    response = cast.post(Role.MATE, f"{cast.path}/claim")
    assert (response.status_code, response.location) == (303, cast.path)
    page = cast.get(Role.MATE).text
    assert status_line(page) == "This phone keeps score now"
    assert 'data-role="keeps"' in page
    assert cast.keeps(Role.KEEPER)
    assert cast.table(Role.MATE).undo().status_code == 303


def test_claiming_again_is_a_success_that_changes_nothing(cast: Cast) -> None:
    before = cast.state()
    for role in KEEPERS:
        response = cast.post(role, f"{cast.path}/claim", csrf_token="old")
        assert (response.status_code, response.location) == (303, cast.path)
    assert cast.state() == before


@pytest.mark.parametrize("role", Role)
def test_only_a_phone_that_shares_the_book_is_offered_to_keep_score(cast: Cast, role: Role) -> None:
    assert (KEEP in main(cast.get(role).text)) is (role is Role.MATE)


@pytest.mark.parametrize("role", [role for role in Role if role not in (*KEEPERS, Role.MATE)])
@pytest.mark.parametrize("token", [{}, {"csrf_token": "old"}], ids=["its token", "an old one"])
def test_a_phone_that_does_not_share_the_book_may_not_claim_the_score(
    cast: Cast, role: Role, token: dict[str, Any]
) -> None:
    before = cast.state()
    response = cast.post(role, f"{cast.path}/claim", **token)
    assert (response.status_code, response.headers.getlist("Set-Cookie")) == (404, [])
    assert cast.state() == before


def test_a_claim_from_a_page_of_another_time_says_so_and_gives_nothing(cast: Cast) -> None:
    before = cast.state()
    response = cast.post(Role.MATE, f"{cast.path}/claim", csrf_token="old")
    assert (response.status_code, response.location) == (303, cast.path)
    page = cast.get(Role.MATE).text
    assert status_line(page) == BAD_TOKEN
    assert 'data-role="looks"' in page
    assert cast.state() == before


@pytest.fixture
def household(tmp_path: Path, empty_database: Path) -> Iterator[Flask]:
    """A server whose phones share one book."""
    with databases.lent(empty_database, tmp_path), opened(tmp_path, HOUSEHOLD=True) as app:
        yield app


def test_in_a_household_every_phone_may_keep_score_until_that_is_taken_away(
    household: Flask,
) -> None:
    table, other = Table(household.test_client()), Table(household.test_client())
    path = table.start("Ann", "Ben", "Cem")
    assert games(other.client.get("/").text) == ["Ann, Ben, Cem"]
    other.post("/book/name", name="Ben’s phone")
    page = other.client.get(path).text
    assert 'data-role="looks"' in page
    assert KEEP in page
    assert other.post(f"{path}/claim").status_code == 303
    assert 'data-role="keeps"' in other.client.get(path).text
    assert 'data-role="keeps"' in table.page()
    number = id_beside("Ben’s phone", table.client.get(f"{path}/phones").text)
    table.post(f"{path}/phones", phone=number)
    assert KEEP not in other.client.get(path).text
    assert other.post(f"{path}/claim").status_code == 404


def test_in_a_household_the_book_needs_no_link_and_no_recovery_link(
    household: Flask,
) -> None:
    table = Table(household.test_client())
    table.start("Ann", "Ben", "Cem")
    text = plain_text(table.client.get("/book").text)
    assert "All phones on this server share one book" in text
    assert "Use this book on another phone" not in text
    assert "Recovery link" not in text


def test_without_a_household_a_phone_sees_its_own_book_only(cast: Cast) -> None:
    assert games(cast.get(Role.STRANGER, "/").text) == ["Dora, Emil, Fritz"]
    assert "Several phones can share it." in plain_text(cast.get(Role.STRANGER, "/book").text)
