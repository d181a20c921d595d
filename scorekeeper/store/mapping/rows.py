"""Conversion of rows to values of the rules and back, without queries."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import Row

from scorekeeper.rules.game import BY_SEAT, LONGEST_NOTE, Bonus, Cloud, Game, GameNote, Hand
from scorekeeper.rules.people import folded
from scorekeeper.rules.sheet import Sheet
from scorekeeper.rules.variants.cards import DECKS, FRENCH, Trump, Turned
from scorekeeper.rules.variants.house import BidRule, Settings
from scorekeeper.store.mapping.rulebook import rules_from_json

AnyRow = Row[Any]
COLUMNS = tuple(kind.one for kind in BY_SEAT)
BONUS_COLUMNS = ("seat", "kind", "amount", "partner", "reason")
"""The fields of a Bonus, in its order."""
texts_of = attrgetter(*LONGEST_NOTE)


def game_from(
    row: AnyRow,
    players: Iterable[AnyRow],
    entries: Iterable[AnyRow],
    bonuses: Iterable[AnyRow] = (),
) -> Game:
    """The game of a row, from its players by seat and its hands' entries in order. Raises
    ValueError if a row is missing among them."""
    by_hand: dict[int, list[Bonus]] = {}
    for bonus in bonuses:
        values = (getattr(bonus, column) for column in BONUS_COLUMNS)
        by_hand.setdefault(bonus.number, []).append(Bonus(*values))
    seated = list(players)
    check_seats(row, seated)
    hands = [
        _hand_from(list(of_hand), by_hand.get(number, ()), len(seated))
        for number, of_hand in groupby(entries, key=attrgetter("number"))
    ]
    numbers = [hand.number for hand in hands]
    if numbers != [*range(1, len(numbers) + 1)] or (row.totals and row.played > len(numbers)):
        raise ValueError(numbers)
    starts = tuple(player.start for player in seated)
    places = [seat if one.place is None else one.place for seat, one in enumerate(seated)]
    by_place = sorted(range(len(seated)), key=places.__getitem__)
    return Game(
        variant=rules_from_json(row.variant, row.rules),
        players=tuple(player.name for player in seated),
        first_dealer=row.first_dealer,
        settings=settings_from(row),
        hands=tuple(hands),
        starts=starts if any(starts) else (),
        away=away_from(seated),
        order=tuple(by_place) if by_place != sorted(by_place) else (),
        about=GameNote(*texts_of(row)),
        deck=DECKS[row.deck or FRENCH.key],
    )


def check_seats(row: AnyRow, players: Sequence[AnyRow]) -> None:
    """Raise ValueError unless there is a player at every seat for which the game's row has a total;
    one that an older program saved last has none."""
    seats = len(players) if row.totals is None else row.totals.count(",") + 1
    if [player.seat for player in players] != list(range(seats)):
        raise ValueError(players)


def away_from(players: Iterable[AnyRow]) -> tuple[int, ...]:
    """The seats that left, from the players by seat."""
    return tuple(player.seat for player in players if player.away)


def player_values(game: Game) -> list[dict[str, Any]]:
    """The columns of a game's players, by seat."""
    places = {seat: place for place, seat in enumerate(game.order)}
    starts = game.starts or (0,) * len(game.players)
    return [
        {
            "seat": seat,
            "name": game.players[seat],
            "start": starts[seat],
            "away": seat in game.away,
            "place": places.get(seat),
        }
        for seat in game.seats
    ]


def settings_from(row: AnyRow) -> Settings:
    """The house rules in a game's row."""
    return Settings(
        bid_rule=BidRule.parse(row.bid_rule),
        sizes=tuple(int(size) for size in row.sizes.split(",") if size),
        clock=row.clock,
        ends_after=row.ends_after,
        specials=row.specials,
    )


def settings_values(settings: Settings) -> dict[str, Any]:
    """The columns of a game that contain its house rules."""
    return {
        "bid_rule": settings.bid_rule.notation(),
        "sizes": ",".join(map(str, settings.sizes)),
        "clock": settings.clock,
        "ends_after": settings.ends_after,
        "specials": settings.specials,
    }


