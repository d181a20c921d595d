"""The blank pages with which a phone begins a game while the server is away."""

import json
from pathlib import Path
from subprocess import run
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper.board.blank import places
from scorekeeper.drawing.fitting import ADVANCES, STEPS, name_width
from scorekeeper.drawing.shortening import short_names
from scorekeeper.web.start import blank
from tests.cast import Cast, Role
from tests.http.test_secrets import Secrets

FIT = Path(__file__).parents[3] / "static" / "ahead" / "fit.js"
LONG = ("Friederike", "Maximiliane", "Jean-Baptiste", "Zoë", "Łukasz Wałęsa", "李小龍")


def blanks(client: FlaskClient, choices: str) -> dict[str, Any]:
    """The blank pages for these choices, by the number of players."""
    answer = client.get(f"/new/ahead/{choices}")
    games: dict[str, Any] = json.loads(answer.text)["games"]
    return games


def test_wizard_begins_without_the_server_for_eleven_kilobytes(client: FlaskClient) -> None:
    address = "/new/ahead/variant=wizard&cards=suits"
    assert client.get("/new", headers={"X-Keep": "1"}).headers["X-Kept"] == address
    assert client.get(address, headers={"X-Keep": "1"}).headers["X-Kept"] == "1"
    assert len(client.get(address, headers={"Accept-Encoding": "br"}).data) <= 11_500
    games = blanks(client, address.rpartition("/")[2])
    for players in range(3, 7):
        game = games[f"{players}"]
        assert all(place in game["page"] for place in places(players))
        assert places(players + 1)[-1] not in json.dumps(game, ensure_ascii=False)
    assert games["2"] == "This game needs at least 3 players. Names entered: 2."


@pytest.mark.parametrize(
    ("choices", "players", "answer"),
    [
        ("variant=skull-king&cards=suits", "4", None),
        ("variant=wizard&specials=y", "4", None),
        ("variant=none", "4", "Which game? Tap one."),
        (
            "variant=wizard&length=list&sizes=99",
            "3",
            "With 3 players each hand can have at most 20 of the 60 cards.",
        ),
    ],
)
def test_other_games_are_left_to_the_server_or_refused(
    client: FlaskClient, choices: str, players: str, answer: str | None
) -> None:
    assert blanks(client, choices)[players] == answer


@pytest.mark.parametrize("choices", ["variant=wizard&cards=none", "variant=wizard&clock=x"])
def test_choices_that_no_form_sends_have_no_game(client: FlaskClient, choices: str) -> None:
    assert blanks(client, choices) == {}


@pytest.mark.parametrize("role", Role)
def test_blank_pages_have_no_secret(cast: Cast, role: Role) -> None:
    secrets = Secrets(cast)
    page = cast.clients[role].get("/new/ahead/variant=wizard&cards=suits")
    assert not [secret for secret in secrets.all() if secret in page.text]
    assert page.text.count("csrf_token") == page.text.count('csrf_token\\" value=\\"\\"')


def test_a_phone_sizes_and_shortens_names_as_the_server_does() -> None:
    fitting = json.dumps({"advances": ADVANCES, "steps": STEPS, "room": 3.75})
    script = f"""import {{ createFitting }} from "{FIT}";
      const {{ classOf, short }} = createFitting({fitting});
      const names = {json.dumps(LONG)};
      const widths = names.map((name) => classOf([name]));
      console.log(JSON.stringify([widths, classOf(names), short(names)]));"""
    told = run(["node", "--input-type=module", "-e", script], capture_output=True, check=True)
    widths = [name_width([name]) for name in LONG]
    assert json.loads(told.stdout) == [widths, name_width(LONG), [*short_names(LONG, 3.75)]]


def test_choices_are_drawn_once(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []

    def draw(choices: str) -> bytes:
        drawn.append(choices)
        return b"{}"

    monkeypatch.setattr(blank, "_text", draw)
    for choices in ("variant=wizard&cards=suits", "variant=none", "variant=wizard&cards=suits"):
        assert client.get(f"/new/ahead/{choices}").status_code == 200
    assert drawn == ["variant=wizard&cards=suits", "variant=none"]
