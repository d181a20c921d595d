"""The panels of a hand, and values that clash.

A clash of two phones: both entries, with the phone that made each.

The panels of a hand: the contents and fields of each step, and a line for each player around the
table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from flask import url_for

from scorekeeper.http.parts import Part, part
from scorekeeper.rules.entry import (
    CLOUD,
    EXTRAS,
    REASON,
    SIGN,
    VOID,
    WHOLE,
    Entry,
    Fields,
    empty,
    fields_of,
    panel_of,
    values_of,
)
from scorekeeper.rules.game import (
    BIDS,
    NOBODY,
    POINTS,
    TRICKS,
    Bonus,
    BySeat,
    Game,
    Hand,
    Phase,
    Sign,
)
from scorekeeper.rules.hand import (
    as_played,
    bidding_order,
    by_place,
    cloud_choices,
    cloud_notation,
    extra_points,
    final_bid,
    forbidden_bids,
    name_of,
    next_bidder,
    offered_rest,
    phase,
    place_of,
    seat_points,
    tricks_left,
    void_choices,
)
from scorekeeper.rules.history import Difference, hand_differences, hand_or_none, places, shown_hand
from scorekeeper.rules.sheet import Cell
from scorekeeper.rules.variants.model import Extra, Reason, Turned
from scorekeeper.store.games.saves import StaleError
from scorekeeper.store.mapping.stored import LogLine, StoredGame
from scorekeeper.words.language import gettext
from scorekeeper.words.language import lazy_gettext as _l
from scorekeeper.words.lines import bids_line, tricks_line
from scorekeeper.words.log import clash_line, value_text, what_changed
from scorekeeper.words.names import CARD_NAMES, DASH, number_name, signed, value_line
from scorekeeper.words.rules import (
    EXTRA_NAMES,
    extra_line,
    extras_line,
    short_name,
    why_line,
    worth_line,
)


class Row(NamedTuple):
    """A value of a hand as it is stored, and as this phone entered it; ``seat`` if it is a
    player's."""

    label: str
    theirs: str
    mine: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Clash:
    """The sentences of a clash in hand ``number``, and the address (``action``) that saves this
    phone's entry; ``phone`` is the name of the one that entered the stored values. For a hand that
    was sent as a whole, ``rows`` replace the sentences."""

    lines: tuple[str, ...]
    action: str = ""
    fields: Fields = ()
    rows: tuple[Row, ...] = ()
    number: int = 0
    phone: str = ""


def clash_of(entry: Entry, stale: StaleError, here: str) -> Clash:
    """The stored values beside the page's entry, and the form that saves the page's, at the address
    ``here`` or as a correction."""
    key, number, game = stale.stored.key, entry.number, stale.stored.game
    now = hand_or_none(game, number)
    again = (gettext("Check the sheet, then enter yours again if you still want it."),)
    if now is None:
        return Clash(again, number=number)
    base = shown_hand(stale.base, now)
    mine = entry.mine(game, now, base)
    if mine == now and (now.scored or not entry.scores):
        return Clash(again, number=number)
    rows = tuple(_rows(game, now, mine)) if entry.panel == WHOLE else ()
    changed = hand_differences(now, mine)
    phone = next(filter(None, (_phone(stale.since, now.id, item) for item in changed)), "")
    lines = () if rows else clash_lines(stale, now, mine, base) or again
    if now.scored:
        correction = url_for("hand.page", key=key, number=number)
        return Clash(lines, correction, whole_hand(mine, now), rows, number, phone)
    return Clash(lines, here, entry.fields(mine, base or now), rows, number, phone)


def clash_lines(stale: StaleError, now: Hand, mine: Hand, base: Hand | None) -> tuple[str, ...]:
    """A sentence for each entry of others that differs from this page's.

    Once a hand is scored, all of it counts as entered by the phone that scored it.
    """
    players = stale.stored.game.players
    found = hand_differences(now, mine)
    if base is not None and base.scored == now.scored:
        touched = {slot for line in stale.since for slot in _touched_by(line, now.id)}
        found = (item for item in found if (item.field, item.seat) in touched)
    return tuple(
        clash_line(item, players, _phone(stale.since, now.id, item))
        for item in found
        if item.field != "scored"
    )


