"""Extra points: the panel, what counts, and games of older versions."""

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.rules import entry
from scorekeeper.rules.game import Bonus
from scorekeeper.rules.hand import Extras
from tests.table import Table, numbers
from tests.web.page import chip, main, plain_text, problems
from tests.web.screen import Screen, clash, hand, use_mine

NAMES = ("Ann", "Ben", "Cem")


@pytest.fixture
def skull_king(table: Table) -> Table:
    """A hand of three cards, with bids."""
    table.start(*NAMES, variant="skull-king", dealer=2, length="list", sizes="3, 3")
    table.bid(1, 2, 0)
    return table


@pytest.fixture
def specials(table: Table) -> Table:
    """A hand of Wizard of two cards with special cards, and bids."""
    table.start(*NAMES, specials="y", dealer=2, length="list", sizes="2, 2")
    table.turn("hearts")
    table.bid(1, 0, 2)
    return table


def tap(table: Table, revision: int | None = None, **fields: Any) -> TestResponse:
    """Tap keys of the panel, as a page with scripts sends them."""
    at = table.revision if revision is None else revision
    touched = " ".join(fields)
    return table.send("extras", 1, part=True, revision=at, **{"touched": touched} | fields)


def chosen(page: str, name: str) -> str | None:
    """The selected value under a name, None if there is no such key."""
    found = re.findall(rf'name="{name}" value="([^"]*)"( checked)?', page)
    return next((value for value, is_chosen in found if is_chosen), None)


def line_of(page: str, seat: int) -> str:
    """The text of a player's line."""
    return plain_text(page.split(f'id="line-{seat}"')[1].partition("</label>")[0])


def test_extra_points_of_a_hand_that_has_not_begun_are_shown_beside_the_name_and_on_the_sheet(
    table: Table,
) -> None:
    table.start(*NAMES)
    table.send("extras", points_2="-30")
    table.play("hearts", (1, 0, 0), (1, 0, 0))
    table.send("extras", points_0="-20", points_1="10")
    page = table.page()
    pills = r'id="line-(\d)"|<b class="penalty">.*?</span>(.*?)</b>'
    # The other numbers of the line are those of the last hand.
    noted = [("2", ""), ("0", ""), ("", "Hand 2: −20"), ("1", ""), ("", "Hand 2: +10")]
    assert re.findall(pills, page) == noted
    row = page.split('<tr id="row-2"')[1].partition("</tr>")[0].partition(">")[2]
    assert plain_text(row).split() == ["2", "−20", "+10"]
    table.turn("hearts")
    assert [pill for _, pill in re.findall(pills, table.page()) if pill] == ["−20", "+10"]


def test_a_page_that_went_on_while_its_tap_waited_is_not_led_back(skull_king: Table) -> None:
    seen: dict[str, Any] = {"seen": skull_king.stored().stamp, "open": "tricks"}
    answer = tap(skull_king, king_0=1, touched="king_0", **seen)
    assert 'data-panel="tricks"' in answer.text


def test_undo_leaves_the_panel_open_and_names_what_it_takes_back(skull_king: Table) -> None:
    page = tap(skull_king, black14_0=1).text
    assert "Undo Ann: Black 14" in plain_text(page)
    target = {"target": skull_king.revision, "open": "extras"}
    answer = skull_king.post(f"{skull_king.path}/undo", part=True, **target)
    assert 'data-panel="extras"' in answer.text
    assert chosen(answer.text, "black14_0") == "0"


def test_extras_of_one_player_do_not_change_those_of_another(skull_king: Table) -> None:
    def log() -> str:
        page = skull_king.client.get(f"{skull_king.path}/log").text
        entry = main(page).partition("Extras: ")[2].partition("</p>")[0]
        return plain_text(entry).rstrip(" .")

    skull_king.send("extras", 1, points_2="-10")
    skull_king.send("extras", 1, points_1="5")
    assert log() == "Ben: +5; Cem: −10"
    skull_king.send("extras", 1, points_1="10", king_1="1")
    assert log() == "Ben: Skull King taken by a mermaid; Ben: +10; Cem: −10, changed from Ben: +5"
    skull_king.send("extras", 1, points_1="")
    said = "changed from Ben: +5 and Ben: +10"
    assert log() == f"Ben: Skull King taken by a mermaid; Cem: −10, {said}"
    skull_king.score(1, 2, 0)
    for points, told in (("5", "Ben: +5 (was –)"), ("", "– (was Ben: +5)")):
        sent: dict[str, Any] = {"dealer": 2, "points_1": points, "points_2": "-10", "king_1": 1}
        sent |= numbers("bid", (1, 2, 0)) | numbers("tricks", (1, 2, 0))
        skull_king.post(f"{skull_king.path}/hands/1", revision=skull_king.revision, **sent)
        assert f"Hand 1 corrected: Extras: {told}" in plain_text(skull_king.page())


