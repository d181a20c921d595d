"""A person's figures: the examples of docs/statistics.md, and a simple count in random games."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.actions import end_after
from scorekeeper.rules.attendance import join, leave, sit_out
from scorekeeper.rules.figures import (
    Career,
    Hands,
    Peak,
    PersonPeak,
    Points,
    Sums,
    Turn,
    added,
    career,
    kind_of,
    played,
    share,
    turn_of,
)
from scorekeeper.rules.game import Game
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.model import BidRule, Terms
from scorekeeper.rules.variants.variants import VARIANTS, WIZARD
from tests.rules import plain
from tests.rules.chance import games, quickly
from tests.rules.notation import correct, on, play
from tests.rules.test_properties import wandering

FIRST = play("wizard", 3, "h 011/001", "j 101/110", "s 012/012", sizes=(1, 2, 3))
SECOND = play("wizard", 3, "h 100/100", "s 021/011", sizes=(1, 2))
ANN, BEN, CEM = range(3)
"""The two games of the examples in docs/statistics.md, and the seats in both."""


def of(seat: int, *evenings: Game) -> Career:
    """The figures of the player at the seat, in these games or the examples."""
    values = (played(game, score_sheet(game)) for game in evenings or (FIRST, SECOND))
    return career([found[seat] for found in values if found])


def test_games_wins_and_shared_wins() -> None:
    assert [(of(seat).sums.games, of(seat).sums.wins) for seat in (ANN, BEN, CEM)] == [
        (2, 2),
        (2, 0),
        (2, 1),
    ]
    assert [of(seat).wins_in_a_row for seat in (ANN, BEN, CEM)] == [2, 0, 1]


def test_points_a_hand_are_of_one_kind_of_game() -> None:
    (wizard,) = of(ANN).points
    assert (wizard.kind, wizard.games, wizard.hands) == ("wizard", 2, 5)
    assert wizard.mean == 24
    tournament = play("tournament", 3, "h 011/001", sizes=(1,))
    kinds = {points.kind: points.mean for points in of(ANN, FIRST, SECOND, tournament).points}
    assert kinds == {"wizard": 24, "tournament": 15}


def test_points_and_bids_made_over_time_are_those_of_its_games() -> None:
    tournament = play("tournament", 3, "h 011/001", sizes=(1,))
    found = of(ANN, FIRST, SECOND, tournament, FIRST)
    (wizard, _) = found.points
    assert [step.mean for step in wizard.steps] == [Fraction(70, 3), 25, Fraction(70, 3)]
    assert wizard.steps[-1].so_far == wizard.mean == Fraction(190, 8)
    assert [step.mean for step in of(BEN, FIRST, SECOND, FIRST).steps] == [
        Fraction(1, 3),
        Fraction(1, 2),
        Fraction(1, 3),
    ]
    assert of(ANN).steps == ()


def test_bids_made_are_a_share_from_ten_hands_on() -> None:
    assert (of(BEN).sums.made, of(BEN).sums.hands, of(BEN).sums.rate) == (2, 5, None)
    assert of(BEN, FIRST, SECOND, FIRST, SECOND).sums.rate == Fraction(4, 10)


def test_bids_of_zero_are_counted_apart() -> None:
    assert (of(ANN).sums.zeros_made, of(ANN).sums.zeros) == (3, 3)
    assert (of(BEN).sums.zeros_made, of(BEN).sums.zeros) == (1, 2)


def test_boldness_is_the_mean_share_of_the_cards_that_is_bid() -> None:
    assert of(ANN).boldness == Fraction(3, 10)
    assert of(BEN).boldness == Fraction(7, 15)


def test_over_or_under_is_the_mean_of_bid_minus_tricks() -> None:
    assert of(ANN).lean == 0
    assert of(BEN).lean == Fraction(1, 5)


def test_rivals_beaten_is_the_mean_share_of_players_behind() -> None:
    assert [of(seat).sums.rivals for seat in (ANN, BEN, CEM)] == [
        Fraction(3, 4),
        0,
        Fraction(1, 2),
    ]


def test_the_average_place_is_beside_the_average_table() -> None:
    assert [of(seat).place for seat in (ANN, BEN, CEM)] == [1, 3, Fraction(3, 2)]
    assert {of(seat).table for seat in (ANN, BEN, CEM)} == {Fraction(3)}


def test_best_and_worst_game_and_hand_lead_to_their_game() -> None:
    (points,) = of(CEM).points
    assert (points.best, points.worst) == (PersonPeak(60, 0), PersonPeak(50, 1))
    assert (points.best_hand, points.worst_hand) == (PersonPeak(40, 0, 3), PersonPeak(-10, 0, 2))


def test_the_longest_run_is_within_one_game() -> None:
    assert [of(seat).run for seat in (ANN, BEN, CEM)] == [
        PersonPeak(3, 0),
        PersonPeak(1, 0),
        PersonPeak(2, 1),
    ]


def test_a_comeback_is_places_gained_after_half_of_the_hands() -> None:
    assert [of(seat).climbed for seat in (ANN, BEN, CEM)] == [
        PersonPeak(1, 0),
        PersonPeak(0, 0),
        PersonPeak(1, 1),
    ]


def test_hands_are_counted_by_their_cards_and_by_when_the_player_bids() -> None:
    sizes = {cards: (hands.hands, hands.made) for cards, hands in of(BEN).sizes}
    assert sizes == {1: (2, 1), 2: (2, 0), 3: (1, 1)}
    turns = [(turn, hands.hands, hands.made) for turn, hands in of(BEN).turns]
    assert turns == [(Turn.FIRST, 2, 1), (Turn.BETWEEN, 1, 1), (Turn.LAST, 2, 0)]


@pytest.mark.parametrize(
    ("dealer", "turns"),
    [
        (0, (Turn.LAST, Turn.FIRST, Turn.BETWEEN, Turn.BETWEEN)),
        (3, (Turn.FIRST, Turn.BETWEEN, Turn.BETWEEN, Turn.LAST)),
    ],
)
def test_the_dealers_neighbour_bids_first_and_the_dealer_last(
    dealer: int, turns: tuple[Turn, ...]
) -> None:
    game = play("wizard", 4, "h 0000/1000", dealer=dealer)
    assert tuple(turn_of(game, game.hands[0], seat) for seat in game.seats) == turns


def test_nobody_bids_first_or_last_in_a_hand_in_which_all_bid_at_once() -> None:
    game = play("wizard", 3, "h 100/100", sizes=(1,))
    hidden = replace(game.hands[0], bid_rule=BidRule(at_once=True))
    done = replace(game, hands=(hidden,))
    assert [one.turns for one in played(done, score_sheet(done))] == [()] * 3


def test_a_latecomer_has_the_hands_they_played_and_no_points_to_compare() -> None:
    game = join(play("wizard", 3, "h 000/100", sizes=(1, 2)), "Lea", 50, 0)
    done = on(sit_out(game, 2, 2, out=True), "h 00.0/00.2")
    ann, _, cem, lea = played(done, score_sheet(done))
    assert (ann.hands, cem.hands, lea.hands) == (2, 1, 1)
    assert (lea.kind, ann.kind) == (None, "wizard")
    assert [turn for turn, _ in lea.turns] == [Turn.LAST]


def test_a_player_who_left_has_figures_but_neither_wins_nor_beats_anybody() -> None:
    done = on(leave(play("wizard", 4, "h 1000/1000", sizes=(1, 2)), 0), "h .000/.200")
    ann = played(done, score_sheet(done))[0]
    assert (ann.hands, ann.made, ann.won, ann.beaten, ann.position) == (1, 1, False, 0, 4)


def test_a_running_game_and_one_that_ended_before_its_first_hand_have_no_figures() -> None:
    running = play("wizard", 3, "h 011/001", sizes=(1, 2))
    assert played(running, score_sheet(running)) == ()
    ended = end_after(play("wizard", 3), 0)
    assert score_sheet(ended).result
    assert played(ended, score_sheet(ended)) == ()
    assert career([]).sums == Sums()
    assert (career([]).boldness, career([]).place, career([]).points) == (None, None, ())


def test_a_correction_is_counted_as_it_stands_now() -> None:
    mended = correct(FIRST, 1, "h 011/010")
    assert of(BEN, mended).sums.made == of(BEN, FIRST).sums.made + 1


def test_points_of_a_custom_game_are_not_compared() -> None:
    other = replace(WIZARD, score=replace(WIZARD.score, made=Terms(1, 2, 3, 4)))
    assert (kind_of(WIZARD), kind_of(other)) == ("wizard", None)
    assert kind_of(replace(other, key="unheard-of")) is None
    kinds = {key: kind_of(variant) for key, variant in VARIANTS.items()}
    assert kinds == {key: key for key in VARIANTS} | {"own": None}


def test_a_share_needs_something_to_share() -> None:
    assert (share(1, 2), share(0, 0), share(2, 2, 3)) == (Fraction(1, 2), None, None)


def test_of_equal_points_the_earliest_game_and_hand_are_named() -> None:
    found = of(ANN, FIRST, FIRST)
    assert (found.points[0].best, found.run) == (PersonPeak(70, 0), PersonPeak(3, 0))
    assert played(SECOND, score_sheet(SECOND))[BEN].best == Peak(20, 1)
    both = (3, Hands(1, 1, 20, 0)), (3, Hands(1, 0, -10, 1))
    assert added(both) == ((3, Hands(2, 1, 10, 1)),)


def said(found: Career) -> dict[str, Any]:
    """The figures from the simple count."""
    sums, hands = found.sums, found.sums.hands

    def kind(points: Points) -> list[int]:
        return [points.games, points.hands, points.total]

    return {
        **{name: getattr(sums, name) for name in ("games", "wins", "hands", "made", "zeros")},
        **{"zeros_made": sums.zeros_made, "behind": sums.behind, "in_a_row": found.wins_in_a_row},
        **{"bold": (found.boldness or 0) * hands, "lean": (found.lean or 0) * hands},
        **{"place": (found.place or 0) * sums.games, "table": (found.table or 0) * sums.games},
        **{"run": found.run.points, "climbed": max(0, found.climbed.points)},
        "points": {points.kind: kind(points) for points in found.points},
        "sizes": {cards: [of.hands, of.made] for cards, of in found.sizes},
        "turns": {str(turn): [of.hands, of.made] for turn, of in found.turns},
    }


@pytest.mark.thorough
@quickly
@given(st.data())
def test_figures_equal_those_of_a_plain_count(data: st.DataObject) -> None:
    """The games include ties, draws, early ends, corrections, negated and void tricks, and
    clouds."""
    evenings = []
    for game in data.draw(st.lists(games(), min_size=1, max_size=3)):
        path = wandering(data, game)
        evening = path[-1][2] if path else game
        if score_sheet(evening).result is None and evening.scored:
            evening = end_after(evening, len(evening.scored))
        evenings.append((evening, data.draw(st.sampled_from(evening.seats))))
    values = [(played(game, score_sheet(game)), seat) for game, seat in evenings]
    found = career([one for seats, seat in values for one in seats if one.seat == seat])
    assert said(found) == plain.figures(evenings)
