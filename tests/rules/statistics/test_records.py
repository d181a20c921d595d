"""Broken records: the example of docs/statistics.md, and a simple count in random games."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.game import Game
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.statistics.records import BrokenRecord, Peaks, RecordKind, broken_record
from tests.rules.chance import games, quickly
from tests.rules.notation import play
from tests.rules.statistics.test_careers import ANN, CEM, FIRST

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
    newest = {seat for number, seat, _ in at if number == len(rows)}
    best = max((cell.points or 0 for _, _, cell in at), default=0)
    holders = {(number, seat) for number, seat, cell in at if cell.points == best}
    told = found(game, Peaks(20, hand, run))
    if best > hand and len(holders) == 1 and min(holders)[0] == len(rows):
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
