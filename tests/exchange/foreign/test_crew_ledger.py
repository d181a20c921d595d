"""Crew Ledger: captured cards that count on a miss, and points that it counts differently."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.incoming.incoming import Discrepancy
from scorekeeper.rules.sheet import score_sheet
from tests.exchange.made import read_games
from tests.rules.chance import quickly

LEDGER = """{"format":"skull-king-scorekeeper","version":1,"history":[{"id":"a",%s
"players":[{"id":"a","name":"Ann"},{"id":"b","name":"Ben"},{"id":"c","name":"Cem"}],
"rounds":[{"a":{"bid":1,"tricks":0,"bonus":{"black14":true,"expansion8":2},"recorded":true},
"b":{"bid":0,"tricks":1,"bonus":%s,"legacyLoot":1,"recorded":true},
"c":{"bid":0,"tricks":0,"recorded":true}}],"cardsDealt":[1]}]}"""


@pytest.mark.parametrize(
    ("field", "totals"),
    [
        ("", (10, 10, 10)),
        ('"bonusesRequireBid":false,', (10, 10, 10)),
        ('"bonusesRequireBid":true,', (-10, -10, 10)),
        ('"bonusesRequireBid":false,"scoringMode":"rascal",', (5 + 10 + 5, 5 + 10, 10)),
    ],
)
@pytest.mark.parametrize("old", [False, True], ids=["named", "number"])
def test_a_crew_ledger_game_counts_as_it_did_there(
    field: str, totals: tuple[int, ...], old: bool
) -> None:
    """Games without the field are older, and counted captured cards with every bid."""
    if old and "rascal" in field:
        return
    (found,) = read_games(LEDGER % (field, "20" if old else '{"colored14":2}'))
    assert score_sheet(found.game).totals == totals
    # Of sevens and eights our Rascal counts half where the bid was missed by one.
    assert found.discrepancies == ((Discrepancy(1, 0, 15, 20),) if "rascal" in field else ())


CAPTURED = {
    "colored14": st.integers(0, 3),
    "black14": st.booleans(),
    "mermaidByPirate": st.integers(0, 2),
    "pirateBySkullKing": st.integers(0, 6),
    "mermaidCapturesSkullKing": st.booleans(),
    "rascalWager": st.sampled_from([0, 10, 20]),
    "secondCaptured": st.booleans(),
    "davyJonesLeviathans": st.integers(0, 3),
}
NUMBERS = {"expansion7": st.integers(0, 4), "expansion8": st.integers(0, 4)}
HANDS = {"bid": st.integers(0, 7), "tricks": st.integers(0, 7), "recorded": st.just(True)}
classic = st.fixed_dictionaries(HANDS | {"bonus": st.fixed_dictionaries(CAPTURED | NUMBERS)})
bets = st.sampled_from(["buckshot", "cannonball"])
rascal = st.fixed_dictionaries(
    HANDS | {"bonus": st.fixed_dictionaries(CAPTURED), "rascalBet": bets}
)
ids = st.sampled_from("abc")
uses = st.lists(st.fixed_dictionaries({"playedById": ids, "boundToId": ids}), max_size=2)


@quickly
@given(
    st.sampled_from(["classic", "rascal"]).flatmap(
        lambda mode: st.fixed_dictionaries(
            {
                "scoringMode": st.just(mode),
                "rounds": st.lists(
                    st.fixed_dictionaries(
                        dict.fromkeys("abc", classic if mode == "classic" else rascal)
                    ),
                    min_size=3,
                    max_size=3,
                ),
            },
            optional={"bonusesRequireBid": st.booleans()},
        )
    ),
    st.lists(uses, min_size=3, max_size=3),
)
def test_everything_else_counts_as_in_the_crew_ledger(
    rules: dict[str, Any], loot: list[Any]
) -> None:
    players = [{"id": one, "name": one} for one in "abc"]
    game = {"id": "g", "players": players, "cardsDealt": [7] * 3, "lootUses": loot} | rules
    form = {"format": "skull-king-scorekeeper", "version": 1, "history": [game]}
    (found,) = read_games(json.dumps(form))
    assert found.discrepancies == ()
