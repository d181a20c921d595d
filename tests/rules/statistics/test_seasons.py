"""The table of a season: the example of docs/statistics.md, and a simple count in random ones."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.statistics.seasons import season

ANN, BEN, CEM = 1, 2, 3
EVENINGS = [
    *((ANN, 120), (BEN, 150), (CEM, 100)),
    *((ANN, 90), (BEN, 30), (CEM, 100)),
    *((ANN, 40), (CEM, 100)),
    (ANN, 60),
]
"""The season of docs/statistics.md."""


def table(
    least: int = 1, best: int | None = None, *, by_mean: bool = False
) -> list[tuple[float, ...]]:
    lines = season(EVENINGS, least=least, best=best, by_mean=by_mean)
    return [(*line, float(line.mean)) for line in lines]


def test_all_games_count_and_their_sum_decides() -> None:
    assert table() == [
        (1, ANN, 4, 4, 310, 77.5),
        (2, CEM, 3, 3, 300, 100),
        (3, BEN, 2, 2, 180, 90),
    ]


def test_only_the_best_games_of_each_count() -> None:
    assert table(best=2) == [
        (1, ANN, 4, 2, 210, 105),
        (2, CEM, 3, 2, 200, 100),
        (3, BEN, 2, 2, 180, 90),
    ]


def test_players_with_fewer_games_are_not_ranked() -> None:
    assert [line[:2] for line in table(least=3, best=3)] == [(1, CEM), (2, ANN)]
    assert table(least=5) == []


def test_ranking_by_the_mean_compares_points_per_game() -> None:
    assert [line[:2] for line in table(by_mean=True)] == [(1, CEM), (2, BEN), (3, ANN)]


def test_equal_figures_share_a_place() -> None:
    lines = season([(ANN, 50), (BEN, 50), (CEM, 20)], by_mean=False)
    assert [(line.place, line.person) for line in lines] == [(1, ANN), (1, BEN), (3, CEM)]


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
