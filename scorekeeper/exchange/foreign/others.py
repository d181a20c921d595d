"""Games of L'Escalier (from a link) and of KeepWiz 3.0 (from its file).

L'Escalier: ``#g=`` is followed by ``A`` and a deflated text, or ``B`` and a plain one, as
base64url. The text is JSON, by position: the form's number, name, creation time (ms), finished,
scoring, players, first dealer, rounds. It does not contain trump.

KeepWiz: an object with a game under each id: ``players``, ``round_data`` with each player's bids
and tricks, ``final_scores``, ``created_at``. It contains no cards, dealer or trump, and its tricks
need not add up.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import string
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import unquote

from scorekeeper.exchange.parsed.building import incoming
from scorekeeper.exchange.parsed.guessing import table_game
from scorekeeper.exchange.parsed.parsed_game import (
    MOST_GAMES,
    MOST_TEXT,
    Numbers,
    ParsedGame,
    ParsedHand,
    unreadable,
    with_cards,
)
from scorekeeper.exchange.tables.cells import moment
from scorekeeper.fields import tidy_name
from scorekeeper.rules.game import POINTS, Bonus
from scorekeeper.rules.incoming import Incoming, UnreadableError
from scorekeeper.rules.people import start_of
from scorekeeper.rules.problems import Code
from scorekeeper.rules.variants.custom import Points
from scorekeeper.rules.variants.model import LONGEST_GAME, LONGEST_TITLE, BidRule, Variant
from scorekeeper.rules.variants.variants import MOST_PLAYERS, TOURNAMENT, WIZARD

LARGEST = 10**15
"""More than the milliseconds of any date."""
DEEPEST = 12
"""Nesting of lists and objects; the files that we read have six levels."""
MOST_LISTS = 150_000
"""Lists and objects; a file of two million characters that we read has a third of that."""
TEXT = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
BRACKET = re.compile(r"[\[\]{}]")


@dataclass(frozen=True, slots=True)
class Node:
    """A value in a file, and its place: ``history[3].players[0]``. A value of the wrong type raises
    UnreadableError."""

    value: Any
    thing: str

    def wrong(self, code: Code, most: int = 0) -> UnreadableError:
        """The error about this value."""
        return unreadable(code, thing=self.thing, values={"most": most})

    def has(self, key: str) -> bool:
        """Return whether it is an object with this key."""
        return isinstance(self.value, dict) and self.value.get(key) is not None

    def get(self, key: str, default: Any = None) -> Node:
        """The value of a key; the default for a missing one, which is an error without it."""
        if default is None and not isinstance(self.value, dict):
            raise self.wrong(Code.FILE_VALUE)
        value = self.value[key] if self.has(key) else default
        node = Node(value, f"{self.thing}.{key}".lstrip("."))
        if value is None:
            raise node.wrong(Code.FILE_MISSING)
        return node

    def items(self) -> Iterator[tuple[str, Node]]:
        """The members of an object, by key."""
        if not isinstance(self.value, dict):
            raise self.wrong(Code.FILE_VALUE)
        for key, value in self.value.items():
            yield key, Node(value, f"{self.thing}.{key[:40]}".lstrip("."))

    def list(self, most: int) -> list[Node]:
        """The values of a list with at most this many."""
        if not isinstance(self.value, list):
            raise self.wrong(Code.FILE_VALUE)
        if len(self.value) > most:
            raise self.wrong(Code.LIST_LONG, most)
        return [Node(value, f"{self.thing}[{at}]") for at, value in enumerate(self.value)]

    def whole(self, least: int = -LARGEST, most: int = LARGEST) -> int:
        """A whole number within these bounds."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.wrong(Code.FILE_VALUE)
        if not least <= value <= most:
            raise self.wrong(Code.FILE_VALUE)
        return value

    def text(self) -> str:
        """A text."""
        if not isinstance(self.value, str):
            raise self.wrong(Code.FILE_VALUE)
        return self.value

    def moment(self) -> datetime:
        """A time: milliseconds since 1970, or a text."""
        if isinstance(self.value, str):
            read = moment(self.value.strip())
            if read is None:
                raise self.wrong(Code.FILE_TIME)
            return read
        return datetime.fromtimestamp(self.whole(0, 32 * 10**12) / 1000, UTC)


def parsed(text: str) -> Node:
    """The value of a JSON text. Raises UnreadableError if it is invalid, too large or too deep."""
    if len(text) > MOST_TEXT:
        raise unreadable(Code.FILE_LARGE)
    _check_lists(text)
    try:
        return Node(json.loads(text, parse_constant=_refuse, parse_int=_int), "")
    except json.JSONDecodeError as error:
        raise unreadable(Code.FILE_SYNTAX, error.lineno, column=error.colno) from None


