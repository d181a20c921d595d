"""Who plays which hand: joining, sitting out, leaving, and playing on."""

from dataclasses import replace

import pytest

from scorekeeper.rules.actions import (
    change_dealer,
    end_after,
    enter_bids,
    enter_extras,
    more_hands,
    play_on,
    skip_hand,
    with_room,
)
from scorekeeper.rules.attendance import (
    MOST_TO_START,
    come_back,
    join,
    leave,
    rematch,
    seats_of_rematch,
    sit_out,
    sizes_for,
)
from scorekeeper.rules.figures import podium
from scorekeeper.rules.game import POINTS, Bonus, Game
from scorekeeper.rules.hand import Extras, bidding_order, forbidden_bids
from scorekeeper.rules.sheet import hand_sizes_left, score_sheet
from scorekeeper.rules.variants.model import LONGEST_GAME, Trump
from scorekeeper.store.mapping.log import without
from tests.rules.notation import correct, current, new, on, play, refuses
from tests.rules.replay import line_of, replayed


def four(*more: str) -> Game:
    """Ann, Ben, Cem and Dora after a hand that Ann dealt: 30, 20, 20 and 20."""
    return play("wizard", 4, "h 1000/1000", *more)


def test_a_newcomer_plays_from_the_next_hand_on_and_begins_with_the_points_chosen() -> None:
    game = on(join(four(), "Lea", 15, 3), "h 00000/00020")
    sheet = score_sheet(game)
    assert game.players[4] == "Lea"
    assert sheet.rows[0].hand.out == (4,)
    assert sheet.rows[1].hand.out == ()
    assert sheet.totals == (50, 40, 40, 0, 35)


def test_a_newcomer_in_the_middle_of_a_hand_waits_for_the_next() -> None:
    game = join(on(four(), "h 01"), "Lea", 0, 3)
    assert current(game).out == (4,)
    game = on(game, "- 0100./0200.")
    assert current(game).out == ()


def test_a_hand_with_only_extras_is_dealt_again_to_those_present() -> None:
    held = (Bonus(1, POINTS, -10, reason="late"), Bonus(1, "plus", 1), Bonus(2, "plus", 1))
    game = enter_extras(play("rage", 4, "h 0000/a000"), 2, Extras(bonuses=held))
    joined = join(leave(game, 1), "Lea", 0, 0)
    hand = current(joined)
    assert (hand.out, hand.dealer, hand.bonuses) == ((1,), 4, (held[0], held[2]))
    assert score_sheet(on(joined, "h 0.000/0.900")).totals[1] == 0
    last = enter_extras(new("rage", 4, sizes=(1,)), 1, Extras(bonuses=held))
    assert current(leave(last, 3)).out == (3,)


@pytest.mark.parametrize(
    ("after", "around"), [(3, (0, 1, 2, 3, 4)), (0, (0, 4, 1, 2, 3)), (2, (0, 1, 2, 4, 3))]
)
def test_a_newcomer_bids_and_deals_in_turn_at_the_left_of_who_was_named(
    after: int, around: tuple[int, ...]
) -> None:
    game = join(new("wizard", 4), "Lea", 0, after)
    dealt = []
    for _ in range(5):
        hand = current(game)
        dealt.append(hand.dealer)
        here = around.index(hand.dealer)
        assert bidding_order(game, hand) == (*around[here + 1 :], *around[: here + 1])
        game = on(game, f"h 00000/{hand.cards}0000")
    assert tuple(dealt) == around


@pytest.mark.parametrize(
    ("variant", "players", "begun", "then", "sizes"),
    [
        ("wizard", 4, 5, 3, range(6, 21)),
        ("wizard", 4, 5, 5, range(6, 13)),
        ("wizard", 4, 12, 5, (12, 12, 12)),
        ("oh-hell", 4, 2, 5, range(3, 11)),
        ("nomination", 4, 3, 6, (7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8)),
    ],
)
def test_the_sizes_left_are_those_of_the_new_number_or_as_planned_as_far_as_the_deck_goes(
    variant: str, players: int, begun: int, then: int, sizes: tuple[int, ...]
) -> None:
    game = new(variant, players)
    hand = current(game)
    game = replace(game, hands=(replace(hand, scored=True),) * begun)
    assert sizes_for(game, then)[begun:] == tuple(sizes)
    assert sizes_for(game, then)[:begun] == game.settings.sizes[:begun]


