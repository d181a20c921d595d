"""The columns that repeat parts of a game's document for lists, as values and back."""

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any

from sqlalchemy import Row

from scorekeeper.rules.game import LONGEST_NOTE, Game, GameNote
from scorekeeper.rules.people import folded
from scorekeeper.rules.sheet import Sheet
from scorekeeper.rules.variants.house import BidRule, Settings

AnyRow = Row[Any]
texts_of = attrgetter(*LONGEST_NOTE)


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
    starts = game.starts or (0,) * len(game.players)
    return [
        {"seat": seat, "name": name, "start": starts[seat], "away": seat in game.away}
        for seat, name in enumerate(game.players)
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
    texts = dict(zip(LONGEST_NOTE, texts_of(about), strict=True))
    return {**texts, "sought": folded(words) if words else None}


def standing_values(sheet: Sheet) -> dict[str, Any]:
    """The columns of a game that repeat its standing, so that lists need not read hands.

    There are no places while no hand has counted.
    """
    return {
        "running": sheet.result is None,
        "played": sheet.done,
        "totals": ",".join(map(str, sheet.totals)),
        "positions": ",".join(map(str, sheet.positions)) if sheet.counting else "",
        "made": ",".join(_made(sheet)),
    }


def _made(sheet: Sheet) -> Iterator[str]:
    """For each seat, the bids made and all bids."""
    for seat, _ in enumerate(sheet.totals):
        cells = [row.cells[seat] for row in sheet.counting]
        bids = [cell.made for cell in cells if not cell.out]
        yield f"{sum(bids)}/{len(bids)}"
