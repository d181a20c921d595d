"""The first page, the history, and the lists of games and events on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import Any

from flask import Blueprint, Response, request, url_for

from scorekeeper.board.events.listing import (
    A_DAY,
    EventCard,
    EventLine,
    event_list,
    going_cards,
    watched_line,
)
from scorekeeper.forms.book import cursor_from, cursor_text, filter_from, query_of, years_between
from scorekeeper.http.access import note_visit
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.assets import let_be_found
from scorekeeper.http.cookies import keep_watched, phone_key, watched
from scorekeeper.http.guard import is_household
from scorekeeper.http.languages import language_deck, second_language
from scorekeeper.http.parts import Part, may_keep, part
from scorekeeper.rules.events.result_acts import ByHand, PutAside
from scorekeeper.rules.people import folded, is_nameless
from scorekeeper.store import lists, phones
from scorekeeper.store.events import events
from scorekeeper.store.events import events as event_lists
from scorekeeper.store.lists import Cursor, Listed
from scorekeeper.store.phones import Requester
from scorekeeper.words.events.log import act_line
from scorekeeper.words.language import has_clock, local, today
from scorekeeper.words.lines import unshown_line

EVENING = timedelta(hours=12)
"""The longest time from the first game of an evening to the last."""
TALLIED = 3
People = frozenset[str]


def by_group(games: list[Listed]) -> list[list[Listed]]:
    """The games grouped by people, wherever they sat; the newest group first. Seats without a name
    are the same people for one evening."""
    return _grouped(games, lambda game: any(map(is_nameless, game.people)))


def by_evening(games: list[Listed]) -> list[list[Listed]]:
    """The games that the same people played on one evening together; the newest evening first."""
    return _grouped(games, lambda _: True)


def _grouped(games: list[Listed], ends: Callable[[Listed], bool]) -> list[list[Listed]]:
    """The games of the same people; of those whose group ``ends``, only those of one evening."""
    groups: list[list[Listed]] = []
    newest: dict[People, list[Listed]] = {}
    for game in games:
        group = newest.get(_people(game))
        if group is None or (ends(game) and group[0].started_at - game.started_at > EVENING):
            group = newest[_people(game)] = []
            groups.append(group)
        group.append(game)
    return groups


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


def _watching(keys: list[str], now: datetime) -> list[dict[str, Any]]:
    """The games and events with these keys, in this order, but those in progress first."""
    found = {game.key: _watched_game(game) for game in lists.at(keys)}
    for one in event_lists.at([key for key in keys if key not in found]):
        found[one.stored.key] = _watched_event(watched_line(one, now))
    there = [found[key] for key in keys if key in found]
    return sorted(there, key=lambda one: not one["is_going"])[:WATCHED]


def _watched_game(game: Listed) -> dict[str, Any]:
    return _going(game) | {
        "page": "game.page",
        "names": ", ".join(game.players),
        "title": game.about.title,
        "is_going": game.standing.result is None,
        "day": game.started_at,
        "line": "",
    }


def _watched_event(line: EventLine) -> dict[str, Any]:
    return {
        "page": "event.page",
        "key": line.key,
        "names": line.name,
        "title": line.name,
        "is_going": line.is_going,
        "day": line.day,
        "year": line.year,
        "line": line.about,
    }


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
        winners=tuple(result.winners),
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


bp = Blueprint("home", __name__)

PAGE = 20
"""Games on the page; the others are in the history."""
WATCHED = 3
"""Games and events on the page that this phone followed."""
FIRST = ("", "0", "1")


@bp.get("/")
def page() -> Response:
    """This phone's newest games: running ones, then the others by group."""
    number = request.args.get("page", "")
    if number.isascii() and number.isdigit() and number.lstrip("0") not in FIRST:
        # A former address of older games.
        return redirect_to(url_for("home.history_page"))
    asking = phones.asking(phone_key())
    note_visit(asking.seen_at if asking else None)
    games, events = lists.newest(asking, PAGE), _events(asking)
    followed = watched()
    own = {game.key for game in games} | {event.key for event in events}
    keys = [key for key in followed or () if key not in own]
    watching = _watching(keys, datetime.now(UTC))
    if not games and not events and not watching:
        let_be_found()
    running = [game for game in games if game.standing.result is None and not game.is_broken]
    others = [game for game in games if game.standing.result is not None or game.is_broken]
    response = show(
        "home.html",
        deck=language_deck(),
        other_language=second_language(),
        running=[running_part(game, is_first=game is running[0]) for game in running],
        events=events,
        watching=None if followed is None else watching,
        groups=[group_part(played) for played in by_group(others)],
    )
    return may_keep(response)


@bp.post("/watching")
def forget() -> Response:
    """Leave a game or an event out of *Watching*. Like the language, this needs no token."""
    return keep_watched(redirect_to(url_for("home.page")), without=request.form.get("game", ""))


def _events(asking: Requester | None) -> list[EventCard]:
    """The events of the book that are in progress."""
    now = datetime.now(UTC)
    recent = event_lists.recent(asking, now - A_DAY) if asking else []
    return going_cards(recent, now)


@bp.get("/history")
def history_page() -> Response:
    """Fifty games; ``?before=`` says where they begin, so that a page always shows the same
    games."""
    asking, chosen = phones.asking(phone_key()), filter_from(request.args)
    cursor, query = cursor_from(request.args.get("before", "")), query_of(chosen)
    found = lists.games_page(asking, chosen, cursor)

    evenings, decided = by_evening(found.items), _decided(found.items)

    def address(before: Cursor | None) -> str:
        return url_for("home.history_page", **query, before=cursor_text(before) if before else None)

    return show(
        "history.html",
        evenings=[group_part(games, is_evening=True, decided=decided) for games in evenings],
        chosen=chosen,
        choices=(choices := lists.choices(asking)),
        years=lists.years_with_games(asking, years_between(choices.ends)),
        query=query,
        older=address(found.older) if found.older else "",
        newer=address(found.newer) if cursor else "",
        is_part=not is_household() and (bool(watched()) or lists.has_others(asking)),
    )


def _decided(games: list[Listed]) -> dict[str, str]:
    """The tables of events whose result is not that of their game, with the act that says so."""
    found = {}
    of_events = [game.key for game in games if game.event_id is not None]
    for key, place in events.places_of(of_events).items():
        stored, round_, table = place.event, place.round, place.table
        if table.by_hand:
            act = ByHand(round_.number, table.number, table.by_hand)
            found[key] = act_line(act, stored.event)
        elif aside := table.set_aside:
            put = PutAside(round_.number, table.number, aside.points, aside.reason)
            found[key] = act_line(put, stored.event)
    return found


@bp.get("/events")
def events_page() -> Response:
    """The events in progress, those to come and those played, and a link to a new one; ``?before=``
    says where a page of older ones begins."""
    cursor = cursor_from(request.args.get("before", ""))
    found = events.page_of(phones.asking(phone_key()), cursor)

    def address(before: Cursor | None) -> str:
        return url_for("home.events_page", before=cursor_text(before) if before else None)

    return show(
        "event/list.html",
        listed=event_list(found.items, datetime.now(UTC)),
        older=address(found.older) if found.older else "",
        newer=address(found.newer) if cursor else "",
    )