def test_a_custom_list_of_sizes_stays_when_somebody_leaves() -> None:
    game = leave(play("wizard", 4, "h 1000/1000", sizes=(1, 15, 3)), 1)
    assert hand_sizes_left(game) == (15, 3)


def test_a_player_who_left_keeps_the_column_and_gets_no_more_cards() -> None:
    game = leave(four(), 1)
    hand = current(game)
    assert (hand.dealer, hand.out) == (2, (1,))
    assert bidding_order(game, hand) == (3, 0, 2)
    game = on(game, "h 0.10/0.20")
    assert score_sheet(game).totals == (50, 20, 10, 40)
    assert current(game).dealer == 3
    assert score_sheet(game).rows[1].cells[1].total == 20


def test_a_player_who_left_cannot_win_and_comes_last() -> None:
    game = end_after(leave(four(), 0), 1)
    sheet = score_sheet(game)
    assert sheet.result
    assert sheet.result.winners == (1, 2, 3)
    assert sheet.positions == (4, 1, 1, 1)
    assert [(step.position, step.seats) for step in podium(sheet)] == [(1, (1, 2, 3)), (4, (0,))]


def test_a_player_who_returns_continues_with_the_old_total() -> None:
    game = come_back(on(leave(four(), 1), "h 0.10/0.20"), 1)
    assert hand_sizes_left(game) == tuple(range(3, 16))
    assert score_sheet(on(game, "h 0000/0030")).totals == (70, 40, -20, 60)


def test_the_deal_and_the_hook_skip_players_who_sit_out() -> None:
    game = play("wizard", 4, "h 0000/1000", rule="hook")
    game = sit_out(game, 2, 1, out=True)
    assert (current(game).dealer, current(game).out) == (2, (1,))
    game = enter_bids(on(game, "h"), 2, (1, None, None, 0))
    assert [*forbidden_bids(current(game))] == [1]
    game = on(game, "- 1.20/1.10")
    assert score_sheet(game).totals == (20, 20, 10, 40)
    assert (current(game).dealer, current(game).out) == (3, ())


@pytest.mark.parametrize("lines", [(), ("h 10000/10000",)], ids=["first", "second"])
def test_a_player_who_plays_after_all_deals_again_but_a_chosen_dealer_stays(
    lines: tuple[str, ...],
) -> None:
    game = play("wizard", 5, *lines, rule="hook+lead")
    number, due = current(game).number, current(game).dealer
    after = (due + 1) % 5
    one = sit_out(game, number, due, out=True)
    two = sit_out(one, number, after, out=True)
    assert [current(each).dealer for each in (one, two)] == [after, (due + 2) % 5]
    assert current(sit_out(two, number, after, out=False)) == current(one)
    assert current(sit_out(one, number, due, out=False)) == current(game)
    chosen = change_dealer(one, number, (due + 3) % 5)
    assert current(sit_out(chosen, number, due, out=False)).dealer == (due + 3) % 5


def test_entries_of_a_player_who_sits_out_are_dropped_except_extra_points() -> None:
    late = Bonus(0, POINTS, -10, reason="late")
    game = enter_extras(on(four(), "h 0101/0...?"), 2, Extras(bonuses=(late,)))
    hand = current(sit_out(game, 2, 0, out=True))
    assert hand.bids == (None, 1, 0, 1)
    assert hand.tricks == (None,) * 4
    assert hand.bonuses == (late,)
    assert sit_out(sit_out(game, 2, 0, out=True), 2, 0, out=False) != game


def test_extra_points_count_for_players_who_sit_out() -> None:
    game = sit_out(four(), 2, 3, out=True)
    game = enter_extras(game, 2, Extras(bonuses=(Bonus(3, POINTS, -10, reason="late"),)))
    assert score_sheet(on(game, "h 020./020.")).totals[3] == 10


def test_with_one_player_fewer_a_card_is_left_to_turn_up() -> None:
    game = play("wizard", 4, sizes=(15, 1))
    assert current(game).trump is Trump.NONE
    game = sit_out(game, 1, 3, out=True)
    assert current(game).trump is None
    assert current(sit_out(on(game, "h"), 1, 3, out=False)).trump is Trump.NONE


