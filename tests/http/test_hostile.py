"""Every parameter that an address reads, with values that no page sends: never a failure."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any
from urllib.parse import quote_from_bytes

import pytest
from flask import Flask, Request
from werkzeug.datastructures import ImmutableMultiDict

from scorekeeper.http.limits import limiter
from tests.addresses import GETS, POSTS, fields_of, prepare, put_in
from tests.cast import Cast, Role, cast_on
from tests.nonsense import BAD
from tests.table import Table
from tests.torture.stage import as_bytes
from tests.turns import daily

pytestmark = pytest.mark.thorough

GAMES = ("wizard", "skull-king", "two-player")
HANDS = ("1", "1/points", "2/dealer", "2/trump", "2/bids")
STRANGE = "of another table"
"""Values with the shape of a field that do not exist in this game."""
OF_A_HAND = tuple(f"/g/KEY/hands/{rest}" for rest in HANDS)
ASKED: set[str] = set()


class Asked(ImmutableMultiDict[str, str]):
    """Parameters that record which of them are read."""

    def get(self, key: str, *args: Any, **kwargs: Any) -> Any:
        ASKED.add(key)
        return super().get(key, *args, **kwargs)

    def getlist(self, key: str, *args: Any, **kwargs: Any) -> Any:
        ASKED.add(key)
        return super().getlist(key, *args, **kwargs)

    def __contains__(self, key: object) -> bool:
        ASKED.add(str(key))
        return super().__contains__(key)


class Requester(Request):
    """A request with such parameters."""

    parameter_storage_class = Asked


@pytest.fixture
def scene(request: pytest.FixtureRequest, one_app: Flask, monkeypatch: pytest.MonkeyPatch) -> Cast:
    """The cast at a game of this kind, with hand 1 scored and hand 2 begun."""
    monkeypatch.setattr(limiter, "enabled", False)
    cast = cast_on(one_app)
    if request.param == "wizard":
        return cast
    table = Table(cast.clients[Role.KEEPER])
    players = ("Ann", "Ben", "Cem")[: 2 if request.param == "two-player" else 3]
    table.start(*players, variant=request.param)
    table.play("hearts", (0, 1, 1)[: len(players)], (0, 0, 1)[: len(players)])
    table.turn("hearts")
    return replace(cast, key=table.key)


def scenes(addresses: Iterable[str]) -> list[Any]:
    """Each address at a game of Wizard, those about a hand at the other games too."""
    return [
        pytest.param(game, address, id=f"{address} {game}")
        for address in addresses
        for game in GAMES
        if "TOKEN" not in address and (game == "wizard" or address in OF_A_HAND)
    ]


def names_read(cast: Cast, path: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The parameters that a page reads, also those that it reads only beside others."""
    monkeypatch.setattr(cast.app, "request_class", Requester)
    ASKED.clear()
    cast.get(Role.KEEPER, path)
    for value in ("1", "x"):
        cast.get(Role.KEEPER, f"{path}?{'&'.join(f'{name}={value}' for name in sorted(ASKED))}")
    monkeypatch.undo()
    return sorted(ASKED)


def values(chance: random.Random) -> Iterator[str | bytes]:
    """All values of the strange kind, and one of each other kind that fits into an address."""
    for kind, of_kind in BAD.items():
        for some in of_kind if kind == STRANGE else [chance.choice(of_kind)]:
            yield from (value for value in some[:1] if len(value) < 6000)


each_value = daily("step", [1, 3], 3)
"""Every day a parameter has one of three values, the next one the next, and so on."""


@each_value
@pytest.mark.parametrize(("scene", "address"), scenes(GETS), indirect=["scene"])
def test_no_parameter_of_a_page_makes_it_fail(
    scene: Cast, address: str, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    if GETS[address].after:
        prepare(scene, GETS[address])
    path, chance = put_in(scene, address), random.Random(address)
    for turn, name in enumerate(names_read(scene, path, monkeypatch)):
        for value in islice(values(chance), turn % step, None, step):
            reply = scene.get(Role.KEEPER, f"{path}?{name}={quote_from_bytes(as_bytes(value))}")
            assert reply.status_code < 500, (name, value)


@each_value
@pytest.mark.parametrize(("scene", "address"), scenes(POSTS), indirect=["scene"])
def test_no_value_that_only_another_table_has_makes_a_form_fail(
    scene: Cast, address: str, step: int
) -> None:
    request = POSTS[address]
    prepare(scene, request)
    path, good = put_in(scene, address), fields_of(scene, request)
    newest = scene.table(Role.KEEPER).stored().revision
    for turn, name in enumerate(request.fields):
        for number, value in islice(enumerate(BAD[STRANGE]), turn % step, None, step):
            # From the newest page and from an earlier one.
            page = {"tap": "", "revision": [str(newest - number % 2)]}
            reply = scene.post(request.by, path, **good | page | {name: value})
            assert reply.status_code < 500, (name, value)
