"""Limits on attempts and creations for one network address."""

import time
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from limits.storage import MemoryStorage

from scorekeeper import create_app
from scorekeeper.config import SettingError
from scorekeeper.http.guard import limiter
from tests import databases
from tests.conftest import opened, settings
from tests.table import Table
from tests.turns import daily

pytestmark = pytest.mark.thorough

TRIES = 20
LIMITED = [422] * TRIES + [429] * 5
FORGED = ("X-Forwarded-For", "X-Real-IP", "Forwarded", "Client-IP", "True-Client-IP", "X-Client-IP")


def tries(
    client: FlaskClient,
    count: int = TRIES + 5,
    headers: dict[str, str] | None = None,
    **where: str,
) -> list[int]:
    """The answers to wrong codes; {} in a header is the number of the attempt."""
    return [
        client.post(
            "/join",
            data={"code": "AAAAAA"},
            headers={name: value.format(number) for name, value in (headers or {}).items()},
            environ_overrides=where,
        ).status_code
        for number in range(count)
    ]


def test_a_client_that_forges_its_address_is_still_counted(client: FlaskClient) -> None:
    forged = dict.fromkeys(FORGED, "203.0.113.{}")
    assert tries(client, headers=forged) == LIMITED


def test_behind_a_proxy_the_address_that_it_saw_is_counted_and_no_other(tmp_path: Path) -> None:
    with opened(tmp_path, PROXIES=1) as app:
        client = app.test_client()
        forwarded = "X-Forwarded-For"
        assert tries(client, headers={forwarded: "203.0.113.{}, 198.51.100.7"}) == LIMITED
        assert tries(client, 1, {forwarded: "198.51.100.8"}) == [422]


def test_behind_a_proxy_a_name_that_is_not_configured_is_refused(tmp_path: Path) -> None:
    with opened(tmp_path, PROXIES=1) as app:
        client = app.test_client()
        known = {"X-Forwarded-Host": "table.test", "X-Forwarded-Proto": "https"}
        assert client.get("/join", headers=known).status_code == 200
        forged = {**known, "X-Forwarded-Host": "evil.example.org"}
        assert client.get("/join", headers=forged).status_code == 400


def test_without_the_setting_nobody_is_believed_about_name_and_https(client: FlaskClient) -> None:
    table = Table(client)
    table.start("Ann", "Ben", "Cem")
    forged = {"X-Forwarded-Host": "table.test", "X-Forwarded-Proto": "https"}
    response = client.get(f"{table.path}/share", headers=forged)
    assert "table.test" not in response.text
    assert "https://localhost" not in response.text
    assert "Strict-Transport-Security" not in response.headers


def test_a_house_with_many_ipv6_addresses_is_one_address(client: FlaskClient) -> None:
    def from_each(address: str) -> list[int]:
        return [tries(client, 1, REMOTE_ADDR=address.format(number))[0] for number in range(1, 26)]

    assert from_each("2001:db8:0:1::{:x}") == LIMITED
    assert tries(client, 1, REMOTE_ADDR="2001:db8:0:2::1") == [422]
    assert from_each("::ffff:192.0.2.{}") == [422] * 25


@pytest.mark.parametrize("way", ["new", "draw", "rematch"])
def test_games_are_made_only_so_often_in_whatever_way_and_what_was_typed_stays(
    app: Flask, table: Table, way: str
) -> None:
    app.config["LIMIT_STARTS"] = "3 per hour"
    path, statuses = table.start("Ann", "Ben", "Cem"), []
    new: dict[str, Any] = {
        "start": "1",
        "variant": "wizard",
        "dealer": "0",
        "name": ["Ann", "Ben", "Zoe"],
    }
    for _ in range(4):
        response = table.post(f"{path}/rematch") if way == "rematch" else table.post("/new", **new)
        statuses.append(response.status_code)
        path = response.headers.get("Location", path)
    assert statuses == [303, 303, 429, 429]
    if way == "draw":
        response = table.post("/new", **new | {"start": "", "draw": "1"})
        assert response.status_code == 429
    assert way == "rematch" or 'value="Zoe"' in response.text


def test_phones_are_made_only_so_often_from_one_address(app: Flask) -> None:
    app.config["LIMIT_STARTS"] = "6 per hour"
    paths = ["/book/name", "/book/link", "/book/recovery"] * 3
    found = [Table(app.test_client()).post(path, name="x").status_code for path in paths]
    assert found == [303] * 6 + [429] * 3
    assert len(databases.held(app)["phone"]) == 6


def test_forms_are_counted_by_address_and_pages_are_not(app: Flask) -> None:
    app.config["LIMIT_ADDRESS"] = "5 per minute"
    here, other = app.test_client(), app.test_client()
    assert tries(here, 4) == [422] * 4
    assert tries(other, 2) == [422, 429]
    assert [here.get("/join").status_code for _ in range(9)] == [200] * 9
    assert tries(other, 1, REMOTE_ADDR="192.0.2.7") == [422]


def test_forms_are_counted_by_phone_wherever_it_is(app: Flask) -> None:
    app.config["LIMIT_PHONE"] = "3 per minute"
    for _ in range(2):
        table = Table(app.test_client())
        table.client.get("/new")
        table.start("Ann", "Ben", "Cem")
        assert tries(table.client, 3) == [422, 422, 429]
        assert tries(table.client, 1, REMOTE_ADDR="192.0.2.7") == [429]
    assert tries(app.test_client(), 9) == [422] * 9


