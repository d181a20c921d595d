"""Sheets from spreadsheets: encodings, separators, titles, columns, and values that they spoil."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.exchange.letters import letters_in
from scorekeeper.exchange.tables.cells import moment, numbered, whole
from scorekeeper.exchange.tables.wide import DATED, pair_in
from scorekeeper.rules.incoming import Incoming, UnreadableError
from scorekeeper.rules.sheet import score_sheet
from tests.exchange.made import read_games

NAMES = ("Jörg", "Íñigo", "Zoë")
HANDS = st.lists(
    st.integers(1, 8).flatmap(
        lambda cards: st.tuples(
            st.just(cards),
            st.tuples(*[st.integers(0, cards)] * 3),
            st.integers(0, cards).flatmap(
                lambda one: st.integers(0, cards - one).map(
                    lambda two: (one, two, cards - one - two)
                )
            ),
        )
    ),
    min_size=1,
    max_size=6,
)
Hand = tuple[int, tuple[int, ...], tuple[int, ...]]
ENCODINGS = ("utf-8", "utf-8-sig", "cp1252", "utf-16")
TITLES: tuple[list[str], ...] = ([], ["Abend, bei Jörg"], ["Spieleabend", "", "Datum{}20.11.26"])
LAYOUTS = ("slash", "dash", "below", "beside", "twos", "long")


def read(*lines: str) -> Incoming:
    (found,) = read_games("\n".join(lines))
    return found


def refused(*lines: str) -> tuple[str, int | None, int | None, str]:
    with pytest.raises(UnreadableError) as problem:
        read_games("\n".join(lines))
    error = problem.value
    return error.problem.code, error.line, error.column, error.thing


def table(layout: str, hands: list[Hand]) -> list[list[str]]:
    """The cells of the sheet, by rows."""
    pairs = [(cards, [*zip(bids, tricks, strict=True)]) for cards, bids, tricks in hands]
    numbers = enumerate(pairs, 1)
    if layout == "long":
        return [
            ["Runde", "Karten", "Spieler", "Ansage", "Stiche"],
            *(
                [f"{number}", f"{cards},0", name, f"{bid}", f"{took}"]
                for number, (cards, row) in numbers
                for name, (bid, took) in zip(NAMES, row, strict=True)
            ),
        ]
    if layout in ("slash", "dash"):
        sign = "/" if layout == "slash" else "-"
        return [
            ["Runde", "Karten", *NAMES],
            *(
                [f"{number}", f"{cards}", *(f"{bid}{sign}{took}" for bid, took in row)]
                for number, (cards, row) in numbers
            ),
        ]
    heads = {
        "below": [
            ["Runde", "Karten", *(cell for name in NAMES for cell in (name, ""))],
            ["", "", *["Ansage", "Stiche"] * 3],
        ],
        "beside": [["Runde", "Karten", *(f"{n} {w}" for n in NAMES for w in ("Ansage", "Stiche"))]],
        "twos": [["Runde", "Karten", *(cell for name in NAMES for cell in (name, ""))]],
    }
    return heads[layout] + [
        [f"{number}", f"{cards}", *(f"{one},0" for both in row for one in both)]
        for number, (cards, row) in numbers
    ]


@pytest.mark.thorough
@settings(deadline=None, max_examples=200, database=None)
@given(HANDS, st.data())
def test_a_sheet_is_read_however_a_spreadsheet_writes_it(
    hands: list[Hand], data: st.DataObject
) -> None:
    sign, titles = data.draw(st.sampled_from(";\t,")), data.draw(st.sampled_from(TITLES))
    rows = table(data.draw(st.sampled_from(LAYOUTS)), hands)
    lines = [sign.join(f'"{cell}"' if sign in cell else cell for cell in row) for row in rows]
    above = [line.format(sign) for line in titles]
    if sign == ",":
        above = [f'"{line}"' if "bei" in line else line for line in above]
    if data.draw(st.booleans()):
        above = [line + sign * (len(rows[0]) - 1 - line.count(sign)) for line in above]
    named = data.draw(st.sampled_from([[], [f"sep={sign}"]]))
    end, encoding = (data.draw(st.sampled_from(some)) for some in (("\r\n", "\n"), ENCODINGS))
    written = "".join(line + end for line in (*named, *above, *lines)).encode(encoding)
    (found,) = read_games(letters_in(written).text)
    game = found.game
    assert game.players == NAMES
    assert [(hand.cards, hand.bids, hand.tricks) for hand in game.hands] == hands
    assert (found.started_at.year == 2026) == (len(titles) == 3)


@pytest.mark.parametrize(
    ("cell", "pair"),
    [
        ("3/2", (3, 2, None)),
        ("3 / 2", (3, 2, None)),
        ("3-2", (3, 2, None)),
        ("3–2", (3, 2, None)),
        ("3:2", (3, 2, None)),
        ("03:02", (3, 2, None)),
        ("3|2", (3, 2, None)),
        ("3-2 -10", (3, 2, -10)),
        ("3/2=-10", (3, 2, -10)),
        ("3/2 (−10)", (3, 2, -10)),
        ("3/2(-10)", (3, 2, -10)),
        ("3/2-10", (3, 2, -10)),
        ("12/12 140", (12, 12, 140)),
        *((cell, None) for cell in ("3/210", "3,2", "3.2", "3", "", "3/2/", "3--2", "Ann")),
    ],
)
def test_bid_and_tricks_in_one_cell(cell: str, pair: tuple[int, int, int | None] | None) -> None:
    assert pair_in(cell) == pair
    assert not DATED.match(cell)


@pytest.mark.parametrize(
    "cell",
    [
        *("03.02.2026", "03.02.26", "3.2.", "03/02/2026", "3/2/26", "2026-02-03", "3-2-10"),
        *("3-2-1", "02. Mrz", "3. Feb.", "02-mar", "03-feb-26", "2-Mar", "Feb 03", "Mar-02"),
        *("03:02:00", "3:02:00", "03:02:00 AM", "12:01 AM"),
    ],
)
def test_a_value_that_a_spreadsheet_turned_into_a_date_is_reported_and_not_guessed(
    cell: str,
) -> None:
    for row in (f"1;{cell};0/1", f"1;1/1;{cell}"):
        where = row.split(";").index(cell)
        assert refused("Runde;Ann;Ben", row, "2;1/1;0/1") == (
            *("cell-dated", 2, where + 1),
            ("Ann", "Ben")[where - 1],
        )
        assert refused("Runde;Ann;Ben", f"1;{cell};{cell}")[0] == "cell-dated"


def test_a_number_with_nothing_behind_its_sign_is_whole_and_a_thousand_is_not_guessed() -> None:
    assert [whole(cell) for cell in ("20", "20,0", "20.00", "-10,0", "−5", "+5")] == [
        *(20, 20, 20, -10, -5, 5)
    ]
    assert {whole(cell) for cell in ("20,5", "1.000", "1,000", "2 0", "20,", "", "٣")} == {None}


def test_a_year_may_have_two_digits() -> None:
    day = datetime(2026, 11, 20, 12)
    assert {
        moment(cell)
        for cell in ("20.11.26", "20/11/26", "11/20/26", "20. 11. 2026", "2026. 11. 20.")
    } == {day}
    assert moment("20.11.6") is None


def test_points_and_totals_in_columns_of_their_own_are_compared() -> None:
    found = read(
        *("Ronda;Ana;;;;Luis;;;", ";Apuesta;Bazas;Puntos;Total;Apuesta;Bazas;Puntos;Total"),
        *("1;1;1;30;30;0;0;20;20", "2;1;2;-10;20;0;0;25;45"),
    )
    assert score_sheet(found.game).totals == (20, 40)
    assert [(item.hand, item.seat, item.stated) for item in found.discrepancies] == [
        (0, 1, 45),
        (2, 1, 25),
    ]
    pairs = read("Runde;Ana;Punkte;Luis;Punkte", "1;1/1;30;0/0;20", "2;1/2;-10;0/0;25")
    assert [(item.hand, item.seat, item.stated) for item in pairs.discrepancies] == [(2, 1, 25)]


RUNNING = (
    ("Rd;Ana;;;Luis;;", ";Ansage;Stiche;Punkte;Ansage;Stiche;Punkte", "{};{};{};{};{};{};{}"),
    ("Rd;Ana Ansage;Ana Stiche;Ana Punkte;Luis Ansage;Luis Stiche;Luis Punkte", "{};" * 6 + "{}"),
    ("Rd;Ana;Luis", "{};{}/{} {};{}/{} {}"),
    ("Rd;Ana;Punkte;Luis;Punkte", "{};{}/{};{};{}/{};{}"),
    ("Spieler;Runde;Ansage;Stiche;Punkte", "Ana;{0};{1};{2};{3}\nLuis;{0};{4};{5};{6}"),
)


@pytest.mark.parametrize("sheet", RUNNING)
def test_running_totals_in_the_column_of_points_are_understood(sheet: tuple[str, ...]) -> None:
    hands = ((1, 1, 1, 30, 0, 0, 20), (2, 0, 1, 20, 1, 1, 50), (3, 2, 2, 60, 1, 1, 80))
    found = read(*sheet[:-1], *(sheet[-1].format(*hand) for hand in hands))
    assert found.game.variant.key == "wizard"
    assert (score_sheet(found.game).totals, found.discrepancies) == ((60, 80), ())
    wrong = (
        (*hands[0][:3], 40, *hands[0][4:]),
        *((*hand[:3], hand[3] + 10, *hand[4:]) for hand in hands[1:]),
    )
    other = read(*sheet[:-1], *(sheet[-1].format(*hand) for hand in wrong))
    assert [(item.hand, item.seat, item.stated) for item in other.discrepancies] == [
        (0, 0, 70),
        (1, 0, 40),
    ]


@pytest.mark.parametrize("label", ["#", "Rd.", "Kolo č.", "Spiel Nr."])
@pytest.mark.parametrize(
    ("head", "hand"), [("Ana;Luis", "{}/1;0/0"), ("Ana;;Luis;", "{};1;0;0")], ids=["one", "two"]
)
def test_what_stands_beside_the_players_is_no_player(label: str, head: str, hand: str) -> None:
    lines = (
        "Our league;;;",
        f"{label};{head};Notes",
        *(f"{n};{hand.format(n)};" for n in (1, 2, 3)),
    )
    notes = ("", "Notes:;Luis came late", ";we waited")
    for end in ((), ("Total;10;60",), notes, ("Total;10;60", *notes)):
        found = read(*lines, *end)
        assert found.game.players == ("Ana", "Luis")
        assert len(found.game.hands) == 3


def test_a_row_of_totals_is_of_points_where_bids_and_tricks_are_summed_too() -> None:
    head = ("Runde;Ana;;Luis;", ";Ansage;Stiche;Ansage;Stiche", "1;1;1;0;0")
    assert [item.stated for item in read(*head, "Summe;31;;21;").discrepancies] == [31, 21]
    assert read(*head, "Summe;1;1;0;0").discrepancies == ()
    with_points = ("Runde;Ana;;;Luis;;", ";Ansage;Stiche;Punkte;Ansage;Stiche;Punkte")
    sums = read(*with_points, "1;1;1;30;0;0;20", "Summe;1;1;31;0;0;20")
    assert [item.stated for item in sums.discrepancies] == [31]


def test_a_hand_that_is_not_over_and_who_was_not_there_are_left_out() -> None:
    found = read(
        *("Runde;Ana;;Luis;;Eva;", ";Ansage;Stiche;Ansage;Stiche;Ansage;Stiche"),
        *("1;1;1;0;0;-;-", "2;1;;0;;1;", "3;;;;;;"),
    )
    assert [hand.out for hand in found.game.hands] == [(2,)]


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        (("Ana Ansage;Ana Stiche;Luis Ansage;Luis Stiche", "1;;0;0"), ("cell-missing", 2, 2)),
        (("Ana;;Luis;", "1;1;0;0", "1;x1;0;0"), ("cell-number", 3, 2)),
        (("Ana;;;Luis;;", "1;1;30;0;0;20"), ("columns-none", 1, None)),
        (("Wizard", "Ana;Luis", "20;30"), ("columns-none", 1, None)),
        (("sep=;", "", "Ana;Luis", "1/1;0/0", "1/1;y"), ("cell-pair", 5, 2)),
        (("Player;Hand;Bid;Made", "Ana;1;1;yes", "Luis;1;0;set"), ("cell-outcome", 2, None)),
        (("Ana Bid;Ana Made;Luis Bid;Luis Made", "1;✓;0;✗"), ("cell-outcome", 2, 2)),
        (("Player;Hand;Bid;Success", "Ana;1;1;True", "Luis;1;0;False"), ("cell-outcome", 2, 4)),
        (("#;Ana;;Luis;", "1;1;+;0;-", "2;0;+;2;+"), ("cell-outcome", 2, 3)),
        (("#;Ana;Luis", "1;1✓;0✗", "2;0✓;2✓"), ("cell-outcome", 2, 2)),
        (("#;Ana;Luis", "1;1/W;0/L"), ("cell-outcome", 2, 2)),
        (("#;Ana;Luis;Joker?", "1;1 + 0;no;no", "2;0 + 0;0 + 0;yes"), ("columns-none", 1, None)),
        (("Player;Hand;Bid;Success", "Ana;1;1;True", "Luis;1;0;0"), ("column-tricks", 1, None)),
    ],
)
def test_an_error_names_its_place(
    lines: tuple[str, ...], problem: tuple[str, int, int | None]
) -> None:
    assert refused(*lines)[:3] == problem


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"PK\x03\x04xl/workbook.xml", "file-sheet"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "file-sheet"),
        (b"\x89PNG\r\n\x1a\n", "file-picture"),
        (b"J\xf6rg\x81", "file-letters"),
        (b'{"name":"J\xf6rg"}', "file-letters"),
        ("\ufeffAnn".encode("utf-16-le") + b"\x00\xd8", "file-letters"),
    ],
)
def test_bytes_that_are_not_text_are_refused(data: bytes, code: str) -> None:
    with pytest.raises(UnreadableError) as problem:
        letters_in(data)
    assert problem.value.problem.code == code


SUMS = (
    (
        "Nr;Ann bid;Ann tricks;Ben bid;Ben tricks",
        ("1;1;1;0;0", "2;1;2;0;0", "3;0;0;2;3"),
        "2;3;2;3",
    ),
    ("Nr;Ann;;Ben;", ("1;1;1;0;0", "2;1;2;0;0", "3;0;0;2;3"), "2;3;2;3"),
    ("Nr;Ann;Ben", ("1;1/1;0/0", "2;1/2;0/0", "3;0/0;2/3"), "40;30"),
)


@pytest.mark.parametrize("label", ["", "Endstand", "Σ", "Razem punktów", "Total"])
@pytest.mark.parametrize(("head", "hands", "sums"), SUMS)
def test_a_last_row_of_sums_is_no_hand_whatever_it_is_called(
    head: str, hands: tuple[str, ...], sums: str, label: str
) -> None:
    assert len(read(head, *hands, f"{label};{sums}").game.hands) == 3


def test_a_row_with_a_number_is_a_hand_even_with_the_sums_of_those_above() -> None:
    lines = (SUMS[0][0], "1;1;1;0;0", "2;0;0;2;2", "3;1;1;2;2")
    assert len(read(*lines).game.hands) == 3
    # Without numbers in any row, nothing tells it from a hand.
    assert (
        len(read(*(f";{line[2:]}" if line[0].isdigit() else line for line in lines)).game.hands)
        == 3
    )


def test_tricks_may_come_first_in_a_cell_if_only_they_add_up() -> None:
    found = read("Nr;Ann;Ben", "1;1/0;0/1", "2;1/1;1/2", "3;3/2;0/0")
    assert [hand.tricks for hand in found.game.hands] == [(1, 0), (1, 1), (3, 0)]
    both = read("Nr;Ann;Ben", "1;1/0;0/1", "2;1/1;1/1", "3;3/2;0/1")
    assert both.game.hands[0].tricks == (0, 1)


@pytest.mark.parametrize("cell", ["3", "3.", "Round 3", "R3", "#3", "Runde 3", "3,0"])
def test_the_number_of_a_hand_may_stand_beside_a_word(cell: str) -> None:
    assert numbered(cell) == 3
    lines = ["Player;Hand;Bid;Tricks", f"Ann;{cell};3;2", f"Ben;{cell};0;1"]
    assert len(read(*lines).game.hands) == 1


def test_bonus_points_of_a_column_of_their_own_count() -> None:
    found = read(
        *("Round;Ann Bid;Ann Won;Ann Bonus;Ann Score;Ben Bid;Ben Won;Ben Bonus;Ben Score",),
        *("1;1;1;30;50;0;0;;10", "2;0;0;;20;2;2;10;50", "3;1;0;;-10;3;3;20;80"),
    )
    assert found.game.variant.key == "skull-king"
    assert (score_sheet(found.game).totals, found.discrepancies) == ((60, 140), ())


WIDE = ("Round,Ann bid,Ann tricks,Ben bid,Ben tricks", "1,0,0,1,1", "2,1,1,1,1")


def test_wide_sheets_below_each_other_are_one_game_each() -> None:
    other = ("Round,Ann bid,Ann tricks,Cem bid,Cem tricks", "1,1,1,0,0", "2,0,0,2,2")
    total = "Total,,30,,50"
    both = read_games("\n".join(["At Ann's", "2025-12-31", "", *WIDE, "", "", "At Cem's", *other]))
    assert [found.game.players for found in both] == [("Ann", "Ben"), ("Ann", "Cem")]
    assert both[0].started_at.date() == date(2025, 12, 31)
    # An empty line within a sheet, and one above its totals, end no game.
    for lines in ([*WIDE[:2], "", *WIDE[2:]], [*WIDE, "", total], [WIDE[0], "", *WIDE[1:]]):
        assert len(read(*lines).game.hands) == 2


@pytest.mark.parametrize(
    ("cell", "moment_of"),
    [
        ("46022", datetime(2025, 12, 31, 12, tzinfo=UTC)),
        ("46022,875", datetime(2025, 12, 31, 21, tzinfo=UTC)),
    ],
)
def test_a_number_in_a_column_of_dates_is_the_day_of_a_spreadsheet(
    cell: str, moment_of: datetime
) -> None:
    head, *rows = ("Date;Hand;Player;Bid;Tricks", "1;Ann;0;0", "1;Ben;1;1")
    assert read(head, *(f"{cell};{row}" for row in rows)).started_at == moment_of


@pytest.mark.parametrize("cell", ["1/1", "1,1"])
def test_rows_of_players_are_not_taken_for_hands(cell: str) -> None:
    second = ",".join(["R1 bid", "R1 tricks", "R2 bid", "R2 tricks"]) if "," in cell else "R1,R2"
    with pytest.raises(UnreadableError) as refused:
        read(f",{second}", f"Ann,{cell},{cell}", f"Ben,{cell},{cell}")
    assert refused.value.problem.code == "columns-none"
    trumps = read("Trump,Ann,Ben", "red,0/0,1/1", "blue,1/1,1/1")
    assert trumps.game.players == ("Ann", "Ben")


ROWS = "Nr;Ann;Ben;Cem\n1;1/1;0/0;0/0\n2;1/1;1/1;0/0"
LONG = "player;hand;bid;tricks\nAnn;1;1;1\nBen;1;0;0"
PAD = "Nr;Ann;;Ben;;Cem;\n1;30;1;20;0;20;0\n2;60;1;50;1;40;0\n3;90;1;80;1;70;1"


@pytest.mark.parametrize("sheet", [ROWS, LONG, PAD], ids=["wide", "long", "pad"])
@pytest.mark.parametrize(
    ("above", "title"),
    [
        ("Club evening;;", "Club evening"),
        ("Club evening;2015-02-03;", "Club evening"),
        ("Spieleabend am 20.11.2025, bei Jörg;;", "Spieleabend am 20.11.2025, bei Jörg"),
        ("20.11.2025;;\n=Cup 2;;\nat Ben’s;;", "=Cup 2"),
        ("Date;2015-02-03;", None),
        ("2015-02-03;;", None),
        (f"{'Long ' * 20};;", "Long Long Long Long Long Long Long Long"),
        ("", None),
    ],
)
def test_a_text_alone_above_a_sheet_is_its_title(sheet: str, above: str, title: str) -> None:
    (found,) = read_games(f"{above}\n{sheet}" if above else sheet)
    assert found.game.about.title == title
    (untitled,) = read_games(sheet)
    assert found.game.hands == untitled.game.hands


def test_each_of_several_sheets_has_the_title_above_it() -> None:
    found = [*read_games(f"First;;\n{ROWS}\n\nSecond;;\n{ROWS}\n3;1/1;1/1;0/1")]
    assert [one.game.about.title for one in found] == ["First", "Second"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_each_game_of_a_file_has_the_date_above_it_and_no_date_as_its_title(layout: str) -> None:
    rows = [";".join(row) for row in table(layout, [(1, (1, 0, 0), (1, 0, 0))])]
    lines = ["Datum: 24.12.2025,", *rows, "", "Datum: 25. 12. 2025", *rows]
    first, second = read_games("\n".join(lines))
    assert [one.started_at.date() for one in (first, second)] == [
        date(2025, 12, 24),
        date(2025, 12, 25),
    ]
    assert [one.game.about.title for one in (first, second)] == [None, None]
    assert [len(one.game.hands) for one in (first, second)] == [1, 1]


@pytest.mark.parametrize("gap", ["", "\n"])
def test_a_heading_repeated_on_the_next_page_goes_on_with_the_game(gap: str) -> None:
    def page(*hands: int) -> str:
        rows = [f"{hand},{name},0,{hand * (name == NAMES[0])}" for hand in hands for name in NAMES]
        return "\n".join(["hand,player,bid,tricks", *rows, ""])

    (game,) = read_games(page(1, 2, 3) + gap + page(4, 5))
    assert len(game.game.hands) == 5
    assert len(read_games(page(1, 2, 3) + gap + page(1, 2))) == 2
