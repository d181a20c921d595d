"""The Canadian rule: only a dealer alone in the lead may not make the bids add up."""

import pytest

from scorekeeper.rules.actions import change_dealer, change_settings, end_after, enter_bids
from scorekeeper.rules.attendance import leave
from scorekeeper.rules.bidding import forbidden_bids
from scorekeeper.rules.counting import leader_before
from scorekeeper.rules.game import Game
from scorekeeper.rules.variants.house import LONGEST_NOTATION, BidRule
from tests.rules.notation import correct, current, new, on, refuses

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
    chosen = change_settings(game, BidRule.parse(EVERY), (5,), None)
    assert with_bids(on(chosen, "h"), 1, 1) == [3]


@pytest.mark.parametrize("notation", [f"{EVERY}+free", f"{LAST}+free"])
def test_the_notation_of_a_hand_that_is_free_reads_back_and_fits_its_column(notation: str) -> None:
    assert BidRule.parse(notation).notation() == notation
    assert len(notation) <= LONGEST_NOTATION, "a longer column, schema and migration"
    assert not BidRule.parse(notation).binds(5)
