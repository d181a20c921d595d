"""Sending a finished game to BG Stats."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import unquote

from scorekeeper.exchange.bgstats import ADDRESS, play_address
from scorekeeper.keys import stable_id
from scorekeeper.rules.attendance import leave
from scorekeeper.rules.game import Game
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.store.mapping.stored import StoredGame
from tests.rules.notation import on, play

STARTED = datetime(2026, 1, 2, 20, 4, 5, tzinfo=UTC)
ENDED = STARTED + timedelta(minutes=95)


def kept(game: Game, ended: datetime = ENDED, key: str = "the-key") -> StoredGame:
    return StoredGame(
        7, key, stable_id(key), "CODE", 1, 3, 0, 3, STARTED, ended, game, score_sheet(game)
    )


def handed(stored: StoredGame) -> dict[str, Any]:
    """The contents of the address."""
    address = play_address(stored, "Wizard")
    assert address.startswith(ADDRESS)
    assert " " not in address
    assert "+" not in address
    found: dict[str, Any] = json.loads(unquote(address.removeprefix(ADDRESS)))
    return found


def finished(*, dealer: int = 0) -> Game:
    """Ben 30, the others 20 and -10."""
    return play("wizard", 3, "h 011/010", sizes=(1,), dealer=dealer)


def test_a_finished_game_tells_who_played_when_and_with_which_outcome() -> None:
    play = handed(kept(finished()))
    assert play["sourceName"] == "Scorekeeper"
    assert play["playDate"] == "2026-01-02 21:39:05"
    assert play["durationMin"] == 95
    assert play["game"] == {
        "name": "Wizard",
        "sourceGameId": "wizard",
        "highestWins": True,
        "noPoints": False,
        "bggId": 1465,
    }
    told = [(p["name"], p["score"], p["rank"], p["winner"]) for p in play["players"]]
    assert told == [("Ben", 30, 1, True), ("Ann", 20, 2, False), ("Cem", -10, 3, False)]


def test_all_four_booleans_are_there_and_one_player_starts() -> None:
    for dealer, starts in ((0, "Ben"), (2, "Ann")):
        players = handed(kept(finished(dealer=dealer)))["players"]
        assert [one["name"] for one in players if one["startPlayer"]] == [starts]
        assert all(type(one[name]) is bool for one in players for name in ("winner", "startPlayer"))


def test_ids_stay_from_play_to_play_and_none_is_the_key() -> None:
    one, again = handed(kept(finished())), handed(kept(finished(), key="another"))
    assert one["players"] == again["players"]
    assert one == handed(kept(finished()))
    assert one["sourcePlayId"] != again["sourcePlayId"]
    assert "the-key" not in json.dumps(one)
    assert "CODE" not in json.dumps(one)


def test_no_time_and_no_number_at_boardgamegeek_are_left_out() -> None:
    game = play("blob", 3, "h 111/111", sizes=(3,))
    play_of_blob = handed(kept(game, ended=STARTED))
    assert "durationMin" not in play_of_blob
    assert "bggId" not in play_of_blob["game"]


def test_a_player_who_left_is_listed_last_and_wins_nothing() -> None:
    game = leave(play("wizard", 4, "h 0010/0010", sizes=(1, 1)), 2)
    players = handed(kept(on(game, "h 00.0/10.0")))["players"]
    assert (players[-1]["name"], players[-1]["winner"], players[-1]["rank"]) == ("Cem", False, 4)
