"""The picture of a result: everything on the paper, every text within its room."""

from itertools import pairwise

import pytest

from scorekeeper.drawing.names import width_of
from scorekeeper.drawing.picture import BAR, CARD, FRAMES, draw_picture, png_of
from scorekeeper.rules.attendance import LONGEST_NAME
from scorekeeper.rules.game import Hand
from scorekeeper.rules.sheet import Cell, Result, Row, Sheet
from scorekeeper.rules.variants.model import BidRule

NAMES = tuple(letter * LONGEST_NAME for letter in "WiAmЖ漢%lQg")
SHAPES = sorted(FRAMES)


def ended(*totals: int) -> Sheet:
    """A game that ended after one hand with these totals."""
    cells = tuple(Cell(0, 0, 0, total, total, 0) for total in totals)
    row = Row(Hand(1, 1, 0, BidRule(), (), ()), cells, counts=True)
    leaders = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
    positions = tuple(1 + sum(other > total for other in totals) for total in totals)
    return Sheet(totals, leaders, Result(leaders, False, True), positions, (), (row,), None)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("count", range(2, 11))
@pytest.mark.parametrize("tied", [1, 2, 8, 10])
def test_all_of_it_is_on_the_paper(shape: str, count: int, tied: int) -> None:
    frame, totals = FRAMES[shape], [1000] * min(tied, count)
    totals += [-10 * seat for seat in range(count - len(totals))]
    drawn = draw_picture(NAMES[:count], ended(*totals), shape)
    assert drawn
    assert len(drawn.cards) == min(tied, count)
    for card in drawn.cards:
        width, height = (card.scale * side / 2 for side in CARD)
        assert frame.finale.x <= card.x - width
        assert card.x + width <= frame.finale.width
        assert card.y - height >= 0
        # A turned card reaches lower; the words about equal winners begin 36 above the edge.
        words = 36 if len(drawn.cards) > 1 else -frame.finale.height
        assert card.y + height + card.scale * 7 <= frame.cards.y + frame.cards.height - words
        assert card.y + height <= frame.finale.height
        assert width_of(NAMES[card.seat]) * card.name_size <= CARD[0] - 50
    for above, below in pairwise(drawn.bars):
        assert above.y + above.scale * BAR <= below.y
        assert above.total >= below.total
        assert (above.total == below.total) == (above.position == below.position)
    longest, shortest = drawn.bars[0], drawn.bars[-1]
    for bar in drawn.bars:
        share = (bar.total - shortest.total) / (longest.total - shortest.total or 1)
        more = share * (longest.width - shortest.width)
        assert abs(bar.width - shortest.width - more) <= 1, "the lengths are the points"
    for bar in drawn.bars:
        room = bar.end - 98 - 42 * width_of(str(bar.total))
        assert width_of(NAMES[bar.seat]) * bar.name_size <= room + 1
    assert drawn.bars[-1].y + drawn.bars[-1].scale * BAR < drawn.paper.y
    assert drawn.paper.height > 150


@pytest.mark.parametrize("shape", SHAPES)
def test_one_winner_has_the_ground_to_themselves_and_equal_ones_do_not(shape: str) -> None:
    alone = draw_picture(NAMES[:3], ended(0, 30, 10), shape)
    both = draw_picture(NAMES[:3], ended(30, 0, 30), shape)
    assert alone
    assert both
    assert [card.seat for card in alone.cards] == [1]
    assert [card.seat for card in both.cards] == [0, 2]


def test_a_game_without_a_scored_hand_has_no_picture() -> None:
    sheet = Sheet((0,) * 3, (), Result((), False, True), (1,) * 3, (), (), None)
    assert draw_picture(NAMES[:3], sheet, "tall") is None


def test_a_hyphen_at_which_no_line_breaks_is_drawn_in_the_typeface_of_names() -> None:
    svg = """<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40">
      <text y="30" font-family="Sansita ExtraBold" font-size="24">5{}mal</text></svg>"""
    assert png_of(svg.format("\u2011")) == png_of(svg.format("-")) != png_of(svg.format(""))
