"""Letting others follow: the page of an address, its QR code and its spoken code; joining."""

import re
from collections.abc import Callable
from html import unescape

import pytest
import segno
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.keys import CODE_LETTERS
from scorekeeper.store.games import games
from tests.cast import UNKNOWN, Cast, Role, cast_on, shown_address
from tests.table import HTMX, Table
from tests.web.page import main, plain_text, problems

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


@pytest.mark.parametrize("role", Role)
def test_the_share_page_leads_on_and_those_who_keep_score_to_letting_others_keep_it(
    cast: Cast, role: Role
) -> None:
    page = cast.get(role, f"{cast.path}/share").text
    assert f'href="{cast.path}"' in page
    assert f'href="{cast.path}/table"' in page
    led = f'href="{cast.path}/phones"' in page
    assert led is (role in (Role.KEEPER, Role.GUEST))
    assert ("Let another phone keep score" in page) is led


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
        monkeypatch.setattr(games, "CODES", 0)
    table.start("Ann", "Ben", "Cem", length="list", sizes="1")
    assert bool(shared_code(table)) is over
    if over:
        table.play("hearts", (0, 1, 1), (0, 0, 1))
    page = table.client.get(f"{table.path}/share").text
    assert code_on(page) == ""
    assert "say this code" not in page
    assert shown_address(page).endswith(table.path)


def test_a_game_that_is_not_there_is_not_shared(client: FlaskClient) -> None:
    assert client.get(f"/g/{UNKNOWN}/share").status_code == 404


def test_the_first_page_leads_to_joining_and_that_to_a_field_for_the_code(
    client: FlaskClient,
) -> None:
    assert 'href="/join"' in client.get("/").text
    response = client.get("/join")
    assert response.status_code == 200
    assert typed(response.text) == ""
    assert problems(response.text) == []


SPELLINGS: dict[str, Callable[[str], str]] = {
    "as shown": lambda code: f"{code[:3]} {code[3:]}",
    "without a space": lambda code: code,
    "lower case": str.lower,
    "mixed case": lambda code: code[:2].lower() + code[2:],
    "spaces": lambda code: f"  {' '.join(code)} ",
    "hyphens": lambda code: f"{code[:3]}-{code[3:]}",
    "another dash": lambda code: f"{code[:3]}\u2013{code[3:]}",
    "a line end": lambda code: f"{code}\r\n",
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_a_code_leads_to_its_game_in_any_spelling(
    table: Table, stranger: FlaskClient, spelling: str
) -> None:
    path = table.start("Ann", "Ben", "Cem")
    response = join(stranger, SPELLINGS[spelling](shared_code(table)))
    assert (response.status_code, response.location) == (303, path)


ADDRESSES = ("http://localhost{}", "https://cards.example:5000{}?part=lines#foot", "{}", " {}/ ")


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
        "//cards.example//x",
        "http://[",
        "/g/",
        "a/b",
        "/g/x/bids",
    ],
)
def test_another_address_never_leads_away(client: FlaskClient, address: str) -> None:
    response = join(client, address)
    assert response.location in (None, "/")
    assert typed(response.text) == address if response.status_code == 422 else response.location


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


@pytest.mark.parametrize("role", [Role.KEEPER, Role.GUEST, Role.NOBODY])
def test_everybody_sees_which_phones_keep_score(app: Flask, role: Role) -> None:
    cast = cast_on(app)
    cast.post(Role.KEEPER, "/book/name", name="Ann's phone")
    page = cast.get(role, f"{cast.path}/share").text.split("These phones keep score")[1]
    assert {"Ann's phone", "Gil’s phone"} <= {
        unescape(name)
        for name in re.findall(r'<p class="who"><b(?: class="name")?>(.*?)</b>', page)
    }