def _check_lists(text: str) -> None:
    """Raise if lists are nested too deeply, or there are too many to build."""
    depth = count = 0
    for bracket in BRACKET.finditer(TEXT.sub("", text)):
        opens = bracket[0] in "[{"
        count, depth = count + opens, depth + (1 if opens else -1)
        if depth > DEEPEST:
            raise unreadable(Code.FILE_DEEP)
        if count > MOST_LISTS:
            raise unreadable(Code.LIST_LONG, values={"most": MOST_LISTS})


def _refuse(word: str) -> Any:
    raise unreadable(Code.FILE_NUMBER, thing=word)


def _int(digits: str) -> int:
    return int(digits) if len(digits) <= 20 else LARGEST + 1


MOST_UNFOLDED = 16_000
"""Bytes in a link: ten players and 60 hands with an adjustment each take 11,000."""
LONGEST_LINK = 22_000
"""Characters of a link with that many bytes in base64, and its address."""
LETTERS = frozenset(string.ascii_letters + string.digits + "_%=-")
MOST_ROUNDS = 400
FORM = 2
DONE = 3
NAMED = {(20, 10, 10): WIZARD, (15, 10, 10): TOURNAMENT}
"""Points of a made bid, of each of its tricks and of each missed one, in games that have a name."""


def is_link(text: str) -> bool:
    """Return whether the text is such a link, or the beginning of one that is too long."""
    return bool(_payload(text[:LONGEST_LINK]))


def game_in_link(text: str) -> tuple[Incoming, ...]:
    """The game of a link. Raises UnreadableError."""
    if len(text) > LONGEST_LINK:
        raise _too_long()
    return (incoming(_escalier(parsed(unfolded(_payload(text)))), "escalier"),)


def _payload(text: str) -> str:
    """The text after ``g=`` in the fragment of a link, or in a text that is only that; "" for
    anything else. A text with spaces is refused first."""
    words = text.split(maxsplit=1)
    if len(words) != 1:
        return ""
    parts = words[0].rpartition("#")[2].split("&")
    found = next((part[2:] for part in parts if part.startswith(("g=A", "g=B"))), "")
    return unquote(found) if LETTERS.issuperset(found) else ""


def unfolded(payload: str) -> str:
    """The text in a link; never more than a game needs, however far it unpacks."""
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        bare = payload[1:].rstrip("=")
        data = base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)
        if payload.startswith("A"):
            data = inflater.decompress(data, MOST_UNFOLDED)
        text = data.decode()
    except (binascii.Error, zlib.error, ValueError):
        raise unreadable(Code.LINK_BROKEN) from None
    if payload.startswith("A") and not inflater.eof:
        raise _too_long() if inflater.unconsumed_tail else unreadable(Code.LINK_BROKEN)
    return text


def _too_long() -> UnreadableError:
    return unreadable(Code.LINK_LONG, values={"most": LONGEST_GAME})


def _escalier(root: Node) -> ParsedGame:
    form, name, created, _, counts, players, dealer, rounds = _fields(root, 8)
    if form.whole() > FORM:
        raise form.wrong(Code.FILE_NEWER)
    seats = [_fields(player, 1) for player in players.list(MOST_PLAYERS)]
    found = [_escalier_hand(one, len(seats)) for one in rounds.list(MOST_ROUNDS)]
    hands = tuple(hand for hand in found if hand)
    first = dealer.whole(-1, len(seats) - 1)
    return ParsedGame(
        players=tuple(player.text() for player, *_ in seats),
        hands=hands,
        bid_rule=_rule(_fields(counts, 5)[4].whole(0, 99)),
        first_dealer=max(first, 0),
        starts=tuple(_start(seat) for seat in seats),
        started_at=created.moment(),
        variant=_variant(_fields(counts, 5), hands, name.text()),
    )


def _start(seat: list[Node]) -> int:
    return seat[2].whole(-(10**6), 10**6) if len(seat) > 2 else 0


def _variant(counts: list[Node], hands: tuple[ParsedHand, ...], name: str) -> Variant:
    """Wizard or Tournament by their numbers, otherwise a custom game; a strict one counts the
    tricks of a missed bid too."""
    bonus, trick, miss = (node.whole(-1000, 1000) for node in counts[:3])
    strict = counts[3].value in (1, True)
    if not strict and (bonus, trick, miss) in NAMED:
        return NAMED[bonus, trick, miss]
    if min(bonus, trick, miss) < 0:
        raise counts[0].wrong(Code.FILE_VALUE)
    points = Points(bonus, trick, miss, zero=bonus, kept=trick if strict else 0)
    return table_game(with_cards(hands), points, start_of(tidy_name(name), LONGEST_TITLE))