def about_values(about: GameNote) -> dict[str, Any]:
    """The columns of a game with its title, place and note, and these words folded for the
    search."""
    words = " ".join(about.texts.values())
    return {**asdict(about), "sought": folded(words) if words else None}


def standing_values(sheet: Sheet) -> dict[str, Any]:
    """The columns of a game that repeat its standing, so that lists need not read hands."""
    return {
        "running": sheet.result is None,
        "played": len(sheet.counting),
        "totals": ",".join(map(str, sheet.totals)),
        "positions": ",".join(map(str, sheet.positions)),
        "made": ",".join(_made(sheet)),
    }


def _made(sheet: Sheet) -> Iterator[str]:
    """For each seat, the bids made and all bids."""
    for seat, _ in enumerate(sheet.totals):
        cells = [row.cells[seat] for row in sheet.counting]
        bids = [cell.made for cell in cells if not cell.out]
        yield f"{sum(bids)}/{len(bids)}"


def hand_values(hand: Hand) -> dict[str, Any]:
    """The columns of a hand that may change."""
    return {
        "dealer": hand.dealer,
        "bid_rule": hand.bid_rule.notation(),
        "turned": hand.turned,
        "trump": hand.trump,
        "negated": hand.negated,
        "scored": hand.scored,
        "void": hand.void,
        "cloud": hand.cloud.seat if hand.cloud else None,
        "cloud_step": hand.cloud.step if hand.cloud else None,
    }


def entry_values(hand: Hand) -> dict[int, dict[str, int | None]]:
    """The columns of a hand's entries that may change, by seat; seats that are out have no
    entry."""
    by_seat = enumerate(zip(*(getattr(hand, kind.all) for kind in BY_SEAT), strict=True))
    return {
        seat: dict(zip(COLUMNS, numbers, strict=True))
        for seat, numbers in by_seat
        if seat not in hand.out
    }


def new_hand(game_id: int, hand: Hand) -> dict[str, Any]:
    """The row of a hand."""
    return {**_of_hand(game_id, hand), "cards": hand.cards, **hand_values(hand)}


def new_entries(game_id: int, hand: Hand) -> list[dict[str, Any]]:
    """The rows of its entries."""
    known = {**_of_hand(game_id, hand), "cards": hand.cards}
    return [{**known, "seat": seat, **entry} for seat, entry in entry_values(hand).items()]


def new_bonuses(game_id: int, hand: Hand) -> list[dict[str, Any]]:
    """The rows of its extras and extra points."""
    known = _of_hand(game_id, hand)
    return [{**known, **dict(zip(BONUS_COLUMNS, one, strict=True))} for one in hand.bonuses]


def _of_hand(game_id: int, hand: Hand) -> dict[str, int]:
    return {"game_id": game_id, "number": hand.number}


def _hand_from(entries: list[AnyRow], bonuses: Iterable[Bonus], seats: int) -> Hand:
    """A hand from its entries in the order of the seats; each repeats the hand's columns."""
    row = entries[0]
    known = {entry.seat: (entry.bid, entry.tricks) for entry in entries}
    numbers = [known.get(seat, (None, None)) for seat in range(seats)]
    return Hand(
        number=row.number,
        cards=row.cards,
        dealer=row.dealer,
        bid_rule=BidRule.parse(row.bid_rule),
        bids=tuple(bid for bid, _ in numbers),
        tricks=tuple(tricks for _, tricks in numbers),
        turned=Turned(row.turned) if row.turned else None,
        trump=Trump(row.trump) if row.trump else None,
        negated=row.negated,
        scored=row.scored,
        void=row.void,
        cloud=None if row.cloud is None else Cloud(row.cloud, row.cloud_step),
        bonuses=tuple(bonuses),
        out=tuple(seat for seat in range(seats) if seat not in known),
    )
