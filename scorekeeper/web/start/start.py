"""A new game: the kind of game, the seats, the first dealer and the house rules."""

import secrets
from contextlib import suppress
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, request, url_for

from scorekeeper.fields import tidy_name
from scorekeeper.forms.start import Length, StartForm, show_settings
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.cookies import make_phone_key, phone_key
from scorekeeper.http.guard import making
from scorekeeper.http.parts import is_to_keep, may_keep
from scorekeeper.language import gettext
from scorekeeper.rules.attendance import draw_dealer, rematch
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.variants.variants import (
    CUSTOM,
    MOST_CARDS,
    MOST_PLAYERS,
    TWO_PLAYER,
    VARIANTS,
    WIZARD,
)
from scorekeeper.shapes import KIND_CARDS
from scorekeeper.store import phones
from scorekeeper.store.games import games, reading
from scorekeeper.store.lists import lists
from scorekeeper.store.lists.lists import Listed
from scorekeeper.store.mapping.stored import BrokenGameError
from scorekeeper.store.statistics import people
from scorekeeper.web.start.seating import (
    NAMELESS,
    Seating,
    example,
    game_of,
    last_used,
    moved,
    named,
    offered,
    outlook,
    own_shades,
    painted,
    seat_shades,
    seated,
    whole_game,
)
from scorekeeper.web.start.suggestions import recent_games, suggested_decks
from scorekeeper.words.lines import player_name
from scorekeeper.words.problems import sentences

bp = Blueprint("start", __name__)

GROUPS = 3
KNOWN = 12
"""Names shown as buttons; the others are completions while typing."""
SEATING = ("name", "first-dealer")
"""The beginnings of problem codes that belong to the names."""


@bp.get("/g/~<tap>")
def unsent(tap: str) -> Response:  # noqa: ARG001 - only the phone knows the tap
    """The form on the page of a game that a phone started on its own, until the game is stored."""
    return _empty_form()[0]


@bp.get("/new")
def page() -> Response:
    """The form, with the first seat to deal or the seats of an earlier game (``?group=<key>``)."""
    response, blanks = _empty_form()
    return may_keep(response, *blanks)


def _empty_form() -> tuple[Response, list[str]]:
    """The form, and the addresses of what a phone keeps along with it."""
    # A kept page is opened again and again; the phone gives each of its games a token.
    if not is_to_keep():
        make_phone_key()
    recent = recent_games()
    form = StartForm(token="" if is_to_keep() else secrets.token_urlsafe(16))
    custom = next((listed.variant for listed in recent if listed.variant.is_custom), CUSTOM)
    is_saved = custom in lists.custom_games(phone_key())
    form.show_numbers(custom if is_saved else replace(custom, name=""))
    form.variant.data = recent[0].variant.key if recent else WIZARD.key
    seating = _same_table(form, recent, request.args.get("group")) or Seating((), 0)
    return _form(form, seating, recent), _blanks(form, recent)


def _blanks(form: StartForm, recent: list[Listed]) -> list[str]:
    """The addresses of the blank pages for the chosen game and for Wizard."""
    decks = suggested_decks(recent)
    keys = dict.fromkeys((form.variant.data, WIZARD.key))
    plain = [key for key in keys if key in decks and not VARIANTS[key].is_custom]
    return [
        url_for("blank.page", choices=urlencode({"variant": key, "cards": decks[key].key}))
        for key in plain
    ]


@bp.post("/new")
@making(lambda _: _too_many())
def start() -> Response:
    """Start the game, or (any other button) show the form with the seats rearranged."""
    form = StartForm()
    valid = form.validate_on_submit()
    seating = _seating(form)
    if "start" not in request.form and form.is_ours:
        return _rearranged(form, seating)
    if not valid:
        return _form(form, seating, problems=form.sentences())
    try:
        seating = named(form, seating)
        game = game_of(form, seating)
    except RefusedError as refused:
        names = (*seating.names, *("",) * MOST_PLAYERS)
        message = sentences(refused.problems, names)
        about_seats = all(problem.code.startswith(SEATING) for problem in refused.problems)
        return _form(form, seating, problems=message, mend_at="who" if about_seats else "")
    token = form.token.data or secrets.token_urlsafe(16)
    stored = games.start(make_phone_key(), game, token, seating.painted, form.waited)
    return redirect_to(url_for("game.page", key=stored.key))


def _too_many() -> Response:
    form = StartForm()
    message = gettext("Too many new games from this network in the last hour. Try again later.")
    return _form(form, _seating(form), problems=[message], status=429)


def _seating(form: StartForm) -> Seating:
    return Seating(tuple(form.name.data), form.dealer.data, tuple(form.colour.data))


