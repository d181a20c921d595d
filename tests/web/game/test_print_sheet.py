"""The printed sheet: the hands played, and room for the pen."""

import re
from html import unescape

import pytest

from tests.table import Table
from tests.web.page import plain_text


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


def test_names_too_wide_for_their_column_stay_different_and_are_read_whole(table: Table) -> None:
    alike = ("Jean-Baptiste Wagner", "Jean-Baptiste Walter")
    table.start(*alike, "Friederike", "Maximiliane", "Bartholomäus", "Tom")
    head = table.client.get(f"{table.path}/paper").text.partition("<thead>")[2]
    shown = re.findall(r'class="(?:name|cut)"[^>]*>([^<]*[^<\s])<', head.partition("</thead>")[0])
    assert shown[2:] == ["Friederike", "Maximiliane", "Bartholomäus", "Tom"]
    assert len(set(shown)) == 6
    for name in alike:
        assert f'<span class="whole vh">{name}</span>' in head


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
    assert re.findall(r'<div class="print-sheet w\d+ ?([^"]*)">', page) == [classes]


def test_a_name_that_its_column_cuts_stands_whole_below_the_sheet(table: Table) -> None:
    long = ("Friederike-Charlotte von der Mühlenbrink", "Ann", "Ben", "Cem", "Dora", "Emil")
    table.start(*long)
    text = plain_text(table.client.get(f"{table.path}/paper").text)
    legend = text.partition("plays first.")[2]
    assert re.search(rf"Friederi[^:]*\.: {long[0]}", legend)
    assert "Ann:" not in legend