def test_values_that_are_not_sent_stay(skull_king: Table, app: Flask) -> None:
    skull_king.send("extras", 1, points_1="-10", reason_1="late", void="1")
    tap(skull_king, king_1=1)
    assert hand(skull_king, app).void == 1
    assert hand(skull_king, app).bonuses == (
        Bonus(1, "king", 1),
        Bonus(1, "points", -10, reason="late"),
    )


def test_loot_is_one_for_both_from_whoever_s_pad_it_is_tapped(
    skull_king: Table, app: Flask
) -> None:
    tap(skull_king, loot_2_0=1)
    assert hand(skull_king, app).bonuses == (Bonus(0, "loot", 1, 2),)
    page = skull_king.page("extras")
    assert (chosen(page, "loot_0_2"), chosen(page, "loot_2_0")) == ("1", "1")
    assert "Loot Ann" in line_of(page, 2)
    assert "Loot Cem" in line_of(page, 0)
    tap(skull_king, loot_0_2=1)
    assert len(hand(skull_king, app).bonuses) == 1
    skull_king.send("extras", 1, touched="loot_0_2", loot_2_0=1, loot_0_2=0)
    assert hand(skull_king, app).bonuses == ()
    tap(skull_king, loot_0_2=1)
    skull_king.send("extras", 1, loot_2_0=0, loot_0_2=1)
    assert hand(skull_king, app).bonuses == (), "without scripts, what differs counts"


def test_a_pair_that_is_stored_the_other_way_round_is_one_too(
    skull_king: Table, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As stored by older versions.
    older = Extras(bonuses=(Bonus(2, "loot", 1, 0),))
    monkeypatch.setattr(entry, "extras_in", lambda *_: older)
    tap(skull_king, loot_0_2=1)
    monkeypatch.undo()
    assert hand(skull_king, app).bonuses == (Bonus(2, "loot", 1, 0),)
    assert chosen(skull_king.page("extras"), "loot_0_2") == "1"
    tap(skull_king, loot_0_2=1, king_1=1)
    assert len(hand(skull_king, app).bonuses) == 2
    tap(skull_king, loot_0_2=0)
    assert hand(skull_king, app).bonuses == (Bonus(1, "king", 1),)


def test_a_tap_in_a_hand_scored_meanwhile_leads_to_its_correction(skull_king: Table) -> None:
    shown = skull_king.revision
    skull_king.score(1, 2, 0)
    answer = tap(skull_king, shown, pirate_1=1)
    assert answer.status_code == 409
    mine = Screen(skull_king, "", answer.text).form("clash")
    assert mine.address == f"{skull_king.path}/hands/1"
    assert mine.sent["pirate_1"] == "1"


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"fourteen_0": "4"}, "This game does not have that extra. Reload the page."),
        ({"foo_0": "1"}, "This game does not have that extra. Reload the page."),
        ({"king_7": "1"}, "This game does not have that extra. Reload the page."),
        ({"loot_0": "1"}, "This game does not have that extra. Reload the page."),
        ({"loot_0_9": "1"}, "This game does not have that extra. Reload the page."),
        ({"king_0_1": "1"}, "This game does not have that extra. Reload the page."),
        ({"king_0": "x"}, "Extras: choose one of the options shown."),
        ({"king_0": ["0", "1"]}, "Extras was sent twice with different values. Reload the page."),
        ({"cloud": "9+"}, "Cloud: once all bids are in, tap the player whose bid changes."),
        ({"cloud": "up"}, "Cloud: choose one of the options shown."),
        ({"void": "9"}, "Not that many tricks can be nobody’s: tap one of the numbers."),
        ({"points_0": "ten"}, "Extra points of Ann must be a whole number."),
        (
            {"points_1": "x", "points_2": "1.5"},
            "Extra points of Ben and Cem must be a whole number.",
        ),
        (
            {"points_2": "5000"},
            "Extra points of Cem: type a number from −1000 to 1000, but not 0.",
        ),
        ({"points_0": "", "reason_0": "late"}, "Ann: enter the points that go with the reason."),
        (
            {"points_0": ["1", "2"]},
            "Extra points was sent twice with different values. Reload the page.",
        ),
    ],
)
def test_an_invalid_value_is_refused_with_a_sentence_and_the_rest_stays(
    skull_king: Table, fields: dict[str, Any], sentence: str
) -> None:
    before = skull_king.revision
    answer = skull_king.send("extras", 1, **{"black14_1": 1} | fields)
    assert answer.status_code == 422
    assert problems(answer.text) == [sentence]
    assert 'data-panel="extras"' in answer.text
    assert skull_king.revision == before
    if "king_0" not in fields:
        assert chosen(answer.text, "black14_1") == "1"
    texts = [text for name, text in fields.items() if name[:-1] in ("points_", "reason_")]
    assert all(f'value="{text}"' in answer.text for text in texts if isinstance(text, str))


