"""Files of other programs.

Games from a backup of Skull King Crew Ledger.

``history`` and ``currentGame`` contain the games. ``deletions`` lists deleted games by id and time
(ms); they stay deleted unless they changed later. If a game occurs twice, the copy changed last is
read.

Games of L'Escalier (from a link) and of KeepWiz 3.0 (from its file).

L'Escalier: ``#g=`` is followed by ``A`` and a deflated text, or ``B`` and a plain one, as
base64url. The text is JSON, by position: the form's number, name, creation time (ms), finished,
scoring, players, first dealer, rounds. It does not contain trump.

KeepWiz: an object with a game under each id: ``players``, ``round_data`` with each player's bids
and tricks, ``final_scores``, ``created_at``. It contains no cards, dealer or trump, and its tricks
need not add up.

A finished game for BG Stats, the app that keeps plays: its ``createPlay`` address.
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
from urllib.parse import quote, unquote

from scorekeeper.exchange.tables.building import incoming, table_game
from scorekeeper.exchange.tables.cells import moment
from scorekeeper.exchange.tables.parsed_game import (
    MOST_GAMES,
    MOST_TEXT,
    Numbers,
    ParsedGame,
    ParsedHand,
    unreadable,
    with_cards,
)
from scorekeeper.fields import tidy_name
from scorekeeper.keys import hashed
from scorekeeper.rules.game import POINTS, Bonus, first_dealer, left_of
from scorekeeper.rules.hand import score_with
from scorekeeper.rules.incoming import Found, Incoming, UnreadableError
from scorekeeper.rules.people import start_of
from scorekeeper.rules.problems import Code
from scorekeeper.rules.sheet import ranking
from scorekeeper.rules.variants.model import LONGEST_GAME, LONGEST_TITLE, BidRule, ExtraKey, Variant
from scorekeeper.rules.variants.variants import (
    MOST_PLAYERS,
    RASCAL,
    SKULL_KING,
    TOURNAMENT,
    WIZARD,
    Points,
    counting_on_a_miss,
    counts_on_a_miss,
)
from scorekeeper.store.mapping.stored import StoredGame
from scorekeeper.words.language import local

CAPTURED = {
    ExtraKey.FOURTEEN: 10,
    ExtraKey.BLACK14: 20,
    ExtraKey.MERMAID: 20,
    ExtraKey.PIRATE: 30,
    ExtraKey.KING: 40,
    ExtraKey.SECOND: 30,
    ExtraKey.LEVIATHAN: 20,
}
EXACT = {ExtraKey.SEVEN: -5, ExtraKey.EIGHT: 5}
"""Cards that count only with a made bid, whatever the game."""
WAGER = 10
LOOT = 20


@dataclass(frozen=True, slots=True)
class Entry:
    """A player's part of a round. ``captured`` is the number of each extra; older versions had
    ``points`` and ``loot`` instead."""

    bid: int
    tricks: int
    captured: dict[ExtraKey, int]
    points: int = 0
    loot: int = 0

    @property
    def made(self) -> bool:
        return self.bid == self.tricks


def counted(entry: Entry, cards: int, alliances: int, *, rascal: bool, loose: bool) -> int | None:
    """The points of an entry whose Loot formed this many ``alliances``; ``loose``: captured cards
    count with a missed bid too. None if an old version had a number for the extras."""
    if entry.points:
        return None
    half = _rascal(entry) if rascal else 2 * (entry.made or loose)
    stake = 15 if ExtraKey.CANNON in entry.captured else 10
    base = stake * cards * half // 2 if rascal else _classic_points(entry, cards)
    sign = 1 if entry.made else -1
    exact = _sum(entry, EXACT) + entry.loot if entry.made else 0
    wager = sign * WAGER * entry.captured.get(ExtraKey.WAGER, 0)
    return base + _sum(entry, CAPTURED) * half // 2 + exact + wager + LOOT * alliances


def _classic_points(entry: Entry, cards: int) -> int:
    if entry.bid == 0:
        return 10 * cards if entry.made else -10 * cards
    return 20 * entry.bid if entry.made else -10 * abs(entry.bid - entry.tricks)


def _rascal(entry: Entry) -> int:
    """The worth of a bid, in halves."""
    if entry.made:
        return 2
    return 1 if abs(entry.bid - entry.tricks) == 1 and ExtraKey.CANNON not in entry.captured else 0


def is_halved(hand: ParsedHand) -> bool:
    """Whether somebody missed by one with a card that counts 5 points."""
    missed = {
        seat
        for seat, (bid, took) in enumerate(zip(hand.bids, hand.tricks, strict=True))
        if bid is not None and took is not None and abs(bid - took) == 1
    }
    return any(one.key in EXACT and one.seat in missed for one in hand.bonuses)


def _sum(entry: Entry, values: dict[ExtraKey, int]) -> int:
    return sum(points * entry.captured.get(key, 0) for key, points in values.items())


CAPTURES = {
    "colored14": ExtraKey.FOURTEEN,
    "black14": ExtraKey.BLACK14,
    "mermaidByPirate": ExtraKey.MERMAID,
    "pirateBySkullKing": ExtraKey.PIRATE,
    "mermaidCapturesSkullKing": ExtraKey.KING,
    "secondCaptured": ExtraKey.SECOND,
    "davyJonesLeviathans": ExtraKey.LEVIATHAN,
    "expansion7": ExtraKey.SEVEN,
    "expansion8": ExtraKey.EIGHT,
}
"""Crew Ledger's names for the extras; most are counted, some are booleans."""
MOST = 1000


