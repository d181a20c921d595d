"""An event in which every table plays dealt games, with all that goes wrong in a hall; and the same
written down on paper, from which plain.py calculates it again."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest

from scorekeeper.rules.events.draw import Chance, sizes
from scorekeeper.rules.events.entrant_acts import (
    Entered,
    Joined,
    Marked,
    Newcomer,
    Waits,
    new_table,
    table_added,
    tables_for,
)
from scorekeeper.rules.events.event import Event, Outcome, Round, State, meets_again
from scorekeeper.rules.events.result_acts import (
    Adjusted,
    ByHand,
    Corrected,
    Counted,
    PutAside,
    PutBack,
    Withdrawn,
)
from scorekeeper.rules.events.round_acts import (
    MoreTime,
    Published,
    Replaced,
    Started,
    Swapped,
    close,
    draw,
)
from scorekeeper.rules.events.settings import Counts, TimeUp
from scorekeeper.rules.events.standings import standings
from scorekeeper.rules.problems import RefusedError
from tests.rules.events.dealt import deal, plain_totals, sheet_of
from tests.rules.events.hall import NOW, after, outcome_of
from tests.rules.events.plain import count_again, plain_standings, table_lines

Paper = dict[str, Any]
"""A table: who ``sat`` there, for whom the seats count (``who``), its extra ``minutes``, and the
result as in plain.py."""
LATE = 10


class Hall:
    """The event, and its papers by round and table; ``within`` are those who play."""

    def __init__(self, event: Event, seed: int) -> None:
        self.event = event
        self.chance = Chance(seed)
        self.outcomes: dict[tuple[int, int], Outcome] = {}
        self.paper: list[list[Paper]] = []
        self.within = {*event.playing}
        self.penalties: list[tuple[int, int, int | None]] = []

    def some(self, of: Any) -> Any:
        """One of these by chance; None if there are none."""
        found = sorted(of)
        return found[self.chance.below(len(found))] if found else None

    def enter(self, *, stand_by: bool = False) -> int:
        """Somebody new comes."""
        number = len(self.event.entrants) + 1
        self.event = after(self.event, Entered((Newcomer(f"P{number}"),), stand_by))
        self.within |= set() if stand_by else {number}
        return number

    def fill(self) -> None:
        """Let people come until they can be seated."""
        while sizes(len(self.within), 4, self.event.settings.remainder) is None:
            self.enter()

    def leave(self, number: int) -> None:
        """Somebody goes home between rounds."""
        self.event = after(self.event, Marked(number, State.OUT))
        self.within -= {number}

    def seat(self) -> Round:
        """Draw and begin the next round."""
        self.event = after(self.event, draw(self.event, self.outcomes, self.chance.below(2**32)))
        number = len(self.event.rounds)
        self.event = after(self.event, Published(number), Started(number))
        tables = self.event.rounds[-1].tables
        self.paper.append(
            [{"sat": [*one.seats], "who": [*one.seats], "minutes": 0} for one in tables]
        )
        return self.event.rounds[-1]

    @property
    def number(self) -> int:
        """The number of the newest round."""
        return len(self.paper)

    @property
    def seated(self) -> set[int]:
        """Who has a seat in the newest round, or a seat that counts for them."""
        return {one for table in self.paper[-1] for one in (*table["sat"], *table["who"])}

    def come_late(self) -> None:
        """Somebody comes after the draw: new, or ticked again. By chance they join a table that can
        take them, get one more table with others, or wait; else they sit out."""
        out = {one.number for one in self.event.entrants if one.state is State.OUT} - self.seated
        number = self.some(out) if out and self.chance.below(2) else self.enter()
        tables = tables_for(self.event, self.event.rounds[-1], number)
        if tables and self.chance.below(3):
            at = tables[self.chance.below(len(tables))]
            self.event = after(self.event, Joined(self.number, at, number))
            for seats in ("sat", "who"):
                self.paper[-1][at - 1][seats].append(number)
            self.within |= {number}
        elif number in self.within and self.chance.below(2):
            self.event = after(self.event, Waits(self.number, number))

    def add_table(self) -> None:
        """People without a seat get a table of their own, if they are enough."""
        numbers = [one.number for one in new_table(self.event, self.event.rounds[-1])]
        if numbers:
            made = table_added(self.event, self.number, numbers, self.chance.below(2**32))
            self.event = after(self.event, made)
            self.paper[-1].append({"sat": [*made.seats], "who": [*made.seats], "minutes": 0})

    def substitute(self) -> None:
        """Somebody on stand-by takes a seat; the result counts for one of the two."""
        table = self.paper[-1][self.chance.below(len(self.paper[-1]))]
        seat = self.chance.below(len(table["sat"]))
        leaves, comes, counts = table["sat"][seat], self.enter(stand_by=True), self.chance.below(2)
        self.event = after(self.event, Replaced(self.number, leaves, comes, bool(counts)))
        table["sat"][seat] = comes
        if counts:
            table["who"] = [comes if one == leaves else one for one in table["who"]]
        self.within = self.within - {leaves} | {comes}

    def swap(self) -> None:
        """Two people swap their seats."""
        sat = [one for table in self.paper[-1] for one in table["sat"]]
        one, other = self.some(sat), self.some(sat)
        if one != other:
            self.event = after(self.event, Swapped(self.number, one, other))
            swap = {one: other, other: one}
            for table in self.paper[-1]:
                for seats in ("sat", "who"):
                    table[seats] = [swap.get(who, who) for who in table[seats]]

    def give_time(self) -> None:
        """A table gets more time."""
        at = 1 + self.chance.below(len(self.paper[-1]))
        self.event = after(self.event, MoreTime(self.number, 20, at))
        self.paper[-1][at - 1]["minutes"] += 20

    def punish(self) -> None:
        """A penalty or bonus, for a round or for the event; some are removed again."""
        who, points = self.some(one.number for one in self.event.entrants), self.some({-30, -5, 10})
        of = self.some({0, self.number}) or None
        self.event = after(self.event, Adjusted(who, points, "why", of))
        if self.chance.below(4):
            self.penalties.append((who, points, of))
        else:
            self.event = after(self.event, Withdrawn(who, points, "why", of))

    TROUBLES: tuple[Callable[["Hall"], None], ...] = (
        *(come_late, come_late, come_late, add_table, substitute, swap, give_time, punish),
    )

    def trouble(self, times: int) -> None:
        """So many troubles by chance."""
        for _ in range(times):
            self.TROUBLES[self.chance.below(len(self.TROUBLES))](self)

    def play(self, *, troubled: bool = False) -> None:
        """Play all games of the round, and close it. If ``troubled``, some tables play on paper,
        are late, lose somebody or are set aside, and some dispute their result: the round closes
        only once the desk has decided about these."""
        number, disputed = self.number, []
        for at in range(1, len(self.paper[-1]) + 1):
            what = self.chance.below(12) if troubled else 99
            if what == 0:
                self.by_hand(number, at)
            elif what == 1:
                self.aside(at)
            else:
                self.write(number, at, minutes=130 if what == 2 else 100, away=what == 3)
                disputed += [at] if what in (4, 5) else []
        for at in disputed:
            self.settle(at)
        self.event = after(self.event, close(self.event, number, self.outcomes))

    def settle(self, at: int) -> None:
        """The desk decides about a disputed result: it counts, the sheet is corrected, or the desk
        enters another. Until then the round stays open."""
        where = self.number, at
        said = self.outcomes.pop(where)
        with pytest.raises(RefusedError):
            close(self.event, self.number, self.outcomes)
        how = self.chance.below(3)
        if how == 0:
            self.event = after(self.event, Counted(*where, 7))
            self.outcomes[where] = said
        elif how == 1:
            self.write(*where)
        else:
            self.outcomes[where] = said
            self.by_hand(*where)

    def write(self, number: int, at: int, *, minutes: int = 100, away: bool = False) -> None:
        """The result of a table: from its game, and added up by hand."""
        table, paper = self.event.round(number).table(at), self.paper[number - 1][at - 1]
        seats = len(paper["sat"])
        dealt = deal(self.chance, seats, table.sizes)
        outcome = outcome_of(sheet_of(dealt, seats, table.sizes), NOW + timedelta(minutes=minutes))
        gone = (self.chance.below(seats),) if away else ()
        self.outcomes[number, at] = Outcome(*_fields(outcome), gone, outcome.ended, len(dealt))
        totals, made = plain_totals(dealt)
        self._result(number, at, totals=totals, made=made, bids=len(dealt), away=[*gone])
        is_late = self.event.settings.time_up is TimeUp.LATE and minutes > 105 + paper["minutes"]
        self.paper[number - 1][at - 1]["late"] = is_late

    def by_hand(self, number: int, at: int) -> None:
        """A table played on paper, with or without its bids made."""
        table, seats = (
            self.event.round(number).table(at),
            len(self.paper[number - 1][at - 1]["sat"]),
        )
        totals, made = plain_totals(deal(self.chance, seats, table.sizes))
        bids = len(table.sizes) if self.chance.below(2) else 0
        known = (tuple(made), (bids,) * seats) if bids else ((), ())
        self.event = after(self.event, ByHand(number, at, Outcome(tuple(totals), *known)))
        self._result(number, at, totals=totals, made=made if bids else [], bids=bids)

    def aside(self, at: int) -> None:
        """A table is set aside; by chance it counts again, and then plays."""
        points = tuple(self.chance.below(3) * 10 for _ in self.paper[-1][at - 1]["sat"])
        self.event = after(self.event, PutAside(self.number, at, points, "why"))
        if self.chance.below(2):
            self._result(self.number, at, aside=[*points])
            return
        self.event = after(self.event, PutBack(self.number, at))
        self.write(self.number, at)

    def correct(self) -> None:
        """A wrong result of a closed round is found later."""
        number = 1 + self.chance.below(self.number)
        at = 1 + self.chance.below(len(self.paper[number - 1]))
        if "totals" not in self.paper[number - 1][at - 1]:
            return
        self.event = after(self.event, Corrected(number, at, "why"))
        if self.event.round(number).table(at).by_hand:
            self.by_hand(number, at)
        else:
            self.write(number, at)

    def _result(self, number: int, at: int, **result: Any) -> None:
        kept = {name: self.paper[number - 1][at - 1][name] for name in ("sat", "who", "minutes")}
        self.paper[number - 1][at - 1] = kept | result

    @property
    def rules(self) -> dict[str, Any]:
        """The settings as plain.py reads them."""
        agreed = self.event.settings
        order = ["counted", "points", "won", "share", "best"]
        counts = {Counts.POINTS: "points", Counts.PLACEMENT: "placement", Counts.BEATEN: "beaten"}
        return {"counts": counts[agreed.counts], "late": LATE, "best": agreed.best, "order": order}

    def ranks(self, rounds: list[list[Paper]]) -> list[tuple[int, int, int]]:
        """Rank, number and points of everybody, from the papers of these rounds."""
        people = self.within | {one for tables in rounds for at in tables for one in at["who"]}
        counted = {None, *range(1, len(rounds) + 1)}
        adjusted = [(who, points) for who, points, of in self.penalties if of in counted]
        return plain_standings(sorted(people), rounds, adjusted, self.rules)

    def lines(self, rounds: list[list[Paper]]) -> Iterator[tuple[int, int, dict[str, Any]]]:
        """The result of each seat: round, table, and the values of plain.py."""
        for number, tables in enumerate(rounds, 1):
            for at, table in enumerate(tables, 1):
                for line in table_lines(table, self.rules["counts"], LATE):
                    yield number, at, line

    def compare(self) -> int:
        """Check ranks, points, places and meetings of the rounds before the final; returns how many
        values were compared."""
        event, before = self.event, sum(one.stage is None for one in self.event.rounds)
        papers, lines = self.paper[:before], standings(self.event, self.outcomes)
        ranks = self.ranks(papers)
        assert [(one.rank, one.number, one.counted) for one in lines] == ranks
        sat = [[table["sat"] for table in tables] for tables in papers]
        again = [len(meets_again(event, number)) for number in range(1, before + 1)]
        assert again == count_again(sat)
        found = sorted(
            (one.round, one.table, one.number, one.place or None, one.points, one.value)
            for line in lines
            for one in line.results
        )
        wanted = sorted(
            (number, at, one["who"], one["place"], one["points"], one["value"])
            for number, at, one in self.lines(papers)
        )
        assert found == wanted
        met = sum(len([*combinations(table, 2)]) for tables in sat for table in tables)
        return 3 * len(ranks) + met + 4 * len(wanted)


def _fields(outcome: Outcome) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    return outcome.totals, outcome.made, outcome.bids
