"""The page of a game as one value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property

from flask import request, url_for

from scorekeeper.board.events.at_table import AtTable, at_table
from scorekeeper.board.panels import (
    PANELS,
    TRICKS_PANEL,
    TRUMP_PANEL,
    Clash,
    Panel,
    PlayerLine,
    open_panel,
    player_lines,
)
from scorekeeper.http.cookies import phone_key
from scorekeeper.rules.attendance import seats_of_rematch
from scorekeeper.rules.game import Game, Hand, seats_from
from scorekeeper.rules.hand import bids_broken, phase
from scorekeeper.rules.history import Change
from scorekeeper.rules.sheet import Sheet
from scorekeeper.store.games import games, saves
from scorekeeper.store.games.saves import HiddenBids
from scorekeeper.store.mapping.stored import Rights, StoredGame
from scorekeeper.words.lines import bids_line, scored_line, turn_line, your_turn_line
from scorekeeper.words.log import corrected_line, done_line, short_line

SOON = 5
"""Minutes before the end of the clock when the page begins to warn."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The time left of a timed game, in whole minutes, never below 0."""

    ends_at: datetime
    minutes: int

    @property
    def is_up(self) -> bool:
        return self.minutes == 0

    @property
    def is_soon(self) -> bool:
        return 0 < self.minutes <= SOON


