"""Which bids the dealer may make, the Canadian rule among them."""

import pytest

from scorekeeper.rules.actions import (
    Numbers,
    change_dealer,
    change_settings,
    end_after,
    enter_bids,
    enter_tricks,
    score_hand,
)
from scorekeeper.rules.attendance import leave
from scorekeeper.rules.game import Game, Phase
from scorekeeper.rules.hand import bidding_order, forbidden_bids, leader_before, next_bidder, phase
from scorekeeper.rules.variants.model import LONGEST_NOTATION, BidRule, Settings
from tests.rules.chance import RULES
from tests.rules.notation import correct, current, new, on, play, refuses


@pytest.fixture
def broken() -> Game:
    """A hand of one card whose bids add up, because another bid was changed after the dealer's."""
    return enter_bids(play("wizard", 3, "h 110", rule="hook"), 1, (None, 0, None))


@pytest.mark.parametrize(
    ("variant", "players", "dealer", "order"),
    [
        ("wizard", 4, 0, (1, 2, 3, 0)),
        ("wizard", 4, 2, (3, 0, 1, 2)),
        ("wizard", 4, 3, (0, 1, 2, 3)),
        ("two-player", 2, 1, (0, 1)),
    ],
)
def test_bidding_goes_left_from_the_dealer_who_bids_last(
    variant: str, players: int, dealer: int, order: tuple[int, ...]
) -> None:
    game = new(variant, players, dealer=dealer)
    assert bidding_order(game, current(game)) == order


@pytest.mark.parametrize(
    ("line", "due"),
    [("h", 1), ("h .0.", 2), ("h .00", 0), ("h 000", None), ("h 0..", 1), ("h ..0", 1)],
)
def test_the_first_missing_bid_in_bidding_order_is_due(line: str, due: int | None) -> None:
    game = play("wizard", 3, line)
    assert next_bidder(game, current(game)) == due


@pytest.mark.parametrize(
    ("bids", "seats"),
    [((2, None, None), [0]), ((None, -1, None), [1]), ((None, 0, 9), [2]), ((2, 0, 3), [0, 2])],
)
def test_a_bid_is_0_to_cards_and_every_other_is_named(bids: Numbers, seats: list[int]) -> None:
    with refuses(*["bid-range"] * len(seats)) as refused:
        enter_bids(play("wizard", 3, "h"), 1, bids)
    assert [problem.seat for problem in refused.value.problems] == seats


@pytest.mark.parametrize(
    ("rule", "line", "bids", "cards"),
    [
        ("hook", "h .00", (1, None, None), 1),
        ("hook", "h", (0, 1, 0), 1),
        ("hook+not1", "h", (0, 1, 0), None),
        ("hook+not1", "h", (1, 1, 0), 2),
        ("hook+zero", "h", (0, 1, 0), None),
        ("hook+from2", "h", (0, 1, 0), None),
        ("hook+from2", "h", (1, 1, 0), 2),
        ("hook+zero", "h", (1, 0, 0), 1),
        ("", "h", (1, 0, 0), None),
    ],
)
def test_the_dealer_may_not_make_the_bids_add_up_unless_a_house_option_allows_it(
    rule: str, line: str, bids: Numbers, cards: int | None
) -> None:
    game = play("wizard", 3, line, rule=rule, sizes=(cards or 1,))
    if cards is None:
        assert phase(current(enter_bids(game, 1, bids))) is Phase.TRICKS
        return
    with refuses("bid-forbidden") as refused:
        enter_bids(game, 1, bids)
    (problem,) = refused.value.problems
    assert (problem.seat, problem.values) == (0, {"number": bids[0], "cards": cards})


def test_nobody_bids_last_where_all_bid_at_once() -> None:
    game = play("wizard", 3, "h .1.", rule="hidden")
    assert next_bidder(game, current(game)) is None
    game = enter_bids(game, 1, (0, None, 0))
    assert not forbidden_bids(current(game))
    assert (current(game).bids, phase(current(game))) == ((0, 1, 0), Phase.TRICKS)


