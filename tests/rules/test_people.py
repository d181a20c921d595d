"""Names of the same person, however they were typed; and the shade of each seat."""

import json
from itertools import permutations
from pathlib import Path
from subprocess import run

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.people import (
    APOSTROPHES,
    DASHES,
    SHADES,
    ChosenColours,
    finds,
    folded,
    kept_shades,
    letters_of,
    seat_of_phone,
    shades,
    start_of,
)

SCRIPT = Path(__file__).parents[2] / "static" / "ahead" / "names.js"
ALIKE_SIGNS = [f"A{sign}b" for sign in APOSTROPHES + DASHES]
SPELT = (
    *("ŁUKASZ", "An\u200dn\ufe0f", " Ann \u00a0 Lee ", "たがし", "กุา", "\u0623\u062d\u0645\u062f"),
    *("\u9089\U000e0100", "\uff2f\uff07Neil", "S\u01ffren", "STRAUSS ß", "Σίσυφος", "\u0391\u0345"),
)


@pytest.mark.parametrize(
    "names",
    [
        ("Jose", "José", "JOSE\u0301", " jose "),
        ("Ann Marie", "ann  marie", "ANN\tMARIE", "Ánn\u00a0Marie"),
        ("Strauß", "STRAUSS", "strauss"),
        ("Ørsted", "ørsted"),
        ("ΣΊΣΥΦΟΣ", "Σίσυφος", "σισυφοσ"),
        ("\uff34\uff4f\uff4d", "Tom"),
        ("İpek", "ipek"),
        ("\u0391\u0345", "\u1fb3"),
        (
            "O'Neil",
            "O\u2019Neil",
            "O\u2018NEIL",
            "O\u00b4Neil",
            "O`Neil",
            "O\u02bcNeil",
            "O\uff07Neil",
        ),
        (
            "Jean-Luc",
            "Jean\u2010Luc",
            "jean\u2011luc",
            "Jean\u2013Luc",
            "Jean\u2212Luc",
            "Jean\ufe63Luc",
        ),
        ("Łukasz", "ŁUKASZ", "Lukasz", "łukasz"),
        ("Søren", "SØREN", "Soren", "S\u01ffren"),
        ("Đorđe", "Dorđe", "Ðorde", "dorde"),
        ("Ħal", "Hal"),
        ("I\u015f\u0131l", "ISIL", "Isil"),
        ("Æsa", "aesa"),
        ("An\u00adn", "A\u200bnn", "\ufeffAnn", "Ann\ufe0f", "A\u034fnn", "Ann"),
        ("\u2764\ufe0f", "\u2764"),
        ("\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u062e"),
        ("\u9089\U000e0100", "\u9089"),
    ],
)
def test_case_accents_strokes_signs_and_what_is_invisible_make_no_other_person(
    names: tuple[str, ...],
) -> None:
    assert len({folded(name) for name in names}) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Anna"),
        ("Ann Marie", "Annmarie"),
        ("たかし", "たがし"),
        ("कमल", "कुमल"),
        ("กา", "กุา"),
        ("\u00b4", "\u00a8"),
        ("O'Neil", "Oneil"),
        ("Jean-Luc", "Jeanluc"),
        ("Ann 1", "Ann 2"),
    ],
)
def test_other_letters_are_another_person(one: str, other: str) -> None:
    assert folded(one) != folded(other)


def test_a_phone_takes_the_same_names_for_one_person_as_the_server() -> None:
    names = [*map(chr, range(0x20, 0x250)), *map(chr, range(0x370, 0x530)), *ALIKE_SIGNS, *SPELT]
    script = f"""import {{ folded }} from "{SCRIPT}";
      console.log(JSON.stringify({json.dumps(names)}.map(folded)));"""
    told = run(["node", "--input-type=module", "-e", script], capture_output=True, check=True)
    shown = dict(zip(names, json.loads(told.stdout), strict=True))
    assert shown == {name: folded(name) for name in names}


@given(st.text(max_size=40))
def test_folding_a_name_twice_changes_nothing_and_fits_the_column(name: str) -> None:
    assert folded(folded(name)) in (folded(name), folded(folded(folded(name))))
    assert len(folded(name)) <= 750
    assert bool(folded(name)) is bool(name)


@pytest.mark.parametrize(
    ("seats", "own", "shown"),
    [
        (4, (), (0, 1, 2, 3)),
        (4, ((2, 0),), (2, 1, 0, 3)),
        (4, ((0, 7),), (7, 1, 2, 3)),
        (4, ((1, 1),), (0, 1, 2, 3)),
        (3, ((0, 2), (1, 2)), (2, 1, 0)),
        (3, ((0, 1), (1, 1), (2, 1)), (1, 0, 2)),
        (3, ((0, 1), (1, 2), (2, 0)), (1, 2, 0)),
        (4, ((2, 1), (3, 0)), (2, 3, 1, 0)),
        (2, ((0, 9), (5, 1)), (9, 1)),
        (10, ((9, 0),), (9, 1, 2, 3, 4, 5, 6, 7, 8, 0)),
    ],
)
def test_a_chosen_shade_stays_and_the_others_keep_theirs_or_get_the_first_free(
    seats: int, own: ChosenColours, shown: tuple[int, ...]
) -> None:
    assert shades(seats, own) == shown