@pytest.fixture
def one_card(table: Table) -> Table:
    """A hand of one card, with bids."""
    table.start(*NAMES, variant="skull-king", dealer=2)
    table.bid(1, 0, 0)
    return table


def typed(page: str, kind: str) -> list[str]:
    """The values in the fields of all seats."""
    found = dict(re.findall(rf'name="{kind}_(\d)"[^>]* value="([^"]*)"', page, re.DOTALL))
    return [found[seat] for seat in sorted(found)]


@pytest.mark.parametrize(
    ("number", "sign", "points"),
    [
        *(("30", "penalty", -30), ("30", "bonus", 30), ("30", None, 30), ("-30", None, -30)),
        # In the field is the sign of what was saved before.
        *(("−30", "bonus", 30), ("+30", "penalty", -30)),
    ],
)
def test_the_choice_beside_extra_points_decides_their_sign_and_older_pages_send_none(
    one_card: Table, app: Flask, number: str, sign: str | None, points: int
) -> None:
    choice: dict[str, Any] = {"sign_0": sign} if sign else {}
    one_card.send("extras", points_0=number, **choice)
    assert hand(one_card, app).bonuses == (Bonus(0, "points", points),)
    page = one_card.page("extras")
    chosen = "bonus" if points > 0 else "penalty"
    assert re.findall(r'name="sign_0" value="(\w+)" checked', page) == [chosen]


@pytest.mark.parametrize(
    ("shown", "number", "sign", "points"),
    [
        # A sign that somebody typed is meant.
        *(("", "+20", "penalty", 20), ("", "-20", "bonus", -20), ("−30", "+20", "penalty", 20)),
        # One that the page showed follows the choice.
        *(("−30", "−30", "bonus", 30), ("+30", "+30", "penalty", -30)),
        *(("−30", "20", "penalty", -20), ("", "20", "bonus", 20)),
    ],
)
def test_a_sign_that_was_typed_counts_more_than_the_choice(
    one_card: Table, app: Flask, shown: str, number: str, sign: str, points: int
) -> None:
    sent: dict[str, Any] = {"shown_0": shown, "points_0": number, "sign_0": sign}
    one_card.send("extras", **sent)
    assert hand(one_card, app).bonuses == (Bonus(0, "points", points),)
    refused = one_card.send("extras", **sent, points_1="ten").text
    again = re.findall(r'name="sign_0" value="(\w+)" checked', refused)
    assert again == ["bonus" if points > 0 else "penalty"]
    assert 'name="shown_1" value=""' in refused


def test_a_refused_number_keeps_its_choice(one_card: Table) -> None:
    page = one_card.send("extras", points_0="ten", sign_0="bonus").text
    assert typed(page, "points")[0] == "ten"
    assert re.findall(r'name="sign_0" value="(\w+)" checked', page) == ["bonus"]


def test_a_tap_taken_back_before_its_answer_came_is_taken_back(one_card: Table, app: Flask) -> None:
    shown, number, touched = one_card.revision, "a" * 22, "pirate_1"
    tap(one_card, touched=touched, pirate_1=1, tap=number)
    tap(one_card, shown, touched=touched, pirate_1=0, knows=number)
    assert hand(one_card, app).bonuses == ()