def test_nothing_is_forbidden_while_another_bid_is_missing() -> None:
    game = enter_bids(play("wizard", 3, "h", rule="hook"), 1, (1, 0, None))
    assert not forbidden_bids(current(game))
    assert current(game).bids == (1, 0, None)


def test_a_bid_that_makes_the_dealers_bid_forbidden_is_saved_and_the_dealer_bids_again(
    broken: Game,
) -> None:
    assert current(broken).bids == (1, 0, 0)
    assert phase(current(broken)) is Phase.BIDS
    assert next_bidder(broken, current(broken)) == 0
    for action in (enter_tricks, score_hand):
        with refuses("bid-forbidden"):
            action(broken, 1, (1, 0, 0), None)
    assert phase(current(enter_bids(broken, 1, (0, None, None)))) is Phase.TRICKS


def test_a_played_hand_is_corrected_to_bids_with_which_the_dealers_was_forbidden() -> None:
    game = play("wizard", 3, "h 000/010", "h 000/110", rule="hook", sizes=(1, 2, 3))
    for others in ("h 101/110", "h 200/110"):
        mended = correct(game, 2, others)
        assert mended.hands[1].bid_rule == BidRule()
        assert with_bids(mended, 1, 1) == [1], "the next hand is bound as before"
    with refuses("bid-forbidden"):
        correct(game, 2, "h 020/110")


def test_tricks_are_refused_while_a_bid_is_missing() -> None:
    with refuses("bid-missing", "bid-missing") as refused:
        enter_tricks(play("wizard", 3, "h 0.."), 1, (1, 0, 0), None)
    assert [problem.seat for problem in refused.value.problems] == [1, 2]


def test_the_hook_binds_whoever_deals_after_a_change_of_dealer() -> None:
    game = change_dealer(play("wizard", 3, "h .00", rule="hook"), 1, 1)
    assert bidding_order(game, current(game)) == (2, 0, 1)
    game = enter_bids(game, 1, (1, None, None))
    assert current(game).bids == (1, 0, 0)
    assert next_bidder(game, current(game)) == 1


def test_the_deal_continues_from_a_changed_dealer() -> None:
    assert current(play("wizard", 3, "h 011/001")).dealer == 1
    assert current(on(change_dealer(new("wizard", 3), 1, 2), "h 011/001")).dealer == 0


@pytest.mark.parametrize("dealer", [None, -1, 3])
def test_only_a_seat_of_the_game_deals(dealer: int | None) -> None:
    with refuses("dealer-missing"):
        change_dealer(new("wizard", 3), 1, dealer)


@pytest.mark.parametrize("notation", RULES)
def test_the_notation_of_a_bid_rule_reads_back(notation: str) -> None:
    assert BidRule.parse(notation).notation() == notation


EVERY = "hook+lead"
LAST = "hook+lead+last"
ANN_LEADS, BEN_LEADS, TWO_LEAD = "h 100/100", "h 010/010", "h 000/100"
"""A first hand of one card, after which Ben deals."""


def begun(rule: str, *lines: str, sizes: tuple[int, ...] = (1, 5, 5)) -> Game:
    """A game with these hands scored, and a suit turned up in the next one."""
    return on(new("wizard", 3, rule=rule, sizes=sizes), *lines, "h")


def with_bids(game: Game, *others: int | None) -> list[int]:
    """The bids that the dealer may not make after these bids of the others, in seating order."""
    hand = current(game)
    bids = list(others)
    bids.insert(hand.dealer, None)
    return [*forbidden_bids(current(enter_bids(game, hand.number, tuple(bids))))]


