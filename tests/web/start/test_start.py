"""A new game: its form, its seats, what is refused, a blank one."""

import json
import re
from html import unescape
from pathlib import Path
from subprocess import run
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import update

from scorekeeper.board.page_parts import places
from scorekeeper.drawing.names import ADVANCES, STEPS, name_width, short_names
from scorekeeper.forms.start import StartForm
from scorekeeper.rules.variants.variants import MOST_PLAYERS, VARIANTS
from scorekeeper.store.models import GAME, PLAYER, db
from scorekeeper.web import start
from scorekeeper.web.start import Seating, moved, seated
from tests.cast import Cast, Role
from tests.documents import change_document
from tests.http.test_secrets import Secrets
from tests.table import Table, field
from tests.web.page import chip, main, names, plain_text, problems

GOOD: dict[str, Any] = {
    "start": "1",
    "variant": "wizard",
    "name": ["Ann", "Ben", "Cem"],
    "dealer": "1",
}


def games(client: FlaskClient) -> int:
    """The number of the phone's games (up to a page)."""
    return main(client.get("/").text).count('href="/g/')


def test_htmx_is_sent_on_to_the_page_of_the_game(table: Table) -> None:
    response = table.post("/new", part=True, **GOOD)
    assert response.status_code == 200
    assert response.headers["HX-Redirect"].startswith("/g/")


@pytest.mark.parametrize("last", ["Cem", "Zoe"], ids=["the same", "a name mended"])
def test_a_double_tap_on_start_makes_one_game_with_the_newest_names(
    table: Table, last: str
) -> None:
    first = table.post("/new", **GOOD, token="the same")
    second = table.post("/new", **GOOD | {"name": ["Ann", "Ben", last]}, token="the same")
    assert first.location == second.location
    assert f"Ann, Ben, {last} ·" in table.client.get(first.location).text
    assert games(table.client) == 1


def test_free_seats_at_the_end_are_not_players(table: Table) -> None:
    response = table.post("/new", **GOOD | {"name": ["Ann", "Ben", "Cem", "", " ", ""]})
    assert response.status_code == 303
    assert "Ann, Ben, Cem ·" in table.client.get(response.location).text


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, "Ben deals, Cem bids first · 20 hands"),
        ({"dealer": ""}, "20 hands"),
        ({"dealer": "9"}, "20 hands"),
        ({"dealer": "2"}, "Cem deals, Ann bids first · 20 hands"),
        ({"name": ["Ann", "", "Cem", "Dora"]}, "20 hands"),
        ({"name": ["", "Ben", "", "Dora"]}, "Ben deals, Dora bids first"),
        ({"name": ["Ann", "Ben"]}, "Ben deals, Ann bids first"),
        ({"name": ["", "Ben"]}, ""),
        ({"variant": "skull-king"}, "Ben deals, Cem plays first · 10 hands"),
        ({"hidden": "y"}, "Ben deals, Cem plays first · 20 hands"),
        ({"variant": "rage", "hidden": "y"}, "Ben deals, Cem bids first · 10 hands"),
        (
            {"variant": "oh-hell", "length": "span", "last": "7", "back": "y"},
            "Ben deals, Cem bids first · 13 hands",
        ),
        ({"length": "list", "sizes": "5"}, "Ben deals, Cem bids first · 1 hand"),
        ({"length": "list", "sizes": "21"}, "Ben deals, Cem bids first"),
        ({"variant": "two-player", "name": ["Ann", "Ben"]}, "Ben deals, Ann bids first"),
        ({"variant": "own", "deck": "30", "trump": "none"}, "Ben deals, Cem bids first · 10 hands"),
        ({"variant": "own", "deck": "5", "trump": "none"}, ""),
        ({"variant": "poker"}, ""),
    ],
)
def test_new_game_says_who_begins_and_how_many_hands_it_has_as_far_as_it_is_known(
    table: Table, change: dict[str, Any], said: str
) -> None:
    page = table.post("/new", **{name: v for name, v in GOOD.items() if name != "start"} | change)
    found = re.search(r'id="outlook"[^>]*>(.*?)</p>', page.text)
    assert found
    assert found[1] == said


