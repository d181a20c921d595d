"""Games from a file into this phone's book."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from flask import Blueprint, Response, request, url_for

from scorekeeper.exchange.events import is_event, read_event
from scorekeeper.exchange.json_files import json_chunks
from scorekeeper.exchange.letters import Letters, names_by_table, read_again
from scorekeeper.exchange.parsed.parsed_game import Answers, dated, games_to_save, previews_of
from scorekeeper.exchange.reading import BOM, games_in
from scorekeeper.forms.book import ImportForm, days_of, shown_cells, typed_days
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.cookies import make_phone_key, phone_key
from scorekeeper.http.gate import sent_text, takes_file
from scorekeeper.http.guard import TRIES, failed, is_household, limiter, making, note_made
from scorekeeper.language import gettext, noon_of, today
from scorekeeper.rules.incoming import Incoming, UnreadableError
from scorekeeper.rules.problems import RefusedError
from scorekeeper.store import phones
from scorekeeper.store.events import events
from scorekeeper.store.events.files import import_event
from scorekeeper.store.lists import importing
from scorekeeper.store.lists.importing import Imported
from scorekeeper.web.events.all_views import check_views
from scorekeeper.words import problems as words
from scorekeeper.words.problems import deleted_line, imported_line, unreadable_line

bp = Blueprint("import", __name__, url_prefix="/book/bring")
LONGEST_TEXT = 400_000
"""Characters of deleted games that a page contains, so that one tap brings them back; a field of a
form may have 500 kB. Larger files must be chosen again."""


@bp.get("")
def page() -> Response:
    """A field for a file and one for its text."""
    return _page(ImportForm())


@bp.post("")
@takes_file
@limiter.limit(TRIES, deduct_when=failed, exempt_when=is_household)
@making(exempt_when=is_household)
def upload() -> Response:
    """Import the games of a file that the book does not have; all of them or none."""
    form = ImportForm()
    if not form.validate_on_submit():
        return _page(form, form.sentences())
    try:
        read = sent_text("file") or Letters(form.text.typed, form.letters.data or "")
        if form.read_as.data:
            read = read_again(read, form.read_as.data)
        text = read.text
        if is_event(text.removeprefix(BOM)):
            return _event(text.removeprefix(BOM))
        answers, typed = form.answers(request.form), typed_days(request.form)
        games = games_in(text, answers)
        days, problems = _days(typed)
        keep_theirs = bool(form.marks.data) or not isinstance(games, tuple)
        if isinstance(games, tuple):
            if games and (
                form.read_as.data
                or not form.shown.data
                or (form.cells.data or "") != shown_cells(answers)
                or any(one.found.is_open for one in games)
                or problems
            ):
                return _previewed(form, read, answers, games, (typed, problems))
            games = dated(games, days)
        games = games_to_save(games, datetime.now(UTC), keep_theirs=keep_theirs)
        imported = importing.import_games(
            make_phone_key(), games, deleted_too=bool(form.deleted.data)
        )
    except UnreadableError as problem:
        return _page(form, [unreadable_line(problem)])
    note_made(imported.added)
    message = imported_line(imported.added, imported.known)
    if not imported.deleted:
        return redirect_to(url_for("home.page"), message)
    return _left(imported, message)


def _days(typed: Mapping[int, str]) -> tuple[dict[int, datetime], list[str]]:
    """When the games without a date began unless it is today, by their place in the file, and what
    is wrong with what was typed."""
    now = today()
    try:
        return {at: noon_of(day) for at, day in days_of(typed, now).items() if day < now}, []
    except RefusedError as refused:
        return {}, words.sentences(refused.problems, ())


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
    dates: tuple[Mapping[int, str], list[str]],
) -> Response:
    """A preview of another program's games and their discrepancies, before anything is saved.
    ``dates`` are those typed for games without one, and what is wrong with them. If the text is too
    long for the page, the file must be chosen again."""
    known, deleted = importing.uids_in(phones.book_id(phone_key()))
    previews = previews_of(games, known, () if form.deleted.data else deleted)
    return show(
        "preview.html",
        previews=previews,
        days=dates[0],
        problems=dates[1],
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
    return _page(
        None,
        message=[*lines, deleted_line(len(imported.deleted))],
        file_text=deleted if len(deleted) <= LONGEST_TEXT else "",
    )


def _page(
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
