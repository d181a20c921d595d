"""Cases printed in rule books and tournament reports."""

import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.rules.actions import enter_bids, enter_extras, score_hand
from scorekeeper.rules.bidding import forbidden_bids
from scorekeeper.rules.extras import Extras
from scorekeeper.rules.game import Bonus
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.variants import VARIANTS
from tests.rules.notation import current, new, on, play

Case = dict[str, Any]
PRINTED: dict[str, list[Case]] = json.loads((Path(__file__).parent / "printed.json").read_text())


@pytest.mark.parametrize("case", PRINTED["points"], ids=str)
def test_points_are_as_printed(case: Case) -> None:
    score, cards = VARIANTS[case["variant"]].score, case.get("cards", 10)
    assert score.points(case["bid"], case["counted"], cards) == case["points"]


@pytest.mark.parametrize("case", PRINTED["extras"], ids=str)
def test_extras_of_the_first_player_count_as_printed(case: Case) -> None:
    held = (one.split() for one in case["held"].split(", "))
    bonuses = tuple(Bonus(0, key, int(number)) for key, number in held)
    game = new(case["variant"], len(case["bids"]), sizes=(case["cards"],))
    game = enter_extras(on(game, f"j {case['bids']}/?"), 1, Extras(bonuses=bonuses))
    game = score_hand(game, 1, tuple(map(int, case["tricks"])), None)
    assert score_sheet(game).totals[0] == case["points"]


def test_the_printed_sheet_adds_up_as_printed() -> None:
    rows = score_sheet(play("wizard", 3, "h 011/001", "j 200/101")).rows
    for row, case in zip(rows, PRINTED["sheet"], strict=True):
        assert row.hand.cards == case["cards"]
        assert [cell.bid for cell in row.cells] == case["bids"]
        assert [cell.tricks for cell in row.cells] == case["tricks"]
        assert [cell.points for cell in row.cells] == case["points"]
        assert [cell.total for cell in row.cells] == case["totals"]


@pytest.mark.parametrize("case", PRINTED["forbidden"], ids=str)
def test_the_dealers_forbidden_bids_are_as_printed(case: Case) -> None:
    players = len(case["others"]) + 1
    game = new("wizard", players, rule=case["rule"], sizes=(case["cards"],), dealer=players - 1)
    game = enter_bids(game, 1, (*case["others"], None))
    assert [*forbidden_bids(current(game))] == case["forbidden"]
    allowed = []
    for bid in range(case["cards"] + 1):
        try:
            enter_bids(game, 1, (*case["others"], bid))
        except RefusedError:
            continue
        allowed.append(bid)
    assert allowed == [bid for bid in range(case["cards"] + 1) if bid not in case["forbidden"]]


@pytest.mark.parametrize("case", PRINTED["ends"], ids=str)
def test_a_two_player_game_ends_as_printed(case: Case) -> None:
    sheet = score_sheet(play("two-player", 2, *case["hands"]))
    assert list(sheet.totals) == case["totals"]
    assert sheet.result
    assert list(sheet.result.winners) == case["winners"]
    assert sheet.result.draw == case["draw"]
    assert not sheet.result.early
    assert sheet.hand is None


@pytest.mark.parametrize("case", PRINTED["sizes"], ids=str)
def test_printed_hand_sizes_can_be_played(case: Case) -> None:
    sizes = tuple(case["sizes"])
    assert new("wizard", case["players"], sizes=sizes).settings.sizes == sizes
    if case["whole"]:
        assert VARIANTS["wizard"].sizes(case["players"]) == sizes


@pytest.mark.parametrize("case", PRINTED["finals"], ids=lambda case: str(case["names"]))
def test_a_championship_final_adds_up_as_reported(case: Case) -> None:
    dealer = len(case["totals"][0]) - 1
    game = play(
        "wizard", 4, *case["hands"], rule=case["rule"], sizes=tuple(case["sizes"]), dealer=dealer
    )
    rows = score_sheet(game).rows
    assert [[cell.total for cell in row.cells] for row in rows] == case["totals"]
