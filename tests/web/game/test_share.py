"""A game for others: the code, links, phones that keep score."""

import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
import segno
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.keys import CODE_LETTERS
from scorekeeper.store.games import games as stored_games
from tests import databases
from tests.cast import KEEPERS, Cast, Role, id_beside, shown_address
from tests.conftest import opened
from tests.table import HTMX, Table, field, link_on
from tests.web.page import games, main, plain_text, problems

LIKE_ANOTHER = "0O1IL2Z5S8B"
WRONG = "AAAAAA"
"""A code of no game in these tests."""
NO_GAME = "No game in progress has this code."
TOO_OFTEN = "Too many attempts. Wait a few minutes, then try again."


def code_on(page: str) -> str:
    """The spoken code on the page, "" if there is none."""
    found = re.search(r'<b class="letters">([^<]*)</b>', page)
    return found[1] if found else ""


def shared_code(table: Table) -> str:
    """The game's spoken code as six characters."""
    return code_on(table.client.get(f"{table.path}/share").text).replace(" ", "")


def join(client: FlaskClient, code: str, **headers: str) -> TestResponse:
    """Type a code, without a cookie or CSRF token."""
    return client.post("/join", data={"code": code}, headers=headers)


def typed(page: str) -> str:
    """The value of the field for the code."""
    found = re.search(r'name="code" value="([^"]*)"', page)
    assert found
    return unescape(found[1])


def test_the_share_page_shows_the_games_address_as_text_and_as_a_qr_code(table: Table) -> None:
    address = f"http://localhost{table.start('Ann', 'Ben', 'Cem')}"
    page = table.client.get(f"{table.path}/share").text
    assert shown_address(page) == address
    drawn = segno.make_qr(address, error="m").svg_inline(
        border=4, dark="#000", light="#fff", omitsize=True
    )
    assert f">{drawn}</div>" in page
    assert "<svg" in drawn
    assert table.client.get(address).status_code == 200


@pytest.mark.parametrize(
    ("host", "known", "shown"),
    [
        *(
            (host, True, "192.168.1.2:8000")
            for host in ("localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000")
        ),
        *((host, True, host) for host in ("scores.lan", "192.168.1.7:8000", "localhost.local")),
        ("localhost:5000", False, "localhost:5000"),
    ],
)
def test_on_the_serving_machine_the_address_is_the_one_on_the_network_elsewhere_the_one_opened(
    app: Flask, table: Table, host: str, known: bool, shown: str
) -> None:
    table.start("Ann", "Ben", "Cem")
    app.config["REACHABLE_ADDRESS"] = "http://192.168.1.2:8000/" if known else ""
    page = table.client.get(f"{table.path}/share", headers={"Host": host}).text
    assert shown_address(page) == f"http://{shown}{table.path}"
    assert f"on the first page, or at {shown}/join, while" in plain_text(page)


