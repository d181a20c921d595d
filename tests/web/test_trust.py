"""The page with which a phone comes to trust the server's own authority."""

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

from scorekeeper import create_app
from scorekeeper.store.models import Phone, db
from tests.conftest import closed, settings
from tests.table import Table

CERTIFICATE = b"the certificate of an authority"
SECURE = "https://localhost"
LEFT = "Over https this phone counts as a new one"


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A phone at a server with an authority of its own."""
    app.config["AUTHORITY"] = CERTIFICATE
    return app.test_client()


def way_on(client: FlaskClient) -> str:
    """The address to which the page leads."""
    found = re.search(r'<a class="main" href="([^"]+)"', client.get("/trust").text)
    assert found
    return found[1]


@pytest.mark.parametrize("base", ["http://localhost", SECURE])
def test_the_certificate_has_the_type_that_phones_install(client: FlaskClient, base: str) -> None:
    answer = client.get("/trust/scorekeeper.crt", base_url=base)
    assert answer.data == CERTIFICATE
    assert answer.mimetype == "application/x-x509-ca-cert"
    assert 'href="/trust/scorekeeper.crt"' in client.get("/trust", base_url=base).text


def test_pages_over_http_lead_to_the_page_and_those_over_https_do_not(client: FlaskClient) -> None:
    pages = ["/", Table(client).start("Ann", "Ben", "Cem")]
    for page in pages:
        assert 'href="/trust"' in client.get(page).text
        assert 'href="/trust"' not in client.get(page, base_url=SECURE).text


def test_without_an_authority_no_page_speaks_of_one(app: Flask) -> None:
    stranger = app.test_client()
    assert stranger.get("/trust").status_code == 404
    assert "/trust" not in stranger.get("/").text


def test_a_phone_without_games_continues_to_the_first_page(client: FlaskClient) -> None:
    assert way_on(client) == "https://localhost/"
    assert LEFT not in client.get("/trust").text


def test_a_phone_takes_its_games_along_to_https(client: FlaskClient, app: Flask) -> None:
    path = Table(client).start("Ann", "Ben", "Cem")
    assert LEFT not in client.get("/trust").text
    address = way_on(client)
    assert address.startswith("https://localhost/link/")
    secure = app.test_client()
    link = address.removeprefix(SECURE)
    token = re.search(r'name="csrf_token" value="([^"]+)"', secure.get(link, base_url=SECURE).text)
    assert token
    fields = {"csrf_token": token[1], "name": ""}
    headers = {"Referer": f"{SECURE}/"}
    answer = secure.post(link, data=fields, base_url=SECURE, headers=headers)
    assert answer.status_code == 303
    assert path in secure.get("/", base_url=SECURE).text


def test_a_phone_without_a_recovery_link_is_sent_to_make_one(
    client: FlaskClient, app: Flask
) -> None:
    Table(client).start("Ann", "Ben", "Cem")
    with app.app_context():
        db.session.execute(update(Phone).values(recovery_hash=None))
        db.session.commit()
    page = client.get("/trust").text
    assert LEFT in page
    assert 'class="button" href="/book"' in page
    assert way_on(client) == "https://localhost/"


def test_in_a_household_there_is_nothing_to_take_along(client: FlaskClient, app: Flask) -> None:
    Table(client).start("Ann", "Ben", "Cem")
    app.config["HOUSEHOLD"] = True
    assert LEFT not in client.get("/trust").text
    assert way_on(client) == "https://localhost/"


def test_addresses_for_other_phones_begin_with_http_which_needs_no_trust(
    client: FlaskClient,
) -> None:
    path = Table(client).start("Ann", "Ben", "Cem")
    page = client.get(f"{path}/share", base_url=SECURE).text
    assert f"http://localhost{path}" in page
    assert f"https://localhost{path}" not in page


@pytest.mark.thorough
def test_no_browser_is_asked_to_use_https_forever(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("trust")
    for certificate, told in ((CERTIFICATE, False), (b"", True)):
        with closed(create_app(settings(folder) | {"AUTHORITY": certificate})) as app:
            phone = app.test_client()
            path = Table(phone).start("Ann", "Ben", "Cem")
            seen = phone.get(path, base_url=SECURE)
            poll = phone.get(f"{path}?seen={seen.headers.get('X-Revision')}", base_url=SECURE)
            for answer in (seen, poll):
                assert ("Strict-Transport-Security" in answer.headers) is told
