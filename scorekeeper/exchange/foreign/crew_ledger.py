"""Games from a backup of Skull King Crew Ledger.

``history`` and ``currentGame`` contain the games. ``deletions`` lists deleted games by id and time
(ms); they stay deleted unless they changed later. If a game occurs twice, the copy changed last is
read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.exchange.foreign.others import Node, parsed
from scorekeeper.exchange.parsed.building import incoming
from scorekeeper.exchange.parsed.parsed_game import MOST_GAMES, MOST_TEXT, ParsedGame, ParsedHand
from scorekeeper.rules.game import POINTS, Bonus
from scorekeeper.rules.hand import score_with
from scorekeeper.rules.incoming import Found, Incoming
from scorekeeper.rules.problems import Code
from scorekeeper.rules.variants.model import LONGEST_GAME, ExtraKey, Variant
from scorekeeper.rules.variants.variants import (
    MOST_PLAYERS,
    RASCAL,
    SKULL_KING,
    counting_on_a_miss,
    counts_on_a_miss,
)

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
        """Whether the bid was made."""
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
        found = {seat: _entry(one) for seat, one in entries.items()}
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


def _entry(node: Node) -> Entry:
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
    """Return whether the text is such a backup."""
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