def test_on_a_fresh_form_the_first_seat_deals_and_what_was_sent_stays(table: Table) -> None:
    assert chip(table.client.get("/new").text, "dealer", 0).checked
    sent = {"variant": "wizard", "name": GOOD["name"]}
    assert not any(
        chip(table.post("/new", **sent).text, "dealer", seat).checked for seat in range(3)
    )


@pytest.mark.parametrize(
    ("change", "leads"),
    [
        ({"dealer": ""}, True),
        ({"name": ["Ann", "", "Cem"]}, True),
        ({"timed": "y", "clock": "9999"}, False),
        ({"variant": ""}, False),
    ],
)
def test_problems_with_the_seats_link_to_them(
    table: Table, change: dict[str, Any], leads: bool
) -> None:
    page = table.post("/new", **GOOD | change).text
    assert ('<p><a href="#who">' in page) == leads
    assert 'id="who"' in page


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"variant": ""}, "Which game? Tap one."),
        ({"variant": "poker"}, "Which game? Tap one."),
        (
            {"variant": ["wizard", "tournament"]},
            "Game was sent twice with different values. Reload the page.",
        ),
        ({"dealer": ""}, "Who deals first? Tap the card beside a name, or pick at random."),
        ({"dealer": "3"}, "Who deals first? Tap the card beside a name, or pick at random."),
        ({"dealer": "-1"}, "Who deals first? Tap the card beside a name, or pick at random."),
        ({"dealer": "abc"}, "First dealer must be a whole number."),
        ({"dealer": "\u0661"}, "First dealer must be a whole number."),
        ({"dealer": "9" * 20}, "First dealer must be a whole number."),
        (
            {"dealer": ["0", "1"]},
            "First dealer was sent twice with different values. Reload the page.",
        ),
        ({"name": ["Ann"]}, "This game needs at least 3 players. Names entered: 1."),
        ({"name": ["Ann", "Ben"]}, "This game needs at least 3 players. Names entered: 2."),
        (
            {"name": list("ABCDEFG")},
            "This game is for at most 6 players. Names entered: 7.",
        ),
        (
            {"variant": "two-player"},
            "This game is for at most 2 players. Names entered: 3.",
        ),
        (
            {"name": ["Ann", "", "Cem"]},
            "Seat 2 has no name: type one, or move the empty seat to the end.",
        ),
        (
            {"name": ["Ann", "Ben", "ann"]},
            "Two players are called ann: rename one.",
        ),
        (
            {"name": ["Ann", "Ben", "C" * 41]},
            f"{'C' * 41}: a name can have at most 40 characters.",
        ),
        (
            {"length": "list", "sizes": "1, 21"},
            "With 3 players each hand can have at most 20 of the 60 cards.",
        ),
        ({"length": "list", "sizes": "0"}, "A hand has at least 1 card."),
        ({"length": "list", "sizes": ""}, "A game needs at least one hand."),
        (
            {"length": "list", "sizes": "one"},
            "Hand sizes: type numbers separated by commas, e.g. 1, 3, 5.",
        ),
        ({"length": "list", "sizes": "1," * 61}, "A game can have at most 60 hands."),
        ({"length": "span", "last": "999999"}, "A game can have at most 60 hands."),
        ({"length": "ever"}, "Hands: choose one of the options shown."),
        ({"timed": "y", "clock": "0"}, "Minutes: type a number from 1 to 1440."),
        ({"timed": "y", "clock": "1441"}, "Minutes: type a number from 1 to 1440."),
        ({"timed": "y", "clock": "1.5"}, "Minutes must be a whole number."),
    ],
)
def test_an_impossible_game_is_refused_with_a_sentence(
    table: Table, change: dict[str, Any], sentence: str
) -> None:
    sent = GOOD | change
    response = table.post("/new", **sent)
    assert response.status_code == 422
    assert problems(response.text) == [sentence]
    assert names(response.text) == sent["name"]
    assert games(table.client) == 0


