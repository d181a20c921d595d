"""The list of hands: one that is skipped, dealt again, taken out, or put in."""

from dataclasses import replace
from functools import partial

import pytest

from scorekeeper.rules.actions import (
    Correction,
    change_dealer,
    change_settings,
    deal_again,
    delete_hand,
    end_after,
    enter_bids,
    enter_extras,
    likely_cards,
    plans_of,
    skip_hand,
    turn_up,
    with_room,
)
from scorekeeper.rules.attendance import join, leave
from scorekeeper.rules.game import NOBODY, POINTS, Bonus, Game
from scorekeeper.rules.hand import Extras
from scorekeeper.rules.incoming import check_game
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.model import LONGEST_GAME, BidRule, ExtraKey, Settings, Turned
from scorekeeper.store.mapping.log import reversed_places, without
from tests.rules.notation import correct, current, insert_hand, new, on, play, refuses
from tests.rules.replay import line_of, replayed

Sizes = tuple[int, ...]
Forecasts = dict[bool, Sizes]
GAMES = {
    "wizard": ("h 011/001", "j 110/101"),
    "two-player": ("h 54/65 !-", "j 54/65 !-"),
    "skull-king": ("- 00110000/10000000", "- 11000000/01100000"),
}


def begun(variant: str) -> Game:
    """A game with a hand scored, and the next one begun."""
    first, second = GAMES[variant]
    players = len(first.split()[1].partition("/")[0])
    return on(play(variant, players, first), second.partition("/")[0])


@pytest.mark.parametrize("variant", GAMES)
def test_a_skipped_hand_counts_nothing_and_the_deal_and_the_size_move_on(variant: str) -> None:
    game = begun(variant)
    before, after = score_sheet(game), score_sheet(skipped := skip_hand(game, 2))
    assert before.hand
    assert after.hand
    assert (after.totals, after.leaders) == (before.totals, before.leaders)
    assert after.hand.number == 3
    assert after.hand.dealer == (before.hand.dealer + 1) % len(game.players)
    assert game.variant.target or after.hand.cards == before.hand.cards + 1
    assert len(after.counting) == 1
    assert [row.hand.skipped for row in after.rows] == [False, True]
    check_game(skipped)
    assert skip_hand(skipped, 2) == skipped
    assert without(skipped, line_of(game, skipped)) == game


@pytest.mark.parametrize("variant", GAMES)
def test_a_hand_dealt_again_keeps_its_dealer_cards_and_extra_points_only(variant: str) -> None:
    game = begun(variant)
    cards = [Bonus(0, ExtraKey.BLACK14, 1)] if variant == "skull-king" else []
    penalty = Bonus(1, POINTS, -10, reason="late")
    game = enter_extras(game, 2, Extras(bonuses=(*cards, penalty)))
    again = deal_again(game, 2)
    now, then = current(again), current(game)
    assert now.bonuses == (penalty,)
    assert (now.number, now.cards, now.dealer) == (then.number, then.cards, then.dealer)
    assert not any(one is not None for one in (*now.bids, *now.tricks, now.turned))
    assert deal_again(again, 2) == again
    assert without(again, line_of(game, again)) == game


def test_only_the_hand_in_play_is_skipped_or_dealt_again() -> None:
    for act in (skip_hand, deal_again):
        with refuses("hand-scored"):
            act(begun("wizard"), 1)
        with refuses("hand-unknown"):
            act(begun("wizard"), 3)


def test_a_skipped_hand_that_was_played_after_all_is_corrected() -> None:
    game = skip_hand(play("wizard", 3, "h 011/001"), 2)
    played = correct(game, 2, "j 110/101")
    assert (
        score_sheet(played).totals
        == score_sheet(on(play("wizard", 3, "h 011/001"), "j 110/101")).totals
    )


def test_a_game_whose_last_hand_is_skipped_is_over_and_whose_only_hands_are_has_no_winner() -> None:
    game = play("wizard", 3, "h 011/001", sizes=(1, 2))
    over = score_sheet(skip_hand(game, 2))
    assert over.result
    assert not over.result.early
    assert over.done == 2
    none = score_sheet(skip_hand(play("wizard", 3, sizes=(1,)), 1))
    assert none.result
    assert none.result.winners == ()


