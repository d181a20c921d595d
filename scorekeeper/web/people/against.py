"""Two people of this phone's book, in the games that both finished."""

from flask import Blueprint, Response

from scorekeeper.drawing.charts import share_length
from scorekeeper.http.answers import show
from scorekeeper.http.book_figures import figures_of, unread_of
from scorekeeper.http.cookies import phone_key
from scorekeeper.http.gate import dear
from scorekeeper.rules.statistics.careers import share
from scorekeeper.rules.statistics.figures import Duel
from scorekeeper.store import phones
from scorekeeper.store.people.persons import UnknownPersonError
from scorekeeper.store.statistics import careers, people
from scorekeeper.store.statistics.people import PersonLine
from scorekeeper.words.figures import duel_cards

bp = Blueprint("against", __name__, url_prefix="/people/<int:person_id>/with")


@bp.get("/<int:other_id>")
@dear
def page(person_id: int, other_id: int) -> Response:
    """The games in which each ended ahead of the other, and the mean lead."""
    book = phones.book_id(phone_key()) or 0
    people.root_of(book, person_id)
    one, other, found = figures_of(
        book, (person_id, other_id), lambda: _found(book, person_id, other_id)
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


def _found(book: int, person_id: int, other_id: int) -> tuple[PersonLine, PersonLine, Duel]:
    one, other = people.named(book, person_id), people.named(book, other_id)
    if one.id == other.id:
        raise UnknownPersonError(other_id)
    return one, other, careers.duel_of(book, one.id, other.id)
