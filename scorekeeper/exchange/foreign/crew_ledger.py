"""Games from a backup of Skull King Crew Ledger.

``history`` and ``currentGame`` contain the games. ``deletions`` lists deleted games by id and time
(ms); they stay deleted unless they changed later. If a game occurs twice, the copy changed last is
read.
"""

import re
from datetime import datetime

from scorekeeper.exchange.foreign.crew_hands import hands_of, is_halved
from scorekeeper.exchange.foreign.nodes import Node, parsed
from scorekeeper.exchange.parsed.building import incoming
from scorekeeper.exchange.parsed.parsed_game import MOST_GAMES, MOST_TEXT, ParsedGame
from scorekeeper.rules.incoming import Found, Incoming
from scorekeeper.rules.problems import Code
from scorekeeper.rules.variants.model import Variant
from scorekeeper.rules.variants.variants import MOST_PLAYERS, RASCAL, SKULL_KING, counting_on_a_miss

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
