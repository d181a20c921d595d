"""What nobody else may see: keys of phones, links and codes, in logs, pages, files and headers."""

from __future__ import annotations

import base64
import logging
import re
from collections.abc import Iterator
from http.cookies import Morsel, SimpleCookie

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.http.device import phone_key
from scorekeeper.store import games
from tests.cast import COOKIE, UNKNOWN, Cast, Role, cast_on
from tests.faults import Fault, engine_of, failing
from tests.rules.notation import new
from tests.table import Table

BITS = 128


@pytest.fixture
def cast(app: Flask) -> Cast:
    return cast_on(app)


class Secrets:
    """What the phones of a cast hold, by what it is called; made once for a test."""

    def __init__(self, cast: Cast) -> None:
        """Every link is made anew by the keeper and by the guest."""
        self.phone_keys = {role: cast.phone_key(role) for role in list(Role)[:-1]}
        self.pencils = {role: cast.pencil(role) for role in (Role.KEEPER, Role.GUEST)}
        self.books = {role: cast.book_link(role) for role in (Role.KEEPER, Role.GUEST)}
        cast.post(Role.MATE, "/book/recovery")
        self.recovery = {role: cast.recovery(role) for role in (Role.KEEPER, Role.GUEST, Role.MATE)}
        found = re.search(
            r'class="letters">(...) (...)<', cast.get(Role.KEEPER, f"{cast.path}/share").text
        )
        assert found
        self.code = found[1] + found[2]

    def tokens(self, *, but: Role | None = None) -> set[str]:
        """The ends of all links but those that one phone made."""
        made = (self.pencils, self.books, self.recovery)
        return {link.rsplit("/", 1)[1] for by in made for role, link in by.items() if role != but}

    def all(self) -> set[str]:
        """Everything."""
        return {*self.phone_keys.values(), *self.tokens(), self.code}


def addresses(cast: Cast, token: str = UNKNOWN) -> list[str]:
    """Every address of the app that can be opened, about the cast's game."""
    found = []
    for rule in cast.app.url_map.iter_rules():
        if "GET" in (rule.methods or ()):
            path = rule.rule.replace("<key>", cast.key).replace("<token>", token)
            path = path.replace("<path:filename>", "app.js").replace("<int:number>", "1")
            found.append(path)
    assert len(found) > 10
    assert not [path for path in found if "<" in path]
    return found


def posts(cast: Cast) -> dict[str, dict[str, str]]:
    """Every address that takes a form, with fields that make it do something."""
    return {
        "/book/name": {"name": "Ann"},
        "/book/link": {},
        "/book/recovery": {"replace": "1"},
        f"{cast.path}/pass": {"hand_over": ""},
        f"{cast.path}/claim": {},
        f"{cast.path}/phones": {"phone": "999"},
        f"{cast.path}/hands/2/bids": {"bid_0": "1", "revision": "4"},
        f"{cast.path}/undo": {"target": "5"},
        f"{cast.path}/rematch": {},
        "/new": {"variant": "wizard", "name": "", "start": "1"},
        "/join": {"code": "AAAAAA"},
    }


def answers(cast: Cast, secrets: Secrets) -> Iterator[tuple[str, TestResponse]]:
    """All kinds of answers there are, wrong ones included, with what was asked."""
    for role in (Role.KEEPER, Role.FOLLOWER):
        for address in [*addresses(cast), f"{cast.path}?seen={UNKNOWN}", "/nothing"]:
            yield address, cast.get(role, address)
    for token in (*secrets.tokens(), secrets.phone_keys[Role.KEEPER], secrets.code):
        yield token, cast.get(Role.STRANGER, f"/link/{token}")
        yield token, cast.post(Role.STRANGER, f"/link/{token}", csrf_token="old")
        yield token, cast.post(Role.STRANGER, "/join", code=token)
    for link in (*secrets.pencils.values(), *secrets.books.values(), *secrets.recovery.values()):
        yield link, cast.post(Role.ENDED, link, name="Tom")
    for address, fields in posts(cast).items():
        yield address, cast.clients[Role.KEEPER].post(address, data=fields)
        yield (
            address,
            cast.clients[Role.KEEPER].post(
                address, data={"csrf_token": cast.tokens[Role.KEEPER]} | fields
            ),
        )
    for _ in range(21):
        yield "a wrong code", cast.post(Role.NOBODY, "/join", code="AAAAAA")


