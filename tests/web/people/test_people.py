"""The people of a phone's book and their figures, as the pages show them."""

import gzip
import re
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorekeeper.store.statistics import ratings
from scorekeeper.words.figures import decimal
from tests.cast import Cast, Role
from tests.table import Table
from tests.web.page import main, plain_text, problems

HANDS = (
    ("hearts", (1, 0, 0), (1, 0, 0)),
    ("spades", (0, 0, 2), (0, 1, 1)),
    ("clubs", (1, 0, 2), (1, 0, 2)),
)
"""Ann makes all bids, Cem leads never; 30 20 20, 50 10 10, 80 30 50."""


def evening(table: Table, *names: str, variant: str = "wizard") -> str:
    """Play a game of three hands that the first player wins; returns its address."""
    path = table.start(*names, variant=variant, length="list", sizes="1,2,3")
    for turned, bids, tricks in HANDS:
        assert table.play(turned, bids, tricks).status_code == 303
    return path


def everyone(page: str) -> list[tuple[str, str]]:
    """The names in the list of all who played, with their games and the texts below."""
    line = r'<b class="name">([^<]*)</b>\s*<i>(.*?)</i></span>\s*<strong>(.*?)</strong>'
    found = re.findall(line, page, re.DOTALL)
    return [
        (unescape(one), f"{games} · {plain_text(about).strip()}") for one, about, games in found
    ]


def path_of(client: FlaskClient, name: str) -> str:
    """The address of a person."""
    page = client.get("/people").text.partition("everyone")[2]
    found = re.search(
        rf'<a href="(/people/\d+)">(?:\s|<svg.*</svg>|<span class="initial".*</span>)*'
        rf'<span class="what"><b class="name">{name}<',
        page,
    )
    assert found, name
    return found[1]


def cards(page: str) -> dict[str, tuple[str, str]]:
    """The title, value and caption of each figure."""
    card = r"<span>([^<]*)</span><b>([^<]*)</b>\s*((?:<small>.*?</small>\s*)+)"
    found = re.findall(card, page, re.DOTALL)
    return {title: (value, plain_text(about).strip()) for title, value, about in found}


def undo(table: Table) -> str:
    """Tap the first Undo; returns the next page."""
    page = table.client.get("/people").text
    found = re.search(r'name="change" value="(\d+)"', page)
    assert found
    assert table.post("/people/undo", change=found[1]).status_code == 303
    return table.client.get("/people").text


def test_the_first_page_leads_to_the_people_once_there_is_a_game(table: Table) -> None:
    assert 'href="/people"' not in table.client.get("/").text
    assert "appears here" in table.client.get("/people").text
    table.start("Ann", "Ben", "Cem")
    assert 'href="/people"' in table.client.get("/").text
    assert 'href="/people"' in table.client.get("/book").text


def test_people_stand_by_how_often_they_played_with_wins_and_the_last_day(table: Table) -> None:
    evening(table, "Ann", "Ben", "Cem")
    evening(table, "ann", "Dora", "Ben")
    table.start("Ann", "Emil", "Fay")
    found = everyone(table.client.get("/people").text)
    assert [name for name, _ in found] == ["Ann", "Ben", "Cem", "Dora", "Emil", "Fay"]
    assert [about.partition(" · last")[0] for _, about in found][:3] == [
        "2 games · 2 wins",
        "2 games · 0 wins",
        "1 game · 0 wins",
    ]


def test_the_best_zero_bidder_is_named_with_the_day_since_when(table: Table) -> None:
    for _ in range(3):
        path = evening(table, "Ann", "Ben", "Cem")
    page = plain_text(main(table.client.get("/people").text))
    assert re.search(r"Best at zero\s+Ann\s+3 of 3 zero bids made\s+since \d+ \w+ \d{4}", page)
    assert re.search(r"Best at bidding\s+Ann\s+9 of 9", page) is None
    assert path