def _phone(since: list[LogLine], hand_id: int, item: Difference) -> str:
    """The name of the phone that entered the stored value, or scored the hand.

    "" if that phone has none.
    """
    slot = item.field, item.seat
    of_spot = [line for line in since if slot in _touched_by(line, hand_id)]
    after = [(line, line.change.hand[1]) for line in reversed(since)]
    scoring = [line for line, hand in after if hand and hand.id == hand_id and hand.scored]
    return next((line.phone for line in of_spot + scoring), "")


def _touched_by(line: LogLine, hand_id: int) -> set[tuple[str, int | None]]:
    """The fields that a save changed in the hand with this id, with their seats."""
    before, after = line.change.hand
    return places(before, after) if hand_id in {one.id for one in (before, after) if one} else set()


def whole_hand(mine: Hand, now: Hand) -> Fields:
    """A scored hand as the correction form sends it, to replace the hand as it is ``now``."""
    cleared = {VOID: 0, CLOUD: None}
    cleared |= {place: empty(place) for place in values_of(now) if panel_of(place) == EXTRAS}
    extras = {place: n for place, n in values_of(mine).items() if panel_of(place) == EXTRAS}
    return (*hand_fields(mine), *fields_of({**cleared, **extras}))


def hand_fields(hand: Hand) -> Fields:
    known = values_of(hand) if hand.turned else values_of(replace(hand, trump=None))
    return tuple(fields_of({name: n for name, n in known.items() if panel_of(name) != EXTRAS}))


def _rows(game: Game, now: Hand, mine: Hand) -> Iterator[Row]:
    """The trump and the players' numbers in both versions, and anything else that differs."""
    for item in hand_differences(now, mine):
        if item.field in ("dealer", "negated"):
            theirs, own = (value_text(item, one, game.players) for one in (item.before, item.after))
            yield Row(what_changed(item, game.players), theirs, own)
    if now.turned or mine.turned:
        yield Row(gettext("Trump"), _card(now), _card(mine))
    for seat in now.playing:
        yield Row(game.players[seat], _numbers(now, seat), _numbers(mine, seat), seat)


def _card(hand: Hand) -> str:
    if hand.turned is None:
        return DASH
    card = str(CARD_NAMES[hand.turned])
    if hand.is_named and hand.trump:
        return value_line(card, str(CARD_NAMES[hand.trump]))
    return card


def _numbers(hand: Hand, seat: int) -> str:
    bid, tricks = hand.bids[seat], hand.tricks[seat]
    if bid is None:
        return DASH
    if tricks is None:
        # L10N: one of two versions of a hand: what a player bid.
        return gettext("bid %(bid)s", bid=bid)
    # L10N: one of two versions of a hand: what a player bid, and the tricks that the player took.
    return gettext("bid %(bid)s, took %(tricks)s", bid=bid, tricks=tricks)


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

    def shown(self, hand: Hand) -> Hand:
        """The hand with the bids that this step shows."""
        return as_played(hand) if self.plays else hand

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
    depend on is entered, without the extra points that are ``noted``, and ``made`` says whether the
    bid is then made.
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
    noted: int
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
    bids, noted = panel.shown(hand).bids, extra_points(hand)
    return tuple(
        PlayerLine(
            seat=seat,
            shade=shades[seat],
            name=game.players[seat],
            total=sheet.totals[seat],
            last=last[seat] if last else None,
            bid=bids[seat],
            tricks=hand.tricks[seat],
            deals=seat == hand.dealer,
            opens=seat == order[0],
            due=seat == due,
            leads=seat in sheet.leaders,
            offered=offer.get(seat),
            forbidden=forbidden if seat == hand.dealer else {},
            points=hand_points(game, hand, seat, rest.get(seat)),
            noted=noted.get(seat, 0),
            made=final_bid(hand, seat) == counted_tricks(hand, seat, rest.get(seat)),
            out=seat in hand.out,
        )
        for seat in order
    )


