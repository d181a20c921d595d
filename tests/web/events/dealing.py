"""A hall in which every table plays dealt games through its pages, and the same on paper."""

from __future__ import annotations

import re
from typing import Any

from scorekeeper.rules.events.draw import Chance
from tests.desk import Desk
from tests.rules.events.dealt import Dealt, deal, plain_totals
from tests.rules.events.plain import count_again, plain_standings
from tests.table import Table, numbers
from tests.web.events import compared
from tests.web.events.shown import rows_of

RULES = {"counts": "points", "late": 10, "best": None}
RULES["order"] = ["counted", "points", "won", "share", "best"]
DECK = 60


class Hall:
    """The desk of an event, and by round and table the papers of its tables.

    ``told`` is the number of pairs that met again in each round before a final, according to the
    desk's pages.
    """

    def __init__(self, desk: Desk, seed: int) -> None:
        self.desk, self.chance = desk, Chance(seed)
        self.papers: list[dict[int, dict[str, Any]]] = []
        self.dealt: dict[tuple[int, int], Dealt] = {}
        self.told: list[int] = []
        self.penalties: list[tuple[int, int, str]] = []

    def seat(self) -> list[int]:
        """Draw, publish and start the next round; returns the sizes of its tables."""
        self.desk.did("draw")
        if self.desk.round.stage is None:
            self.told.append(again_on(self.desk.page("round")))
        self.desk.did("publish")
        compared.seats(self.desk)
        self.desk.did("start")
        self.papers.append({})
        return [len(table.seats) for table in self.desk.round.tables]

    def play(self, *, paper: int = 0) -> None:
        """Play all games of the round, one of them perhaps on ``paper``."""
        for table in self.desk.round.tables:
            dealt = deal(self.chance, len(table.seats), table.sizes)
            if table.number == paper:
                totals, made = plain_totals(dealt)
                where = f"round/{self.desk.round.number}/table/{paper}/by-hand"
                self.desk.did(where, totals=totals, made=made)
            else:
                phone = self.desk.client.application.test_client()
                play(self.desk.at(phone, table.number), table.sizes, dealt)
            self.write(self.desk.round.number, table.number, dealt)

    def write(self, number: int, at: int, dealt: Dealt) -> None:
        """Write the result of a table on paper."""
        self.dealt[number, at] = dealt
        totals, made = plain_totals(dealt)
        who = [*self.desk.event.round(number).table(at).counts_for]
        self.papers[number - 1][at] = {"who": who, "totals": totals, "made": made}
        self.papers[number - 1][at]["bids"] = len(dealt)

    def close(self) -> None:
        """Compare the results on the page of the round with its papers, and close it."""
        compared.results(self.desk, self.papers[-1])
        self.desk.did("close")

    def compare(self, before: int, *players: int) -> compared.Ranks:
        """Compare the files and pages of the event, and what the desk was told of its draws, with
        the papers of the rounds ``before`` a final; also the pages of these players. Returns rank,
        start number and points of everybody."""
        compared.results_file(self.desk, self.papers)
        papers = [[*paper.values()] for paper in self.papers[:before]]
        assert self.told == count_again([[one["who"] for one in ones] for ones in papers])
        rows = rows_of(self.desk, "standings.csv")
        people = [int(row["number"]) for row in rows]
        expected = plain_standings(people, papers, [one[:2] for one in self.penalties], RULES)
        if len(self.papers) == before:
            columns = ("rank", "number", "counted")
            assert [tuple(int(row[name]) for name in columns) for row in rows] == expected
            compared.standings(self.desk, expected, self.papers, self.penalties)
            for who in players:
                compared.player(self.desk, expected, self.papers, who)
        return expected


def again_on(page: str) -> int:
    """The number of pairs that meet again, according to the page of a draw."""
    found = re.search(r'class="stamp[^>]*>([^<]*)<', page)
    assert found, "no draw"
    if found[1] == "Nobody meets twice":
        return 0
    number = re.match(r"\d+(?= pairs meet again)", found[1])
    # A single pair is called by its names.
    return int(number[0]) if number else 1


def play(table: Table, sizes: tuple[int, ...], dealt: Dealt) -> None:
    """Play a dealt game, a request for each hand, as a phone sends them after a gap in its line."""
    revision = table.revision
    for number, (cards, (bids, tricks)) in enumerate(zip(sizes, dealt, strict=True), 1):
        turned = {"turned": "hearts"} if cards * len(bids) < DECK else {}
        fields: dict[str, Any] = turned | numbers("bid", (*bids,)) | numbers("tricks", (*tricks,))
        fields |= {"touched": " ".join(fields), "score": "1", "revision": revision}
        response = table.send("whole", number, **fields)
        assert response.status_code == 303, response.text
        revision += 1
