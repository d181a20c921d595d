"""A finished game for BG Stats, the app that keeps plays: its ``createPlay`` address."""

import json
from typing import Any
from urllib.parse import quote

from scorekeeper.keys import hashed
from scorekeeper.rules.game import first_dealer, left_of
from scorekeeper.rules.sheet import ranking
from scorekeeper.store.mapping.stored import StoredGame

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
    day = stored.started_at if game.about.played else stored.changed_at
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
    starts = left_of(game, first.dealer, first.out) if first else first_dealer(game)
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
