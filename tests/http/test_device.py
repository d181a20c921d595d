"""The key of a phone: its cookie, its randomness, and the keys that are accepted."""

import base64
from http.cookies import Morsel, SimpleCookie

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.http.cookies import phone_key
from scorekeeper.keys import new_phone_key
from tests.cast import COOKIE
from tests.table import Table

BITS = 128
PLANTED = "K" * 43
"""The key of a phone that somebody else chose."""
SECURE = "https://localhost"


def cookie_of(response: TestResponse) -> Morsel[str] | None:
    """The phone's cookie that the answer sets, None if it sets none."""
    sent = [SimpleCookie(text) for text in response.headers.getlist("Set-Cookie")]
    return next((cookies[COOKIE] for cookies in sent if COOKIE in cookies), None)


def key_in(client: FlaskClient) -> str:
    """The key in a phone's cookie."""
    cookie = client.get_cookie(COOKIE)
    assert cookie
    return cookie.value


def test_the_key_of_a_phone_is_in_a_cookie_of_this_site_that_no_script_reads(
    client: FlaskClient,
) -> None:
    response = client.get("/new")
    cookie = cookie_of(response)
    assert cookie is not None
    assert cookie["httponly"] is True
    assert (cookie["samesite"], cookie["path"], cookie["domain"]) == ("Lax", "/", "")
    assert key_in(client) not in response.text


def test_the_key_of_a_phone_has_at_least_128_random_bits() -> None:
    """Among 64 keys each bit is sometimes 0 and sometimes 1; this fails by chance once in 10^16."""
    keys = [base64.urlsafe_b64decode(new_phone_key() + "=") for _ in range(64)]
    assert len(set(keys)) == len(keys)
    ever = never = int.from_bytes(keys[0])
    for key in keys:
        number = int.from_bytes(key)
        ever, never = ever | number, never & number
    assert (ever & ~never).bit_count() >= BITS


def test_each_phone_is_sent_a_key_of_its_own(app: Flask) -> None:
    phones = [app.test_client() for _ in range(3)]
    assert {phone.get("/new").status_code for phone in phones} == {200}
    assert len({key_in(phone) for phone in phones}) == 3


def test_a_phone_keeps_its_key(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    key = key_in(table.client)
    for address in ("/", "/new", "/book", table.path):
        table.client.get(address)
        assert key_in(table.client) == key


@pytest.mark.parametrize("address", ["/", "game"])
def test_a_visit_of_the_first_page_or_of_a_game_renews_the_cookie(
    table: Table, address: str
) -> None:
    path = table.start("Ann", "Ben", "Cem")
    cookie = cookie_of(table.client.get(path if address == "game" else address))
    assert cookie is not None
    assert int(cookie["max-age"]) == 400 * 86_400


def test_a_phone_is_known_to_a_server_with_another_secret_key(app: Flask, table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    app.config["SECRET_KEY"] = "another key that is long enough too"
    assert 'data-role="keeps"' in table.page()
    response = table.turn("hearts")
    assert response.status_code == 422
    assert "Your entries are still here: save again." in response.text
    table.renew()
    assert table.turn("hearts").status_code == 303


@pytest.mark.parametrize(
    "value", ["x", "a" * 42, "a" * 44, "eyJwaG9uZSI6IngifQ.aaaaaa.bbbb", "\u0661"]
)
def test_a_cookie_that_holds_no_key_is_a_phone_without_games(app: Flask, value: str) -> None:
    phone = app.test_client()
    phone.set_cookie(COOKIE, value)
    assert phone.get("/").status_code == 200
    with app.test_request_context(
        headers={"Cookie": f"{COOKIE}={value.encode('utf-8').decode('latin-1')}"}
    ):
        assert phone_key() == ""


def test_a_file_that_caches_keep_sets_no_cookie(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    response = table.client.get("/static/app.js", buffered=True)
    assert "Set-Cookie" not in response.headers
    assert "Cookie" not in response.headers.get("Vary", "")


def test_over_https_cookies_are_secure_and_of_this_host_alone(app: Flask) -> None:
    phone = app.test_client()
    response = phone.get("/new", base_url="https://localhost")
    cookies = response.headers.getlist("Set-Cookie")
    assert len(cookies) == 2
    for cookie in cookies:
        assert cookie.startswith("__Host-scorekeeper")
        assert "; Secure" in cookie
        assert "Path=/" in cookie
        assert "Domain" not in cookie
    assert response.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert "Strict-Transport-Security" not in phone.get("/new").headers


def test_over_https_no_key_is_taken_that_a_page_without_https_could_have_planted(
    app: Flask, table: Table
) -> None:
    table.start("Ann", "Ben", "Cem")
    phone = app.test_client()
    phone.set_cookie(COOKIE, PLANTED, domain="localhost")
    response = phone.get("/new", base_url=SECURE)
    sent = [text for text in response.headers.getlist("Set-Cookie") if f"__Host-{COOKIE}=" in text]
    assert len(sent) == 1
    assert PLANTED not in sent[0]


def test_a_cookie_that_is_not_text_is_ignored(app: Flask) -> None:
    sent = {"HTTP_COOKIE": "scorekeeper=\xff\xfe"}
    answer = app.test_client(use_cookies=False).get("/g/x", environ_overrides=sent)
    assert answer.status_code == 404
