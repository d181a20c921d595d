"""Bonuses on a miss: captured cards that count whether the bid is made or not."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.actions import enter_bids, enter_extras, score_hand
from scorekeeper.rules.extras import Extras
from scorekeeper.rules.game import Bonus, Game
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.points import Extra
from scorekeeper.rules.variants.variants import (
    CAPTURES,
    RASCAL,
    SKULL_KING,
    VARIANTS,
    counting_on_a_miss,
    counts_on_a_miss,
    may_count_on_a_miss,
)
from scorekeeper.store.mapping.rulebook import rules_from_json, rules_to_json
from tests.rules.chance import quickly
from tests.rules.notation import new

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