@pytest.mark.parametrize(
    ("sizes", "clock"), [("2, 4", "90"), ('one"two', "soon")], ids=["read", "not read"]
)
def test_a_refusal_keeps_everything_that_was_chosen(table: Table, sizes: str, clock: str) -> None:
    chosen = GOOD | {"variant": "tournament", "name": ["Ann", "Ann", "Cem"], "hook": "y"}
    chosen |= {"length": "list", "sizes": sizes, "timed": "y", "clock": clock}
    page = unescape(table.post("/new", **chosen).text)
    assert names(page) == ["Ann", "Ann", "Cem"]
    assert chip(page, "variant", "tournament").checked
    assert chip(page, "dealer", 1).checked
    for kept in ('name="hook" value="y" checked', 'name="timed" value="y" checked'):
        assert kept in page
    for kept in ('value="list" checked', f'name="sizes" value="{sizes}"', f'value="{clock}"'):
        assert kept in page


@pytest.mark.parametrize("token", ["", "wrong", "\u0661"])
def test_without_a_good_csrf_token_nothing_starts_and_what_was_typed_stays(
    table: Table, token: str
) -> None:
    response = table.post("/new", **GOOD, csrf_token=token)
    assert response.status_code == 422
    assert problems(response.text)[0].startswith("This page expired")
    assert names(response.text) == ["Ann", "Ben", "Cem"]
    assert chip(response.text, "dealer", 1).checked
    assert games(table.client) == 0


def test_a_form_without_a_valid_csrf_token_is_not_validated_further(app: Flask) -> None:
    data = {"csrf_token": "wrong", "dealer": "abc"}
    with app.test_request_context("/new", method="POST", data=data):
        form = StartForm()
        assert not form.validate_on_submit()
        assert list(form.errors) == ["csrf_token"]


def test_the_same_value_twice_is_one_value(table: Table) -> None:
    assert table.post("/new", **GOOD | {"dealer": ["1", "1"]}).status_code == 303


@pytest.mark.parametrize(
    ("chosen", "shown"),
    [
        ({"length": "list", "sizes": "3 1;2,"}, "Hand 1 of 3 3 cards"),
        ({"length": "span", "first": "2", "last": "8", "second": "y"}, "Hand 1 of 4 2 cards"),
        ({"length": "span", "first": "9", "last": "1", "back": "y"}, "Hand 1 of 17 9 cards"),
        ({"timed": "y"}, "1 h 45 min left"),
        ({"timed": "y", "clock": "4"}, "4 min left · one more hand?"),
    ],
)
def test_the_hand_sizes_and_the_clock_that_were_chosen_are_played(
    table: Table, chosen: dict[str, Any], shown: str
) -> None:
    table.start("Ann", "Ben", "Cem", **chosen)
    assert shown in plain_text(table.page())


def test_a_first_start_sent_twice_makes_one_game(app: Flask, stranger: FlaskClient) -> None:
    page = stranger.get("/new").text
    sent: dict[str, Any] = {name: field(page, name) for name in ("csrf_token", "token")}
    sent |= {"start": "1", "variant": "wizard", "name": ["Ann", "Ben", "Cem"], "dealer": "0"}
    again = app.test_client()
    for name in ("scorekeeper", "scorekeeper_page"):
        cookie = stranger.get_cookie(name)
        assert cookie is not None
        again.set_cookie(name, cookie.value)
    first, second = (phone.post("/new", data=sent).location for phone in (stranger, again))
    assert first == second


@pytest.mark.parametrize("names", [("Ann", "Ben", "Cem", "Dora", "Emil"), ("Ann", "ANN", "Cem")])
def test_the_players_of_any_game_can_be_seated_again(table: Table, names: tuple[str, ...]) -> None:
    table.start("Ann", "Ben", "Cem", *names[3:])
    with table.client.application.app_context():
        # As imported from files of an older program.
        for seat, name in enumerate(names):
            db.session.execute(update(PLAYER).where(PLAYER.c.seat == seat).values(name=name))
        players = [{"name": name} for name in names]
        change_document(table.key, players=players, sizes=[*range(1, 21)])
        db.session.execute(update(GAME).values(revision=1))
        db.session.commit()
    page = table.client.get(f"/new?group={table.key}")
    assert (page.status_code, 'value="Cem"' in page.text) == (200, True)
    assert table.post(f"{table.path}/rematch").status_code == 303


