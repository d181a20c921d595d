"""Every address of the program, with a valid request for each method and the roles that may send
it.

A new route is added only here, or to ``event_requests``: the tests of roles, secrets, errors,
fields, paths and statements all read this list.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from werkzeug.routing import MapAdapter, Rule
from wtforms import BooleanField

from scorekeeper.forms.start import HouseForm
from scorekeeper.keys import join_code
from scorekeeper.rules.game import LONGEST_NOTE
from scorekeeper.rules.variants.variants import MORE_POINTS, MOST_PLAYERS
from tests.cast import UNKNOWN, Cast, Role
from tests.event_requests import EVENT_REQUESTS, EVENT_WORDS
from tests.exchange.made import of, text_of
from tests.requests import (
    BOOK,
    EVERYBODY,
    KEEPERS,
    NEW,
    OWNERS,
    PHONES,
    SAVE,
    SHARERS,
    Request,
    get_all,
    post,
)
from tests.rules.notation import play

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
SEATS |= {"colour": "1\nseat\n", "cards": "suits", "count": "4"}
CUSTOM = {"own_bonus": "20", "own_trick": "10", "own_miss": "10", "own_zero": "20", "own_name": ""}
CUSTOM |= {f"own_{name}": "" for name in MORE_POINTS} | {"goal": "", "turn": "", "without": ""}
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
EXTRAS |= {"points_0": "-10", "reason_0": "late", "sign_0": "penalty", "points_1": "5"}
PLAYED = of(play("wizard", 3, "h 011/001", sizes=(1, 2)), began=datetime.now(UTC))
FILE = text_of(PLAYED).replace("\n", " ")
SHOWN = {
    "deleted": "y",
    "shown": "y",
    "marks": "y",
    "letters": "",
    "read_as": "",
    "kind": "",
    "plain": "y",
    "cells": "",
}
NOBODYS = {f"{what}_{seat}": "" for what in ("bid", "tricks") for seat in range(3, MOST_PLAYERS)}
"""Fields of seats that this game does not have."""

REQUESTS = (
    *get_all(
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
    *get_all(EVERYBODY, "/language"),
    *get_all(EVERYBODY, "/sw.js", "/manifest.webmanifest"),
    *get_all(
        EVERYBODY,
        "/people",
        "/people/season",
        "/people/hands",
        "/history",
        "/book/bring",
        "/history.json",
    ),
    *get_all(BOOK, "/people/ANN", "/people/ANN/with/BEN"),
    # Exists only with a contact, or with an authority (tests/web/test_trust.py).
    *get_all(frozenset(), "/.well-known/security.txt", "/trust", "/trust/scorekeeper.crt"),
    *get_all(EVERYBODY, "/link/TOKEN", "/g/KEY", "/g/KEY.csv", "/g/KEY.json", "/g/KEY/table"),
    *get_all(EVERYBODY, "/g/KEY/share", "/g/KEY/log", "/g/KEY/howto", "/g/KEY/paper"),
    *get_all(EVERYBODY, "/g/KEY/ahead"),
    *(
        Request("GET", f"/g/KEY/picture{shape}", EVERYBODY, after="/g/KEY/end")
        for shape in ("", "-tall", "-wide")
    ),
    Request("GET", "/g/KEY/more", KEEPERS, after="/g/KEY/end"),
    Request("GET", "/g/KEY/bgstats", EVERYBODY, after="/g/KEY/end", leads_on=True),
    Request("GET", "/try", EVERYBODY, leads_on=True),
    *get_all(
        KEEPERS,
        "/g/KEY/hands/1",
        "/g/KEY/hands/1/points",
        "/g/KEY/hands/1/new",
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
    *get_all(OWNERS, "/g/KEY/delete"),
    post("/new", SEATS | KEPT | HOUSE | LENGTH | BUTTONS | NEW, PHONES),
    post("/try", NEW, PHONES),
    post("/join", NEW | {"code": "CODE"}, EVERYBODY),
    post("/language", NEW | {"language": "en", "scheme": "dark", "page": "/g/KEY"}, EVERYBODY),
    post("/watching", NEW | {"game": "KEY"}, EVERYBODY),
    post("/link/TOKEN", SAVE | {"name": "Ben’s phone"}, PHONES, by=Role.FOLLOWER, has=KEEPERS),
    post("/book/name", SAVE | {"name": "Ben’s phone", "game": "x", "event": "x"}, PHONES),
    post("/book/bring", SAVE | {"text": FILE, **SHOWN, "day-0": "2024-05-06"}, PHONES),
    post("/book/link", SAVE, PHONES),
    post("/book/recovery", SAVE | {"replace": "1"}, PHONES),
    post("/book/phones", SAVE | {"phone": "MIA"}, PHONES),
    post("/people/ANN/name", SAVE | {"name": "Uma"}, BOOK),
    post("/people/ANN/merge", SAVE | {"into": "UMA"}, BOOK, after="/new"),
    post("/people/ANN/split", SAVE | {"game": "KEY", "name": "Uma"}, BOOK),
    post("/people/ANN/hide", SAVE | {"hidden": "y"}, BOOK),
    post("/people/ANN/colour", SAVE | {"colour": "3"}, BOOK),
    post("/people/undo", SAVE | {"change": "CHANGE"}, BOOK, after="/people/ANN/hide"),
    post("/g/KEY/hands/2/trump", SAVE | TRUMP | {"touched": "turned"}),
    post("/g/KEY/hands/2/bids", SAVE | BIDS | {"touched": "bid_0"}),
    post(
        "/g/KEY/hands/2/tricks",
        SAVE
        | TRICKS
        | {"revision": "5", "negated": "", "touched": "tricks_0", "score": "1", "made": ""},
        after="/g/KEY/hands/2/bids",
    ),
    post(
        "/g/KEY/hands/2/whole",
        SAVE
        | TRUMP
        | BIDS
        | TRICKS
        | {"negated": "", "touched": "turned bid_0", "score": "1", "made": ""}
        | {"drawn": "2-1", "more": ""},
    ),
    post(
        "/g/KEY/hands/1",
        SAVE | TRUMP | BIDS | CORRECTED | NOBODYS | EXTRAS | {"dealer": "2", "negated": ""},
    ),
    post("/g/KEY/hands/2/all-extras", SAVE | OLDER | {"touched": "points.0"}),
    post(
        "/g/KEY/hands/2/extras",
        SAVE | EXTRAS | {"void": "1", "revision": "5", "touched": "void"},
        after="/g/KEY/rules",
    ),
    post("/g/KEY/hands/2/dealer", SAVE | {"dealer": "2"}),
    post("/g/KEY/hands/2/skip", SAVE),
    post("/g/KEY/hands/2/again", SAVE),
    post("/g/KEY/hands/1/delete", SAVE | {"keeps": "y"}),
    post(
        "/g/KEY/hands/1/new",
        SAVE | TRUMP | BIDS | CORRECTED | {"cards": "1", "keeps": "", "dealer": "2", "negated": ""},
    ),
    post("/g/KEY/sealed", SAVE | {"on": "y"}),
    post(
        "/g/KEY/hands/3/sealed",
        SAVE | {"bid_1": "1", "touched": "bid_1"},
        PHONES,
        by=Role.FOLLOWER,
        hides=True,
    ),
    post("/g/KEY/hands/3/open", SAVE, hides=True, after="/g/KEY/hands/3/sealed"),
    post("/g/KEY/hands/3/free", SAVE | {"seat": "1"}, hides=True, after="/g/KEY/hands/3/sealed"),
    post("/g/KEY/undo", SAVE | {"target": "4", "undoes": ""}),
    post("/g/KEY/redo", SAVE | {"revision": "5"}, after="/g/KEY/undo"),
    post("/g/KEY/end", SAVE | {"hands": "1"}),
    post("/g/KEY/more", SAVE | {"revision": "5", "hands": "1"}, after="/g/KEY/end"),
    post("/g/KEY/about", SAVE | dict.fromkeys(LONGEST_NOTE, "Rain") | {"played": "2014-01-01"}),
    post("/g/KEY/rules", SAVE | HOUSE | LENGTH),
    post("/g/KEY/players", SAVE | {"name": "Uma\nBen\nCem"}),
    post("/g/KEY/players/new", SAVE | JOINS),
    post(
        "/g/KEY/players/1",
        SAVE | {"revision": "5", "away": "y"},
        after="/g/KEY/players/new",
    ),
    post(
        "/g/KEY/players/3/out",
        SAVE | {"revision": "5", "number": "2", "out": ""},
        after="/g/KEY/players/new",
    ),
    post("/g/KEY/rematch", SAVE),
    post("/g/KEY/delete", SAVE, OWNERS),
    post("/g/KEY/phones", SAVE | {"phone": "GIL"}),
    post("/g/KEY/pass", SAVE | {"hand_over": "y"}),
    post("/g/KEY/claim", SAVE, SHARERS, by=Role.MATE),
    *EVENT_REQUESTS,
)
GETS = {request.address: request for request in REQUESTS if request.method == "GET"}
POSTS = {request.address: request for request in REQUESTS if request.method == "POST"}
FIELDS = sorted({name for request in POSTS.values() for name in request.fields})

OF_DESK = {f"/g/KEY/{page}" for page in ("rules", "end", "more", "players/leave", "players/1")}
OF_DESK |= {f"/g/KEY/hands/{act}" for act in ("2/skip", "2/again", "1/delete", "1/new")}
"""What only the desk does at a table of an event."""
OF_ACTS = {"/g/KEY/players", "/g/KEY/rematch", "/g/KEY/delete"}
OF_ACTS |= {f"/g/KEY/players/{page}" for page in ("new", "3/out")}
"""What nobody does there, because only an act of the desk changes the event too."""
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
    **EVENT_WORDS,
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
        send_first(cast, request.by, POSTS[request.after])


def send_first(cast: Cast, role: Role, request: Request) -> None:
    """Send this request, and those that must precede it."""
    if request.after:
        send_first(cast, role, POSTS[request.after])
    # A save with the same tap number would be a copy.
    fields = fields_of(cast, request) | {"tap": []}
    assert cast.post(role, put_in(cast, request.address), **fields).status_code == 303


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
