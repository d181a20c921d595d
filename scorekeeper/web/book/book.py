"""This phone and its book: its name, the phones that share the book, and the recovery link."""

from collections.abc import Sequence

from flask import Blueprint, Response, current_app, url_for

from scorekeeper.forms.book import NameForm, PhoneForm, RecoveryForm
from scorekeeper.http.addresses import recovery_address, shown_link
from scorekeeper.http.answers import redirect_to, show
from scorekeeper.http.cookies import make_phone_key, phone_key
from scorekeeper.http.guard import making
from scorekeeper.http.save_form import SaveForm
from scorekeeper.language import gettext
from scorekeeper.store import phones
from scorekeeper.store.mapping.stored import UnknownGameError
from scorekeeper.store.sharing import books, links

bp = Blueprint("book", __name__, url_prefix="/book")


@bp.get("")
def page() -> Response:
    """Name, phones, a link for another phone, the recovery link."""
    return _page()


@bp.post("/name")
@making()
def rename() -> Response:
    """Give this phone a name."""
    form = NameForm()
    if not form.validate_on_submit():
        return _page(form.sentences(), named=form)
    phones.rename(make_phone_key(), form.name.data or "")
    if form.game.data:
        return redirect_to(url_for("phones.page", key=form.game.data), gettext("Saved"))
    if form.event.data:
        return redirect_to(url_for("desk_phones.page", key=form.event.data), gettext("Saved"))
    return redirect_to(url_for("book.page"), gettext("Saved"))


@bp.post("/link")
@making()
def make_link() -> Response:
    """Make a link that lets another phone share this book."""
    form = SaveForm()
    if not form.validate_on_submit():
        return _page(form.sentences())
    links.make(make_phone_key())
    return redirect_to(url_for("book.page", _anchor="link"))


@bp.post("/recovery")
@making()
def renew() -> Response:
    """Show a recovery link, or a new one that replaces all links of the book."""
    form = RecoveryForm()
    if not form.validate_on_submit():
        return _page(form.sentences())
    books.renew_recovery(make_phone_key(), form.replace.data)
    return redirect_to(url_for("book.page", _anchor="recovery"))


@bp.post("/phones")
def remove_phone() -> Response:
    """Remove a phone from the book."""
    form = PhoneForm()
    if not form.validate_on_submit():
        return _page(form.sentences())
    try:
        books.remove_phone(phone_key(), form.phone.data)
    except UnknownGameError:
        return redirect_to(url_for("book.page"), gettext("That phone does not share this book"))
    return redirect_to(url_for("book.page"), gettext("That phone no longer shares this book"))


def _page(problems: Sequence[str] = (), named: NameForm | None = None) -> Response:
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
