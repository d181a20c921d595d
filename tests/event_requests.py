"""The addresses of events, as ``addresses`` lists those of games; their words are the cast's events
(``staged_events``), and PLAN_AT and so on are their revisions.
"""

from collections.abc import Callable
from typing import Any

from scorekeeper.store import phones
from scorekeeper.store.events import events, slips, tables
from tests.cast import Cast, Role
from tests.requests import EVERYBODY, NEW, PHONES, SAVE, Request, get_all, post

DESK = frozenset({Role.DESK})
"""The roles that run the events."""
ENTER = DESK | {Role.HELPER}
"""The roles that enter their results."""
HANDS = dict.fromkeys(("hands_3", "hands_4", "hands_5", "hands_6"), "1, 2")
PLACES = {f"places_{size}": ", ".join(map(str, range(size, 0, -1))) for size in (3, 4, 5, 6)}
ORDER = {"order": "counted\npoints\nwon\nmade\nbest"}
SETTINGS = {"name": "Xanten", "place": "Hut", "day": "2026-11-28", "kind": "rally"}
SETTINGS |= {"variant": "wizard", "cards": "suits", "hands": "own", "rounds": "3"}
SETTINGS |= {"minutes_each": "105", "warning": "5", "time_up": "last-hand", "late_points": "10"}
SETTINGS |= {"table_size": "4", "remainder": "5", "seating": "free", "clubs_apart": "y"}
SETTINGS |= {
    "counts": "placement",
    "best": "2",
    "hidden_from": "3",
    "agrees": "",
    "final": "4",
    "winners": "1",
    "carry": "none",
}
SETTINGS |= HANDS | PLACES | ORDER
PLAN, DRAWN, RALLY, PLAYED, CLOSED, SIGNS = (
    SAVE | {"revision": f"{name}_AT"}
    for name in ("PLAN", "DRAWN", "RALLY", "PLAYED", "CLOSED", "SIGNS")
)
TABLE = "/e/RALLY/desk/round/1/table/1"
PAPERS = ("by-name", "by-table", "slips", "sheets", "standings")
LISTS = {
    f"/e/PLAN/desk/{page}"
    for page in (
        "players/add",
        "players/add/look",
        "round/by-hand",
        "round/list",
        "round/list/look",
    )
}
"""Forms with a line for each person, which may be longer than others."""
BY_HAND = {"totals": "30\n20\n20\n-10", "made": "\n\n\n", "reason": "", "anyway": ""}
SEATS = {"number": "\n".join(map(str, range(1, 10))), "table": "1\n1\n1\n1\n2\n2\n2\n2\n2"}
LISTED = "\r".join(f"{number};{1 + number // 5};{number}" for number in range(1, 10))


WHOLE = {"turned": "hearts", "named": "", "negated": "", "touched": "", "score": "1", "made": ""}
WHOLE |= {f"bid_{seat}": "0" for seat in range(4)} | {"tricks_0": "1", "drawn": "", "more": ""}
WHOLE |= {f"tricks_{seat}": "0" for seat in range(1, 4)}


def _desk(address: str, fields: dict[str, str], **more: Any) -> Request:
    return post(address, fields, DESK, by=Role.DESK, **more)