def test_a_player_who_sits_out_has_no_bid_no_tricks_no_extras_and_deals_not() -> None:
    game = on(sit_out(new("rage", 4), 1, 3, out=True), "h")
    for bids in ((0, 0, 0, 0), (None, None, None, 1)):
        with refuses("seat-out"):
            enter_bids(game, 1, bids)
    with refuses("extra-unknown"):
        enter_extras(game, 1, Extras(bonuses=(Bonus(3, "plus", 1),)))
    with refuses("dealer-missing"):
        change_dealer(game, 1, 3)


def test_a_rematch_seats_the_players_present_in_their_order() -> None:
    game = on(join(leave(four(), 1), "Lea", 40, 0), "h 0.000/0.020")
    again = rematch(game)
    assert again.players == ("Ann", "Lea", "Cem", "Dora")
    assert again.settings.sizes == tuple(range(1, 16))
    assert again.players[again.first_dealer] == "Cem"
    assert score_sheet(again).totals == (0, 0, 0, 0)


@pytest.mark.parametrize("gone", range(4))
def test_in_a_rematch_most_who_stay_keep_their_seat_and_so_their_colour(gone: int) -> None:
    game = leave(four("h 0000/2000"), gone)
    again = rematch(game)
    stay = [name for name in ("Ann", "Ben", "Cem", "Dora") if name != game.players[gone]]
    turns = [tuple(stay[one:] + stay[:one]) for one in range(3)]
    kept = [sum(map(str.__eq__, turn, game.players)) for turn in turns]
    assert again.players in turns
    assert sum(map(str.__eq__, again.players, game.players)) == max(kept)
    assert again.players == tuple(game.players[seat] for seat in seats_of_rematch(game))


@pytest.mark.parametrize("number", range(12))
def test_a_rematch_after_a_player_joined_is_a_whole_game_of_those_present(number: int) -> None:
    hands = (f"h 00000/{min(cards, 9)}{max(cards - 9, 0)}000" for cards in range(1, number + 1))
    game = play("wizard", 5, *hands)
    again = rematch(join(game, "Lea", 0, 4))
    assert len(again.players) == 6
    assert again.settings.sizes == tuple(range(1, 11))


@pytest.mark.parametrize(
    ("name", "start", "after", "codes"),
    [
        ("", 0, 0, ["newcomer-unnamed"]),
        ("ben", 0, 0, ["name-double"]),
        ("Lea", MOST_TO_START + 1, 0, ["start-range"]),
        ("Lea", -MOST_TO_START - 1, 9, ["start-range", "place-missing"]),
    ],
)
def test_a_newcomer_needs_a_unique_name_plausible_points_and_a_seat(
    name: str, start: int, after: int, codes: list[str]
) -> None:
    with refuses(*codes):
        join(four(), name, start, after)


def test_a_game_has_no_more_and_no_fewer_players_than_it_is_for() -> None:
    with refuses("seats-full"):
        join(new("wizard", 6), "Lea", 0, 0)
    with refuses("seats-full"):
        join(leave(new("own", 10, sizes=(1, 1)), 3), "Lea", 0, 0)
    with refuses("seats-few"):
        leave(new("wizard", 3), 0)
    with refuses("seats-few"):
        sit_out(new("wizard", 3), 1, 0, out=True)
    with refuses("seats-full"):
        come_back(join(join(join(leave(four(), 1), "L", 0, 0), "M", 0, 0), "N", 0, 0), 1)


def test_nobody_is_dealt_in_after_all_if_the_cards_do_not_suffice() -> None:
    game = join(play("wizard", 3, "- 5", sizes=(20, 1)), "Lea", 0, 0)
    with refuses("seats-full"):
        sit_out(game, 1, 3, out=False)
    small = join(play("wizard", 3, "h 1", sizes=(15, 1)), "Lea", 0, 0)
    assert sit_out(small, 1, 3, out=False).hands[0].playing == (0, 1, 2, 3)


def test_nobody_comes_or_goes_once_the_last_hand_is_begun() -> None:
    game = play("wizard", 4, "h", sizes=(1,))
    with refuses("no-hand-left"):
        join(game, "Lea", 0, 0)
    with refuses("no-hand-left"):
        leave(game, 0)


