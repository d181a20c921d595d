"""The first page: continue a game, start one, download the history."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any

from flask import Blueprint, Response, request

from scorekeeper.http.access import note_visit
from scorekeeper.http.answers import show
from scorekeeper.http.device import phone_key
from scorekeeper.http.headers import let_be_found
from scorekeeper.http.parts import Part, part
from scorekeeper.store import lists, phones
from scorekeeper.store.lists import Listed

bp = Blueprint("home", __name__)

PAGE = 20


@bp.get("/")
def page() -> Response:
    """This phone's games, some to a page: those still running, then the others by group."""
    number = request.args.get("page", "1")
    index = max(1, int(number[:4])) if number.isascii() and number.isdigit() else 1
    asking = phones.asking(phone_key())
    note_visit(asking.seen_at if asking else None)
    games = lists.newest(asking, PAGE + 1, (index - 1) * PAGE)
    if index == 1 and not games:
        let_be_found()
    running = [game for game in games[:PAGE] if game.standing.result is None]
    over = games[len(running) : PAGE]
    return show(
        "home.html",
        "home.html",
        running=[_running(game, is_first=index == 1 and game is running[0]) for game in running],
        groups=[_group(played) for played in _by_group(over)],
        number=index,
        more=len(games) > PAGE,
    )


def _by_group(games: list[Listed]) -> list[list[Listed]]:
    """The games of the same people together, wherever they sat; the newest group first."""
    groups: dict[frozenset[str], list[Listed]] = {}
    for game in games:
        groups.setdefault(frozenset(game.players), []).append(game)
    return list(groups.values())


def _running(game: Listed, *, is_first: bool) -> Part:
    best = sorted(enumerate(game.standing.totals), key=lambda one: -one[1])
    return part(
        game.key,
        "_continue" if is_first else "_running",
        **_listed(game),
        hand=game.hand,
        order=tuple(seat for seat, _ in best),
    )


def _group(games: list[Listed]) -> Part:
    """The people, what each has won of these games, and the games."""
    players, wins = games[0].players, Counter(chain(*map(_winners, games)))
    return part(
        f"group-{games[0].key}",
        "_group",
        players=players,
        wins=tuple((name, wins[name]) for name in players if wins[name]),
        children=tuple(map(_over, games)),
    )


def _over(game: Listed) -> Part:
    result = game.standing.result
    is_won = bool(result and (result.winners or result.draw))
    return part(
        game.key,
        "_listed",
        **_listed(game),
        winner=next(iter(result.winners), None) if result else None,
        total=game.standing.best if is_won else None,
    )


def _listed(game: Listed) -> dict[str, Any]:
    return {
        "key": game.key,
        "players": game.players,
        "variant": game.variant.key,
        "own_name": game.variant.name,
        "started_at": game.started_at,
        "standing": game.standing,
    }


def _winners(game: Listed) -> list[str]:
    result = game.standing.result
    return [game.players[seat] for seat in result.winners] if result else []
