"""The panels of a hand: the contents and fields of each step, and a line for each player around the
table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorekeeper.language import gettext
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.entry import EXTRAS
from scorekeeper.rules.game import BIDS, TRICKS, BySeat, Game, Hand, Phase
from scorekeeper.rules.hand import (
    bidding_order,
    final_bid,
    forbidden_bids,
    next_bidder,
    offered_rest,
    phase,
    seat_points,
    tricks_left,
)
from scorekeeper.rules.sheet import Cell
from scorekeeper.rules.variants.cards import Turned
from scorekeeper.rules.variants.house import Reason
from scorekeeper.store.mapping.stored import StoredGame
from scorekeeper.words.extras import extras_line
from scorekeeper.words.lines import bids_line, tricks_line


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """A step of the hand.

    ``name`` is its name in addresses, and ``save_label`` the button for a page without scripts.
    ``by_seat`` is the field with a number for each player, None for none. ``scores``: its main
    button scores the hand; ``plays``: bids are shown as changed by a Cloud, with their points;
    ``stays``: it stays open after a save.
    """

    name: str
    save_label: object
    by_seat: BySeat | None = None
    scores: bool = False
    plays: bool = False
    stays: bool = False

    def line(self, game: Game, hand: Hand) -> str:
        """The standing of the hand, in words; for the trump, the Wizard after which the pad asks
        for it."""
        if self is TRUMP_PANEL:
            return gettext("A Wizard is turned up") if hand.turned is Turned.WIZARD else ""
        if self is BIDS_PANEL:
            return bids_line(hand)
        return tricks_line(game, hand) if self is TRICKS_PANEL else extras_line(hand)

    def is_step(self, game: Game, hand: Hand) -> bool:
        """Return whether the hand has this step: a card is turned up, or it may have extras besides
        extra points."""
        if self is TRUMP_PANEL:
            return game.turns_trump(hand)
        return self is not EXTRAS_PANEL or game.has_extras

    def can_open(self, game: Game, hand: Hand) -> bool:
        """Return whether the step can be opened now: tricks only once all bids are final, extras at
        any time, because extra points count in every game."""
        if self is TRICKS_PANEL:
            return phase(hand) is Phase.TRICKS
        return self is EXTRAS_PANEL or self.is_step(game, hand)

    def is_wrong(self, hand: Hand) -> bool:
        """Return whether the entries cannot stay as they are: more tricks than cards."""
        return self is TRICKS_PANEL and tricks_left(hand) < 0

    def due(self, game: Game, hand: Hand) -> int | None:
        """The seat that has to bid, or to change its bid."""
        return next_bidder(game, hand) if self is BIDS_PANEL else None

    def seats_with_pads(self, game: Game, hand: Hand) -> tuple[int, ...]:
        """The seats with their own pads. Players who sit out or left can have extra points."""
        if self is EXTRAS_PANEL:
            return tuple(game.seats)
        return hand.playing if self.by_seat else ()

    def chosen(self, hand: Hand) -> list[str]:
        """The selected numbers, as ``bid_0-3``, and the winner of the negated trick."""
        if self.by_seat is None:
            return []
        numbers = enumerate(getattr(hand, self.by_seat.all))
        found = [f"{self.by_seat.one}_{seat}-{n}" for seat, n in numbers if n is not None]
        is_negated = self is TRICKS_PANEL and hand.negated is not None
        return [*found, f"negated-{hand.negated}"] if is_negated else found


TRUMP_PANEL = Panel(Phase.TRUMP, _l("Save trump"))
BIDS_PANEL = Panel(Phase.BIDS, _l("Save bids"), BIDS)
TRICKS_PANEL = Panel(Phase.TRICKS, _l("Save tricks"), TRICKS, scores=True, plays=True)
EXTRAS_PANEL = Panel(EXTRAS, _l("Save extras"), plays=True, stays=True)
PANELS: dict[str, Panel] = {
    panel.name: panel for panel in (TRUMP_PANEL, BIDS_PANEL, TRICKS_PANEL, EXTRAS_PANEL)
}
"""The panels by their name in addresses, in the order of a hand."""


def open_panel(game: Game, hand: Hand | None, wanted: str | None) -> Panel | None:
    """The requested panel if it can be opened, otherwise the one that the hand waits for."""
    if hand is None:
        return None
    panel = PANELS.get(wanted or "")
    return panel if panel and panel.can_open(game, hand) else PANELS[phase(hand)]


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