def test_the_code_is_shown_in_two_threes_of_letters_that_look_like_no_other(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    shown = code_on(table.client.get(f"{table.path}/share").text)
    assert re.fullmatch(rf"[{CODE_LETTERS}]{{3}} [{CODE_LETTERS}]{{3}}", shown)
    assert not set(LIKE_ANOTHER) & set(CODE_LETTERS)


@pytest.mark.parametrize("over", [False, True], ids=["no code left", "over"])
def test_a_game_that_is_over_or_got_no_code_is_shared_by_its_address(
    table: Table, monkeypatch: pytest.MonkeyPatch, over: bool
) -> None:
    if not over:
        monkeypatch.setattr(stored_games, "CODES", 0)
    table.start("Ann", "Ben", "Cem", length="list", sizes="1")
    assert bool(shared_code(table)) is over
    if over:
        table.play("hearts", (0, 1, 1), (0, 0, 1))
    page = table.client.get(f"{table.path}/share").text
    assert code_on(page) == ""
    assert "say this code" not in page
    assert shown_address(page).endswith(table.path)


SPELLINGS: dict[str, Callable[[str], str]] = {
    "as shown": lambda code: f"{code[:3]} {code[3:]}",
    "without a space": lambda code: code,
    "lower case": str.lower,
    "mixed case": lambda code: code[:2].lower() + code[2:],
    "spaces": lambda code: f"  {' '.join(code)} ",
    "hyphens": lambda code: f"{code[:3]}-{code[3:]}",
    "another dash": lambda code: f"{code[:3]}\u2013{code[3:]}",
    "a line end": lambda code: f"{code}\r\n",
    "its label": lambda code: f"Code : {code[:3]} {code[3:]}",
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_code_leads_to_its_game_in_any_spelling(
    table: Table, stranger: FlaskClient, spelling: str
) -> None:
    path = table.start("Ann", "Ben", "Cem")
    response = join(stranger, SPELLINGS[spelling](shared_code(table)))
    assert (response.status_code, response.location) == (303, path)


ADDRESSES = (
    *("http://localhost{}", "https://cards.example:5000{}?part=lines#foot", "{}", " {}/ "),
    *("192.168.1.20:8000{}", "table.test{}", "[::1]:8000{}"),
    *("http://table.test{}.", "(http://table.test{})", "“https://table.test{}”!"),
    "Ann, Ben, Cem https://table.test{}",
    "1/2 of us:\r\nhttps://table.test{}, come and look",
)


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_pasted_address_leads_to_its_page(
    table: Table, stranger: FlaskClient, address: str
) -> None:
    path = table.start("Ann", "Ben", "Cem")
    response = join(stranger, address.format(path))
    assert (response.status_code, response.location) == (303, path)


@pytest.mark.parametrize(
    "address",
    [
        "https://cards.example/",
        "https://cards.example",
        "cards.example",
        "cards.example/new",
        "/",
        "//cards.example//x",
        "http://[",
        "/g/",
        "a/b",
        "/g/x/bids",
    ],
)
def test_another_address_never_leads_away(client: FlaskClient, address: str) -> None:
    response = join(client, address)
    said = "This is not the address of a game. Copy it again."
    assert (response.status_code, problems(response.text)) == (422, [said])
    assert typed(response.text) == address


def test_joining_needs_no_cookie_and_no_token_and_sets_none(app: Flask, table: Table) -> None:
    path = table.start("Ann", "Ben", "Cem")
    phone = app.test_client(use_cookies=False)
    for response in (phone.get("/join"), join(phone, "ABC"), join(phone, shared_code(table))):
        assert "Set-Cookie" not in response.headers
    assert response.location == path
    assert phone.get(path).status_code == 200


def test_htmx_is_led_to_the_game_by_a_header(table: Table) -> None:
    path = table.start("Ann", "Ben", "Cem")
    response = table.client.post("/join", data={"code": shared_code(table)}, headers=HTMX)
    assert (response.status_code, response.headers["HX-Redirect"]) == (200, path)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        *(
            (f"aac-d{letter}e", f"Codes never contain {letter.upper()}. Check it and try again.")
            for letter in LIKE_ANOTHER + "o\u00c4\u0661"
        ),
        *(
            (text, "A code has 6 letters and digits. Check it and try again.")
            for text in (
                "ABC",
                "ABCDEFG",
                "--- ---",
                '"><b>',
                "A" * 5000,
                "ACD EF\u00df",
                "",
                "   ",
            )
        ),
        ("aaa aaa", NO_GAME),
    ],
)
def test_an_invalid_code_is_refused_with_a_sentence_and_stays_typed(
    client: FlaskClient, text: str, sentence: str
) -> None:
    response = join(client, text)
    assert (response.status_code, problems(response.text)) == (422, [sentence])
    assert typed(response.text) == (text if text.strip() else "")
    assert "<b>" not in main(response.text)


@pytest.mark.parametrize("end", ["over", "deleted"])
def test_the_code_of_a_game_that_is_over_is_refused_until_it_is_resumed(
    table: Table, end: str
) -> None:
    path = table.start("Ann", "Ben", "Cem", length="list", sizes="1")
    code = shared_code(table)
    assert join(table.client, code).status_code == 303
    if end == "over":
        table.play("hearts", (0, 1, 1), (0, 0, 1))
    else:
        table.post(f"{table.path}/delete")
    response = join(table.client, code)
    assert (response.status_code, problems(response.text)) == (422, [NO_GAME])
    if end == "over":
        table.undo()
        assert shared_code(table) == code
        assert join(table.client, code).location == path


def test_the_21st_wrong_try_within_a_minute_waits_and_what_was_typed_is_kept(
    app: Flask, table: Table
) -> None:
    table.start("Ann", "Ben", "Cem")
    code = shared_code(table)
    for number in range(20):
        wrong = (WRONG, "ABC", "OOOOOO")[number % 3]
        assert join(app.test_client(), wrong).status_code == 422
    for text in ("aaa-aaa", code):
        response = join(app.test_client(), text)
        assert response.status_code == 429
        assert problems(response.text) == [TOO_OFTEN]
        assert typed(response.text) == text
    assert table.client.get(table.path).status_code == 200
    assert table.client.get("/join").status_code == 200


def test_right_codes_do_not_count_as_tries_and_each_address_has_its_own(
    app: Flask, table: Table
) -> None:
    table.start("Ann", "Ben", "Cem")
    code = shared_code(table)
    for _ in range(19):
        assert join(app.test_client(), WRONG).status_code == 422
    for _ in range(21):
        assert join(app.test_client(), code).status_code == 303
    assert join(app.test_client(), WRONG).status_code == 422
    assert join(app.test_client(), WRONG).status_code == 429
    other = app.test_client()
    other.environ_base["REMOTE_ADDR"] = "192.168.1.9"
    assert join(other, WRONG).status_code == 422


