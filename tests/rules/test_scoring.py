"""The card turned up, tricks that add up, and the Spade 8."""

import pytest

from scorekeeper.rules.actions import enter_tricks, hand_to_change, score_hand, turn_up
from scorekeeper.rules.game import NOBODY, Phase
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.scoring import offered_rest, phase, tricks_left
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.cards import Trump, Turned
from tests.rules.notation import codes, correct, current, new, on, play, refuses

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
    [("h 001/011", ["bid-forbidden", "tricks-over"]), ("h .11/001", ["bid-missing"])],
)
def test_a_correction_that_could_not_be_scored_is_refused(line: str, problems: list[str]) -> None:
    game = play("wizard", 3, "h 011/001", "j", rule="hook", dealer=2)
    with refuses(*problems):
        correct(game, 1, line)


def test_the_hand_being_played_is_not_corrected() -> None:
    with refuses("hand-unscored"):
        correct(play("wizard", 3, "h 011"), 1, "h 011/001")
