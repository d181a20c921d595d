"""The people of this phone's book: how often they played, who leads, and changes to them."""

from collections.abc import Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Any, NamedTuple

from flask import Blueprint, Response, request, url_for

from scorekeeper.forms.book import ChangeForm, number_from
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.book_figures import figures_of, unread_of
from scorekeeper.http.cookies import phone_key
from scorekeeper.http.gate import dear
from scorekeeper.language import gettext
from scorekeeper.rules.statistics.careers import Lead
from scorekeeper.rules.statistics.records import kinds_of, places_of
from scorekeeper.store import phones
from scorekeeper.store.people import changes
from scorekeeper.store.statistics import careers, people
from scorekeeper.store.statistics.careers import records_of
from scorekeeper.store.statistics.people import GameSeen, KindSums, PersonLine, can_rate
from scorekeeper.words.figures import change_line
from scorekeeper.words.lines import record_cards
from scorekeeper.words.names import VARIANT_NAMES
from scorekeeper.words.problems import sentence_of

bp = Blueprint("people", __name__, url_prefix="/people")

PAGE = 100
"""People on a page of the list, and of a ranking."""
LEAST_GAMES = 3
"""The minimum of games of a kind for a place in its ranking."""


class Ranked(NamedTuple):
    """A line of a ranking: points per hand, the games of this kind, and the share of rivals beaten
    in them; on request, the rating from all games."""

    place: int
    person: PersonLine
    points: Fraction
    games: int
    rivals: Fraction
    rating: Fraction


class Leader(NamedTuple):
    """The leader in a figure, and the game since which they have led."""

    person: PersonLine
    lead: Lead
    since: GameSeen


@bp.get("")
@dear
def page() -> Response:
    """Everybody who played. ``?game=`` is the kind of game in the ranking; ``?by=`` ranks by points
    per hand, by ``rivals`` beaten, or by ``rating``; ``?page=`` shows the next hundred."""
    return _page()


@bp.post("/undo")
@dear
def undo() -> Response:
    """Undo a change to a person."""
    form, book = ChangeForm(), phones.book_id(phone_key())
    if not form.validate_on_submit():
        return _page(form.sentences())
    try:
        line = changes.undo(book, form.change.data)
    except changes.PersonError as problem:
        return _page([sentence_of(problem.code, problem.names)])
    message = change_line(line.kind, line.before, line.after)
    return redirect_to(url_for("people.page"), gettext("Undone: %(what)s", what=message))


def _page(problems: Sequence[str] = ()) -> Response:
    book = phones.book_id(phone_key()) or 0
    number, by = number_from(request.args, "page") or 1, _by(request.args.get("by", ""))
    asked = request.args.get("game", "")
    asked = asked if asked in VARIANT_NAMES else ""
    found = figures_of(book, (number, asked, by), lambda: _found(book, number, asked, by))
    return show(
        "people.html",
        **found,
        unread=unread_of(book),
        can_rate=can_rate(),
        log=changes.log(book),
        problems=problems,
    )


def _found(book: int, number: int, asked: str, by: str) -> dict[str, Any]:
    """The figures on a page of the list."""
    here = slice(PAGE * (number - 1), PAGE * number)
    lines = people.everybody(book)
    shown = [line for line in lines if not line.hidden]
    kinds = kinds_of(line.kinds for line in shown)
    kind = asked if asked in kinds else next(iter(kinds), "")
    rated = careers.ratings_of(book) if by == "rating" else {}
    ranking = _ranking(shown, kind, by, rated)
    names = {line.id: line for line in shown}
    leaders = _leaders(book, names)
    records = records_of(book, kind) if kind else ()
    return {
        "people": lines[here],
        "number": number,
        "is_last": len(lines) <= here.stop,
        "kinds": kinds,
        "kind": kind,
        "by": by,
        "ranking": ranking[here],
        "leaves_out": len(ranking) < len(lines),
        "zeros": leaders.get("zeros"),
        "made": leaders.get("made"),
        "records": record_cards(records, {id_: line.name for id_, line in names.items()}),
        "games": people.games_seen([one.game for one in records]),
    }


def _by(asked: str) -> str:
    known = {"rivals", "rating"} if can_rate() else {"rivals"}
    return asked if asked in known else "points"


def _ranking(
    lines: list[PersonLine], kind: str, by: str, rated: dict[int, Fraction]
) -> list[Ranked]:
    """The people who played enough games of the kind; equal figures share a place."""
    found = []
    for line in lines:
        games, hands, total, behind = line.kinds.get(kind, KindSums())
        if games >= LEAST_GAMES:
            rating = rated.get(line.id, Fraction(0))
            points, rivals = Fraction(total, hands), behind / games
            found.append(Ranked(0, line, points, games, rivals, rating))
    found.sort(key=attrgetter(by), reverse=True)
    places = places_of([getattr(one, by) for one in found])
    return [one._replace(place=place) for one, place in zip(found, places, strict=True)]


def _leaders(book_id: int, lines: dict[int, PersonLine]) -> dict[str, Leader]:
    found = careers.leads(book_id)._asdict()
    seen = people.games_seen([lead.since for lead in found.values() if lead])
    return {
        name: Leader(lines[lead.person], lead, seen[lead.since])
        for name, lead in found.items()
        if lead and lead.person in lines
    }
