"""A game as JSON, and for BG Stats."""

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import unquote

import pytest
from flask import Flask
from hypothesis import given

from scorekeeper.exchange import json_files
from scorekeeper.exchange.foreign import ADDRESS, play_address
from scorekeeper.exchange.json_files import MOST_GAMES, game_json, json_chunks
from scorekeeper.exchange.letters import letters_in
from scorekeeper.keys import stable_id
from scorekeeper.rules.attendance import leave, new_game, sit_out
from scorekeeper.rules.game import POINTS, Bonus, Cloud, Game
from scorekeeper.rules.incoming import Incoming, UnreadableError
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.model import Settings, Variant
from scorekeeper.rules.variants.variants import VARIANTS
from scorekeeper.store.mapping.stored import StoredGame
from scorekeeper.words.problems import unreadable_line
from tests.exchange.made import changed, files, of, read_games, text_of
from tests.exchange.schema import SCHEMA, made, objections
from tests.rules.chance import quickly
from tests.rules.notation import NAMES, new, on, play
from tests.rules.variants.test_custom import own_games

ONE = of(play("wizard", 3, "h 011/001", "j 200/101"))


def data_of(incoming: Incoming = ONE) -> dict[str, Any]:
    """The file with one game, as parsed JSON."""
    found: dict[str, Any] = json.loads(text_of(incoming))
    return found


def refusal(text: str) -> UnreadableError:
    """The reason why the text cannot be read."""
    with pytest.raises(UnreadableError) as raised:
        read_games(text)
    return raised.value


@pytest.mark.thorough
@quickly
@given(files())
def test_any_games_are_read_back_as_they_were_written(games: tuple[Incoming, ...]) -> None:
    text = text_of(*games)
    again = read_games(text)
    assert text_of(*again) == text
    for one, other in zip(games, again, strict=True):
        bonuses = [sorted(hand.bonuses) for hand in one.game.hands]
        assert [sorted(hand.bonuses) for hand in other.game.hands] == bonuses
        assert other == one


def test_a_hand_that_somebody_sits_out_is_read_back_as_it_is() -> None:
    hand = of(sit_out(new("wizard", 4), 1, 0, out=True))
    assert hand.game.hands[0].out == (0,)
    assert read_games(text_of(hand)) == (hand,)


@pytest.mark.thorough
@quickly
@given(files())
def test_what_is_written_is_as_the_schema_says(games: tuple[Incoming, ...]) -> None:
    assert list(objections(json.loads(text_of(*games)))) == []


def test_the_schema_is_that_of_the_classes() -> None:
    assert json.loads(json.dumps(made())) == SCHEMA, "write it again: python -m tests.exchange"
    assert SCHEMA["$defs"]["game"]["properties"]["game"]["enum"] == [*VARIANTS]


def test_a_file_has_a_line_for_each_game_and_can_be_written_while_they_are_read() -> None:
    pieces = json_chunks(iter([ONE, replace(ONE, uid="another")]))
    assert next(pieces) == '{"format":"scorekeeper","version":1,"games":['
    lines = "".join(pieces).split("\n")
    assert [line[:16] for line in lines[1:]] == ['{"id":"a-game","', '{"id":"another",', "]}", ""]


def test_a_book_without_games_exports_a_file_too() -> None:
    assert read_games(text_of()) == ()


def test_blanks_and_the_order_of_fields_do_not_matter() -> None:
    data = data_of()
    data["games"][0] = dict(reversed(data["games"][0].items()))
    assert read_games(json.dumps(data, indent=3)) == (ONE,)
    assert read_games("\ufeff" + json.dumps(data)) == (ONE,)