def test_undo_of_a_player_who_joined_is_complete() -> None:
    late = Extras(bonuses=(Bonus(0, POINTS, -10, reason="late"),))
    noted = enter_extras(four(), 2, late)
    for game in (on(four(), "h 0"), noted, sit_out(noted, 2, 2, out=True)):
        for after in (join(game, "Lea", 15, 1), leave(game, 2)):
            line = line_of(game, after)
            assert without(after, line) == game
            assert replayed(game, [line]) == after


HANDS = ("h 011/001", "h 000/200", "h 000/111")


def ended(*sizes: int) -> Game:
    """A game for three that was played to its end."""
    return play("wizard", 3, *HANDS[: len(sizes)], sizes=sizes)


@pytest.mark.parametrize(
    ("game", "choices"),
    [
        (ended(1, 2), [(2,), (1, 2)]),
        (ended(1, 2, 3), [(3,), (1, 2, 3)]),
        (end_after(play("wizard", 3, HANDS[0], sizes=(1, 2, 3)), 1), [(2,), (2, 3)]),
        (end_after(play("wizard", 3, HANDS[0], sizes=(1, 2)), 1), [(2,)]),
        (play("wizard", 3, HANDS[0], sizes=(1, 2)), []),
        (end_after(play("two-player", 2, "h 00/11 !-"), 1), []),
    ],
)
def test_the_last_hand_the_last_ones_or_all_may_follow(
    game: Game, choices: list[tuple[int, ...]]
) -> None:
    assert list(more_hands(game)) == choices


def test_one_choice_lets_everybody_deal_once() -> None:
    game = play("wizard", 3, *HANDS, "h 000/220", sizes=(1, 2, 3, 4))
    assert more_hands(game)[1] == (2, 3, 4)


def test_a_game_gets_no_longer_than_a_game_may_be() -> None:
    game = ended(1, 2)
    while choices := more_hands(game):
        game = play_on(game, len(choices[-1]))
        while hand := score_sheet(game).hand:
            cards = hand.cards
            game = on(game, f"h 000/{cards}00")
    assert len(game.settings.sizes) == LONGEST_GAME


def test_a_rematch_is_as_long_as_the_game_was_planned() -> None:
    whole = tuple(range(1, 21))
    assert rematch(new("wizard", 3, sizes=(*whole, 20))).settings.sizes == whole
    forgotten = with_room(on(new("wizard", 3, sizes=whole), "h 000/100"), 1, 1)
    assert rematch(forgotten).settings.sizes == whole
    # Entered later, a hand that was skipped is still one of the plan.
    for sizes, again in (((*whole, 20), whole), ((1, 3, 5), (1, 3, 5))):
        skipped = on(skip_hand(new("wizard", 3, sizes=sizes), 1), f"h 000/{sizes[1]}00")
        assert rematch(correct(skipped, 1, "h 000/100")).settings.sizes == again
    assert rematch(play_on(ended(1, 2), 1)).settings.sizes == (1, 2, 2)
    assert rematch(join(new("wizard", 4, sizes=(1, 2, 3)), "Lea", 0, 3)).settings.sizes == (1, 2, 3)


def test_totals_stay() -> None:
    game = ended(1, 2)
    before = score_sheet(game)
    longer = play_on(game, 1)
    after = score_sheet(longer)
    assert (after.totals, after.result) == (before.totals, None)
    assert after.hand
    assert (after.hand.number, after.hand.cards) == (3, 2)
    assert game.settings.sizes == longer.settings.sizes[:2]


def test_after_an_early_end_the_plan_is_played_on() -> None:
    game = end_after(play("wizard", 3, HANDS[0], sizes=(1, 2, 3)), 1)
    assert play_on(game, 2).settings.ends_after is None
    assert play_on(game, 1).settings.ends_after == 2
    assert play_on(game, 1).settings.sizes == (1, 2, 3)


@pytest.mark.parametrize("hands", [None, 0, 3])
def test_other_numbers_of_hands_are_refused(hands: int | None) -> None:
    with refuses("more-unknown"):
        play_on(ended(1, 2), hands)
