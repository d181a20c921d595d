"""A new game: players, seats and rules, the pages that a phone keeps, and the demo."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, Response, make_response, request, url_for
from werkzeug.datastructures import MultiDict

from scorekeeper.board.page_parts import SIZES, drawn_blank, places
from scorekeeper.fields import MOST_NAMES, tidy_name
from scorekeeper.forms.book import COLOURS
from scorekeeper.forms.start import Length, StartForm, show_settings
from scorekeeper.http.answers import error_page, redirect_to, show
from scorekeeper.http.cookies import make_phone_key, phone_key
from scorekeeper.http.gate import dear, once
from scorekeeper.http.guard import making
from scorekeeper.http.languages import language_deck
from scorekeeper.http.parts import is_to_keep, may_keep
from scorekeeper.http.save_form import SaveForm
from scorekeeper.rules.attendance import (
    count_problems,
    draw_dealer,
    new_game,
    rematch,
    sizes_problems,
)
from scorekeeper.rules.game import Game
from scorekeeper.rules.people import SHADES, folded, is_nameless, shades
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.variants.model import FRENCH, BidRule, Deck, Settings, Variant
from scorekeeper.rules.variants.variants import (
    CUSTOM,
    FIRST,
    MOST_CARDS,
    MOST_PLAYERS,
    TWO_PLAYER,
    VARIANTS,
    WIZARD,
)
from scorekeeper.shapes import KIND_CARDS
from scorekeeper.store import lists, phones, statistics
from scorekeeper.store.games import games, reading
from scorekeeper.store.lists import Listed
from scorekeeper.store.mapping.stored import BrokenGameError
from scorekeeper.words.ahead import start_words
from scorekeeper.words.language import gettext
from scorekeeper.words.language import lazy_gettext as _l
from scorekeeper.words.lines import player_name
from scorekeeper.words.problems import sentences
from scorekeeper.words.rules import custom_example, hands_line, opening_line

NAMELESS = 4
"""The players of a game that starts without names."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Names in seating order ("" = free), the seat of the first dealer, if chosen, and the colours
    chosen on this page ("" = none)."""

    names: tuple[str, ...]
    dealer: int | None = None
    colours: tuple[str, ...] = ("",) * MOST_NAMES

    @property
    def painted(self) -> dict[int, int | None]:
        """The shades chosen on this page, by seat; None: that of the seat."""
        words = enumerate(self.colours[: len(self.names)])
        return {seat: COLOURS[word] for seat, word in words if word}


def game_of(form: StartForm, seating: Seating) -> Game:
    """The game that the form describes. Raises RefusedError."""
    variant, sizes = form.game_for(len(seating.names))
    settings = form.house_rules(variant, sizes, form.minutes())
    dealer = -1 if seating.dealer is None else seating.dealer
    return new_game(variant, seating.names, dealer, settings, form.cards.data or FRENCH)


def named(form: StartForm, seating: Seating) -> Seating:
    """The seats as the game starts: without any name, Player 1 to as many as were chosen, or as can
    play it. Raises RefusedError."""
    if any(seating.names):
        return seating
    variant = form.chosen_game()
    wanted = (form.count.data, NAMELESS)
    count = next((one for one in wanted if one and variant.is_for(one)), variant.min_players)
    dealer = seating.dealer if seating.dealer in range(count) else 0
    return replace(seating, names=tuple(map(player_name, range(1, 1 + count))), dealer=dealer)


def moved(seating: Seating, seat: int, step: int) -> Seating:
    """The name at ``seat`` changes places with its neighbour, with its colour and the dealer's
    mark."""
    other = seat + step
    if seat not in range(len(seating.names)) or other not in range(len(seating.names)):
        return seating
    swap = {seat: other, other: seat}
    dealer = None if seating.dealer is None else swap.get(seating.dealer, seating.dealer)
    names, colours = (
        tuple(values[swap.get(at, at)] for at in range(len(values)))
        for values in (seating.names, seating.colours)
    )
    return Seating(names, dealer, colours)


def painted(seating: Seating, choice: str) -> Seating:
    """The seats after a tap on a colour: ``2-7`` is the shade 7 at seat 2, ``2-seat`` none."""
    seat, _, word = choice.partition("-")
    if word not in COLOURS or seat not in map(str, range(MOST_NAMES)):
        return seating
    colours = (word if str(at) == seat else old for at, old in enumerate(seating.colours))
    return replace(seating, colours=tuple(colours))


def seated(seating: Seating, name: str, seats: int) -> Seating:
    """The name takes the first free seat, if it is not at the table yet."""
    names = (*seating.names, *("",) * (seats - len(seating.names)))
    if folded(name) in map(folded, names) or "" not in names:
        return seating
    free = names.index("")
    return replace(seating, names=(*names[:free], name, *names[free + 1 :]))


def opener(seating: Seating) -> tuple[str, str] | None:
    """The first dealer's name, and the next one around the table; None while one is missing."""
    dealer, names = seating.dealer, seating.names
    if dealer is None or dealer not in range(len(names)) or not names[dealer]:
        return None
    around = (*names[dealer + 1 :], *names[:dealer])
    left = next(filter(None, around), None)
    return (names[dealer], left) if left else None