EVENT_REQUESTS = (
    *get_all(EVERYBODY, "/events", "/events/new", "/e/RALLY", "/wall"),
    post("/wall", NEW | {"code": "WALL_CODE"}, EVERYBODY),
    *get_all(EVERYBODY, "/e/RALLY/standings", "/e/RALLY/wall", "/e/RALLY/t/SLIP", "/e/RALLY/t/1-2"),
    *get_all(EVERYBODY, "/e/RALLY/results.csv", "/e/RALLY/standings.csv"),
    Request("GET", "/e/RALLY/results", EVERYBODY, leads_on=True),
    *get_all(DESK, *(f"/e/RALLY/desk/{page}" for page in ("players", "round", "round/seats"))),
    *get_all(DESK, *(f"/e/RALLY/desk/{page}" for page in ("standings", "more", "log", "link"))),
    *get_all(DESK, *(f"/e/RALLY/desk/{page}" for page in ("penalties", "phones", "wall"))),
    *get_all(DESK, "/e/CLOSED/desk/end"),
    *get_all(DESK, *(f"/e/PLAN/desk/{page}" for page in ("players/add", "players/1"))),
    *get_all(DESK, *(f"/e/PLAN/desk/{page}" for page in ("settings", "delete"))),
    *get_all(DESK, "/e/RALLY/print", *(f"/e/RALLY/print/{paper}" for paper in PAPERS)),
    *get_all(DESK, TABLE, "/e/RALLY/desk/event.json"),
    *get_all(ENTER, "/e/RALLY/help", "/e/RALLY/help/round/1/table/1"),
    post("/e/RALLY/help/round/1/table/1", RALLY | BY_HAND, ENTER, by=Role.HELPER),
    *get_all(
        DESK, "/e/PLAN/desk/round/by-hand", "/e/PLAN/desk/round/list", "/e/DRAWN/desk/round/advice"
    ),
    post("/events/new", SETTINGS | NEW | {"token": "t"}, PHONES, by=Role.DESK),
    _desk(
        "/e/PLAN/desk/players/add",
        PLAN
        | {"names": "Uma, Cup", "stand_by": "y", "new_only": ""}
        | {"pairs": "club", "lists": "people", "second": "Uma\tCup"},
    ),
    _desk("/e/PLAN/desk/players/add/look", PLAN | {"names": "Uma"}, has=DESK),
    _desk("/e/PLAN/desk/sign-up", PLAN | {"places": "24"}),
    _desk("/e/SIGNS/desk/sign-up/close", SIGNS),
    post("/e/SIGNS/sign-up", SAVE | {"name": "Zoe", "club": "Cup"}, PHONES, by=Role.FOLLOWER),
    post(
        "/e/SIGNS/sign-off",
        SAVE | {"number": "11"},
        frozenset({Role.FOLLOWER}),
        by=Role.FOLLOWER,
        after="/e/SIGNS/sign-up",
    ),
    *get_all(EVERYBODY, "/e/SIGNS/sign-up"),
    Request("GET", "/e/SIGNS/sign-off", EVERYBODY, leads_on=True),
    *get_all(DESK, "/e/PLAN/desk/sign-up"),
    _desk("/e/PLAN/desk/players/mark", PLAN | {"plays": "", "leaves": "2"}),
    _desk("/e/PLAN/desk/players/1", PLAN | {"name": "Uma", "club": "Cup", "new": "1"}),
    _desk("/e/PLAN/desk/players/1/mark", PLAN | {"state": "out", "back": ""}),
    _desk("/e/PLAN/desk/players/1/remove", PLAN),
    _desk("/e/PLAN/desk/settings", PLAN | SETTINGS),
    _desk("/e/PLAN/desk/draw", PLAN),
    _desk("/e/PLAN/desk/round/by-hand", PLAN | SEATS),
    _desk("/e/PLAN/desk/round/list", PLAN | {"seats": LISTED}),
    _desk("/e/PLAN/desk/round/list/look", PLAN | {"seats": LISTED}, has=DESK),
    _desk("/e/PLAN/desk/log/undo", PLAN | {"number": "PLAN_AT"}),
    _desk("/e/PLAN/desk/phones/link", PLAN | {"helps": ""}),
    _desk("/e/PLAN/desk/delete", PLAN),
    _desk("/e/DRAWN/desk/sizes", DRAWN | {"size": "3", "remainder": "4"}),
    _desk("/e/DRAWN/desk/swap", DRAWN | {"one": "1", "other": "DRAWN_OTHER"}),
    _desk("/e/DRAWN/desk/publish", DRAWN),
    _desk("/e/DRAWN/desk/wait", DRAWN | {"number": "11", "table": ""}),
    _desk("/e/DRAWN/desk/new-table", DRAWN | {"number": "11\n12\n13"}),
    _desk("/e/RALLY/desk/more-time", RALLY | {"minutes": "5"}),
    _desk("/e/RALLY/desk/replace", RALLY | {"leaves": "1", "comes": "10", "counts": "comes"}),
    _desk("/e/RALLY/desk/join", RALLY | {"number": "10", "table": "1"}),
    _desk("/e/RALLY/desk/undo", RALLY | {"number": "RALLY_AT"}),
    _desk(
        "/e/RALLY/desk/penalties",
        RALLY
        | {"number": "1", "sign": "penalty", "points": "5", "of_round": "1", "reason": "late"},
    ),
    _desk(
        "/e/RALLY/desk/penalties/remove",
        RALLY | {"at": "0"},
        after="/e/RALLY/desk/penalties",
    ),
    _desk("/e/RALLY/desk/phones", RALLY | {"phone": "OTHER_DESK"}),
    _desk("/e/RALLY/desk/claim", RALLY),
    _desk(f"{TABLE}/more-time", RALLY | {"minutes": "5"}),
    _desk(f"{TABLE}/by-hand", RALLY | BY_HAND),
    _desk(f"{TABLE}/aside", RALLY | {"points": "0\n0\n0\n0", "reason": "late"}),
    _desk(f"{TABLE}/back", RALLY, after=f"{TABLE}/aside"),
    _desk("/e/RALLY/desk/round/1/table/2/pencil", RALLY | {"answer": "", "phone": ""}),
    _desk(f"{TABLE}/keep", RALLY | {"answer": "keep"}),
    _desk("/e/PLAYED/desk/close", PLAYED),
    _desk("/e/CLOSED/desk/reopen", CLOSED),
    _desk("/e/CLOSED/desk/final", CLOSED),
    _desk("/e/CLOSED/desk/end", CLOSED),
    _desk("/e/CLOSED/desk/round/1/table/1/correct", CLOSED | {"reason": "late"}),
    _desk(
        "/e/CLOSED/desk/round/1/table/1/done",
        CLOSED,
        after="/e/CLOSED/desk/round/1/table/1/correct",
    ),
    _desk(
        f"{TABLE}/joining",
        RALLY | {"answer": "yes", "joining": "Jan", "renames": "", "back": ""},
        after="/g/SEATED/joins",
    ),
    _desk("/g/SEATED/joins", SAVE | {"name": "Jan", "withdraw": ""}, after=f"{TABLE}/keep"),
    Request("GET", "/g/SEATED/joins", DESK, by=Role.DESK, after=f"{TABLE}/keep"),
    _desk(
        "/g/SEATED/name",
        SAVE | {"name": "Janina", "seat": "0", "withdraw": ""},
        after=f"{TABLE}/keep",
    ),
    Request("GET", "/g/SEATED/name", DESK, by=Role.DESK, after=f"{TABLE}/keep"),
    _desk(
        "/g/SEATED/hands/1/whole",
        SAVE | WHOLE | {"revision": "SEATED_AT"},
        after=f"{TABLE}/keep",
    ),
    Request("GET", "/g/SEATED/agrees", EVERYBODY, by=Role.DESK, after="/g/SEATED/hands/1/whole"),
    post(
        "/g/SEATED/agrees",
        SAVE | {"revision": "SEATED_AT", "answer": "no", "seat": "1", "said": "late"},
        PHONES,
        by=Role.DESK,
        after="/g/SEATED/hands/1/whole",
    ),
    _desk(f"{TABLE}/count", RALLY | {"sheet": "SEATED_AT"}, after="/g/SEATED/hands/1/whole"),
    post("/e/RALLY/t/SLIP", SAVE, PHONES, by=Role.FOLLOWER),
    post("/e/RALLY/t/1-2", SAVE | {"name": "Ida"}, PHONES, by=Role.FOLLOWER),
    _desk(
        "/e/RALLY/desk/pencils",
        RALLY | {"table": "2", "phone": "DESK_PHONE"},
        after="/e/RALLY/t/1-2",
    ),
)


