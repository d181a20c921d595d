"""The CSV file: its exact bytes, harmless in a spreadsheet, and the same sheet when read back."""

import csv
import re
from datetime import UTC, datetime
from io import StringIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.exchange.tables.csv_out import (
    HEADER,
    csv_lines,
    extras_notation,
    harmless,
    variant_notation,
)
from scorekeeper.rules.actions import change_settings
from scorekeeper.rules.attendance import new_game
from scorekeeper.rules.game import Game
from scorekeeper.rules.people import folded
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.model import BidRule, Settings
from scorekeeper.rules.variants.variants import MOST_PLAYERS, WIZARD
from scorekeeper.store.mapping.stored import StoredGame
from tests.rules.chance import games, quickly
from tests.rules.notation import correct, new, on, play

FIRST = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""The characters that make a spreadsheet run a text: OWASP's list."""
NUMBER = re.compile(r"-?\d+")
thoroughly = settings(quickly, max_examples=max(200, quickly.max_examples))
UID = "0123456789abcdef" * 2
STARTED = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
NOTATION = re.compile(
    r"(wizard|tournament|two-player|oh-hell|nomination|stiche-raten|blob|rage|skull-king|rascal|own)"
    r"(\+kept)?(\+captures)?(?P<rule>.*?)(\+clock[1-9]\d*)?(\+short)?(?P<added>\+added)?"
)
letters = st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from("\r\n\t=+-@;,|\"' ")
names = st.lists(
    st.text(letters, min_size=1, max_size=40),
    min_size=MOST_PLAYERS,
    max_size=MOST_PLAYERS,
    unique_by=folded,
)


def kept(game: Game) -> StoredGame:
    return StoredGame(7, "key", UID, None, 1, 3, 0, 3, STARTED, STARTED, game, score_sheet(game))


def written(*played: Game, separator: str = ",") -> str:
    return "".join(csv_lines([kept(game) for game in played], separator))


def read(text: str, separator: str = ",") -> list[dict[str, str]]:
    lines = StringIO(text.removeprefix("\ufeff"), newline="")
    return list(csv.DictReader(lines, delimiter=separator, strict=True))


def notation(game: Game) -> str:
    return variant_notation(game, game.scored[-1])


def test_the_file_of_the_printed_sheet_is_exactly_this() -> None:
    assert written(play("wizard", 3, "h 011/001", "j 200/101")) == (
        '\ufeff"game","started_at","variant","hand","cards","dealer","turned","trump",'
        '"seat","player","bid","tricks","negated","points","total",'
        '"said","void","extras","extra_points","reason","start","game_name","uid","numbers"\r\n'
        '7,"2026-01-02T03:04:05Z","wizard",1,1,"Ann","hearts","hearts",1,"Ann",0,0,0,20,20,0,0,"",,"",0,"","0123456789abcdef0123456789abcdef",""\r\n'
        '7,"2026-01-02T03:04:05Z","wizard",1,1,"Ann","hearts","hearts",2,"Ben",1,0,0,-10,-10,1,0,"",,"",0,"","0123456789abcdef0123456789abcdef",""\r\n'
        '7,"2026-01-02T03:04:05Z","wizard",1,1,"Ann","hearts","hearts",3,"Cem",1,1,0,30,30,1,0,"",,"",0,"","0123456789abcdef0123456789abcdef",""\r\n'
        '7,"2026-01-02T03:04:05Z","wizard",2,2,"Ben","jester","none",1,"Ann",2,1,0,-10,10,2,0,"",,"",0,"","0123456789abcdef0123456789abcdef",""\r\n'
        '7,"2026-01-02T03:04:05Z","wizard",2,2,"Ben","jester","none",2,"Ben",0,0,0,20,10,0,0,"",,"",0,"","0123456789abcdef0123456789abcdef",""\r\n'
        '7,"2026-01-02T03:04:05Z","wizard",2,2,"Ben","jester","none",3,"Cem",0,1,0,-10,20,0,0,"",,"",0,"","0123456789abcdef0123456789abcdef",""\r\n'
    )


