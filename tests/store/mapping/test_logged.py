"""Games and their rules as rows and log lines, and back."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from scorekeeper.rules.actions import (
    change_settings,
    delete_hand,
    enter_bids,
    enter_extras,
    turn_up,
)
from scorekeeper.rules.attendance import LONGEST_NAME, leave, new_game, rematch, rename
from scorekeeper.rules.game import Bonus, Game, GameNote
from scorekeeper.rules.hand import Extras
from scorekeeper.rules.variants.model import (
    ALL_AT_ONCE,
    IN_TURN,
    BidRule,
    Bids,
    Extra,
    ExtraKey,
    Score,
    Settings,
    Sizes,
    Terms,
    Turned,
    Variant,
)
from scorekeeper.rules.variants.variants import CUSTOM, VARIANTS, WIZARD
from scorekeeper.store import lists, phones
from scorekeeper.store.games import games, reading
from scorekeeper.store.mapping.document import UnknownRulesError, rules_from_json, rules_to_json
from scorekeeper.store.mapping.log import (
    from_json,
    patched,
    places_between,
    reversed_places,
    scored_in,
    to_json,
    without,
)
from scorekeeper.store.models import db
from tests.rules.notation import NAMES, correct, new, on, play

THREE = play("wizard", 3, "h 011/001")
BID = enter_bids(THREE, 2, (None, None, 1))
PIRATES = new("skull-king", 3)
HELD = Extras(bonuses=(Bonus(0, "points", 20, reason="late"),))
LINES = {
    "a hand is begun": (
        (THREE, enter_bids(turn_up(THREE, 2, Turned.WIZARD, None), 2, (None, None, 1))),
        '[[["hands",2],null,{"number":2,"cards":2,"dealer":1,"bid_rule":"","turned":"wizard",'
        '"trump":null,"bids":[null,null,1],"tricks":[null,null,null],"scored":false}]]',
    ),
    "a bid": (
        (BID, enter_bids(BID, 2, (2, None, 0))),
        '[[["hands",2,"bids",0],null,2],[["hands",2,"bids",2],1,0]]',
    ),
    "extras": (
        (on(PIRATES, "- 011"), enter_extras(on(PIRATES, "- 011"), 1, HELD)),
        '[[["hands",1,"bonuses"],null,[{"seat":0,"key":"points","amount":20,"reason":"late"}]]]',
    ),
    "the house rules": (
        (THREE, change_settings(THREE, Settings(BidRule(hook=True), (2, 3), 105))),
        '[[["bid_rule"],"","hook"],[["sizes"],[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20],'
        '[1,2,3]],[["clock"],null,105]]',
    ),
    "a title": (
        (THREE, replace(THREE, about=GameNote(title="Cup"))),
        '[[["title"],null,"Cup"]]',
    ),
    "a hand is taken out": (
        (THREE, delete_hand(THREE, 1)),
        '[[["sizes"],[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20],'
        '[2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]],[["gone"],null,1],[["hands",1],'
        '{"number":1,"cards":1,"dealer":0,"bid_rule":"","turned":"hearts","trump":"hearts",'
        '"bids":[0,1,1],"tricks":[0,0,1],"scored":true},null]]',
    ),
}


@pytest.mark.parametrize("what", LINES)
def test_the_names_in_a_line_stay_as_they_are(what: str) -> None:
    (before, after), written = LINES[what]
    assert to_json(places_between((before, ()), (after, ()))) == written
    assert patched((before, ()), from_json(written)) == (after, ())
    assert without(after, from_json(written)) == before


def test_a_name_and_who_left_are_places_of_their_own() -> None:
    renamed = rename(THREE, ("Ann", "Zoe", "Cem"))
    assert to_json(places_between((THREE, ()), (renamed, ()))) == (
        '[[["players",1,"name"],"Ben","Zoe"]]'
    )
    four = play("wizard", 4)
    left = places_between((four, ()), (leave(four, 2), ()))
    paths = {path for path, _, _ in left}
    assert paths == {("players", 2, "away"), ("sizes",)}


def test_the_points_on_another_sheet_come_back_with_their_hand() -> None:
    marks = ((1, 0, 30), (0, 2, 50))
    line = places_between((THREE, marks), (delete_hand(THREE, 1), marks[1:]))
    assert patched((delete_hand(THREE, 1), marks[1:]), reversed_places(line)) == (THREE, marks)


@pytest.mark.parametrize(
    ("before", "after", "scored"),
    [
        (THREE, BID, set()),
        (BID, on(BID, "h 00."), set()),
        (BID, on(BID, "h 001/101"), {2}),
        (THREE, on(THREE, "h 110/110"), {2}),
        (THREE, correct(THREE, 1, "h 011/010"), set()),
    ],
)
def test_a_line_says_which_hands_it_scored(before: Game, after: Game, scored: set[int]) -> None:
    assert scored_in(places_between((before, ()), (after, ()))) == scored


ODD = replace(
    WIZARD,
    hands=Sizes(None, 2, step=2, back=True),
    trump=IN_TURN,
    bids=Bids(BidRule(hook=True, zero_allowed=True), choice=False),
    score=Score(Terms(5, 4, 3, 2), Terms(-1, -2, -3, -4), Terms(9), Terms(-9)),
)
SHOWN_TOGETHER = replace(WIZARD, bids=ALL_AT_ONCE)
NAMED = replace(CUSTOM, name="\N{FACE WITH TEARS OF JOY}" * LONGEST_NAME)
GAMES = [*VARIANTS.values(), ODD, SHOWN_TOGETHER, NAMED]
COLUMN = 1000
OLD = (Path(__file__).parent / "rules_v1.tsv").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: variant.key)
def test_the_rules_of_a_game_are_read_back_as_they_were(variant: Variant) -> None:
    written = rules_to_json(variant)
    assert rules_from_json(variant.key, written) == variant
    assert len(written) <= COLUMN


@pytest.mark.parametrize("line", OLD, ids=lambda line: line.split("\t")[0])
def test_rules_of_the_first_version_are_read_and_written_as_they_were(line: str) -> None:
    key, rules = line.split("\t")
    assert rules_to_json(rules_from_json(key, rules)) == rules


@pytest.mark.parametrize(
    "game",
    [
        replace(CUSTOM, trump=replace(CUSTOM.trump, without=(1,))),
        replace(CUSTOM, score=replace(CUSTOM.score, missed=Terms(per_over=0))),
        replace(CUSTOM, score=replace(CUSTOM.score, near=Terms(per_bid=1))),
    ],
)
def test_rules_that_an_older_program_would_misread_are_of_a_newer_version(game: Variant) -> None:
    assert json.loads(rules_to_json(game))["v"] == 2
    assert rules_from_json(game.key, rules_to_json(game)) == game


def test_an_extra_keeps_all_of_a_score_of_its_own() -> None:
    score = replace(WIZARD.score, near=Terms(per_card=5))
    game = replace(WIZARD, extras=(Extra(ExtraKey.CANNON, score=score),))
    assert rules_from_json(game.key, rules_to_json(game)) == game


@pytest.mark.parametrize(("key", "version"), [("skat", 1), ("wizard", 3)])
def test_rules_of_another_game_or_a_newer_program_are_not_guessed(key: str, version: int) -> None:
    data = json.loads(rules_to_json(WIZARD)) | {"v": version}
    with pytest.raises(UnknownRulesError):
        rules_from_json(key, json.dumps(data))


@pytest.mark.usefixtures("_opened")
def test_a_game_keeps_its_points_when_the_program_counts_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = new_game(ODD, NAMES[:3], 0, Settings(sizes=(2, 1)))
    key = games.start("phone", game, "token").key
    monkeypatch.setitem(VARIANTS, "wizard", WIZARD)
    reading.forget()
    kept = reading.read(key).game
    assert kept.variant == rematch(kept).variant == ODD
    (listed,) = lists.newest(phones.asking("phone"), 1)
    assert listed.variant == ODD


@pytest.mark.usefixtures("_opened")
def test_the_database_refuses_a_game_without_rules() -> None:
    games.start("phone", new_game(WIZARD, NAMES[:3], 0, Settings(sizes=(1,))), "token")
    for nothing in ("NULL", "''"):
        with pytest.raises(IntegrityError):
            db.session.execute(text(f"UPDATE game SET rules = {nothing}"))  # noqa: S608
        db.session.rollback()
