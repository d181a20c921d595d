"""The people of this phone's book: the ranking, one person, two against each other, a season, the
best hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from flask import Blueprint, Response, request, url_for

from scorekeeper.drawing.charts import Chart, draw_chart, share_length
from scorekeeper.forms.book import (
    COLOURS,
    ChangeForm,
    ColourForm,
    HideForm,
    MergeForm,
    PersonForm,
    SplitForm,
    filter_from,
    number_from,
    year_of,
    years_between,
)
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.cookies import phone_key
from scorekeeper.http.gate import dear
from scorekeeper.http.polls import figures_of, unread_of
from scorekeeper.http.save_form import SaveForm
from scorekeeper.rules.figures import LEAST_HANDS, Duel, Hands, Lead, Quarters, Stretch, share
from scorekeeper.rules.problems import Code
from scorekeeper.rules.records import kinds_of, places_of, season
from scorekeeper.store import lists, persons, phones, statistics
from scorekeeper.store.persons import PersonError, UnknownPersonError
from scorekeeper.store.statistics import GameSeen, KindSums, PersonLine, can_rate, records_of
from scorekeeper.words.figures import (
    cards,
    change_line,
    decimal,
    duel_cards,
    kind_cards,
    percent,
    share_text,
    step_line,
    step_name,
)
from scorekeeper.words.language import gettext
from scorekeeper.words.lines import record_cards
from scorekeeper.words.names import VARIANT_NAMES, and_list
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
    return _show()


@bp.post("/undo")
@dear
def undo() -> Response:
    form, book = ChangeForm(), phones.book_id(phone_key())
    if not form.validate_on_submit():
        return _show(form.sentences())
    try:
        line = persons.undo(book, form.change.data)
    except persons.PersonError as problem:
        return _show([sentence_of(problem.code, problem.names)])
    message = change_line(line.kind, line.before, line.after)
    return redirect_to(url_for("people.page"), gettext("Undone: %(what)s", what=message))


def _show(problems: Sequence[str] = ()) -> Response:
    book = phones.book_id(phone_key()) or 0
    number, by = number_from(request.args, "page") or 1, _by(request.args.get("by", ""))
    asked = request.args.get("game", "")
    asked = asked if asked in VARIANT_NAMES else ""
    found = figures_of(book, (number, asked, by), lambda: _found_people(book, number, asked, by))
    return show(
        "people.html",
        **found,
        unread=unread_of(book),
        can_rate=can_rate(),
        log=persons.log(book),
        problems=problems,
    )


def _found_people(book: int, number: int, asked: str, by: str) -> dict[str, Any]:
    """The figures on a page of the list."""
    here = slice(PAGE * (number - 1), PAGE * number)
    lines = statistics.everybody(book)
    shown = [line for line in lines if not line.hidden]
    kinds = kinds_of(line.kinds for line in shown)
    kind = asked if asked in kinds else next(iter(kinds), "")
    rated = statistics.ratings_of(book) if by == "rating" else {}
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
        "games": statistics.games_seen([one.game for one in records]),
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
    found = statistics.leads(book_id)._asdict()
    seen = statistics.games_seen([lead.since for lead in found.values() if lead])
    return {
        name: Leader(lines[lead.person], lead, seen[lead.since])
        for name, lead in found.items()
        if lead and lead.person in lines
    }


RECENT = 12
"""The number of newest games that can be split off."""
MOST_OTHERS = 500
"""The most other people with whom this one can be merged or compared; the most frequent."""
MOST_ALIKE = 10
"""The most people that are named for having the same colour."""
T = TypeVar("T")


class PersonKey(NamedTuple):
    """The phone's book and a person in it."""

    book: int
    person: int


class OverTime(NamedTuple):
    """A figure over time: its chart, the meaning of a dot, and a table line for each step."""

    id: str
    title: str
    unit: str
    chart: Chart
    about: str
    lines: list[tuple[str, str, str]]


@bp.get("/<int:person_id>")
@dear
def person_page(person_id: int) -> Response:
    """The figures of a person, and forms to rename them, merge them, or split off a game."""
    return _show_person(_person_key(person_id))


@bp.post("/<int:person_id>/name")
@dear
def rename(person_id: int) -> Response:
    form = PersonForm()

    def change(key: PersonKey) -> None:
        persons.rename(*key, _given(form.name.data, Code.PERSON_EMPTY))

    return _changed(person_id, form, change, name=form.name.shown())