def test_a_file_without_games_is_the_header_alone() -> None:
    assert written() == "\ufeff" + ",".join(f'"{name}"' for name in HEADER) + "\r\n"
    assert written(new("wizard", 3), new("wizard", 3)) == written()


def test_a_hand_that_is_not_scored_is_not_in_the_file() -> None:
    assert len(read(written(play("wizard", 3, "h 011/001", "j 200/1..?")))) == 3


def test_the_separator_may_be_a_semicolon() -> None:
    game = play("wizard", 3, "h 011/001")
    text = written(game, separator=";")
    assert text.startswith('\ufeff"game";"started_at";')
    assert read(text, ";") == read(written(game))


@pytest.mark.parametrize("first", FIRST)
def test_a_name_that_a_spreadsheet_would_run_is_made_harmless(first: str) -> None:
    players = (f"{first}1+1", "Ben", "Cem")
    game = new_game(WIZARD, players, 0, Settings(sizes=(1,)))
    row = read(written(on(game, "h 011/001")))[0]
    assert row["player"] == row["dealer"] == f"'{first}1+1"


@pytest.mark.parametrize("name", ["Ann", "Jean-Luc", "a=b", "'Ann", "Zoë", "李"])
def test_any_other_name_stays_as_it_is(name: str) -> None:
    assert harmless(name) == name


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (new("wizard", 3), "wizard"),
        (new("tournament", 3), "tournament"),
        (new("wizard", 3, rule="hook"), "wizard+hook"),
        (new("wizard", 3, rule="hook+not1"), "wizard+hook+not1"),
        (new("wizard", 3, rule="hook+zero", clock=105), "wizard+hook+zero+clock105"),
        (new("wizard", 3, sizes=(1, 2)), "wizard+short"),
        (
            new("tournament", 3, rule="hook+not1+zero", clock=105, sizes=(1,)),
            "tournament+hook+not1+zero+clock105+short",
        ),
    ],
)
def test_the_variant_names_the_game_and_what_the_house_adds(game: Game, text: str) -> None:
    assert notation(on(game, "h 011/001")) == text


def test_the_two_player_game_is_not_short() -> None:
    assert notation(play("two-player", 2, "h 00/11 !-")) == "two-player"


def test_each_hand_tells_the_bid_rule_it_was_played_with() -> None:
    game = play("wizard", 3, "h 011/001")
    game = change_settings(game, Settings(BidRule(hook=True), tuple(range(2, 21))))
    rows = read(written(on(game, "h 000/101")))
    assert [row["variant"] for row in rows[::3]] == ["wizard", "wizard+hook"]


def test_a_hand_without_a_card_turned_up_has_none_there() -> None:
    row = read(written(play("wizard", 6, "- 000000/900010", sizes=(10,))))[0]
    assert (row["turned"], row["trump"]) == ("", "none")


def test_hands_after_the_end_have_no_points_and_no_total() -> None:
    game = play("two-player", 2, "h 45/54 !-", "h 45/45 !-", "h 50/50 !-")
    rows = read(written(correct(game, 1, "h 45/45 !-")))
    assert [(row["points"], row["total"]) for row in rows[:4]] == [
        *(("60", "60"), ("70", "70"), ("60", "120"), ("70", "140"))
    ]
    assert [(row["points"], row["total"]) for row in rows[4:]] == [("", "")] * 2
    assert [(row["bid"], row["tricks"]) for row in rows[4:]] == [("5", "5"), ("0", "0")]


