"""Our own JSON (docs/json.md) read back, by a reader that trusts nothing."""

from __future__ import annotations

import re

from scorekeeper.exchange.json_game import incoming_from
from scorekeeper.exchange.json_out import FORMAT, VERSION
from scorekeeper.exchange.record import Record
from scorekeeper.exchange.strict import (
    decoded,
    error_at,
    expected,
    located,
    place_of,
    skipped,
)
from scorekeeper.rules.incoming import Incoming, UnreadableError
from scorekeeper.rules.problems import Problem

MOST_GAMES = 10_000
NAMES = ("format", "version", "games")
LONGEST_HEAD = 200
HEAD = re.compile(r'\s*\{\s*"format"\s*:\s*"' + FORMAT + '"')


def is_ours(text: str) -> bool:
    """Whether this begins as a file of ours does."""
    return HEAD.match(text[:LONGEST_HEAD]) is not None


def read_json(text: str) -> tuple[Incoming, ...]:
    """The games in a file that :func:`json_pieces` wrote. Raises UnreadableError."""
    head: dict[str, object] = {}
    games: tuple[Incoming, ...] | None = None
    at, is_more = expected(text, 0, "{"), True
    while is_more:
        here = skipped(text, at)
        name, at = decoded(text, here)
        at = expected(text, at, ":")
        if name not in NAMES or name in head:
            raise error_at(text, here, "file-doubled" if name in head else "file-unknown")
        if name == "games":
            _check_version(text, head)
            head[name], (games, at) = None, _games(text, at)
        else:
            head[name], at = decoded(text, at)
        at = expected(text, at, ",}")
        is_more = text[at - 1] == ","
    if skipped(text, at) < len(text):
        raise error_at(text, skipped(text, at), "file-syntax")
    if games is None:
        raise error_at(text, 0, "file-kind")
    return games


def _check_version(text: str, head: dict[str, object]) -> None:
    """The version has to be said before the games, so that a newer file is not guessed."""
    version = head.get("version")
    if head.get("format") != FORMAT or type(version) is not int or version < 1:
        raise error_at(text, 0, "file-kind")
    if version > VERSION:
        raise error_at(text, 0, "file-newer", "version")


def _games(text: str, at: int) -> tuple[tuple[Incoming, ...], int]:
    """The games of the list that begins here, and where it ends."""
    games: list[Incoming] = []
    at = skipped(text, expected(text, at, "["))
    if text[at : at + 1] == "]":
        return (), at + 1
    while True:
        start = skipped(text, at)
        if len(games) == MOST_GAMES:
            most = Problem("games-many", values={"most": MOST_GAMES})
            raise UnreadableError(most, line=place_of(text, start)[0])
        data, at = decoded(text, start)
        try:
            games.append(incoming_from(Record(data)))
        except UnreadableError as problem:
            problem.line, problem.column = place_of(text, located(text, start, problem.thing))
            raise
        at = expected(text, at, ",]")
        if text[at - 1] == "]":
            return tuple(games), at