@bp.post("/<int:person_id>/merge")
@dear
def merge(person_id: int) -> Response:
    form = MergeForm()

    def change(key: PersonKey) -> None:
        persons.merge(key.book, person_id, _given(form.into.data, Code.PERSON_NONE))

    return _changed(person_id, form, change, to=form.into.data)


@bp.post("/<int:person_id>/split")
@dear
def split(person_id: int) -> Response:
    form = SplitForm()

    def change(key: PersonKey) -> None:
        name = _given(form.name.data, Code.PERSON_EMPTY)
        game = _given(statistics.game_in(key.book, form.game.data or ""), Code.PERSON_GAME)
        persons.split(*key, game, name)

    return _changed(person_id, form, change, to=0, other=form.name.shown())


@bp.post("/<int:person_id>/hide")
@dear
def hide(person_id: int) -> Response:
    """Leave the person out of the figures of the book, or include them again."""
    form = HideForm()
    hidden = bool(form.hidden.data)
    return _changed(person_id, form, lambda key: persons.hide(*key, hidden=hidden))


@bp.post("/<int:person_id>/colour")
@dear
def colour(person_id: int) -> Response:
    """Give the person their own colour in all their games, or that of their seats again."""
    form = ColourForm()

    def change(key: PersonKey) -> None:
        asked = form.colour.data or ""
        if asked not in COLOURS:
            raise PersonError(Code.PERSON_COLOUR, {})
        persons.paint(*key, COLOURS[asked])

    return _changed(person_id, form, change)


def _person_key(person_id: int) -> PersonKey:
    """The phone's book, and the person in it; raises UnknownPersonError."""
    book = phones.book_id(phone_key())
    return PersonKey(book or 0, statistics.root_of(book, person_id))


def _given(value: T | None, missing: Code) -> T:
    if value is None:
        raise PersonError(missing, {})
    return value


def _changed(
    person_id: int,
    form: SaveForm,
    change: Callable[[PersonKey], None],
    to: int | None = None,
    **typed: str,
) -> Response:
    """After the change, redirect to the page of this or another person (``to``; 0 for the list), or
    show the problem."""
    key = _person_key(person_id)
    if not form.validate_on_submit():
        return _show_person(key, form.sentences(), **typed)
    try:
        change(key)
    except PersonError as problem:
        return _show_person(key, [sentence_of(problem.code, problem.names)], **typed)
    if to == 0:
        return redirect_to(url_for("people.page"), gettext("Saved"))
    return redirect_to(url_for("people.person_page", person_id=to or key.person), gettext("Saved"))


def _show_person(person_key: PersonKey, problems: Sequence[str] = (), **typed: str) -> Response:
    book, asked = person_key
    return show(
        "person.html",
        **(found := figures_of(book, (asked,), lambda: _found_person(book, asked))),
        recent=lists.newest_of(phones.asking(phone_key()), found["person"].id, RECENT),
        unread=unread_of(book),
        log=persons.log(book, found["person"].id),
        problems=problems,
        typed={"name": found["person"].name, "other": ""} | typed,
    )


def _found_person(book: int, asked: int) -> dict[str, Any]:
    """The figures on a person's page."""
    person = statistics.named(book, asked)
    found, games = statistics.career_of(book, person.id)
    title, made = gettext("Points per hand over time"), gettext("Bids made over time")
    kinds = [
        (
            *(points.kind, points.games, kind_cards(points)),
            _over_time(f"over-{points.kind}", title, points.steps, decimal),
        )
        for points in found.points
    ]
    shown = cards(found)
    others = [line for line in statistics.everybody(book) if line.id != person.id]
    rivals = statistics.rivals_of(book, person.id)
    linked = [*shown, *(card for _, _, of_kind, _ in kinds for card in of_kind)]
    used = {card.game for card in linked if card.game is not None}
    seen = statistics.games_seen([games[at] for at in used])
    alike = [one.name for one in others if one.colour == person.colour is not None]
    return {
        "person": person,
        "cards": shown,
        "kinds": kinds,
        "made": _over_time("over-made", made, found.steps, percent, most=100),
        "games": {at: seen[games[at]] for at in used if games[at] in seen},
        "sizes": [(cards, *_line(hands)) for cards, hands in found.sizes],
        "turns": [(turn, *_line(hands)) for turn, hands in found.turns],
        "others": others[:MOST_OTHERS],
        "rivals": [line for line in others if line.id in rivals][:MOST_OTHERS],
        "alike": and_list(alike[:MOST_ALIKE]),
    }


