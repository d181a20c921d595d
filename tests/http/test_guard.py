"""The guard accepts only requests for a known name, from our own pages."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from scorekeeper import config
from scorekeeper.http.answers import SENTENCES
from scorekeeper.http.guard import is_known_host
from tests.cast import Cast, Role
from tests.conftest import opened as app_on


@pytest.mark.parametrize(
    ("host", "known"),
    [
        ("localhost", True),
        ("localhost:8000", True),
        ("127.0.0.1", True),
        ("192.168.1.20:8000", True),
        ("[::1]:8000", True),
        ("[fe80::1]", True),
        ("raspberrypi", True),
        ("raspberrypi.local", True),
        ("nas.home.arpa:8000", True),
        ("scores.example.org", True),
        ("SCORES.example.org:443", True),
        ("evil.example.org", False),
        ("scores.example.org.evil.com", False),
        ("127.0.0.1.evil.com", False),
        ("local.evil.com", False),
        ("", False),
        ("[::1", False),
    ],
)
def test_a_name_of_the_internet_is_served_only_when_it_is_configured(
    host: str, known: bool
) -> None:
    assert is_known_host(host, ("scores.example.org",)) is known


@pytest.mark.thorough
@pytest.mark.parametrize("host", ["127.0.0.1", "203.0.113.9:8000", "[::1]:8000", "[2001:db8::1]"])
def test_a_server_with_listed_names_is_not_reached_by_an_address_in_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    number = host.rpartition(":8000")[0].strip("[]") or host.strip("[]")
    for listed, status in (("", 200), ("scores.example.org", 400), (f"x.org {number}", 200)):
        monkeypatch.setenv("SCOREKEEPER_HOSTS", listed)
        with app_on(tmp_path, HOSTS=config._hosts()) as app:
            for path in ("/", "/g/x?seen=0"):
                answer = app.test_client().get(path, headers={"Host": host})
                assert answer.status_code == (404 if path != "/" and status == 200 else status)


def test_a_forged_name_gets_no_short_answer_to_a_poll_either(cast: Cast) -> None:
    for seen in (cast.state()[1], "0.0"):
        path = f"{cast.path}?seen={seen}"
        assert cast.clients[Role.FOLLOWER].get(path).status_code in (200, 204)
        answer = cast.clients[Role.FOLLOWER].get(path, headers={"Host": "evil.example.org"})
        assert answer.status_code == 400


@pytest.mark.parametrize("host", ["a..b", "x" * 64, "a b", "<script>", "[::1", "a:b", "a:999999"])
def test_an_invalid_host_is_refused_in_a_known_encoding(client: FlaskClient, host: str) -> None:
    response = client.get("/", headers={"Host": host})
    assert response.status_code == 400
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Content-Type"] == "text/plain; charset=utf-8"


@pytest.mark.parametrize("path", ["/", "/new", "/history.csv", "/static/app.js", "/nothing"])
def test_an_address_with_bytes_that_are_not_text_is_refused(client: FlaskClient, path: str) -> None:
    response = client.get(path, environ_overrides={"QUERY_STRING": "page=\xff"})
    assert response.status_code == 400
    assert str(SENTENCES[400]) in response.text


OURS: list[dict[str, str]] = [
    {},
    {"Origin": "http://localhost"},
    {"Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "same-origin", "Origin": "null"},
    {"Sec-Fetch-Site": "none"},
]
OTHERS = [
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
    {"Sec-Fetch-Site": "same-site"},
    *[
        {"Origin": origin}
        for origin in (
            *("http://evil.example.org", "http://localhost.evil.com", "null", "localhost", ""),
            *("//localhost", "http://[::1", "http://["),
        )
    ],
]


@pytest.mark.parametrize("headers", [*OURS, *OTHERS], ids=str)
def test_a_form_is_taken_from_our_own_pages_alone(cast: Cast, headers: dict[str, str]) -> None:
    data = {"csrf_token": cast.tokens[Role.KEEPER], "revision": "4", "turned": "hearts"}
    before = cast.state()
    path = f"{cast.path}/hands/2/trump"
    response = cast.clients[Role.KEEPER].post(path, data=data, headers=headers)
    assert response.status_code == (303 if headers in OURS else 403)
    assert (cast.state() == before) is (headers in OTHERS)
    assert (str(SENTENCES[403]) in response.text) is (headers in OTHERS)


@pytest.mark.parametrize(
    "path",
    ["//evil.example.org", "//evil.example.org/g/x", "/g//x", "/\\evil.example.org", "///evil"],
)
@pytest.mark.parametrize("query", ["", "next=https://evil.example.org"])
def test_no_address_leads_away_from_this_server(client: FlaskClient, path: str, query: str) -> None:
    response = client.get("/", query_string=query, environ_overrides={"PATH_INFO": path})
    assert response.status_code in (308, 404)
    assert response.headers.get("Location", "http://localhost/").startswith("http://localhost/")