def hands_of(game: Node, seats: dict[str, int], variant: Variant) -> tuple[ParsedHand, ...]:
    """The rounds of the game whose results were recorded."""
    rounds = game.get("rounds").list(LONGEST_GAME)
    keys = ("cardsDealt", "discardedTricks", "lootUses")
    cards, void, loot = (game.get(key, []).list(LONGEST_GAME) for key in keys)
    hands = []
    for at, node in enumerate(rounds):
        entries = {seats[key]: entry for key, entry in node.items() if key in seats}
        if not entries or not all(_is_recorded(game, at, entry) for entry in entries.values()):
            continue
        found = {seat: _crew_entry(one) for seat, one in entries.items()}
        dealt = cards[at].whole(1, MOST) if at < len(cards) else at + 1
        pairs = _pairs(loot[at], seats) if at < len(loot) else []
        order = [found.get(seat) for seat in range(len(seats))]
        extras = [one for seat, entry in found.items() for one in _bonuses(seat, entry, variant)]
        hands.append(
            ParsedHand(
                tuple(entry.bid if entry else None for entry in order),
                tuple(entry.tricks if entry else None for entry in order),
                _points(found, len(seats), dealt, pairs, variant),
                cards=dealt,
                void=max(0, void[at].whole(-MOST, MOST)) if at < len(void) else 0,
                bonuses=(*extras, *_loot(pairs)),
                thing=node.thing,
            )
        )
    return tuple(hands)


def _is_recorded(game: Node, at: int, entry: Node) -> bool:
    """Return whether the result is recorded; older backups do not say so for each player."""
    if entry.has("recorded"):
        return entry.get("recorded").value is True
    now = game.get("currentRound", 0).whole()
    return game.get("status", "").text() == "finished" or at + 1 < now


def _points(
    entries: dict[int, Entry],
    seats: int,
    cards: int,
    pairs: list[tuple[int, int]],
    variant: Variant,
) -> tuple[int | None, ...]:
    """The points that each seat has in Crew Ledger."""
    made = {seat for seat, entry in entries.items() if entry.made}
    shared = [seat for pair in pairs if made.issuperset(pair) for seat in pair]
    rules = {"rascal": variant.key == RASCAL.key, "loose": counts_on_a_miss(variant)}
    points = {s: counted(one, cards, shared.count(s), **rules) for s, one in entries.items()}
    return tuple(points.get(seat) for seat in range(seats))


def _crew_entry(node: Node) -> Entry:
    bid, tricks = (node.get(key).whole(0, MOST) for key in ("bid", "tricks"))
    loot, bonus = node.get("legacyLoot", 0).whole(0, MOST) * LOOT, node.get("bonus", {})
    # Before captures had names, the bonus was a number.
    is_old = isinstance(bonus.value, int)
    old = bonus.whole(-MOST, MOST) if is_old else 0
    captured = {} if is_old else _captured(bonus)
    if node.get("rascalBet", "").text() == "cannonball":
        captured[ExtraKey.CANNON] = 1
    return Entry(bid, tricks, captured, old, loot)


def _captured(bonus: Node) -> dict[ExtraKey, int]:
    found = {}
    for name, key in CAPTURES.items():
        if bonus.has(name):
            value = bonus.get(name).value
            found[key] = int(value) if value in (True, False) else bonus.get(name).whole(0, MOST)
    if bonus.has("rascalWager"):
        found[ExtraKey.WAGER] = bonus.get("rascalWager").whole(0, MOST) // WAGER
    return found


def _bonuses(seat: int, entry: Entry, variant: Variant) -> list[Bonus]:
    """The extras; those that our game lacks, or allows fewer of, become extra points."""
    is_counted = entry.made or counts_on_a_miss(variant)
    points = (entry.points if is_counted else 0) + (entry.loot if entry.made else 0)
    bonuses, miss = [], abs(entry.bid - entry.tricks)
    score = score_with(variant, entry.captured)
    for key, number in entry.captured.items():
        extra = variant.extra_called(key)
        if extra is None or number < 1:
            continue
        bonuses.append(Bonus(seat, key, min(number, extra.most)))
        points += int(extra.worth(max(number - extra.most, 0), miss, score))
    return [*bonuses, Bonus(seat, POINTS, points)] if points else bonuses


def _pairs(uses: Node, seats: dict[str, int]) -> list[tuple[int, int]]:
    """The pairs of players who shared loot."""
    keys = ("playedById", "boundToId")
    named = [
        [use.get(key).text() if use.has(key) else None for key in keys] for use in uses.list(10)
    ]
    return [(seats[a], seats[b]) for a, b in named if a in seats and b in seats and a != b]


