"""What the game page shows of a game, ready for the template to write down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper import store
from scorekeeper.language import gettext, ngettext
from scorekeeper.rules.bidding import bids_broken
from scorekeeper.rules.game import Game, Hand, Phase
from scorekeeper.rules.scoring import phase, tricks_left
from scorekeeper.rules.sheet import Sheet, places, score_sheet
from scorekeeper.store.stored import StoredGame
from scorekeeper.web.clock import Clock, clock_of
from scorekeeper.web.places import Place, places_of, row_spans
from scorekeeper.words.lines import bidder_line, bids_line, tricks_line
from scorekeeper.words.names import and_list


@dataclass(frozen=True, slots=True)
class Rank:
    """A line of the final ranking; equal totals share a place."""

    place: int
    name: str
    total: int
    wins: bool


@dataclass(frozen=True, slots=True)
class View:
    """What an answer adds to the stored game.

    ``draft`` shows what was typed in place of what is stored; ``clashes`` say what another
    page changed first; ``fresh`` marks a panel that was not there before the tap, and
    ``rechoose`` offers the turned card anew.
    """

    draft: Hand | None = None
    problems: Sequence[str] = ()
    clashes: Sequence[str] = ()
    fresh: bool = False
    rechoose: bool = False


SETTLED = View()


@dataclass(frozen=True, slots=True)
class Board:
    """Everything on the game page. ``panel`` is None when the game is over."""

    stored: StoredGame
    sheet: Sheet
    can_write: bool
    panel: Phase | None
    hand: Hand | None
    places: tuple[Place, ...]
    clock: Clock | None
    undo: int | None
    steps: dict[str, str]
    view: View

    @property
    def game(self) -> Game:
        """The game shown."""
        return self.stored.game

    @property
    def hands_in_all(self) -> int | None:
        """How many hands the game has; None when a target ends it."""
        planned = len(self.game.settings.sizes) or None
        early = self.game.settings.ends_after
        return early if early is not None else planned

    @property
    def line(self) -> str:
        """How the hand stands: bids against cards, or what is left of the tricks."""
        rest = [place for place in self.places if place.offered is not None]
        if rest:
            names = and_list([place.name for place in rest])
            return ngettext(
                "%(names)s has the rest: %(tricks)s",
                "%(names)s have no tricks",
                len(rest),
                names=names,
                tricks=rest[0].offered,
            )
        return self.steps["tricks" if self.panel is Phase.TRICKS else "bids"]

    @property
    def waits_elsewhere(self) -> bool:
        """Whether the open panel is not the one that the hand waits for."""
        return self.hand is not None and self.panel is not phase(self.hand)

    @property
    def why(self) -> str:
        """Why a bid is struck out; "" when none is."""
        for place in self.places:
            if place.forbidden is not None and self.hand is not None:
                return gettext(
                    "Not %(bid)s for %(name)s: bids would add up to %(cards)s",
                    name=place.name,
                    bid=place.forbidden,
                    cards=self.hand.cards,
                )
        return ""

    @property
    def spans(self) -> str:
        """Classes for the rows of chips; "" where there are none."""
        if self.hand is None or not self.can_write or self.panel is Phase.TRUMP:
            return ""
        return row_spans(self.hand.cards + 1)

    @property
    def last_hand(self) -> int:
        """The number of the hand in progress, or of the next one to be dealt."""
        return len(self.sheet.counting) + 1

    @property
    def ranking(self) -> list[Rank]:
        """All players, the winner first."""
        winners = self.sheet.result.winners if self.sheet.result else ()
        ranks = [
            Rank(place, self.game.players[seat], self.sheet.totals[seat], seat in winners)
            for seat, place in enumerate(places(self.sheet))
        ]
        return sorted(ranks, key=lambda rank: rank.place)

    @property
    def tone(self) -> str:
        """Bids against cards: ``under``, ``even`` or ``over``; ``wrong`` what cannot stay so."""
        if self.hand is None:
            return "even"
        if bids_broken(self.hand) or (self.panel is Phase.TRICKS and tricks_left(self.hand) < 0):
            return "wrong"
        difference = sum(bid or 0 for bid in self.hand.bids) - self.hand.cards
        return "even" if difference == 0 else ("over" if difference > 0 else "under")

    @property
    def next_line(self) -> str:
        """Whose turn it is, in words; "" when there is nothing to wait for."""
        if self.hand is None:
            return ""
        if self.hand.trump is None:
            dealer = self.game.players[self.hand.dealer]
            if self.hand.turned:
                return gettext("%(name)s names trump", name=dealer)
            return gettext("%(name)s deals and turns up trump", name=dealer)
        return bidder_line(self.game, self.hand)


def build_board(
    stored: StoredGame, *, can_write: bool, panel: str | None = None, view: View = SETTLED
) -> Board:
    """The board of a game with ``panel`` open, or the one that the hand waits for."""
    sheet = score_sheet(stored.game)
    hand = view.draft if sheet.hand and view.draft else sheet.hand
    open_panel = chosen_panel(stored.game, sheet.hand, panel)
    return Board(
        stored=stored,
        sheet=sheet,
        can_write=can_write,
        panel=open_panel,
        hand=hand,
        places=places_of(stored.game, sheet, hand, open_panel),
        clock=clock_of(stored),
        undo=store.undoable(stored.id) if can_write else None,
        steps=_steps(stored.game, hand),
        view=view,
    )


def chosen_panel(game: Game, hand: Hand | None, wanted: str | None) -> Phase | None:
    """The panel asked for where the hand has it, else the one that the hand waits for."""
    if hand is None:
        return None
    known = {str(item) for item in Phase}
    if not game.variant.turns_trump(len(game.players), hand.cards):
        known.remove("trump")
    if phase(hand) is not Phase.TRICKS:
        known.remove("tricks")
    return Phase(wanted) if wanted in known else phase(hand)


def _steps(game: Game, hand: Hand | None) -> dict[str, str]:
    if hand is None:
        return {}
    steps = {"bids": bids_line(hand), "tricks": tricks_line(game, hand)}
    if game.variant.turns_trump(len(game.players), hand.cards):
        return {"trump": ""} | steps
    return steps
