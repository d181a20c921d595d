"""A whole championship from dealt games, against a plain computation."""

from dataclasses import replace
from typing import Any

from scorekeeper.rules.events.draw import Chance, sizes
from scorekeeper.rules.events.event import Outcome, meets_again
from scorekeeper.rules.events.result_acts import Ended
from scorekeeper.rules.events.settings import TEN_HANDS, Counts, Final, Seating, TimeUp
from scorekeeper.rules.events.standings import cut, ranking, standings
from tests.rules.events.hall import after, event_of
from tests.rules.events.papers import LATE, Hall
from tests.turns import daily


@daily("seed", range(60), *range(6))
def test_a_tournament_with_every_trouble_gives_the_ranks_of_its_papers(seed: int) -> None:
    hall = troubled(seed)
    assert hall.compare()


def troubled(seed: int) -> Hall:
    """A tournament of four rounds: late people, substitutes, swaps, disputes, tables on paper, late
    or set aside, people who leave, penalties and corrections; perhaps its results are hidden."""
    chance = Chance(seed)
    agreed: dict[str, Any] = {
        "rounds": 4,
        "hands": TEN_HANDS,
        "remainder": (5, 3)[chance.below(2)],
        "seating": (Seating.FREE, Seating.STANDING, Seating.PLANNED)[chance.below(3)],
        "counts": [*Counts][chance.below(3)],
        "best": (None, 3)[chance.below(2)],
        "time_up": (TimeUp.LATE, TimeUp.LAST_HAND)[chance.below(2)],
        "late_points": LATE,
        "agrees": True,
        "hidden_from": (None, 3)[chance.below(2)],
    }
    hall = Hall(event_of(9 + chance.below(16), **agreed), seed)
    for _ in range(4):
        hall.fill()
        hall.seat()
        hall.trouble(chance.below(7))
        hall.play(troubled=True)
        hall.compare()
        if chance.below(2):
            hall.correct()
        hall.leave(hall.some(hall.within))
    return hall


@daily("seed", range(20), 1)
def test_what_everybody_sees_while_results_are_hidden_is_that_of_the_rounds_before(
    seed: int,
) -> None:
    hall = troubled(seed)
    event = replace(hall.event, settings=replace(hall.event.settings, hidden_from=3)).public
    outcomes = {
        where: Outcome((), ended=one.ended) if event.hides(where[0]) else one
        for where, one in hall.outcomes.items()
    }
    found = [(one.rank, one.number, one.counted) for one in standings(event, outcomes)]
    hall.penalties = [one for one in hall.penalties if one[2] in (None, 1, 2)]
    assert found == hall.ranks(hall.paper[:2])


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


@daily("seed", (1989, 1990, 1991), 1989)
def test_a_championship_of_229_with_every_trouble_gives_the_ranks_of_its_papers(seed: int) -> None:
    agreed = {"rounds": 5, "seating": Seating.STANDING, "final": Final(64), "hands": TEN_HANDS}
    hall = Hall(event_of(229, **agreed, agrees=True, hidden_from=4), seed)
    for number in range(1, 6):
        people = len(hall.within)
        shape = [len(table.seats) for table in hall.seat().tables]
        assert tuple(shape) == sizes(people, 4, 5)
        assert not meets_again(hall.event, number)
        hall.trouble(12)
        hall.play(troubled=True)
        for _ in range(3):
            hall.correct()
            hall.leave(hall.some(hall.within))
    hall.compare()
    before = [one.number for one in standings(hall.event, hall.outcomes)]
    final = cut(hall.event, hall.outcomes, 64)
    left = [one for one in before if one in hall.within][:64]
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
