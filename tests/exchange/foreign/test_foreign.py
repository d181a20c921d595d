"""Files of other programs: the games in them, and the errors in hostile ones."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.exchange.letters import text_of
from scorekeeper.rules.game import POINTS, Bonus
from scorekeeper.rules.incoming.incoming import Discrepancy, Incoming, UnreadableError
from scorekeeper.rules.incoming.validation import check_game
from scorekeeper.rules.scoring import sum_problem
from scorekeeper.rules.sheet import score_sheet
from tests.exchange.made import read_games
from tests.exchange.made import text_of as json_of

FILES = Path(__file__).parents[1] / "files"
GOOD = {
    "own-wizard.csv": [("wizard", "Ann Ben Cem", (40, 40, 50))],
    "own-skull-king.csv": [("skull-king", "Ann Ben Cem", (90, 80, 0))],
    "own-coming.csv": [("wizard", "Ann Ben Cem Dora Lea", (40, 10, 80, 30, 60))],
    "wizard-long-de.csv": [("wizard", "Jörg Ute Kevin", (10, 10, 20))],
    "boerenbridge-long-es.csv": [("own", "Inés Raúl Sofía", (9, 4, 10))],
    "escalier-long-fr.csv": [("wizard", "Éric Luc Zoé", (30, 5, 50))],
    "wizard-long-it.csv": [("wizard", "Ada Bice Carlo", (50, 20, 10))],
    "wide.csv": [("wizard", "Moritz Dennis Daniela Julius", (50, 120, 40, 90))],
    "wide-differences.csv": [("wizard", "Thomas Ute Kevin", (40, 40, 50))],
    "escalier-deflated.txt": [("wizard", "Éric Luc Zoé", (50, 40, 105))],
    "escalier-plain.txt": [("own", "Ada Bo", (15, 5))],
    "keepwiz.json": [("wizard", "Bailey Casey Drew", (90, 40, 30))],
    "crew-ledger.json": [
        ("skull-king", "Anne Bonny Calico", (110, 70, 10)),
        ("rascal", "Xenia Yann", (60, 70)),
    ],
    "own-coming-saved-de.csv": [("wizard", "Ann Ben Cem Dora Lea", (40, 10, 80, 30, 60))],
    "sheet-dashes-de.csv": [("wizard", "Jörg Zoë Kevin", (40, 40, 50))],
    "sheet-two-columns-de.csv": [("wizard", "Jörg Zoë Kevin", (40, 40, 50))],
    "sheet-utf16-es.csv": [("wizard", "Íñigo Lucía José", (40, 40, 50))],
    "formulas.csv": [("wizard", '=1+1 @SUM(A1) =HYPERLINK("http://example.org")', (20, 30, 20))],
}
"""By file: the games in it, the players and their totals. LibreOffice 7.4 wrote ``sheet-…``."""
HOSTILE = {
    "hostile-binary.csv": ("file-binary", 3, ""),
    "hostile-bomb.txt": ("link-long", None, ""),
    "hostile-cards.csv": ("cell-number", 2, "cards"),
    "hostile-cards.txt": ("file-value", None, "[7][0][0]"),
    "hostile-dates-es.csv": ("cell-dated", 4, "José"),
    "hostile-deep.json": ("file-deep", None, ""),
    "hostile-nan.json": ("file-number", None, "NaN"),
    "hostile-no-header.csv": ("columns-none", 1, ""),
    "hostile-no-tricks.csv": ("column-tricks", 1, ""),
    "hostile-types.json": ("file-value", None, "1.players"),
}


def text(name: str) -> str:
    """The unchanged file, including line ends."""
    return text_of((FILES / name).read_bytes())


def one(name: str) -> Incoming:
    return read_games(text(name))[0]


def shown(found: Incoming) -> tuple[str, str, tuple[int, ...]]:
    game = found.game
    return game.variant.key, " ".join(game.players), score_sheet(game).totals


def refused(given: str) -> UnreadableError:
    with pytest.raises(UnreadableError) as problem:
        read_games(given)
    return problem.value


def test_every_file_is_looked_at() -> None:
    assert {path.name for path in FILES.iterdir()} == {*GOOD, *HOSTILE}


@pytest.mark.parametrize("name", GOOD)
def test_the_games_of_a_file_are_read(name: str) -> None:
    assert [shown(found) for found in read_games(text(name))] == GOOD[name]


@pytest.mark.parametrize("name", GOOD)
def test_a_game_from_a_file_is_one_of_ours_and_over(name: str) -> None:
    for found in read_games(text(name)):
        check_game(found.game)
        assert score_sheet(found.game).result
        assert read_games(json_of(found)) == (found,)


@pytest.mark.parametrize("name", GOOD)
def test_the_same_file_has_the_same_ids_each_time(name: str) -> None:
    ids = [found.uid for found in read_games(text(name))]
    assert ids == [found.uid for found in read_games(text(name))]
    assert len({*ids}) == len(ids)
    assert all(len(uid) == 32 for uid in ids)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_with_its_place(name: str) -> None:
    problem = refused(text(name))
    assert (problem.problem.code, problem.line, problem.thing) == HOSTILE[name]


@pytest.mark.parametrize("end", [1, 20, 60])
def test_a_link_that_was_cut_off_is_damaged(end: int) -> None:
    cut = text("escalier-deflated.txt").strip()[:-end]
    assert refused(cut).problem.code == "link-broken"


def test_differences_are_marked_by_hand_and_seat() -> None:
    assert one("wide-differences.csv").discrepancies == (
        Discrepancy(0, 2, 40, 50),
        Discrepancy(2, 0, -20, -10),
    )
    assert one("keepwiz.json").discrepancies == (
        Discrepancy(0, 2, 40, 30),
        Discrepancy(3, 2, 30, 20),
    )


def test_a_hand_that_does_not_add_up_is_kept() -> None:
    game = one("keepwiz.json").game
    uneven = [hand.number for hand in game.hands if sum_problem(game, hand)]
    assert uneven == [3]
    assert game.hands[2].cards == 3


def test_a_shared_link_has_starts_adjustments_and_who_sat_out() -> None:
    game = one("escalier-deflated.txt").game
    assert game.starts == (0, 0, 15)
    assert game.first_dealer == 2
    assert [hand.dealer for hand in game.hands] == [2, 0, 2]
    assert game.hands[1].bonuses == (Bonus(2, POINTS, -10),)
    assert game.hands[2].out == (1,)
    assert game.settings.bid_rule.notation() == "hook+not1"


def test_a_link_with_other_numbers_is_a_game_of_ones_own() -> None:
    game = one("escalier-plain.txt").game
    assert game.variant.name == "Ascenseur"
    assert game.settings.bid_rule.notation() == "hook+from3"


def test_a_game_deleted_in_the_crew_ledger_stays_deleted_and_the_newest_wins() -> None:
    found = read_games(text("crew-ledger.json"))
    assert [len(game.game.hands) for game in found] == [2, 1]
    assert not any("game-gone" in game.uid for game in found)
    data = json.loads(text("crew-ledger.json"))
    data["deletions"]["game-gone"] = 0
    assert len(read_games(json.dumps(data))) == 3


def test_captures_of_the_crew_ledger_are_extras() -> None:
    first, second = read_games(text("crew-ledger.json"))
    assert [hand.bonuses for hand in first.game.hands] == [
        (Bonus(1, "fourteen", 1),),
        (Bonus(0, "king", 1), Bonus(0, "loot", 1, 1), Bonus(0, "wager", 2)),
    ]
    assert second.game.hands[0].bonuses == (
        *(Bonus(0, "cannon", 1), Bonus(1, "leviathan", 3), Bonus(1, POINTS, 20)),
    )


def changes(data: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """All places in a JSON value."""
    if not isinstance(data, dict | list):
        return [path]
    inner: Any = data.items() if isinstance(data, dict) else enumerate(data)
    return [path, *(place for key, value in inner for place in changes(value, (*path, key)))]


JUNK: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, -1, 0, 2, 10**9, 10**30, 1.5, "", "x", "\ud800", [], [[]], {}, {"a": 1}]
)


@settings(deadline=None, max_examples=150, database=None)
@given(st.data(), st.sampled_from(["keepwiz.json", "crew-ledger.json"]))
def test_any_value_of_a_json_file_may_be_another(data: st.DataObject, name: str) -> None:
    root = json.loads(text(name))
    *way, last = data.draw(st.sampled_from([place for place in changes(root) if place]))
    at = root
    for step in way:
        at = at[step]
    at[last] = data.draw(JUNK)
    assert_read_or_refused(json.dumps(root))


@settings(deadline=None, max_examples=200, database=None)
@given(st.data(), st.sampled_from(["keepwiz.json", "crew-ledger.json", "ours"]))
def test_any_name_of_a_json_file_may_be_another(data: st.DataObject, name: str) -> None:
    """The same applies to nested values."""
    own = read_games(text("own-wizard.csv"))
    root = json.loads(json_of(*own) if name == "ours" else text(name))
    places = [place for place in changes(root) if place and isinstance(place[-1], str)]
    *way, last = data.draw(st.sampled_from(places))
    at = root
    for step in way:
        at = at[step]
    at[data.draw(st.sampled_from(["\ud800", "x\udfff", "", "x" * 500]))] = at.pop(last)
    if data.draw(st.booleans()):
        at[next(iter(at))] = data.draw(JUNK)
    assert_read_or_refused(json.dumps(root))


@settings(deadline=None, max_examples=200, database=None)
@given(st.data(), st.sampled_from(sorted(GOOD)))
def test_any_part_of_a_file_may_be_torn_out_or_doubled(data: st.DataObject, name: str) -> None:
    given_text = text(name)
    ends = st.integers(0, len(given_text))
    start, end = sorted((data.draw(ends), data.draw(ends)))
    put = data.draw(st.text(max_size=5) | st.just(given_text[start:end] * 2))
    assert_read_or_refused(given_text[:start] + put + given_text[end:])


@settings(deadline=None, max_examples=200, database=None)
@given(st.data(), st.sampled_from(sorted(name for name in GOOD if name.endswith("csv"))))
def test_any_cell_of_a_table_may_be_another(data: st.DataObject, name: str) -> None:
    lines = text(name).splitlines()
    sign = max(",;\t", key=lines[0].count)
    at = data.draw(st.integers(0, len(lines) - 1))
    cells = lines[at].split(sign)
    numbers = st.integers(-5, 30).map(str) | st.sampled_from(["1e9", "", "=1", "999999999", "٣"])
    cells[data.draw(st.integers(0, len(cells) - 1))] = data.draw(numbers | st.text(max_size=3))
    lines[at] = sign.join(cells)
    assert_read_or_refused("\r\n".join(lines))


def assert_read_or_refused(given_text: str) -> None:
    """Check that the result is either valid games or one problem."""
    try:
        games = read_games(given_text)
    except UnreadableError as problem:
        # A text that cannot be encoded cannot be shown.
        "".join((problem.thing, *problem.players)).encode()
        return
    assert json_of(*games).encode()
    for found in games:
        check_game(found.game)
        assert len(found.uid) == 32
