"""A person of this phone's book: their figures, and forms to change them."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from flask import Blueprint, Response, url_for

from scorekeeper.drawing.charts import Chart, draw_chart, share_length
from scorekeeper.forms.book import COLOURS, ColourForm, HideForm, MergeForm, PersonForm, SplitForm
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.book_figures import figures_of, unread_of
from scorekeeper.http.cookies import phone_key
from scorekeeper.http.gate import dear
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import gettext
from scorekeeper.rules.problems import Code
from scorekeeper.rules.statistics.careers import share
from scorekeeper.rules.statistics.figures import Hands, Stretch
from scorekeeper.store import phones
from scorekeeper.store.lists import lists
from scorekeeper.store.people import changes
from scorekeeper.store.people.changes import PersonError
from scorekeeper.store.statistics import careers, people
from scorekeeper.words.figures import cards, decimal, kind_cards, percent, step_line, step_name
from scorekeeper.words.names import and_list
from scorekeeper.words.problems import sentence_of

bp = Blueprint("person", __name__, url_prefix="/people/<int:person_id>")

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


@bp.get("")
@dear
def page(person_id: int) -> Response:
    """The figures of a person, and forms to rename them, merge them, or split off a game."""
    return _page(_person_key(person_id))


@bp.post("/name")
@dear
def rename(person_id: int) -> Response:
    """Rename the person."""
    form = PersonForm()

    def change(key: PersonKey) -> None:
        changes.rename(*key, _given(form.name.data, Code.PERSON_EMPTY))

    return _changed(person_id, form, change, name=form.name.shown())


@bp.post("/merge")
@dear
def merge(person_id: int) -> Response:
    """Merge this person into another one, whose page is shown then."""
    form = MergeForm()

    def change(key: PersonKey) -> None:
        changes.merge(key.book, person_id, _given(form.into.data, Code.PERSON_NONE))

    return _changed(person_id, form, change, to=form.into.data)


@bp.post("/split")
@dear
def split(person_id: int) -> Response:
    """Give one game to another person."""
    form = SplitForm()

    def change(key: PersonKey) -> None:
        name = _given(form.name.data, Code.PERSON_EMPTY)
        game = _given(people.game_in(key.book, form.game.data or ""), Code.PERSON_GAME)
        changes.split(*key, game, name)

    return _changed(person_id, form, change, to=0, other=form.name.shown())


@bp.post("/hide")
@dear
def hide(person_id: int) -> Response:
    """Leave the person out of the figures of the book, or include them again."""
    form = HideForm()
    hidden = bool(form.hidden.data)
    return _changed(person_id, form, lambda key: changes.hide(*key, hidden=hidden))


@bp.post("/colour")
@dear
def colour(person_id: int) -> Response:
    """Give the person their own colour in all their games, or that of their seats again."""
    form = ColourForm()

    def change(key: PersonKey) -> None:
        asked = form.colour.data or ""
        if asked not in COLOURS:
            raise PersonError(Code.PERSON_COLOUR, {})
        changes.paint(*key, COLOURS[asked])

    return _changed(person_id, form, change)


def _person_key(person_id: int) -> PersonKey:
    """The phone's book, and the person in it; raises UnknownPersonError."""
    book = phones.book_id(phone_key())
    return PersonKey(book or 0, people.root_of(book, person_id))


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
        return _page(key, form.sentences(), **typed)
    try:
        change(key)
    except PersonError as problem:
        return _page(key, [sentence_of(problem.code, problem.names)], **typed)
    if to == 0:
        return redirect_to(url_for("people.page"), gettext("Saved"))
    return redirect_to(url_for("person.page", person_id=to or key.person), gettext("Saved"))


def _page(person_key: PersonKey, problems: Sequence[str] = (), **typed: str) -> Response:
    book, asked = person_key
    return show(
        "person.html",
        **(found := figures_of(book, (asked,), lambda: _found(book, asked))),
        recent=lists.newest_of(phones.asking(phone_key()), found["person"].id, RECENT),
        unread=unread_of(book),
        log=changes.log(book, found["person"].id),
        problems=problems,
        typed={"name": found["person"].name, "other": ""} | typed,
    )


def _found(book: int, asked: int) -> dict[str, Any]:
    """The figures on a person's page."""
    person = people.named(book, asked)
    found, games = careers.career_of(book, person.id)
    title, made = gettext("Points per hand over time"), gettext("Bids made over time")
    kinds = [
        (
            *(points.kind, points.games, kind_cards(points)),
            _over_time(f"over-{points.kind}", title, points.steps, decimal),
        )
        for points in found.points
    ]
    shown = cards(found)
    others = [line for line in people.everybody(book) if line.id != person.id]
    rivals = careers.rivals_of(book, person.id)
    linked = [*shown, *(card for _, _, of_kind, _ in kinds for card in of_kind)]
    used = {card.game for card in linked if card.game is not None}
    seen = people.games_seen([games[at] for at in used])
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
    made = share(hands.made, hands.hands)
    return hands.hands, percent(made), share_length(made)


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
