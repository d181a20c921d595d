"""Our own JSON (docs/json.md): untrusted text is decoded value by value, with limits and the
places of errors; equal games give equal bytes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from json import JSONDecodeError
from typing import Any, NoReturn, TypeVar

from msgspec import UNSET, Raw, UnsetType, ValidationError, convert

from scorekeeper.fields import tidy_name
from scorekeeper.rules.attendance import LONGEST_NAME
from scorekeeper.rules.game import LONGEST_NOTE, Game
from scorekeeper.rules.incoming import Incoming, UnreadableError, check_game, discrepancies_in
from scorekeeper.rules.problems import Code, Problem
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.model import DECKS, BidRule, Variant
from scorekeeper.rules.variants.variants import VARIANTS
from scorekeeper.store.mapping.document import (
    Document,
    UnknownRulesError,
    file_json,
    game_in,
    known,
    marks_in,
    rules_in,
    time_text,
)
from scorekeeper.store.mapping.stored import BrokenGame

FORMAT, VERSION = "scorekeeper", 1
UNREADABLE = "unreadable"
"""The field that names the games which the database has and cannot show."""
encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False).encode


def json_chunks(games: Iterable[Incoming | BrokenGame]) -> Iterator[str]:
    """The file in chunks: its header, a line for each game, its end."""
    head = encode({"format": FORMAT, "version": VERSION})[:-1]
    yield f'{head},"games":['
    yield from games_and_end(games)


def games_and_end(games: Iterable[Incoming | BrokenGame]) -> Iterator[str]:
    """The lines of games, and the end of the file, which names those that cannot be read."""
    broken: list[dict[str, Any]] = []
    yield from lined(_readable(games, broken))
    yield f"],{encode({UNREADABLE: broken})[1:]}\n" if broken else "]}\n"


def _readable(
    games: Iterable[Incoming | BrokenGame], broken: list[dict[str, Any]]
) -> Iterator[str]:
    for one in games:
        if isinstance(one, BrokenGame):
            broken.append({"id": one.uid, "started": time_text(one.started_at)})
        else:
            yield game_json(one)


def game_json(incoming: Incoming) -> str:
    times = time_text(incoming.started_at), time_text(incoming.changed_at)
    marks = [(one.hand, one.seat, one.stated) for one in incoming.discrepancies]
    return file_json(incoming.game, marks, incoming.people, (incoming.uid, *times))


def lined(items: Iterable[str]) -> Iterator[str]:
    comma = "\n"
    for item in items:
        yield comma + item
        comma = ",\n"
    yield "\n"


def not_empty(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value}


Kind = TypeVar("Kind")
TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{6})?Z\Z")
YEARS = range(1970, 3000)
FIELDS = {
    "Object missing required": Code.FILE_MISSING,
    "Object contains unknown": Code.FILE_UNKNOWN,
}
"""How msgspec's sentences about a field begin."""


def wrong(thing: str, code: Code = Code.FILE_VALUE) -> UnreadableError:
    return UnreadableError(Problem(code), thing=thing)


def typed(data: Any, kind: type[Kind], thing: str = "") -> Kind:
    """The value of this class; ``thing`` is its place in the file. Raises UnreadableError."""
    try:
        return convert(data, kind)
    except UnicodeEncodeError:
        # Half a character.
        raise wrong(thing) from None
    except ValidationError as problem:
        raise _named(str(problem), thing) from None


def _named(sentence: str, thing: str) -> UnreadableError:
    """The error of msgspec's sentence: ``Expected `int`, got `str` - at `$.hands[0].cards```."""
    fault, _, place = sentence.partition(" - at `$")
    start, _, field = fault.partition(" field `")
    code = FIELDS.get(start, Code.FILE_VALUE)
    steps = [thing, place.removesuffix("`").lstrip("."), field.removesuffix("`")]
    return wrong(".".join(filter(None, steps)), code)


def time(text: str | UnsetType, thing: str) -> datetime:
    """A time in UTC, aware. Raises UnreadableError."""
    if text is UNSET:
        raise wrong(thing, Code.FILE_MISSING)
    try:
        found = datetime.fromisoformat(text) if TIME.match(text) else None
    except ValueError:
        found = None
    if found is None or found.year not in YEARS:
        raise wrong(thing, Code.FILE_TIME)
    return found.astimezone(UTC)


UNREAD = Raw(b"{}")
"""In place of rules, which have their own reader."""


def incoming_from(data: Any) -> Incoming:
    """The game in an object of the list. Raises UnreadableError, with a place within that
    object."""
    has_rules = isinstance(data, dict) and "rules" in data
    found = typed(data | {"rules": UNREAD} if has_rules else data, Document)
    if found.id is UNSET:
        raise wrong("id", Code.FILE_MISSING)
    started, changed = time(found.started, "started"), time(found.changed, "changed")
    if found.recorded is not UNSET:
        time(found.recorded, "recorded")
    _check_words(found)
    people = tuple(tidy_name(one.person) for one in found.players)
    for seat, person in enumerate(people):
        if len(person) > LONGEST_NAME:
            raise wrong(f"players[{seat}].person")
    game = _tidied(game_in(found, _variant(found.game, data["rules"])))
    check_game(game)
    theirs = marks_in(found)
    discrepancies = discrepancies_in(score_sheet(game), theirs)
    if len({item[:2] for item in theirs}) < len(theirs) or len(discrepancies) < len(theirs):
        raise wrong("marks")
    return Incoming(found.id, game, started, changed, people if any(people) else (), discrepancies)


