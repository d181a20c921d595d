"""Files of other programs."""

import base64
import json
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.exchange import foreign
from scorekeeper.exchange.foreign import LONGEST_LINK, MOST_UNFOLDED, NAMED
from scorekeeper.exchange.letters import letters_in
from scorekeeper.rules.game import POINTS, Bonus
from scorekeeper.rules.hand import sum_problem
from scorekeeper.rules.incoming import Discrepancy, Incoming, UnreadableError, check_game
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.model import LONGEST_GAME
from scorekeeper.rules.variants.variants import MOST_PLAYERS
from scorekeeper.store.mapping.document import UID
from tests.exchange.made import read_games
from tests.exchange.made import text_of as json_of
from tests.exchange.tables.test_csv_out import written
from tests.rules.chance import quickly

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
    "kept-title-date-hu.csv": [("wizard", "Ödön Győző Éva Űrmester Tibor", (60, 120, 100, 70))],
    "kept-merged-cs.csv": [("wizard", "Čeněk Žofie Řehoř", (140, 130, 140))],
    "kept-tabs-unplayed-pl.csv": [("wizard", "Łukasz Żaneta Józef", (40, 10, 100))],
    "kept-emoji-de.csv": [("wizard", "🦊 Anna Ben 👨‍👩‍👧 Ćem 🇭🇷", (190, 210, 100))],
    "kept-note.txt": [("wizard", "Anna Ben Cem", (190, 210, 100))],
    "kept-bonus-skull-king.csv": [("skull-king", "Anne Jack Will", (400, 530, 460))],
    "kept-bonus-rows-skull-king.csv": [("skull-king", "Anne Jack Will", (400, 530, 460))],
    "kept-rows-two-player-de.csv": [("two-player", "Ida Jon", (100, -20))],
    "kept-totals-oh-hell.csv": [("oh-hell", "Mia Noa Oli Pia", (95, 80, 116, 95))],
    "kept-sizes-blob.csv": [("blob", "Mia Noa Oli Pia", (57, 49, 38, 36))],
    "kept-paste.csv": [("wizard", "Anna Ben Cem", (190, 210, 100))],
    "kept-quoted-de.csv": [("wizard", "Anna Ben Cem", (190, 210, 100))],
    "kept-sums-de.csv": [("wizard", "Anna Ben Cem", (80, 90, 0))],
    "kept-sums-named-de.csv": [("wizard", "Anna Ben Cem", (80, 90, 0))],
    "kept-round-words-de.csv": [("wizard", "Anna Ben Cem", (190, 210, 100))],
    "kept-tricks-first-de.csv": [("wizard", "Anna Ben Cem", (190, 210, 100))],
}
"""By file: the games in it, the players and their totals. LibreOffice 7.4 wrote ``sheet-…``;
``kept-…`` are written as people keep their sheets."""
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
    "hostile-totals-only-de.csv": ("columns-none", 1, ""),
    "hostile-players-in-rows-de.csv": ("columns-none", 1, ""),
    "hostile-note.txt": ("columns-none", 1, ""),
    "hostile-bids-above-de.csv": ("columns-none", 1, ""),
    "hostile-blocks-de.csv": ("columns-none", 1, ""),
}


def text(name: str) -> str:
    """The unchanged file, including line ends."""
    return letters_in((FILES / name).read_bytes()).text


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
        assert UID.match(found.uid)


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
    assert found.found.halved == ("rascal" in field)


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


ADDRESS = "https://example.org/escalier/#"


def told(hands: int = 2, players: int = 3, name: str = "") -> str:
    """The text in a link, with an adjustment for everybody in each hand."""
    entry = [19, 19, 0, -1000]
    rounds = [[20, 3, at % players, 0, [entry] * players] for at in range(hands)]
    seats = [[f"Player number {seat:010}"] for seat in range(players)]
    game = [2, name, 1_790_000_000_000, 1, [20, 10, 10, 0, 0], seats, 0, rounds]
    return json.dumps(game, separators=(",", ":"))