def rows(table: Table, *seats: str, **button: Any) -> str:
    """The form after a small button was tapped."""
    fields = {"variant": "wizard", "name": list(seats)} | button
    response = table.post("/new", part=True, **fields)
    assert response.status_code == 200
    assert "<html" not in response.text
    return response.text


@pytest.mark.parametrize("seat", ["", "-1", "99", "9" * 5000, "abc", "\u0661", "\u00b9", "\x00"])
@pytest.mark.parametrize("button", ["up", "down"])
def test_a_move_of_no_seat_moves_nothing(table: Table, button: str, seat: str) -> None:
    assert names(rows(table, "Ann", "Ben", **{button: seat})) == ["Ann", "Ben"]


def test_the_first_seat_cannot_go_up_nor_the_last_down() -> None:
    seating = Seating(("Ann", "Ben"), 0)
    assert moved(seating, 0, -1) == seating
    assert moved(seating, 1, 1) == seating


def test_a_name_takes_the_first_free_seat_once_while_there_is_one() -> None:
    seating = seated(Seating(("Ann", "", "Cem")), "Ben", 6)
    assert seating.names == ("Ann", "Ben", "Cem", "", "", "")
    assert seated(seating, "Ben", 6).names == seating.names
    assert seated(seating, "bén", 6).names == seating.names
    full = Seating(tuple("ABCDEF"))
    assert seated(full, "G", 6) == full


def test_the_draw_marks_a_dealer_and_says_who(table: Table) -> None:
    page = rows(table, "Ann", "Ben", "Cem", draw="1")
    drawn = [seat for seat in range(3) if chip(page, "dealer", seat).checked]
    assert len(drawn) == 1
    name = ("Ann", "Ben", "Cem")[drawn[0]]
    assert f"{name} was picked to deal first." in page


