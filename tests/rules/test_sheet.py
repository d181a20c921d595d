"""The sheet of a game, on screen and on paper, and hands that are entered as a whole."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.actions import change_dealer, change_settings, end_after, enter_bids
from scorekeeper.rules.ahead import MISSES, by_number, hands_of, points_ahead, rematch_ahead
from scorekeeper.rules.attendance import join, leave, new_game, rematch, sit_out
from scorekeeper.rules.entry import WHOLE, Entry
from scorekeeper.rules.game import Game
from scorekeeper.rules.hand import bidding_order, next_hand
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.sheet import Line, next_sheet, paper_lines, score_sheet
from scorekeeper.rules.variants.model import BidRule, Settings, Variant
from scorekeeper.rules.variants.variants import TWO_PLAYER, VARIANTS, WIZARD
from tests.rules.chance import deals, games, quickly
from tests.rules.notation import (
    Deal,
    codes,
    correct,
    current,
    deal,
    entered,
    new,
    on,
    play,
    refuses,
    since,
)

BOTH_MISS = "h 00/11 !-"
AHEAD, BEHIND, LATER = "h 45/45 !-", "h 45/54 !-", "h 50/50 !-"
"""Of the two-player game: +50 and +70, -10 and -10, +70 and +30."""


@pytest.fixture
def midway() -> Game:
    """One hand is scored; the second has bids."""
    return play("wizard", 3, "h 011/001", "j 20.")


def test_a_game_is_over_after_its_last_hand() -> None:
    sheet = score_sheet(play("wizard", 3, "h 011/001", "h 000/200", sizes=(1, 2)))
    assert sheet.hand is None
    assert sheet.result
    assert (sheet.result.winners, sheet.result.early) == ((2,), False)


def test_equal_highest_totals_share_the_win_and_the_place() -> None:
    sheet = score_sheet(play("wizard", 3, "h 000/001", sizes=(1,)))
    assert sheet.result
    assert (sheet.result.winners, sheet.result.draw) == ((0, 1), False)
    assert sheet.positions == (1, 1, 3)


def test_totals_start_at_0_and_nobody_leads_before_the_first_hand() -> None:
    sheet = score_sheet(new("wizard", 4))
    assert (sheet.totals, sheet.leaders, sheet.result) == ((0, 0, 0, 0), (), None)


def test_a_total_goes_below_0() -> None:
    assert score_sheet(play("wizard", 3, "h 111/001")).totals == (-10, -10, 30)


@pytest.mark.parametrize(
    ("hands", "totals", "winners"),
    [
        ((AHEAD, "h 10/10 !-"), (90, 90), None),
        ((AHEAD, AHEAD), (120, 140), (1,)),
        ((AHEAD, "h 54/54 !-"), (130, 130), ()),
        ((BOTH_MISS,) * 12, (-120, -120), None),
    ],
    ids=["both below", "both above", "equal", "twelve hands"],
)
def test_a_two_player_game_is_played_to_100_and_equal_totals_are_a_draw(
    hands: tuple[str, ...], totals: tuple[int, ...], winners: tuple[int, ...] | None
) -> None:
    game = play("two-player", 2, *hands, dealer=1)
    sheet = score_sheet(game)
    assert sheet.totals == totals
    assert (sheet.result and sheet.result.winners) == winners
    assert (sheet.result and sheet.result.draw) == (None if winners is None else winners == ())
    assert [hand.dealer for hand in game.hands] == [1, 0, *[1, 0] * 5][: len(hands)]
    if winners is None:
        assert (current(game).number, current(game).cards) == (len(hands) + 1, 11)


def test_a_correction_can_make_a_finished_game_unfinished() -> None:
    game = correct(play("two-player", 2, AHEAD, AHEAD), 2, BEHIND)
    sheet = score_sheet(game)
    assert (sheet.totals, sheet.result) == ((50, 60), None)
    assert current(game).number == 3


def test_after_a_correction_that_ends_the_game_earlier_later_hands_stay_and_do_not_count() -> None:
    game = play("two-player", 2, BEHIND, AHEAD, LATER)
    assert [row.counts for row in score_sheet(game).rows] == [True, True, True]
    shorter = correct(game, 1, AHEAD)
    sheet = score_sheet(shorter)
    assert sheet.totals == (120, 140)
    assert [row.counts for row in sheet.rows] == [True, True, False]
    cells = [(cell.bid, cell.points, cell.total) for cell in sheet.rows[2].cells]
    assert cells == [(5, None, None), (0, None, None)]
    assert sheet.result
    assert len(sheet.counting) == 2
    assert correct(shorter, 1, BEHIND) == game


def test_a_hand_being_played_waits_while_a_correction_ends_the_game() -> None:
    present = correct(play("two-player", 2, BEHIND, AHEAD, "h 5."), 1, AHEAD)
    assert score_sheet(present).hand is None
    assert current(correct(present, 1, BEHIND)).bids == (5, None)


def test_nothing_is_entered_after_the_end(midway: Game) -> None:
    game = play("wizard", 3, "h 011/001", sizes=(1,))
    with pytest.raises(AssertionError, match="over"):
        on(game, "h 000/200")
    early = end_after(play("wizard", 3, "h 011/001"), 1)
    with refuses("hand-unknown"):
        enter_bids(early, 2, (0, 0, 0))
    with refuses("game-finished"):
        change_settings(game, Settings(BidRule(), (2,)))
    with refuses("game-over"):
        change_settings(end_after(midway, 1), Settings(BidRule(), ()))


def test_a_game_ended_early_counts_the_hands_that_were_scored_and_can_be_played_on(
    midway: Game,
) -> None:
    ended = end_after(midway, 1)
    sheet = score_sheet(ended)
    assert (sheet.totals, sheet.hand) == ((20, -10, 30), None)
    assert sheet.result
    assert (sheet.result.winners, sheet.result.early) == ((2,), True)
    assert end_after(ended, None) == midway


def test_a_game_may_end_after_the_hand_in_progress(midway: Game) -> None:
    game = end_after(midway, 2)
    assert score_sheet(game).result is None
    result = score_sheet(on(game, "j 200/101")).result
    assert result
    assert result.early


def test_when_the_leader_leaves_another_player_leads_at_once() -> None:
    before = play("wizard", 4, "h 1001/1000", sizes=(1, 1))
    after = leave(before, 0)
    assert before.settings == after.settings, "nothing else makes the sheet anew"
    sheet = next_sheet(before, score_sheet(before), after)
    assert (sheet.leaders, sheet) == ((1, 2), score_sheet(after))


def test_a_game_ended_before_its_first_hand_has_no_winner() -> None:
    result = score_sheet(end_after(new("wizard", 3), 0)).result
    assert result
    assert (result.winners, result.draw) == ((), False)


@pytest.mark.parametrize("hands", [0, 3, -1, 60])
def test_a_game_ends_early_now_or_after_one_more_hand_only(hands: int) -> None:
    with refuses("end-unknown"):
        end_after(play("wizard", 3, "h 011/001"), hands)


FOUR = ("Ann", "Ben", "Cem", "Dora")


def lines_of(game: Game) -> tuple[Line, ...]:
    return paper_lines(game, score_sheet(game))


def test_a_game_not_begun_has_a_line_for_each_hand_and_the_deal_goes_round() -> None:
    game = new_game(WIZARD, FOUR, 2, Settings(sizes=(1, 3, 5, 7, 9)))
    lines = lines_of(game)
    assert [(line.number, line.cards) for line in lines] == [(1, 1), (2, 3), (3, 5), (4, 7), (5, 9)]
    assert [(line.dealer, line.opener) for line in lines] == [
        (2, 3),
        (3, 0),
        (0, 1),
        (1, 2),
        (2, 3),
    ]
    assert [line.hand is None for line in lines] == [False, True, True, True, True]


def test_a_race_has_as_many_lines_as_its_printed_pad() -> None:
    lines = lines_of(new_game(TWO_PLAYER, FOUR[:2], 1, Settings()))
    assert [line.cards for line in lines] == [11] * 10
    assert [line.dealer for line in lines] == [1, 0] * 5


def test_a_game_that_ends_early_has_no_lines_after_its_last_hand() -> None:
    game = new_game(WIZARD, FOUR, 0, Settings(sizes=(1, 2, 3, 4)))
    assert len(lines_of(end_after(game, 1))) == 1
    assert lines_of(end_after(game, 0)) == ()


def test_a_player_who_sits_out_may_deal_the_next_hand() -> None:
    game = sit_out(new_game(WIZARD, FOUR, 0, Settings(sizes=(1, 2, 3))), 1, 1, out=True)
    assert [(line.dealer, line.opener) for line in lines_of(game)] == [(0, 2), (1, 2), (2, 3)]


@pytest.mark.thorough
@given(games())
def test_the_lines_are_the_rows_of_the_sheet_and_then_the_hands_as_they_will_be_dealt(
    game: Game,
) -> None:
    sheet = score_sheet(game)
    lines = paper_lines(game, sheet)
    assert tuple(line.row for line in lines if line.row) == sheet.rows
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    for line in lines[len(sheet.rows) :]:
        hand = next_hand(game)
        assert hand is not None
        assert (line.cards, line.dealer, line.opener) == (
            hand.cards,
            hand.dealer,
            bidding_order(game, hand)[0],
        )
        game = replace(game, hands=(*game.hands[: hand.number - 1], replace(hand, scored=True)))


def whole(given: Deal, number: int, drawn: tuple[int, int] | None = None) -> Entry:
    """The hand as a page sends it."""
    values: dict[str, Any] = {"negated": given.negated}
    values["card"] = (given.turned, given.named) if given.turned or given.named else None
    for name, numbers in (("bid", given.bids), ("tricks", given.tricks)):
        values |= {f"{name}_{seat}": number for seat, number in enumerate(numbers)}
    sent = {name: value for name, value in values.items() if value is not None}
    return Entry(number=number, panel=WHOLE, values=sent, scores=given.scores, drawn=drawn)


@quickly
@given(st.data())
def test_a_hand_sent_as_a_whole_is_the_hand_entered_panel_by_panel(data: st.DataObject) -> None:
    game = data.draw(games().filter(lambda game: not game.has_extras))
    hand = score_sheet(game).hand
    if hand is None:
        return
    given = replace(data.draw(deals(game, hand)), extras=None)
    if until := data.draw(st.integers(0, len(hand.playing))):
        # Some bids are missing; nobody has played yet.
        known = bidding_order(game, hand)[:-until]
        bids = tuple(given.bids[seat] if seat in known else None for seat in game.seats)
        nothing = (None,) * len(game.players)
        given = replace(given, bids=bids, tricks=nothing, negated=None, scores=False)
    for drawn in (None, (hand.cards, hand.dealer)):
        assert whole(given, hand.number, drawn).action(game) == entered(game, given)


BETWEEN = play("wizard", 3, "h 011/001")
"""Hand 2 is to be dealt: 2 cards, by Ben."""
HOOKED = play("wizard", 3, "h 011/001", rule="hook")
SHORTER = change_settings(BETWEEN, Settings(BidRule(), (1, 3)))
MINE = "s 110/110"


@pytest.mark.parametrize(
    ("runs", "outcome"),
    [
        ([(BETWEEN,), (BETWEEN,)], "saved"),
        ([(BETWEEN, correct(BETWEEN, 1, "h 011/010"))], "saved"),
        ([(BETWEEN, on(BETWEEN, "s"))], "saved"),
        ([(BETWEEN, on(BETWEEN, "s 11."), on(BETWEEN, "s 110/1..?"))], "saved"),
        ([(BETWEEN, on(BETWEEN, "h"))], "asked"),
        ([(BETWEEN, on(BETWEEN, "s 1.1"))], "asked"),
        ([(BETWEEN, on(BETWEEN, "s 110/.0.?"))], "asked"),
        ([(BETWEEN, on(BETWEEN, "h"), BETWEEN)], "asked"),
        ([(BETWEEN, on(BETWEEN, "s 110/200"))], "asked"),
        ([(BETWEEN, on(BETWEEN, "s 110/200"), on(BETWEEN, "s 110"))], "asked"),
        ([(BETWEEN,), (on(BETWEEN, "s 1.1"),)], "saved"),
        ([(play("wizard", 3), BETWEEN)], "saved"),
        ([(play("wizard", 3), BETWEEN, on(BETWEEN, "h"))], "asked"),
        ([(join(BETWEEN, "Dan", 0, 2), BETWEEN)], "asked"),
        ([(BETWEEN, change_dealer(BETWEEN, 2, 0))], "saved"),
        ([(HOOKED, change_dealer(HOOKED, 2, 0))], "asked"),
        ([(play("wizard", 3), play("wizard", 3))], "hand-unscored"),
        ([(BETWEEN, end_after(BETWEEN, 1))], "game-over"),
        ([(BETWEEN, SHORTER)], "hand-cards"),
        ([(BETWEEN, join(BETWEEN, "Dan", 0, 2))], "bid-missing"),
    ],
)
def test_a_hand_is_saved_over_equal_values_and_asked_about_where_others_differ(
    runs: list[tuple[Game, ...]], outcome: str
) -> None:
    entry = whole(deal(BETWEEN, MINE), 2, (2, 1))
    action = entry.rebase(since(runs))
    try:
        found = "saved" if action and action(runs[-1][-1]).hands[1].scored else "asked"
    except RefusedError as refused:
        found = " ".join(codes(refused))
    assert found == outcome


def test_a_bound_hand_is_saved_with_the_dealer_that_dealt_it_and_a_free_one_with_the_stored() -> (
    None
):
    for game, dealer in ((HOOKED, 0), (BETWEEN, 1)):
        entry = whole(deal(game, "s 111/011"), 2, (2, 0))
        assert entry.action(game).hands[1].dealer == dealer
        assert entry.mine(game, current(game), None).dealer == dealer


# Without doubles, and in one order, which several test processes need.
GAMES = dict.fromkeys(game for one in VARIANTS.values() for game in (one, one.keeping_tricks()))


def points(lines: list[tuple[int, ...]], bid: int, counted: int, cards: int) -> int:
    """The points as a phone adds them up."""
    over = max(MISSES[0], min(MISSES[-1], counted - bid))
    amounts = lines[MISSES.index(over) + (len(MISSES) if bid else 0)]
    numbers = 1, counted, abs(counted - bid), cards, counted**2, bid
    return sum(amount * number for amount, number in zip(amounts, numbers, strict=True))


@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: variant.key)
def test_the_amounts_sent_ahead_add_up_to_the_points_of_every_case(variant: Variant) -> None:
    lines = points_ahead(variant.score)
    most = variant.largest_hand(variant.min_players)
    for cards in range(1, most + 1):
        for bid in range(cards + 1):
            for counted in range(cards + 1):
                expected = variant.score.points(bid, counted, cards)
                assert points(lines, bid, counted, cards) == expected, (bid, counted, cards)


@quickly
@given(games())
def test_a_rematch_is_the_same_around_the_table_whoever_deals_first(game: Game) -> None:
    ahead, again = rematch_ahead(game), rematch(game)
    if ahead is None:
        assert game.away or game.order
        return
    first, seats = again.first_dealer, len(again.players)
    turned = {
        number: hand
        | {
            "dealer": (hand["dealer"] + first) % seats,
            "order": tuple((seat + first) % seats for seat in hand["order"]),
        }
        for number, hand in by_number(ahead, hands_of(ahead)).items()
    }
    assert turned == by_number(again, hands_of(again))
    assert ahead.settings.last == again.settings.last
