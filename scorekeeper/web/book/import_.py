"""Games from a file into this phone's book."""

from __future__ import annotations

from datetime import UTC, datetime

from flask import Blueprint, Response, url_for

from scorekeeper.exchange.json_out import json_pieces
from scorekeeper.exchange.parsed.preview import looks_of, settled
from scorekeeper.exchange.reading import reader_of
from scorekeeper.forms.import_ import BringForm
from scorekeeper.http.answers import go_on, show
from scorekeeper.http.device import make_phone_key, phone_key
from scorekeeper.http.limits import TRIES, at_home, failed, limiter, making, note_made
from scorekeeper.http.uploads import sent_text, takes_file
from scorekeeper.rules.incoming.incoming import Incoming, UnreadableError
from scorekeeper.store import phones
from scorekeeper.store.lists import importing
from scorekeeper.store.lists.importing import Brought
from scorekeeper.words.incoming import brought_line, deleted_line, unreadable_line

bp = Blueprint("bring", __name__, url_prefix="/book/bring")
LONGEST_HELD = 400_000
"""Characters of deleted games that a page holds, so that one tap brings them back; a field of a
form may have 500 kB. Beyond that the file has to be chosen again."""


@bp.get("")
def page() -> Response:
    """A field for a file and one for its text."""
    return _page(BringForm())


@bp.post("")
@takes_file
@limiter.limit(TRIES, deduct_when=failed, exempt_when=at_home)
@making(exempt_when=at_home)
def bring() -> Response:
    """Add the games of a file that the book does not have; all of them or none."""
    form = BringForm()
    if not form.validate_on_submit():
        return _page(form, form.sentences())
    try:
        text = sent_text("file")
        text = form.text.typed if text is None else text
        reader = reader_of(text)
        games = reader.read(text)
        if isinstance(games, tuple) and games and not form.shown.data:
            return _looked(form, text, games)
        games = settled(games, datetime.now(UTC), marked=reader.own or bool(form.marks.data))
        brought = importing.bring_in(make_phone_key(), games, deleted_too=bool(form.deleted.data))
    except UnreadableError as problem:
        return _page(form, [unreadable_line(problem)])
    note_made(brought.added)
    said = brought_line(brought.added, brought.known)
    if not brought.deleted:
        return go_on(url_for("home.page"), said)
    return _left(brought, said)


def _looked(form: BringForm, text: str, games: tuple[Incoming, ...]) -> Response:
    """Games that another program counted, and how they differ from ours; nothing is saved. A text
    that is too long to be held is to be chosen again."""
    held, gone = importing.uids_in(phones.book_id(phone_key()))
    looks = looks_of(games, held, () if form.deleted.data else gone)
    return show(
        "looked.html",
        "looked.html",
        looks=looks,
        count=len(games),
        known=sum(one.uid in held for one in games),
        further=len(games) - len(looks),
        differ=any(one.marks for one in games if one.uid not in held),
        deleted=bool(form.deleted.data),
        held=text if len(text) <= LONGEST_HELD else "",
    )


def _left(brought: Brought, said: str) -> Response:
    """What was done, and the games that stay deleted, to be brought back by one tap."""
    held = "".join(json_pieces(brought.deleted))
    lines = [said] if brought.added or brought.known else []
    return _page(
        None,
        said=[*lines, deleted_line(len(brought.deleted))],
        held=held if len(held) <= LONGEST_HELD else "",
    )


def _page(
    form: BringForm | None,
    problems: list[str] | None = None,
    said: list[str] | None = None,
    held: str = "",
) -> Response:
    return show(
        "bring.html",
        "bring.html",
        422 if problems else 200,
        form=form or BringForm(formdata=None),
        text=form.text.shown() if form else "",
        said=said or [],
        held=held,
        problems=problems or [],
    )
