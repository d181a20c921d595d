"""Games in a list, as parts: running ones, and finished ones grouped by the same people."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from itertools import chain
from typing import Any

from scorekeeper.http.parts import Part, part
from scorekeeper.language import has_clock, local, today
from scorekeeper.rules.people import folded
from scorekeeper.store.lists.lists import Listed
from scorekeeper.words.lines import unshown_line

EVENING = timedelta(hours=12)
"""The longest time from the first game of an evening to the last."""
TALLIED = 3
People = frozenset[str]


def by_group(games: list[Listed]) -> list[list[Listed]]:
    """The games grouped by people, wherever they sat; the newest group first."""
    groups: dict[People, list[Listed]] = {}
    for game in games:
        groups.setdefault(_people(game), []).append(game)
    return list(groups.values())


def by_evening(games: list[Listed]) -> list[list[Listed]]:
    """The games that the same people played on one evening together; the newest evening first."""
    evenings: list[list[Listed]] = []
    newest: dict[People, list[Listed]] = {}
    for game in games:
        evening = newest.get(_people(game))
        if evening is None or evening[0].started_at - game.started_at > EVENING:
            evening = newest[_people(game)] = []
            evenings.append(evening)
        evening.append(game)
    return evenings


def group_part(
    games: list[Listed], *, is_evening: bool = False, decided: Mapping[str, str] | None = None
) -> Part:
    """The people, the wins of each, and the games. A game that is ``decided``, by its key, has this
    line in place of its hand, and nobody continues it.

    A tally of one game, or of two in an evening, would only repeat their lines.
    """
    newest, counts = games[0], len(games) >= (TALLIED if is_evening else 2)
    names = newest.players if is_evening else newest.people
    decided = decided or {}
    won_by = (_winners(game) for game in games if game.key not in decided)
    wins = Counter(map(folded, chain(*won_by))) if counts else {}
    won = (wins.get(folded(person), 0) for person in newest.people)
    return part(
        f"group-{games[0].key}",
        "_group",
        players=names,
        day=games[-1].started_at if is_evening else None,
        wins=tuple(one for one in zip(names, won, strict=True) if one[1]),
        children=tuple(_line(game, decided, is_dated=not is_evening) for game in games),
    )


def running_part(game: Listed, *, is_first: bool) -> Part:
    """A game to continue: a card, or a line."""
    return part(game.key, "_continue" if is_first else "_running", **_going(game))


def watched_values(game: Listed) -> dict[str, Any]:
    """A game that this phone followed."""
    return _going(game) | {"people": game.players, "is_over": game.standing.result is not None}


def _line(game: Listed, decided: Mapping[str, str], *, is_dated: bool) -> Part:
    result, line = game.standing.result, decided.get(game.key, "")
    if result is None or line:
        line = unshown_line() if game.is_broken else line
        return part(game.key, "_going", **_going(game), decided=line)
    is_won = bool(result.winners or result.draw)
    return part(
        game.key,
        "_listed",
        **_listed(game),
        is_dated=is_dated,
        winner=next(iter(result.winners), None),
        total=game.standing.best if is_won else None,
    )


def _going(game: Listed) -> dict[str, Any]:
    best = sorted(enumerate(game.standing.totals), key=lambda one: -one[1])
    return _listed(game) | {"hand": game.hand, "order": tuple(seat for seat, _ in best)}


def _listed(game: Listed) -> dict[str, Any]:
    return {
        "key": game.key,
        "players": game.players,
        "shades": game.shades,
        "variant": game.variant.key,
        "own_name": game.variant.name,
        "started_at": game.started_at,
        "year": _year(game.started_at),
        "has_clock": has_clock(game.started_at),
        "standing": game.standing,
        "about": game.about,
    }


def _year(moment: datetime) -> int | None:
    """The game's year, unless it is the current one."""
    year = local(moment).year
    return None if year == today().year else year


def _people(game: Listed) -> People:
    return frozenset(map(folded, game.people))


def _winners(game: Listed) -> Iterator[str]:
    result = game.standing.result
    return (game.people[seat] for seat in result.winners) if result else iter(())
