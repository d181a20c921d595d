"""The printed sheet of the rule book, over HTTP."""

from __future__ import annotations

from tests.table import Table


def test_the_printed_sheet_of_three_players(table: Table) -> None:
    table.start("Thomas", "Ute", "Kevin")
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    table.play("jester", (2, 0, 0), (1, 0, 1))
    assert table.totals() == [10, 10, 20]
    table.undo()
    assert table.totals() == [20, -10, 30]
