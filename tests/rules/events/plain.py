"""Draws and standings calculated again, by loops over plain lists, as by hand."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

Sat = list[list[int]]
"""The people at each table of a round."""


def count_again(rounds: list[Sat]) -> list[int]:
    """For each round, the number of pairs who sat together before."""
    seen: set[frozenset[int]] = set()
    found = []
    for tables in rounds:
        now = {frozenset(pair) for table in tables for pair in combinations(table, 2)}
        found.append(len(now & seen))
        seen |= now
    return found


def seatings(people: list[int], sizes: list[int]) -> Iterator[Sat]:
    """Every way to seat a few people, table by table."""
    if not sizes:
        yield []
        return
    for table in combinations(people, sizes[0]):
        rest = [one for one in people if one not in table]
        for others in seatings(rest, sizes[1:]):
            yield [[*table], *others]


def cheapest(people: list[int], sizes: list[int], met: dict[frozenset[int], int]) -> int:
    """The smallest sum of squared meetings of all seatings."""
    return min(price(tables, met) for tables in seatings(people, sizes))


def price(tables: Sat, met: dict[frozenset[int], int]) -> int:
    """The sum over all pairs at a table of the square of their meetings."""
    return sum(
        met.get(frozenset({one, other}), 0) ** 2
        for table in tables
        for at, one in enumerate(table)
        for other in table[:at]
    )


ROWS = {3: [45, 30, 20], 4: [45, 30, 20, 10], 5: [45, 30, 20, 10, 5], 6: [45, 30, 20, 10, 5, 0]}


def table_lines(table: dict[str, Any], counts: str, late: int) -> list[dict[str, Any]]:
    """The results of a table: ``who``, ``totals``, ``made``, ``bids``, perhaps ``aside`` (points),
    ``late`` and ``away`` (seats)."""
    if table.get("aside") is not None:
        return [
            {"who": who, "place": None, "value": got, "points": got if counts == "points" else 0}
            | {"made": 0, "bids": 0}
            for who, got in zip(table["who"], table["aside"], strict=True)
        ]
    found = []
    gone = table.get("away", [])
    for seat, who in enumerate(table["who"]):
        ahead = 0
        for other, total in enumerate(table["totals"]):
            mine, theirs = (table["totals"][seat], total)
            if (other in gone) != (seat in gone):
                ahead += seat in gone
            elif theirs > mine or (
                theirs == mine and table["made"] and table["made"][other] > table["made"][seat]
            ):
                ahead += 1
        points = table["totals"][seat] - (late if table.get("late") else 0)
        beaten = len(table["who"]) + 1 - 2 * (ahead + 1)
        place = ROWS[len(table["who"])][ahead]
        value = {"points": points, "placement": place, "beaten": beaten}[counts]
        made, bids = (table["made"][seat], table["bids"]) if table["bids"] else (0, 0)
        found.append({"who": who, "place": ahead + 1, "value": value, "points": points})
        found[-1] |= {"made": made, "bids": bids}
    return found


def plain_standings(
    people: list[int],
    rounds: list[list[dict[str, Any]]],
    penalties: list[tuple[int, int]],
    rules: dict[str, Any],
) -> list[tuple[int, int, int]]:
    """Rank, number and counted points of everybody, the best first."""
    lines = plain_sums(people, rounds, rules)
    for who, line in lines.items():
        values = sorted(line["values"])
        if rules["best"]:
            values = values[-rules["best"] :]
        penalty = sum(got for one, got in penalties if one == who)
        line["counted"] = sum(values) + penalty
        line["points"] += penalty if rules["counts"] == "points" else 0
        line["share"] = Fraction(line["made"], line["bids"]) if line["bids"] else None
        line["best"] = -(10**9) if line["best"] is None else line["best"]
        line["played"] = bool(line["values"])
    ranks: dict[int, int] = {}
    for level in divided([people], lines, ["played", *rules["order"]]):
        ranks |= dict.fromkeys(level, 1 + len(ranks))
    return sorted((ranks[who], who, lines[who]["counted"]) for who in people)


def plain_sums(
    people: list[int], rounds: list[list[dict[str, Any]]], rules: dict[str, Any]
) -> dict[int, dict[str, Any]]:
    """The values of everybody, added up over all rounds."""
    lines: dict[int, dict[str, Any]] = {}
    for who in people:
        lines[who] = {"values": [], "points": 0, "won": 0, "made": 0, "bids": 0, "best": None}
    for tables in rounds:
        for table in tables:
            for got in table_lines(table, rules["counts"], rules["late"]):
                line = lines[got["who"]]
                line["values"].append(got["value"])
                line["points"] += got["points"]
                line["won"] += got["place"] == 1
                line["made"] += got["made"]
                line["bids"] += got["bids"]
                if got["place"] and (line["best"] is None or got["points"] > line["best"]):
                    line["best"] = got["points"]
    return lines


def divided(
    groups: list[list[int]], lines: dict[int, dict[str, Any]], order: list[str]
) -> list[list[int]]:
    """Groups of level people, each divided by one value after another, the best first. A value that
    somebody in a group lacks does not divide it."""
    for by in order:
        after: list[list[int]] = []
        for group in groups:
            values = [lines[who][by] for who in group]
            if None in values:
                after.append(group)
                continue
            for value in sorted(set(values), reverse=True):
                after.append([who for who in group if lines[who][by] == value])
        groups = after
    return groups