def own_shades(seating: Seating, chosen: Mapping[str, int]) -> dict[int, int]:
    """The seats whose people have a shade of their own: chosen here, or earlier (``chosen``, by
    folded name)."""
    statistics = enumerate(map(folded, seating.names))
    own = {seat: chosen.get(name) for seat, name in statistics} | seating.painted
    return {seat: shade for seat, shade in own.items() if shade is not None}


def seat_shades(own: Mapping[int, int], seats: int) -> tuple[int, ...]:
    """The shade of each seat, from those of their own that people have.

    Free seats do not change the shades that the others will have in the game.
    """
    return *shades(SHADES, tuple(own.items())), *range(SHADES, seats)


def last_used(recent: Sequence[Listed]) -> Variant | None:
    """The game played last, if it is not one of the first ones; a custom game with its numbers."""
    game = recent[0].variant if recent else FIRST[0]
    if game.is_custom:
        return game
    return VARIANTS.get(game.key) if game.key not in {first.key for first in FIRST} else None


def offered(names: Iterable[str], seating: Seating) -> list[str]:
    """Each person of these names once, without those already at the table."""
    seated = {folded(name) for name in seating.names}
    found: dict[str, str] = {}
    for name in names:
        found.setdefault(folded(name), name)
    return [name for key, name in found.items() if key not in seated]


def example(form: StartForm) -> str:
    """The points of bids in the custom game, as far as its numbers are filled in."""
    try:
        return custom_example(form.custom_game().score)
    except RefusedError:
        return ""


def outlook(form: StartForm, seating: Seating) -> str:
    """The dealer, the player who begins, and the number of hands, as far as they are known."""
    return " · ".join(filter(None, (_opening(form, seating), _hands(form, seating))))


def _opening(form: StartForm, seating: Seating) -> str:
    first = opener(seating)
    if first is None:
        return ""
    try:
        at_once = form.bid_rule(form.chosen_game()).at_once
    except RefusedError:
        return ""
    return opening_line(*first, at_once=at_once)


def _hands(form: StartForm, seating: Seating) -> str:
    players = _players(seating)
    try:
        variant = form.chosen_game()
        if variant.target is not None or not variant.is_for(players):
            return ""
        sizes = form.hand_sizes(variant.sizes(players), variant.largest_hand(players))
    except RefusedError:
        return ""
    return "" if sizes_problems(variant, players, sizes) else hands_line(len(sizes))


def whole_game(form: StartForm, seating: Seating) -> int | None:
    """The number of hands in a whole game of the chosen kind, as far as it is known."""
    players = _players(seating)
    try:
        variant = form.chosen_game()
    except RefusedError:
        return None
    return (len(variant.sizes(players)) or None) if variant.is_for(players) else None


def _players(seating: Seating) -> int:
    return sum(1 for name in seating.names if name)


bp = Blueprint("start", __name__)


@bp.get("/new/ahead/<path:choices>")
@dear
def blank_page(choices: str) -> Response:
    """For each number of players, the blank page of the game that these ``choices`` of *New game*
    describe (``variant=wizard&cards=suits``), or the reason why there is none; as JSON."""
    text = once((choices,), lambda: _text(choices))
    return may_keep(make_response(text, {"Content-Type": "application/json"}))


def _text(choices: str) -> bytes:
    form = StartForm(MultiDict(parse_qsl(choices)))
    is_clear = not any(field.process_errors for field in form)
    numbers = range(MOST_PLAYERS + 1) if is_clear else ()
    sheet = {
        "games": {number: blank_or_reason(form, number) for number in numbers},
        "words": start_words(),
    }
    return json.dumps(sheet, ensure_ascii=False, separators=(",", ":")).encode()


def blank_or_reason(form: StartForm, players: int) -> dict[str, Any] | str | None:
    """The blank page for this many players, or the sentence that refuses them; None if only the
    server can start this game."""
    names = places(players)
    try:
        problems = count_problems(form.chosen_game(), names)
        return (
            sentences(problems, ())[0]
            if problems
            else drawn_blank(game_of(form, Seating(names, 0)))
        )
    except RefusedError as refused:
        return sentences(refused.problems, names)[0]


SEARCHED = 30
"""The number of the phone's newest games that are searched for names, groups and decks."""
FAMILY = frozenset(game.key for game in FIRST)
"""The games that are played with the cards of Wizard."""


