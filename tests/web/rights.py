"""Phones with rights in one evening, and everything that these rights allow.

Ann owns a book with a game and an event, whose first round runs at two tables. Ben gets rights in
one of the ways of ``HOLDERS``, and makes links as long as he may. Cem is a stranger.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from flask import Flask

from scorekeeper.store import phones
from tests.addresses import GETS, OF_ACTS, OF_DESK, POSTS
from tests.cast import COOKIE, shown_link
from tests.desk import Desk
from tests.requests import EVERYBODY, PHONES
from tests.table import Table

HANDS = {"hands_4": "1, 2, 3", "rounds": "3", "table_size": "4", "remainder": "4"}
NAMES = ("Ann", "Ben", "Cem", "Dan", "Eva", "Fay", "Gil", "Hal")
EVENT = re.compile(r"^/e/[A-Z]+")
OPEN = (EVERYBODY, PHONES)


class Try(NamedTuple):
    """A request that a right allows: its address, and its fields; None to open a page."""

    path: str
    fields: dict[str, Any] | None


@dataclass
class Evening:
    """The phones, and what Ben may: the events that he runs, or (``enters``) whose results he
    enters, the games whose score he keeps, and
    a person of Ann's book, if he shares it. ``may_claim``: he still runs the event, and so may keep
    score again. ``links`` are those that he made, and ``slips`` the
    addresses of slips that he used."""

    app: Flask
    ann: Table
    ben: Table
    cem: Table
    desk: Desk
    game: str
    runs: bool = False
    enters: bool = False
    may_claim: bool = False
    keeps: list[str] = field(default_factory=list)
    person: str = ""
    links: list[str] = field(default_factory=list)
    slips: list[str] = field(default_factory=list)

    def did(self, sender: Table, path: str, /, **fields: Any) -> None:
        """Send a form that must succeed."""
        answer = sender.post(path, **fields)
        assert answer.status_code == 303, (path, answer.text)

    def link(self, phone: Table, path: str, page: str, /, **fields: Any) -> str:
        """A new link of a phone, from the page that shows it."""
        self.did(phone, path, **fields)
        return shown_link(phone.client.get(page).text)

    def pencil(self, game: str, phone: Table) -> str:
        """A new link for a game's score."""
        return self.link(phone, f"{game}/pass", f"{game}/phones")

    def id_of(self, phone: Table) -> str:
        """The number of a phone."""
        cookie = phone.client.get_cookie(COOKIE)
        with self.app.app_context():
            found = phones.find(cookie.value if cookie else "")
        assert found
        return str(found.id)

    @property
    def table(self) -> str:
        """The address of the game at table 1."""
        return self.desk.game()

    @property
    def at_table(self) -> str:
        """The desk's address of table 1."""
        return f"{self.desk.path}/desk/round/1/table/1"

    def finish(self) -> None:
        """Let the desk enter all results by hand, and close the round."""
        for number in (1, 2):
            totals, made = ["30", "20", "20", "-10"], [""] * 4
            self.desk.did(f"round/1/table/{number}/by-hand", totals=totals, made=made)
        self.desk.did("close")


def evening(app: Flask) -> Evening:
    """Ann's book, with a game in hand 2 and an event in round 1."""
    clients = [app.test_client() for _ in range(3)]
    ann, ben, cem = map(Table, clients)
    game = ann.start("Ann", "Ben", "Cem")
    ann.play("hearts", (0, 1, 1), (0, 0, 1))
    ann.turn("spades")
    desk = Desk(clients[0])
    desk.create(*NAMES, **HANDS)
    desk.seat((1, 2, 3, 4), (5, 6, 7, 8))
    desk.did("publish", "start")
    return Evening(app, ann, ben, cem, desk, game)


def play(one: Evening, phone: Table, number: int = 1) -> None:
    """Play hand 1 at a table, and turn up the trump of hand 2."""
    table = Table(phone.client)
    table.key, table.players = one.desk.game(number).rsplit("/", 1)[1], NAMES[:4]
    table.play("hearts", (1, 0, 0, 0), (1, 0, 0, 0))
    table.turn("spades")


