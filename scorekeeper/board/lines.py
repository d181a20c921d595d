"""A line for each player around the table, with their numbers in the hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorekeeper.board.panels import BIDS_PANEL, EXTRAS_PANEL, TRICKS_PANEL, Panel
from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.hand import (
    bidding_order,
    final_bid,
    forbidden_bids,
    offered_rest,
    seat_points,
)
from scorekeeper.rules.sheet import Cell
from scorekeeper.rules.variants.house import Reason
from scorekeeper.store.mapping.stored import StoredGame


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player as the panel shows them; ``last`` is their last hand that counts, if they played it.

    ``shade`` is the shade of their seat. ``points`` are those of this hand once everything they
    depend on is entered, and ``made`` says whether the bid is then made.
    """

    seat: int
    shade: int
    name: str
    total: int
    last: Cell | None
    bid: int | None
    tricks: int | None
    deals: bool
    opens: bool
    due: bool
    leads: bool
    offered: int | None
    forbidden: Mapping[int, Reason]
    points: int | None
    made: bool
    out: bool


def player_lines(
    stored: StoredGame, hand: Hand | None, panel: Panel | None
) -> tuple[PlayerLine, ...]:
    """All players in bidding order, the dealer last, then players who sit out; none once the game
    is over. The panel of extras also has players who left."""
    if hand is None or panel is None:
        return ()
    game, sheet, shades = stored.game, stored.sheet, stored.shades
    left = () if panel.stays else game.away
    order = (*bidding_order(game, hand), *(one for one in hand.out if one not in left))
    last = (
        [None if cell.out else cell for cell in sheet.counting[-1].cells] if sheet.counting else []
    )
    due = panel.due(game, hand)
    rest = offered_rest(game, hand) if panel in (TRICKS_PANEL, EXTRAS_PANEL) else {}
    offer = rest if panel is TRICKS_PANEL else {}
    forbidden = forbidden_bids(hand) if panel is BIDS_PANEL else {}
    return tuple(
        PlayerLine(
            seat=seat,
            shade=shades[seat],
            name=game.players[seat],
            total=sheet.totals[seat],
            last=last[seat] if last else None,
            bid=final_bid(hand, seat) if panel.plays else hand.bids[seat],
            tricks=hand.tricks[seat],
            deals=seat == hand.dealer,
            opens=seat == order[0],
            due=seat == due,
            leads=seat in sheet.leaders,
            offered=offer.get(seat),
            forbidden=forbidden if seat == hand.dealer else {},
            points=hand_points(game, hand, seat, rest.get(seat)),
            made=final_bid(hand, seat) == _counted(hand, seat, rest.get(seat)),
            out=seat in hand.out,
        )
        for seat in order
    )


def hand_points(game: Game, hand: Hand, seat: int, offered: int | None = None) -> int | None:
    """The points of a player's bid and tricks; None until everything they depend on is entered."""
    counted = _counted(hand, seat, offered)
    if final_bid(hand, seat) is None or counted is None:
        return None
    if game.variant.negating and hand.negated is None:
        return None
    rest = tuple(offered if one == seat and n is None else n for one, n in enumerate(hand.tricks))
    return seat_points(game, replace(hand, tricks=rest), seat)


def _counted(hand: Hand, seat: int, offered: int | None) -> int | None:
    tricks = offered if hand.tricks[seat] is None else hand.tricks[seat]
    return None if tricks is None else tricks - (hand.negated == seat)