def hand_points(game: Game, hand: Hand, seat: int, offered: int | None = None) -> int | None:
    """The points of a player's bid and tricks, without extra points; None until everything they
    depend on is entered."""
    counted = counted_tricks(hand, seat, offered)
    if final_bid(hand, seat) is None or counted is None:
        return None
    if game.variant.negating and hand.negated is None:
        return None
    rest = tuple(offered if one == seat and n is None else n for one, n in enumerate(hand.tricks))
    cards = tuple(bonus for bonus in hand.bonuses if bonus.key != POINTS)
    return seat_points(game, replace(hand, tricks=rest, bonuses=cards), seat)


def counted_tricks(hand: Hand, seat: int, offered: int | None) -> int | None:
    """The tricks of a seat that count, as entered or ``offered``; None if they are open."""
    tricks = offered if hand.tricks[seat] is None else hand.tricks[seat]
    return None if tricks is None else tricks - (hand.negated == seat)


COLUMNS = {5: 3, 6: 4, 7: 4, 8: 5, 9: 5, 10: 6, 11: 6, 14: 5, 15: 6, 16: 6, 17: 6, 21: 6}
"""Columns for the keys from 0 to this number, so that the last row is full."""
MOST_COLUMNS = 7
MOST_BELOW_OTHERS = 6
NEGATED = "negated"
"""Stands for the seat of the pad that asks who won the negated trick."""


def grid(cards: int) -> str:
    """The classes of a grid: ``c4 r2``, and whether 0 is tall (``zt``), wide or wider (``zw2``)."""
    columns = COLUMNS.get(cards, cards + 1 if cards < MOST_COLUMNS else MOST_COLUMNS)
    return grid_of(cards + 1, columns)


