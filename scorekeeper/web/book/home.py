"""The first page: continue a game, start one, and the games played last."""

from datetime import UTC, datetime

from flask import Blueprint, Response, request, url_for

from scorekeeper.board.events.listing import A_DAY, EventCard, going_cards
from scorekeeper.http.access import note_visit
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.assets import let_be_found
from scorekeeper.http.cookies import keep_watched, phone_key, watched
from scorekeeper.http.languages import language_deck, second_language
from scorekeeper.http.parts import may_keep
from scorekeeper.store import phones
from scorekeeper.store.events import events as event_lists
from scorekeeper.store.lists import lists
from scorekeeper.store.phones import Requester
from scorekeeper.web.book.listing import by_group, group_part, running_part, watched_values

bp = Blueprint("home", __name__)

PAGE = 20
"""Games on the page; the others are in the history."""
WATCHED = 3
"""Games on the page that this phone followed."""
FIRST = ("", "0", "1")


@bp.get("/")
def page() -> Response:
    """This phone's newest games: running ones, then the others by group."""
    number = request.args.get("page", "")
    if number.isascii() and number.isdigit() and number.lstrip("0") not in FIRST:
        # A former address of older games.
        return redirect_to(url_for("history.page"))
    asking = phones.asking(phone_key())
    note_visit(asking.seen_at if asking else None)
    games, events = lists.newest(asking, PAGE), _events(asking)
    followed = watched()
    own = {game.key for game in games}
    watching = lists.at([key for key in followed or () if key not in own])[:WATCHED]
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
        watching=None if followed is None else [watched_values(game) for game in watching],
        groups=[group_part(played) for played in by_group(others)],
    )
    return may_keep(response)


@bp.post("/watching")
def forget() -> Response:
    """Leave a game out of *Watching*. Like the language, this needs no token."""
    return keep_watched(redirect_to(url_for("home.page")), without=request.form.get("game", ""))


def _events(asking: Requester | None) -> list[EventCard]:
    """The events of the book that are in progress."""
    now = datetime.now(UTC)
    recent = event_lists.recent(asking, now - A_DAY) if asking else []
    return going_cards(recent, now)