def clock_of(stored: StoredGame) -> Clock | None:
    """The state of the clock; None for a game without one."""
    minutes = stored.game.settings.clock
    if minutes is None:
        return None
    ends_at = stored.recorded_at + timedelta(minutes=minutes)
    left = (ends_at - datetime.now(UTC)).total_seconds()
    return Clock(ends_at, max(0, -int(-left // 60)))


@dataclass(frozen=True, slots=True)
class View:
    """The options with which the board shows the game.

    ``draft`` shows typed values in place of stored ones, and ``typed`` has its texts by the names
    of their fields; ``clash`` shows another page's earlier changes; ``rechoose`` offers the
    turned-up card again; ``counts`` opens the first pad of tricks, although none are entered;
    ``me`` is the seat of the follower, and ``watches`` says that they chose none. ``evening``: the
    page has its Standings open; otherwise the figures are left out. ``is_kept``: the phone keeps
    the page for later, when it may be somebody else's turn.
    """

    draft: Hand | None = None
    problems: Sequence[str] = ()
    clash: Clash | None = None
    typed: Mapping[str, str] = field(default_factory=dict)
    rechoose: bool = False
    counts: bool = False
    me: int | None = None
    watches: bool = False
    evening: bool = False
    is_kept: bool = False


SETTLED = View()


def seat_asked(game: Game) -> int | None:
    """The seat of the follower, if the address names one (``?me=2``)."""
    seat = request.args.get("me", "")
    known = seat.isascii() and seat.isdigit() and len(seat) == 1
    return int(seat) if known and int(seat) in game.seats else None


@dataclass(frozen=True)
class Board:
    """The values of the game page. ``panel`` is None once the game is over.

    ``base`` is the game's address, ``next_key`` the key of the rematch. ``can_write``: this phone
    keeps the score; ``me`` is the seat of the follower, if they chose one. ``table`` is the game's
    place in an event. ``recovery`` is the link to keep once this phone's book has its first scored
    hand, otherwise ""; ``keepers`` are the names of the phones that keep score, as far as a phone
    that follows knows them, and ``is_kept_elsewhere`` whether there is one, for a phone that could
    keep score too. ``pencils`` differs whenever other phones keep score, for one that does.
    """

    base: str
    stored: StoredGame
    game: Game
    sheet: Sheet
    rights: Rights
    can_write: bool
    me: int | None
    panel: Panel | None
    hand: Hand | None
    lines: tuple[PlayerLine, ...]
    clock: Clock | None
    next_key: str | None
    hidden_bids: HiddenBids | None
    view: View
    table: AtTable | None
    recovery: str = ""
    keepers: tuple[str, ...] = ()
    is_kept_elsewhere: bool = False
    pencils: str = ""

    @property
    def lines_around(self) -> list[PlayerLine]:
        """The lines clockwise: somebody who joined sits between two others."""
        around = seats_from(self.game, 0)
        return sorted(self.lines, key=lambda line: around.index(line.seat))

    @property
    def who(self) -> str | None:
        """The follower's answer to "Who are you?" for addresses: a seat, or "" for none; None if
        they have not answered."""
        if self.can_write or (self.me is None and not self.view.watches):
            return None
        return "" if self.me is None else str(self.me)

    @property
    def next_game(self) -> str | None:
        """The address of the rematch, for the player whom this phone follows; None if there is
        none."""
        if self.next_key is None:
            return None
        who = self.who
        if self.me is not None and who:
            seats = seats_of_rematch(self.game)
            who = str(seats.index(self.me)) if self.me in seats else None
        return url_for("game.page", key=self.next_key, me=who)

    @property
    def asks_who(self) -> bool:
        """Whether the page asks the follower who they are before it shows the hand."""
        return self.hand is not None and not self.can_write and self.who is None

    def address(self, panel: Panel | None = None, *, evening: bool = False) -> str:
        """The address of the page with a panel or its Standings open, for this follower."""
        asked = [f"panel={panel.name}"] if panel else []
        asked += [] if self.who is None else [f"me={self.who}"]
        asked += ["view=evening"] if evening else []
        return f"{self.base}?{'&'.join(asked)}" if asked else self.base

    @property
    def poll(self) -> str:
        """The address for polls; it names a panel only if that is not the one in play."""
        return self.address(self.panel if self.waits_elsewhere else None)

    @property
    def tapped_at(self) -> str:
        """The time of the newest tap, on a phone that follows; "" before the first."""
        if self.can_write or not self.stored.revision:
            return ""
        return f"{self.stored.changed_at:%Y-%m-%dT%H:%M:%SZ}"

    @property
    def news(self) -> str:
        """The newest event worth announcing; "" before a hand was scored."""
        is_aside = self.table is not None and self.table.is_aside
        return "" if is_aside else scored_line(self.game.players, self.sheet)

    @cached_property
    def newest(self) -> Change | None:
        """The change that Undo reverses; None if there is none."""
        return saves.newest_change(self.stored)

    @cached_property
    def told(self) -> str:
        """The correction that the newest save made; "" if it was none. An Undo is none."""
        if not self.stored.revision or self.stored.undoable != self.stored.revision:
            return ""
        if self.newest is None or not self.newest.is_correction:
            return ""
        return corrected_line(self.newest, self.game.players)

    @property
    def my_turn(self) -> str:
        """The follower's next step; "" if it is not their turn."""
        if (
            self.hand is None
            or self.me is None
            or self.view.is_kept
            or (self.hidden_bids and self.me in self.hidden_bids.seats)
        ):
            return ""
        return your_turn_line(self.game, self.hand, self.me, has_pad=self.hidden_bids is not None)

    @property
    def undo_line(self) -> str:
        """The change that Undo reverses, in a few words; "" if there is none."""
        change = self.newest if self.can_write else None
        return short_line(change, self.game.players) if change else ""

    @property
    def undone_line(self) -> str:
        """The change that the newest save reversed; "" unless it was an Undo."""
        change = saves.undone(self.stored, self.stored.revision) if self.can_write else None
        return done_line(change, self.game.players) if change else ""

    @property
    def names_trump(self) -> bool:
        """Whether the suits name trump, after a Wizard was turned up or swapped for a Werewolf."""
        return bool(self.hand and self.hand.is_named and not self.view.rechoose)

    @property
    def is_paused(self) -> bool:
        """Whether the hand is being played: all have bid, and nobody counts the tricks yet."""
        if self.hand is None or self.panel is not TRICKS_PANEL or self.view.counts:
            return False
        return all(number is None for number in self.hand.tricks)

    @property
    def waits_elsewhere(self) -> bool:
        return self.hand is not None and self.panel is not PANELS[phase(self.hand)]

    @property
    def table_line(self) -> str:
        """The standing of the hand for the table view, which shows the bids even while tricks are
        entered."""
        hand, panel = self.hand, self.panel
        if hand is None or panel is None or not panel.by_seat:
            return ""
        return panel.line(self.game, hand) if self.tone == "wrong" else bids_line(panel.shown(hand))

    @property
    def last_hand(self) -> int:
        """The number of the hand in progress, or of the next one to be dealt."""
        return self.sheet.done + 1

    @property
    def last_scored(self) -> int | None:
        return self.sheet.counting[-1].hand.number if self.sheet.counting else None

    @property
    def shows_last(self) -> bool:
        """Whether the lines show the last hand, because the next one has no numbers yet.

        If no card is turned up, its points stay until the first bid.
        """
        if self.hand is None or self.panel is None or self.last_scored is None:
            return False
        is_new = all(bid is None for bid in self.hand.bids)
        is_first = self.panel is TRUMP_PANEL or self.hand.number > len(self.game.hands)
        return is_new and is_first

    @property
    def tone(self) -> str:
        """Bids against cards: ``under``, ``even`` or ``over``; ``wrong`` if they cannot stay."""
        if self.hand is None or self.panel is None:
            return "even"
        if bids_broken(self.hand) or self.panel.is_wrong(self.hand):
            return "wrong"
        bids = self.panel.shown(self.hand).bids
        difference = sum(bid or 0 for bid in bids) - self.hand.cards
        return "even" if difference == 0 else ("over" if difference > 0 else "under")

    @property
    def next_line(self) -> str:
        """A line with the player whose turn it is; "" if there is none."""
        return turn_line(self.game, self.hand) if self.hand else ""


def build_board(
    stored: StoredGame,
    rights: Rights,
    *,
    panel: str | None = None,
    view: View = SETTLED,
) -> Board:
    """The board of a game with ``panel`` open, or the panel that the hand waits for."""
    sheet = stored.sheet
    hand = view.draft if sheet.hand and view.draft else sheet.hand
    opened = open_panel(stored.game, sheet.hand, panel)
    return Board(
        base=url_for("game.page", key=stored.key),
        stored=stored,
        game=stored.game,
        sheet=sheet,
        rights=rights,
        can_write=rights.writes,
        me=view.me,
        panel=opened,
        hand=hand,
        lines=player_lines(stored, hand, opened),
        clock=clock_of(stored),
        next_key=games.next_key(stored.id) if sheet.result else None,
        hidden_bids=saves.visible_to(stored, phone_key()),
        view=view,
        table=at_table(stored) if stored.event_id is not None else None,
    )
