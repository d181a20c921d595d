"""Players: names, who joins and leaves; the texts of a game."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.table import Table
from tests.web.book.test_history import headings
from tests.web.page import main, plain_text, problems


@pytest.fixture
def played(table: Table) -> Table:
    """Four players, one hand scored: Ann 30, the others 20; Ben deals hand 2."""
    table.start("Ann", "Ben", "Cem", "Dora")
    table.play("hearts", (1, 0, 0, 0), (1, 0, 0, 0))
    return table


def send(table: Table, where: str, **fields: Any) -> str:
    """Save these players; returns the page in the answer, "" if saved."""
    fields.setdefault("revision", table.revision)
    answer = table.post(f"{table.path}/players/{where}", **fields)
    return "" if answer.status_code == 303 else answer.text


def joins(table: Table, **fields: Any) -> str:
    """Let Lea join to the left of Dora, with 0 points."""
    return send(table, "new", **{"name": "Lea", "begins": "zero", "after": "3", **fields})


def test_the_lowest_total_is_of_somebody_who_is_there(played: Table) -> None:
    played.play("hearts", (1, 0, 0, 0), (0, 0, 0, 2))
    assert played.totals() == [20, 40, 40, 0]
    send(played, "3", away="y")
    assert "The lowest total: 20" in played.client.get(f"{played.path}/players/new").text
    joins(played, begins="lowest", after="0")
    assert "Lea joins with 20" in played.client.get(played.path).text


def test_who_joins_between_two_others_sits_there_around_the_table(played: Table) -> None:
    joins(played, after="0")
    places = re.findall(r'id="line-(\d)" class="[^"]*\bspot(\d)', played.page())
    assert sorted(places, key=lambda one: one[1]) == [*zip("04123", "01234", strict=True)]


def test_the_sheet_shows_with_how_many_points_somebody_joined(played: Table) -> None:
    joins(played, begins="lowest")
    played.play("hearts", (0, 0, 0, 0, 0), (2, 0, 0, 0, 0))
    rows = re.findall(r'<tr id="row-\d".*?</tr>', played.page(), re.DOTALL)
    cells = [plain_text(row.rpartition("<td")[2].partition(">")[2]) for row in rows]
    assert [cell.split()[:3] for cell in cells[:2]] == [["20", "sat", "out"], ["40", "bid", "and"]]


def test_the_log_and_the_sheet_tell_who_left_from_who_sits_out(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", "Dora", "Eva")
    table.play("hearts", (1, 0, 0, 0, 0), (1, 0, 0, 0, 0))
    send(table, "3", away="y")
    table.play("hearts", (1, 0, 0, None, 0), (2, 0, 0, None, 0))
    table.turn("hearts")
    send(table, "1/out", number=3, out="y")
    log = plain_text(main(table.client.get(f"{table.path}/log").text))
    assert "Has left: Dora. Ann bid" in log
    assert "Sits out: Ben." in log
    assert "Dora sits" not in log
    table.bid(1, None, 1, None, 0)
    table.score(2, None, 1, None, 0)
    rows = re.findall(r'<tr id="row-[23]".*?</tr>', table.page(), re.DOTALL)
    said = [re.findall(r"has left|sat out", row) for row in rows]
    assert said == [["has left"], ["sat out", "has left"]]


def test_a_second_player_who_sits_out_changes_nothing_about_the_first(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", "Dora", "Eva")
    for seat in (1, 2):
        assert not send(table, f"{seat}/out", number=1, out="y")
    log = plain_text(main(table.client.get(f"{table.path}/log").text))
    assert "Hand 1 Sits out: Ben and Cem." in log
    assert not send(table, "1/out", number=1)
    assert not send(table, "3/out", number=1, out="y")
    log = plain_text(main(table.client.get(f"{table.path}/log").text))
    assert "Sits out: Cem and Dora, changed from Ben ." in log


def test_a_penalty_noted_first_keeps_nobody_waiting_for_the_hand_after(played: Table) -> None:
    assert played.send("extras", points_1="-10", reason_1="late").status_code == 303
    assert played.stored().game.hands[1].bonuses
    assert "Join from hand 2 on" in played.client.get(f"{played.path}/players/new").text
    assert "From hand 2 on: 3 players" in played.client.get(f"{played.path}/players/1").text
    joins(played)
    assert "Lea joins, Ben deals" in played.page()
    played.turn("hearts")
    assert "Bid of Lea" in played.page()


def test_whoever_lets_the_dealer_go_reads_who_deals(played: Table) -> None:
    send(played, "1/out", number=2, out="y")
    assert "Saved. Next: hand 2, 2\N{NO-BREAK SPACE}cards, Cem deals" in played.page()
    send(played, "1/out", number=2)
    assert "Saved. Next: hand 2, 2\N{NO-BREAK SPACE}cards, Ben deals" in played.page()
    send(played, "3", away="y")
    assert "Dora leaves. Next" not in played.page()
    send(played, "3")
    send(played, "1", away="y")
    assert "Ben leaves. Next: hand 2, 2\N{NO-BREAK SPACE}cards, Cem deals" in played.page()
    send(played, "1")
    assert "Ben comes back. Next: hand 2, 2\N{NO-BREAK SPACE}cards, Ben deals" in played.page()


def test_who_joins_while_a_hand_is_played_is_told_why_not_in_that_hand(played: Table) -> None:
    why = "Hand 2 has begun. Undo its entries to let somebody new play it."
    assert why not in played.client.get(f"{played.path}/players/new").text
    played.turn("hearts")
    page = plain_text(played.client.get(f"{played.path}/players/new").text)
    assert why in page
    assert "from hand 3 on" in page


def test_who_joins_and_who_leaves_reads_how_many_hands_follow(played: Table) -> None:
    def plan(where: str) -> str:
        page = plain_text(played.client.get(f"{played.path}/players/{where}").text)
        return page.partition("Cards each: ")[2].partition(" You can")[0]

    assert plan("new") == "2, 3 … 12 · 11 hands As planned so far: 2, 3 … 15 · 14 hands"
    joins(played)
    assert plan("1") == "2, 3 … 15 · 14 hands As planned so far: 2, 3 … 12 · 11 hands"
    send(played, "1", away="y")
    assert plan("new") == "2, 3 … 12 · 11 hands As planned so far: 2, 3 … 15 · 14 hands"


def test_a_game_that_a_target_ends_names_no_hands_to_who_joins(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", variant="own", goal=50, own_bonus="5", own_trick="5")
    page = table.client.get(f"{table.path}/players/new").text
    assert "4 players" in page
    assert "Cards each" not in page
    assert "hand sizes" not in page


def test_a_card_noted_for_a_player_who_leaves_is_dropped_and_the_log_says_so(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", variant="rage")
    assert table.send("extras", plus_1=1).status_code == 303
    assert not send(table, "1", away="y")
    newest = table.client.get(f"{table.path}/log").text.split("</ul>")[0]
    assert "Ben leaves. Extras: Ben: Bonus Rage cards, taken back ." in plain_text(newest)
    assert [*map(plain_text, re.findall(r"<li>(?!\s)(.*?)</li>", newest))] == [
        "Has left: – → Ben",
        "Extras: Ben: Bonus Rage cards → –",
    ]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name": ""}, "Type the name of the player who joins."),
        ({"name": "ben"}, "Two players are called ben: rename one."),
        ({"begins": "points", "begins_at": "9999"}, "type a number from −5000 to 5000"),
        ({"begins": "points", "begins_at": "x"}, "Points must be a whole number."),
        ({"begins": "points", "begins_at": ""}, "Points must be a whole number."),
        ({"after": "9"}, "Where does the player who joins sit?"),
    ],
)
def test_an_invalid_newcomer_is_refused_and_stays_typed(
    played: Table, fields: dict[str, str], sentence: str
) -> None:
    page = joins(played, **fields)
    assert sentence in problems(page)[0]
    assert f'value="{fields.get("name", "Lea")}"' in page
    assert f'value="{fields.get("begins_at", "")}"' in page


def test_too_few_players_and_the_last_hand_are_said_and_not_saved(played: Table) -> None:
    send(played, "3", away="y")
    assert "This game needs 3 players" in problems(send(played, "0", away="y"))[0]
    assert "This game needs 3 players" in problems(send(played, "0/out", number=2, out="y"))[0]
    assert played.client.get(f"{played.path}/players/7").status_code == 404


def test_a_hand_that_is_over_is_sat_out_by_nobody(played: Table) -> None:
    assert "has no hand 1" in problems(send(played, "2/out", number=1, out="y"))[0]


def test_the_place_offered_first_is_of_somebody_who_is_there(played: Table) -> None:
    joins(played)
    send(played, "4", away="y")
    page = played.client.get(f"{played.path}/players/new").text
    assert 'id="after-3" value="3" checked' in page
    assert 'id="after-4"' not in page
    assert "Where does the player who joins sit?" in problems(joins(played, name="Max", after=4))[0]


def test_a_full_table_says_so_instead_of_a_form(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", "Dora", "Emil", "Fritz")
    page = table.client.get(f"{table.path}/players/new").text
    assert problems(page) == ["This game already has 6 players, the maximum."]
    assert "<form" not in page.split('class="page')[1]


def test_a_bid_tapped_while_somebody_joined_is_kept(played: Table) -> None:
    played.turn("hearts")
    seen = played.revision
    joins(played)
    assert played.bid(0, None, None, None, revision=seen, number=2).status_code == 303
    assert played.bid(1, 1, 1, None, None).status_code == 303


@pytest.mark.parametrize("score", [{}, {"score": "1"}])
def test_tricks_of_a_page_from_before_somebody_joined_are_saved_or_asked_about(
    played: Table, score: dict[str, str]
) -> None:
    seen = played.revision
    joins(played)
    played.turn("hearts")
    played.bid(1, 1, 1, 0, 0)
    played.take(0, 1, None, None, None)
    tricks = {"tricks_0": 1, "tricks_1": 1, "tricks_2": 0, "tricks_3": 0}
    answer = played.send("tricks", 2, revision=seen, **tricks, **score)
    assert answer.status_code == 409
    assert "Tricks of Ann: another page entered 0, you entered 1" in answer.text


def test_the_second_of_two_phones_sees_that_somebody_joined_or_left(
    played: Table, stranger: FlaskClient
) -> None:
    other, seen = played.share(stranger), played.revision
    joins(played)
    page = send(other, "1", away="y", revision=seen)
    assert "Someone else changed this game first." in problems(page)[0]


def test_a_bid_for_a_newcomer_who_is_somebody_else_by_now_is_asked_about(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", variant="nomination", length="list", sizes="5, 4")
    joins(table, after="2")
    seen = table.revision
    table.undo()
    joins(table, after="2", name="Mia")
    assert table.send("bids", 1, revision=seen, bid_3=4).status_code == 409
    assert table.send("bids", 1, bid_3=4).status_code == 303


def test_a_corrected_hand_keeps_who_sat_it_out(played: Table) -> None:
    send(played, "2/out", number=2, out="y")
    played.turn("hearts")
    played.bid(0, 0, None, 0)
    played.score(0, 0, None, 2)
    page = played.client.get(f"{played.path}/hands/2").text
    assert "Bid of Cem" not in page
    good: dict[str, Any] = {"turned": "hearts", "dealer": "1", "revision": played.revision}
    good |= {f"bid_{seat}": "0" for seat in (0, 1, 3)} | {"tricks_0": 2, "tricks_1": 0}
    answer = played.post(f"{played.path}/hands/2", **good, tricks_3=0)
    assert answer.status_code == 303
    assert played.totals() == [10, 40, 20, 40]


def test_a_correction_asks_for_the_card_that_was_left_where_somebody_sat_out(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", "Dora", dealer=3, length="list", sizes="15, 1")
    send(table, "0/out", number=1, out="y")
    table.turn("hearts")
    table.bid(None, 0, 0, 0)
    table.score(None, 5, 5, 5)
    assert 'value="hearts" checked' in table.client.get(f"{table.path}/hands/1").text


@pytest.fixture
def played_of_players(table: Table) -> Table:
    """One hand scored: Ann 30, Ben 20, Cem 20."""
    table.start("Ann", "Ben", "Cem", dealer=2)
    table.play("hearts", (1, 0, 0), (1, 0, 0))
    return table


def rename(table: Table, *names: str, revision: int | None = None) -> str:
    """Save these names; returns the page in the answer, "" if saved."""
    given = table.revision if revision is None else revision
    answer = table.post(f"{table.path}/players", name=list(names), revision=given)
    return "" if answer.status_code == 303 else answer.text


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (("Ann", "", "Cem"), "Seat 2 has no name: type one, or move the empty seat to the end."),
        (("Ann", "ann", "Cem"), "Two players are called ann: rename one."),
        (("Ann", "Ben"), "This game has a fixed number of seats. Reload the page."),
        (("Ann", "Ben", "Cem", "Dora"), "This game has a fixed number of seats. Reload the page."),
        (("Ann", "B" * 41, "Cem"), f"{'B' * 41}: a name can have at most 40 characters."),
    ],
)
def test_invalid_names_are_refused_and_stay_typed(
    played_of_players: Table, names: tuple[str, ...], sentence: str
) -> None:
    page = rename(played_of_players, *names)
    assert problems(page) == [sentence]
    assert all(f'value="{name}"' in page for name in names[:3])
    assert [line[9] for line in played_of_players.csv()] == ["Ann", "Ben", "Cem"]


def test_names_that_another_phone_changed_first_are_asked_for_again(
    played_of_players: Table,
) -> None:
    before = played_of_players.revision
    rename(played_of_players, "Eva", "Ben", "Cem")
    page = rename(played_of_players, "Ann", "Bob", "Cem", revision=before)
    assert problems(page) == ["Someone else changed this game first. Save again to keep yours."]
    assert 'value="Bob"' in page
    played_of_players.turn("clubs", revision=before)


SAID = {"title": "Hut cup", "place": "Zürich", "note": "It rained all day."}


def said(table: Table, **fields: str) -> None:
    form: dict[str, Any] = {"revision": table.revision} | SAID | fields
    response = table.post(f"{table.path}/about", **form)
    assert (response.status_code, response.location) == (303, f"{table.path}#more")


def over(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", length="list", sizes="1")
    table.play("hearts", (0, 1, 1), (0, 0, 1))


def lines(page: str) -> list[str]:
    return [
        plain_text(found).strip()
        for found in re.findall('<p class="(?:card )?about">.*?</p>', page)
    ]


@pytest.mark.parametrize("text", ["CUP", "zurich", "rained all", "ann"])
def test_a_search_finds_notes(table: Table, text: str) -> None:
    over(table)
    assert headings(table.client.get("/history?text=cup").text) == []
    said(table)
    over(table)
    found = headings(table.client.get("/history", query_string={"text": text}).text)
    assert len(found) == 1
    games = main(table.client.get("/history", query_string={"text": text}).text)
    assert games.count('class="evening"') == (2 if text == "ann" else 1)


def test_a_name_is_typed_into_the_empty_field_of_a_seat_without_one(table: Table) -> None:
    table.start(count="3")
    page = table.client.get(f"{table.path}/players").text
    fields = re.findall(r'name="name" value="([^"]*)" placeholder="([^"]*)"', page)
    assert fields == [("", f"Player {number}") for number in (1, 2, 3)]
    assert page.count("<details open>") == 3
    assert not rename(table, "", "Ruth", "")
    assert table.stored().game.players == ("Player 1", "Ruth", "Player 3")
    assert problems(rename(table, "", "", "")), "Ruth has a name"


def test_a_rematch_begins_without_notes(table: Table) -> None:
    over(table)
    said(table)
    response = table.post(f"{table.path}/rematch")
    assert lines(table.client.get(response.location).text) == []


@pytest.mark.parametrize("own", ["", "7"], ids=["by seat", "one chose hers"])
def test_who_stays_keeps_their_colour_in_the_rematch(table: Table, own: str) -> None:
    table.start("Ann", "Ben", "Cem", "Dora", "Emil", colour=["", "", "", own, ""])
    table.play("hearts", (0, 0, 0, 0, 0), (1, 0, 0, 0, 0))
    assert not send(table, "1", away="y")
    table.post(f"{table.path}/end", hands=1, revision=table.revision)
    first = table.stored()
    colours = dict(zip(first.game.players, first.shades, strict=True))
    table.key = table.post(f"{table.path}/rematch").location.rsplit("/", 1)[1]
    again = table.stored()
    assert "Ben" not in again.game.players
    assert again.shades == tuple(map(colours.__getitem__, again.game.players))
    assert again.shades != (0, 1, 2, 3)


def test_who_follows_a_player_follows_the_same_one_in_the_rematch(played: Table) -> None:
    assert not joins(played)
    assert not send(played, "0", away="y")
    played.post(f"{played.path}/end", hands=1, revision=played.revision)
    again = played.post(f"{played.path}/rematch").location
    follower, names = played.client.application.test_client(), (*played.players, "Lea")
    before, played.key = played.path, again.rsplit("/", 1)[1]
    seated = played.stored().game.players

    def led_to(me: str) -> str:
        page = follower.get(f"{before}?me={me}").text
        there = re.search(r' data-next="([^"]*)"', page)
        assert there
        assert f'href="{there[1]}">Go to the next game' in page
        return there[1]

    assert led_to("0") == again, "Ann left: the rematch asks who this is"
    for seat, name in enumerate(names[1:], 1):
        assert led_to(str(seat)) == f"{again}?me={seated.index(name)}"
    assert led_to("") == f"{again}?me="


def test_saves_of_another_phone_are_shown_and_nothing_is_lost(table: Table) -> None:
    over(table)
    shown = table.revision
    said(table)
    response = table.post(f"{table.path}/about", revision=shown, title="Mine", place="", note="")
    assert response.status_code == 409
    assert problems(response.text) == [
        "Someone else changed this game first. Save again to keep yours."
    ]
    assert 'name="title" value="Mine"' in response.text
    assert lines(response.text) == ["Hut cup Zürich It rained all day."]
    again = re.search(r'name="revision" value="(\d+)"', response.text)
    assert again
    said(table, revision=again[1], title="Mine")
    assert lines(table.client.get("/history").text)[0].startswith("Mine")


@pytest.mark.parametrize(
    ("field", "most", "sentence"),
    [
        ("title", 40, "Title can have at most 40 characters."),
        ("place", 40, "Place can have at most 40 characters."),
        ("note", 300, "Note can have at most 300 characters."),
    ],
)
def test_a_text_that_is_too_long_is_refused_and_stays(
    table: Table, field: str, most: int, sentence: str
) -> None:
    over(table)
    text = "ñ" * most
    said(table, **{field: text})
    sent: dict[str, Any] = {"revision": table.revision, **SAID, field: text + "x"}
    response = table.post(f"{table.path}/about", **sent)
    assert (response.status_code, problems(response.text)) == (422, [sentence])
    assert text + "x" in response.text


def test_an_invisible_text_counts_as_empty(table: Table) -> None:
    over(table)
    unseen = dict.fromkeys(SAID, "\u200b") | {"title": " \u202e "}
    said(table, **unseen | {"note": "  two\n\nlines "})
    assert lines(table.client.get("/history").text) == ["two lines"]