def test_other_points_of_two_phones_for_one_player_ask_and_one_tap_decides(
    one_card: Table, stranger: FlaskClient, app: Flask
) -> None:
    shown, ben = one_card.revision, one_card.share(stranger, "Ben’s phone")
    tap(ben, touched="points_0", king_2=1, points_0="5", reason_0="kind")
    # Nobody had any extras when the panel was drawn.
    stale = {"king_2": 0, "points_1": "", "reason_1": "", "reason_0": "late"}
    answer = tap(one_card, shown, touched="points_0", points_0="9", **stale)
    assert clash(answer) == [
        "Extras: Ben’s phone entered Ann: +5 kind; Cem: Skull King taken by a mermaid, "
        "you entered Ann: +9 late; Cem: Skull King taken by a mermaid."
    ]
    mine = Screen(one_card, "", answer.text).form("clash")
    assert mine.sent.keys() - {"csrf_token", "revision"} == {"points_0", "reason_0"}
    assert typed(answer.text, "points")[0] == "+5", "what is stored"
    use_mine(one_card, answer)
    assert hand(one_card, app).bonuses == (
        Bonus(0, "points", 9, reason="late"),
        Bonus(2, "king", 1),
    )


PLAYED: dict[str, Any] = {"dealer": "2", "bid_0": "1", "bid_1": "0", "bid_2": "0"}
PLAYED |= {"tricks_0": "1", "tricks_1": "0", "tricks_2": "0"}


def test_a_correction_that_is_refused_keeps_the_extras_as_they_were_typed(
    one_card: Table,
) -> None:
    one_card.score(1, 0, 0)
    here = f"{one_card.path}/hands/1"
    more = {"king_1": "1", "points_2": "ten", "reason_2": "late"}
    answer = one_card.post(here, revision=one_card.revision, **PLAYED | more)
    assert problems(answer.text) == ["Extra points of Cem must be a whole number."]
    assert chip(answer.text, "king_1", "1").checked
    assert typed(answer.text, "points") == ["", "", "ten"]
    assert typed(answer.text, "reason") == ["", "", "late"]
    assert re.findall(r'id="extras-of-(\d)" open', answer.text) == ["1", "2"]


NONE: dict[str, Any] = {"void": "0", "cloud": "", "points": ["", "", ""], "reason": ["", "", ""]}


@pytest.fixture
def of_older_page(table: Table) -> Table:
    """A hand of three cards, with bids and extras."""
    table.start("Ann", "Ben", "Cem", variant="skull-king", dealer=2, length="list", sizes="3, 3")
    table.bid(1, 2, 0)
    table.send("extras", king_1=1, fourteen_0=2, loot_0_2=1, points_1="-10", reason_1="late")
    return table


def older(table: Table, touched: str, **fields: Any) -> TestResponse:
    """Send an entry that a phone recorded on the former page of extras."""
    sent = NONE | {"revision": table.revision, "touched": touched} | fields
    return table.post(f"{table.path}/hands/1/all-extras", part=True, **sent)


@pytest.mark.parametrize(
    ("fields", "bonuses"),
    [
        (NONE, []),
        ({"extra": ["fourteen.0.1", "fourteen.0.3"]}, [Bonus(0, "fourteen", 3)]),
        ({"extra": ["loot.2.0", "loot.0.2"]}, [Bonus(0, "loot", 1, 2)]),
        ({"extra": "loot.1.0"}, [Bonus(0, "loot", 1, 1)]),
        (
            {"points": ["", "", "+5"], "reason": ["", "", " kind "]},
            [Bonus(2, "points", 5, reason="kind")],
        ),
    ],
)
def test_waiting_entries_are_saved_as_they_were_tapped(
    of_older_page: Table, app: Flask, fields: dict[str, Any], bonuses: list[Bonus]
) -> None:
    answer = older(of_older_page, "king.1", **fields)
    assert answer.headers["HX-Redirect"] == f"{of_older_page.path}?panel=extras"
    assert list(hand(of_older_page, app).bonuses) == bonuses


