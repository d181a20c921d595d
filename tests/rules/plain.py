"""A person's figures once more, by loops over the lines of the sheets, as one would by hand."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from scorekeeper.rules.game import Game
from scorekeeper.rules.sheet import score_sheet

Lines = list[list[dict[str, Any]]]
"""Of each hand that counts, what each seat has."""


def lines_of(game: Game) -> Lines:
    """The lines of a finished game; none while it runs."""
    sheet = score_sheet(game)
    if sheet.result is None:
        return []
    found = []
    for row in sheet.rows:
        if row.cells[0].points is None:
            continue
        hand = []
        for seat, cell in enumerate(row.cells):
            took = cell.tricks - (1 if cell.negated else 0)
            hand.append(
                {
                    "number": row.number,
                    "cards": row.cards,
                    "dealer": row.dealer,
                    "seat": seat,
                    "bid": cell.bid,
                    "took": took,
                    "made": cell.bid == took,
                    "points": cell.points,
                }
            )
        found.append(hand)
    return found


def figures(games: Sequence[tuple[Game, int]]) -> dict[str, Any]:
    """The figures of the player at the seat of each of these games, the oldest first."""
    said: dict[str, Any] = dict.fromkeys(
        ("games", "wins", "hands", "made", "zeros", "zeros_made", "lean", "place", "table"), 0
    )
    said |= {"behind": Fraction(0), "bold": Fraction(0), "run": 0, "climbed": 0, "in_a_row": 0}
    said |= {"points": {}, "sizes": {}, "turns": {}}
    winning = 0
    for game, seat in games:
        lines = lines_of(game)
        if not lines:
            continue
        totals = [sum(hand[other]["points"] for hand in lines) for other in game.seats]
        half = [sum(h[other]["points"] for h in lines[: len(lines) // 2]) for other in game.seats]
        place = 1 + len([total for total in totals if total > totals[seat]])
        draw = game.variant.key == "two-player" and totals[0] == totals[1]
        winning = winning + 1 if place == 1 and not draw else 0
        said["games"] += 1
        said["wins"] += 1 if winning else 0
        said["in_a_row"] = max(said["in_a_row"], winning)
        said["place"] += place
        said["table"] += len(game.players)
        rivals = len([total for total in totals if total < totals[seat]])
        said["behind"] += Fraction(rivals, len(game.players) - 1)
        before = 1 + len([total for total in half if total > half[seat]])
        said["climbed"] = max(said["climbed"], before - place)
        _hands(said, game, [hand[seat] for hand in lines])
        if game.variant.key != "own" and not game.variant.keeps_tricks:
            kind = said["points"].setdefault(game.variant.key, [0, 0, 0])
            kind[0], kind[1] = kind[0] + 1, kind[1] + len(lines)
            kind[2] += totals[seat]
    return said


def _hands(said: dict[str, Any], game: Game, hands: list[dict[str, Any]]) -> None:
    run = 0
    for hand in hands:
        said["hands"] += 1
        said["made"] += hand["made"]
        said["zeros"] += hand["bid"] == 0
        said["zeros_made"] += hand["bid"] == 0 and hand["took"] == 0
        said["lean"] += hand["bid"] - hand["took"]
        said["bold"] += Fraction(hand["bid"], hand["cards"])
        run = run + 1 if hand["made"] else 0
        said["run"] = max(said["run"], run)
        steps = (hand["seat"] - hand["dealer"]) % len(game.players)
        turn = "last" if steps == 0 else "first" if steps == 1 else "between"
        for key, group in (("sizes", hand["cards"]), ("turns", turn)):
            counted = said[key].setdefault(group, [0, 0])
            counted[0] += 1
            counted[1] += hand["made"]