@pytest.mark.parametrize("variant", GAMES)
def test_a_hand_put_in_and_taken_out_again_leaves_the_game_as_it_was(variant: str) -> None:
    game = begun(variant)
    for number in (1, 2):
        cards = game.hands[0].cards
        given = replace(game.hands[0], number=number)
        played = Correction(
            0, *(given.turned, None, given.bids, given.tricks, given.negated), Extras()
        )
        longer = insert_hand(game, number, cards, played)
        check_game(longer)
        assert len(longer.settings.sizes) == len(game.settings.sizes) + bool(game.settings.sizes)
        assert [hand.number for hand in longer.hands] == [1, 2, 3]
        assert longer.hands[number - 1].added
        assert without(longer, line := line_of(game, longer)) == game
        assert replayed(game, [line]) == longer
        ids = [game.id_of(one) for one in (1, 2, 3)]
        moved = [one + (one >= number) for one in (1, 2, 3)]
        assert [longer.number_of(one) for one in ids] == moved
        shorter = delete_hand(longer, number)
        assert shorter == game
        assert shorter.number_of(longer.id_of(number)) is None
        assert [shorter.id_of(one) for one in (1, 2, 3)] == ids


@pytest.mark.parametrize(
    ("planned", "number", "likely"),
    [
        ((1, 2, 3, 4, 5), 1, 1),
        ((1, 2, 3, 4, 5), 3, 3),
        ((5, 1, 4), 2, 1),
        ((2, 2), 3, 2),
        # Somebody who missed the third hand had set the sizes right.
        ((1, 2, *range(4, 21)), 3, 3),
        ((1, 2, *range(4, 20)), 3, 4),
        ((*range(2, 21),), 1, 1),
    ],
)
def test_a_forgotten_hand_likely_has_the_cards_planned_there_or_those_missing_in_the_plan(
    planned: tuple[int, ...], number: int, likely: int
) -> None:
    game = new("wizard", 3, sizes=planned)
    for _ in planned[:3]:
        game = skip_hand(game, len(game.hands) + 1)
    assert likely_cards(game, number) == likely


def test_a_forgotten_hand_likely_has_no_more_cards_than_there_were_for_its_players() -> None:
    four = leave(skip_hand(new("wizard", 4, sizes=(1, 15, 15)), 1), 3)
    game = skip_hand(change_settings(four, Settings(BidRule(), (20, 20))), 2)
    assert [likely_cards(game, number) for number in (2, 3)] == [15, 20]
    assert likely_cards(begun("two-player"), 1) == 11


def test_a_hand_keeps_its_id_when_the_one_before_it_is_taken_out_or_all_begun_are() -> None:
    game = play("wizard", 3, "h 011/001", "j 110/101")
    ids = [game.id_of(number) for number in (1, 2, 3, 4)]
    for number in (1, 2):
        shorter = delete_hand(game, number)
        left = [one for one in ids if one != game.id_of(number)]
        assert [shorter.id_of(at) for at in (1, 2, 3)] == left
        assert shorter.number_of(game.id_of(number)) is None
        assert replayed(shorter, [*map(reversed_places, [line_of(game, shorter)])]).id_of(3) == 3


def test_the_sizes_that_follow_a_hand_taken_out_stay() -> None:
    game = play("wizard", 3, "h 011/001", "j 110/101", "h 111/111")
    shorter = delete_hand(game, 2)
    assert [hand.cards for hand in shorter.hands] == [1, 3]
    assert shorter.settings.sizes == (1, *range(3, 21))
    assert current(shorter).cards == 4
    assert score_sheet(shorter).totals != score_sheet(game).totals


def dealers(game: Game) -> list[int]:
    """Who dealt the hands begun, and who deals the next one."""
    return [*(hand.dealer for hand in game.hands[: current(game).number - 1]), current(game).dealer]


@pytest.mark.parametrize(
    ("dealt", "number", "after"),
    [
        # Without another dealer, the deal passes to the left.
        ((), 1, [0, 1, 2, 3, 0, 1]),
        ((), 3, [0, 1, 2, 3, 0, 1]),
        ((), 5, [0, 1, 2, 3, 0, 1]),
        # The table saw at hand 4 that somebody else dealt: from there on it was right.
        (((4, 0),), 2, [0, 1, 2, 3, 0, 1]),
        (((2, 2),), 2, [0, 1, 2, 3, 0, 1]),
        (((5, 1),), 5, [0, 1, 2, 3, 0, 1]),
    ],
)
def test_the_deal_moves_on_after_a_hand_put_in_up_to_a_dealer_whom_the_players_chose(
    dealt: tuple[tuple[int, int], ...], number: int, after: list[int]
) -> None:
    game = new("wizard", 4)
    chosen = dict(dealt)
    for at in range(1, 5):
        game = skip_hand(change_dealer(game, at, chosen.get(at, current(game).dealer)), at)
    if 5 in chosen:
        game = change_dealer(game, 5, chosen[5])
    longer = with_room(game, number, number)
    assert dealers(longer) == after
    check_game(longer)
    assert without(longer, line_of(game, longer)) == game
    assert dealers(delete_hand(longer, number)) == [0, 1, 2, 3, 0]


