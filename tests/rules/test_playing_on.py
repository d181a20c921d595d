"""A game that is over goes on: which hands may follow, and what stays."""

import pytest

from scorekeeper.rules.actions import end_after
from scorekeeper.rules.game import Game
from scorekeeper.rules.playing_on import more_hands, play_on
from scorekeeper.rules.setup import rematch
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.model import LONGEST_GAME
from tests.rules.notation import new, on, play, refuses

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
    assert rematch(play_on(ended(1, 2), 1)).settings.sizes == (1, 2, 2)


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
