"""A person's figures calculated again, by loops over the lines of the sheets, as by hand."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from scorekeeper.rules.game import Game
from scorekeeper.rules.sheet import score_sheet

Lines = list[list[dict[str, Any]]]
"""The cells of each seat in each hand that counts."""


def lines_of(game: Game) -> Lines:
    """The lines of a finished game; none while it is running."""
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
                    "number": row.hand.number,
                    "cards": row.hand.cards,
                    "dealer": row.hand.dealer,
                    "at_once": row.hand.bid_rule.at_once,
                    "seat": seat,
                    "bid": cell.bid,
                    "took": took,
                    "made": cell.bid == took,
                    "points": cell.points,
                    "out": cell.out,
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
        hands = [hand[seat] for hand in lines if not hand[seat]["out"]]
        if not hands:
            continue
        totals, half = _totals(game, lines), _totals(game, lines[: len(lines) // 2])
        ranks = [_rank(game, lines, other, totals[other]) for other in game.seats]
        place = 1 + len([rank for rank in ranks if rank > ranks[seat]])
        draw = game.variant.key == "two-player" and totals[0] == totals[1]
        winning = winning + 1 if place == 1 and not draw else 0
        said["games"] += 1
        said["wins"] += 1 if winning else 0
        said["in_a_row"] = max(said["in_a_row"], winning)
        said["place"] += place
        said["table"] += len(game.players)
        rivals = len([rank for rank in ranks if rank < ranks[seat]])
        said["behind"] += Fraction(rivals, len(game.players) - 1)
        ahead = [total for total in half if total > half[seat]]
        before = 1 + (len(ahead) if len(lines) > 1 else 0)
        said["climbed"] = max(said["climbed"], before - place)
        _hands(said, game, lines, hands)
        began = game.starts[seat] if game.starts else 0
        loose = any(one.key == "king" and one.when == "always" for one in game.variant.extras)
        is_custom = game.variant.key == "own" or game.variant.keeps_tricks or loose
        if not is_custom and not began:
            kind = said["points"].setdefault(game.variant.key, [0, 0, 0])
            kind[0], kind[1] = kind[0] + 1, kind[1] + len(hands)
            kind[2] += totals[seat]
    return said


def _totals(game: Game, lines: Lines) -> list[int]:
    return [
        (game.starts[seat] if game.starts else 0) + sum(hand[seat]["points"] for hand in lines)
        for seat in game.seats
    ]


def _rank(game: Game, lines: Lines, seat: int, total: int) -> tuple[bool, int, int]:
    """The present player with the highest total, and in Rage with the most bids made, is first."""
    made = len([1 for hand in lines if hand[seat]["made"] and not hand[seat]["out"]])
    return seat not in game.away, total, made if game.variant.key == "rage" else 0


def _hands(said: dict[str, Any], game: Game, lines: Lines, hands: list[dict[str, Any]]) -> None:
    run, around = 0, list(game.order or game.seats)
    dealt = {hand[0]["number"]: [one["seat"] for one in hand if not one["out"]] for hand in lines}
    for hand in hands:
        said["hands"] += 1
        said["made"] += hand["made"]
        said["zeros"] += hand["bid"] == 0
        said["zeros_made"] += hand["bid"] == 0 and hand["took"] == 0
        said["lean"] += hand["bid"] - hand["took"]
        said["bold"] += Fraction(hand["bid"], hand["cards"])
        run = run + 1 if hand["made"] else 0
        said["run"] = max(said["run"], run)
        present = [one for one in around if one in dealt[hand["number"]]]
        steps = (present.index(hand["seat"]) - present.index(hand["dealer"])) % len(present)
        turn = "last" if steps == 0 else "first" if steps == 1 else "between"
        groups = {"sizes": hand["cards"]} | ({} if hand["at_once"] else {"turns": turn})
        for key, group in groups.items():
            counted = said[key].setdefault(group, [0, 0])
            counted[0] += 1
            counted[1] += hand["made"]