def test_the_deal_moves_on_from_whoever_dealt_the_hand_put_in() -> None:
    game = skip_hand(skip_hand(new("wizard", 4), 1), 2)
    assert dealers(with_room(game, 2, 2, 3)) == [0, 3, 0, 1]
    assert dealers(with_room(game, 2, 2, 0)) == [0, 0, 1, 2]
    assert dealers(with_room(game, 2, 2, 9)) == [0, 1, 2, 3]


def test_a_dealer_stays_whose_bid_another_could_not_have_made() -> None:
    game = play("wizard", 3, "h 010/010", "h 011/011", "h 200/300", rule="hook+zero", dealer=2)
    assert dealers(game) == [2, 0, 1, 2]
    assert dealers(with_room(game, 2, 2)) == [2, 0, 0, 1, 2]
    assert dealers(with_room(game, 3, 2)) == [2, 0, 1, 2, 0]


UP = (*range(1, 13),)
"""The plan of a whole game of five players."""
KEEPS, MOVES = True, False
PUT_IN: dict[str, tuple[Sizes, int, Sizes, Forecasts]] = {
    "before the next one is dealt": (UP, 2, (3, 3), {MOVES: (13, 4, 3), KEEPS: (12, 4, 4)}),
    "one more than planned": (UP, 2, (3, 2), {MOVES: (13, 4, 3), KEEPS: (12, 4, 4)}),
    "the later ones as planned": (UP, 4, (3, 3), {MOVES: (13, 6, 5), KEEPS: (12, 6, 6)}),
    "the later one set right, one fewer planned": (
        (1, 2, *range(4, 13)),
        3,
        (3, 3),
        {MOVES: (12, 5, 5), KEEPS: (11, 5, 6)},
    ),
    "only the later one set right": (
        (1, 2, 4, *range(4, 13)),
        3,
        (3, 3),
        {MOVES: (13, 5, 4), KEEPS: (12, 5, 5)},
    ),
    "always the same": ((5,) * 7, 3, (2, 5), {MOVES: (8, 5, 5), KEEPS: (7, 5, 5)}),
    "an own list": ((2, 9, 4, 7), 2, (3, 4), {MOVES: (5, 4, 4), KEEPS: (4, 4, 7)}),
    "the last one of the game": ((2, 9, 4), 2, (3, 4), {MOVES: (4, 4, 4), KEEPS: (3,)}),
    "after the last one": ((2, 9, 4), 3, (2, 5), {MOVES: (4,)}),
    "one more than there may be": ((5,) * LONGEST_GAME, 2, (1, 5), {KEEPS: (LONGEST_GAME, 4, 5)}),
}
TAKEN_OUT: dict[str, tuple[Sizes, int, int, Forecasts]] = {
    "the newest": (UP, 4, 4, {KEEPS: (12, 4, 4), MOVES: (11, 4, 5)}),
    "an earlier one": (UP, 5, 3, {KEEPS: (12, 5, 5), MOVES: (11, 5, 6)}),
    "one more than planned": (
        (1, 2, 3, *range(3, 13)),
        4,
        4,
        {MOVES: (12, 4, 4), KEEPS: (13, 4, 3)},
    ),
    "one with a size set for it": (
        (1, 2, 3, 3, *range(5, 13)),
        4,
        4,
        {KEEPS: (12, 4, 4), MOVES: (11, 4, 5)},
    ),
    "always the same": ((5,) * 7, 3, 2, {KEEPS: (7, 3, 5), MOVES: (6, 3, 5)}),
    "the last one of the game": ((2, 9, 4), 3, 3, {KEEPS: (3, 3, 4), MOVES: (2,)}),
    "an earlier one of a game that is over": ((2, 9, 4), 3, 1, {KEEPS: (3, 3, 4), MOVES: (2,)}),
    "the only one": ((4,), 1, 1, {MOVES: (1, 1, 4)}),
}
"""The plan and the hands that are over, then what is put in (number, cards) or taken out: the plans
to choose from, the one to suggest first, each with its number of hands, and the number and the
cards of the next one."""


def forecast(plans: dict[bool, Game]) -> list[tuple[bool, Sizes]]:
    """The plans as in the tables."""
    found = []
    for keeps, game in plans.items():
        check_game(game)
        hand = score_sheet(game).hand
        left = (hand.number, hand.cards) if hand else ()
        found.append((keeps, (len(game.settings.sizes), *left)))
    return found


def after(sizes: Sizes, count: int) -> Game:
    """A game of five with so many hands that are over."""
    game = new("wizard", 5, sizes=sizes)
    for number in range(1, count + 1):
        game = skip_hand(game, number)
    return game


@pytest.mark.parametrize("case", PUT_IN)
def test_a_game_keeps_its_hands_or_gets_another_when_one_is_put_in(case: str) -> None:
    sizes, count, (number, cards), expected = PUT_IN[case]
    game = after(sizes, count)
    plans = plans_of(partial(with_room, game, number, cards))
    assert forecast(plans) == [*expected.items()]
    for longer in plans.values():
        recorded = [hand.cards for hand in longer.hands]
        assert recorded[number - 1] == cards
        assert recorded[: number - 1] + recorded[number:] == [*sizes[:count]]
        assert without(longer, line_of(game, longer)) == game


