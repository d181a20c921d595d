"""The table view: the contents of a screen in the middle of the table, and what it must not
contain."""

import re

import pytest
from flask.testing import FlaskClient

from tests.table import Table
from tests.web.page import main, plain_text

NAMES = ("Ann", "Ben", "Cem")
CONTROLS = ("<form", "<input", "csrf_token", "hx-post", "/undo", "/rules", "/delete", "/hands/")


@pytest.fixture
def table(table: Table) -> Table:
    """One hand of two is played, Ann leads with 30; Cem deals the second."""
    table.start(*NAMES, dealer=1, hook="y", not1="y", length="list", sizes="1, 3")
    table.play("hearts", (1, 1, 0), (1, 0, 0))
    return table


def view(table: Table, client: FlaskClient | None = None) -> str:
    """The page without its frame, as for any phone."""
    response = (client or table.client).get(f"{table.path}/table")
    assert response.status_code == 200
    return main(response.text)


def slots(page: str) -> list[str]:
    """The text at each place, in the order of the page."""
    return [plain_text(slot) for slot in re.findall(r'<li class="spot.*?</li>', page, re.DOTALL)]


def steps(page: str) -> list[str]:
    """The steps of the podium, the winner's first."""
    found = page.partition('<ol class="podium">')[2].partition("</ol>")[0]
    return [plain_text(step) for step in re.findall(r"<li.*?</li>", found, re.DOTALL)]


def data(page: str) -> dict[str, str]:
    """The data attributes of the element that is swapped."""
    found = re.search(r'<div id="table" ([^>]*)>', page)
    assert found
    return {name: value or "" for name, value in re.findall(r'data-(\w+)(?:="([^"]*)")?', found[1])}


# Contents


def test_before_trump_it_shows_the_dealer_and_the_points_of_the_last_hand(table: Table) -> None:
    page = view(table)
    assert "Hand 2 of 2 3 cards Trump? Cem deals and turns up trump" in plain_text(page)
    assert slots(page) == [
        "Ann last hand +30 in front 30",
        "Ben last hand −10 total −10",
        "Cem deals last hand +20 total 20",
    ]
    assert page.count("spot acts") == 1


def test_a_wizard_stays_marked_when_trump_is_named(table: Table) -> None:
    table.turn("wizard")
    text = plain_text(view(table))
    assert "Wizard Cem names a suit" in text
    table.turn("wizard", named="diamonds")
    assert "Trump: Diamonds Ann bids next No bids yet" in plain_text(view(table))


def test_during_the_bids_it_shows_them_and_whose_turn_it_is(table: Table) -> None:
    table.turn("clubs")
    table.bid(2, None, None)
    page = view(table)
    assert "Clubs Ben bids next 2 of 3 bid: 1 under" in plain_text(page)
    assert slots(page) == [
        "Ann plays first bid 2 in front 30",
        "Ben bids next total −10",
        "Cem deals total 20",
    ]
    assert page.count("spot acts") == 1


def test_the_forbidden_bid_is_shown_in_the_dealers_place(table: Table) -> None:
    table.turn("clubs")
    table.bid(2, 0, None)
    assert slots(view(table))[2] == "Cem deals bids next not 1 total 20"
    table.bid(2, 0, 0)
    table.bid(3, 0, 0)
    page = view(table)
    assert "Cem must change the bid" in plain_text(page)
    assert slots(page)[2] == "Cem deals bid 0 must change not 0 total 20"


def test_during_the_tricks_bids_stay_and_tricks_stand_beside(table: Table) -> None:
    table.turn("clubs")
    table.bid(2, 0, 0)
    assert slots(view(table))[0] == "Ann plays first bid 2 in front 30"
    table.take(2, None, None)
    page = view(table)
    assert "Clubs 2 of 3 bid: 1 under" in plain_text(page)
    assert slots(page) == [
        "Ann plays first bid 2 took 2 +40 in front 30",
        "Ben bid 0 total −10",
        "Cem deals bid 0 total 20",
    ]
    assert "acts" not in page
    table.take(2, 2, None)
    text = plain_text(view(table))
    assert "1 trick too many" in text
    assert "2 of 3 bid" not in text


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_places_do_not_move_with_the_deal_and_nobody_leads_before_the_first_hand(
    table: Table, dealer: int
) -> None:
    table.start(*NAMES, dealer=dealer)
    shown = [
        f"{name} deals total 0" if name == NAMES[dealer] else f"{name} total 0" for name in NAMES
    ]
    assert slots(view(table)) == shown
    table.play("hearts", (0, 0, 0), (0, 0, 1))
    assert ["in front" in slot for slot in slots(view(table))] == [True, True, False]