@given(
    st.integers(2, SHADES),
    st.dictionaries(st.integers(0, SHADES - 1), st.integers(0, SHADES - 1)),
)
def test_no_two_seats_of_a_game_have_the_same_shade(seats: int, chosen: dict[int, int]) -> None:
    found = shades(seats, tuple(sorted(chosen.items())))
    assert len(found) == seats
    assert len(set(found) & set(range(SHADES))) == seats
    first = {chosen[seat]: seat for seat in reversed(range(seats)) if seat in chosen}
    assert all(found[seat] == shade for shade, seat in first.items())
    others = set(range(seats)) - set(first.values()) - set(first)
    assert all(found[seat] == seat for seat in others)


@given(
    st.dictionaries(st.integers(0, SHADES - 1), st.integers(0, SHADES - 1)),
    st.lists(st.integers(0, SHADES - 1), min_size=2, unique=True),
)
def test_who_did_not_choose_a_shade_that_others_chose_keeps_theirs_in_a_rematch(
    chosen: dict[int, int], seats: list[int]
) -> None:
    first = {shade: seat for seat, shade in sorted(chosen.items(), reverse=True)}
    chosen = {seat: shade for shade, seat in first.items()}
    before = shades(SHADES, tuple(sorted(chosen.items())))
    own = {new: chosen[old] for new, old in enumerate(seats) if old in chosen}
    own |= kept_shades(seats, before, tuple(chosen.items()))
    after = shades(len(seats), tuple(sorted(own.items())))
    assert after == tuple(before[old] for old in seats)


@pytest.mark.parametrize(
    ("phone", "seat"),
    [
        *(("ann", 0), ("Ann’s phone", 0), ("Anns Handy", 0), ("Handy von Jean-Baptiste", 2)),
        *(("Anna", None), ("", None), ("iPhone", None), ("Ann Lee", 3), ("Ben and Ann", None)),
    ],
)
def test_a_phone_called_after_a_player_is_theirs(phone: str, seat: int | None) -> None:
    assert seat_of_phone(phone, ("Ann", "Ben", "Jean-Baptiste", "Ann Lee")) == seat


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("Müller", ["muell", "müll", "mull", "MÜLLER"]),
        ("Mueller", ["müll", "muell"]),
        ("Weiß", ["weiss", "weiß"]),
        ("Søren", ["soren", "soeren", "SØREN"]),
        ("Łukasz", ["lukasz", "łukasz", "LUK"]),
        ("O\u2019Neil", ["o'n", "O`NEIL"]),
        ("Jean\u2011Luc", ["jean-l"]),
    ],
)
def test_a_name_is_found_as_it_is_typed_elsewhere(name: str, texts: list[str]) -> None:
    assert all(finds(text, name) for text in texts)
    assert not finds("xyz", name)


FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
WHOLE = (
    *("e\u0301", FAMILY, "\U0001f44b\U0001f3fd", "\u2764\ufe0f", "1\ufe0f\u20e3"),
    *("\U0001f1e9\U0001f1ea", "\U0001f3f4\U000e0067\U000e0062\U000e007f"),
    *("\u0e01\u0e34\u0e4a", "\u0ba8\u0bbf", "\u9089\U000e0100", "\u0dc1\u0dca\u200d\u0dbb"),
    *("A", "\u674e"),
)
"""Letters as people see them: with marks, a family, a skin tone, a heart, a key, flags."""
TEXTS = st.lists(st.sampled_from((*WHOLE, "B", " ")), max_size=12)


@given(TEXTS)
def test_a_text_consists_of_letters_as_people_see_them(letters: list[str]) -> None:
    assert letters_of("".join(letters)) == letters


@given(TEXTS, st.integers(0, 40))
def test_a_limit_leaves_as_many_whole_letters_as_have_room(letters: list[str], most: int) -> None:
    text = "".join(letters)
    lengths = [len("".join(letters[:count])) for count in range(len(letters) + 1)]
    longest = max(length for length in lengths if length <= most)
    assert start_of(text, most) == (text if longest == len(text) else text[:longest].rstrip())


def test_a_phone_cuts_between_the_same_letters_as_the_server() -> None:
    texts = [*("".join(pair) for pair in permutations(WHOLE, 2)), "\u0301a", "\u200d\u200daa", ""]
    texts += ["\U0001f1e9" * 3, "\U0001f1e9\u0301\U0001f1ea"]
    script = f"""import {{ lettersOf }} from "{SCRIPT}";
      console.log(JSON.stringify({json.dumps(texts)}.map(lettersOf)));"""
    told = run(["node", "--input-type=module", "-e", script], capture_output=True, check=True)
    assert json.loads(told.stdout) == [*map(letters_of, texts)]
