"""The history: all games by evening, or filtered by person, kind, year or text."""

from flask import Blueprint, Response, request, url_for

from scorekeeper.forms.book import cursor_from, cursor_text, filter_from, query_of, years_between
from scorekeeper.http.answers import show
from scorekeeper.http.cookies import phone_key
from scorekeeper.rules.events.result_acts import ByHand, PutAside
from scorekeeper.store import phones
from scorekeeper.store.events import events
from scorekeeper.store.lists import lists
from scorekeeper.store.lists.lists import Cursor, Listed
from scorekeeper.web.book.listing import by_evening, group_part
from scorekeeper.words.events.log import act_line

bp = Blueprint("history", __name__)


@bp.get("/history")
def page() -> Response:
    """Fifty games; ``?before=`` says where they begin, so that a page always shows the same
    games."""
    asking, chosen = phones.asking(phone_key()), filter_from(request.args)
    cursor, query = cursor_from(request.args.get("before", "")), query_of(chosen)
    found = lists.games_page(asking, chosen, cursor)

    evenings, decided = by_evening(found.items), _decided(found.items)

    def address(before: Cursor | None) -> str:
        return url_for("history.page", **query, before=cursor_text(before) if before else None)

    return show(
        "history.html",
        evenings=[group_part(games, is_evening=True, decided=decided) for games in evenings],
        chosen=chosen,
        choices=(choices := lists.choices(asking)),
        years=lists.years_with_games(asking, years_between(choices.ends)),
        query=query,
        older=address(found.older) if found.older else "",
        newer=address(found.newer) if cursor else "",
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