def _rearranged(form: StartForm, seating: Seating) -> Response:
    """The actions of the small buttons; only removing a custom game is saved."""
    buttons, message = request.form, ""
    recent = recent_games()
    for name, step in (("up", -1), ("down", 1)):
        seat = buttons.get(name, "")
        if seat.isascii() and seat.isdigit():
            seating = moved(seating, int(seat[:3]), step)
    for game in lists.custom_games(phone_key()):
        if game.name == buttons.get("own"):
            form.show_game(game)
        if game.name == buttons.get("forget"):
            lists.forget(phone_key(), game.name)
            form.show_numbers(replace(game, name=""))
    seating = painted(seating, buttons.get("paint", ""))
    if "use" in buttons:
        seating = seated(seating, tidy_name(buttons["use"]), MOST_PLAYERS)
    seating = _same_table(form, recent, buttons.get("group")) or seating
    if "draw" in buttons:
        names = _drawn_from(form, seating)
        dealer = draw_dealer(len(names))
        seating = replace(seating, dealer=dealer)
        name = names[dealer] or gettext("Seat %(seat)s", seat=dealer + 1)
        message = gettext("%(name)s was picked to deal first.", name=name)
    return _form(form, seating, recent, message=message)


def _drawn_from(form: StartForm, seating: Seating) -> tuple[str, ...]:
    """The names as the game would start, also while the game is not settled yet."""
    with suppress(RefusedError):
        seating = named(form, seating)
    return seating.names or (player_name(1),)


def _same_table(form: StartForm, recent: list[Listed], key: str | None) -> Seating | None:
    """The seats and house rules of a recent game, with the deal moved on.

    Its kind of game too, unless another one is selected.
    """
    listed = next((game for game in recent if game.key == key), None)
    if listed is None:
        return None
    try:
        game = reading.read(listed.key).game
    except BrokenGameError:
        return None
    chosen = VARIANTS.get(form.variant.data or "") if request.method == "POST" else None
    again = rematch(game)
    called = dict(zip(listed.players, listed.people, strict=True))
    seating = Seating(tuple(map(called.__getitem__, again.players)), again.first_dealer)
    name = (form.own_name.data or "") if chosen and chosen.is_custom else ""
    if chosen and (chosen.key, name) != (game.variant.key, game.variant.name):
        return seating
    form.show_game(game.variant)
    form.cards.data = listed.deck or form.cards.data
    show_settings(form, game.variant, again.settings)
    if again.settings.sizes != game.variant.sizes(len(again.players)):
        form.length.data, form.sizes.data = Length.LIST, again.settings.sizes
    return seating


def _offered_groups(groups: list[Listed]) -> list[Listed]:
    """The newest groups for each kind of game; the page shows those that fit the selected one."""
    fitting = (
        [one for one in groups if variant.is_for(len(one.people))][:GROUPS]
        for variant in VARIANTS.values()
    )
    shown = {one.key for some in fitting for one in some}
    return [one for one in groups if one.key in shown]


def _form(
    form: StartForm,
    seating: Seating,
    recent: list[Listed] | None = None,
    *,
    status: int = 0,
    **texts: str | list[str],
) -> Response:
    """The form, with ``problems`` beside their fields or a button's ``message``."""
    recent = recent_games() if recent is None else recent
    decks = suggested_decks(recent)
    form.show_deck(decks.get(form.variant.data or "", decks[WIZARD.key]))
    groups: dict[frozenset[str], Listed] = {}
    for listed in recent:
        groups.setdefault(frozenset(listed.people), listed)
    book, seats = phones.book_id(phone_key()), max(MOST_PLAYERS, len(seating.names))
    often, chosen = people.most_frequent(book), people.colours(book)
    met = (*often, *(name for game in groups.values() for name in game.people))
    nobody = set(map(player_name, range(1, MOST_PLAYERS + 1)))
    known = offered((name for name in met if name not in nobody), seating)
    own = own_shades(seating, chosen)
    return show(
        "start.html",
        "_start.html",
        status=status,
        form=form,
        seating=seating,
        seats=seats,
        shades=seat_shades(own, seats),
        own_shades=own,
        painted=bool(chosen or own),
        most_cards=MOST_CARDS,
        counts=range(2, MOST_PLAYERS + 1),
        nameless=NAMELESS,
        example=example(form),
        used=last_used(recent),
        suggested={key: deck.key for key, deck in decks.items()},
        kind_cards=KIND_CARDS | {TWO_PLAYER.key: decks[TWO_PLAYER.key].suits[0]},
        custom_games=lists.custom_games(phone_key()),
        outlook=outlook(form, seating),
        whole=whole_game(form, seating),
        groups=_offered_groups(list(groups.values())),
        known=known[:KNOWN],
        typed=known,
        **dict[str, Any]({"problems": [], "mend_at": "", "message": ""} | texts),
    )
