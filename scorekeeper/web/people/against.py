"""Two people of this phone's book, in the games that both finished."""

from flask import Blueprint, Response

from scorekeeper.drawing.chart import share_length
from scorekeeper.http.answers import show
from scorekeeper.http.device import phone_key
from scorekeeper.rules.statistics.careers import share
from scorekeeper.store import phones
from scorekeeper.store.people.persons import UnknownPersonError
from scorekeeper.store.statistics import careers, figures, people
from scorekeeper.words.figures import duel_cards

bp = Blueprint("against", __name__, url_prefix="/people/<int:person_id>/with")


@bp.get("/<int:other_id>")
def page(person_id: int, other_id: int) -> Response:
    """The games in which each ended ahead of the other, and the mean lead."""
    book = phones.book_id(phone_key()) or 0
    people.root_of(book, person_id)
    whole = figures.calculate(book)
    one, other = people.named(book, person_id), people.named(book, other_id)
    if one.id == other.id:
        raise UnknownPersonError(other_id)
    found = careers.duel_of(book, one.id, other.id)
    ahead = share_length(share(found.ahead, found.games))
    return show(
        "against.html",
        one=one,
        other=other,
        cards=duel_cards(found),
        games=found.games,
        ahead=ahead,
        until=ahead + share_length(share(found.level, found.games)),
        whole=whole,
    )
