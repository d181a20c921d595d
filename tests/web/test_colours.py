"""A person's own colour, with its crest, wherever one of their games is drawn."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.drawing import picture
from scorekeeper.drawing.picture import DAY
from scorekeeper.http import gate
from scorekeeper.rules.people import shades
from scorekeeper.shapes import CRESTS
from tests.cast import Cast, Role
from tests.table import HTMX, Table
from tests.web.page import main
from tests.web.people.test_people import path_of

FOUR = ("Ann", "Ben", "Cem", "Dora")
HAND = ("hearts", (1, 0, 0, 0), (1, 0, 0, 0))
DRAWN = re.compile(r'(?<=[" ])s(\d+)(?=[" ])|(#crest-)(\d)|(id="[eo]|url\(#[eo])(\d)')
TEMPLATES = Path(__file__).parents[2] / "templates"
BY_SEAT = re.compile(
    r"crest\((?:seat(?!\.shade)|loop|line\.seat|winner)|crests\[(?:seat|loop)|[\" ]s\{\{"
    r"|(?:seat|index0)\|tint"
)
"""Templates that draw a seat by its number."""
NO_GAME = {
    *("_demo.html", "drawn.html", "_slips.html", "print_tables.html"),
    *("card.html", "wall.html", "preview.html"),
}
"""Those that do so: the example on the first page, seats before their game begins, a podium,
the leaders in the lists of a hall, which read no game, and a file before its import."""


def colour(table: Table, name: str, shade: object) -> None:
    """Tap a colour on a person's page."""
    answer = table.post(f"{path_of(table.client, name)}/colour", colour=shade)
    assert answer.status_code == 303


def drawn(page: str, shown: tuple[int, ...] = tuple(range(10))) -> str:
    """The page with a mark for each shade, where a seat by its number would be drawn so."""
    page = main(page) if "<main>" in page else page
    page = re.sub(r'<svg class="vh".*?</svg>', "", page, flags=re.DOTALL)
    for seat, path in enumerate(CRESTS):
        page = page.replace(f'd="{path}"', f"d=#crest-{seat}")
    page = re.sub(r'data-(seen|hash|now)="[^"]*"|name="csrf_token" value="[^"]*"', "", page)

    def mark(found: re.Match[str]) -> str:
        kind, seat = next(
            pair
            for pair in ((found[2], found[3]), (found[4], found[5]), ("s", found[1]))
            if pair[1]
        )
        at = int(seat) - (kind == "s")
        return f"{kind}<{shown[at] if at < len(shown) else at}>"

    return DRAWN.sub(mark, page)


def in_play(table: Table) -> list[str]:
    """Every page that shows a game of four while it is running."""
    table.start(*FOUR, length="list", sizes="1, 3, 2")
    table.play(*HAND)
    table.turn("hearts")
    table.bid(1, 1, 0, None)
    here = table.path
    asked = ("?panel=trump", "?panel=bids", "?panel=tricks", "?view=evening", "?me=2", "/table")
    return [
        *("/", here, *(here + one for one in asked)),
        *(f"{here}/players", f"{here}/players/new", f"{here}/hands/1", f"{here}?panel=extras"),
    ]


def trump_to_be_named(table: Table) -> list[str]:
    table.start(*FOUR, length="list", sizes="1, 3")
    table.turn("wizard")
    return [table.path]


def over(table: Table) -> list[str]:
    table.start(*FOUR, length="list", sizes="1")
    table.play("hearts", (1, 0, 0, 1), (1, 0, 0, 0))
    return ["/", "/history", table.path, f"{table.path}?view=evening", f"{table.path}/table"]


def drawn_by_two(table: Table) -> list[str]:
    table.start(*FOUR, length="list", sizes="1")
    table.play("hearts", (0, 0, 1, 1), (0, 1, 0, 0))
    return ["/", "/history", table.path, f"{table.path}/table"]


def with_extras(table: Table) -> list[str]:
    table.start(*FOUR, variant="skull-king", length="list", sizes="3, 3")
    table.bid(1, 2, 0, 0)
    return [f"{table.path}?panel=extras", table.path]


def to_a_target(table: Table) -> list[str]:
    table.start("Ann", "Cem", variant="two-player")
    table.turn("jester")
    table.bid(3, 4)
    return [table.path]