def grid_of(keys: int, columns: int) -> str:
    """The classes for this many keys and columns; the first key fills the free cells."""
    rows = -(-keys // columns)
    free = columns * rows - keys
    zero = ("zt" if free == rows - 1 else f"zw{free}") if free else ""
    return f"c{columns} r{rows} {zero}".rstrip()


def low_grid(cards: int) -> str:
    """The classes for rows of at most six, if many pads are visible at once."""
    keys = cards + 1
    rows = -(-keys // MOST_BELOW_OTHERS)
    return grid_of(keys, -(-keys // rows))


def open_pad(panel: Panel, game: Game, hand: Hand) -> str:
    """The seat whose pad is open: the one that is due, otherwise the first without a number."""
    due, order = panel.due(game, hand), bidding_order(game, hand)
    if panel.by_seat is None:
        return str(order[0])
    if due is not None:
        return str(due)
    open_seats = hand.missing(panel.by_seat)
    missing = [str(seat) for seat in order if seat in open_seats]
    return (missing or [NEGATED if asks_negated(panel, game) else str(order[-1])])[0]


def asks_negated(panel: Panel, game: Game) -> bool:
    return panel.scores and game.variant.negating is not None


def own_pad(panel: Panel, hand: Hand, line: PlayerLine) -> Part:
    """The keys for a follower's hidden bid."""
    return _pad("board/own_pad", panel, hand, line)


def pad_part(panel: Panel, hand: Hand, line: PlayerLine, *, is_hidden: bool) -> Part:
    """The keys for a player's number.

    ``is_hidden``: the tapped number stays hidden, and a key without a number is selected, so that
    scripts do not open the pad automatically.
    """
    return _pad(
        "board/pad",
        panel,
        hand,
        line,
        player=line.name,
        took=panel.scores,
        bid=line.bid if panel.scores else None,
        forbidden=tuple(line.forbidden),
        disabled=tuple([number for number in line.forbidden if number != line.bid]),
        offered=line.offered,
        why=why_line(line.name, line.forbidden, hand.cards) if line.forbidden else "",
        is_hidden=is_hidden,
    )


def _pad(template: str, panel: Panel, hand: Hand, line: PlayerLine, **more: Any) -> Part:
    """The keys from 0 to the cards of the hand, with what else the template shows."""
    assert panel.by_seat is not None  # noqa: S101 - the panel of trump has no pads of players
    return part(
        f"pad-{line.seat}",
        template,
        seat=line.seat,
        shade=line.shade,
        label=number_name(panel.by_seat, line.name),
        name=f"{panel.by_seat.one}_{line.seat}",
        numbers=range(hand.cards + 1),
        grid=grid(hand.cards),
        **more,
    )


TABLE = "table"
"""Stands for the seat of the pad for the whole table."""
EXTRA_COLUMNS = 5
"""Columns of keys with words."""


class PadCell(NamedTuple):
    """A key of the pad; taps step through its ``options``, which are values with their captions.

    ``label`` and ``title`` are for screen readers, ``face`` and ``note`` are on the key; ``once``:
    its colour alone shows that it is selected. ``shade`` is that of a second player, besides the
    owner of the pad.
    """

    name: str
    label: str
    title: str
    face: str
    note: str
    options: tuple[tuple[object, str], ...]
    once: bool = False
    shade: int | None = None


class TypedPoints(NamedTuple):
    """The extra points of a seat, as the texts of their fields."""

    points: str
    reason: str
    sign: str
    shown: str


def extras_pads(
    game: Game,
    hand: Hand,
    shades: tuple[int, ...],
    typed: Mapping[str, str],
    opened: str | None = None,
) -> list[Part]:
    """The pads of players in bidding order, then of those without cards, then of the table.

    ``typed`` are texts that could not be saved, by the names of their fields; ``opened`` is the
    open pad, or None if all are visible at once.
    """
    table, title = tuple(_table_cells(game, hand, shades)), _title(game)
    tab = title if table and opened is not None else ""
    order = dict.fromkeys((*bidding_order(game, hand), *game.seats))
    pads = [_player_pad(game, hand, seat, tab, shades, typed) for seat in order]
    if table:
        pads.append(
            part(
                f"pad-{TABLE}",
                "board/card_counts",
                seat=None,
                shade=None,
                label=title,
                title=title,
                hint=_hint(game),
                tab="",
                tabbed=opened is not None,
                cells=table,
                points=None,
                grid=_grid(table, len(table)),
            )
        )
    return pads


def chosen_extras(game: Game, hand: Hand) -> list[str]:
    """The names and values of the selected keys: ``king_1-0``."""
    seats = (_chosen_of(game, hand, seat) for seat in hand.playing)
    return [*(one for chosen in seats for one in chosen), *_chosen_of_table(game, hand)]


def _player_pad(
    game: Game,
    hand: Hand,
    seat: int,
    tab: str,
    shades: tuple[int, ...],
    typed: Mapping[str, str],
) -> Part:
    player, places = game.players[seat], _places(game, hand, seat)
    cells = tuple(_cell(game, seat, extra, partner, shades) for extra, partner in places)
    return part(
        f"pad-{seat}",
        "board/card_counts",
        seat=seat,
        shade=shades[seat],
        label=gettext("Extras of %(name)s", name=player),
        title=player,
        hint="",
        tab=tab,
        tabbed=False,
        cells=cells,
        points=_points(hand, seat, typed),
        grid=_grid(cells, len(cells) + 1),
    )


def _places(game: Game, hand: Hand, seat: int) -> Iterator[tuple[Extra, int]]:
    """Each extra that a seat may have; a shared one occurs with each partner."""
    for extra in game.variant.extras if seat in hand.playing else ():
        others = [one for one in bidding_order(game, hand) if one != seat]
        yield from ((extra, partner) for partner in (others if extra.shared else [NOBODY]))


def _cell(game: Game, seat: int, extra: Extra, partner: int, shades: tuple[int, ...]) -> PadCell:
    name, player = str(EXTRA_NAMES[extra.key]), game.players[seat]
    other = "" if partner == NOBODY else game.players[partner]
    return PadCell(
        name_of(extra.key, seat, partner),
        f"{name} {other}, {player}" if other else f"{name}, {player}",
        extra_line(extra),
        short_name(extra.key),
        other or worth_line(extra),
        tuple((number, str(number)) for number in range(extra.most + 1)),
        extra.most == 1,
        shades[partner] if other else None,
    )


def _chosen_of(game: Game, hand: Hand, seat: int) -> Iterator[str]:
    entered = by_place(hand.bonuses)
    for extra, partner in _places(game, hand, seat):
        bonus = entered.get(place_of(extra.key, seat, partner))
        yield f"{name_of(extra.key, seat, partner)}-{bonus.amount if bonus else 0}"


def _points(hand: Hand, seat: int, typed: Mapping[str, str]) -> TypedPoints:
    bonus = by_place(hand.bonuses).get(place_of(POINTS, seat)) or Bonus(seat, POINTS, 0)
    points = signed(bonus.amount) if bonus.amount else ""
    sign = Sign.BONUS if bonus.amount > 0 else Sign.PENALTY
    return TypedPoints(
        typed.get(name_of(POINTS, seat), points),
        typed.get(name_of(REASON, seat), bonus.reason),
        sign if bonus.amount else typed.get(name_of(SIGN, seat), sign),
        points,
    )


def _table_cells(game: Game, hand: Hand, shades: tuple[int, ...]) -> Iterator[PadCell]:
    """The number of unclaimed tricks, or a Bomb, and the bids that a Cloud may change."""
    voids = void_choices(game, hand)
    if game.variant.voids:
        for number in voids:
            yield PadCell("void", "", "", "", "", ((number, str(number)),))
    elif voids:
        # L10N: a card that makes its trick nobody's.
        bomb, note = gettext("Bomb"), gettext("trick for nobody")
        yield PadCell(
            "void",
            bomb,
            "",
            bomb,
            note,
            tuple((number, str(number)) for number in voids),
            once=True,
        )
    clouds, word = cloud_choices(game, hand), gettext("Cloud")
    for seat in dict.fromkeys(cloud.seat for cloud, _, _ in clouds):
        player = game.players[seat]
        moves = [one for one in clouds if one[0].seat == seat]
        options = tuple((cloud_notation(cloud), f"{old} → {new}") for cloud, old, new in moves)
        label, choices, shade = f"{word}, {player}", (("", "0"), *options), shades[seat]
        yield PadCell("cloud", label, "", player, word, choices, shade=shade)


def _chosen_of_table(game: Game, hand: Hand) -> Iterator[str]:
    if void_choices(game, hand):
        yield f"void-{hand.void}"
    if cloud_choices(game, hand):
        yield f"cloud-{cloud_notation(hand.cloud)}"


def _title(game: Game) -> str:
    return gettext("Tricks for nobody") if game.variant.voids else gettext("Bomb, Cloud")


def _hint(game: Game) -> str:
    if game.variant.voids:
        hint = gettext("Tricks nobody won, for instance with the Kraken.")
        ghost = gettext("Including the ghost’s tricks.")
        return f"{hint} {ghost}" if len(game.players) == 2 else hint
    return gettext("The Cloud changes its winner’s bid by one.")


def _grid(cells: tuple[PadCell, ...], keys: int) -> str:
    """The classes of a grid; keys with words have fewer columns than numbers."""
    if not cells:
        return "r1"
    if all(len(cell.options) == 1 for cell in cells):
        return grid(keys - 1)
    rows = -(-keys // EXTRA_COLUMNS)
    return grid_of(keys, -(-keys // rows))