def _loot(pairs: list[tuple[int, int]]) -> tuple[Bonus, ...]:
    """The loot that was shared; if a pair occurs twice, it is shared both ways."""
    found: list[Bonus] = []
    for first, second in pairs:
        here, back = Bonus(first, ExtraKey.LOOT, 1, second), Bonus(second, ExtraKey.LOOT, 1, first)
        free = [one for one in (here, back) if one not in found]
        found += free[:1]
    return tuple(found)


FORMAT_IN_FILE = re.compile(r'"format"\s{0,9}:\s{0,9}"skull-king-scorekeeper"')
VERSION = 1


def is_crew_ledger(text: str) -> bool:
    return FORMAT_IN_FILE.search(text[:MOST_TEXT]) is not None


def games_of_crew_ledger(text: str) -> tuple[Incoming, ...]:
    """The games in the backup, without those deleted there. Raises UnreadableError."""
    root = parsed(text)
    if root.get("version").whole() > VERSION:
        raise root.get("version").wrong(Code.FILE_NEWER)
    games = root.get("history").list(MOST_GAMES)
    games += [root.get("currentGame")] if root.has("currentGame") else []
    gone = dict(root.get("deletions", {}).items())
    newest: dict[str, Node] = {}
    for game in games:
        key = game.get("id").text()
        if key in gone and gone[key].moment() >= _changed(game):
            continue
        if key not in newest or _changed(newest[key]) < _changed(game):
            newest[key] = game
    found = [(key, _parsed(key, game)) for key, game in newest.items()]
    return tuple(incoming(parsed, "crew-ledger") for _, parsed in found if parsed.hands)


def _parsed(key: str, game: Node) -> ParsedGame:
    is_rascal = game.get("scoringMode", "").text() == "rascal"
    variant = RASCAL if is_rascal else _classic(game)
    players = game.get("players").list(MOST_PLAYERS)
    seats = {player.get("id").text(): seat for seat, player in enumerate(players)}
    if len(seats) < len(players):
        raise game.get("players").wrong(Code.PLAYER_DOUBLED)
    hands = hands_of(game, seats, variant)
    return ParsedGame(
        players=tuple(player.get("name").text() for player in players),
        hands=hands,
        variant=variant,
        started_at=game.get("createdAt").moment() if game.has("createdAt") else None,
        changed_at=_changed(game),
        known_as=key,
        thing=game.thing,
        found=Found(halved=is_rascal and any(map(is_halved, hands))),
    )


def _classic(game: Node) -> Variant:
    """Skull King, in which captured cards count with a missed bid too, unless the game says
    otherwise."""
    is_strict = game.get("bonusesRequireBid", default=False).value is True
    return SKULL_KING if is_strict else counting_on_a_miss(SKULL_KING)


def _changed(game: Node) -> datetime:
    for key in ("updatedAt", "createdAt"):
        if game.has(key):
            return game.get(key).moment()
    return Node(0, game.thing).moment()


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
        return unreadable(code, thing=self.thing, values={"most": most})

    def has(self, key: str) -> bool:
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
        if not isinstance(self.value, str):
            raise self.wrong(Code.FILE_VALUE)
        return self.value

    def moment(self) -> datetime:
        """A time: milliseconds since 1970, or a text."""
        if isinstance(self.value, str):
            read = moment(self.value.strip())
            if read is None:
                raise self.wrong(Code.FILE_TIME)
            return read if read.tzinfo else read.replace(tzinfo=UTC)
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


ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Scorekeeper"
BGG = {"wizard": 1465, "tournament": 1465, "two-player": 1465}
"""Numbers of games at BoardGameGeek."""


def play_address(stored: StoredGame, name: str) -> str:
    """The address that sends the game, under this ``name``.

    Its ids are the same for every play, and none reveals the game's key. All four booleans are
    always there, because the Android app stops if one is missing.
    """
    game, seconds = stored.game, (stored.changed_at - stored.recorded_at).total_seconds()
    day = local(stored.started_at if game.about.played else stored.changed_at)
    play: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": stored.uid,
        "playDate": f"{day:%Y-%m-%d %H:%M:%S}",
        "game": {
            "name": name,
            "sourceGameId": game.variant.key,
            "highestWins": True,
            "noPoints": False,
        },
        "players": _players(stored),
    }
    if game.variant.key in BGG:
        play["game"] |= {"bggId": BGG[game.variant.key]}
    if minutes := round(seconds / 60):
        play["durationMin"] = minutes
    data = json.dumps(play, ensure_ascii=False, separators=(",", ":"))
    return ADDRESS + quote(data, safe="")


def _players(stored: StoredGame) -> list[dict[str, object]]:
    game, first = stored.game, next(iter(stored.game.hands), None)
    starts = left_of(game, first.dealer, first.out) if first else first_dealer(game, game.away)
    return [
        {
            "name": game.players[rank.seat],
            "sourcePlayerId": hashed(game.players[rank.seat].casefold())[:16],
            "winner": rank.wins,
            "startPlayer": rank.seat == starts,
            "score": rank.total,
            "rank": rank.position,
        }
        for rank in ranking(stored.sheet)
    ]