def _read(cast: Cast, name: str) -> events.StoredEvent:
    with cast.app.app_context():
        return events.read(cast.events[name])


def _phone(cast: Cast, role: Role) -> str:
    with cast.app.app_context():
        found = phones.find(cast.phone_key(role))
    assert found
    return str(found.id)


def _across(cast: Cast, number: int) -> str:
    """The number of somebody at another table of the draw."""
    tables = _read(cast, "DRAWN").event.rounds[0].tables
    return str(next(one.seats[0] for one in tables if number not in one.seats))


def _revision(cast: Cast) -> str:
    """The revision of that game."""
    with cast.app.app_context():
        return str(tables.tables_of(_read(cast, "RALLY").id)[1, 1].revision)


def _game(cast: Cast) -> str:
    """The key of the game at the first table of the rally."""
    with cast.app.app_context():
        return tables.tables_of(_read(cast, "RALLY").id)[1, 1].key


EVENT_WORDS: dict[str, Callable[[Cast], str]] = {
    "PLAN_AT": lambda cast: str(_read(cast, "PLAN").revision),
    "DRAWN_AT": lambda cast: str(_read(cast, "DRAWN").revision),
    "RALLY_AT": lambda cast: str(_read(cast, "RALLY").revision),
    "PLAYED_AT": lambda cast: str(_read(cast, "PLAYED").revision),
    "CLOSED_AT": lambda cast: str(_read(cast, "CLOSED").revision),
    "SIGNS_AT": lambda cast: str(_read(cast, "SIGNS").revision),
    "DRAWN_OTHER": lambda cast: _across(cast, 1),
    "OTHER_DESK": lambda cast: cast.id_of(
        "Nora’s phone", f"/e/{cast.events['RALLY']}/desk/phones", Role.DESK
    ),
    "DESK_PHONE": lambda cast: _phone(cast, Role.DESK),
    "SEATED_AT": _revision,
    "SEATED": _game,
    "WALL_CODE": lambda cast: slips.code_of(_read(cast, "RALLY")),
    "SLIP": lambda cast: slips.token(_read(cast, "RALLY"), (1, 1)),
    **{
        name: lambda cast, name=name: cast.events[name]  # type: ignore[misc]
        for name in ("PLAN", "DRAWN", "RALLY", "PLAYED", "CLOSED", "SIGNS")
    },
}
