"""Numbers of players, hand sizes that the deck allows, changed house rules, a rematch."""

from typing import Any

import pytest

from scorekeeper.rules.actions import change_dealer, change_settings, end_after
from scorekeeper.rules.attendance import LONGEST_CLOCK, LONGEST_NAME, draw_dealer, new_game, rematch
from scorekeeper.rules.sheet import hand_sizes_left
from scorekeeper.rules.variants.model import LONGEST_GAME, BidRule, Settings, spaced_sizes
from scorekeeper.rules.variants.variants import VARIANTS
from tests.rules.notation import NAMES, current, new, on, play, refuses

HOOK = BidRule(hook=True)


@pytest.mark.parametrize(
    ("variant", "names", "more", "codes"),
    [
        ("wizard", NAMES[:2], {}, ["names-few"]),
        ("wizard", (*NAMES, "Gil"), {}, ["names-many"]),
        ("tournament", NAMES[:2], {}, ["names-few"]),
        ("two-player", NAMES[:1], {}, ["names-few"]),
        ("two-player", NAMES[:3], {}, ["names-many"]),
        (
            "wizard",
            ("", "A" * (LONGEST_NAME + 1), "Ben", "ben"),
            {},
            ["name-empty", "name-long", "name-double"],
        ),
        ("wizard", ("Groß", "GROSS", "Ann"), {}, ["name-double"]),
        ("wizard", ("José", "Jose", "Ann"), {}, ["name-double"]),
        ("wizard", NAMES[:3], {"dealer": -1}, ["first-dealer-missing"]),
        ("wizard", NAMES[:3], {"dealer": 3}, ["first-dealer-missing"]),
        ("wizard", NAMES[:3], {"sizes": ()}, ["sizes-none"]),
        ("wizard", NAMES[:3], {"sizes": (1,) * (LONGEST_GAME + 1)}, ["sizes-long"]),
        ("wizard", NAMES[:3], {"sizes": (1, 0)}, ["sizes-small"]),
        ("wizard", NAMES[:3], {"sizes": (21,)}, ["sizes-range"]),
        ("wizard", NAMES[:4], {"sizes": (16,)}, ["sizes-range"]),
        ("wizard", NAMES[:5], {"sizes": (13,)}, ["sizes-range"]),
        ("wizard", NAMES[:6], {"sizes": (11,)}, ["sizes-range"]),
        ("two-player", NAMES[:2], {"sizes": (5,)}, ["sizes-fixed"]),
        ("wizard", NAMES[:3], {"clock": 0}, ["clock-range"]),
        ("wizard", NAMES[:3], {"clock": -5}, ["clock-range"]),
        ("wizard", NAMES[:3], {"clock": LONGEST_CLOCK + 1}, ["clock-range"]),
    ],
)
def test_a_game_that_cannot_be_played_is_refused(
    variant: str, names: tuple[str, ...], more: dict[str, Any], codes: list[str]
) -> None:
    kind, dealer = VARIANTS[variant], more.get("dealer", 0)
    with refuses(*codes):
        sizes = more.get("sizes", kind.sizes(len(names)))
        new_game(kind, names, dealer, Settings(sizes=sizes, clock=more.get("clock")))


def test_a_name_may_have_the_greatest_length() -> None:
    names = ("A" * LONGEST_NAME, "B" * LONGEST_NAME, "C")
    assert new_game(VARIANTS["wizard"], names, 0, Settings(sizes=(1,))).players == names


@pytest.mark.parametrize(
    ("players", "sizes"),
    [(3, (20, 1)), (4, (15, 1)), (5, (12, 1)), (6, (10, 1)), (3, (1,) * LONGEST_GAME)],
)
def test_a_game_may_have_as_many_cards_and_hands_as_there_are(
    players: int, sizes: tuple[int, ...]
) -> None:
    assert new("wizard", players, sizes=sizes, clock=LONGEST_CLOCK).settings.sizes == sizes


@pytest.mark.parametrize(
    ("first", "last", "step", "sizes"),
    [
        (2, 20, 2, (2, 4, 6, 8, 10, 12, 14, 16, 18, 20)),
        (1, 4, 2, (1, 3)),
        (5, 2, 1, (5, 4, 3, 2)),
        (7, 2, 2, (7, 5, 3)),
    ],
)
def test_spaced_sizes_go_from_first_to_last(
    first: int, last: int, step: int, sizes: tuple[int, ...]
) -> None:
    assert spaced_sizes(first, last, step) == sizes


def test_a_drawn_dealer_sits_at_the_table() -> None:
    assert {draw_dealer(3) for _ in range(200)} == {0, 1, 2}


def test_house_rules_changed_between_hands_hold_from_the_next_hand() -> None:
    game = change_settings(play("wizard", 3, "h 011/001"), Settings(HOOK, (5, 6), 60))
    assert game.hands[0].bid_rule == BidRule()
    assert (current(game).bid_rule, current(game).cards) == (HOOK, 5)
    assert (game.settings.sizes, game.settings.clock) == ((1, 5, 6), 60)


def test_house_rules_changed_within_a_hand_hold_from_the_next_hand() -> None:
    game = change_settings(play("wizard", 3, "h 011/001", "j 200"), Settings(HOOK, (7,)))
    assert (current(game).bid_rule, current(game).cards) == (BidRule(), 2)
    game = on(game, "- .../101")
    assert (current(game).bid_rule, current(game).cards) == (HOOK, 7)
    assert hand_sizes_left(game) == (7,)


def test_hands_may_be_taken_away_so_that_the_hand_in_progress_is_the_last() -> None:
    game = change_settings(play("wizard", 3, "h 011"), Settings(BidRule(), ()))
    assert game.settings.sizes == (1,)
    assert hand_sizes_left(game) == ()


def test_changed_hand_sizes_are_limited_by_the_deck() -> None:
    with refuses("sizes-range"):
        change_settings(play("wizard", 3, "h 011"), Settings(BidRule(), (21,)))


def test_a_two_player_game_may_change_its_bid_rule_but_not_its_hands() -> None:
    game = play("two-player", 2, "h 00/11 !-")
    assert current(change_settings(game, Settings(HOOK, ()))).bid_rule == HOOK
    with refuses("sizes-fixed"):
        change_settings(game, Settings(HOOK, (5,)))


def test_a_rematch_keeps_seats_and_rules_and_passes_the_deal() -> None:
    game = end_after(play("wizard", 3, "h 011/001", "h 000/200", rule="hook", sizes=(1, 2)), 2)
    again = rematch(game)
    assert (again.first_dealer, again.hands, again.players) == (2, (), game.players)
    assert again.settings == Settings(HOOK, (1, 2))


@pytest.mark.parametrize("abandoned", ["s ...", "s 01.", "s 010/00.?"])
def test_a_hand_that_was_begun_and_not_scored_passes_no_deal_on(abandoned: str) -> None:
    played = play("wizard", 3, "h 011/001")
    ended = end_after(on(played, abandoned), 1)
    assert ended.hands != played.hands
    assert rematch(ended).first_dealer == rematch(end_after(played, 1)).first_dealer == 1


def test_a_game_of_which_no_hand_was_scored_is_dealt_again_by_its_first_dealer() -> None:
    begun = change_dealer(on(new("wizard", 3, dealer=2), "h 0.."), 1, 0)
    assert rematch(begun).first_dealer == 2