def test_names_are_tidied_as_those_that_are_typed() -> None:
    text = changed(data_of(), "games.0.players.1.name", "  Ben\u202e\n Lee ")
    (read,) = read_games(text)
    assert read.game.players == ("Ann", "Ben Lee", "Cem")


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("games.0.id", "a game", "file-value"),
        ("games.0.title", "x" * 41, "file-value"),
        ("games.0.note", "\u200b", "file-value"),
        ("games.0.id", "x" * 65, "file-value"),
        ("games.0.id", ..., "file-missing"),
        ("games.0.started", "yesterday", "file-time"),
        ("games.0.started", "2026-02-30T00:00:00Z", "file-time"),
        ("games.0.changed", "1234-01-01T00:00:00Z", "file-time"),
        ("games.0.game", "skat", "rules-unknown"),
        ("games.0.rules.v", 3, "rules-unknown"),
        ("games.0.rules.deck", 5, "rules-unfit"),
        ("games.0.rules.deck", "60", "rules-unfit"),
        ("games.0.rules.players", [2, 11], "rules-unfit"),
        ("games.0.rules.sizes", [1, None, 0, False], "rules-unfit"),
        ("games.0.rules.made", [10**6, 0, 0, 0], "rules-unfit"),
        ("games.0.rules.dummies", 1, "rules-unfit"),
        ("games.0.rules.voids", 0, "rules-unfit"),
        ("games.0.rules.negating", "spade-8", "rules-unfit"),
        ("games.0.rules.extras", [[["x"], 1, 1, "always", False, []]], "rules-unfit"),
        ("games.0.rules.extras", [["king", 1, 1, "always", False, []]], "rules-unfit"),
        ("games.0.rules.bids", ["hook", 1], "rules-unfit"),
        ("games.0.rules.name", "Ours", "rules-unfit"),
        ("games.0.rules.more", "x" * 1000, "rules-unfit"),
        ("games.0.rules", [], "rules-unfit"),
        ("games.0.players", [{"name": "Ann"}], "names-few"),
        ("games.0.players.0.name", "", "name-empty"),
        ("games.0.players.0.name", "\u202e", "name-empty"),
        ("games.0.players.0.name", "x" * 41, "name-long"),
        ("games.0.players.0.name", "Ben", "names-doubled"),
        ("games.0.players.0.person", "x" * 41, "file-value"),
        ("games.0.players.0.start", 5001, "file-value"),
        ("games.0.players.0.away", True, "names-few"),
        ("games.0.players.0.points", 1, "file-unknown"),
        ("games.0.players", {}, "file-value"),
        ("games.0.order", [0, 1, 1], "file-value"),
        ("games.0.order", [0, 1, 2], "file-value"),
        ("games.0.first_dealer", 3, "file-value"),
        ("games.0.first_dealer", True, "file-value"),
        ("games.0.bid_rule", "hook+junk", "file-value"),
        ("games.0.bid_rule", "hook+hidden", "file-value"),
        ("games.0.bid_rule", "hook+notlast+lead", "file-value"),
        ("games.0.bid_rule", "hook+from" + "9" * 9, "file-value"),
        ("games.0.sizes", [], "sizes-none"),
        ("games.0.sizes", [0], "sizes-small"),
        ("games.0.sizes", [1, 2, 21], "sizes-range"),
        ("games.0.sizes", [1] * 61, "file-value"),
        ("games.0.sizes", [1], "hands-unplanned"),
        ("games.0.clock", 0, "clock-range"),
        ("games.0.clock", 10**7, "file-value"),
        ("games.0.ends_after", 4, "file-value"),
        ("games.0.hands", [None], "file-value"),
        ("games.0.hands.1.number", 3, "file-value"),
        ("games.0.hands.0.scored", False, "file-value"),
        ("games.0.hands.0.cards", 21, "file-value"),
        ("games.0.hands.0.dealer", -1, "file-value"),
        ("games.0.hands.0.turned", "star", "file-value"),
        ("games.0.hands.0.turned", None, "trump-missing"),
        ("games.0.hands.0.trump", "clubs", "file-value"),
        ("games.0.hands.0.bids", [0, 1], "file-value"),
        ("games.0.hands.0.bids", [0, 2, 0], "bid-range"),
        ("games.0.hands.0.bids", [0, None, 0], "bid-missing"),
        ("games.0.hands.0.tricks", [0, None, 1], "tricks-missing"),
        ("games.0.hands.0.negated", 0, "file-value"),
        ("games.0.hands.0.void", 2, "file-value"),
        ("games.0.hands.0.cloud", {"seat": 0, "step": 2}, "file-value"),
        ("games.0.hands.0.cloud", {"seat": 9, "step": 1}, "cloud-unknown"),
        ("games.0.hands.0.bonuses", [{"seat": 0, "key": "king", "amount": 1}], "extra-unknown"),
        (
            "games.0.hands.0.bonuses",
            [{"seat": 0, "key": "points", "amount": 1, "partner": 1}],
            "file-value",
        ),
        ("games.0.hands.0.bonuses", [{"seat": 0, "key": "points", "amount": 1}] * 2, "file-value"),
        ("games.0.hands.0.out", [0], "file-value"),
        ("games.0.hands.0.winner", 1, "file-unknown"),
        ("games.0", [], "file-value"),
        ("games", {}, "file-syntax"),
        ("games", ..., "file-kind"),
        ("version", 2, "file-newer"),
        ("version", True, "file-kind"),
        ("games.0.marks", [{"hand": 9, "seat": 0, "said": 1}], "file-value"),
        ("games.0.marks", [{"hand": 1, "seat": 3, "said": 1}], "file-value"),
        ("games.0.marks", [{"hand": 1, "seat": 0, "said": 1}] * 2, "file-value"),
        ("more", 1, "file-unknown"),
    ],
)
def test_values_that_could_not_have_been_entered_here_are_refused_with_a_sentence(
    one_app: Flask, path: str, value: Any, code: str
) -> None:
    error = refusal(changed(data_of(), path, value))
    assert error.problem.code == code
    with one_app.test_request_context():
        assert unreadable_line(error).endswith((".", "?")), unreadable_line(error)


