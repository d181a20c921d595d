"""The games of the family: their fields, and who wins when players are level."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rules.actions import end_after, turn_up
from scorekeeper.rules.attendance import new_game
from scorekeeper.rules.figures import podium
from scorekeeper.rules.game import Game, Phase
from scorekeeper.rules.hand import phase
from scorekeeper.rules.sheet import ranking, score_sheet, standing
from scorekeeper.rules.variants.model import (
    ALL_AT_ONCE,
    IN_TURN,
    NO_TRUMP,
    TURNED_SUIT,
    BidRule,
    Bids,
    Criterion,
    Score,
    Settings,
    Sizes,
    Terms,
    Tie,
    Trump,
    TrumpRule,
    Turned,
)
from scorekeeper.rules.variants.variants import (
    MORE,
    MOST_PLAYERS,
    OH_HELL,
    RAGE,
    TWO_PLAYER,
    VARIANTS,
    WIZARD,
)
from scorekeeper.store.lists import standing_from
from scorekeeper.store.mapping.document import standing_values
from tests.rules.chance import games
from tests.rules.notation import NAMES, current, new, on, play, refuses

HOOK = BidRule(hook=True)
FREE = BidRule()


def up(last: int) -> tuple[int, ...]:
    return tuple(range(1, last + 1))


def down(first: int) -> tuple[int, ...]:
    return up(first)[::-1]


@pytest.mark.parametrize(
    ("game", "players", "sizes"),
    [
        *((game, n, up(60 // n)) for game in ("wizard", "tournament") for n in (3, 4, 5, 6)),
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
        ("oh-hell", 3, 10),
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


SKULL = Score(
    made=Terms(per_trick=20),
    missed=Terms(per_miss=-10),
    zero_made=Terms(per_card=10),
    zero_missed=Terms(per_card=-10),
)


@pytest.mark.parametrize(
    ("sizes", "most", "cards"),
    [
        (Sizes(), 4, (1, 2, 3, 4)),
        (Sizes(last=3), 4, (1, 2, 3)),
        (Sizes(last=9), 4, (1, 2, 3, 4)),
        (Sizes(10, 1), 3, (3, 2, 1)),
        (Sizes(None, 2), 4, (4, 3, 2)),
        (Sizes(1, None, back=True), 3, (1, 2, 3, 2, 1)),
        (Sizes(10, 1, back=True), 3, (3, 2, 1, 2, 3)),
        (Sizes(2, None, step=2), 7, (2, 4, 6)),
        (Sizes(2, None, step=2, back=True), 7, (2, 4, 6, 4, 2)),
        (Sizes(5, 5), 9, (5,)),
        (Sizes(5, 5, back=True), 9, (5,)),
    ],
)
def test_sizes_go_up_or_down_or_both_as_far_as_the_deck_allows(
    sizes: Sizes, most: int, cards: tuple[int, ...]
) -> None:
    assert sizes.up_to(most) == cards


def test_a_game_that_a_target_ends_plays_its_sizes_over_and_over() -> None:
    assert [TWO_PLAYER.size(2, number) for number in (1, 2, 30)] == [11, 11, 11]
    both = replace(TWO_PLAYER, hands=Sizes(2, 3))
    assert [both.size(2, number) for number in range(1, 6)] == [2, 3, 2, 3, 2]
    assert both.sizes(2) == ()


@pytest.mark.parametrize(
    ("rule", "cards", "first"),
    [
        (WIZARD.trump, 14, [None, None]),
        (WIZARD.trump, 15, [Trump.NONE, Trump.NONE]),
        (TURNED_SUIT, 14, [None, None]),
        (IN_TURN, 14, [Trump.SPADES, Trump.HEARTS, Trump.CLUBS, Trump.DIAMONDS, Trump.NONE] * 2),
        (IN_TURN, 15, [Trump.SPADES]),
        (TrumpRule(rotation=(Trump.SPADES,)), 3, [Trump.SPADES, Trump.SPADES]),
        (NO_TRUMP, 3, [Trump.NONE, Trump.NONE]),
    ],
)
def test_a_hand_turns_up_a_card_or_has_the_trump_of_its_number(
    rule: TrumpRule, cards: int, first: list[Trump | None]
) -> None:
    game = replace(WIZARD, trump=rule)
    assert [game.first_trump(4, cards, n) for n in range(1, len(first) + 1)] == first
    assert game.turns_trump(4, cards, 1) == (first[0] is None)


@pytest.mark.parametrize(
    ("rule", "played", "rotates"),
    [(WIZARD.trump, True, False), (IN_TURN, True, True), (NO_TRUMP, False, False)],
)
def test_a_game_says_whether_it_has_trump_and_whether_a_hand_has_it_from_the_start(
    rule: TrumpRule, played: bool, rotates: bool
) -> None:
    assert (rule.is_played, rule.rotates) == (played, rotates)


def test_a_card_that_is_not_in_the_deck_cannot_be_turned_up() -> None:
    variant = replace(WIZARD, trump=TURNED_SUIT)
    game = new_game(variant, NAMES[:3], 0, Settings(sizes=(2,)))
    with refuses("turned-unknown"):
        turn_up(game, 1, Turned.WIZARD, Trump.CLUBS)
    assert current(turn_up(game, 1, Turned.CLUBS, None)).trump is Trump.CLUBS


def test_a_hand_that_has_its_trump_begins_with_the_bids_and_keeps_it() -> None:
    variant = replace(WIZARD, trump=IN_TURN)
    game = new_game(variant, NAMES[:3], 0, Settings(sizes=(2, 2)))
    assert (phase(current(game)), current(game).trump) == (Phase.BIDS, Trump.SPADES)
    game = on(game, "- 011/011")
    assert (game.hands[0].turned, game.hands[0].trump) == (None, Trump.SPADES)
    assert current(game).trump is Trump.HEARTS
    assert turn_up(game, 2, Turned.CLUBS, None) == game


@pytest.mark.parametrize(
    ("bid", "tricks", "cards", "points"),
    [(3, 3, 5, 60), (2, 4, 5, -20), (3, 1, 5, -20), (0, 0, 7, 70), (0, 2, 9, -90)],
)
def test_a_bid_of_0_may_count_otherwise(bid: int, tricks: int, cards: int, points: int) -> None:
    assert SKULL.points(bid, tricks, cards) == points


def test_all_parts_of_the_points_add_up() -> None:
    terms = Terms(fixed=1000, per_trick=100, per_miss=-10, per_card=1)
    assert terms.points(2, 5, 7) == 1000 + 500 - 30 + 7


def test_the_table_chooses_a_rule_for_bids_only_where_the_game_leaves_it_the_choice() -> None:
    hook = BidRule(hook=True)
    assert Bids().rule_for(hook) == hook
    assert Bids(rule=hook, choice=False).rule_for(BidRule()) == hook
    assert Bids(rule=hook).rule_for(BidRule()) == hook
    assert ALL_AT_ONCE.rule_for(hook).at_once
    assert not ALL_AT_ONCE.rule_for(hook).hook


ordered = st.lists(st.sampled_from(Criterion), min_size=1, max_size=4, unique=True).map(tuple)
LEVEL = "- 09/0a", "- 14/05"
"""Rage, two players: 10 and 5, then -5 and 0."""


def level(*by: Criterion, first: bool = False) -> Game:
    """Both have 5: the first has the exact bid, the second all tricks and the better last hand."""
    game = play("rage", 2, *LEVEL, sizes=(10, 5, 1) if first else (10, 5))
    return replace(game, variant=replace(RAGE, ties=by or Tie.SHARED))


@pytest.mark.parametrize(
    ("by", "winners"),
    [
        (RAGE.ties, (0,)),
        ((Criterion.BIDS,), (1,)),
        ((Criterion.TRICKS,), (1,)),
        ((Criterion.LAST,), (1,)),
        ((Criterion.EXACT, Criterion.LAST), (0,)),
        ((), (0, 1)),
    ],
)
def test_equal_totals_are_decided_in_the_order_of_the_game(
    by: tuple[Criterion, ...], winners: tuple[int, ...]
) -> None:
    sheet = score_sheet(level(*by))
    assert sheet.totals == (5, 5)
    assert sheet.result
    assert sheet.result.winners == sheet.leaders == winners
    assert [rank.position for rank in ranking(sheet)] == ([1, 2] if len(winners) == 1 else [1, 1])


def test_nothing_decides_while_the_game_goes_on() -> None:
    game = level(Criterion.EXACT, first=True)
    assert score_sheet(game).leaders == (0, 1)
    assert score_sheet(end_after(game, 2)).leaders == (0,)
    assert score_sheet(replace(game, away=(2,))).leaders == (0, 1)


def test_points_begun_with_end_no_game_before_its_first_hand() -> None:
    present = replace(RAGE, target=50)
    assert standing(present, Settings(), (50, 0), 0).result is None
    assert standing(present, Settings(), (50, 0), 1).result


def test_a_player_who_left_has_neither_the_best_nor_the_lowest_total() -> None:
    found = standing(RAGE, Settings(sizes=(2, 1)), (9, 5, 3, 1), 1, away=(0, 3))
    assert (found.best, found.lowest, found.leaders) == (5, 3, (1,))


def test_players_who_are_still_level_share_the_win() -> None:
    sheet = score_sheet(play("rage", 3, "- 001/001", "- 100/100", "- 010/010", sizes=(1, 1, 1)))
    assert sheet.result
    assert sheet.result.winners == (0, 1, 2)


@pytest.mark.thorough
@settings(deadline=None, max_examples=60, database=None)
@given(games(), st.just(Tie.SHARED) | st.just(Tie.DRAW) | ordered)
def test_the_sheet_the_podium_and_the_list_agree_on_who_won(
    game: Game, ties: Tie | tuple[Criterion, ...]
) -> None:
    game = replace(game, variant=replace(game.variant, ties=ties))
    over = game if score_sheet(game).result else end_after(game, score_sheet(game).done)
    sheet = score_sheet(over)
    stored = standing_values(sheet)
    kept = (stored["played"], stored["totals"], stored["positions"])
    listed = standing_from(over.variant, over.settings, *kept, over.away)
    assert (listed.result, listed.leaders) == (sheet.result, sheet.leaders)
    assert listed.positions == sheet.positions
    assert sheet.result
    if sheet.counting:
        assert podium(sheet)[0].seats == podium(listed)[0].seats == sheet.leaders
        assert sheet.result.winners == (() if sheet.result.draw else sheet.leaders)
        best = {sheet.totals[seat] for seat in sheet.leaders}
        assert best == {sheet.best}