def of_book(one: Evening) -> None:
    """Ben shares the book, and takes every right that this allows; at table 2 by its slip."""
    one.did(one.ben, one.link(one.ann, "/book/link", "/book"), name="Ben’s phone")
    one.did(one.ben, f"{one.desk.path}/desk/claim")
    one.did(one.ben, f"{one.at_table}/keep", answer="keep")
    one.did(one.ben, f"{one.game}/claim")
    one.did(one.ben, one.desk.slip(2))
    for number in (1, 2):
        play(one, one.ben, number)
    one.slips, one.runs = [one.desk.slip(2)], True
    one.keeps = [one.table, one.desk.game(2), one.game]
    found = re.search(r'href="/people/(\d+)"', one.ben.client.get("/people").text)
    assert found
    one.person = found[1]
    one.links = [one.pencil(game, one.ben) for game in one.keeps]
    one.links.append(one.link(one.ben, "/book/link", "/book"))
    phones_ = f"{one.desk.path}/desk/phones"
    one.links.append(one.link(one.ben, f"{phones_}/link", phones_))


def of_desk(one: Evening) -> None:
    """Ben runs the event by a link, and keeps score at table 1 because of that."""
    one.did(one.ben, one.desk.link(), name="Ben’s phone")
    one.did(one.ben, f"{one.at_table}/keep", answer="keep")
    play(one, one.ben)
    one.runs, one.keeps = True, [one.table]
    phones_ = f"{one.desk.path}/desk/phones"
    one.links = [one.pencil(one.table, one.ben), one.link(one.ben, f"{phones_}/link", phones_)]


def of_help(one: Evening) -> None:
    """Ben enters results by a link."""
    phones_ = f"{one.desk.path}/desk/phones"
    one.did(one.ann, f"{phones_}/link", helps="y")
    page = one.ann.client.get(phones_).text
    one.did(one.ben, shown_link(page, "helper-address"), name="Ben’s phone")
    one.enters = True


def of_slip(one: Evening) -> None:
    """Ben keeps score at table 1 by its slip."""
    one.did(one.ben, one.desk.slip(1))
    play(one, one.ben)
    one.keeps, one.slips = [one.table], [one.desk.slip(1)]
    one.links = [one.pencil(one.table, one.ben)]


def of_link(one: Evening) -> None:
    """Ben keeps the score of the ordinary game by a link."""
    one.did(one.ben, one.pencil(one.game, one.ann), name="Ben’s phone")
    one.keeps, one.links = [one.game], [one.pencil(one.game, one.ben)]


def of_correction(one: Evening) -> None:
    """Ben runs the event by a link, and corrects table 1 of the closed round."""
    play(one, one.desk.at(one.app.test_client(), 1))
    one.did(one.ben, one.desk.link(), name="Ben’s phone")
    one.finish()
    one.did(one.ben, f"{one.at_table}/correct", reason="late")
    one.keeps = [one.table]


def of_host(one: Evening) -> None:
    """Ann brings her event into Cem's book; Ben shares that, and runs the event because of it."""
    one.cem.start("Uma", "Vic", "Wim")
    for phone in (one.ann, one.ben):
        one.did(phone, one.link(one.cem, "/book/link", "/book"), name="")
    one.did(one.ben, f"{one.desk.path}/desk/claim")
    one.did(one.ben, f"{one.at_table}/keep", answer="keep")
    play(one, one.ben)
    one.runs, one.keeps = True, [one.table]
    phones_ = f"{one.desk.path}/desk/phones"
    one.links = [one.pencil(one.table, one.ben), one.link(one.ben, f"{phones_}/link", phones_)]


Step = Callable[[Evening], None]


def _sent(who: str, path: str, /, **fields: Any) -> Step:
    """A form of a phone (``ann``, ``ben``, ``cem``); BEN in a field is the number of Ben's."""

    def step(one: Evening) -> None:
        address = path.format(desk=f"{one.desk.path}/desk", table=one.at_table, game=one.game)
        number = one.id_of(one.ben)
        given = {name: number if text == "BEN" else text for name, text in fields.items()}
        one.did(getattr(one, who), address, **given)

    return step


def joins_another_book(one: Evening) -> None:
    one.cem.start("Uma", "Vic", "Wim")
    one.did(one.ben, one.link(one.cem, "/book/link", "/book"), name="")


def ended_under_phones(one: Evening) -> None:
    one.did(one.ann, f"{one.at_table}/keep", answer="keep")
    one.did(one.ann, f"{one.table}/phones", phone=one.id_of(one.ben))


def passed_to_another(one: Evening) -> None:
    one.did(one.cem, one.desk.slip(1), name="Ann")
    one.did(one.ann, f"{one.at_table}/pencil", answer="yes", phone=one.id_of(one.cem))


