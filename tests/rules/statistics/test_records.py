"""Records, seasons and duels of a book."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.actions import end_after
from scorekeeper.rules.figures import Duel, Played, duel, played
from scorekeeper.rules.game import Game
from scorekeeper.rules.records import BrokenRecord, Peaks, RecordKind, broken_record, season
from scorekeeper.rules.sheet import score_sheet
from tests.rules.chance import games, quickly
from tests.rules.chance import games as some_games
from tests.rules.notation import play
from tests.rules.statistics.test_careers import ANN, BEN, CEM, FIRST, SECOND

OTHERS = Peaks(scores=20, hand=30, run=2)


def found(game: Game, others: Peaks) -> BrokenRecord | None:
    return broken_record(score_sheet(game), others)


def after(count: int, game: Game) -> Game:
    """The same game after its first hands."""
    return replace(game, hands=game.hands[:count])


def test_more_points_than_any_hand_before_are_a_record() -> None:
    assert found(FIRST, OTHERS) == BrokenRecord(RecordKind.HAND, CEM, 40)
    level = after(2, FIRST)
    assert found(level, OTHERS) is None, "30 were made before"


def test_a_run_longer_than_any_before_is_a_record() -> None:
    assert found(FIRST, OTHERS._replace(hand=40)) == BrokenRecord(RecordKind.RUN, ANN, 3)
    assert found(FIRST, OTHERS._replace(hand=40, run=3)) is None


def test_earlier_hands_of_the_same_game_count_too() -> None:
    game = play("wizard", 3, "h 010/010", "h 002/002", "h 200/201", sizes=(1, 2, 3))
    two = after(2, game)
    assert found(two, OTHERS) == BrokenRecord(RecordKind.HAND, CEM, 40)
    assert found(game, OTHERS) is None


def test_with_few_scores_nothing_is_a_record_and_two_share_none() -> None:
    assert found(FIRST, OTHERS._replace(scores=19)) is None
    both = play("wizard", 3, "h 220/220", sizes=(4,))
    assert found(both, OTHERS) is None


@quickly
@given(games(), st.integers(-5, 60), st.integers(0, 5))
def test_figures_equal_those_of_a_plain_count(game: Game, hand: int, run: int) -> None:
    rows = score_sheet(game).counting
    at = [(row.hand.number, seat, cell) for row in rows for seat, cell in enumerate(row.cells)]
    at = [(number, seat, cell) for number, seat, cell in at if not cell.out]
    last = rows[-1].hand.number if rows else 0
    newest = {seat for number, seat, _ in at if number == last}
    best = max((cell.points or 0 for _, _, cell in at), default=0)
    holders = {(number, seat) for number, seat, cell in at if cell.points == best}
    told = found(game, Peaks(20, hand, run))
    if best > hand and len(holders) == 1 and min(holders)[0] == last:
        assert told == BrokenRecord(RecordKind.HAND, min(holders)[1], best)
        return
    made = {s: "".join(".x"[cell.made] for _, seat, cell in at if seat == s) for s in newest}
    longest = max((len(part) for line in made.values() for part in line.split(".")), default=0)
    runs = [(s, "x" * longest) for s, line in made.items() if ("x" * longest) in line]
    alone = (
        len(runs) == 1
        and longest > run
        and made[runs[0][0]].find(runs[0][1]) == (len(made[runs[0][0]]) - longest)
    )
    assert told == (BrokenRecord(RecordKind.RUN, runs[0][0], longest) if alone else None)


ANNA, BERT, CARL = 1, 2, 3
EVENINGS = [
    *((ANNA, 120), (BERT, 150), (CARL, 100)),
    *((ANNA, 90), (BERT, 30), (CARL, 100)),
    *((ANNA, 40), (CARL, 100)),
    (ANNA, 60),
]
"""The season of docs/statistics.md."""


def table(
    least: int = 1, best: int | None = None, *, by_mean: bool = False
) -> list[tuple[float, ...]]:
    lines = season(EVENINGS, least=least, best=best, by_mean=by_mean)
    return [(*line, float(line.mean)) for line in lines]


def test_all_games_count_and_their_sum_decides() -> None:
    assert table() == [
        (1, ANNA, 4, 4, 310, 77.5),
        (2, CARL, 3, 3, 300, 100),
        (3, BERT, 2, 2, 180, 90),
    ]


def test_only_the_best_games_of_each_count() -> None:
    assert table(best=2) == [
        (1, ANNA, 4, 2, 210, 105),
        (2, CARL, 3, 2, 200, 100),
        (3, BERT, 2, 2, 180, 90),
    ]


def test_players_with_fewer_games_are_not_ranked() -> None:
    assert [line[:2] for line in table(least=3, best=3)] == [(1, CARL), (2, ANNA)]
    assert table(least=5) == []


def test_ranking_by_the_mean_compares_points_per_game() -> None:
    assert [line[:2] for line in table(by_mean=True)] == [
        (1, CARL),
        (2, BERT),
        (3, ANNA),
    ]


def test_equal_figures_share_a_place() -> None:
    lines = season([(ANNA, 50), (BERT, 50), (CARL, 20)], by_mean=False)
    assert [(line.place, line.person) for line in lines] == [
        (1, ANNA),
        (1, BERT),
        (3, CARL),
    ]


@given(
    st.lists(st.tuples(st.integers(1, 4), st.integers(-200, 400)), max_size=30),
    st.integers(1, 5),
    st.none() | st.integers(1, 5),
    st.booleans(),
)
def test_the_season_table_equals_a_plain_count(
    ends: list[tuple[int, int]], least: int, best: int | None, by_mean: bool
) -> None:
    expected = {}
    for person in {person for person, _ in ends}:
        own = sorted(total for who, total in ends if who == person)
        if len(own) < least:
            continue
        kept = list(own)
        while best is not None and len(kept) > best:
            kept.remove(min(kept))
        points = sum(kept) / len(kept) if by_mean else sum(kept)
        expected[person] = (len(own), len(kept), sum(kept), points)
    lines = season(ends, least, best, by_mean=by_mean)
    assert {line.person: line[2:] for line in lines} == {
        person: values[:3] for person, values in expected.items()
    }
    for line in lines:
        ahead = [one for one in expected.values() if one[3] > expected[line.person][3] + 1e-9]
        assert line.place == 1 + len(ahead)
    assert [line.place for line in lines] == sorted(line.place for line in lines)


def games_of_duels(one: int, other: int) -> list[tuple[Played, Played]]:
    """The figures of both in the two games."""
    found = [played(game, score_sheet(game)) for game in (FIRST, SECOND)]
    return [(seats[one], seats[other]) for seats in found]


def test_a_duel_counts_who_ended_ahead_and_the_mean_difference() -> None:
    assert duel(games_of_duels(ANN, CEM)) == Duel(1, 1, 0, (("wizard", Fraction(5)),))
    assert duel(games_of_duels(CEM, ANN)) == Duel(0, 1, 1, (("wizard", Fraction(-5)),))
    assert duel(games_of_duels(BEN, CEM)) == Duel(0, 0, 2, (("wizard", Fraction(-45)),))
    assert duel(games_of_duels(ANN, CEM)).games == 2


def test_points_of_different_games_have_a_difference_each() -> None:
    first, (one, other) = games_of_duels(ANN, CEM)
    tournament = replace(one, kind="tournament"), replace(other, kind="tournament", total=40)
    own = replace(one, kind=None), replace(other, kind=None)
    found = duel([first, tournament, own])
    assert found == Duel(1, 2, 0, (("wizard", Fraction(10)), ("tournament", Fraction(10))))
    assert duel([]) == Duel(0, 0, 0, ())


@quickly
@given(st.lists(some_games(), min_size=1, max_size=4))
def test_one_against_another_mirrors_the_other_against_the_one(evenings: list[Game]) -> None:
    over = [end_after(game, score_sheet(game).done) for game in evenings]
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