def test_a_limited_client_learns_when_to_continue_and_keeps_its_input(
    app: Flask, table: Table
) -> None:
    app.config["LIMIT_PHONE"] = "2 per minute"
    table.client.get("/new")
    path = table.start("Ann", "Ben", "Cem")
    table.turn("hearts", number=1, revision=0)
    refused = table.post(f"{path}/hands/1/bids", bid_0="1", bid_1="0", revision="1")
    assert refused.status_code == 429
    assert 1 <= int(refused.headers["Retry-After"]) <= 61
    assert '<input type="hidden" name="bid_0" value="1">' in refused.text
    assert table.revision == 1


def test_a_route_that_counts_attempts_says_when_to_retry_too(client: FlaskClient) -> None:
    tries(client, TRIES)
    refused = client.post("/join", data={"code": "AAAAAA"})
    assert (refused.status_code, int(refused.headers["Retry-After"]) > 0) == (429, True)


def test_in_a_household_taps_are_not_counted_and_who_takes_the_pencil_is(tmp_path: Path) -> None:
    usual = {"LIMIT_ADDRESS": "", "LIMIT_PHONE": "", "LIMIT_STARTS": "3 per hour"}
    with opened(tmp_path, HOUSEHOLD=True, **usual) as app:
        assert app.config["LIMIT_ADDRESS"] == app.config["LIMIT_PHONE"] == ""
        path = Table(app.test_client()).start("Ann", "Ben", "Cem")
        claims = [Table(app.test_client()).post(f"{path}/claim").status_code for _ in range(3)]
        assert claims == [303, 303, 429]


class Broken(MemoryStorage):
    """A storage of counts that responds to a number of calls, then no more."""

    STORAGE_SCHEME = ["broken"]  # noqa: RUF012
    responds = 0

    def _respond(self) -> None:
        Broken.responds -= 1
        if Broken.responds < 0:
            raise ConnectionError

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        """Count more."""
        self._respond()
        return super().incr(key, expiry, amount)

    def get(self, key: str) -> int:
        """The number counted."""
        self._respond()
        return super().get(key)

    def get_expiry(self, key: str) -> float:
        """The time at which the count ends."""
        self._respond()
        return super().get_expiry(key)

    def check(self) -> bool:
        """Return whether it answers."""
        return Broken.responds > 0


@pytest.mark.parametrize(("more", "allowed"), [({}, TRIES), ({"LIMIT_ADDRESS": "5 per minute"}, 5)])
def test_when_the_counts_cannot_be_kept_elsewhere_they_are_kept_here(
    tmp_path: Path, more: dict[str, str], allowed: int
) -> None:
    with opened(tmp_path, RATELIMIT_STORAGE_URI="broken://", **more) as app:
        found = tries(app.test_client())
        assert (found[0], found[-1]) == (422, 429)
        assert allowed - 1 <= found.count(422) <= allowed


@daily("responds", range(12), 0, 1, 11)
def test_answers_are_the_usual_ones_whenever_the_place_of_the_counts_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, responds: int
) -> None:
    monkeypatch.setattr(Broken, "responds", responds)
    with opened(tmp_path, RATELIMIT_STORAGE_URI="broken://", LIMIT_ADDRESS="4 per minute") as app:
        path = Table(app.test_client()).start("Ann", "Ben", "Cem")
        assert path.startswith("/g/")
        assert set(tries(app.test_client(), 9)) == {422, 429}


@pytest.mark.parametrize("forgets", [False, True])
def test_a_place_of_the_counts_that_fails_and_comes_back_gives_nobody_new_attempts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgets: bool
) -> None:
    # The limiter of all apps knows when it last asked a storage.
    began, passed = time.time() + 1000 * forgets, [0]
    monkeypatch.setattr(time, "time", lambda: began + passed[0])
    monkeypatch.setattr(Broken, "responds", 1000)
    with opened(tmp_path, RATELIMIT_STORAGE_URI="broken://") as app:
        client = app.test_client()
        assert tries(client, TRIES // 2) == [422] * (TRIES // 2)
        Broken.responds = 0
        assert set(tries(client, TRIES // 2)) == {422}
        assert limiter._storage_dead
        assert tries(client, 3)[1:] == [429, 429]
        # Flask-Limiter asks a storage again after some seconds.
        Broken.responds, passed[0] = 1000, 10
        if forgets:
            limiter.storage.reset()
        assert tries(client, 3) == [429] * 3
        assert not limiter._storage_dead
        assert int(client.post("/join", data={"code": "AAAAAA"}).headers["Retry-After"]) > 0
        assert tries(client, 1, REMOTE_ADDR="192.0.2.7") == [422]
        passed[0] = 70
        assert tries(client, 1) == [422]


@pytest.mark.parametrize("address", ["nonsense://", "nonsense"])
def test_an_invalid_address_for_counts_is_refused_in_a_sentence(
    tmp_path: Path, address: str
) -> None:
    with pytest.raises(SettingError, match="SCOREKEEPER_LIMITS"):
        create_app(settings(tmp_path) | {"RATELIMIT_STORAGE_URI": address})
