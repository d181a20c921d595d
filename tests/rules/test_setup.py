"""Who may play, hand sizes that the deck allows, and house rules changed on the way."""

from __future__ import annotations

import pytest

from scorekeeper.rules.actions import change_settings
from scorekeeper.rules.house import BidRule, Settings
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.setup import (
    LONGEST_CLOCK,
    LONGEST_GAME,
    LONGEST_NAME,
    draw_dealer,
    new_game,
    spaced_sizes,
)
from scorekeeper.rules.sheet import hand_sizes_left
from scorekeeper.rules.variants import VARIANTS
from tests.rules.notation import NAMES, codes, current, new, on, play

HOOK = BidRule(hook=True)


def refusal(variant: str, *names: str, dealer: int = 0, **more: object) -> list[str]:
    kind = VARIANTS[variant]
    sizes = more.pop("sizes", kind.sizes(max(len(names), 1)))
    with pytest.raises(RefusedError) as refused:
        new_game(kind, names, dealer, Settings(sizes=sizes, **more))  # type: ignore[arg-type]
    return codes(refused.value)


@pytest.mark.parametrize(
    ("variant", "players", "code"),
    [
        ("wizard", 2, "names-few"),
        ("wizard", 7, "names-many"),
        ("tournament", 2, "names-few"),
        ("two-player", 1, "names-few"),
        ("two-player", 3, "names-many"),
    ],
)
def test_a_variant_has_its_number_of_players(variant: str, players: int, code: str) -> None:
    assert refusal(variant, *(*NAMES, "Gil")[:players]) == [code]


def test_a_name_is_not_empty_too_long_or_given_twice() -> None:
    assert refusal("wizard", "", "A" * (LONGEST_NAME + 1), "Ben", "ben") == [
        *("name-empty", "name-long", "name-double")
    ]


def test_a_name_may_have_the_greatest_length() -> None:
    names = ("A" * LONGEST_NAME, "B" * LONGEST_NAME, "C")
    game = new_game(VARIANTS["wizard"], names, 0, Settings(sizes=(1,)))
    assert game.players == names


def test_names_that_differ_in_case_alone_are_the_same_name() -> None:
    assert refusal("wizard", "Groß", "GROSS", "Ann") == ["name-double"]


@pytest.mark.parametrize("dealer", [-1, 3])
def test_the_first_dealer_sits_at_the_table(dealer: int) -> None:
    assert refusal("wizard", "Ann", "Ben", "Cem", dealer=dealer) == ["first-dealer-missing"]


@pytest.mark.parametrize(("players", "most"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_cards_times_players_are_never_above_the_deck(players: int, most: int) -> None:
    assert new("wizard", players, sizes=(most, 1)).settings.sizes == (most, 1)
    assert refusal("wizard", *NAMES[:players], sizes=(most + 1,)) == ["sizes-range"]
    assert refusal("wizard", *NAMES[:players], sizes=(1, 0)) == ["sizes-small"]


def test_a_game_has_at_least_one_hand_and_not_too_many() -> None:
    assert refusal("wizard", "Ann", "Ben", "Cem", sizes=()) == ["sizes-none"]
    assert len(new("wizard", 3, sizes=(1,) * LONGEST_GAME).settings.sizes) == LONGEST_GAME
    assert refusal("wizard", "Ann", "Ben", "Cem", sizes=(1,) * 61) == ["sizes-long"]


def test_the_hand_size_of_a_two_player_game_is_fixed() -> None:
    assert refusal("two-player", "Ann", "Ben", sizes=(5,)) == ["sizes-fixed"]


@pytest.mark.parametrize("clock", [0, -5, LONGEST_CLOCK + 1])
def test_the_clock_has_a_sensible_length(clock: int) -> None:
    assert refusal("wizard", "Ann", "Ben", "Cem", clock=clock) == ["clock-range"]


def test_spaced_sizes_go_from_first_to_last() -> None:
    assert spaced_sizes(2, 20, 2) == (2, 4, 6, 8, 10, 12, 14, 16, 18, 20)
    assert spaced_sizes(1, 4, 2) == (1, 3)
    assert spaced_sizes(5, 2, 1) == (5, 4, 3, 2)
    assert spaced_sizes(7, 2, 2) == (7, 5, 3)


def test_a_drawn_dealer_sits_at_the_table() -> None:
    assert {draw_dealer(3) for _ in range(200)} == {0, 1, 2}


def test_house_rules_changed_between_hands_hold_from_the_next_hand() -> None:
    game = play("wizard", 3, "h 011/001")
    game = change_settings(game, HOOK, (5, 6), 60)
    assert game.hands[0].bid_rule == BidRule()
    assert current(game).bid_rule == HOOK
    assert current(game).cards == 5
    assert game.settings.sizes == (1, 5, 6)
    assert game.settings.clock == 60


def test_house_rules_changed_within_a_hand_hold_from_the_next_hand() -> None:
    game = play("wizard", 3, "h 011/001", "j 200")
    game = change_settings(game, HOOK, (7,), None)
    assert current(game).bid_rule == BidRule()
    assert current(game).cards == 2
    game = on(game, "- .../101")
    assert current(game).bid_rule == HOOK
    assert current(game).cards == 7
    assert hand_sizes_left(game) == (7,)


def test_hands_may_be_taken_away_so_that_the_hand_in_progress_is_the_last() -> None:
    game = change_settings(play("wizard", 3, "h 011"), BidRule(), (), None)
    assert game.settings.sizes == (1,)
    assert hand_sizes_left(game) == ()


def test_changed_hand_sizes_are_held_to_the_deck() -> None:
    with pytest.raises(RefusedError) as refused:
        change_settings(play("wizard", 3, "h 011"), BidRule(), (21,), None)
    assert codes(refused.value) == ["sizes-range"]


def test_a_two_player_game_may_change_its_bid_rule_but_not_its_hands() -> None:
    game = play("two-player", 2, "h 00/11 !-")
    assert current(change_settings(game, HOOK, (), None)).bid_rule == HOOK
    with pytest.raises(RefusedError) as refused:
        change_settings(game, HOOK, (5,), None)
    assert codes(refused.value) == ["sizes-fixed"]
