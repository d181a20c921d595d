"""Lines of the log, written by this program and every older one, stay readable."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules import history
from scorekeeper.rules.game import LONGEST_NOTE, NOBODY, Bonus, Cloud, GameNote, Hand
from scorekeeper.rules.history import Changed, Seats, Table
from scorekeeper.rules.variants.cards import Trump, Turned
from scorekeeper.rules.variants.house import BidRule, Settings
from scorekeeper.store.mapping.logged import UnknownVersionError, from_json, to_json
from tests.rules.chance import rules

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


@pytest.mark.parametrize("version", [0, 8, "2", None])
def test_a_line_of_an_unknown_version_is_refused_with_its_version(version: object) -> None:
    said_of = to_json(GameNote("Cup")) or ""
    lines = (HAND_2, Hand), (HOUSE_2, Settings), (said_of, GameNote), (SEATS_4, Seats)
    for written, kind in lines:
        newer = json.dumps(json.loads(written) | {"v": version})
        with pytest.raises(UnknownVersionError, match=f"version {version!r}"):
            from_json(NUMBER_OF[kind], newer)