GIL, TOM, MIA, ANN = "Gil’s phone", "Tom’s phone", "Mia’s phone", "Ann’s phone"
UNREADABLE = "This entry could not be saved. Reload the page and enter it again."


@pytest.fixture
def phones(cast: Cast) -> str:
    """The address of the game's phones."""
    return f"{cast.path}/phones"


def keepers(page: str) -> list[str]:
    """The names of the phones that keep score, as listed."""
    listed = page.partition('<ul class="phones ')[2].partition("</ul>")[0]
    return [
        unescape(name)
        for name in re.findall(
            r'<p class="who"><b(?: class="name" translate="no")?>(.*?)</b>', listed
        )
    ]


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


@pytest.mark.parametrize("role", [role for role in Role if role not in (*KEEPERS, Role.MATE)])
@pytest.mark.parametrize("token", [{}, {"csrf_token": "old"}], ids=["its token", "an old one"])
def test_a_phone_that_does_not_share_the_book_may_not_claim_the_score(
    cast: Cast, role: Role, token: dict[str, Any]
) -> None:
    before = cast.state()
    response = cast.post(role, f"{cast.path}/claim", **token)
    assert (response.status_code, response.headers.getlist("Set-Cookie")) == (404, [])
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
    claims = f'action="{path}/claim"'
    assert claims in page
    assert other.post(f"{path}/claim").status_code == 303
    assert 'data-role="keeps"' in other.client.get(path).text
    assert 'data-role="keeps"' in table.page()
    number = id_beside("Ben’s phone", table.client.get(f"{path}/phones").text)
    table.post(f"{path}/phones", phone=number)
    assert claims not in other.client.get(path).text
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


def test_a_phone_asks_before_it_keeps_score_beside_another(cast: Cast) -> None:
    page = cast.get(Role.MATE).text
    block = page[page.index('id="claim"') :]
    assert (
        block.index("<summary") < block.index("Then both phones keep score") < block.index("<form")
    )
    for role in (Role.GUEST, Role.KEEPER):
        own = re.search(r'value="(\d+)">Stop keeping', cast.get(role, f"{cast.path}/phones").text)
        assert own
        cast.post(role, f"{cast.path}/phones", phone=own[1])
    page = cast.get(Role.MATE).text
    assert "<summary" not in page[page.index('id="claim"') :].partition("</form>")[0]


def test_a_code_that_is_refused_is_ready_to_be_typed_again(table: Table) -> None:
    fresh = table.client.get("/join").text
    refused = table.client.post("/join", data={"code": "ABCDEF"}).text
    assert "required autofocus>" in fresh, "without a tap"
    assert 'data-script="join"' not in fresh
    assert 'autofocus data-script="join"' in refused


@pytest.mark.parametrize("role", Role)
def test_who_does_not_keep_score_finds_under_more_where_to_type_the_code_of_the_pencil(
    cast: Cast, role: Role
) -> None:
    cast.pencil()
    said = code_on(cast.get(Role.KEEPER, f"{cast.path}/phones").text)
    address = f"/join?keep={cast.key}"
    offers = f'href="{address}"' in cast.get(role).text
    assert offers is (role not in KEEPERS), "a phone of the book takes the pencil over too"
    page = cast.get(role, address).text
    assert f'class="back" href="{cast.path}"' in page
    for typed, says in (
        (said[:-1], "A code has 8 letters and digits. Check it and try again."),
        ("ACDEFG", "A code has 8 letters and digits. Check it and try again."),
        ("ACDE FGHJ", "This code is wrong or no longer works."),
    ):
        refused = cast.clients[role].post(address, data={"code": typed}).text
        assert "Keep score on this phone</h1>" in refused
        assert problems(refused) == [says]
    link = cast.clients[role].post(address, data={"code": said}).location
    assert "This phone and" in cast.get(role, link).text or role in KEEPERS


def test_a_phone_that_handed_over_to_one_without_a_name_is_told_that_another_keeps_score(
    table: Table, app: Flask
) -> None:
    table.start("Ann", "Ben", "Cem")
    table.post(f"{table.path}/pass", hand_over="y")
    link = link_on(table.client.get(f"{table.path}/phones").text)
    other = Table(app.test_client())
    other.post(link, csrf_token=field(other.client.get(link).text, "csrf_token"))
    assert "<p>Another phone keeps score</p>" in table.page()
    assert (
        "Another phone keeps score</p>" not in Table(app.test_client()).client.get(table.path).text
    )
