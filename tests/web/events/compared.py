"""The pages and files of an event, compared with its papers."""

from collections.abc import Sequence
from typing import Any

from tests.desk import Desk
from tests.rules.events.plain import table_lines
from tests.web.events import shown

Papers = Sequence[dict[int, dict[str, Any]]]
"""For each round, the paper of each table."""
Ranks = Sequence[tuple[int, int, int]]
"""Rank, start number and points of everybody, the best first."""


def seats(desk: Desk) -> None:
    """The wall and the phone of one player of each table show the draw."""
    names, tables = _names(desk), desk.round.tables
    expected = {names[who]: one.number for one in tables for who in one.seats}
    assert shown.wall_seats(_page(desk, "/wall")) == expected
    for one in tables:
        around = [names[who] for who in one.seats]
        found = shown.seat(_page(desk, f"?me={one.seats[-1]}"))
        assert found == (one.number, around, around[one.dealer], around[-1])


def results(desk: Desk, papers: dict[int, dict[str, Any]]) -> None:
    """The desk shows the places and points of each table of the newest round."""
    names = _names(desk)
    found = {number: sorted(lines) for number, lines in shown.results(desk.page("round"))}
    assert found == {number: _places(names, paper) for number, paper in papers.items()}


def results_file(desk: Desk, papers: Papers) -> None:
    """The file of results has a row for each player of each table."""
    columns = ("table", "place", "game_points", "bids_made")
    found = {
        (int(row["round"]), int(row["number"])): [int(row[name]) for name in columns]
        for row in shown.rows_of(desk, "results.csv")
    }
    assert found == {
        (number, line["who"]): [table, line["place"], line["points"], line["made"]]
        for number, paper in enumerate(papers, 1)
        for table, written in paper.items()
        for line in _lines(written)
    }


def standings(
    desk: Desk, ranks: Ranks, papers: Papers, penalties: Sequence[tuple[int, int, str]]
) -> None:
    """The desk, the public page and the wall show the ranks, with the points of each round, the
    tables won and the penalties."""
    names, expected, on_wall = _names(desk), [], []
    lines = [line for paper in papers for one in paper.values() for line in _lines(one)]
    for rank, who, counted in ranks:
        mine = [line for line in lines if line["who"] == who]
        values = [shown.plain(line["points"]) for line in mine]
        won = sum(line["place"] == 1 for line in mine)
        on_wall.append((rank, names[who], counted, [*values], won))
        more = [
            f"{shown.plain(points)} {reason}" for one, points, reason in penalties if one == who
        ]
        expected.append((rank, names[who], counted, values + more, won))
    for page in ("/desk/standings", "/standings"):
        assert shown.standings(_page(desk, page)) == expected, page
    wall = _page(desk, "/wall")
    if desk.event.ended:
        best = [(rank, name, f"{counted} points") for rank, name, counted, *_ in on_wall[:3]]
        assert shown.wall_podium(wall) == best
    else:
        assert shown.wall_standings(wall) == on_wall


def final_standings(desk: Desk, expected: Sequence[tuple[int, int]]) -> None:
    """The file, the desk, the public page and the wall show rank and start number of everybody
    after a final."""
    rows = shown.rows_of(desk, "standings.csv")
    assert [(int(row["rank"]), int(row["number"])) for row in rows] == expected
    names = _names(desk)
    named = [(rank, names[who]) for rank, who in expected]
    for page in ("/desk/standings", "/standings"):
        assert [line[:2] for line in shown.standings(_page(desk, page))] == named, page
    assert [line[:2] for line in shown.wall_podium(_page(desk, "/wall"))] == named[:3]


def player(desk: Desk, ranks: Ranks, papers: Papers, who: int) -> None:
    """The phone of a player shows their rank, their points and the places at their tables."""
    page, names = _page(desk, f"/results?me={who}"), _names(desk)
    rank, counted = next((rank, counted) for rank, number, counted in ranks if number == who)
    assert shown.figures(page)[:2] == [str(rank), shown.plain(counted)]
    found = [(number, sorted(lines)) for number, lines in shown.results(page)]
    assert found == [
        (table, _places(names, written))
        for paper in papers
        for table, written in paper.items()
        if who in written["who"]
    ]


def _lines(paper: dict[str, Any]) -> list[dict[str, Any]]:
    return table_lines(paper, "points", 10)


def _places(names: dict[int, str], paper: dict[str, Any]) -> list[tuple[int, str, int]]:
    return sorted((line["place"], names[line["who"]], line["points"]) for line in _lines(paper))


def _names(desk: Desk) -> dict[int, str]:
    return {one.number: one.name for one in desk.event.entrants}


def _page(desk: Desk, page: str) -> str:
    return desk.client.get(desk.path + page, follow_redirects=True).text