@pytest.mark.parametrize(
    ("line", "others", "forbidden"),
    [
        (BEN_LEADS, (1, 1), [3]),
        (BEN_LEADS, (3, 2), []),
        (BEN_LEADS, (3, 3), []),
        (ANN_LEADS, (1, 1), []),
        (TWO_LEAD, (1, 1), []),
    ],
    ids=["leads", "0 is free", "over already", "another leads", "level"],
)
def test_a_dealer_alone_in_the_lead_may_not_make_the_bids_add_up_unless_by_0(
    line: str, others: tuple[int, int], forbidden: list[int]
) -> None:
    game = begun(EVERY, line)
    assert current(game).dealer == 1
    assert with_bids(game, *others) == forbidden


@pytest.mark.parametrize("line", ["h 2011/2000", "h 1111/1100"], ids=["led", "was level"])
def test_a_player_who_left_binds_and_frees_nobody(line: str) -> None:
    game = on(new("wizard", 4, rule=EVERY, sizes=(2, 5, 5)), line)
    assert leader_before(game, 2) == (0 if line.startswith("h 20") else None)
    game = on(leave(game, 0), "h")
    assert leader_before(game, 2) == current(game).dealer == 1
    assert with_bids(game, None, 1, 1) == [3]
    with refuses("bid-leads"):
        enter_bids(game, 2, (None, 3, 1, 1))


def test_before_the_first_hand_all_are_level_and_free() -> None:
    game = begun(EVERY, sizes=(3,))
    assert leader_before(game, 1) is None
    assert with_bids(game, 1, 1) == []


def test_the_rule_of_the_last_hand_binds_on_that_alone() -> None:
    assert with_bids(begun(LAST, BEN_LEADS, sizes=(1, 5, 5)), 1, 1) == []
    last = begun(LAST, BEN_LEADS, sizes=(1, 5))
    assert with_bids(last, 1, 1) == [3]
    with refuses("bid-leads-last"):
        enter_bids(last, 2, (1, 3, 1))
    with refuses("bid-leads"):
        enter_bids(begun(EVERY, BEN_LEADS), 2, (1, 3, 1))


def test_a_hand_that_is_called_the_last_before_it_begins_is_the_last() -> None:
    game = end_after(on(new("wizard", 3, rule=LAST, sizes=(1, 5, 5)), BEN_LEADS), 2)
    assert with_bids(on(game, "h"), 1, 1) == [3]


def test_another_dealer_is_bound_or_free_as_the_totals_say() -> None:
    game = begun(EVERY, ANN_LEADS)
    assert with_bids(game, 1, 1) == []
    assert with_bids(change_dealer(game, 2, 0), 1, 1) == [3]
    assert with_bids(change_dealer(change_dealer(game, 2, 0), 2, 2), 1, 1) == []


def test_bids_stand_when_a_correction_changes_the_leader() -> None:
    game = on(begun(EVERY, ANN_LEADS), "- 131/131")
    mended = correct(game, 1, BEN_LEADS)
    assert mended.hands[1].bid_rule.notation() == "hook+lead+free"
    assert correct(mended, 2, "h 131/041") == correct(correct(game, 2, "h 131/041"), 1, BEN_LEADS)


def test_totals_of_every_game_say_who_leads() -> None:
    game = on(new("oh-hell", 3, sizes=(3, 3)), "s 012/012")
    assert leader_before(game, 2) == 2
    assert leader_before(game, 1) is None


def test_the_rule_may_be_chosen_between_hands() -> None:
    game = on(new("wizard", 3, sizes=(1, 5)), BEN_LEADS)
    chosen = change_settings(game, Settings(BidRule.parse(EVERY), (5,)))
    assert with_bids(on(chosen, "h"), 1, 1) == [3]


@pytest.mark.parametrize("notation", [f"{EVERY}+free", f"{LAST}+free"])
def test_the_notation_of_a_hand_that_is_free_reads_back_and_fits_its_column(notation: str) -> None:
    assert BidRule.parse(notation).notation() == notation
    assert len(notation) <= LONGEST_NOTATION, "a longer column, schema and migration"
    assert not BidRule.parse(notation).binds(5)