def test_an_older_entry_adds_to_what_others_entered_meanwhile(
    of_older_page: Table, stranger: FlaskClient, app: Flask
) -> None:
    shown, ben = of_older_page.revision, of_older_page.share(stranger)
    ben.send("extras", 1, pirate_2=1)
    all_but = ["fourteen.0.2", "loot.0.2"]
    late = {"points": ["", "-10", ""], "reason": ["", "late", ""]}
    older(of_older_page, "king.1", revision=shown, extra=all_but, void="1", **late)
    assert hand(of_older_page, app).void == 1
    assert {bonus.key for bonus in hand(of_older_page, app).bonuses} == {
        *("fourteen", "loot", "pirate", "points")
    }


def test_an_entry_that_cannot_be_saved_gets_a_sentence_for_the_phone(
    of_older_page: Table, stranger: FlaskClient
) -> None:
    shown, ben = (
        of_older_page.revision,
        of_older_page.share(stranger, "Ben’s phone"),
    )
    for fields, sentence in (
        ({"points": ["ten", "", ""]}, "Extra points of Ann must be a whole number."),
        ({"extra": "a.b.c"}, "Extras: choose one of the options shown."),
        ({"extra": "plus.0.1"}, "This game does not have that extra. Reload the page."),
    ):
        answer = older(of_older_page, "points.0", **fields)
        assert (answer.status_code, problems(answer.text)) == (410, [sentence])
    ben.send("extras", 1, pirate_2=1)
    answer = older(of_older_page, "pirate.2", revision=shown, extra="pirate.2.2")
    assert answer.status_code == 410
    (line,) = problems(answer.text)
    assert "Ben’s phone entered" in line


def test_a_correction_that_waited_is_saved_with_its_extras(
    of_older_page: Table, app: Flask
) -> None:
    of_older_page.score(1, 2, 0)
    told: dict[str, Any] = {"dealer": "2", "bid_0": "1", "bid_1": "2", "bid_2": "0"}
    told |= {"tricks_0": "1", "tricks_1": "2", "tricks_2": "0", "extra": "king.1.1"}
    answer = of_older_page.post(
        f"{of_older_page.path}/hands/1",
        revision=of_older_page.revision,
        **NONE | told,
    )
    assert answer.status_code == 303
    assert list(hand(of_older_page, app).bonuses) == [Bonus(1, "king", 1)]


def test_the_addresses_lead_to_the_panel_and_to_the_correction(
    of_older_page: Table,
) -> None:
    here, panel = of_older_page.path, f"{of_older_page.path}?panel=extras"
    for address in (f"{here}/extras", f"{here}/hands/1/all-extras"):
        assert of_older_page.client.get(address).location == panel
    of_older_page.score(1, 2, 0)
    answer = of_older_page.client.get(f"{here}/hands/1/all-extras")
    assert answer.location == f"{here}/hands/1"


def said_of_special(page: str) -> str:
    found = re.search(r'<p class="card about special">(.*?)</p>', page)
    return plain_text(found[1]) if found else ""


def test_a_game_that_somebody_left_is_compared_with_nothing(table: Table) -> None:
    four = ("Ann", "Ben", "Cem", "Dora")

    def begin(sizes: str) -> None:
        table.start(*four, length="list", sizes=sizes)
        table.play("hearts", (0, 1, 1, 0), (0, 0, 1, 0))

    for _ in range(6):
        begin("1")
    assert "of 20 other scores" in said_of_special(table.page())
    begin("1, 2")
    left = table.post(f"{table.path}/players/3", revision=table.revision, away="y")
    assert left.status_code == 303
    assert table.post(f"{table.path}/end", hands=1, revision=table.revision).status_code == 303
    assert said_of_special(table.page()) == ""
    begin("1")
    assert "of 24 other scores" in said_of_special(table.page())


def test_a_bid_that_a_cloud_would_move_out_of_its_range_is_refused(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", dealer=2, specials="y", length="list", sizes="2, 2")
    table.turn("hearts")
    table.bid(1, 0, 1)
    for cloud, bid in (("2+", {"bid_2": 2}), ("0-", {"bid_0": 0})):
        assert table.send("extras", cloud=cloud, void=0).status_code == 303
        assert table.send("bids", **bid, part=True).status_code == 422


@pytest.mark.parametrize("panel", ["tricks", "extras", "whole"])
def test_a_negated_trick_is_refused_in_a_game_that_negates_none(table: Table, panel: str) -> None:
    table.start("Ann", "Ben", "Cem", dealer=2)
    table.turn("hearts")
    table.bid(0, 0, 0)
    assert table.send(panel, negated=0, part=True).status_code == 422
