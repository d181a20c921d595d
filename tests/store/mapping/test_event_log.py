"""The acts of an event as JSON: with names that never change, and read without trust."""

import json
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from scorekeeper.rules.events.acts import ACTS
from scorekeeper.rules.events.entrant_acts import Changed, Created, Entered, Newcomer, Renamed
from scorekeeper.rules.events.event import Act, Outcome
from scorekeeper.rules.events.result_acts import Adjusted, ByHand
from scorekeeper.rules.events.round_acts import Drawn, MoreTime
from scorekeeper.rules.events.settings import TEN_HANDS, Carry, EventSettings, Final, Seating
from scorekeeper.rules.variants.model import COLOURS, BidRule, Settings, Variant
from scorekeeper.rules.variants.variants import VARIANTS, WIZARD
from scorekeeper.store.mapping.log import LONGEST, act_data, act_from

SETTINGS = EventSettings(
    "Rally",
    WIZARD,
    rules=Settings(bid_rule=BidRule.parse("hook"), specials=True),
    deck=COLOURS,
    day=date(2026, 11, 25),
    hands=TEN_HANDS,
    placement={4: (4, 3, 2, 1)},
    final=Final(16, 2, Carry.HALF),
)
WRITTEN = (
    (
        Entered((Newcomer("Ann", number=7), Newcomer("Ben", "Club")), stand_by=True),
        '{"newcomers": [{"name": "Ann", "number": 7}, {"name": "Ben", "club": "Club"}],'
        ' "stand_by": true}',
    ),
    (Renamed(7, "Anna"), '{"number": 7, "name": "Anna"}'),
    (
        Drawn(((1, 2, 3), (4, 5, 6)), (0, 2), 9, Seating.STANDING, (((1, 4, 2), (3, 5, 6)),)),
        '{"tables": [[1, 2, 3], [4, 5, 6]], "dealers": [0, 2], "seed": 9, "seating": "standing",'
        ' "ahead": [[[1, 4, 2], [3, 5, 6]]]}',
    ),
    (MoreTime(2, 5, 3), '{"round": 2, "minutes": 5, "table": 3}'),
    (
        ByHand(1, 2, Outcome((10, -20), (1, 0), (2, 2), ended=datetime(2026, 1, 2, tzinfo=UTC))),
        '{"round": 1, "table": 2, "outcome": {"totals": [10, -20], "made": [1, 0],'
        ' "bids": [2, 2], "ended": "2026-01-02T00:00:00+00:00"}}',
    ),
    (Adjusted(3, -10, "late"), '{"number": 3, "points": -10, "reason": "late"}'),
)
FIELDS = {
    "created": "settings",
    "changed": "settings",
    "entered": "newcomers stand_by",
    "renamed": "number name club",
    "numbered": "number new",
    "removed": "number",
    "marked": "number state",
    "sign-up-opened": "places",
    "sign-up-closed": "",
    "signed-up": "number name club",
    "signed-off": "number",
    "drawn": "tables dealers seed seating ahead",
    "swapped": "round one other",
    "replaced": "round leaves comes counts",
    "joined": "round table number",
    "table-added": "round seats dealer",
    "waits": "round number",
    "published": "round",
    "started": "round",
    "paused": "round",
    "resumed": "round",
    "more-time": "round minutes table",
    "by-hand": "round table outcome",
    "put-aside": "round table points reason",
    "put-back": "round table",
    "counted": "round table revision",
    "adjusted": "number points reason round",
    "withdrawn": "number points reason round",
    "corrected": "round table reason",
    "closed": "round",
    "reopened": "round",
    "finalised": "finalists level seed",
    "ended": "",
}
"""Names in databases and files: add one, but never change one."""


@pytest.mark.parametrize(("act", "text"), WRITTEN, ids=lambda one: getattr(one, "kind", ""))
def test_an_act_is_written_with_the_names_of_its_fields_and_without_defaults(
    act: Act, text: str
) -> None:
    assert json.loads(json.dumps(act_data(act))) == json.loads(text)
    assert act_from(act.kind, json.loads(text)) == act


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda game: game.key)
def test_settings_of_every_game_come_back(variant: Variant) -> None:
    for act in (Created, Changed):
        made = act(replace(SETTINGS, variant=variant))
        assert act_from(made.kind, json.loads(json.dumps(act_data(made)))) == made


def test_an_act_that_could_not_be_read_back_is_not_written() -> None:
    with pytest.raises(ValueError, match="large"):
        act_data(Drawn(((1, 2, 3),), (0,), 2**63, Seating.FREE))


def test_no_stored_name_changes() -> None:
    found = {kind: " ".join(act.__dataclass_fields__) for kind, act in ACTS.items()}  # type: ignore[attr-defined]
    assert found == FIELDS


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("unheard-of", "{}"),
        ("published", "[]"),
        ("published", "null"),
        ("published", "{}"),
        ("published", '{"round": "1"}'),
        ("published", '{"round": true}'),
        ("published", '{"round": 1.5}'),
        ("published", '{"round": 9999999999999}'),
        ("published", '{"round": 1, "tables": 2}'),
        ("renamed", '{"number": 1, "name": null}'),
        ("renamed", json.dumps({"number": 1, "name": "x" * (LONGEST[str] + 1)})),
        ("marked", '{"number": 1, "state": "lost"}'),
        ("drawn", '{"tables": [1], "dealers": [0], "seed": 1, "seating": "free"}'),
        ("created", '{"settings": {"name": "x"}}'),
        ("created", '{"settings": {"name": "x", "variant": "wizard"}}'),
        ("created", '{"settings": {"name": "x", "variant": {"game": "wizard"}}}'),
        ("created", '{"settings": {"name": "x", "variant": {"game": [], "rules": {"v": 1}}}}'),
        *(
            (
                "by-hand",
                f'{{"round": 1, "table": 1, "outcome": {{"totals": [1], "ended": "{at}"}}}}',
            )
            for at in ("now", "2026-11-25T13:00:00", "0001-01-01T00:00:00+00:00")
        ),
    ],
)
def test_anything_else_is_refused(kind: str, text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        act_from(kind, json.loads(text))


@pytest.mark.parametrize("hands", ["[[4]]", "[[4, [1], 2]]", "[4]", "{}", '[["4", [1]]]'])
def test_a_mapping_is_a_list_of_pairs(hands: str) -> None:
    data = act_data(Created(SETTINGS))
    data["settings"]["hands"] = json.loads(hands)
    with pytest.raises(ValueError, match=r"."):
        act_from("created", data)