@pytest.fixture
def _logged(caplog: pytest.LogCaptureFixture) -> None:
    """Everything is logged but the statements of the database, which nobody turns on."""
    caplog.set_level(logging.WARNING, "sqlalchemy")
    caplog.set_level(logging.DEBUG)


def texts(caplog: pytest.LogCaptureFixture) -> str:
    """Every record as it would be written, with all that it carries."""
    form = logging.Formatter("%(name)s %(message)s")
    return "\n".join(f"{form.format(record)} {record.args}" for record in caplog.records)


@pytest.mark.usefixtures("_logged")
def test_no_log_holds_a_secret(cast: Cast, caplog: pytest.LogCaptureFixture) -> None:
    secrets = Secrets(cast)
    held = secrets.all()
    statuses = {response.status_code for _, response in answers(cast, secrets)}
    assert statuses >= {200, 303, 404, 422, 429}
    cast.app.logger.debug("a record")
    logged = texts(caplog)
    assert "a record" in logged
    assert not [secret for secret in held if secret in logged]


@pytest.mark.usefixtures("_logged")
def test_no_log_holds_a_secret_when_the_storage_fails(
    cast: Cast, caplog: pytest.LogCaptureFixture
) -> None:
    secrets = Secrets(cast)
    for refused, status in ((False, 503), (True, 500)):
        with failing(engine_of(cast.app), Fault(1, lasting=True, refused=refused)):
            for link in (*secrets.pencils.values(), *secrets.recovery.values()):
                assert cast.get(Role.FOLLOWER, link).status_code == status
                assert cast.post(Role.FOLLOWER, link).status_code == status
            assert cast.post(Role.FOLLOWER, "/join", code=secrets.code).status_code == status
            assert cast.get(Role.KEEPER, "/book").status_code == status
    logged = texts(caplog)
    assert "storage: " in logged
    assert "refused by the storage: " in logged
    assert "/link/<token> [POST]" in logged
    assert not [secret for secret in secrets.all() if secret in logged]


@pytest.mark.usefixtures("_logged")
def test_no_log_holds_a_link_when_the_program_fails(
    cast: Cast, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    secrets = Secrets(cast)
    cast.app.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setattr("scorekeeper.store.links.look", fail)
    for link in (*secrets.pencils.values(), *secrets.recovery.values()):
        assert cast.get(Role.FOLLOWER, link).status_code == 500
    logged = texts(caplog)
    assert "ZeroDivisionError" in logged
    assert not [secret for secret in secrets.all() if secret in logged]


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.KEEPER])
def test_no_page_of_another_phone_shows_the_keepers_secrets(cast: Cast, role: Role) -> None:
    secrets = Secrets(cast)
    hidden = {*secrets.phone_keys.values(), *secrets.tokens(but=role)}
    pages = [(address, False) for address in addresses(cast)] + [(cast.path, True)]
    for address, part in pages:
        response = cast.get(role, address, part=part)
        # A phone's own key comes back to it in its own cookie.
        told = [text for name, text in response.headers.items() if name != "Set-Cookie"]
        if role in secrets.phone_keys:
            told += [
                text.replace(secrets.phone_keys[role], "")
                for text in response.headers.getlist("Set-Cookie")
            ]
        for secret in hidden:
            assert secret not in response.text, address
            assert secret not in str(told), address


def test_a_link_is_shown_on_one_page_and_only_by_the_phone_that_made_it(cast: Cast) -> None:
    secrets = Secrets(cast)
    where = {
        secrets.pencils[Role.KEEPER]: [f"{cast.path}/phones"],
        secrets.books[Role.KEEPER]: ["/book"],
        secrets.recovery[Role.KEEPER]: ["/book"],
    }
    pages = {address: cast.get(Role.KEEPER, address).text for address in addresses(cast)}
    for link, expected in where.items():
        assert [address for address, text in pages.items() if link in text] == expected
    for key in secrets.phone_keys.values():
        assert key not in "".join(pages.values())


