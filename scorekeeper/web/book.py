"""This phone's book: its name and phones, links, files in and out.

Opening a link that grants a right changes nothing: the button redeems it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from flask import Blueprint, Response, current_app, request, url_for

from scorekeeper.board.events.at_table import is_set_aside
from scorekeeper.board.events.listing import check_views
from scorekeeper.exchange.events import is_event, read_event
from scorekeeper.exchange.foreign import play_address
from scorekeeper.exchange.json_files import json_chunks
from scorekeeper.exchange.letters import BOM, Letters, games_in, names_by_table, read_again
from scorekeeper.exchange.tables.csv_out import csv_lines
from scorekeeper.exchange.tables.parsed_game import Answers, dated, games_to_save, previews_of
from scorekeeper.forms.book import (
    ImportForm,
    NameForm,
    PhoneForm,
    RecoveryForm,
    RedeemForm,
    days_of,
    filter_from,
    shown_cells,
    typed_days,
)
from scorekeeper.http.access import visible_game
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.cookies import make_phone_key, phone_key
from scorekeeper.http.filters import recovery_address, shown_link
from scorekeeper.http.gate import dear, sent_text, streamed, takes_file
from scorekeeper.http.guard import TRIES, failed, is_household, limiter, making, note_made
from scorekeeper.http.save_form import SaveForm
from scorekeeper.rules.incoming import Incoming, UnreadableError
from scorekeeper.rules.problems import Problem
from scorekeeper.store import importing, lists, phones
from scorekeeper.store.events import events
from scorekeeper.store.events.acts import import_event
from scorekeeper.store.importing import Imported
from scorekeeper.store.lists import Found, exported
from scorekeeper.store.mapping.stored import StoredGame, UnknownGameError
from scorekeeper.store.sharing import books, links
from scorekeeper.store.sharing.links import Kind, Offer, State
from scorekeeper.words import problems as words
from scorekeeper.words.language import gettext, local, noon_of, of_clock, today
from scorekeeper.words.names import game_name
from scorekeeper.words.problems import deleted_line, imported_line, unreadable_line

bp = Blueprint("book", __name__)


@bp.get("/book")
def page() -> Response:
    """Name, phones, a link for another phone, the recovery link."""
    return _show_book()


@bp.post("/book/name")
@making()
def rename() -> Response:
    form = NameForm()
    if not form.validate_on_submit():
        return _show_book(form.sentences(), named=form)
    phones.rename(make_phone_key(), form.name.data or "")
    if form.game.data:
        return redirect_to(url_for("phones.page", key=form.game.data), gettext("Saved"))
    if form.event.data:
        return redirect_to(url_for("desk.phones_page", key=form.event.data), gettext("Saved"))
    return redirect_to(url_for("book.page"), gettext("Saved"))


@bp.post("/book/link")
@making()
def make_link() -> Response:
    form = SaveForm()
    if not form.validate_on_submit():
        return _show_book(form.sentences())
    links.make(make_phone_key())
    return redirect_to(url_for("book.page", _anchor="link"))


@bp.post("/book/recovery")
@making()
def renew() -> Response:
    """Show a recovery link, or a new one that replaces all links of the book."""
    form = RecoveryForm()
    if not form.validate_on_submit():
        return _show_book(form.sentences())
    books.renew_recovery(make_phone_key(), form.replace.data)
    return redirect_to(url_for("book.page", _anchor="recovery"))


@bp.post("/book/phones")
def remove_phone() -> Response:
    form = PhoneForm()
    if not form.validate_on_submit():
        return _show_book(form.sentences())
    try:
        books.remove_phone(phone_key(), form.phone.data)
    except UnknownGameError:
        return redirect_to(url_for("book.page"), gettext("That phone does not share this book"))
    return redirect_to(url_for("book.page"), gettext("That phone no longer shares this book"))


def _show_book(problems: Sequence[str] = (), named: NameForm | None = None) -> Response:
    """The book's page; a name that was ``named`` and refused still leads back once it is right."""
    recovery = books.recovery(phone_key())
    return show(
        "book.html",
        name=named.name.shown() if named else phones.name_of(phone_key()),
        game=named and named.game.data,
        event=named and named.event.data,
        phones=books.members(phone_key()),
        household=current_app.config["HOUSEHOLD"],
        **shown_link(links.waiting(phone_key())),
        recovery=recovery_address(recovery),
        recovery_number=recovery.number if recovery else 0,
        problems=problems,
    )


GOOD = (State.OPEN, State.OWN, State.HAS_IT, State.DONE)