def link(text: str, kind: str) -> str:
    """The link that has it, ``A`` for deflated and ``B`` for plain, without padding as always."""
    data = text.encode()
    if kind == "A":
        deflater = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
        data = deflater.compress(data) + deflater.flush()
    return f"{ADDRESS}g={kind}{base64.urlsafe_b64encode(data).decode().rstrip('=')}"


def refused_of_escalier(text: str) -> str:
    """The code of its problem."""
    with pytest.raises(UnreadableError) as problem:
        read_games(text)
    return problem.value.problem.code


@pytest.mark.parametrize("kind", ["A", "B"])
def test_a_link_of_every_length_is_read(kind: str) -> None:
    texts = [told(name="".join(chr(97 + at * at % 25) for at in range(n))) for n in range(24)]
    lengths = {len(link(text, kind).partition("g=")[2].rstrip("=")) % 4 for text in texts}
    assert lengths >= {0, 1, 3}
    for text in texts:
        (read,) = read_games(link(text, kind))
        assert [hand.tricks for hand in read.game.hands] == [(19, 19, 19)] * 2


@pytest.mark.parametrize("strict", [0, 1])
@pytest.mark.parametrize("numbers", [(20, 10, 10), (5, 5, 5), (10, 1, 0), (0, 2, 3)])
def test_a_game_keeps_its_points_through_the_csv(
    numbers: tuple[int, int, int], strict: int
) -> None:
    bonus, trick, miss = numbers
    rounds = [
        [3, 3, 0, 0, [[2, 2, 0, 0], [0, 1, 0, 0]]],
        [2, 3, 1, 0, [[0, 0, 0, 0], [1, 2, 0, 0]]],
    ]
    game = [2, "Friday", 0, 1, [*numbers, strict, 0], [["Ann"], ["Ben"]], 0, rounds]
    (found,) = read_games(link(json.dumps(game), "B"))
    kept = trick if strict else 0
    totals = (2 * bonus + 2 * trick, 3 * kept - 2 * miss)
    assert score_sheet(found.game).totals == totals
    variant = found.game.variant
    is_named = not strict and numbers in NAMED
    assert (variant.key, variant.name) == (("wizard", "") if is_named else ("own", "Friday"))
    (again,) = read_games(written(found.game))
    assert (again.game.variant, again.discrepancies) == (variant, ())
    assert score_sheet(again.game).totals == totals


@pytest.mark.parametrize("strict", [0, 1])
def test_a_link_without_a_recorded_hand_says_so(strict: int) -> None:
    game = [2, "Friday", 0, 1, [20, 10, 10, strict, 0], [["Ann"], ["Ben"]], 0, []]
    assert refused_of_escalier(link(json.dumps(game), "B")) == "hands-none"


@pytest.mark.parametrize("end", ["", "&", "&x=1", "===", "%3D", "\n"])
@pytest.mark.parametrize("start", ["", "#", "https://example.org/a?b=1#", "x#y=2&"])
def test_a_link_is_read_with_any_text_around_it(start: str, end: str) -> None:
    payload = link(told(), "A").removeprefix(ADDRESS)
    assert read_games(start + payload + end) == read_games(payload)


@pytest.mark.parametrize("kind", ["A", "B"])
def test_the_longest_game_fits_into_a_link(kind: str) -> None:
    text = told(LONGEST_GAME, MOST_PLAYERS, "x" * 24)
    assert len(text) < MOST_UNFOLDED
    (read,) = read_games(link(text, kind))
    assert len(read.game.hands) == LONGEST_GAME


@pytest.mark.parametrize("kind", ["A", "B"])
def test_a_link_with_more_in_it_is_not_unfolded(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreign, "parsed", lambda _: pytest.fail("it was parsed"))
    text = "[" + ",".join(["[[]]"] * MOST_UNFOLDED) + "]"
    assert refused_of_escalier(link(text, kind)) == "link-long"
    assert len(link(text, "A")) < LONGEST_LINK


@pytest.mark.parametrize("text", ["#g=A x", "#g=A?", "#h=A", "g=C", "#g=A&" * 4000 + "\v x"])
def test_text_with_blanks_or_other_letters_is_not_a_link(text: str) -> None:
    assert refused_of_escalier(text) == "file-kind"
