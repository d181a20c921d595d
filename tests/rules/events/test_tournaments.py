"""A whole championship from dealt games, against a plain computation."""

from datetime import timedelta
from typing import Any

import pytest

from scorekeeper.rules.events.chance import Chance
from scorekeeper.rules.events.entrant_acts import Entered, Marked, Newcomer
from scorekeeper.rules.events.event import Event, Outcome, Round, State, meets_again
from scorekeeper.rules.events.final import cut, ranking
from scorekeeper.rules.events.late import Joined, tables_for
from scorekeeper.rules.events.next_round import close, draw
from scorekeeper.rules.events.plan import sizes
from scorekeeper.rules.events.result_acts import Ended
from scorekeeper.rules.events.round_acts import Published, Started
from scorekeeper.rules.events.settings import TEN_HANDS, Final, Seating
from scorekeeper.rules.events.standings import standings
from tests.rules.events.dealt import Dealt, deal, plain_totals, sheet_of
from tests.rules.events.hall import NOW, after, event_of, outcome_of
from tests.rules.events.plain import count_again, plain_standings

RULES = {"counts": "points", "late": 10, "best": None}
RULES["order"] = ["counted", "points", "won", "share", "best"]


class Hall:
    """An event in which every table plays dealt games, and the same written down on paper."""

    def __init__(self, event: Event, seed: int) -> None:
        self.event = event
        self.chance = Chance(seed)
        self.outcomes: dict[tuple[int, int], Outcome] = {}
        self.paper: list[list[dict[str, Any]]] = []

    def seat(self) -> Round:
        """Draw and begin the next round."""
        self.event = after(self.event, draw(self.event, self.outcomes, self.chance.below(2**32)))
        number = len(self.event.rounds)
        self.event = after(self.event, Published(number), Started(number))
        self.paper.append([])
        return self.event.rounds[-1]

    def come_late(self) -> None:
        """Somebody comes after the draw: new, or ticked again. By chance they join a table that can
        take them, and then have to sit there."""
        out = [one.number for one in self.event.entrants if one.state is State.OUT]
        if out and self.chance.below(2):
            number = out[self.chance.below(len(out))]
        else:
            number = len(self.event.entrants) + 1
            self.event = after(self.event, Entered((Newcomer(f"P{number}"),)))
        tables = tables_for(self.event, self.event.rounds[-1], number)
        if tables:
            at, round_ = tables[self.chance.below(len(tables))], len(self.event.rounds)
            self.event = after(self.event, Joined(round_, at, number))
            assert self.event.rounds[-1].table(at).seats[-1] == number
            assert number in self.event.playing

    def play(self) -> None:
        """Play all games of the round, and close it."""
        round_ = self.event.rounds[-1]
        for table in round_.tables:
            dealt = deal(self.chance, len(table.seats), table.sizes)
            self.write(round_.number, table.number, dealt)
        self.event = after(self.event, close(self.event, round_.number, self.outcomes))

    def write(self, number: int, at: int, dealt: Dealt) -> None:
        """The result of a table: from its game, and added up by hand."""
        table = self.event.round(number).table(at)
        sheet = sheet_of(dealt, len(table.seats), table.sizes)
        self.outcomes[number, at] = outcome_of(sheet, NOW + timedelta(minutes=100))
        totals, made = plain_totals(dealt)
        line = {"who": [*table.counts_for], "totals": totals, "made": made, "bids": len(dealt)}
        self.paper[number - 1][at - 1 : at] = [line]

    def compare(self) -> None:
        """Check ranks, points, places and meetings of the rounds before the final."""
        event, before = self.event, sum(one.stage is None for one in self.event.rounds)
        lines = standings(event, self.outcomes)
        found = [(one.rank, one.number, one.counted) for one in lines]
        people = [one.number for one in lines]
        assert found == plain_standings(people, self.paper[:before], [], RULES)
        sat = [[table["who"] for table in tables] for tables in self.paper[:before]]
        again = [len(meets_again(event, number)) for number in range(1, before + 1)]
        assert again == count_again(sat)
        for line in lines:
            for result in line.results:
                totals = self.paper[result.round - 1][result.table - 1]["totals"]
                assert result.points in totals


@pytest.mark.parametrize("seed", range(12))
def test_a_tournament_to_which_people_come_late_gives_the_ranks_of_its_papers(seed: int) -> None:
    hall = Hall(event_of(9, rounds=4, hands=TEN_HANDS, seating=Seating.FREE), seed)
    for _ in range(4):
        while sizes(len(hall.event.playing), 4, 5) is None:
            hall.event = after(hall.event, Entered((Newcomer(f"P{len(hall.event.entrants) + 1}"),)))
        hall.seat()
        for _ in range(hall.chance.below(4)):
            hall.come_late()
        hall.play()
        hall.event = after(hall.event, Marked(hall.event.playing[0], State.OUT))
    hall.compare()


def plain_winners(tables: list[dict[str, Any]], order: list[int]) -> list[int]:
    """The best of each table; level in points and bids made, the better one before the final."""
    found = []
    for table in tables:
        best: tuple[int, int, int] | None = None
        for who, total, made in zip(table["who"], table["totals"], table["made"], strict=True):
            key = (total, made, -order.index(who))
            best = key if best is None or key > best else best
        assert best is not None
        found.append(order[-best[2]])
    return found


def test_a_championship_of_229_gives_the_ranks_of_its_papers() -> None:
    agreed = {"rounds": 5, "seating": Seating.STANDING, "final": Final(64), "hands": TEN_HANDS}
    hall = Hall(event_of(229, **agreed), 1989)
    for number in range(1, 6):
        people = len(hall.event.playing)
        shape = [len(table.seats) for table in hall.seat().tables]
        assert tuple(shape) == sizes(people, 4, 5)
        if number == 2:
            hall.come_late()
        hall.play()
        if number == 2:
            hall.event = after(hall.event, Marked(100, State.OUT))
        if number == 3:
            hall.event = after(hall.event, Marked(200, State.OUT), Marked(201, State.OUT))
    hall.compare()
    assert hall.event.round(2).table_of(230)
    assert not [one for number in range(1, 6) for one in meets_again(hall.event, number)]
    before = [one.number for one in standings(hall.event, hall.outcomes)]
    final = cut(hall.event, hall.outcomes, 64)
    left = [one for one in before if one not in (100, 200, 201)][:64]
    assert {*final.finalists} == {*left}
    hall.event = after(hall.event, final)
    reached: list[list[int]] = []
    for stage, tables in ((5, 16), (6, 4)):
        hall.seat()
        hall.play()
        seats, winners = (
            [one["who"] for one in hall.paper[stage]],
            plain_winners(hall.paper[stage], left),
        )
        assert (len(seats), sorted(who for one in seats for who in one)) == (tables, sorted(left))
        places = [sum(left.index(who) for who in one) for one in seats]
        assert max(places) == min(places)
        reached.insert(0, [who for who in left if who not in winners])
        left = [who for who in left if who in winners]
    hall.seat()
    hall.play()
    hall.event = after(hall.event, Ended())
    last = hall.paper[7][0]
    scores = dict(zip(last["who"], zip(last["totals"], last["made"], strict=True), strict=True))
    podium = sorted(left, key=lambda who: scores[who], reverse=True)
    order = [*podium, *(who for group in reached for who in group)]
    order += [who for who in before if who not in order]
    lines = ranking(hall.event, hall.outcomes)
    assert [one.number for one in lines] == order