@bp.get("/link/<token>")
@limiter.limit(TRIES, deduct_when=failed)
def link_page(token: str) -> Response:
    """The effect of the link, and a button; previews and prefetches change nothing."""
    # So that two simultaneous taps come from one phone.
    make_phone_key()
    return _show_link(links.preview(token, phone_key()))


@bp.post("/link/<token>")
@limiter.limit(TRIES, deduct_when=failed)
def redeem(token: str) -> Response:
    form = RedeemForm()
    if not form.validate_on_submit():
        return _show_link(links.preview(token, phone_key()), form.sentences(), form.name.shown())
    offer = links.redeem(token, make_phone_key(), form.name.data or "")
    if offer.state is not State.DONE:
        return _show_link(offer)
    message = {
        Kind.PENCIL: gettext("This phone keeps score now"),
        Kind.DESK: gettext("This phone now runs the event"),
        Kind.HELP: gettext("This phone enters results now"),
    }.get(offer.kind, gettext("This phone shares the book now"))
    return redirect_to(_thing(offer), message)


def _thing(offer: Offer) -> str:
    """The address of the page to which the link leads: a game, an event or the book."""
    if offer.game:
        return url_for("game.page", key=offer.game.key)
    if offer.event:
        runs = offer.state in (State.OWN, State.HAS_IT, State.DONE)
        desk = "desk_table.help_page" if offer.kind is Kind.HELP else "desk_round.page"
        page = desk if runs else "event.page"
        return url_for(page, key=offer.event[0])
    return url_for("home.page")


def _show_link(offer: Offer, problems: Sequence[str] = (), name: str | None = None) -> Response:
    gone = 404 if offer.state is State.UNKNOWN else 410
    return show(
        "link.html",
        status=0 if problems or offer.state in GOOD else gone,
        offer=offer,
        move=books.move_of(phone_key())
        if offer.kind not in (Kind.PENCIL, Kind.DESK, Kind.HELP)
        else None,
        back_to=_thing(offer),
        name=phones.name_of(phone_key()) if name is None else name,
        problems=problems,
    )


CSV, JSON = "text/csv", "application/json"


@bp.get("/g/<key>.csv")
def game(key: str) -> Response:
    """One game as CSV; ``?sep=semicolon`` for spreadsheets that need it."""
    stored = visible_game(key).stored
    # Built completely before the answer begins, because a later failure could not be reported.
    whole = "".join(_lines([stored]))
    return Response(whole, mimetype=CSV, headers=_named(_file_of(stored, "csv")))


@bp.get("/g/<key>.json")
def game_json(key: str) -> Response:
    """One game as JSON (docs/json.md)."""
    stored = visible_game(key).stored
    whole = "".join(json_chunks(exported([stored])))
    return Response(whole, mimetype=JSON, headers=_named(_file_of(stored, "json")))


@bp.get("/g/<key>/bgstats")
def bg_stats(key: str) -> Response:
    """Send a finished game to BG Stats; 404 while it is in progress, or set aside by an event."""
    stored = visible_game(key).stored
    if stored.sheet.result is None or not stored.sheet.counting or is_set_aside(stored):
        raise UnknownGameError(key)
    return redirect_to(play_address(stored, game_name(stored.game.variant)))


@bp.get("/history.csv")
@dear
def history() -> Response:
    """The games of this phone, oldest first, streamed from the database; all, or those that match
    the filters of the history."""
    asking = phones.asking(phone_key())
    lines = _lines(lists.games_of(asking, filter_from(request.args)))
    return streamed(lines, asking, mimetype=CSV, headers=_named("scorekeeper.csv"))


@bp.get("/history.json")
@dear
def history_json() -> Response:
    asking = phones.asking(phone_key())
    chunks = json_chunks(exported(lists.games_of(asking, filter_from(request.args))))
    return streamed(chunks, asking, mimetype=JSON, headers=_named("scorekeeper.json"))


def _file_of(stored: StoredGame, kind: str) -> str:
    return f"scorekeeper-{local(stored.started_at):%Y-%m-%d}-{stored.id}.{kind}"


def _lines(games: Iterable[Found]) -> Iterator[str]:
    return csv_lines(games, ";" if request.args.get("sep") == "semicolon" else ",")


