"""Figures of one evening: leads, trends, awards, special cards."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.actions import end_after, enter_extras
from scorekeeper.rules.figures import (
    Balance,
    Hands,
    Lead,
    Quarters,
    Share,
    Stretch,
    balances,
    by_cards,
    figures,
    lead,
    podium,
    trend,
)
from scorekeeper.rules.game import POINTS, Bonus, Game
from scorekeeper.rules.hand import Extras
from scorekeeper.rules.records import MEASURES, ScoreRank, awards, score_rank
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.model import Variant
from scorekeeper.rules.variants.variants import VARIANTS
from scorekeeper.words.figures import REASONS, TITLES
from tests.rules.chance import games, quickly
from tests.rules.notation import correct, current, new, on, play

THREE = ("h 011/001", "j 101/110", "s 012/012")
"""Ann, Ben, Cem: made bids 0 -; missed and so on, see the table below."""


def table(game: Game) -> list[tuple[str, int, int, str, int, int]]:
    """Name, position, total, made hand by hand, sum of bids, sum of tricks."""
    return [
        (
            game.players[line.seat],
            line.position,
            line.total,
            "".join("x" if made else "." for made in line.made),
            line.bid,
            line.took,
        )
        for line in figures(score_sheet(game))
    ]


def test_each_player_has_bids_made_and_the_sums_of_bids_and_tricks() -> None:
    assert table(play("wizard", 3, *THREE)) == [
        ("Ann", 1, 70, "xxx", 1, 1),
        ("Cem", 2, 60, "x.x", 4, 3),
        ("Ben", 3, 10, "..x", 2, 2),
    ]


def test_bids_are_compared_with_the_cards_hand_by_hand() -> None:
    sheet = score_sheet(play("wizard", 3, *THREE, "h 000/400"))
    assert balances(sheet) == (Balance(1, 1), Balance(2, 0), Balance(3, 0), Balance(4, -4))
    assert [hand.tone for hand in balances(sheet)] == ["over", "even", "even", "under"]


def test_a_negated_trick_is_neither_taken_nor_missed() -> None:
    # Ann bid 4 and has 5 in her pile, one of them negated.
    assert table(play("two-player", 2, "h 42/52 !0")) == [
        ("Ann", 1, 60, "x", 4, 4),
        ("Ben", 2, 40, "x", 2, 2),
    ]


def test_hands_after_the_end_are_not_counted() -> None:
    ahead, behind, later = "h 45/45 !-", "h 45/54 !-", "h 50/50 !-"
    game = correct(play("two-player", 2, behind, ahead, later), 1, ahead)
    assert table(game) == [("Ben", 1, 140, "xx", 10, 10), ("Ann", 2, 120, "xx", 8, 8)]
    assert len(balances(score_sheet(game))) == 2


def test_a_game_ended_early_has_the_figures_of_its_hands() -> None:
    ended = end_after(play("wizard", 3, *THREE[:2]), 2)
    assert [line[3] for line in table(ended)] == ["xx", "x.", ".."]


def test_before_the_first_hand_there_is_nothing() -> None:
    sheet = score_sheet(new("wizard", 3))
    assert balances(sheet) == ()
    assert {line.made for line in figures(sheet)} == {()}


@pytest.mark.parametrize(
    ("hands", "steps"),
    [
        (("h 011/001",), [(1, 30, (2,)), (2, 20, (0,)), (3, -10, (1,))]),
        (("h 000/001",), [(1, 20, (0, 1)), (3, -10, (2,))]),
        (("h 100/001",), [(1, 20, (1,)), (2, -10, (0, 2))]),
    ],
    ids=["three steps", "two firsts and a third", "two seconds"],
)
def test_equal_totals_share_a_step_of_the_podium(
    hands: tuple[str, ...], steps: list[tuple[int, int, tuple[int, ...]]]
) -> None:
    sheet = score_sheet(play("wizard", 3, *hands))
    assert [(step.position, step.total, step.seats) for step in podium(sheet)] == steps


@quickly
@given(games())
def test_bids_and_tricks_differ_only_by_the_misses(game: Game) -> None:
    sheet = score_sheet(game)
    for line in figures(sheet):
        assert len(line.made) == sum(not row.cells[line.seat].out for row in sheet.counting)
        assert line.bid == line.took or not all(line.made)
    assert sorted(seat for step in podium(sheet) for seat in step.seats) == list(game.seats)


ANN, BEN, CEM = 1, 2, 3


def told(*games: str) -> list[Share]:
    """Games from 1 on: in ``"2/3 1/1"`` Ann made 2 of 3 and Ben 1 of 1; ``-`` sat out."""
    return [
        Share(number, person, *map(int, part.split("/")))
        for number, game in enumerate(games, 1)
        for person, part in enumerate(game.split(), ANN)
        if part != "-"
    ]


@pytest.mark.parametrize(
    ("games", "expected"),
    [
        ((), None),
        (("2/2 1/2",), None),
        (("2/2 3/3",), Lead(BEN, 3, 3, 1)),
        (("3/3 2/3", "0/0 1/1"), Lead(ANN, 3, 3, 1)),
        (("3/3 2/3", "0/1 1/1"), Lead(ANN, 3, 4, 1)),
        (("3/4 3/4",), Lead(ANN, 3, 4, 1)),
        (("3/4 2/4", "- 4/4", "3/4 -"), Lead(BEN, 6, 8, 2)),
        (("3/4 - -", "- 3/4 -", "- 3/4 -"), Lead(BEN, 6, 8, 3)),
        (("0/3", "0/3"), Lead(ANN, 0, 6, 1)),
        (("2/4 1/4", "1/4 3/4", "4/4 0/4"), Lead(ANN, 7, 12, 3)),
    ],
)
def test_the_lead_goes_to_the_highest_share_and_of_equal_ones_to_more(
    games: tuple[str, ...], expected: Lead | None
) -> None:
    assert lead(told(*games), 3) == expected


GAMES = [(120, 15), (0, 15), (90, 5)]
"""Points and hands of the three games of docs/statistics.md."""
ONES = [20, 20, -10, 20, -10, 30, -10]
"""Points of its hands of one card."""


def test_a_step_has_the_mean_of_its_hands_and_of_all_until_then() -> None:
    assert trend(GAMES) == (
        Stretch(1, 1, Fraction(8), Fraction(8)),
        Stretch(2, 2, Fraction(0), Fraction(4)),
        Stretch(3, 3, Fraction(18), Fraction(6)),
    )
    assert trend(GAMES[:2]) == ()


@pytest.mark.parametrize(
    ("games", "length"), [(24, 1), (25, 5), (120, 5), (121, 10), (10_000, 500), (30_000, 30_000)]
)
def test_as_few_games_as_make_24_steps_are_one(games: int, length: int) -> None:
    steps = trend([(1, 1)] * games)
    assert {step.last - step.first + 1 for step in steps[:-1]} <= {length}
    assert (steps[0].last, steps[-1].last) == (length, games)
    assert len(steps) <= 24


def test_a_quarter_of_the_hands_is_at_most_the_low_one() -> None:
    hands = [(1, Hands(1, 0, points, 0)) for points in ONES]
    assert by_cards(hands) == (Quarters(1, 7, Fraction(-10), Fraction(20), Fraction(20)),)
    assert by_cards(hands[:3]) == ()


def test_hands_of_a_size_in_one_game_are_one_value() -> None:
    assert by_cards([(2, Hands(2, 1, 25, 0))] * 4)[0].middle == Fraction(25, 2)


@given(st.lists(st.tuples(st.integers(-300, 300), st.integers(1, 20)), max_size=130))
def test_trend_steps_equal_those_of_a_plain_count(games: list[tuple[int, int]]) -> None:
    for step in trend(games):
        some, until = games[step.first - 1 : step.last], games[: step.last]
        for of, mean in ((some, step.mean), (until, step.so_far)):
            assert mean == Fraction(sum(one[0] for one in of), sum(one[1] for one in of))


@given(st.lists(st.integers(-50, 200), min_size=4, max_size=40))
def test_the_quarters_split_the_points(points: list[int]) -> None:
    (found,) = by_cards([(3, Hands(1, 0, one, 0)) for one in points])
    for part, quarter in ((1, found.low), (2, found.middle), (3, found.high)):
        below = sum(one <= quarter for one in points)
        assert below * 4 >= part * len(points)
        assert sum(one < quarter for one in points) * 4 < part * len(points)


def given_to(game: Game) -> dict[str, tuple[str, int]]:
    """By name: the award and its figure."""
    return {
        game.players[award.seat]: (award.kind, award.number)
        for award in awards(score_sheet(game), game.variant.score)
    }


def test_each_player_has_one_award_at_most() -> None:
    # Only Ann makes all three bids, only Cem has 30 in one hand, and Ben lost 10 at most. Ann also
    # has the longest run and the most bids of 0, but she has an award already.
    assert given_to(play("wizard", 3, "h 001/001", "h 010/002", "h 000/003")) == {
        "Ann": ("sight", 3),
        "Ben": ("steady", -10),
        "Cem": ("hand", 30),
    }


def test_an_award_that_two_deserve_equally_goes_to_nobody() -> None:
    assert given_to(play("wizard", 3, "h 000/001", "h 000/002", "h 000/003")) == {}


def test_nobody_is_steady_where_a_miss_costs_nothing() -> None:
    game = new("oh-hell", 3, sizes=(2, 2, 2))
    for _ in range(3):
        late = Bonus(1, POINTS, -10, reason="late")
        game = enter_extras(game, current(game).number, Extras(bonuses=(late,)))
        game = on(game, "h 011/200")
    assert "steady" not in [kind for kind, _ in given_to(game).values()]


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_a_miss_costs_points_where_some_bid_of_a_hand_counts_below_0(variant: Variant) -> None:
    cheap = {"oh-hell", "nomination", "stiche-raten", "blob", "rascal"}
    assert variant.score.costs_a_miss == (variant.key not in cheap)


def test_a_game_of_two_hands_has_no_awards() -> None:
    assert given_to(play("wizard", 3, "h 001/001", "h 011/011")) == {}


def test_start_and_finish_are_distinguished_from_five_hands_on() -> None:
    hands = ["h 100/100", "h 200/200", "h 000/300", "h 040/040", "h 050/050"]
    found = {"Ben": ("hand", 70), "Cem": ("zeros", 5), "Ann": ("start", 70)}
    assert given_to(play("wizard", 3, *hands)) == found
    shorter = {"Ben": ("hand", 60), "Cem": ("zeros", 4)}
    assert given_to(play("wizard", 3, *hands[:4])) == shorter


@quickly
@given(games(most=6))
def test_every_award_is_unique_and_has_its_words(game: Game) -> None:
    found = awards(score_sheet(game), game.variant.score)
    assert (
        len({award.seat for award in found}) == len({award.kind for award in found}) == len(found)
    )
    assert {*MEASURES} == {*TITLES} == {*REASONS}
    assert all(award.number >= MEASURES[award.kind][1] for award in found)


OTHERS = [*range(10, 201, 10)]
"""The scores of docs/statistics.md."""


def test_a_score_is_worth_the_share_of_those_below_it() -> None:
    assert score_rank(145, OTHERS) == ScoreRank(145, 20, Fraction(7, 10), False)
    assert score_rank(200, OTHERS) == ScoreRank(200, 20, Fraction(19, 20), False)
    assert score_rank(210, OTHERS) == ScoreRank(210, 20, Fraction(1), True)
    assert score_rank(145, OTHERS[1:]) is None


@given(st.integers(-50, 50), st.lists(st.integers(-50, 50), min_size=20))
def test_figures_equal_those_of_a_plain_count(total: int, others: list[int]) -> None:
    found = score_rank(total, others)
    assert found
    assert found.share * len(others) == len([other for other in others if other < total])
    assert found.is_record == (sorted([*others, total]).index(total) == len(others))
