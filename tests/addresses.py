"""Every address of the program, with a valid request for each method and the roles that may send
it.

A new route is added only here: the tests of roles, secrets, errors, fields, paths and statements
all read this list.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from werkzeug.routing import MapAdapter, Rule
from wtforms import BooleanField

from scorekeeper.forms.start import HouseForm
from scorekeeper.keys import join_code
from scorekeeper.rules.game import LONGEST_NOTE
from scorekeeper.rules.variants.custom import MORE
from scorekeeper.rules.variants.variants import MOST_PLAYERS
from tests.cast import UNKNOWN, Cast, Role
from tests.exchange.made import of, text_of
from tests.rules.notation import play

Values = Sequence[str | bytes]
Form = Mapping[str, Values]
EVERYBODY = frozenset(Role)
PHONES = EVERYBODY - {Role.NOBODY}
"""The roles that have a page with a token."""
KEEPERS = frozenset({Role.KEEPER, Role.GUEST})
SHARERS = KEEPERS | {Role.MATE}
OWNERS = frozenset({Role.KEEPER})
BOOK = frozenset({Role.KEEPER, Role.MATE})
"""The roles that share the book."""


@dataclass(frozen=True)
class Request:
    """A valid request for an address; words in capitals are those of ``WORDS``.

    ``may`` are the roles for which it works, ``by`` is the role with which the tests send it, and
    the roles in ``has`` already have its result: they get a page. A line of a value is one value.
    ``after`` is the address of the request that must precede it; ``hides``: in hand 3 the phones
    enter hidden bids. ``leads_on``: another page answers.
    """

    method: str
    address: str
    may: frozenset[Role]
    fields: dict[str, str] = field(default_factory=dict)
    by: Role = Role.KEEPER
    has: frozenset[Role] = frozenset()
    after: str = ""
    hides: bool = False
    leads_on: bool = False

    def status(self, role: Role) -> int:
        """The status for this role."""
        if role in self.may:
            shows = self.method == "GET" and not self.leads_on
            return 200 if shows or role in self.has else 303
        if Role.FOLLOWER in self.may:
            # Anyone who may see the game gets the reason.
            return 422
        return (
            404 if self.method == "GET" or self.address.startswith(("/g/", "/people/ANN")) else 422
        )


def _get(may: frozenset[Role], *addresses: str) -> list[Request]:
    return [Request("GET", address, may) for address in addresses]


def _post(
    address: str, fields: dict[str, str], may: frozenset[Role] = KEEPERS, **more: Any
) -> Request:
    return Request("POST", address, may, fields, **more)


TAP = {"tap": "the-number-of-a-tap", "knows": "that-of-one-before"}
NEW = TAP | {"revision": ""}
SAVE = TAP | {"revision": "4", "ago": "60"}
BIDS = {"bid_0": "1", "bid_1": "0", "bid_2": "0"}
TRICKS = {"tricks_0": "1", "tricks_1": "1", "tricks_2": "0"}
CORRECTED = {"tricks_0": "0", "tricks_1": "1", "tricks_2": "0"}
TRUMP = {"turned": "wizard", "named": "clubs"}
SWITCHES = [
    name
    for name in dir(HouseForm)
    if getattr(getattr(HouseForm, name), "field_class", None) is BooleanField
]
"""The house rules that are switches."""
HOUSE = dict.fromkeys(SWITCHES, "y") | {"fewest": "4", "clock": "90"}
LENGTH = {"length": "list", "first": "1", "last": "4", "sizes": "2, 3"}
SEATS = {"variant": "wizard", "name": "Uma\nVic\nWim", "token": "t", "dealer": "0", "start": "1"}
SEATS |= {"colour": "1\nseat\n", "cards": "suits"}
CUSTOM = {"own_bonus": "20", "own_trick": "10", "own_miss": "10", "own_zero": "20", "own_name": ""}
CUSTOM |= {f"own_{name}": "" for name in MORE} | {"goal": "", "turn": "", "without": ""}
KEPT = {"kept": "y", "captures": "y", "deck": "60", "trump": "wizard"} | CUSTOM
BUTTONS = {
    "up": "1",
    "down": "0",
    "use": "Ben",
    "group": "x",
    "draw": "1",
    "paint": "0-1",
    "own": "x",
    "forget": "x",
}
JOINS = {"name": "Dora", "begins": "points", "begins_at": "-30", "after": "0"}
OLDER = {"void": "0", "cloud": "", "extra": "", "points": "-10\n5\n", "reason": "late\n\n"}
EXTRAS = {"void": "0", "cloud": "", "held": "", "king_0": "0"}
EXTRAS |= {"points_0": "-10", "reason_0": "late", "points_1": "5"}
PLAYED = of(play("wizard", 3, "h 011/001", sizes=(1, 2)), began=datetime.now(UTC))
FILE = text_of(PLAYED).replace("\n", " ")
SHOWN = {"deleted": "y", "shown": "y", "marks": "y"}
NOBODYS = {f"{what}_{seat}": "" for what in ("bid", "tricks") for seat in range(3, MOST_PLAYERS)}
"""Fields of seats that this game does not have."""

REQUESTS = (
    *_get(
        EVERYBODY,
        "/",
        "/new",
        "/new/ahead/variant=wizard&cards=suits",
        "/g/~TAP",
        "/join",
        "/history.csv",
        "/static/app.js",
        "/healthz",
        "/book",
    ),
    *_get(EVERYBODY, "/language"),
    *_get(EVERYBODY, "/sw.js", "/manifest.webmanifest"),
    *_get(
        EVERYBODY,
        "/people",
        "/people/season",
        "/people/hands",
        "/history",
        "/book/bring",
        "/history.json",
    ),
    *_get(BOOK, "/people/ANN", "/people/ANN/with/BEN"),
    # Only with a contact, or an authority of its own (tests/web/test_trust.py).
    *_get(frozenset(), "/.well-known/security.txt", "/trust", "/trust/scorekeeper.crt"),
    *_get(EVERYBODY, "/link/TOKEN", "/g/KEY", "/g/KEY.csv", "/g/KEY.json", "/g/KEY/table"),
    *_get(EVERYBODY, "/g/KEY/share", "/g/KEY/log", "/g/KEY/howto", "/g/KEY/paper"),
    *_get(EVERYBODY, "/g/KEY/ahead"),
    *(
        Request("GET", f"/g/KEY/picture{shape}", EVERYBODY, after="/g/KEY/end")
        for shape in ("", "-tall", "-wide")
    ),
    Request("GET", "/g/KEY/more", KEEPERS, after="/g/KEY/end"),
    Request("GET", "/g/KEY/bgstats", EVERYBODY, after="/g/KEY/end", leads_on=True),
    Request("GET", "/try", EVERYBODY, leads_on=True),
    *_get(
        KEEPERS,
        "/g/KEY/hands/1",
        "/g/KEY/hands/1/points",
        "/g/KEY/hands/2/dealer",
        "/g/KEY/rules",
        "/g/KEY/about",
        "/g/KEY/players",
        "/g/KEY/players/new",
        "/g/KEY/players/leave",
        "/g/KEY/players/1",
        "/g/KEY/phones",
        "/g/KEY/sealed",
    ),
    *(
        Request("GET", f"/g/KEY/{older}", KEEPERS, leads_on=True)
        for older in ("extras", "hands/2/all-extras")
    ),
    *_get(OWNERS, "/g/KEY/delete"),
    _post("/new", SEATS | KEPT | HOUSE | LENGTH | BUTTONS | NEW, PHONES),
    _post("/try", NEW, PHONES),
    _post("/join", NEW | {"code": "CODE"}, EVERYBODY),
    _post("/language", NEW | {"language": "en", "page": "/g/KEY"}, EVERYBODY),
    _post("/link/TOKEN", SAVE | {"name": "Ben’s phone"}, PHONES, by=Role.FOLLOWER, has=KEEPERS),
    _post("/book/name", SAVE | {"name": "Ben’s phone", "game": "x"}, PHONES),
    _post("/book/bring", SAVE | {"text": FILE, **SHOWN}, PHONES),
    _post("/book/link", SAVE, PHONES),
    _post("/book/recovery", SAVE | {"replace": "1"}, PHONES),
    _post("/book/phones", SAVE | {"phone": "MIA"}, PHONES),
    _post("/people/ANN/name", SAVE | {"name": "Uma"}, BOOK),
    _post("/people/ANN/merge", SAVE | {"into": "UMA"}, BOOK, after="/new"),
    _post("/people/ANN/split", SAVE | {"game": "KEY", "name": "Uma"}, BOOK),
    _post("/people/ANN/hide", SAVE | {"hidden": "y"}, BOOK),
    _post("/people/ANN/colour", SAVE | {"colour": "3"}, BOOK),
    _post("/people/undo", SAVE | {"change": "CHANGE"}, BOOK, after="/people/ANN/hide"),
    _post("/g/KEY/hands/2/trump", SAVE | TRUMP | {"touched": "turned"}),
    _post("/g/KEY/hands/2/bids", SAVE | BIDS | {"touched": "bid_0"}),
    _post(
        "/g/KEY/hands/2/tricks",
        SAVE
        | TRICKS
        | {"revision": "5", "negated": "", "touched": "tricks_0", "score": "1", "made": ""},
        after="/g/KEY/hands/2/bids",
    ),
    _post(
        "/g/KEY/hands/2/whole",
        SAVE
        | TRUMP
        | BIDS
        | TRICKS
        | {"negated": "", "touched": "turned bid_0", "score": "1", "made": ""}
        | {"drawn": "2-1", "more": ""},
    ),
    _post(
        "/g/KEY/hands/1",
        SAVE | TRUMP | BIDS | CORRECTED | NOBODYS | EXTRAS | {"dealer": "2", "negated": ""},
    ),
    _post("/g/KEY/hands/2/all-extras", SAVE | OLDER | {"touched": "points.0"}),
    _post(
        "/g/KEY/hands/2/extras",
        SAVE | EXTRAS | {"void": "1", "revision": "5", "touched": "void"},
        after="/g/KEY/rules",
    ),
    _post("/g/KEY/hands/2/dealer", SAVE | {"dealer": "2"}),
    _post("/g/KEY/sealed", SAVE | {"on": "y"}),
    _post(
        "/g/KEY/hands/3/sealed",
        SAVE | {"bid_1": "1", "touched": "bid_1"},
        PHONES,
        by=Role.FOLLOWER,
        hides=True,
    ),
    _post("/g/KEY/hands/3/open", SAVE, hides=True, after="/g/KEY/hands/3/sealed"),
    _post("/g/KEY/hands/3/free", SAVE | {"seat": "1"}, hides=True, after="/g/KEY/hands/3/sealed"),
    _post("/g/KEY/undo", SAVE | {"target": "4", "undoes": ""}),
    _post("/g/KEY/redo", SAVE | {"revision": "5"}, after="/g/KEY/undo"),
    _post("/g/KEY/end", SAVE | {"hands": "1"}),
    _post("/g/KEY/more", SAVE | {"revision": "5", "hands": "1"}, after="/g/KEY/end"),
    _post("/g/KEY/about", SAVE | dict.fromkeys(LONGEST_NOTE, "Rain")),
    _post("/g/KEY/rules", SAVE | HOUSE | LENGTH),
    _post("/g/KEY/players", SAVE | {"name": "Uma\nBen\nCem"}),
    _post("/g/KEY/players/new", SAVE | JOINS),
    _post(
        "/g/KEY/players/1",
        SAVE | {"revision": "5", "away": "y"},
        after="/g/KEY/players/new",
    ),
    _post(
        "/g/KEY/players/3/out",
        SAVE | {"revision": "5", "number": "2", "out": ""},
        after="/g/KEY/players/new",
    ),
    _post("/g/KEY/rematch", SAVE),
    _post("/g/KEY/delete", SAVE, OWNERS),
    _post("/g/KEY/phones", SAVE | {"phone": "GIL"}),
    _post("/g/KEY/pass", SAVE | {"hand_over": "y"}),
    _post("/g/KEY/claim", SAVE, SHARERS, by=Role.MATE),
)
GETS = {request.address: request for request in REQUESTS if request.method == "GET"}
POSTS = {request.address: request for request in REQUESTS if request.method == "POST"}
FIELDS = sorted({name for request in POSTS.values() for name in request.fields})

NO_PAGES = ("/g/KEY.csv", "/g/KEY.json", "/g/KEY/ahead", "/g/KEY/hands/1/points")
PAGES = [
    request.address.removeprefix("/g/KEY")
    for request in GETS.values()
    if request.address.startswith("/g/KEY")
    and request.address not in NO_PAGES
    and not (request.after or request.leads_on)
]
"""The pages of a running game, below its address."""

WORDS: dict[str, Callable[[Cast], str]] = {
    "KEY": lambda cast: cast.key,
    "yek": lambda cast: cast.key.swapcase(),
    "THEIRS": lambda cast: cast.theirs,
    "UNKNOWN": lambda _: UNKNOWN,
    "CODE": lambda cast: join_code(cast.key),
    "TOKEN": lambda cast: cast.pencil().rpartition("/")[2],
    "BOOK": lambda cast: cast.book_link().rpartition("/")[2],
    "RECOVERY": lambda cast: cast.recovery().rpartition("/")[2],
    "GIL": lambda cast: cast.id_of("Gil’s phone", f"{cast.path}/phones"),
    "ANN": lambda cast: cast.person("Ann"),
    "BEN": lambda cast: cast.person("Ben"),
    "UMA": lambda cast: cast.person("Uma"),
    "CHANGE": lambda cast: cast.change(),
    "MIA": lambda cast: cast.id_of("Mia’s phone"),
}
"""Placeholders, with the values of a cast that replace them."""


def put_in(cast: Cast, text: str) -> str:
    """The text with its placeholders replaced."""
    return re.sub("|".join(WORDS), lambda word: WORDS[word[0]](cast), text)


def fields_of(cast: Cast, request: Request) -> dict[str, Any]:
    """The fields of a request, as they are sent by this cast."""
    return {name: put_in(cast, text).split("\n") for name, text in request.fields.items()}


def prepare(cast: Cast, request: Request) -> None:
    """Send the requests that must precede this one."""
    if request.hides:
        cast.hide_bids()
    if request.after:
        # A save with the same tap number would be a copy.
        first = fields_of(cast, POSTS[request.after]) | {"tap": []}
        assert cast.post(request.by, put_in(cast, request.after), **first).status_code == 303


def opened(cast: Cast) -> list[str]:
    """The paths of all addresses that can be opened, for the cast's game."""
    known = [address.replace("TOKEN", UNKNOWN) for address in GETS]
    return [put_in(cast, address) for address in known]


def rule_of(request: Request, adapter: MapAdapter) -> tuple[Rule, dict[str, str]]:
    """The route of a request, and the parts of its address."""
    # A word in place of a number matches no route.
    address = request.address.replace("/ANN", "/1").replace("/BEN", "/2")
    rule, parts = adapter.match(address, method=request.method, return_rule=True)
    return rule, {name: str(value) for name, value in parts.items()}
