"""Before a round is published, only the desk sees anything of it; while results are hidden, only
the desk and the table see them."""

import re
from collections.abc import Iterator
from difflib import unified_diff

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


def of_event(desk: Desk, client: FlaskClient) -> dict[str, str]:
    """What everybody sees of the event itself, and of a table without a sheet of its own."""
    paper = desk.games()[1, 1].key
    return {
        path: text
        for path, text in shown(desk, client)
        if path.startswith("/e/") or (path.startswith(f"/g/{paper}") and "/log" not in path)
    }


def differing(now: dict[str, str], before: dict[str, str]) -> dict[str, list[str]]:
    """The lines that differ, by address."""
    assert now.keys() == before.keys()
    both = {path: (now[path].splitlines(), before[path].splitlines()) for path in now}
    return {
        path: [*unified_diff(*lines, n=0)] for path, lines in both.items() if lines[0] != lines[1]
    }


RESULTS = (
    {"totals": ["30", "20", "10", "-10"], "made": [""] * 4, "anyway": "y"},
    {"totals": ["-20", "-10", "20", "30"], "made": [""] * 4, "anyway": "y"},
)
WHERE = "round/1/table/1"


@pytest.mark.thorough
@pytest.mark.parametrize("state", ["running", "in", "closed", "final"])
def test_no_answer_to_others_depends_on_a_hidden_result(
    app: Flask, client: FlaskClient, state: str
) -> None:
    desk, phone = Desk(client), app.test_client(use_cookies=False)
    final = {"final": "4", "rounds": "1"} if state == "final" else {}
    desk.create(*NAMES, seating="free", counts="placement", hidden_from="1", **final)
    desk.did("draw", "publish", "start", "pause")
    desk.did(f"{WHERE}/by-hand", **RESULTS[0])
    other = desk.at(app.test_client(), 2)
    other.play("hearts", (1, 0, 0, 0), (1, 0, 0, 0))
    if state in ("closed", "final"):
        desk.did("close")
    if state == "final":
        desk.did("final")
    before = of_event(desk, phone)
    for page in ("", "/standings", "/wall"):
        assert "Hidden until the prizes" in before[f"{desk.path}{page}?me=1"] or not page
    assert not [path for path, text in before.items() if "/e/" in path and '="/g/' in text]
    if state == "running":
        desk.did("undo", number=desk.stored.revision)
        desk.did(f"{WHERE}/aside", reason="Ill", points=["5", "0", "0", "0"])
        aside = of_event(desk, phone)
        desk.did(f"{WHERE}/back")
        desk.did(f"{WHERE}/aside", reason="Ill", points=["0", "0", "0", "9"])
        assert differing(of_event(desk, phone), aside) == {}
        return
    if state == "final":
        desk.did("undo", number=desk.stored.revision)
    reason = {} if state == "in" else {"reason": "Sum"}
    desk.did(f"{WHERE}/by-hand", **RESULTS[1], **reason)
    desk.did("penalties", number="2", sign="penalty", points="40", of_round="1", reason="late")
    if state == "final":
        desk.did("final")
    assert differing(of_event(desk, phone), before) == {}
    own = desk.client.get(f"{desk.path}/standings.csv").text
    assert own != phone.get(f"{desk.path}/standings.csv").text
    assert "Only the desk sees this" in desk.page("standings")


def test_who_runs_the_event_and_everybody_after_its_end_see_hidden_results(
    app: Flask, client: FlaskClient
) -> None:
    desk, phone = Desk(client), app.test_client(use_cookies=False)
    desk.begin(*NAMES, hidden_from="1", rounds="1")
    desk.finish(app.test_client())
    desk.did("close")
    hidden = phone.get(f"{desk.path}/results.csv").text
    assert len(hidden.splitlines()) == 1
    assert len(desk.client.get(f"{desk.path}/results.csv").text.splitlines()) == 9
    assert "Hidden until the prizes" in phone.get(f"{desk.path}/wall").text
    desk.did("end")
    assert len(phone.get(f"{desk.path}/results.csv").text.splitlines()) == 9
    for page in ("/wall", "/standings", "/results?me=1"):
        assert "Hidden until" not in phone.get(f"{desk.path}{page}").text


def test_rounds_before_the_hidden_ones_stay_in_sight(app: Flask, client: FlaskClient) -> None:
    desk, phone = Desk(client), app.test_client(use_cookies=False)
    desk.begin(*NAMES, hidden_from="2")
    desk.finish(app.test_client())
    desk.did("close")
    for page in ("/wall", "/standings"):
        assert "Hidden until" not in phone.get(f"{desk.path}{page}").text
    before = phone.get(f"{desk.path}/results.csv").text
    desk.did("draw", "publish", "start")
    desk.finish(app.test_client())
    assert phone.get(f"{desk.path}/results.csv").text == before
    assert "Hidden until the prizes" in phone.get(f"{desk.path}/wall").text


def test_there_are_public_addresses() -> None:
    assert {"", "/wall", "/standings", "/standings.csv", "/results.csv"} <= {*PUBLIC}