@pytest.mark.thorough
@pytest.mark.parametrize(
    "scene", [in_play, trump_to_be_named, over, drawn_by_two, with_extras, to_a_target]
)
def test_every_seat_of_a_game_is_drawn_in_its_shade_on_every_page(
    table: Table, scene: Callable[[Table], list[str]]
) -> None:
    pages = scene(table)
    before = [table.client.get(page).text for page in pages]
    colour(table, "Cem", 0)
    colour(table, "Ann", 3)
    seats = len(table.players)
    own = ((0, 3), (table.players.index("Cem"), 0))
    shown = shades(seats, own)
    for page, was in zip(pages, before, strict=True):
        found = table.client.get(page).text
        assert drawn(found) == drawn(was, shown), page
    assert drawn(before[-1], shown) != drawn(before[-1])


def test_no_template_draws_a_seat_by_its_number() -> None:
    found = {
        path.name
        for path in TEMPLATES.rglob("*.*")
        if BY_SEAT.search(path.read_text(encoding="utf-8"))
    }
    assert found == NO_GAME


def test_the_picture_of_a_result_has_the_colours_and_is_another_then(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture, "HAS_LIBRARY", False)
    gate.forget()
    over(table)
    address = f"{table.path}/picture-tall"
    before = table.client.get(address)
    colour(table, "Ann", 8)
    after = table.client.get(address, headers={"If-None-Match": before.headers["ETag"]})
    assert (after.status_code, after.headers["ETag"] == before.headers["ETag"]) == (200, False)
    marks = [(DAY.seats[shade].mark, CRESTS[shade]) for shade in (0, 8)]
    for page, (mark, crest), (other, others) in (
        (before.text, *marks),
        (after.text, *reversed(marks)),
    ):
        assert page.count(mark) >= 4
        assert page.count(crest) == 4
        assert other not in page
        assert others not in page


def test_a_page_gets_all_that_has_another_colour_with_the_next_save(cast: Cast) -> None:
    table = cast.table(Role.KEEPER)
    page = cast.get(Role.FOLLOWER, cast.path).text
    parts = "".join(re.findall(r'data-hash="([^"]*)"', page))
    seen = re.findall(r'data-seen="([^"]*)"', page)[0]
    ask = {"path": cast.path, "query_string": {"seen": seen, "parts": parts}, "headers": HTMX}
    follower = cast.clients[Role.FOLLOWER]
    colour(table, "Ann", 7)
    assert follower.get(**ask).status_code == 204
    part = table.send("bids", part=True, parts=parts, bid_0=1)
    for text in (part.text, follower.get(**ask).text):
        assert "data-parts" in text
        assert 'id="sheet-head"' in text
        assert 'id="line-0" class="player-line s8' in text


def test_a_player_who_joins_or_takes_over_a_seat_has_their_colour(table: Table) -> None:
    over(table)
    colour(table, "Dora", 0)
    table.start("Ann", "Ben", "Cem", length="list", sizes="1, 2")
    names = ["Ann", "Dora", "Cem"]
    answer = table.post(f"{table.path}/players", name=names, revision=table.revision)
    assert answer.status_code == 303
    page = table.page()
    assert [
        f'id="line-{seat}" class="player-line s{shade}' in page
        for seat, shade in ((0, 2), (1, 1), (2, 3))
    ] == [True] * 3


def test_a_new_game_shows_the_crests_that_its_seats_will_have(table: Table) -> None:
    over(table)
    colour(table, "Cem", 0)
    person = path_of(table.client, "Cem")
    assert table.post(f"{person}/name", name="Jim").status_code == 303
    names = ["Ann", "", "", "ann"] + [f"N{number}" for number in range(8)]
    for name in ("CEM", "jím"):
        names[2] = name
        page = table.post("/new", part=True, variant="wizard", name=names, use="Uma").text
        found = re.findall(r'class="flank s(\d+)" id="flank-(\d+)"', page)
        assert [int(shade) - 1 for shade, _ in found] == [2, 1, 0, *range(3, 11)]
        assert [int(seat) for _, seat in found] == [*range(11)]
    crests = re.findall(r'<span class="crests">.*?</span>', page)[0]
    assert re.findall(r"crest s(\d+)", crests) == ["3", "2", "1", "4"]
