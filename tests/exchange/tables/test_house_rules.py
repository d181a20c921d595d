"""House rules that show in the points of a sheet."""

import random
from dataclasses import asdict, replace

import pytest

from scorekeeper.exchange.letters import games_in
from scorekeeper.exchange.tables.parsed_game import NO_ANSWERS, Answers
from scorekeeper.rules.incoming import Incoming
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.variants import RAGE, STICHE_RATEN, WIZARD, points_of
from scorekeeper.words.problems import house_lines, winner_warning
from tests.exchange.tables.test_pads import HOUSES, TOGETHER, dealt
from tests.rules.notation import NAMES

CHANGED = (
    *(house for house in (*HOUSES, *TOGETHER) if house),
    {"near": 0},
    {"flat": -5, "miss": 10},
    {"zero": 10, "zero_card": 5},
    {"miss": 20, "over": -10},
    *({"miss": 0, name: -10} for name in ("flat", "bid", "miss_card")),
)


def sheet(house: dict[str, int], *, last: int = 0, running: bool = False) -> list[str]:
    """A sheet by these numbers; who is last has this much more at its end. With ``running`` totals
    in columns of their own in place of the points of each hand."""
    score = replace(points_of(WIZARD.score), **house).score
    game = dealt(random.Random(5))
    names = [name + ";Total" * running for name in NAMES[: len(game.bids[0])]]
    totals, lines = [0] * len(names), ["Nr;" + ";".join(names)]
    for number, (bids, tricks) in enumerate(zip(game.bids, game.tricks, strict=True), 1):
        pairs = [*zip(bids, tricks, strict=True)]
        points = [score.points(bid, took, game.sizes[number - 1]) for bid, took in pairs]
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        shown = [f";{total}" for total in totals] if running else [f" {more}" for more in points]
        cells = (f"{b}/{t}{more}" for (b, t), more in zip(pairs, shown, strict=True))
        lines.append(f"{number};" + ";".join(cells))
    totals[totals.index(min(totals))] += last
    return lines if running else [*lines, "Total;" + ";".join(map(str, totals))]


def read(lines: list[str], answers: Answers = NO_ANSWERS) -> Incoming:
    (found,) = games_in("\n".join(lines), answers)
    return found


@pytest.mark.thorough
@pytest.mark.parametrize("house", CHANGED, ids=str)
def test_each_number_that_a_table_changed_is_found(house: dict[str, int]) -> None:
    found = read(sheet(house))
    assert found.game.variant.score == replace(points_of(WIZARD.score), **house).score
    assert found.found.base == WIZARD
    assert not found.discrepancies
    assert len(house_lines(found)) in (1, 2, 3)
    plain = read(sheet(house), Answers(is_plain=True))
    assert plain.game.variant.score == WIZARD.score
    assert plain.found.is_plain
    assert plain.discrepancies


@pytest.mark.parametrize("house", [{"lost_zero": -30}, {"zero": 0, "zero_card": 10}], ids=str)
def test_running_totals_show_house_rules_as_points_of_hands_do(house: dict[str, int]) -> None:
    lines = sheet(house, running=True)
    found, same = read(lines), read(sheet(house))
    assert found.game.variant == same.game.variant
    assert found.found == same.found
    assert not found.discrepancies
    # A slip of the pen is one, in the hand where it was made.
    *others, cell = lines[-1].split(";")
    slipped = read([*lines[:-1], ";".join([*others, str(int(cell) + 5)])])
    assert slipped.game.variant == found.game.variant
    assert [item.hand for item in slipped.discrepancies] == [0, len(lines) - 1]


def test_house_rules_are_those_of_the_game_whose_hands_were_dealt() -> None:
    # Nearest are the points of Rage, whose hands have ten cards to one.
    found = read(sheet(asdict(points_of(RAGE.score)) | {"flat": -7}))
    assert found.found.base == STICHE_RATEN
    assert not found.discrepancies


def test_house_rules_of_one_game_are_those_of_the_others_in_its_file() -> None:
    lines = sheet({"over": -20})
    few = [lines[0], *lines[2:9]]
    games = [*games_in("\n".join([*lines, "", *few]))]
    assert [game.game.variant.score for game in games] == [read(lines).game.variant.score] * 2


def test_without_house_rules_none_is_found() -> None:
    found = read(sheet({}))
    assert found.game.variant.key == "wizard"
    assert found.found.base is None


def test_another_winner_on_the_sheet_is_said() -> None:
    same, other = read(sheet({})), read(sheet({}, last=1000))
    assert winner_warning(same, score_sheet(same.game)) == ""
    said = winner_warning(other, score_sheet(other.game))
    assert said.startswith("The sheet says that ")
    assert said.endswith("Check before you import.")