def _line(hands: Hands) -> tuple[int, str, int]:
    """The number of hands, the share of bids made, and the length of its bar."""
    made = share_text(hands.made, hands.hands, LEAST_HANDS)
    return hands.hands, made, share_length(share(hands.made, hands.hands))


def _over_time(
    anchor: str,
    title: str,
    steps: tuple[Stretch, ...],
    message: Callable[[Fraction | None], str],
    most: int = 0,
) -> OverTime | None:
    """``most``: the figure is a share, drawn on this scale."""
    if not steps:
        return None
    chart = draw_chart(
        [str(step.last) for step in steps],
        dots=[step.mean * (most or 1) for step in steps],
        line=[step.so_far * (most or 1) for step in steps],
        ends=(0, most),
    )
    lines = [(step_name(step), message(step.mean), message(step.so_far)) for step in steps]
    return OverTime(anchor, title, "%" if most else "", chart, step_line(steps[0].last), lines)


@bp.get("/<int:person_id>/with/<int:other_id>")
@dear
def duel_page(person_id: int, other_id: int) -> Response:
    """The games in which each ended ahead of the other, and the mean lead."""
    book = phones.book_id(phone_key()) or 0
    statistics.root_of(book, person_id)
    one, other, found = figures_of(
        book, (person_id, other_id), lambda: _found_duel(book, person_id, other_id)
    )
    ahead = share_length(share(found.ahead, found.games))
    return show(
        "against.html",
        one=one,
        other=other,
        cards=duel_cards(found),
        games=found.games,
        ahead=ahead,
        unread=unread_of(book),
        until=ahead + share_length(share(found.level, found.games)),
    )


def _found_duel(book: int, person_id: int, other_id: int) -> tuple[PersonLine, PersonLine, Duel]:
    one, other = statistics.named(book, person_id), statistics.named(book, other_id)
    if one.id == other.id:
        raise UnknownPersonError(other_id)
    return one, other, statistics.duel_of(book, one.id, other.id)


MOST = 500
"""The most people in the table."""


@bp.get("/season")
@dear
def season_page() -> Response:
    """``?year= game= least= best=``, and ``?by=mean`` for the points per game."""
    asking = phones.asking(phone_key())
    book = phones.book_id(phone_key()) or 0
    years = lists.years_with_games(asking, years_between(lists.ends_of(asking)))
    chosen = filter_from(request.args)
    asked_for = chosen.year.number if chosen.year else 0
    year = asked_for if asked_for in years else next(iter(years), 0)
    least, best = number_from(request.args, "least") or 1, number_from(request.args, "best")
    by_mean = request.args.get("by") == "mean"

    def found() -> dict[str, Any]:
        shown = {line.id: line for line in statistics.everybody(book) if not line.hidden}
        kinds = kinds_of(line.kinds for line in shown.values())
        kind = chosen.kind if chosen.kind in kinds else next(iter(kinds), "")
        ends = statistics.ends_of(book, kind, year_of(year)) if kind and year else []
        table = season((end for end in ends if end[0] in shown), least, best, by_mean=by_mean)
        named = [(line, shown[line.person]) for line in table[:MOST]]
        return {"kinds": kinds, "kind": kind, "table": named}

    asked = year and year_of(year), chosen.kind, least, best, by_mean
    return show(
        "season.html",
        years=years,
        year=year,
        least=least,
        best=best,
        by_mean=by_mean,
        **figures_of(book, asked, found),
        unread=unread_of(book),
    )


@bp.get("/hands")
@dear
def hands_page() -> Response:
    """``?game=`` is the kind of game; the default is the one played most."""
    book = phones.book_id(phone_key()) or 0
    asked = filter_from(request.args).kind
    kinds, kind, sizes = figures_of(book, (asked,), lambda: _found_hands(book, asked))
    chart = draw_chart(
        [str(size.cards) for size in sizes],
        bars=[(size.low, size.high) for size in sizes],
        dots=[size.middle for size in sizes],
    )
    return show(
        "hands.html",
        kinds=kinds,
        kind=kind,
        sizes=sizes,
        chart=chart,
        games=statistics.NEWEST,
        unread=unread_of(book),
    )


def _found_hands(book: int, asked: str | None) -> tuple[list[str], str, tuple[Quarters, ...]]:
    """The kinds of games, the one that is shown, and its points by hand size."""
    kinds = kinds_of(line.kinds for line in statistics.everybody(book))
    kind = asked if asked in kinds else next(iter(kinds), "")
    return kinds, kind, statistics.quarters_of(book, kind) if kind else ()
