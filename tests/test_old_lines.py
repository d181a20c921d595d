"""Lines of a game's log as every older program wrote them, as the places that they changed."""

import importlib.util
import json
from types import SimpleNamespace
from typing import Any

import pytest

from scorekeeper.store.engine import MIGRATIONS

FIRST = (
    '{"number":2,"cards":3,"dealer":1,"bid_rule":{"hook":true,"not_on_one_card":true,'
    '"zero_allowed":false},"bids":[1,0,3],"tricks":[null,2,null],"turned":"wizard",'
    '"trump":"clubs","negated":-1,"scored":false}'
)
WHOLE = {
    **{"number": 2, "cards": 3, "dealer": 1, "turned": "wizard", "trump": "clubs"},
    **{"bids": [1, 0, 3], "tricks": [None, 2, None], "scored": False},
    **{"bid_rule": "hook+not1", "negated": -1},
}


def hand(cards: int, **more: Any) -> dict[str, Any]:
    numbers = {"number": 1, "cards": cards, "dealer": 0, "rule": "", "bids": [0, 1, 0]}
    entered = {"tricks": [0, 0, 1], "turned": "hearts", "trump": "hearts", "negated": None}
    return {"v": 4, **numbers, **entered, "scored": True, **more}


def listed(*cards: int, **more: Any) -> dict[str, Any]:
    hands = [hand(size) | {"number": number} for number, size in enumerate(cards, 1)]
    return {"v": 8, "hands": hands, "sizes": cards, "ends_after": None, **more}


def kept(number: int, cards: int) -> dict[str, Any]:
    names = {"v", "rule", "negated"}
    found = {name: value for name, value in hand(cards).items() if name not in names}
    return {**found, "bid_rule": "", "number": number}


BONUSES = [[1, "points", 20, -1, "late"], [0, "loot", 1, 2, ""]]
MORE = {"void": 1, "cloud": [1, -1], "bonuses": BONUSES, "out": [2], "waited": 35}
HOUSE_1 = {
    "bid_rule": {"hook": True, "not_on_one_card": False, "zero_allowed": True},
    **{"sizes": [1, 3, 5], "clock": 105, "ends_after": 2},
}
HOUSE_3 = {"v": 3, "rule": "", "sizes": [1, 3], "clock": None, "ends_after": None, "specials": True}
TABLE = {"v": 4, "players": ["Ann", "Ben"], "starts": [0, 0], "away": [], "order": []}
LONGER = {"players": ["Ann", "Ben", "Cem"], "starts": [0, 0, 5], "away": [1], "order": [0, 2, 1]}
CUP = {"v": 5, "title": "Cup", "place": None, "note": "late"}
DAYS = ["2026-11-14T18:00:00+00:00", "2026-11-20T19:30:00.000123+00:00"]
MARKS = [[2, 0, 7], [3, 1, 8], [0, 0, 9]]
NAMED = [{"hand": 2, "seat": 0, "said": 7}, {"hand": 3, "seat": 1, "said": 8}]
TOTAL = {"hand": 0, "seat": 0, "said": 9}
SEATED = hand(1, scored=False, bids=[None, None], tricks=[None, None])
SEATED_3 = hand(1, scored=False, bids=[None] * 3, tricks=[None] * 3, dealer=2)
LINES: dict[str, tuple[int, Any, Any, list[Any]]] = {
    "1, begun": (3, None, json.loads(FIRST), [["hands", 3], None, WHOLE]),
    "1, a bid": (
        *(2, json.loads(FIRST), {**json.loads(FIRST), "bids": [1, 0, 2]}),
        [["hands", 2, "bids", 2], 3, 2],
    ),
    "1, undone": (4, json.loads(FIRST), None, [["hands", 4], WHOLE, None]),
    "1 to 3, house rules": (
        *(0, HOUSE_1, HOUSE_3),
        [
            *([["bid_rule"], "hook+zero", ""], [["sizes"], [1, 3, 5], [1, 3]]),
            *([["ends_after"], 2, None], [["clock"], 105, None], [["specials"], None, True]),
        ],
    ),
    "3, names": (
        *(-1, {"v": 3, "players": ["Ann", "Ben"]}, {"v": 3, "players": ["Ann", "Zoe"]}),
        [["players", 1, "name"], "Ben", "Zoe"],
    ),
    "4, extras": (
        *(1, hand(1), hand(1, **MORE)),
        [
            *([["hands", 1, "void"], None, 1], [["hands", 1, "out"], None, [2]]),
            [["hands", 1, "cloud"], None, {"seat": 1, "step": -1}],
            [
                *(["hands", 1, "bonuses"], None),
                [
                    {"seat": 0, "key": "loot", "amount": 1, "partner": 2},
                    {"seat": 1, "key": "points", "amount": 20, "reason": "late"},
                ],
            ],
        ],
    ),
    "4, who plays": (
        *(-1, TABLE | {"sizes": [1, 2]}, TABLE | LONGER | {"sizes": [1]}),
        [
            *([["players", 1, "away"], None, True],),
            [["players", 2], None, {"name": "Cem", "start": 5}],
            *([["order"], None, [0, 2, 1]], [["sizes"], [1, 2], [1]]),
        ],
    ),
    "6, who plays during a hand": (
        -1,
        TABLE | {"v": 6, "sizes": [1], "hand": SEATED},
        TABLE | {"v": 6, "players": ["Ann", "Ben", "Cem"], "sizes": [1], "hand": SEATED_3},
        [
            [["players", 2], None, {"name": "Cem"}],
            *([["hands", 3, "dealer"], 0, 2], [["hands", 3, "out"], [2], None]),
        ],
    ),
    "9, title and day": (
        *(-2, CUP, CUP | {"v": 9, "note": None, "played": DAYS}),
        [
            [["note"], "late", None],
            [["started"], None, "2026-11-14T18:00:00.000000Z"],
            [["recorded"], None, "2026-11-20T19:30:00.000123Z"],
        ],
    ),
    "8, taken out": (
        *(-3, listed(1, 5, 2, marks=MARKS), listed(1, 2)),
        [
            *([["sizes"], [1, 5, 2], [1, 2]], [["gone"], None, 1]),
            [["marks"], [*NAMED, TOTAL], [NAMED[1] | {"hand": 2}, TOTAL]],
            [["hands", 2], kept(2, 5), None],
        ],
    ),
    "8, put in": (
        *(-3, listed(1, 2), listed(1, 5, 2)),
        [
            *([["sizes"], [1, 2], [1, 5, 2]], [["gone"], None, -1]),
            [["hands", -40], None, kept(2, 5)],
        ],
    ),
    "unreadable": (1, {}, {"v": 99}, []),
}


