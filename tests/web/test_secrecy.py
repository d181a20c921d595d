"""No byte of any answer to another phone depends on a hidden bid."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.http import guard
from tests.addresses import opened
from tests.cast import Cast, Role, cast_on
from tests.conftest import opened as opened_app
from tests.table import HTMX
from tests.turns import daily

BIDDERS = (Role.KEEPER, Role.FOLLOWER, Role.STRANGER)
"""By seat: one of the keepers enters Ann's bid, the others bid on their own phones."""
UNLIKE = ("Set-Cookie", "Date", "Content-Length")
BY_CHANCE = re.compile(
    r'name="(?:csrf_)?token" value="[^"]*"|\d{4}-\d\d-\d\d[T ][\d:.+]*Z?|\d\d:\d\d(?::\d\d)?'
    # The clock of an event.
    r'|data-(?:time|ends|warns)="\d+"|<i>\d</i>'
)
Answer = tuple[int, tuple[tuple[str, str], ...], str]


@dataclass
class Evening:
    """The answers to all phones while two of three enter these hidden bids and nothing else
    changes. Of so many pages each phone opens one, the next phone the next one."""

    cast: Cast
    bids: tuple[int, ...]
    first: int
    each: int
    seen: str = ""

    def answers(self) -> dict[tuple[int, Role, str, bool], Answer]:
        """By step, phone, address and whether only a part was requested."""
        self.cast.hide_bids()
        self.seen = self.cast.state()[1]
        found = {}
        for step, seat in enumerate((self.first, (self.first + 1) % 3)):
            self._enter_bid(seat)
            # Their own phones ask first, because parts drawn for them must not be cached for
            # others.
            for at, role in sorted(enumerate(Role), key=lambda one: one[1] is not BIDDERS[seat]):
                asked = [*product(self._addresses(), (False, True))]
                for address, part in asked[at % self.each :: self.each]:
                    found[step, role, address, part] = self._ask(role, address, part=part)
        return found

    def _enter_bid(self, seat: int) -> None:
        role, path = BIDDERS[seat], f"{self.cast.path}/hands/3/sealed?me={seat}"
        fields = {f"bid_{seat}": self.bids[seat]}
        assert self.cast.post(role, path, part=True, **fields).status_code == 200

    def _addresses(self) -> Iterator[str]:
        yield from (path for path in opened(self.cast) if self.cast.key in path)
        yield from ("/", "/book", "/history.csv")
        for seat in range(3):
            yield f"{self.cast.path}?me={seat}"
            yield f"{self.cast.path}?me={seat}&seen={self.seen}"
            yield f"{self.cast.path}?me={seat}&seen=9.9&whole=&view=evening"
        yield f"{self.cast.path}?seen={self.seen}"
        yield f"{self.cast.path}?panel=bids"
        yield f"{self.cast.path}/table?seen={self.seen}"
        yield f"{self.cast.path}/hands/3"

    def _ask(self, role: Role, address: str, *, part: bool) -> Answer:
        headers = HTMX if part else {}
        response = self.cast.clients[role].get(address, headers=headers, buffered=True)
        kept = tuple(pair for pair in response.headers if pair[0] not in UNLIKE)
        return response.status_code, kept, BY_CHANCE.sub("", response.text)


@pytest.mark.thorough
@daily("seat, each", [(0, 1), (1, 1), (2, 1), (1, 3)], (1, 3))
def test_two_evenings_that_differ_in_a_hidden_bid_are_the_same_to_every_other_phone(
    app: Flask, seat: int, each: int
) -> None:
    bids = (1, 2, 0)
    other = tuple(3 if at == seat else bid for at, bid in enumerate(bids))
    one = Evening(cast_on(app), bids, seat, each).answers()
    two = Evening(cast_on(app), other, seat, each).answers()
    assert one.keys() == two.keys()
    unlike = {key for key in one if one[key] != two[key]}
    own = BIDDERS[seat]
    assert {role for _, role, _, _ in unlike} == {own}, "it is found where it is shown"


def test_a_line_of_the_access_log_does_not_tell_a_hidden_bid(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    guard.logger.handlers.clear()
    lines = []
    with opened_app(tmp_path, ACCESS_LOG=True) as app:
        for bid in (1, 3):
            cast = cast_on(app)
            cast.hide_bids()
            capsys.readouterr()
            path = f"{cast.path}/hands/3/sealed?me=1"
            assert cast.post(Role.FOLLOWER, path, bid_1=bid).status_code == 303
            cast.get(Role.FOLLOWER, f"{cast.path}?me=1")
            lines.append([told(line) for line in capsys.readouterr().err.splitlines()])
    guard.logger.handlers.clear()
    assert len(lines[0]) == 2
    assert lines[0] == lines[1]


def told(line: str) -> str:
    """A line of the log without its times."""
    return json.dumps({**json.loads(line), "at": "", "ms": 0})
