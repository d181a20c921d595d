"""The games beyond Wizard: each row as its source prints it."""

from dataclasses import replace

import pytest

from scorekeeper.rules.actions import end_after
from scorekeeper.rules.game import Phase
from scorekeeper.rules.scoring import phase
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.cards import Trump, Turned
from scorekeeper.rules.variants.house import BidRule
from scorekeeper.rules.variants.variants import MORE, MOST_PLAYERS, OH_HELL, VARIANTS
from tests.rules.notation import current, new, on, refuses

HOOK = BidRule(hook=True)
FREE = BidRule()


def up(last: int) -> tuple[int, ...]:
    return tuple(range(1, last + 1))


def down(first: int) -> tuple[int, ...]:
    return up(first)[::-1]


@pytest.mark.parametrize(
    ("game", "players", "sizes"),
    [
        *(("oh-hell", players, up(last)) for players, last in ((3, 15), (4, 13), (5, 10), (6, 8))),
        *(("nomination", players, (*down(10), *up(10)[1:])) for players in (3, 4, 5)),
        ("nomination", 6, (*down(8), *up(8)[1:])),
        *(("stiche-raten", players, up(64 // players)) for players in (3, 4, 5, 6)),
        *(("blob", players, down(10)) for players in (2, 3, 4, 5)),
        ("blob", 6, down(8)),
        *(("rage", players, down(10)) for players in (2, 8)),
        *(("skull-king", players, up(10)) for players in (2, 7)),
        ("skull-king", 8, (*up(8), 8, 8)),
    ],
)
def test_a_game_has_the_hands_that_its_rules_print(
    game: str, players: int, sizes: tuple[int, ...]
) -> None:
    assert VARIANTS[game].sizes(players) == sizes


@pytest.mark.parametrize(
    ("game", "least", "most"),
    [
        ("oh-hell", 3, 7),
        ("nomination", 3, 6),
        ("stiche-raten", 3, 6),
        ("blob", 2, 9),
        ("rage", 2, 8),
        ("skull-king", 2, 8),
        ("own", 2, 10),
    ],
)
def test_a_game_is_for_as_many_as_its_rules_print_and_the_pages_have_seats(
    game: str, least: int, most: int
) -> None:
    variant = VARIANTS[game]
    assert (variant.min_players, variant.max_players) == (least, most)
    assert most <= MOST_PLAYERS
    with refuses("names-few"):
        new(game, least - 1, sizes=(1,))


@pytest.mark.parametrize("game", ["oh-hell", "stiche-raten", "blob"])
def test_a_game_without_wizards_turns_up_one_of_four_suits(game: str) -> None:
    begun = new(game, 4)
    assert (phase(current(begun)), VARIANTS[game].trump.turned) == (Phase.TRUMP, tuple(Turned)[:4])
    assert current(on(begun, "d")).trump is Trump.DIAMONDS
    for card in ("j", "w"):
        with refuses("turned-unknown"):
            on(begun, card)


def test_no_card_is_turned_up_where_all_are_dealt() -> None:
    hand = current(new("oh-hell", 4, sizes=(13,)))
    assert (phase(hand), hand.trump) == (Phase.BIDS, Trump.NONE)


def test_in_nomination_whist_trump_goes_through_the_suits_and_none() -> None:
    game = new("nomination", 3, sizes=(1,) * 6)
    trumps = []
    while hand := score_sheet(game).hand:
        trumps.append(hand.trump)
        game = on(game, "- 000/100")
    suits = [Trump.SPADES, Trump.HEARTS, Trump.CLUBS, Trump.DIAMONDS, Trump.NONE]
    assert trumps == [*suits, Trump.SPADES]


@pytest.mark.parametrize(
    ("game", "first", "last"),
    [
        ("oh-hell", FREE, FREE),
        ("nomination", HOOK, HOOK),
        ("stiche-raten", HOOK, HOOK),
        ("blob", HOOK, FREE),
    ],
)
def test_the_dealer_is_bound_where_the_rules_say_so(
    game: str, first: BidRule, last: BidRule
) -> None:
    variant = VARIANTS[game]
    rule = variant.bids.rule.notation()
    begun = new(game, 3, sizes=(2, 2), rule=rule)
    after = on(begun, "- 000/110" if variant.trump.rotates else "s 000/110")
    assert (current(begun).bid_rule, current(after).bid_rule) == (first, last)
    assert variant.bids.choice
    assert variant.bids.has_rule == (game != "oh-hell")
    canadian = BidRule(hook=True, leader_only=True)
    assert variant.bids.rule_for(canadian) == canadian
    assert variant.bids.rule_for(FREE) == variant.bids.rule


def test_a_hand_that_is_called_the_last_is_free_where_the_last_one_is() -> None:
    game = on(new("blob", 3, rule="hook+notlast"), "s 000/550")
    assert current(game).bid_rule == HOOK
    assert current(end_after(game, 2)).bid_rule == FREE
    begun = on(game, "h 00.")
    assert current(end_after(begun, 2)).bid_rule == HOOK


def test_in_oh_hell_a_missed_bid_keeps_its_tricks_if_the_table_wants_that() -> None:
    kept = OH_HELL.keeping_tricks()
    assert (OH_HELL.score.points(3, 5, 9), kept.score.points(3, 5, 9)) == (0, 5)
    assert (OH_HELL.score.points(3, 3, 9), kept.score.points(3, 3, 9)) == (13, 13)
    assert (OH_HELL.keeps_tricks, kept.keeps_tricks) == (False, True)
    for other in MORE[1:]:
        assert other.keeping_tricks() == other
        assert not other.keeps_tricks


def test_skull_king_for_two_has_a_ghost_that_takes_the_rest() -> None:
    game = new("skull-king", 2, sizes=(3,))
    three = new("skull-king", 3)
    assert (game.dummies_in(current(game)), three.dummies_in(current(three))) == (1, 0)
    assert score_sheet(on(game, "- 11/11")).totals == (20, 20)
    assert score_sheet(on(game, "- 11/00")).totals == (-10, -10)
    with refuses("tricks-over"):
        on(game, "- 11/22")
    assert [VARIANTS["skull-king"].largest_hand(players) for players in (2, 3, 4)] == [21, 21, 17]
    assert replace(VARIANTS["skull-king"], deck=30).largest_hand(2) == 10


def test_three_who_play_skull_king_account_for_every_trick() -> None:
    with refuses("tricks-under-void"):
        on(new("skull-king", 3, sizes=(3,)), "- 110/110")