def test_the_ranking_needs_three_games_and_is_by_points_a_hand_or_rivals_beaten(
    table: Table,
) -> None:
    for _ in range(2):
        evening(table, "Ann", "Ben", "Cem")
    assert "The ranking begins after three finished games." in table.client.get("/people").text
    evening(table, "Cem", "Ann", "Ben")
    evening(table, "Ben", "Ann", "Cem", variant="tournament")

    def ranking(query: str = "") -> list[tuple[str, str, str, str]]:
        page = table.client.get(f"/people{query}").text
        row = r'<td class="rk">(\d)</td>\s*<th scope="row"><div><a [^>]*>(\w+)</a></div></th>'
        row += r"\s*<td[^>]*>(.*?)</td><td>\d</td>\s*<td[^>]*>(.*?)</td>"
        return re.findall(row, page)

    assert ranking() == [
        ("1", "Ann", "21.1", "67%"),
        ("2", "Cem", "20.0", "67%"),
        ("3", "Ben", "12.2", "17%"),
    ]
    by_rivals = [line[:2] for line in ranking("?by=rivals")]
    assert by_rivals == [("1", "Ann"), ("1", "Cem"), ("3", "Ben")]
    by_rating = [(name, figure) for _, name, _, figure in ranking("?by=rating")]
    ann, ben, cem = range(3)
    first = {ann: 1, cem: 2, ben: 3}
    rated = ratings.ratings([first, first, {cem: 1, ben: 2, ann: 3}, {ben: 1, cem: 2, ann: 3}])
    figures = [decimal(rated[one]) for one in (cem, ben, ann)]
    assert by_rating == list(zip(("Cem", "Ben", "Ann"), figures, strict=True))
    assert ranking("?game=tournament") == []
    assert ranking("?game=unheard-of&by=x") == ranking()