@pytest.mark.parametrize(
    ("path", "value", "thing", "line", "column"),
    [
        ("games.0.players", [{"name": "Ann"}], "players", 68, 15),
        ("games.0.hands.1.bids", [2, 3, 0], "hands[1].bids", 130, 14),
        ("games.0.hands.0.dealer", ..., "hands[0].dealer", 104, 5),
        ("games.0.changed", "", "changed", 8, 15),
    ],
)
def test_a_refusal_names_the_thing_its_line_and_its_column(
    path: str, value: Any, thing: str, line: int, column: int
) -> None:
    text = json.dumps(json.loads(changed(data_of(), path, value)), indent=1)
    error = refusal(text)
    assert (error.thing, error.line, error.column) == (thing, line, column)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "file-empty"),
        (" \n", "file-empty"),
        ("hello", "file-kind"),
        ('{"format":"crew-ledger"}', "file-json"),
        ('{"format":"scorekeeper"', "file-syntax"),
        ('{"format":"scorekeeper",}', "file-syntax"),
        ('{"format":"scorekeeper","version":1,"version":1}', "file-doubled"),
        ('{"format":"scorekeeper","version":NaN}', "file-number"),
        ('{"format":"scorekeeper","version":1.0}', "file-number"),
        ('{"format":"scorekeeper","version":1e99}', "file-number"),
        ('{"format":"scorekeeper","version":' + "1" * 5000 + "}", "file-number"),
        ('{"format":"scorekeeper","version":' + "[" * 200_000, "file-deep"),
        ('{"format":"scorekeeper","version":"' + "x" * 300_000, "file-long"),
        ('{"format":"scorekeeper","version":1,"games":[' + "{}," * 3, "file-missing"),
        ('{"format":"scorekeeper","version":1,"games":[{"id":1,"id":2}]}', "file-doubled"),
        ('{"format":"scorekeeper","version":1,"games":[]} []', "file-syntax"),
    ],
)
def test_a_file_without_our_format_is_refused(text: str, code: str) -> None:
    assert refusal(text).problem.code == code


def test_a_file_that_is_cut_anywhere_is_said_to_be_incomplete() -> None:
    data = text_of(ONE).replace(NAMES[0], "Zoë").encode()
    start, end = data.index(b",") + 1, data.rindex(b'"tricks"')
    for at in range(start, end):
        # What begins with a bracket may be a whole file of another program.
        rest = [] if data[at:].startswith((b"{", b"[")) else [data[at:]]
        for piece in (data[:at], *rest):
            with pytest.raises(UnreadableError) as raised:
                read_games(letters_in(piece, "de").text)
            assert raised.value.problem.code == "file-syntax"


def test_a_game_longer_than_any_is_not_even_decoded() -> None:
    start = '{"format":"scorekeeper","version":1,"games":['
    assert refusal(start + "[" + "[]," * 1_000_000 + "[]]]}").problem.code == "file-long"


def test_a_file_has_at_most_so_many_games(monkeypatch: pytest.MonkeyPatch) -> None:
    assert SCHEMA["properties"]["games"]["maxItems"] == MOST_GAMES
    lists = {"games": (2, json_files.LISTS["games"][1])}
    monkeypatch.setattr(json_files, "LISTS", lists)
    two = (ONE, replace(ONE, uid="b"))
    assert len(read_games(text_of(*two))) == 2
    assert refusal(text_of(*two, replace(ONE, uid="c"))).problem.code == "games-many"


@quickly
@given(own_games)
def test_a_custom_game_is_saved_and_fits_the_schema(variant: Variant) -> None:
    game = new_game(variant, NAMES[:3], 0, Settings(sizes=() if variant.target else (1, 2)))
    text = text_of(of(game))
    assert list(objections(json.loads(text))) == []
    assert read_games(text)[0].game == game


def test_every_extra_is_kept() -> None:
    hand = replace(
        ONE.game.hands[0],
        cloud=Cloud(1, -1),
        bonuses=(Bonus(0, POINTS, -10, reason="late"),),
    )
    game = replace(
        ONE.game,
        settings=replace(ONE.game.settings, specials=True, clock=90, ends_after=2),
        hands=(hand, ONE.game.hands[1]),
    )
    incoming = of(game, people=("", "Robert", ""))
    assert read_games(text_of(incoming)) == (incoming,)
    assert json.loads(game_json(incoming))["players"][1] == {"name": "Ben", "person": "Robert"}


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
