"""The CSV files of events with every trouble, row by row against their papers."""

import csv
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO
from typing import Any

from scorekeeper.exchange.events import results_csv, standings_csv
from scorekeeper.rules.events.event import Outcome
from scorekeeper.store.events.tables import TableGame, TableKey, outcomes_of, public_tables
from tests.rules.events.hall import NOW
from tests.rules.events.papers import LATE, Hall
from tests.rules.events.plain import plain_sums
from tests.rules.events.test_tournaments import troubled
from tests.turns import daily


def rows(chunks: Iterable[str]) -> list[dict[str, str]]:
    return [*csv.DictReader(StringIO("".join(chunks).lstrip("\ufeff")))]


def games(hall: Hall) -> dict[TableKey, TableGame]:
    """The games of all tables; those that played on paper have not begun."""
    return {
        (one.number, table.number): _game(
            hall.outcomes.get((one.number, table.number)), (one, table)
        )
        for one in hall.event.rounds
        for table in one.tables
    }


def _game(outcome: Outcome | None, where: Any) -> TableGame:
    uid = f"{where[0].number}.{where[1].number}"
    return TableGame(
        *(0, "", uid, None, 1, NOW),
        is_begun=outcome is not None,
        is_over=outcome is not None,
        hands=10,
        played=10,
        standing=outcome or Outcome(()),
        has_keeper=False,
        asks=None,
    )


def text(value: int | None) -> str:
    return "" if value is None else str(value)


def result_rows(hall: Hall, before: int) -> Iterator[tuple[str, ...]]:
    """The rows of results.csv, from the papers of the rounds up to this one."""
    by_place = hall.rules["counts"] != "points"
    for number, at, line in hall.lines(hall.paper[:before]):
        table = hall.paper[number - 1][at - 1]
        late = LATE if table.get("late") else 0
        given = sum(p for who, p, of in hall.penalties if (who, of) == (line["who"], number))
        known = line["bids"] > 0
        points = line["points"] + late if line["place"] or not by_place else None
        yield (
            *(str(number), str(at), str(line["who"]), text(line["place"]) or "set aside"),
            *(text(line["value"] if by_place else None), text(points)),
            *(text(line["made"] if known else None), text(line["bids"] if known else None)),
            *(str(given - late), f"{number}.{at}"),
        )


RESULTS = (
    *("round", "table", "number", "place", "placement_points", "game_points", "bids_made", "bids"),
    *("penalty", "game_uid"),
)
SUMS = ("game_points", "tables_won", "bids_made", "bids", "best_game")


def standing_rows(hall: Hall, before: int) -> Iterator[tuple[str, ...]]:
    """The rows of standings.csv, from the papers of the rounds up to this one."""
    papers = hall.paper[:before]
    ranks = hall.ranks(papers)
    sums = plain_sums([who for _, who, _ in ranks], papers, hall.rules)
    for rank, who, counted in ranks:
        line = sums[who]
        played = {
            number: one["value"] for number, _, one in hall.lines(papers) if one["who"] == who
        }
        known = line["bids"] > 0
        yield (
            *(str(rank), str(who), str(counted), str(line["points"]), str(line["won"])),
            *(text(line["made"] if known else None), text(line["bids"] if known else None)),
            text(line["best"]),
            *(text(played.get(number)) for number in range(1, before + 1)),
        )


@daily("seed", range(100, 140), 100, 101)
def test_the_rows_of_both_files_are_those_of_the_papers_also_while_results_are_hidden(
    seed: int,
) -> None:
    hall = troubled(seed)
    compare(hall, games(hall), 4)
    if hall.event.settings.hidden_from is not None:
        hall.event = hall.event.public
        shown = public_tables(hall.event, games(hall))
        hall.penalties = [one for one in hall.penalties if one[2] in (None, 1, 2)]
        compare(hall, shown, 2)


def compare(hall: Hall, tables: Mapping[TableKey, TableGame], before: int) -> int:
    """Compare the rows of the rounds up to this one; returns how many."""
    found = rows(results_csv(hall.event, tables))
    wanted = sorted(result_rows(hall, before))
    assert sorted(tuple(row[name] for name in RESULTS) for row in found) == wanted
    outcomes = outcomes_of(tables)
    lines = rows(standings_csv(hall.event, outcomes))
    names = ("rank", "number", "counted", *SUMS, *(f"round_{n}" for n in range(1, before + 1)))
    assert [tuple(row[name] for name in names) for row in lines] == [*standing_rows(hall, before)]
    return len(found) + len(lines)
