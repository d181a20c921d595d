"""Properties of every game, tested on random games."""

from dataclasses import replace
from functools import partial
from itertools import accumulate, pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scorekeeper.rules.actions import (
    correct_hand,
    enter_bids,
    enter_extras,
    hand_to_change,
    turn_up,
)
from scorekeeper.rules.attendance import new_game, rematch
from scorekeeper.rules.game import NOBODY, POINTS, Game, left_of, resized
from scorekeeper.rules.hand import Extras, forbidden_bids
from scorekeeper.rules.history import Change, differences
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.model import Variant
from scorekeeper.rules.variants.variants import VARIANTS
from scorekeeper.store.mapping.log import without
from tests.rules.chance import (
    LISTING,
    Action,
    beginnings,
    blank,
    bonus,
    comings,
    deals,
    games,
    quickly,
    some_extras,
    steps,
)
from tests.rules.notation import correction, current, entered
from tests.rules.replay import line_of, replayed


def done(game: Game, step: Action) -> Game | None:
    """The game after a step, None if the rules refuse it."""
    try:
        return step(game)
    except RefusedError:
        return None


def wandering(data: st.DataObject, game: Game, most: int = 12) -> list[tuple[Game, Action, Game]]:
    """Some permitted steps, with the game before and after each."""
    path = []
    for _ in range(data.draw(st.integers(1, most))):
        step = data.draw(steps(game))
        after = done(game, step)
        if after is not None:
            path.append((game, step, after))
            game = after
    return path


@quickly
@given(games())
def test_a_total_is_the_sum_of_the_points_and_the_highest_leads(game: Game) -> None:
    sheet = score_sheet(game)
    for seat in game.seats:
        gained = [row.cells[seat].points or 0 for row in sheet.counting]
        start = game.starts[seat] if game.starts else 0
        totals = list(accumulate(gained, initial=start))[1:]
        assert [row.cells[seat].total for row in sheet.counting] == totals
        assert sheet.totals[seat] == start + sum(gained)
    if sheet.counting:
        assert sheet.leaders == tuple(s for s in game.seats if sheet.positions[s] == 1)
        assert not {*sheet.leaders} & {*game.away}


@quickly
@given(games(listed=False))
def test_the_deal_passes_to_the_left_with_each_hand(game: Game) -> None:
    for hand, following in pairwise(game.hands):
        assert following.dealer == left_of(game, hand.dealer, following.out)


@quickly
@given(games())
def test_all_tricks_add_up_or_leave_the_dummy_some_and_the_negated_one_does_not_count(
    game: Game,
) -> None:
    for hand, row in zip(game.scored, score_sheet(game).rows, strict=True):
        if hand.skipped:
            continue
        taken = sum(cell.tricks for cell in row.cells) + hand.void
        assert taken <= hand.cards if game.dummies_in(hand) else taken == hand.cards
        assert sum(cell.negated for cell in row.cells) <= 1
        for seat, cell in enumerate(row.cells):
            assert cell.negated == int(hand.negated == seat)
            assert cell.counted == cell.tricks - cell.negated >= 0


@quickly
@given(games())
def test_the_bids_of_a_bound_hand_do_not_add_up_unless_the_dealer_bid_0(game: Game) -> None:
    for hand in game.scored:
        if hand.bid_rule.binds(hand.cards) and sum(b or 0 for b in hand.bids) == hand.cards:
            assert hand.bid_rule.lowest == 1
            assert hand.bids[hand.dealer] == 0


@given(st.sampled_from(list(VARIANTS.values())), st.integers(0, 20), st.integers(0, 20))
@quickly
def test_an_exact_bid_gains_at_least_the_bonus_and_more_than_the_same_tricks_after_a_miss(
    variant: Variant, bid: int, counted: int
) -> None:
    gained, made = (variant.score.points(n, counted, 20) for n in (bid, counted))
    assert made >= max(variant.score.made.fixed, 1)
    assert gained == made if bid == counted else gained < made