@pytest.mark.parametrize("case", TAKEN_OUT)
def test_a_game_keeps_its_hands_or_loses_one_when_one_is_taken_out(case: str) -> None:
    sizes, count, number, expected = TAKEN_OUT[case]
    game = after(sizes, count)
    plans = plans_of(partial(delete_hand, game, number))
    assert forecast(plans) == [*expected.items()]
    for shorter in plans.values():
        recorded = [hand.cards for hand in shorter.hands]
        assert recorded == [*sizes[: number - 1], *sizes[number:count]]
        assert without(shorter, line_of(game, shorter)) == game


def test_no_hand_is_put_in_where_all_that_there_may_be_have_begun() -> None:
    game = after((5,) * LONGEST_GAME, LONGEST_GAME)
    with refuses("sizes-long"):
        plans_of(partial(with_room, game, 1, 5))


def test_there_is_one_plan_for_a_game_with_a_target_and_for_one_that_ends_early() -> None:
    for game in (begun("two-player"), end_after(after(UP, 4), 5)):
        assert [*plans_of(partial(delete_hand, game, 1))] == [MOVES]
        assert [*plans_of(partial(with_room, game, 2, likely_cards(game, 2)))] == [MOVES]


@pytest.mark.parametrize(("bid", "cards"), [(2, 2), (1, 2), (3, 3)])
def test_the_hand_in_play_gets_the_cards_of_its_place_only_if_its_entries_fit(
    bid: int, cards: int
) -> None:
    game = turn_up(after(UP, 2), 3, Turned.HEARTS, None)
    game = enter_bids(game, 3, (bid, 0, None, None, None))
    for keeps, now in ((KEEPS, cards), (MOVES, 3)):
        shorter = delete_hand(game, 2, keeps=keeps)
        check_game(shorter)
        hand = current(shorter)
        assert (hand.number, hand.cards, hand.bids[0], hand.turned) == (2, now, bid, "hearts")
        assert without(shorter, line_of(game, shorter)) == game


def test_trump_of_the_hand_in_play_follows_its_cards() -> None:
    game = enter_extras(after(UP, 11), 12, Extras(bonuses=(Bonus(0, POINTS, 5),)))
    shorter = delete_hand(game, 11, keeps=True)
    assert (current(shorter).cards, current(shorter).trump) == (11, None)
    longer = with_room(shorter, 11, 11, keeps=True)
    assert (current(longer).cards, current(longer).trump) == (12, "none")


@pytest.mark.parametrize(
    "rule", [BidRule(not_on_last=True, hook=True), BidRule(only_last=True, hook=True)]
)
def test_a_hand_that_begins_elsewhere_has_the_bidding_rule_of_its_new_place(rule: BidRule) -> None:
    game = replace(after((1, 2, 3, 4, 5), 3), hands=())
    game = replace(game, settings=replace(game.settings, bid_rule=rule))
    for number in (1, 2, 3):
        game = skip_hand(game, number)
    game = turn_up(game, 4, Turned.HEARTS, None)
    rules = [rule.of_hand(is_last=is_last, leads=True) for is_last in (False, True)]
    assert current(game).bid_rule == rules[0]
    longer = with_room(game, 2, 2, keeps=True)
    assert current(longer).bid_rule == rules[1]
    assert current(delete_hand(longer, 2, keeps=True)).bid_rule == rules[0]


def test_more_players_play_a_hand_again_with_the_cards_that_there_are() -> None:
    game = after((10, 12, 12), 2)
    six = join(game, "Zoe", 0, 0)
    assert current(delete_hand(six, 2, keeps=True)).cards == 10


def test_a_hand_taken_out_reopens_a_game_with_a_target_and_one_put_in_ends_it_earlier() -> None:
    game = new("two-player", 2)
    while not score_sheet(game).result:
        game = on(game, "h 65/65 !-")
    reopened = delete_hand(game, 1)
    assert score_sheet(reopened).result is None
    first = game.hands[0]
    played = Correction(0, first.turned, None, first.bids, first.tricks, NOBODY, Extras())
    ended = score_sheet(insert_hand(game, 1, 11, played))
    assert ended.result
    assert not ended.rows[-1].counts


def test_a_game_ended_early_stays_ended() -> None:
    game = end_after(play("wizard", 3, "h 011/001", "j 110/101"), 2)
    shorter = delete_hand(game, 1)
    assert score_sheet(shorter).result
    assert shorter.settings.ends_after == 1
    assert without(shorter, line_of(game, shorter)) == game
