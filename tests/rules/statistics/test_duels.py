"""Two people in the games of the examples in docs/statistics.md."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.actions import end_after
from scorekeeper.rules.game import Game
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.statistics.duels import Duel, duel
from scorekeeper.rules.statistics.played import Played, played
from tests.rules.chance import games as some_games
from tests.rules.chance import quickly
from tests.rules.statistics.test_careers import ANN, BEN, CEM, FIRST, SECOND


def games(one: int, other: int) -> list[tuple[Played, Played]]:
    """The figures of both in the two games."""
    found = [played(game, score_sheet(game)) for game in (FIRST, SECOND)]
    return [(seats[one], seats[other]) for seats in found]


def test_a_duel_counts_who_ended_ahead_and_the_mean_difference() -> None:
    assert duel(games(ANN, CEM)) == Duel(1, 1, 0, (("wizard", Fraction(5)),))
    assert duel(games(CEM, ANN)) == Duel(0, 1, 1, (("wizard", Fraction(-5)),))
    assert duel(games(BEN, CEM)) == Duel(0, 0, 2, (("wizard", Fraction(-45)),))
    assert duel(games(ANN, CEM)).games == 2


def test_points_of_different_games_have_a_difference_each() -> None:
    first, (one, other) = games(ANN, CEM)
    tournament = replace(one, kind="tournament"), replace(other, kind="tournament", total=40)
    own = replace(one, kind=None), replace(other, kind=None)
    found = duel([first, tournament, own])
    assert found == Duel(1, 2, 0, (("wizard", Fraction(10)), ("tournament", Fraction(10))))
    assert duel([]) == Duel(0, 0, 0, ())


@quickly
@given(st.lists(some_games(), min_size=1, max_size=4))
def test_one_against_another_mirrors_the_other_against_the_one(evenings: list[Game]) -> None:
    over = [end_after(game, len(score_sheet(game).counting)) for game in evenings]
    ends = [{one.seat: one for one in played(game, score_sheet(game))} for game in over]
    for one, other in permutations(range(max(len(game.players) for game in over)), 2):
        both = [(end[one], end[other]) for end in ends if {one, other} <= end.keys()]
        present, back = duel(both), duel([(other, one) for one, other in both])
        assert (present.ahead, present.level, present.behind) == (
            back.behind,
            back.level,
            back.ahead,
        )
        assert present.differences == tuple((kind, -gap) for kind, gap in back.differences)
