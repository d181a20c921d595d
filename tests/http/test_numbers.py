"""Numbers of another game or book have no effect below one's own address."""

import re
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests import databases
from tests.addresses import put_in
from tests.cast import UNKNOWN, Cast, Role
from tests.table import Table
from tests.web.page import main, plain_text

THEIRS = "the other's"
NOBODYS = "nobody's"
MANY = 20
KEY = r"(?<=/g/)[A-Za-z0-9_-]{22}"
HAND = {"dealer": 0, "turned": "hearts", "bid_0": 0, "bid_1": 1, "bid_2": 1}
TRICKS = {"tricks_0": 0, "tricks_1": 0, "tricks_2": 1}

CHILDREN: dict[str, tuple[str, dict[str, Any]]] = {
    "bids of a hand": ("/hands/{number}/bids", {"bid_0": 0}),
    "tricks of a hand": ("/hands/{number}/tricks", TRICKS | {"score": 1}),
    "trump of a hand": ("/hands/{number}/trump", {"turned": "clubs"}),
    "correction of a hand": ("/hands/{number}", HAND | TRICKS),
    "undo of a save": ("/undo", {"target": "{number}"}),
    "right of a phone": ("/phones", {"phone": "{phone}"}),
    "phone of a book": ("BOOK", {"phone": "{phone}"}),
    "seats of a game": ("NEW", {"group": "{key}", "variant": "wizard"}),
    "game that is named after": ("NAME", {"game": "{key}", "name": "Sue’s phone"}),
}
"""The address for the number or key of a child row, below a game or (in capitals) elsewhere."""
ELSEWHERE = {"BOOK": "/book/phones", "NEW": "/new", "NAME": "/book/name"}


def sent(cast: Cast, child: str, whose: str) -> TestResponse:
    """The stranger, in their own game, names a row of the keeper's game, or one that does not
    exist.

    The stranger's game has only the first hand, and no save.
    """
    known = {"number": "9", "phone": "999", "key": UNKNOWN}
    if whose == THEIRS:
        known = {"number": "2", "phone": put_in(cast, "GIL"), "key": cast.key}
    address, fields = CHILDREN[child]
    path = ELSEWHERE.get(address, f"/g/{cast.theirs}{address.format(**known)}")
    return cast.post(Role.STRANGER, path, revision="0", **filled(fields, known))


def filled(fields: dict[str, Any], known: dict[str, str]) -> dict[str, Any]:
    """The fields with the numbers that are known."""
    return {name: str(value).format(**known) for name, value in fields.items()}


def told(answer: TestResponse) -> str:
    """The contents of an answer, without the sent values that a form repeats, and random values."""
    text = f"{answer.text} {answer.headers.get('Location')}"
    text = re.sub(rf"{UNKNOWN}|{KEY}", "KEY", text)
    text = re.sub(r'name="(csrf_token|token)" value="[^"]*"| data-hash="[^"]*"', "", text)
    return re.sub(r"\b(2|9|999|Gil)\b", "N", text)


@pytest.mark.parametrize("child", CHILDREN)
def test_a_child_of_another_game_or_book_is_not_found(cast: Cast, child: str) -> None:
    before = databases.held(cast.app)
    theirs, nobodys = sent(cast, child, THEIRS), sent(cast, child, NOBODYS)
    # The stranger may name their own phones.
    written = databases.changed(before, databases.held(cast.app))
    assert written <= {("phone", "seen_at"), ("phone", "name")}
    assert theirs.status_code == nobodys.status_code
    assert told(theirs) == told(nobodys)
    for name in ("Ann", "Ben", "Cem", "Gil", "Mia"):
        assert name not in main(theirs.text)


@pytest.mark.parametrize("child", ["bids of a hand", "undo of a save", "right of a phone"])
def test_the_same_numbers_do_something_in_the_game_that_they_are_of(cast: Cast, child: str) -> None:
    """Otherwise the lack of an effect elsewhere would prove nothing."""
    before = databases.held(cast.app)
    address, fields = CHILDREN[child]
    known = {"number": "4" if "target" in fields else "2", "phone": put_in(cast, "GIL")}
    path = cast.path + address.format(**known)
    assert cast.post(Role.KEEPER, path, revision="4", **filled(fields, known)).status_code == 303
    assert not databases.is_same(before, databases.held(cast.app))


def test_a_log_tells_the_saves_of_its_own_game_alone(cast: Cast) -> None:
    other = Table(cast.clients[Role.STRANGER])
    other.key, other.players = cast.theirs, ("Dora", "Emil", "Fritz")
    ours = plain_text(main(cast.get(Role.KEEPER, f"{cast.path}/log").text))
    assert "Ann’s phone" in ours
    assert other.turn("jester", csrf_token=cast.tokens[Role.STRANGER]).status_code == 303
    theirs = plain_text(main(cast.get(Role.STRANGER, f"/g/{cast.theirs}/log").text))
    assert "Ann" not in theirs
    assert plain_text(main(cast.get(Role.KEEPER, f"{cast.path}/log").text)) == ours


def test_numbers_that_count_up_open_no_game(cast: Cast) -> None:
    """The number of a game stands in its CSV, that of a phone in a button."""
    for number in range(MANY):
        for path in (f"/g/{number}", f"/g/{number}.csv", f"/link/{number}"):
            assert cast.get(Role.STRANGER, path).status_code in (404, 429), path
