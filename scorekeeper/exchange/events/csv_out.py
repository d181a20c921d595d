"""The results and standings of an event as CSV, with the same protection of spreadsheets as score
sheets."""

from collections.abc import Iterator, Mapping

from scorekeeper.exchange.tables.csv_out import BOM, Value, written
from scorekeeper.rules.events.event import Entrant, Event, Outcomes, Round, Table
from scorekeeper.rules.events.final import final_rounds, ranking
from scorekeeper.rules.events.settings import Counts
from scorekeeper.rules.events.standings import Placed, Standing, placed, result_of, results
from scorekeeper.store.events.tables import TableGame, TableKey, outcomes_of

RESULTS = (
    *("round", "table", "seat", "number", "name", "club", "place", "placement_points"),
    *("game_points", "bids_made", "bids", "penalty", "game_uid", "hands_played", "hands_planned"),
)
ASIDE = "set aside"
"""The place at a table that was set aside."""
STANDINGS = (
    *("rank", "number", "name", "club", "counted", "game_points", "tables_won", "bids_made"),
    *("bids", "best_game", "penalty", "final_stage"),
)


def results_csv(
    event: Event, tables: Mapping[TableKey, TableGame], separator: str = ","
) -> Iterator[str]:
    """The results of all finished tables, in chunks: the header, then one round at a time."""
    yield BOM + written([RESULTS], separator)
    outcomes, adjusted = outcomes_of(tables), dict[tuple[int, int | None], int]()
    for each in event.adjustments:
        here = each.entrant, each.round
        adjusted[here] = adjusted.get(here, 0) + each.points
    for one in event.published:
        rows = (
            (*row, tables[one.number, table.number].uid, *_hands(one, table, outcomes))
            for table in one.tables
            for row in _table_rows(event, one, table, outcomes, adjusted)
        )
        yield written(rows, separator)


def standings_csv(event: Event, outcomes: Outcomes, separator: str = ",") -> Iterator[str]:
    """The standings, with a column for the value of each round, also of the final."""
    rounds = [one.number for one in event.published]
    finals = results(event, outcomes, final_rounds(event))
    head = (*STANDINGS, *(f"round_{number}" for number in rounds))
    yield BOM + written([head], separator)
    rows = (
        _standing_row(event, line, finals.get(line.number, []), rounds)
        for line in ranking(event, outcomes)
    )
    yield written(rows, separator)


def _table_rows(
    event: Event,
    one: Round,
    table: Table,
    outcomes: Outcomes,
    adjusted: Mapping[tuple[int, int | None], int],
) -> Iterator[tuple[Value, ...]]:
    for seat, result in enumerate(placed(event.settings, one, table, outcomes), 1):
        # The points that a late table loses are listed as a penalty; the points of its game contain
        # them.
        late = event.settings.late_points if result.late else 0
        by_place = event.settings.counts is not Counts.POINTS
        has_points = result.place or not by_place
        yield (
            *(one.number, table.number, seat),
            *_who(event.entrant(result.number)),
            *(result.place or ASIDE, result.value if by_place else None),
            result.points + late if has_points else None,
            *_bids(result),
            adjusted.get((result.number, result.round), 0) - late,
        )


def _hands(one: Round, table: Table, outcomes: Outcomes) -> tuple[Value, Value]:
    """The number of hands played and of those planned; empty if unknown."""
    outcome = None if table.set_aside else result_of(one, table, outcomes)
    return outcome.hands if outcome else None, len(table.sizes) or None


def _standing_row(
    event: Event, line: Standing, finals: list[Placed], rounds: list[int]
) -> tuple[Value, ...]:
    values = {one.round: one.value for one in (*line.results, *finals)}
    return (
        line.rank,
        *_who(event.entrant(line.number)),
        *(line.counted, line.points, line.won),
        *_bids(line),
        *(line.best, line.adjusted, line.stage or None),
        *(values.get(number) for number in rounds),
    )


def _who(entrant: Entrant) -> tuple[Value, ...]:
    return entrant.number, entrant.own, entrant.club


def _bids(one: Placed | Standing) -> tuple[Value, ...]:
    """Bids made, and bids; empty if unknown."""
    return (one.made, one.bids) if one.bids else (None, None)