def _rule(ban_from: int) -> BidRule:
    """The number of cards from which the bids may not add up; 0 means never."""
    if ban_from <= 2:
        return BidRule(hook=ban_from > 0, not_on_one_card=ban_from == 2)
    return BidRule(hook=True, from_cards=ban_from)


def _escalier_hand(node: Node, seats: int) -> ParsedHand | None:
    """A hand that was recorded; None if it was skipped or is not over."""
    cards, phase, dealer, _, entries, *more = _fields(node, 5)
    recorded = phase.value == DONE or (bool(more) and more[0].value == 1)
    if not recorded:
        return None
    numbers = [_entry(entry) for entry in entries.list(MOST_PLAYERS)]
    if len(numbers) != seats:
        raise entries.wrong(Code.FILE_VALUE)
    dealt = dealer.whole(-1, seats - 1)
    return ParsedHand(
        bids=tuple(bid for bid, _, _ in numbers),
        tricks=tuple(tricks for _, tricks, _ in numbers),
        cards=cards.whole(1, 10**6),
        dealer=None if dealt < 0 else dealt,
        bonuses=tuple(Bonus(s, POINTS, more) for s, (_, _, more) in enumerate(numbers) if more),
        thing=node.thing,
    )


def _entry(node: Node) -> tuple[int | None, int | None, int]:
    """Bid, tricks and the adjustment of a seat; no bid and tricks if it was out."""
    bid, tricks, *more = _fields(node, 2)
    numbers = bid.whole(-1, 10**6), tricks.whole(-1, 10**6)
    extra = more[1].whole(-(10**6), 10**6) if len(more) > 1 else 0
    if min(numbers) < 0 or (more and more[0].value == 1):
        return None, None, extra
    return *numbers, extra


def _fields(node: Node, least: int) -> list[Node]:
    fields = node.list(50)
    if len(fields) < least:
        raise node.wrong(Code.FILE_VALUE)
    return fields


def is_keepwiz(text: str) -> bool:
    """Return whether the text is such a file."""
    return text.lstrip().startswith("{") and '"round_data"' in text


def games_of_keepwiz(text: str) -> tuple[Incoming, ...]:
    """The games in the file. Raises UnreadableError."""
    found = [(key, node) for key, node in parsed(text).items() if node.has("round_data")]
    if len(found) > MOST_GAMES:
        raise unreadable(Code.GAMES_MANY, values={"most": MOST_GAMES})
    return tuple(incoming(_keepwiz(key, node), "keepwiz") for key, node in found)


def _keepwiz(key: str, game: Node) -> ParsedGame:
    players = game.get("players").list(MOST_PLAYERS)
    seats = {_id(player.get("id")): seat for seat, player in enumerate(players)}
    if len(seats) < len(players):
        raise game.get("players").wrong(Code.PLAYER_DOUBLED)
    rounds = game.get("round_data").list(LONGEST_GAME)
    totals: list[int | None] = [None] * len(players)
    for name, score in game.get("final_scores", {}).items():
        if name in seats:
            totals[seats[name]] = score.whole(-(10**6), 10**6)
    return ParsedGame(
        players=tuple(player.get("name").text() for player in players),
        hands=tuple(_keepwiz_hand(one, seats) for one in rounds),
        variant=WIZARD,
        totals=tuple(totals),
        started_at=game.get("created_at").moment() if game.has("created_at") else None,
        known_as=key,
        thing=game.thing,
    )


def _keepwiz_hand(node: Node, seats: dict[str, int]) -> ParsedHand:
    numbers: list[Numbers] = [(None, None, None)] * len(seats)
    for player in node.get("players").list(MOST_PLAYERS):
        name = _id(player.get("id"))
        if name not in seats:
            raise player.get("id").wrong(Code.PLAYER_UNKNOWN)
        score = player.get("score").whole(-(10**6), 10**6) if player.has("score") else None
        call, made = (player.get(key).whole(0, 10**6) for key in ("call", "made"))
        numbers[seats[name]] = call, made, score
    bids, tricks, points = (tuple(seat[at] for seat in numbers) for at in range(3))
    return ParsedHand(bids, tricks, points, thing=node.thing)


def _id(node: Node) -> str:
    """The id of a player, which may be a number or a text."""
    return str(node.value) if isinstance(node.value, int) else node.text()