@quickly
@given(st.data(), games(3))
def test_the_forbidden_bids_are_the_only_bids_that_the_dealer_is_refused(
    data: st.DataObject, game: Game
) -> None:
    hand = score_sheet(game).hand
    assume(hand is not None)
    assert hand
    if hand.trump is None:
        game = turn_up(game, hand.number, game.may_turn(hand)[0], None)
    some = st.integers(0, hand.cards)
    others = {*hand.playing} - {hand.dealer}
    bids = tuple(data.draw(some) if seat in others else None for seat in game.seats)
    game = enter_bids(game, hand.number, bids)
    tried = range(hand.cards + 1)
    said = {n: tuple(n if seat == hand.dealer else None for seat in game.seats) for n in tried}
    refused = [
        n for n in tried if not done(game, partial(enter_bids, number=hand.number, bids=said[n]))
    ]
    assert refused == sorted(forbidden_bids(hand_to_change(game, hand.number)))


@quickly
@given(st.data())
def test_correcting_a_hand_equals_having_entered_it_so(data: st.DataObject) -> None:
    start = data.draw(beginnings())
    wrong = right = start
    number = data.draw(st.integers(1, 3))
    for turn in range(1, 4):
        hand = score_sheet(wrong).hand
        if hand is None:
            break
        truth = data.draw(deals(wrong, hand))
        slip = data.draw(deals(wrong, hand)) if turn == number else truth
        assume(score_sheet(right).hand == hand)
        wrong, right = entered(wrong, slip), entered(right, truth)
        if turn == number:
            mended = correction(truth, hand.dealer)
    assume(len(wrong.hands) >= number)
    assert correct_hand(wrong, number, mended) == right


@pytest.mark.thorough
@quickly
@given(st.data())
def test_a_change_taken_back_gives_the_game_before_and_replayed_the_game_after(
    data: st.DataObject,
) -> None:
    for before, _, after in wandering(data, data.draw(games(2))):
        line = line_of(before, after)
        assert bool(line) is bool([*differences(Change(before, after))]) is (before != after)
        assert without(after, line) == before
        assert replayed(before, [line]) == after


@quickly
@given(st.data(), games(2) | beginnings())
def test_a_step_changes_one_hand_once_and_leaves_only_the_last_unscored(
    data: st.DataObject, game: Game
) -> None:
    for before, step, after in wandering(data, game, most=16):
        seats = len(after.players)
        joined = seats - len(before.players)
        changes_list = getattr(step, "func", None) in LISTING
        assert changes_list or done(after, step) == (None if joined else after)
        assert joined in (0, 1)
        assert {*before.players} <= {*after.players}
        assert after.first_dealer == before.first_dealer
        both = zip(before.hands, after.hands, strict=False)
        changed = [one for one, other in both if resized(one, seats) != other]
        moved = len(changed) + abs(len(after.hands) - len(before.hands))
        assert changes_list or moved <= 1
        assert [hand.number for hand in after.hands] == list(range(1, len(after.hands) + 1))
        assert all(hand.scored for hand in after.hands[:-1])


@quickly
@given(st.data(), games(3) | beginnings())
def test_earlier_extras_change_nothing_for_players_who_come_or_go(
    data: st.DataObject, game: Game
) -> None:
    hand = score_sheet(game).hand
    assume(hand is not None)
    assert hand
    drawn = data.draw(some_extras(game, hand))
    others = (one for one in drawn.bonuses if (one.seat, one.key) != (0, POINTS))
    extras = replace(drawn, bonuses=tuple(sorted((*others, bonus(0, 5)))))
    noted, step = enter_extras(game, hand.number, extras), data.draw(comings(game))
    came, after = done(game, step), done(noted, step)
    assert (came is None) == (after is None)
    if came and after:
        cards, playing = current(came).cards, {NOBODY, *current(came).playing}
        stay = [b for b in extras.bonuses if b.key == POINTS or {b.seat, b.partner} <= playing]
        extras = Extras(min(extras.void or 0, cards), extras.cloud, tuple(stay))
        assert after == enter_extras(came, hand.number, extras)
        if after != noted:
            assert without(after, line_of(noted, after)) == noted


@quickly
@given(st.data(), games(3) | beginnings())
def test_whoever_came_or_went_a_rematch_is_a_game_that_can_be_started(
    data: st.DataObject, game: Game
) -> None:
    for _, _, after in wandering(data, game):
        again = rematch(after)
        begun = again.variant, again.players, again.first_dealer, again.settings
        assert again == new_game(*begun, game.deck)


@quickly
@given(games())
def test_a_hand_dealt_has_nothing_entered(game: Game) -> None:
    hand = score_sheet(game).hand
    if hand is not None:
        assert blank(hand) == hand
        assert hand.number == len(game.scored) + 1