def _migration() -> Any:
    spec = importlib.util.spec_from_file_location("places", f"{MIGRATIONS}/versions/0027_places.py")
    assert spec
    assert spec.loader
    spec.loader.exec_module(found := importlib.util.module_from_spec(spec))
    return found


@pytest.mark.parametrize("version", LINES)
def test_a_line_of_any_version_is_the_list_of_its_places(version: str) -> None:
    number, before, after, expected = LINES[version]
    old, new = (None if one is None else json.dumps(one) for one in (before, after))
    line = SimpleNamespace(number=number, revision=40, before=old, after=new, undoes=None)
    found = _migration().Log(json.dumps({"hands": [1, 2, 3]}), [line]).values(line)
    wanted = expected if not expected or isinstance(expected[0][0], list) else [expected]
    assert json.loads(found["places"]) == wanted
    assert found["waited"] == (35 if version == "4, extras" else None)


def test_a_hand_that_comes_back_is_the_one_that_was_taken_out() -> None:
    whole, shorter = json.dumps(listed(5, 2)), json.dumps(listed(2))
    less = {"number": -3, "before": whole, "after": shorter}
    more = {"number": -3, "before": shorter, "after": whole}
    lines = [
        SimpleNamespace(**less, revision=7, undoes=None),
        SimpleNamespace(**more, revision=8, undoes=7),
        SimpleNamespace(**less, revision=9, undoes=-8),
        SimpleNamespace(**more, revision=10, undoes=9),
        SimpleNamespace(
            **more | {"before": whole, "after": json.dumps(listed(5, 2, 3))},
            revision=11,
            undoes=None,
        ),
        SimpleNamespace(
            number=-3, before=json.dumps(listed(5, 2, 3)), after=whole, revision=12, undoes=11
        ),
        SimpleNamespace(
            number=-3, before=whole, after=json.dumps(listed(5, 2, 3)), revision=13, undoes=-12
        ),
    ]
    log = _migration().Log(json.dumps({"hands": [1, 2, 3]}), lines)
    changed = [json.loads(log.values(line)["places"])[-1][0] for line in lines]
    assert changed == [["hands", 1]] * 4 + [["hands", -11]] * 3
    assert json.loads(log.kept()) == {"hands": [1, 2, 3], "ids": [1, 2, -11], "gone": -1}


def test_a_hand_begun_twice_before_it_was_taken_out_has_one_id() -> None:
    """Whatever the log undoes, no id is that of another hand of that time."""
    begun: list[dict[str, Any]] = [
        {"number": 1, "before": None, "after": json.dumps(hand(1))},
        {"number": 2, "before": None, "after": json.dumps(hand(2))},
        {"number": 2, "before": json.dumps(hand(2)), "after": None},
        {"number": 2, "before": None, "after": json.dumps(hand(2))},
        {"number": -3, "before": json.dumps(listed(1, 2)), "after": json.dumps(listed(1))},
    ]
    lines = [SimpleNamespace(**one, revision=at, undoes=None) for at, one in enumerate(begun, 1)]
    log = _migration().Log(json.dumps({"hands": [1]}), lines)
    changed = [json.loads(log.values(line)["places"])[-1][0] for line in lines]
    assert changed == [["hands", 1], *[["hands", 2]] * 4]
    assert json.loads(log.kept()) == {"hands": [1], "ids": [1], "gone": 1}