def test_a_game_to_a_target_has_no_number_of_hands(table: Table) -> None:
    table.start("Ann", "Ben", variant="two-player")
    assert "Hand 1 11 cards Trump?" in plain_text(view(table))


def test_a_timed_game_shows_its_clock_without_a_button(table: Table) -> None:
    assert "data-ends" not in view(table)
    table.start(*NAMES, timed="y", clock="4")
    page = view(table)
    assert "4 min left · one more hand?" in plain_text(page)
    assert "End after hand" not in page


def test_a_game_that_is_over_shows_the_winner_and_the_podium(table: Table) -> None:
    assert "over" not in data(view(table))
    table.post(f"{table.path}/end", hands=1, revision=table.revision)
    page = view(table)
    assert "over" in data(page)
    assert "Ann wins with 30" in plain_text(page)
    assert "Ended early after 1 hand." in plain_text(page)
    assert "Ann 30 wins by 10" in plain_text(page)
    assert steps(page) == [
        "Ann 30 1",
        "Cem 20 2",
        "Ben −10 3",
    ]


def test_players_with_equal_totals_share_a_step_and_a_draw_has_two_cards(table: Table) -> None:
    table.start(*NAMES, "Dora", "Eli")
    table.play("hearts", (0, 0, 1, 1, 0), (0, 0, 0, 0, 1))
    table.post(f"{table.path}/end", hands=1, revision=table.revision)
    page = view(table)
    assert steps(page) == ["Ann Ben 20 1", "Cem Dora Eli −10 3"]
    assert page.count('<li class="wincard') == 2
    table.start("Ann", "Ben", variant="two-player")
    table.turn("hearts")
    table.bid(2, 2)
    table.score(2, 2, negated=-1)
    table.post(f"{table.path}/end", hands=1, revision=table.revision)
    page = view(table)
    assert page.count('<li class="wincard') == 2
    assert "A draw at" in plain_text(page)
    assert "podium" not in page
    table.start(*NAMES)
    table.post(f"{table.path}/end", hands=0, revision=table.revision)
    assert "No hand was scored" in plain_text(view(table))


def test_after_the_end_it_leads_to_the_table_view_of_the_next_game(table: Table) -> None:
    table.post(f"{table.path}/end", hands=1, revision=table.revision)
    assert "Waiting for the next game" in plain_text(view(table))
    rematch = table.post(f"{table.path}/rematch").location
    assert f'href="{rematch}/table">Go to the next game' in view(table)


def test_names_that_are_markup_are_text(table: Table) -> None:
    table.start("<b>Ann</b>", "Ben & Co", "Cem")
    page = view(table)
    assert "&lt;b&gt;Ann&lt;/b&gt;" in page
    assert "Ben &amp; Co" in page


# Structure


def test_it_says_what_the_script_that_follows_needs(table: Table) -> None:
    stored = data(view(table))
    assert stored["revision"] == str(table.revision)
    assert stored["poll"] == f"{table.path}/table"
    assert stored["news"] == "Hand 1 scored. Ann leads with 30."
    assert (stored["role"], stored["turn"], stored["panel"]) == ("looks", "", "")


def test_it_holds_nothing_to_send_even_for_the_keeper(table: Table) -> None:
    pages = [view(table)]
    table.turn("wizard")
    pages.append(view(table))
    table.turn("wizard", named="clubs")
    pages.append(view(table))
    table.bid(1, 1, 0)
    pages.append(view(table))
    table.score(1, 1, 1)
    pages.append(view(table))
    for page in pages:
        assert [part for part in CONTROLS if part in page] == []
        assert "<button" not in page
        assert "screen" not in plain_text(page), "words for phones"


def test_it_is_the_same_for_everybody_and_leads_back_to_the_game(
    table: Table, stranger: FlaskClient
) -> None:
    assert view(table, stranger) == view(table)
    assert f'href="{table.path}" aria-label="Back to the game"' in view(table)