def test_names_used_before_can_be_tapped(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    assert 'name="use" value="Ben"' in table.client.get("/new").text
    page = rows(table, "Dora", use="Ben")
    assert names(page) == ["Dora", "Ben"]
    assert 'name="use" value="Ben"' not in page
    assert 'name="use" value="Ann"' in page


@pytest.mark.parametrize("chosen", [*VARIANTS, ""])
def test_the_same_players_keep_the_game_that_is_chosen(table: Table, chosen: str) -> None:
    table.start("Ann", "Ben", "Cem", variant="tournament")
    page = rows(table, group=table.key, variant=chosen)
    assert names(page) == ["Ann", "Ben", "Cem"]
    assert chip(page, "variant", chosen or "tournament").checked


def test_the_same_players_bring_their_rules_unless_somebody_chose_some(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", hook="y", zero="y", length="list", sizes="1, 2")
    hook, short = table.key, {"hook": "y", "zero": "y", "length": "list", "sizes": "1, 2"}
    table.start("Dora", "Emil", "Fay", hidden="y")
    for seats, sent, group, ticked in (
        ((), {}, hook, ["hook", "zero"]),
        ((), {"kept": "y"}, hook, ["kept"]),
        ((), {"length": "span", "first": "2", "last": "5"}, hook, []),
        (("Ann", "Ben", "Cem"), short, table.key, ["hidden"]),
        (("Ann", "Ben", "Cem"), short | {"kept": "y"}, table.key, ["hook", "kept", "zero"]),
    ):
        page = rows(table, *seats, **sent, group=group)
        shown = re.findall(r'<input(?=[^>]* checked)[^>]* name="(hook|zero|hidden|kept)"', page)
        assert sorted(shown) == ticked
        assert chip(page, "length", "span").checked == (sent.get("length") == "span")


def test_each_game_has_its_newest_groups_to_offer(table: Table) -> None:
    table.start("Lena", "Tom", variant="two-player")
    for last in ("Cem", "Dora", "Emil", "Fay"):
        table.start("Ann", "Ben", last)
    page = table.client.get("/new").text
    assert re.findall(r'class="same line of-(\d+)"', page) == ["3", "3", "3", "2"]


def test_the_same_players_are_offered_without_those_who_left(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", "Dora", variant="skull-king")
    table.post(f"{table.path}/players/1", away="y", revision=table.revision)
    page = table.client.get("/new").text
    (group,) = re.findall(r'class="same line of-3".+?</button>', page, re.DOTALL)
    there = re.findall(r">(\w+),?</span>", group)
    assert there == names(rows(table, group=table.key)) == ["Ann", "Cem", "Dora"]


def flanks(page: str) -> list[str]:
    """The shades of the seats that are not free."""
    return re.findall(r'class="flank (s\d+)" id="flank-\d"', page)[: len(names(page))]


def test_a_colour_tapped_at_setup_moves_with_its_name_and_is_theirs_from_the_start(
    table: Table,
) -> None:
    page = rows(table, "Ann", "Ben", "Cem", paint="1-0")
    assert flanks(page) == ["s2", "s1", "s3"]
    assert 'value="2-0" hx-post="/new" aria-label="Blue shield" disabled' in page
    page = rows(table, "Ann", "Ben", "Cem", colour=["", "0", ""], down="1")
    assert flanks(page) == ["s3", "s2", "s1"]
    table.start("Ann", "Cem", "Ben", colour=["", "", "0"])
    assert table.stored().shades == (2, 1, 0)
    assert flanks(rows(table, "Ann", "Ben", "Cem")) == ["s2", "s1", "s3"]
    table.start("Ann", "Ben", "Cem", colour=["", "seat", ""])
    assert table.stored().shades == (0, 1, 2)


@pytest.mark.parametrize("paint", ["", "1", "9-0", "11-0", "1-10", "\u0661-0", "1-\x00"])
def test_a_tap_on_no_colour_paints_nothing(table: Table, paint: str) -> None:
    assert flanks(rows(table, "Ann", "Ben", paint=paint)) == ["s1", "s2"]


def test_names_and_groups_of_another_phone_are_not_offered(
    table: Table, stranger: FlaskClient
) -> None:
    table.start("Ann", "Ben", "Cem")
    assert "Ann" not in stranger.get("/new").text
    assert names(stranger.get("/new", query_string={"group": table.key}).text) == []
    assert names(rows(Table(stranger), group=table.key)) == []


def offers(page: str) -> tuple[list[str], list[str]]:
    """The names on buttons, and those that complete what is typed."""
    completing = page.partition('<datalist id="people">')[2].partition("</datalist>")[0]
    return (
        re.findall(r'name="use" value="([^"]*)"', page),
        re.findall(r'<option value="([^"]*)"', completing),
    )


def test_names_are_offered_by_how_often_they_played_each_person_once(table: Table) -> None:
    assert 'list="people"' not in table.client.get("/new").text
    table.start("Zoe", "Ben", "Cem")
    table.start("BEN", "Cem", "Dora")
    table.start("Dora", "ben", "Uma")
    page = table.client.get("/new").text
    assert offers(page) == (["Ben", "Cem", "Dora", "Zoe", "Uma"],) * 2
    assert page.count('list="people"') == MOST_PLAYERS
    taken = rows(table, "ben", "Zoe")
    assert offers(taken) == (["Cem", "Dora", "Uma"],) * 2


def test_more_names_than_have_a_button_complete_what_is_typed(table: Table) -> None:
    for number in range(8):
        table.start(f"Ann {number}", f"Ben {number}", f"Cem {number}")
    buttons, completing = offers(table.client.get("/new").text)
    assert (len(buttons), len(completing)) == (12, 24)
    assert completing[:12] == buttons


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


@pytest.mark.thorough
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

    monkeypatch.setattr(start, "_text", draw)
    for choices in ("variant=wizard&cards=suits", "variant=none", "variant=wizard&cards=suits"):
        assert client.get(f"/new/ahead/{choices}").status_code == 200
    assert drawn == ["variant=wizard&cards=suits", "variant=none"]