def recent_games() -> list[Listed]:
    """The games whose names, groups and decks are suggested, the newest first."""
    recent = lists.newest(phones.asking(phone_key()), SEARCHED)
    return sorted(recent, key=lambda game: game.changed_at, reverse=True)


def suggested_decks(recent: Sequence[Listed]) -> dict[str, Deck]:
    """The deck of each game: the one last chosen for it or a game like it.

    Until then Wizard has the cards of the phone's language, and other games the French deck.
    """
    chosen = {game.variant.key in FAMILY: game.deck for game in reversed(recent) if game.deck}
    usual = {True: language_deck(), False: FRENCH} | chosen
    return {key: usual[key in FAMILY] for key in VARIANTS}


TOO_MANY = _l("Too many new games from this network in the last hour. Try again later.")
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
        url_for("start.blank_page", choices=urlencode({"variant": key, "cards": decks[key].key}))
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
    return _form(form, _seating(form), problems=[str(TOO_MANY)], status=429)


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
    """The seats of a recent game, with the deal moved on.

    Its kind of game too, unless another one is selected, and its house rules and deck, unless
    somebody chose some.
    """
    found = _again(recent, key)
    if found is None:
        return None
    listed, again = found
    chosen = VARIANTS.get(form.variant.data or "") if request.method == "POST" else None
    called = dict(zip(listed.players, listed.people, strict=True))
    seating = Seating(tuple(map(called.__getitem__, again.players)), again.first_dealer)
    name = (form.own_name.data or "") if chosen and chosen.is_custom else ""
    if chosen and (chosen.key, name) != (again.variant.key, again.variant.name):
        return seating
    suggestion = suggested_decks(recent)[again.variant.key]
    if chosen is None or form.cards.data in (None, suggestion):
        form.cards.data = listed.deck or form.cards.data
    if chosen is None or not _has_rules(form, recent):
        _show_rules(form, again)
    return seating


def _again(recent: list[Listed], key: str | None) -> tuple[Listed, Game] | None:
    """A recent game, and the next one of its players."""
    listed = next((game for game in recent if game.key == key), None)
    if listed:
        with suppress(BrokenGameError):
            return listed, rematch(reading.read(listed.key).game)
    return None


def _has_rules(form: StartForm, recent: list[Listed]) -> bool:
    """Whether somebody chose rules: neither those of a new form nor those of the players who sit
    there already."""
    ticked, other = form.ticked, StartForm()
    seated = {*form.name.data} - {""}
    found = _again(recent, next((game.key for game in recent if seated == _group(game)), None))
    if found:
        _show_rules(other, found[1])
        if ticked == other.ticked:
            return False
    game = VARIANTS[form.variant.data or ""]
    other.show_choices(game)
    show_settings(other, game, Settings(game.bids.rule))
    return ticked != other.ticked


def _show_rules(form: StartForm, game: Game) -> None:
    form.show_game(game.variant)
    show_settings(form, game.variant, game.settings)
    if game.settings.sizes != game.variant.sizes(len(game.players)):
        form.length.data, form.sizes.data = Length.LIST, game.settings.sizes


def _group(game: Listed) -> frozenset[str]:
    """Those who sit down again for the next game: nobody who left."""
    return frozenset(game.people[seat] for seat in game.present)


def _offered_groups(groups: list[Listed]) -> list[Listed]:
    """The newest groups for each kind of game; the page shows those that fit the selected one."""
    fitting = (
        [one for one in groups if variant.is_for(len(one.present))][:GROUPS]
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
        if not any(map(is_nameless, _group(listed))):
            groups.setdefault(_group(listed), listed)
    book, seats = phones.book_id(phone_key()), max(MOST_PLAYERS, len(seating.names))
    often, chosen = statistics.most_frequent(book), statistics.colours(book)
    met = (*often, *(name for game in groups.values() for name in game.people))
    known = offered(met, seating)
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


@bp.get("/try")
def demo_page() -> Response:
    """The first page, which offers the demo."""
    return redirect_to(url_for("home.page"))


@bp.post("/try")
@making(lambda _: _too_many_demos())
def start_demo() -> Response:
    """Start a demo in place of the phone's last one."""
    form = SaveForm()
    if not form.validate_on_submit():
        expired = gettext("This page expired, or cookies are off. Go back and try again.")
        is_expired = not form.is_ours and request.cookies
        return error_page(422, expired if is_expired else form.sentences()[0])
    # L10N: four made-up players, as on the first page of a phone without games.
    names = gettext("Anna"), gettext("Ben"), gettext("Clara"), gettext("David")
    deck = suggested_decks(recent_games())[WIZARD.key]
    game = new_game(WIZARD, names, 0, Settings(BidRule(hook=True), SIZES), deck)
    stored = games.start_trial(make_phone_key(), game)
    return redirect_to(url_for("game.page", key=stored.key))


def _too_many_demos() -> Response:
    return error_page(429, str(TOO_MANY))
