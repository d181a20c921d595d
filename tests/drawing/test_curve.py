"""The curve: a small one calculated by hand, and properties of all."""

import gzip
import re
from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.drawing.charts import GAP, TALL, Box, bar_lengths, draw_curve, draw_strips, spread
from scorekeeper.rules.game import Game
from scorekeeper.rules.sheet import score_sheet
from tests.rules.chance import games, quickly
from tests.rules.notation import new, play
from tests.table import Table

SQUARE = Box(width=120, height=100, left=10, right=10, top=0, bottom=0, gap=20)


def test_a_line_goes_from_0_through_the_total_after_each_hand() -> None:
    # Ann 20 and 40, Ben -10 and 10, Cem 30 and 20: lines of the grid every 10.
    sheet = score_sheet(play("wizard", 3, "h 011/001", "h 001/002", sizes=(1, 2)))
    curve = draw_curve(sheet, SQUARE)
    assert curve
    assert [line.seat for line in curve.lines] == [0, 2, 1]
    assert curve.grid == ((-10, 100), (0, 80), (10, 60), (20, 40), (30, 20), (40, 0))
    assert curve.lines[0].points == ((10, 80), (60, 40), (110, 0))
    assert curve.lines[0].path == "M10 80l50-40 50-40"
    assert curve.zero == 80


def test_of_two_totals_that_round_to_one_height_the_higher_ends_above() -> None:
    # Cem overtakes Ann in the last hand.
    sheet = score_sheet(play("wizard", 3, "h 001/001", "h 122/101", "h 122/012", sizes=(1, 2, 3)))
    curve = draw_curve(sheet, replace(SQUARE, height=2))
    assert curve
    assert [line.seat for line in curve.lines] == [2, 0, 1]
    assert [line.end[1] for line in curve.lines] == [0, 1, 2]


def test_before_the_first_hand_there_is_no_curve() -> None:
    assert draw_curve(score_sheet(new("wizard", 3))) is None


@quickly
@given(games(most=8))
def test_every_point_is_on_the_paper_and_every_end_has_room_for_its_label(game: Game) -> None:
    sheet = score_sheet(game)
    curve = draw_curve(sheet)
    if curve is None:
        return
    box = curve.box
    for line in curve.lines:
        for x, y in line.points:
            assert box.left <= x <= box.width - box.right
            assert box.top <= y <= box.height - box.bottom
        came_late = sheet.counting[0].cells[line.seat].out
        # A player who joined later begins later, and with any number of points.
        assert came_late or line.points[0] == (box.left, curve.zero) or game.starts
        assert box.top <= line.label <= box.height - box.bottom
    for higher, lower in pairwise(curve.lines):
        assert higher.total >= lower.total
        assert higher.end[1] <= lower.end[1]
        most = (box.height - box.bottom - box.top) // (len(curve.lines) - 1)
        assert lower.label - higher.label >= min(box.gap, most)
    assert hash(curve) == hash(curve)
    for column in range(1, len(sheet.counting) + 1):
        here = sorted(line.points[-column][1] for line in curve.lines if len(line.points) > column)
        room = (box.height - box.bottom - box.top) // max(1, len(here) - 1)
        assert all(low - high >= min(GAP, room) for high, low in pairwise(here)), "side by side"
    assert (0, curve.zero) in curve.grid
    assert all(y > below for (_, y), (_, below) in pairwise(curve.grid))


def test_players_with_equal_totals_keep_their_lines_beside_each_other() -> None:
    sheet = score_sheet(play("wizard", 3, "h 000/001", "h 000/002", sizes=(1, 2)))
    curve = draw_curve(sheet, SQUARE)
    assert curve
    ann, ben = (line.points for line in curve.lines[:2])
    assert ann[0] == ben[0]
    assert [(x, below - y) for (x, y), (_, below) in zip(ann, ben, strict=True)][1:] == [
        (60, GAP),
        (110, GAP),
    ]


def test_a_strip_has_a_bar_up_or_down_for_each_hand() -> None:
    # Ann 20 and -10, Ben -10 and 30, Cem -10 twice: 40 points in 34 units.
    sheet = score_sheet(play("wizard", 3, "h 001/010", "h 011/110", sizes=(1, 2)))
    strips = draw_strips(sheet)
    assert strips
    assert [(strip.seat, strip.number) for strip in strips.strips] == [(1, 30), (0, -10), (2, -10)]
    assert strips.strips[0].bars == "M163 28v8M292 28v-26"
    assert draw_strips(score_sheet(new("wizard", 3))) is None


@quickly
@given(games(most=8))
def test_every_bar_is_in_its_own_strip_and_a_hand_sat_out_has_none(game: Game) -> None:
    sheet = score_sheet(game)
    strips = draw_strips(sheet)
    for index, strip in enumerate(strips.strips if strips else ()):
        bars = re.findall(r"M\d+ (\d+)v(-?\d+)", strip.bars)
        assert len(bars) == sum(not row.cells[strip.seat].out for row in sheet.counting)
        assert all(TALL * index <= int(zero) + int(up) <= TALL * (index + 1) for zero, up in bars)


@given(st.lists(st.integers(0, 200), min_size=1, max_size=8).map(sorted))
def test_labels_that_have_room_stay_where_their_lines_end(wanted: list[int]) -> None:
    labels = spread(wanted, 20, 0, 200)
    if all(below - above >= 20 for above, below in pairwise(wanted)):
        assert labels == tuple(wanted)
    assert all(below - above >= 20 for above, below in pairwise(labels))


def test_bars_have_one_scale_and_none_is_longer_than_its_place() -> None:
    assert bar_lengths([(10, 5), (0, 1)]) == ((140, 70), (0, 14))
    assert bar_lengths([(0, 0)]) == ((0, 0),)
    assert bar_lengths([]) == ()


def test_the_curve_of_a_whole_game_is_small(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", "Dora")
    for cards in range(1, 16):
        if cards < 15:
            table.turn("hearts")
        table.bid(cards // 2, 0, cards // 3, 1)
        table.score(cards - 1, 0, 1, 0)
    page = table.client.get(f"{table.path}?view=evening").text
    drawn = [svg for svg in re.findall(r"<svg.*?</svg>", page, re.DOTALL) if "chart" in svg]
    assert len(drawn) == 3, "the standings and the end"
    assert all(len(gzip.compress(svg.encode())) <= 1000 for svg in drawn)
    assert all("style" not in svg for svg in drawn)