@quickly
@given(st.data(), st.sampled_from([",", ";"]))
def test_the_file_read_back_gives_the_same_sheet(data: st.DataObject, separator: str) -> None:
    game = data.draw(games(names=tuple(data.draw(names))))
    found = iter(read(written(game, separator=separator), separator))
    for row in score_sheet(game).rows:
        for seat, cell in enumerate(row.cells):
            line = next(found)
            assert tuple(line) == HEADER
            assert line["game"] == "7"
            assert line["started_at"] == "2026-01-02T03:04:05Z"
            words = NOTATION.fullmatch(line["variant"])
            assert words
            assert words["rule"][1:] == row.hand.bid_rule.notation()
            assert bool(words["added"]) == row.hand.added
            assert line["hand"] == str(row.hand.number)
            assert line["cards"] == str(row.hand.cards)
            assert line["dealer"] == harmless(game.players[row.hand.dealer])
            assert line["turned"] == (row.hand.turned or "")
            assert line["trump"] == (row.hand.trump or "")
            assert line["seat"] == str(seat + 1)
            assert line["player"] == harmless(game.players[seat])
            is_empty = cell.out or row.hand.skipped
            assert line["bid"] == ("" if is_empty else str(cell.bid))
            assert line["tricks"] == ("" if is_empty else str(cell.tricks))
            assert line["negated"] == str(cell.negated)
            assert line["points"] == ("" if cell.points is None else str(cell.points))
            assert line["total"] == ("" if cell.total is None else str(cell.total))
            assert line["said"] == ("" if is_empty else str(cell.announced))
            assert line["void"] == str(row.hand.void)
            assert int(line["start"]) == (game.starts[seat] if game.starts else 0)
            assert line["extras"] == extras_notation(cell)
    assert next(found, None) is None


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann;=cmd", "Ann;'=cmd"),
        ("Ann,=cmd", "Ann,'=cmd"),
        ("Ann|=cmd", "Ann|'=cmd"),
        ("Ann\t=cmd", "Ann\t'=cmd"),
        ("Ann; \uff1dcmd", "Ann;' \uff1dcmd"),
        ('Ann;"=cmd', "Ann;'\"=cmd"),
        ('"=cmd', "'\"=cmd"),
        ("Ann;;-1", "Ann;;'-1"),
        ("Ann;Ben, Cem", "Ann;Ben, Cem"),
        ("Ann - Ben", "Ann - Ben"),
    ],
)
def test_a_name_starts_no_formula_where_another_spreadsheet_would_split_it(
    name: str, shown: str
) -> None:
    assert harmless(name) == shown


def test_every_text_is_in_quotes_and_no_number_is() -> None:
    game = new_game(WIZARD, ('A"b', "Ben;", "-"), 2, Settings(sizes=(1,)))
    line = written(on(game, "h 011/001")).splitlines()[1]
    assert line == (
        '7,"2026-01-02T03:04:05Z","wizard+short",1,1,"\'-","hearts","hearts",1,"A""b",'
        f'0,0,0,20,20,0,0,"",,"",0,"","{UID}",""'
    )


@pytest.mark.thorough
@thoroughly
@given(
    st.lists(
        st.text('=-;,|\t\n" A', min_size=1, max_size=5), min_size=3, max_size=3, unique_by=folded
    ),
    *(st.sampled_from(",;"), st.sampled_from(",;\t|"), st.booleans()),
)
def test_no_cell_of_the_file_is_a_formula_wherever_it_is_split(
    hostile: list[str], separator: str, split_at: str, sees_quotes: bool
) -> None:
    game = on(new_game(WIZARD, tuple(hostile), 0, Settings(sizes=(1,))), "h 011/001")
    text = written(game, separator=separator).removeprefix("\ufeff")
    lines = StringIO(text, newline="")
    mark = '"' if sees_quotes else None
    for line in csv.reader(lines, delimiter=split_at, quotechar=mark):
        for cell in line:
            # A spreadsheet may trim it, and one that sees no quotes may drop them later.
            shown = cell.lstrip(' "')
            assert NUMBER.fullmatch(shown) or not shown.startswith(FIRST), line
