"""The printed sheet: the hands played, and room for the pen."""

import re
from html import unescape

import pytest

from tests.table import Table


def cells(table: Table) -> list[str]:
    """The printed lines: D deals, O opens, and the text of each cell."""
    page = table.client.get(f"{table.path}/paper").text
    body = page.partition("<tbody>")[2].partition("</tbody>")[0]
    marks = {"deals": "D ", "opens": "O ", "": ""}
    return [
        " | ".join(
            marks[mark] + " ".join(unescape(re.sub("<[^>]+>", " ", cell)).split())
            for mark, cell in re.findall(r'<td class="(deals|opens|)">(.*?)</td>', row, re.DOTALL)
        )
        for row in body.split("</tr>")[:-1]
    ]


def test_hands_scored_are_printed_and_those_to_come_wait_for_the_pen(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", length="list", sizes="1, 2, 3")
    table.play("hearts", (1, 0, 0), (0, 1, 0))
    table.turn("clubs")
    table.bid(2, None, None)
    assert cells(table) == [
        "D −10 1/0 | O −10 0/1 | 20 0/0",
        "2/ | D / | O /",
        "O / | / | D /",
    ]


@pytest.mark.parametrize(
    ("players", "sizes", "classes"),
    [(3, "", "up-to-20"), (4, "", "up-to-15"), (3, "1 " * 30, "up-to-30"), (3, "1 " * 31, "")],
)
def test_the_more_hands_the_closer_the_lines(
    table: Table, players: int, sizes: str, classes: str
) -> None:
    table.start(
        *("Ann", "Ben", "Cem", "Dora")[:players], length="list" if sizes else "whole", sizes=sizes
    )
    page = table.client.get(f"{table.path}/paper").text
    found = re.findall(r'<div class="(print-sheet[^"]*)">', page)
    assert found == [f"print-sheet {classes}".strip()]
