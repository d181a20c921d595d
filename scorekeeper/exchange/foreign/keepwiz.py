"""Games of Wizard from a file that KeepWiz exports (3.0).

An object with a game under each id: ``players``, ``round_data`` with each player's bids and tricks,
``final_scores``, ``created_at``. It contains no cards, dealer or trump, and its tricks need not add
up.
"""

from scorekeeper.exchange.foreign.nodes import Node, parsed
from scorekeeper.exchange.parsed.building import incoming
from scorekeeper.exchange.parsed.parsed_game import (
    MOST_GAMES,
    Numbers,
    ParsedGame,
    ParsedHand,
    unreadable,
)
from scorekeeper.rules.incoming import Incoming
from scorekeeper.rules.problems import Code
from scorekeeper.rules.variants.model import LONGEST_GAME
from scorekeeper.rules.variants.variants import MOST_PLAYERS, WIZARD


def is_keepwiz(text: str) -> bool:
    """Return whether the text is such a file."""
    return text.lstrip().startswith("{") and '"round_data"' in text


def games_of_keepwiz(text: str) -> tuple[Incoming, ...]:
    """The games in the file. Raises UnreadableError."""
    found = [(key, node) for key, node in parsed(text).items() if node.has("round_data")]
    if len(found) > MOST_GAMES:
        raise unreadable(Code.GAMES_MANY, values={"most": MOST_GAMES})
    return tuple(incoming(_parsed(key, node), "keepwiz") for key, node in found)


def _parsed(key: str, game: Node) -> ParsedGame:
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
        hands=tuple(_hand(one, seats) for one in rounds),
        variant=WIZARD,
        totals=tuple(totals),
        started_at=game.get("created_at").moment() if game.has("created_at") else None,
        known_as=key,
        thing=game.thing,
    )


def _hand(node: Node, seats: dict[str, int]) -> ParsedHand:
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