def round_closed(one: Evening) -> None:
    one.finish()


def event_ended(one: Evening) -> None:
    one.finish()
    one.desk.did("end")


def reopened_and_called_back(one: Evening) -> None:
    one.finish()
    one.desk.did("reopen", "round/1/table/1/pencil", answer="back")


def corrected_by_another(one: Evening) -> None:
    one.desk.did("round/1/table/1/correct", reason="late")


def end_of_corrected(one: Evening) -> None:
    one.desk.did("end")


def end_undone(one: Evening) -> None:
    one.desk.did("end")
    one.desk.did("undo", number=one.desk.stored.revision)


def reopened(one: Evening) -> None:
    one.desk.did("reopen")
    one.may_claim = True


def event_deleted(one: Evening) -> None:
    one.desk.did("delete")


REMOVED = _sent("ann", "/book/phones", phone="BEN")
FROM_DESK = _sent("ann", "{desk}/phones", phone="BEN")
LEFT_DESK = _sent("ben", "{desk}/phones", phone="BEN")
CALLED_BACK = _sent("ann", "{table}/pencil", answer="back")
WAYS: dict[str, tuple[Step, Step]] = {
    "removed from the book": (of_book, REMOVED),
    "leaves the book": (of_book, _sent("ben", "/book/phones", phone="BEN")),
    "joins another book": (of_book, joins_another_book),
    "the event's book moves away": (
        of_host,
        lambda one: one.did(one.ann, "/book/phones", phone=one.id_of(one.ann)),
    ),
    "removed from the desk": (of_desk, FROM_DESK),
    "leaves the desk": (of_desk, LEFT_DESK),
    "a helper is removed": (of_help, FROM_DESK),
    "the event is deleted under its desk": (of_desk, event_deleted),
    "the event is deleted": (of_slip, event_deleted),
    "called back": (of_slip, CALLED_BACK),
    "called back in a round that is open again": (of_slip, reopened_and_called_back),
    "ended under Phones that keep score": (of_slip, ended_under_phones),
    "passed to another phone": (of_slip, passed_to_another),
    "the round is closed": (of_slip, round_closed),
    "the event has ended": (of_slip, event_ended),
    "ended in an ordinary game": (of_link, _sent("ann", "{game}/phones", phone="BEN")),
    "the correction is done": (of_correction, _sent("ann", "{table}/done")),
    "another phone corrects": (of_correction, corrected_by_another),
    "removed from the desk during a correction": (of_correction, FROM_DESK),
    "the event ends during a correction": (of_correction, end_of_corrected),
    "the end is undone": (of_correction, end_undone),
    "the corrected round is open again": (of_correction, reopened),
}
"""How Ben got his rights, and how he loses all of them."""


def allowed(one: Evening) -> Iterator[Try]:
    """Every request of the registry that Ben's rights allow."""
    for address, request in GETS.items():
        if request.may not in OPEN:
            yield from (Try(path, None) for path in _paths(one, address))
    for address, request in POSTS.items():
        if request.may not in OPEN:
            fields = {name: _plain(one, text) for name, text in request.fields.items()}
            # The numbers of taps, by which a request would be a repeat.
            sent = {name: texts for name, texts in fields.items() if name not in ("tap", "knows")}
            yield from (Try(path, sent) for path in _paths(one, address))


def _paths(one: Evening, address: str) -> Iterator[str]:
    """The paths of an address for what Ben had a right to."""
    if one.runs and re.match("/e/[A-Z]+/(desk|print|help)", address):
        yield EVENT.sub(one.desk.path, address)
    if one.enters and re.match("/e/[A-Z]+/help", address):
        yield EVENT.sub(one.desk.path, address)
    if one.person and address.startswith("/people/ANN"):
        yield address.replace("ANN", one.person).replace("BEN", one.person)
    if address.startswith("/g/KEY"):
        of_desk = OF_ACTS if one.runs else OF_ACTS | OF_DESK
        games = (game for game in one.keeps if game == one.game or address not in of_desk)
        yield from (address.replace("/g/KEY", game) for game in games)


def _plain(one: Evening, text: str) -> list[str]:
    """The values of a field, with numbers in place of the words of the cast."""
    if re.fullmatch("[A-Z]+_AT", text):
        return [str(one.desk.stored.revision)]
    return [re.sub("^[A-Z_]{3,}$", "1", value) for value in text.split("\n")]