def _check_words(found: Document) -> None:
    if found.deck not in DECKS:
        raise wrong("deck")
    rules = {f"hands[{at}].bid_rule": hand.bid_rule for at, hand in enumerate(found.hands)}
    for place, notation in {"bid_rule": found.bid_rule, **rules}.items():
        if not _is_rule(notation):
            raise wrong(place)
    for name, most in LONGEST_NOTE.items():
        text = known(getattr(found, name))
        if text is not None and not 1 <= len(tidy_name(text, most)) <= most:
            raise wrong(name)


def _is_rule(notation: str) -> bool:
    try:
        return BidRule.parse(notation).notation() == notation
    except ValueError:
        return False


def _tidied(game: Game) -> Game:
    """The game with its texts tidied as typed ones are."""
    texts: dict[str, Any] = {
        name: tidy_name(getattr(game.about, name) or "", most) or None
        for name, most in LONGEST_NOTE.items()
    }
    hands = [
        replace(hand, bonuses=tuple(b._replace(reason=tidy_name(b.reason)) for b in hand.bonuses))
        if hand.bonuses
        else hand
        for hand in game.hands
    ]
    names = tuple(map(tidy_name, game.players))
    about = replace(game.about, **texts)
    return replace(game, players=names, hands=tuple(hands), about=about)


def _variant(key: str, rules: Any) -> Variant:
    if key not in VARIANTS:
        raise wrong("game", Code.RULES_UNKNOWN)
    try:
        return rules_in(key, rules)
    except UnknownRulesError:
        raise wrong("rules", Code.RULES_UNKNOWN) from None
    except (ValueError, TypeError, LookupError, AttributeError):
        raise wrong("rules", Code.RULES_UNFIT) from None


LONGEST_VALUE = 256 * 1024
"""Characters of one value decoded at once; a game of 500 hands takes less."""
LONGEST_NUMBER = 12
DEEPEST = 20
"""Nesting of lists and objects; our files have nine levels. What reads a value may call itself."""
SPACE = re.compile(r"[ \t\n\r]*")
STEP = re.compile(r"[A-Za-z_]+|[0-9]+")


class _RefusedError(ValueError):
    """A value that JSON allows but our files do not, by the code of its problem."""


def decoded(text: str, at: int) -> tuple[Any, int]:
    """The value that begins here, after white space, and its end. Raises UnreadableError.

    Objects become dicts without repeated names; numbers are integers.
    """
    start = skipped(text, at)
    piece = text[start : start + LONGEST_VALUE]
    try:
        value, length = _DECODER.raw_decode(piece)
    except JSONDecodeError as problem:
        # A truncated text may end anywhere.
        at_end = problem.pos >= len(piece) - 100 or problem.msg.startswith("Unterminated")
        is_cut = len(piece) == LONGEST_VALUE and at_end
        code = Code.FILE_LONG if is_cut else Code.FILE_SYNTAX
        raise error_at(text, start + problem.pos, code) from None
    except _RefusedError as problem:
        raise error_at(text, start, Code(str(problem))) from None
    except RecursionError:
        raise error_at(text, start, Code.FILE_DEEP) from None
    if _is_deep(value):
        raise error_at(text, start, Code.FILE_DEEP)
    return value, start + length


def _is_deep(value: Any) -> bool:
    """Return whether lists and objects are nested too deeply; one level after the other, because a
    function that calls itself would fail."""
    level = [value] if type(value) in (list, dict) else []
    for _ in range(DEEPEST):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if type(outer) is dict else outer)
            if type(inner) in (list, dict)
        ]
    return bool(level)


def expected(text: str, at: int, signs: str) -> int:
    """The position after one of these characters, which must follow after white space. Raises
    UnreadableError."""
    start = skipped(text, at)
    if text[start : start + 1] not in tuple(signs):
        raise error_at(text, start, Code.FILE_SYNTAX)
    return start + 1


def skipped(text: str, at: int) -> int:
    found = SPACE.match(text, at)
    return found.end() if found else at


def error_at(text: str, at: int, code: Code, thing: str = "") -> UnreadableError:
    line, column = place_of(text, at)
    return UnreadableError(Problem(code), line=line, column=column, thing=thing)


