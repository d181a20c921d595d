"""Points: of bids, captured cards and variants, as computed and as printed in the rules."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.actions import (
    change_cards,
    enter_bids,
    enter_extras,
    enter_tricks,
    hand_to_change,
    score_hand,
    turn_up,
)
from scorekeeper.rules.game import NOBODY, Bonus, Game, Phase
from scorekeeper.rules.hand import Extras, forbidden_bids, offered_rest, phase, tricks_left
from scorekeeper.rules.incoming import check_game
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.model import Extra, Trump, Turned
from scorekeeper.rules.variants.variants import (
    CAPTURES,
    RASCAL,
    SKULL_KING,
    VARIANTS,
    counting_on_a_miss,
    counts_on_a_miss,
    may_count_on_a_miss,
)
from scorekeeper.store.mapping.document import rules_from_json, rules_to_json
from scorekeeper.store.mapping.log import without
from tests.rules.chance import quickly
from tests.rules.notation import codes, correct, current, new, on, play, refuses
from tests.rules.replay import line_of

THREES = (3,)
OPEN = (None, None, None)


@pytest.mark.parametrize(
    ("card", "trump"),
    [("s", "spades"), ("d", "diamonds"), ("j", "none"), ("wh", "hearts"), ("wc", "clubs")],
)
def test_the_card_turned_up_makes_trump(card: str, trump: str) -> None:
    assert current(play("wizard", 3, card)).trump == trump


def test_trump_stays_open_until_the_dealer_names_it_for_a_wizard() -> None:
    game = play("wizard", 3, "w")
    assert current(game).turned is Turned.WIZARD
    assert phase(current(game)) is Phase.TRUMP
    assert phase(current(on(game, "wh"))) is Phase.BIDS


@pytest.mark.parametrize(
    ("turned", "named", "code"),
    [(Turned.WIZARD, Trump.RED, "trump-named-none"), (None, None, "trump-missing")],
)
def test_a_card_is_turned_up_and_a_wizard_names_a_suit(
    turned: Turned | None, named: Trump | None, code: str
) -> None:
    with refuses(code):
        turn_up(new("wizard", 3), 1, turned, named)


@pytest.mark.parametrize(
    ("cards", "waits", "trump"), [(15, Phase.BIDS, Trump.NONE), (14, Phase.TRUMP, None)]
)
def test_a_card_is_turned_up_only_while_one_is_left(
    cards: int, waits: Phase, trump: Trump | None
) -> None:
    hand = current(new("wizard", 4, sizes=(cards,)))
    assert (phase(hand), hand.trump) == (waits, trump)


@pytest.mark.parametrize(
    ("players", "line", "problems"),
    [
        (3, "h 111/202", ["tricks-over"]),
        (3, "h 111/101", ["tricks-under"]),
        (3, "- 111/111", ["trump-missing"]),
        (3, "- 0../5..", ["tricks-range"]),
        (3, "h 111/111 !-", ["negated-unknown"]),
        (3, "h 111/111 !1", ["negated-unknown"]),
        (2, "h 00/66 !-", ["tricks-over"]),
        (2, "h 34/04 !0", ["negated-empty"]),
        (2, "h 34/34", ["negated-missing"]),
        (2, "h 34/34 !5", ["negated-unknown"]),
        (2, "h 34/34 !3", ["negated-unknown"]),
        (2, "h 34/74 !2", ["negated-dummy"]),
        (2, "h 11/1.", ["tricks-missing", "negated-missing"]),
        (2, "h 11/1. !-", ["tricks-missing"]),
        (2, "h 34/b. !2", ["tricks-missing"]),
    ],
)
def test_a_hand_that_cannot_be_scored_is_refused(
    players: int, line: str, problems: list[str]
) -> None:
    variant, sizes = ("wizard", THREES) if players == 3 else ("two-player", None)
    with refuses(*problems):
        play(variant, players, line, sizes=sizes)


@pytest.mark.parametrize("tricks", ["202", "101"])
def test_a_refusal_names_the_sum_of_the_tricks(tricks: str) -> None:
    with pytest.raises(RefusedError) as refused:
        play("wizard", 3, f"h 111/{tricks}", sizes=THREES)
    values = refused.value.problems[0].values
    assert values == {"sum": sum(map(int, tricks)), "cards": 3, "number": 1}


def test_all_objections_come_at_once() -> None:
    missing = ["trump", "bid", "bid", "tricks", "tricks", "tricks"]
    with refuses(*(f"{what}-missing" for what in missing)):
        score_hand(play("wizard", 3, "- 0.."), 1, OPEN, None)


def test_a_pile_is_0_to_cards() -> None:
    with refuses("tricks-range", "tricks-range"):
        enter_tricks(play("wizard", 3, "h 000"), 1, (2, None, -1), None)


@pytest.mark.parametrize(
    ("tricks", "rest", "scored"),
    [("1.0", {1: 2}, (1, 2, 0)), ("3..", {1: 0, 2: 0}, (3, 0, 0))],
    ids=["one pile left open", "no trick left"],
)
def test_the_rest_is_offered_and_taken_when_the_hand_is_scored(
    tricks: str, rest: dict[int, int], scored: tuple[int, ...]
) -> None:
    game = play("wizard", 3, f"h 111/{tricks}?", sizes=THREES)
    assert offered_rest(game, current(game)) == rest
    assert score_hand(game, 1, OPEN, None).hands[0].tricks == scored


@pytest.mark.parametrize(
    ("tricks", "problems"),
    [
        ("1..", ["tricks-missing", "tricks-missing"]),
        ("3.3", ["tricks-over"]),
        ("2.2", ["tricks-over"]),
    ],
)
def test_nothing_is_offered_with_two_piles_open_or_too_many_tricks(
    tricks: str, problems: list[str]
) -> None:
    game = play("wizard", 3, f"h 111/{tricks}?", sizes=THREES)
    assert offered_rest(game, current(game)) == {}
    with refuses(*problems):
        score_hand(game, 1, OPEN, None)


def test_no_rest_is_offered_where_a_dummy_may_hold_it() -> None:
    game = play("two-player", 2, "h 11/1.?")
    assert offered_rest(game, current(game)) == {}
    with refuses("tricks-missing"):
        score_hand(game, 1, (None, None), NOBODY)


def test_tricks_left_fall_below_0_when_there_are_too_many() -> None:
    assert tricks_left(current(play("wizard", 3, "h 111/22.?", sizes=THREES))) == -1


def test_tricks_may_be_entered_a_pile_at_a_time() -> None:
    game = enter_tricks(play("wizard", 3, "h 011"), 1, (0, None, None), None)
    assert current(enter_tricks(game, 1, (None, None, 1), None)).tricks == (0, None, 1)


@pytest.mark.parametrize(
    ("line", "counted", "points"),
    [
        ("h 34/34 !-", [3, 4], [50, 60]),
        ("h 34/44 !0", [3, 4], [50, 60]),
        ("h 34/44 !-", [4, 4], [-10, 60]),
    ],
    ids=["the dummy has the rest", "Ann took the 8", "the dummy took the 8"],
)
def test_the_trick_with_the_spade_8_does_not_count(
    line: str, counted: list[int], points: list[int]
) -> None:
    row = score_sheet(play("two-player", 2, line)).rows[0]
    assert [cell.counted for cell in row.cells] == counted
    assert [cell.points for cell in row.cells] == points


def test_a_scored_hand_is_changed_by_correction_alone() -> None:
    game = play("wizard", 3, "h 011/001")
    for action in (enter_tricks, score_hand):
        with pytest.raises(RefusedError) as refused:
            action(game, 1, (1, 0, 0), None)
        assert codes(refused.value)[-1] in ("hand-scored", "tricks-over")
    assert score_sheet(correct(game, 1, "h 011/010")).totals == (20, 30, -10)


@pytest.mark.parametrize("number", [0, 3, 99, -1])
def test_a_hand_that_is_not_dealt_yet_is_unknown(number: int) -> None:
    with refuses("hand-unknown"):
        hand_to_change(play("wizard", 3, "h 011/001"), number)


@pytest.mark.parametrize(
    ("line", "problems"),
    [("h 010/011", ["bid-forbidden", "tricks-over"]), ("h .11/001", ["bid-missing"])],
)
def test_a_correction_that_could_not_be_scored_is_refused(line: str, problems: list[str]) -> None:
    game = play("wizard", 3, "h 011/001", "j", rule="hook", dealer=2)
    with refuses(*problems):
        correct(game, 1, line)


def test_the_hand_being_played_is_not_corrected() -> None:
    with refuses("hand-unscored"):
        correct(play("wizard", 3, "h 011"), 1, "h 011/001")


def test_a_hand_that_was_dealt_with_other_cards_is_corrected_and_the_plan_stays() -> None:
    game = play("wizard", 3, "h 011/001", "j 200/101", "h 100/201")
    four = correct(game, 3, "h 100/301", cards=4)
    assert [hand.cards for hand in four.hands] == [1, 2, 4]
    assert four.settings == game.settings
    assert current(four) == current(game)
    check_game(four)
    assert without(four, line_of(game, four)) == game
    assert score_sheet(correct(four, 3, "h 100/201", cards=3)) == score_sheet(game)


@pytest.mark.parametrize(
    ("cards", "line", "problem"),
    [
        (2, "h 100/201", "tricks-over"),
        (4, "h 100/201", "tricks-under"),
        (2, "h 300/200", "bid-range"),
        (0, "h 000/000", "sizes-range"),
        (21, "h 100/201", "sizes-range"),
    ],
)
def test_a_number_of_cards_that_does_not_fit_is_refused(
    cards: int, line: str, problem: str
) -> None:
    game = play("wizard", 3, "h 011/001", "j 200/101", "h 100/201")
    with refuses(problem):
        correct(game, 3, line, cards=cards)


def test_where_all_hands_have_the_same_cards_no_hand_has_others() -> None:
    game = play("two-player", 2, "h 54/65 !-")
    with refuses("sizes-fixed"):
        correct(game, 1, "h 54/55 !-", cards=10)
    with refuses("sizes-fixed"):
        change_cards(game, 2, 10)
    assert change_cards(game, 2, 11) == game


def test_trump_of_a_hand_follows_its_corrected_cards() -> None:
    game = play("wizard", 3, "- 000/k00", sizes=(20, 20))
    with refuses("trump-missing"):
        correct(game, 1, "- 000/900", cards=9)
    fewer = correct(game, 1, "h 000/900", cards=9)
    assert fewer.hands[0].trump == "hearts"
    assert correct(fewer, 1, "n 000/k00", cards=20).hands[0].trump == "none"
    assert (current(change_cards(game, 2, 9)).trump, current(game).trump) == (None, "none")


def test_the_hand_in_play_gets_other_cards_if_its_entries_fit() -> None:
    game = on(play("wizard", 3, "h 011/001"), "h 201")
    three = change_cards(game, 2, 3)
    assert current(three) == replace(current(game), cards=3)
    assert without(three, line_of(game, three)) == game
    assert change_cards(three, 2, None) == three
    with refuses("bid-range"):
        change_cards(game, 2, 1)
    with refuses("hand-scored"):
        change_cards(game, 1, 2)
    scored = on(three, "- .../201")
    assert (scored.hands[1].cards, current(scored).cards) == (3, 3)


LOOSE = counting_on_a_miss(SKULL_KING)
ALL = [extra for extra in SKULL_KING.extras if not extra.shared]


def played(game: Game, tricks: tuple[int, ...], *held: Bonus) -> int:
    """The points of the first seat, who bid 3 of 3 cards."""
    game = enter_bids(game, 1, (3, 0, 0))
    game = enter_extras(game, 1, Extras(0, None, held))
    return score_sheet(score_hand(game, 1, tricks, None)).totals[0]


@quickly
@given(st.lists(st.sampled_from(ALL), unique=True), st.booleans(), st.data())
def test_only_captured_cards_count_with_a_missed_bid(
    extras: list[Extra], made: bool, data: st.DataObject
) -> None:
    strict = new("skull-king", 3, sizes=(3,))
    loose = replace(strict, variant=LOOSE)
    held = [Bonus(0, one.key, data.draw(st.integers(1, one.most))) for one in extras]
    points: dict[str, int] = {one.key: one.points for one in extras}
    worth = sum(points[one.key] * one.amount for one in held if one.key in CAPTURES)
    tricks = (3, 0, 0) if made else (1, 2, 0)
    more = played(loose, tricks, *held) - played(strict, tricks, *held)
    assert more == (0 if made else worth)


def test_skull_king_alone_leaves_it_to_the_table() -> None:
    assert [game for game in VARIANTS.values() if may_count_on_a_miss(game)] == [SKULL_KING]
    assert [game for game in (*VARIANTS.values(), LOOSE) if counts_on_a_miss(game)] == [LOOSE]
    assert counting_on_a_miss(RASCAL) == RASCAL


def test_the_choice_about_captures_is_saved_with_the_game() -> None:
    assert rules_from_json("skull-king", rules_to_json(LOOSE)) == LOOSE


Case = dict[str, Any]
PRINTED: dict[str, list[Case]] = json.loads((Path(__file__).parent / "printed.json").read_text())


@pytest.mark.parametrize("case", PRINTED["points"], ids=str)
def test_points_are_as_printed(case: Case) -> None:
    score, cards = VARIANTS[case["variant"]].score, case.get("cards", 10)
    assert score.points(case["bid"], case["counted"], cards) == case["points"]


@pytest.mark.parametrize("case", PRINTED["extras"], ids=str)
def test_extras_of_the_first_player_count_as_printed(case: Case) -> None:
    held = (one.split() for one in case["held"].split(", "))
    bonuses = tuple(Bonus(0, key, int(number)) for key, number in held)
    game = new(case["variant"], len(case["bids"]), sizes=(case["cards"],))
    game = enter_extras(on(game, f"j {case['bids']}/?"), 1, Extras(bonuses=bonuses))
    game = score_hand(game, 1, tuple(map(int, case["tricks"])), None)
    assert score_sheet(game).totals[0] == case["points"]


def test_the_printed_sheet_adds_up_as_printed() -> None:
    rows = score_sheet(play("wizard", 3, "h 011/001", "j 200/101")).rows
    for row, case in zip(rows, PRINTED["sheet"], strict=True):
        assert row.hand.cards == case["cards"]
        assert [cell.bid for cell in row.cells] == case["bids"]
        assert [cell.tricks for cell in row.cells] == case["tricks"]
        assert [cell.points for cell in row.cells] == case["points"]
        assert [cell.total for cell in row.cells] == case["totals"]


@pytest.mark.parametrize("case", PRINTED["forbidden"], ids=str)
def test_the_dealers_forbidden_bids_are_as_printed(case: Case) -> None:
    players = len(case["others"]) + 1
    game = new("wizard", players, rule=case["rule"], sizes=(case["cards"],), dealer=players - 1)
    game = enter_bids(game, 1, (*case["others"], None))
    assert [*forbidden_bids(current(game))] == case["forbidden"]
    allowed = []
    for bid in range(case["cards"] + 1):
        try:
            enter_bids(game, 1, (*case["others"], bid))
        except RefusedError:
            continue
        allowed.append(bid)
    assert allowed == [bid for bid in range(case["cards"] + 1) if bid not in case["forbidden"]]


@pytest.mark.parametrize("case", PRINTED["ends"], ids=str)
def test_a_two_player_game_ends_as_printed(case: Case) -> None:
    sheet = score_sheet(play("two-player", 2, *case["hands"]))
    assert list(sheet.totals) == case["totals"]
    assert sheet.result
    assert list(sheet.result.winners) == case["winners"]
    assert sheet.result.draw == case["draw"]
    assert not sheet.result.early
    assert sheet.hand is None


@pytest.mark.parametrize("case", PRINTED["sizes"], ids=str)
def test_printed_hand_sizes_can_be_played(case: Case) -> None:
    sizes = tuple(case["sizes"])
    assert new("wizard", case["players"], sizes=sizes).settings.sizes == sizes
    if case["whole"]:
        assert VARIANTS["wizard"].sizes(case["players"]) == sizes


@pytest.mark.parametrize("case", PRINTED["finals"], ids=lambda case: str(case["names"]))
def test_a_championship_final_adds_up_as_reported(case: Case) -> None:
    dealer = len(case["totals"][0]) - 1
    game = play(
        "wizard", 4, *case["hands"], rule=case["rule"], sizes=tuple(case["sizes"]), dealer=dealer
    )
    rows = score_sheet(game).rows
    assert [[cell.total for cell in row.cells] for row in rows] == case["totals"]