def test_without_its_library_there_is_no_rating(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        evening(table, "Ann", "Ben", "Cem")
    assert "by=rating" in table.client.get("/people").text
    monkeypatch.setattr(ratings, "PlackettLuce", None)
    page = table.client.get("/people?by=rating").text
    assert "by=rating" not in page
    assert "Rivals beaten" in page


def test_a_persons_page_has_the_figures_and_leads_to_their_games(table: Table) -> None:
    first = evening(table, "Ann", "Ben", "Cem")
    for _ in range(3):
        evening(table, "Ann", "Ben", "Cem")
    page = table.client.get(path_of(table.client, "Ben")).text
    found = cards(page)
    assert found["Bids made"] == ("67%", "8 of 12 bids")
    assert found["Zero bids made"] == ("67%", "8 of 12 zero bids")
    assert found["Rivals beaten"][0] == "0%"
    assert found["Average place"] == ("3.0", "at tables of 3.0")
    assert found["Over or under"] == ("−0.33", "tricks too low, on average")
    assert found["Points per hand"] == ("10.0", "in 12 hands")
    assert found["Best hand"][:1] == ("+20",)
    assert f'href="{first}#sheet"' in page
    assert "Winning streak" not in found
    ann = cards(table.client.get(path_of(table.client, "Ann")).text)
    assert (ann["Winning streak"][0], ann["Longest run"][0]) == ("4", "3")


def test_too_few_bids_are_no_share(table: Table) -> None:
    evening(table, "Ann", "Ben", "Cem")
    found = cards(table.client.get(path_of(table.client, "Ann")).text)
    assert (found["Bids made"][0], found["Zero bids made"][0]) == ("–", "–")


def test_a_person_who_finished_no_game_has_no_figures_yet(table: Table) -> None:
    table.start("Ann", "Ben", "Cem")
    page = table.client.get(path_of(table.client, "Ann")).text
    assert "Stats appear after the first finished game." in page
    assert cards(page) == {}


def test_a_person_is_renamed_in_lists_and_the_sheet_keeps_what_was_written(table: Table) -> None:
    path = evening(table, "Ann", "Ben", "Cem")
    person = path_of(table.client, "Ann")
    response = table.post(f"{person}/name", name="  Annika ")
    assert (response.status_code, response.location) == (303, person)
    assert "Ann is now called Annika" in table.client.get(person).text
    assert [name for name, _ in everyone(table.client.get("/people").text)][:1] == ["Annika"]
    assert "Annika" not in table.client.get(path).text
    page = undo(table)
    assert "Undone: Ann is now called Annika" in page
    assert [name for name, _ in everyone(page)][:1] == ["Ann"]


def test_two_people_are_merged_and_the_page_of_the_other_is_shown(table: Table) -> None:
    evening(table, "Ann", "Ben", "Cem")
    evening(table, "Annie", "Ben", "Cem")
    annie, ann = path_of(table.client, "Annie"), path_of(table.client, "Ann")
    response = table.post(f"{annie}/merge", into=ann.rpartition("/")[2])
    assert (response.status_code, response.location) == (303, ann)
    merged, other = (plain_text(main(table.client.get(path).text)) for path in (annie, ann))
    assert merged == other
    again = table.post(f"{annie}/merge", into=ann.rpartition("/")[2])
    assert (again.status_code, again.location) == (303, ann)
    assert dict(everyone(table.client.get("/people").text))["Ann"].startswith("2 games")
    assert {name for name, _ in everyone(undo(table))} == {"Ann", "Annie", "Ben", "Cem"}


def test_a_game_is_split_off(table: Table) -> None:
    path = evening(table, "Ann", "Ben", "Cem")
    person = path_of(table.client, "Ann")
    key = path.rpartition("/")[2]
    for _ in range(2):
        response = table.post(f"{person}/split", game=key, name="Ann M.")
        assert (response.status_code, response.location) == (303, "/people")
    assert everyone(table.client.get("/people").text)[0][0] == "Ann M."
    assert table.client.get(person).status_code == 404
    assert "Ann M." not in {name for name, _ in everyone(undo(table))}


def test_a_guest_is_left_out_of_the_ranking_and_the_records(table: Table) -> None:
    for _ in range(3):
        evening(table, "Ann", "Ben", "Cem")
    person = path_of(table.client, "Ann")
    assert table.post(f"{person}/hide", hidden="y").status_code == 303
    page = table.client.get("/people").text
    assert "Ann</a></div></th>" not in page
    assert re.search(r"Best zero bidder</h2>\s*<p><a[^>]*>Ann<", page) is None
    assert dict(everyone(page))["Ann"].endswith("not in the stats")
    assert table.post(f"{person}/hide").status_code == 303
    assert "Ann</a></div></th>" in table.client.get("/people").text


@pytest.mark.parametrize(
    ("action", "fields", "sentence"),
    [
        ("name", {"name": ""}, "Type a name."),
        ("name", {"name": "N" * 41}, "A name can have at most 40 characters."),
        (
            "name",
            {"name": "ben"},
            "ben is already another person. Merge the two, or type another name.",
        ),
        ("merge", {}, "Choose a person."),
        ("merge", {"into": "999"}, "Choose a person."),
        ("merge", {"into": "x"}, "Person must be a whole number."),
        ("merge", {"into": "ME"}, "That is already Ann. Choose someone else."),
        ("merge", {"into": "BEN"}, "Ann and Ben played in the same game, so they are two people."),
        ("split", {"game": "KEY", "name": ""}, "Type a name."),
        ("split", {"game": "nothing", "name": "Uma"}, "Choose a game."),
        ("split", {"name": "Uma"}, "Choose a game."),
        (
            "split",
            {"game": "KEY", "name": "ann"},
            "Ann played in that game too. Type another name.",
        ),
    ],
)
def test_an_impossible_value_is_refused_and_stays_typed(
    table: Table, action: str, fields: dict[str, str], sentence: str
) -> None:
    key = evening(table, "Ann", "Ben", "Cem").rpartition("/")[2]
    person, ben = path_of(table.client, "Ann"), path_of(table.client, "Ben")
    words = {"KEY": key, "ME": person.rpartition("/")[2], "BEN": ben.rpartition("/")[2]}
    sent: dict[str, Any] = {name: words.get(value, value) for name, value in fields.items()}
    response = table.post(f"{person}/{action}", **sent)
    assert (response.status_code, problems(response.text)) == (422, [sentence])
    typed = sent.get("name")
    assert typed is None or f'name="name" value="{typed}"' in response.text
    assert 'name="change"' not in response.text


def test_a_change_of_another_book_is_not_undone(cast: Cast) -> None:
    ann = f"/people/{cast.person('Ann')}"
    assert cast.post(Role.MATE, f"{ann}/hide", hidden="y").status_code == 303
    number = cast.change()
    response = cast.post(Role.STRANGER, "/people/undo", change=number)
    assert problems(response.text) == ["That change is not in this book. Reload the page."]
    assert cast.change() == number
    assert cast.post(Role.KEEPER, "/people/undo", change=number).status_code == 303
    assert cast.post(Role.MATE, "/people/undo", change=number).status_code == 303
    assert cast.change() == "0"


def test_followers_and_guests_do_not_see_the_people_of_the_book(cast: Cast) -> None:
    for role in (Role.FOLLOWER, Role.GUEST, Role.ENDED, Role.STRANGER, Role.NOBODY):
        page = plain_text(main(cast.get(role, "/people").text))
        assert not {"Ann", "Ben", "Cem"} & set(page.split()), role
    assert "Dora" in cast.get(Role.STRANGER, "/people").text


def test_the_pages_are_small(table: Table) -> None:
    names = [f"A rather long name no. {number}" for number in range(6)]
    for variant in ("wizard", "tournament", "oh-hell"):
        table.start(*names, variant=variant, length="list", sizes="1,2")
        for _ in range(2):
            cards_dealt = table.hand
            table.play("hearts", (cards_dealt, *[0] * 5), (cards_dealt, *[0] * 5))
    for path in ("/people", path_of(table.client, re.escape(names[0]))):
        page = table.client.get(path)
        assert page.status_code == 200
        assert len(gzip.compress(page.data)) <= 10_000
        assert "<script" not in main(page.text)


def test_figures_over_time_are_a_small_chart_and_a_table(table: Table) -> None:
    for _ in range(2):
        evening(table, "Ann", "Ben", "Cem")
    ann = path_of(table.client, "Ann")
    assert "over time" not in table.client.get(ann).text
    evening(table, "Ben", "Ann", "Cem")
    page = table.client.get(ann).text
    drawn = re.findall(r'<svg class="chart".*?</svg>', page, re.DOTALL)
    assert len(drawn) == 2
    assert all(len(gzip.compress(svg.encode())) <= 1500 and "style" not in svg for svg in drawn)
    row = r'<th scope="row">(\d)</th><td>([^<]*)</td><td>([^<]*)</td></tr>'
    assert re.findall(row, page.partition("Points per hand over time")[2])[:6] == [
        *(("1", "26.7", "26.7"), ("2", "26.7", "26.7"), ("3", "10.0", "21.1")),
        *(("1", "100%", "100%"), ("2", "100%", "100%"), ("3", "67%", "89%")),
    ]


def test_the_points_of_a_book_by_hand_size_are_a_small_chart_and_a_table(table: Table) -> None:
    assert "appear here after a few" in table.client.get("/people/hands").text
    for _ in range(2):
        evening(table, "Ann", "Ben", "Cem")
    assert 'href="/people/hands?game=wizard"' in table.client.get("/people").text
    page = table.client.get("/people/hands?game=unheard-of").text
    (drawn,) = re.findall(r'<svg class="chart".*?</svg>', page, re.DOTALL)
    assert len(gzip.compress(drawn.encode())) <= 1500
    lines = [plain_text(line).split() for line in re.findall("<tr>.*?</tr>", page, re.DOTALL)]
    assert lines[1:] == [
        ["1", "6", "20.0", "20.0", "30.0"],
        ["2", "6", "−10.0", "−10.0", "20.0"],
        ["3", "6", "20.0", "30.0", "40.0"],
    ]


def test_two_people_stand_against_each_other_in_the_games_of_both(table: Table) -> None:
    evening(table, "Ann", "Ben", "Cem")
    evening(table, "Cem", "Dora", "Ann")
    ann, cem, ben = (path_of(table.client, name) for name in ("Ann", "Cem", "Ben"))
    address = f"{ann}/with/{cem.rpartition('/')[2]}"
    assert f'href="{address}"' in table.client.get(ann).text
    found = cards(table.client.get(address).text)
    assert {title: value for title, (value, _) in found.items()} == {
        "Ahead": "1",
        "Level": "0",
        "Behind": "1",
        "Wizard": "0.0",
    }
    assert found["Ahead"][1] == "of 2 games together"
    dora = path_of(table.client, "Dora").rpartition("/")[2]
    assert "They have not finished a game" in table.client.get(f"{ben}/with/{dora}").text
    for nobody in ("999", ben.rpartition("/")[2]):
        assert table.client.get(f"{ben}/with/{nobody}").status_code == 404


def test_the_records_of_the_kind_that_is_ranked_stand_below_it(table: Table) -> None:
    path = evening(table, "Ann", "Ben", "Cem")
    evening(table, "Ann", "Ben", "Cem", variant="tournament")
    page = table.client.get("/people?game=wizard").text
    found = cards(page)
    assert {title: value for title, (value, _) in found.items()} == {
        "Highest score": "80",
        "Most points in a hand": "+40",
        "Most bids made in a row": "3",
    }
    assert found["Most points in a hand"][1].startswith("Cem")
    assert f'href="{path}#sheet"' in page
    assert cards(table.client.get("/people?game=tournament").text)["Highest score"][0] == "65"


def test_two_names_of_one_person_are_one_group_and_one_name_to_tap(table: Table) -> None:
    for name in ("Dora", "Dorah"):
        evening(table, "Ann", "Ben", name)
    client = table.client
    into = path_of(client, "Dora").rpartition("/")[2]
    table.post(f"{path_of(client, 'Dorah')}/merge", into=into)
    first = plain_text(client.get("/").text)
    assert "Ann, Ben, Dora Wins: Ann" in first
    assert "Ann, Ben, Dorah" not in first
    page = client.get("/new").text
    assert plain_text(page).count("Ann, Ben, Dora") == 1
    assert "Dorah" not in plain_text(page)
    seats = client.get(f"/new?group={table.key}").text
    assert 'value="Dora"' in seats
    assert 'value="Dorah"' not in seats


def test_the_target_of_a_merge_has_to_be_chosen(table: Table) -> None:
    evening(table, "Ann", "Ben", "Cem")
    answer = table.post(f"{path_of(table.client, 'Cem')}/merge", into="")
    assert problems(answer.text) == ["Choose a person."]


def test_a_colour_that_two_people_chose_is_shown_to_each(table: Table) -> None:
    evening(table, "Ann", "Ben", "Cem")
    paths = [path_of(table.client, name) for name in ("Ann", "Cem")]
    for path in paths:
        assert "Also the colour" not in table.client.get(path).text
        table.post(f"{path}/colour", colour="3")
    said = [plain_text(table.client.get(path).text) for path in paths]
    assert "Also the colour of Cem. When both play, the first seat keeps it." in said[0]
    assert "Also the colour of Ann." in said[1]


def test_a_person_is_compared_only_with_people_of_finished_games(table: Table) -> None:
    evening(table, "Ann", "Ben", "Cem")
    evening(table, "Ann", "Eva", "Fay")
    table.start("Ben", "Eva", "Gus")
    pages = {name: table.client.get(path_of(table.client, name)).text for name in ("Ann", "Ben")}
    shown = {
        name: sorted(re.findall(r'class="pick" href="/people/\d+/with/\d+">(.*?)</a>', page))
        for name, page in pages.items()
    }
    assert shown == {"Ann": ["Ben", "Cem", "Eva", "Fay"], "Ben": ["Ann", "Cem"]}


def test_a_book_of_many_people_is_shown_a_hundred_at_a_time(table: Table) -> None:
    for number in range(0, 210, 6):
        table.start(*(f"P{number + seat:03}" for seat in range(6)))
    found, address = [], "/people"
    while address:
        page = table.client.get(address).text
        assert len(everyone(page)) <= 100
        found += [name for name, _ in everyone(page)]
        after = re.search(r'href="([^"]*)" rel="next"', page)
        address = unescape(after[1]) if after else ""
    assert sorted(found) == [f"P{number:03}" for number in range(210)]
    assert 'rel="prev"' in page
    assert not everyone(table.client.get("/people?page=9").text)