def test_a_code_is_shown_on_the_games_share_page_alone(cast: Cast) -> None:
    code = Secrets(cast).code
    for role in (Role.KEEPER, Role.STRANGER, Role.NOBODY):
        for address in addresses(cast):
            text = cast.get(role, address).text
            shown = code in text or f"{code[:3]} {code[3:]}" in text
            assert shown is (address == f"{cast.path}/share"), (role, address)


@pytest.mark.parametrize("role", Role)
def test_no_file_holds_a_secret(cast: Cast, role: Role) -> None:
    held = Secrets(cast).all()
    for address in (f"{cast.path}.csv", "/history.csv"):
        response = cast.get(role, address)
        assert response.text.startswith('\ufeff"game",')
        for secret in {*held, cast.key}:
            assert secret not in response.text


def test_no_answer_leads_on_to_a_secret(cast: Cast) -> None:
    secrets = Secrets(cast)
    held = secrets.all()
    seen = set()
    for asked, response in answers(cast, secrets):
        for header in ("Location", "HX-Redirect", "Content-Location", "Refresh", "Link"):
            target = response.headers.get(header, "")
            seen.add(target)
            assert not [secret for secret in held if secret in target], asked
        assert "/link/" not in response.headers.get("Location", "")
    assert {"/", cast.path, f"{cast.path}/phones#link", "/book#recovery"} <= seen


def test_no_address_tells_another_server_or_a_search_engine_of_a_game(cast: Cast) -> None:
    secrets = Secrets(cast)
    kinds = list(answers(cast, secrets))
    shown = re.search(r'data-seen="([^"]+)"', cast.get(Role.NOBODY).text)
    assert shown
    poll = cast.get(Role.NOBODY, f"{cast.path}?seen={shown[1]}", part=True)
    assert poll.status_code == 204
    for asked, response in [*kinds, ("a poll", poll)]:
        assert response.headers.getlist("Referrer-Policy") == ["strict-origin"], asked
        assert response.headers.getlist("X-Robots-Tag") == ["noindex"], asked


def cookie_of(response: TestResponse) -> Morsel[str] | None:
    """The phone's cookie as the answer sets it, None when it does not."""
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


def test_the_key_of_a_phone_has_at_least_128_random_bits(app: Flask) -> None:
    """Among 64 keys each bit is 0 and is 1 somewhere; by chance one is not once in 10^16."""
    keys = []
    for _ in range(64):
        phone = app.test_client()
        phone.get("/new")
        text = key_in(phone)
        keys.append(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    assert len(set(keys)) == len(keys)
    numbers = [int.from_bytes(key) for key in keys]
    ever = never = numbers[0]
    for number in numbers:
        ever, never = ever | number, never & number
    assert (ever & ~never).bit_count() >= BITS


def test_a_phone_keeps_its_key(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    key = key_in(table.client)
    for address in ("/", "/new", "/book", table.path):
        table.client.get(address)
        assert key_in(table.client) == key


def test_two_links_have_two_tokens_of_128_bits(cast: Cast) -> None:
    first, second = Secrets(cast), Secrets(cast)
    once = [*first.pencils.values(), *first.books.values(), *first.recovery.values()]
    again = [*second.pencils.values(), *second.books.values()]
    assert len({*once, *again}) == len(once) + len(again)
    for link in (*once, *again):
        assert re.fullmatch(r"/link/[A-Za-z0-9_-]{22}", link)


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
    assert "What you entered is here: save again." in response.text
    table.renew()
    assert table.turn("hearts").status_code == 303


def test_a_phone_of_the_first_version_is_still_known(app: Flask, client: FlaskClient) -> None:
    key = "the key of a phone of the first version"
    serializer = SecureCookieSessionInterface().get_signing_serializer(app)
    assert serializer is not None
    client.set_cookie(COOKIE, str(serializer.dumps({"phone": key, "_permanent": True})))
    with app.app_context():
        stored = games.start(key, new("wizard", 3), "token")
    assert 'data-role="keeps"' in client.get(f"/g/{stored.key}").text


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