def place_of(text: str, at: int) -> tuple[int, int]:
    """The line and column of a place, from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def located(text: str, at: int, thing: str) -> int:
    """The place of a field inside the value that begins here, such as ``hands[3].bids``; if it is
    missing, the nearest field around it."""
    for step in STEP.findall(thing):
        found = _inside(text, skipped(text, at), step)
        if found is None:
            break
        at = found
    return skipped(text, at)


def _inside(text: str, at: int, step: str) -> int | None:
    """The start of the member or item with this name or number; all of it was decoded before."""
    is_object, index = text[at : at + 1] == "{", 0
    if not is_object and text[at : at + 1] != "[":
        return None
    at += 1
    while text[skipped(text, at)] not in "}]":
        name = str(index)
        if is_object:
            name, at = _DECODER.raw_decode(text, skipped(text, at))
            at = expected(text, at, ":")
        if name == step:
            return at
        _, at = _DECODER.raw_decode(text, skipped(text, at))
        at = skipped(text, at)
        at, index = at + (text[at] == ","), index + 1
    return None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _RefusedError(Code.FILE_DOUBLED)
    return found


def _whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise _RefusedError(Code.FILE_NUMBER)
    return int(digits)


def _refused(_: str) -> NoReturn:
    raise _RefusedError(Code.FILE_NUMBER)


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole, parse_float=_refused, parse_constant=_refused
)


Lists = Mapping[str, tuple[int, Callable[[Any], Any]]]
"""The lists of a file: how many items each has at most, and how they are read."""
MOST_GAMES = 10_000
LONGEST_HEAD = 200
LISTS: Lists = {"games": (MOST_GAMES, incoming_from)}
HEAD = re.compile(r'\s*\{\s*"format"\s*:\s*"')
PIECE = re.compile(r'"started":"[^"]*","changed":"')
LINE = re.compile(r'"(?:bids|tricks)":\[')
"""Within a game; other programs may write this too."""


def is_ours(text: str) -> bool:
    return begins_as(text, FORMAT)


def begins_as(text: str, kind: str) -> bool:
    found = HEAD.match(text[:LONGEST_HEAD])
    return found is not None and text.startswith(kind, found.end())


def is_piece(text: str) -> bool:
    """Return whether this is such a file without its beginning."""
    is_json = text.lstrip()[:1] in ("{", "[")
    return bool(PIECE.search(text) or (not is_json and LINE.search(text)))


def refuse_piece(text: str) -> NoReturn:
    """Say that the beginning is missing. Raises UnreadableError."""
    raise error_at(text, 0, Code.FILE_SYNTAX)


def read_json(text: str) -> Iterator[Incoming]:
    """The games in a file that :func:`json_chunks` wrote, one at a time, because a large file may
    exceed the memory. Raises UnreadableError, possibly after the first games."""
    head = yield from items_of(text, FORMAT, VERSION, LISTS, (UNREADABLE,))
    if "games" not in head:
        raise error_at(text, 0, Code.FILE_KIND)


def items_of(
    text: str, kind: str, newest: int, lists: Lists, more: Collection[str] = ()
) -> Generator[Any, None, dict[str, Any]]:
    """The items of all lists in a file of this kind; returns its other values, which are those
    named ``more``, with the names of the lists. Raises UnreadableError."""
    head: dict[str, Any] = {}
    at, is_more = expected(text, 0, "{"), True
    while is_more:
        here = skipped(text, at)
        name, at = decoded(text, here)
        if name not in ("format", "version", *lists, *more):
            raise error_at(text, here, Code.FILE_UNKNOWN)
        if name in head:
            raise error_at(text, here, Code.FILE_DOUBLED)
        at = expected(text, at, ":")
        if name in lists:
            _check_version(text, head, kind, newest)
            head[name], at = None, (yield from _items(text, at, *lists[name]))
        else:
            head[name], at = decoded(text, at)
        at = expected(text, at, ",}")
        is_more = text[at - 1] == ","
    if skipped(text, at) < len(text):
        raise error_at(text, skipped(text, at), Code.FILE_SYNTAX)
    return head


def _check_version(text: str, head: dict[str, Any], kind: str, newest: int) -> None:
    """The version must precede the contents, so that a newer file is never misread."""
    version = head.get("version")
    if head.get("format") != kind or type(version) is not int or version < 1:
        raise error_at(text, 0, Code.FILE_KIND)
    if version > newest:
        raise error_at(text, 0, Code.FILE_NEWER, "version")


def _items(text: str, at: int, most: int, read: Callable[[Any], Any]) -> Generator[Any, None, int]:
    """The items of the list that begins here, at most so many; returns the position of its end."""
    at, count = skipped(text, expected(text, at, "[")), 0
    if text[at : at + 1] == "]":
        return at + 1
    while text[at - 1] != "]":
        start = skipped(text, at)
        if count == most:
            many = Problem(
                Code.GAMES_MANY if read is incoming_from else Code.LIST_LONG, values={"most": most}
            )
            raise UnreadableError(many, line=place_of(text, start)[0])
        data, at = decoded(text, start)
        try:
            item = read(data)
        except UnreadableError as problem:
            problem.line, problem.column = place_of(text, located(text, start, problem.thing))
            raise
        yield item
        at, count = expected(text, at, ",]"), count + 1
    return at
