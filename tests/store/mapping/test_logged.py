"""Games and their rules as rows and log lines, and back."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from scorekeeper.rules import history
from scorekeeper.rules.attendance import LONGEST_NAME, new_game, rematch
from scorekeeper.rules.game import LONGEST_NOTE, NOBODY, Bonus, Cloud, GameNote, Hand
from scorekeeper.rules.history import Changed, Seats, Table
from scorekeeper.rules.variants.cards import Trump, Turned
from scorekeeper.rules.variants.house import BidRule, Settings
from scorekeeper.rules.variants.model import (
    ALL_AT_ONCE,
    IN_TURN,
    Bids,
    Extra,
    ExtraKey,
    Score,
    Sizes,
    Terms,
    Variant,
)
from scorekeeper.rules.variants.variants import CUSTOM, VARIANTS, WIZARD
from scorekeeper.store import phones
from scorekeeper.store.games import games, reading
from scorekeeper.store.lists import lists
from scorekeeper.store.mapping.document import UnknownRulesError, rules_from_json, rules_to_json
from scorekeeper.store.mapping.logged import UnknownVersionError, from_json, to_json
from scorekeeper.store.models import db
from tests.rules.chance import rules
from tests.rules.notation import NAMES

NUMBERS = st.integers(0, 60)
SAID = st.lists(st.none() | NUMBERS, min_size=2, max_size=6).map(tuple)
HANDS = st.builds(
    Hand,
    number=st.integers(1, 60),
    cards=st.integers(1, 60),
    dealer=st.integers(0, 5),
    bid_rule=rules,
    bids=SAID,
    tricks=SAID,
    turned=st.none() | st.sampled_from(Turned),
    trump=st.none() | st.sampled_from(Trump),
    negated=st.none() | st.integers(NOBODY, 5),
    scored=st.booleans(),
    void=st.integers(0, 3),
    cloud=st.none() | st.builds(Cloud, st.integers(0, 5), st.sampled_from([-1, 1])),
    bonuses=st.lists(
        st.builds(Bonus, NUMBERS, st.sampled_from(["points", "loot"]), NUMBERS, reason=st.text())
    ).map(tuple),
    out=st.sets(st.integers(0, 9), max_size=3).map(sorted).map(tuple),
)
SOME = st.lists(st.integers(0, 60), max_size=10).map(tuple)
SEATED = st.builds(
    Seats,
    st.lists(st.text(), min_size=2, max_size=10).map(tuple),
    st.none() | st.builds(Table, SOME, SOME, SOME, SOME, st.none() | HANDS),
)
SETTINGS = st.builds(
    Settings,
    bid_rule=rules,
    sizes=st.lists(st.integers(1, 60)).map(tuple),
    clock=st.none() | st.integers(1, 24 * 60),
    ends_after=st.none() | NUMBERS,
    specials=st.booleans(),
)
WORD = st.none() | st.text(min_size=1)
SAID_OF = st.builds(GameNote, **dict.fromkeys(LONGEST_NOTE, WORD))
HAND = Hand(
    2, 3, 1, BidRule(True, True), (1, 0, 3), (None, 2, None), Turned.WIZARD, Trump.CLUBS, NOBODY
)
HOUSE = Settings(BidRule(True, zero_allowed=True), (1, 3, 5), 105, 2)
HAND_1 = (
    '{"number":2,"cards":3,"dealer":1,"bid_rule":{"hook":true,"not_on_one_card":true,'
    '"zero_allowed":false},"bids":[1,0,3],"tricks":[null,2,null],"turned":"wizard",'
    '"trump":"clubs","negated":-1,"scored":false}'
)
HAND_2 = (
    '{"v":2,"number":2,"cards":3,"dealer":1,"rule":"hook+not1","bids":[1,0,3],'
    '"tricks":[null,2,null],"turned":"wizard","trump":"clubs","negated":-1,"scored":false}'
)
HOUSE_1 = (
    '{"bid_rule":{"hook":true,"not_on_one_card":false,"zero_allowed":true},'
    '"sizes":[1,3,5],"clock":105,"ends_after":2}'
)
HOUSE_2 = '{"v":2,"rule":"hook+zero","sizes":[1,3,5],"clock":105,"ends_after":2}'
CAME = Seats(("Ann", "Ben"), Table((0, 5), (), (1, 0), (1, 2)))
SEATS_4 = '{"v":4,"players":["Ann","Ben"],"starts":[0,5],"away":[],"order":[1,0],"sizes":[1,2]}'
ABOUT = GameNote(title="Cup", note="late")
ABOUT_5 = '{"v":5,"title":"Cup","place":null,"note":"late"}'
NUMBER_OF = {Hand: 1, Settings: history.HOUSE, Seats: history.SEATS, GameNote: history.ABOUT}


def same(written: str, value: Changed) -> None:
    """The line is read as the value, which is equal also where 1 and True would be."""
    assert repr(from_json(NUMBER_OF[type(value)], written)) == repr(value)


@given(HANDS | SETTINGS | SEATED | SAID_OF)
def test_a_line_is_read_as_what_was_written(value: Changed) -> None:
    same(to_json(value) or "", value)


@given(HANDS | SETTINGS | SEATED | SAID_OF)
def test_a_line_says_its_version_first_and_holds_no_blanks(value: Changed) -> None:
    written = to_json(value) or ""
    assert re.match(r'\{"v":[234567],', written)
    assert json.dumps(json.loads(written), separators=(",", ":")) == written


@pytest.mark.parametrize(("value", "written"), [(HAND, HAND_2), (HOUSE, HOUSE_2)])
def test_the_names_in_a_line_stay_as_they_are(value: Hand | Settings, written: str) -> None:
    assert to_json(value) == written
    same(written, value)


@pytest.mark.parametrize(
    ("written", "value"), [(HAND_1, HAND), (HOUSE_1, HOUSE), (SEATS_4, CAME), (ABOUT_5, ABOUT)]
)
def test_a_line_of_an_older_version_is_read(written: str, value: Changed) -> None:
    same(written, value)


def test_a_hand_that_was_not_begun_is_no_line() -> None:
    assert to_json(None) is None
    assert from_json(1, None) is None


@pytest.mark.parametrize("version", [0, 10, "2", None])
def test_a_line_of_an_unknown_version_is_refused_with_its_version(version: object) -> None:
    said_of = to_json(GameNote("Cup")) or ""
    lines = (HAND_2, Hand), (HOUSE_2, Settings), (said_of, GameNote), (SEATS_4, Seats)
    for written, kind in lines:
        newer = json.dumps(json.loads(written) | {"v": version})
        with pytest.raises(UnknownVersionError, match=f"version {version!r}"):
            from_json(NUMBER_OF[kind], newer)


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