def _named(file: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{file}"'}


LONGEST_TEXT = 400_000
"""Characters of deleted games that a page contains, so that one tap brings them back; a field of a
form may have 500 kB. Larger files must be chosen again."""


@bp.get("/book/bring")
def import_page() -> Response:
    """A field for a file and one for its text."""
    return _show_import(ImportForm())


@bp.post("/book/bring")
@takes_file
@limiter.limit(TRIES, deduct_when=failed, exempt_when=is_household)
@making(exempt_when=is_household)
def upload() -> Response:
    """Import the games of a file that the book does not have; all of them or none."""
    form = ImportForm()
    if not form.validate_on_submit():
        return _show_import(form, form.sentences())
    try:
        read = sent_text("file") or Letters(form.text.typed, form.letters.data or "")
        if form.read_as.data:
            read = read_again(read, form.read_as.data)
        text = read.text
        if is_event(text.removeprefix(BOM)):
            return _event(text.removeprefix(BOM))
        answers, typed = form.answers(request.form), typed_days(request.form)
        games = games_in(text, answers)
        days, problems = days_of(typed, today())
        keep_theirs = bool(form.marks.data) or not isinstance(games, tuple)
        if isinstance(games, tuple):
            games = tuple(map(_by_clock, games))
            if games and (
                form.read_as.data
                or not form.shown.data
                or (form.cells.data or "") != shown_cells(answers)
                or any(one.found.is_open for one in games)
                or problems
            ):
                return _previewed(form, read, answers, games, typed, problems)
            # An undated game began today, unless somebody says when.
            games = dated(games, {at: noon_of(day) for at, day in days.items()})
        games = games_to_save(games, datetime.now(UTC), keep_theirs=keep_theirs)
        imported = importing.import_games(
            make_phone_key(), games, deleted_too=bool(form.deleted.data)
        )
    except UnreadableError as problem:
        return _show_import(form, [unreadable_line(problem)])
    note_made(imported.added)
    message = imported_line(imported.added, imported.known)
    if not imported.deleted:
        return redirect_to(url_for("home.page"), message)
    return _left(imported, message)


def _by_clock(incoming: Incoming) -> Incoming:
    if not incoming.is_local:
        return incoming
    began = of_clock(incoming.started_at.replace(tzinfo=None))
    return replace(incoming, started_at=began, changed_at=began)


def _event(text: str) -> Response:
    """Import an event with its games, and go to it. Raises UnreadableError."""
    incoming = read_event(text)
    check_views(incoming)
    key, is_new = import_event(make_phone_key(), incoming)
    note_made(len(incoming.games) if is_new else 0)
    message = gettext("Event added.") if is_new else gettext("This event was already there.")
    runs = events.see(key, phone_key()).rights.writes
    return redirect_to(url_for("desk_players.page" if runs else "event.page", key=key), message)


def _previewed(
    form: ImportForm,
    read: Letters,
    answers: Answers,
    games: tuple[Incoming, ...],
    days: Mapping[int, str],
    problems: list[Problem],
) -> Response:
    """A preview of another program's games and their discrepancies, before anything is saved.
    ``days`` are those typed for games without one, and ``problems`` what is wrong with them. If the
    text is too long for the page, the file must be chosen again."""
    known, deleted = importing.uids_in(phones.book_id(phone_key()))
    previews = previews_of(games, known, () if form.deleted.data else deleted)
    return show(
        "preview.html",
        previews=previews,
        days=days,
        problems=words.sentences(problems, ()),
        today=today(),
        count=len(games),
        known=sum(one.uid in known for one in games),
        further=len(games) - len(previews),
        differ=any(one.discrepancies for one in games if one.uid not in known),
        deleted=bool(form.deleted.data),
        file_text=read.text if len(read.text) <= LONGEST_TEXT else "",
        form=form,
        is_open=any(one.found.is_open for one in games),
        is_new=not form.shown.data,
        answers=answers,
        cells=shown_cells(answers),
        letters=names_by_table(read, [one.game.players for one in games]),
        table=read.table,
        said=words,
    )


def _left(imported: Imported, message: str) -> Response:
    """The outcome, and the games that stay deleted, to be restored by one tap."""
    deleted = "".join(json_chunks(imported.deleted))
    lines = [message] if imported.added or imported.known else []
    return _show_import(
        None,
        message=[*lines, deleted_line(len(imported.deleted))],
        file_text=deleted if len(deleted) <= LONGEST_TEXT else "",
    )


def _show_import(
    form: ImportForm | None,
    problems: Sequence[str] = (),
    message: Sequence[str] = (),
    file_text: str = "",
) -> Response:
    return show(
        "import.html",
        form=form or ImportForm(formdata=None),
        text=form.text.shown() if form else "",
        message=message,
        file_text=file_text,
        problems=problems,
    )
