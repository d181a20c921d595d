"""Before a round is published, only the desk sees anything of it."""

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.addresses import GETS
from tests.desk import Desk
from tests.requests import EVERYBODY

NAMES = ("Ann", "Ben", "Cem", "Dan", "Eva", "Fay", "Gil", "Hal")
PUBLIC = sorted(
    address.removeprefix("/e/RALLY")
    for address, request in GETS.items()
    if address.startswith("/e/RALLY") and request.may == EVERYBODY and "SLIP" not in address
)
"""The addresses below that of an event that everybody may open."""
CHANGING = re.compile(r' (?:data-(?:time|seen|from|revision)|value|content)="[^"]*"')
"""The time, and the stamp of the event."""


def shown(desk: Desk, client: FlaskClient) -> Iterator[tuple[str, str]]:
    """All that somebody without a right gets to see of the event and its tables."""
    paths = [f"{desk.path}{path}" for path in PUBLIC]
    paths += [f"{path}?me={me}" for path in paths for me in (1, len(NAMES))]
    for path in (*paths, *(desk.slip(1, number) for number in range(1, len(desk.event.published)))):
        yield path, CHANGING.sub("", client.get(path, follow_redirects=True).text)
    for table in desk.games().values():
        for page in ("", "/table", "/howto", "/share", "/log", "/paper", ".csv"):
            path = f"/g/{table.key}{page}"
            yield path, CHANGING.sub("", client.get(path).text)


@pytest.mark.thorough
@pytest.mark.parametrize("stage", ["first", "planned", "second", "final"])
def test_a_round_that_is_only_drawn_changes_nothing_that_others_see(
    app: Flask, client: FlaskClient, stage: str
) -> None:
    desk, phone = Desk(client), app.test_client(use_cookies=False)
    seating = "planned" if stage == "planned" else "free"
    rounds = "1" if stage == "final" else "3"
    desk.create(*NAMES, seating=seating, rounds=rounds, final="4")
    if stage in ("second", "final"):
        desk.did("draw", "publish", "start")
        desk.finish(app.test_client())
        desk.did("close")
    if stage == "final":
        desk.did("final")
    before = dict(shown(desk, phone))
    desk.did("draw")
    assert desk.event.last is not None
    assert desk.event.last.state == "drawn"
    assert dict(shown(desk, phone)) == before
    desk.did("publish")
    assert dict(shown(desk, phone)) != before


def test_there_are_public_addresses() -> None:
    assert {"", "/wall", "/standings", "/standings.csv", "/results.csv"} <= {*PUBLIC}
