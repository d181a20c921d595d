"""The printed sheet: the hands played, and room for the pen."""

import re

import pytest

from tests.table import Table
from tests.web.page import plain_text


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


def test_the_heading_calls_no_bids_hidden_that_were_open(table: Table) -> None:
    table.start("Ann", "Ben", "Cem", length="list", sizes="1 1 1")
    table.play("hearts", (1, 0, 0), (1, 0, 0))

    def heading() -> str:
        page = table.client.get(f"{table.path}/paper").text
        return plain_text(page.partition('class="settings">')[2].partition("</p>")[0])

    open_bids = heading()
    table.post(
        f"{table.path}/rules", revision=table.revision, length="list", sizes="1 1 1", hidden="y"
    )
    changed = "bids may add up · from hand 2 on: hidden bids, shown all at once"
    assert [open_bids, heading()] == ["bids may add up", changed]
    table.play("hearts", (1, 0, 0), (1, 0, 0))
    table.post(f"{table.path}/rules", revision=table.revision, length="list", sizes="1 1 1")
    assert heading() == f"{changed} · from hand 3 on: bids may add up"
