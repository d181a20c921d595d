"""The width of names: as in their typeface, and a class of the style sheet for each."""

import re
from itertools import pairwise
from struct import unpack_from

from scorekeeper.drawing.names import STEPS, fit, name_width, width_of
from scorekeeper.drawing.picture import FONT
from scorekeeper.http.assets import WRITTEN


def advances() -> dict[str, float]:
    """The letters of the font file with their advances, in units of their size."""
    data = FONT.read_bytes()
    records = [unpack_from(">4s4xI", data, 12 + 16 * at) for at in range(data[5])]
    starts = {tag.decode(): start for tag, start in records}
    (units,) = unpack_from(">H", data, starts["head"] + 18)
    (last,) = unpack_from(">H", data, starts["hhea"] + 34)
    return {
        letter: unpack_from(">H", data, starts["hmtx"] + 4 * min(glyph, last - 1))[0] / units
        for letter, glyph in glyphs(data, starts["cmap"]).items()
    }


def glyphs(data: bytes, start: int) -> dict[str, int]:
    """The letters of a ``cmap`` table (format 4) with the numbers of their glyphs."""
    tables = [unpack_from(">4xI", data, start + 4 + 8 * at)[0] for at in range(data[start + 3])]
    at = next(start + table for table in tables if data[start + table + 1] == 4)
    (twice,) = unpack_from(">H", data, at + 6)
    rows = [at + 14, at + 16 + twice, at + 16 + 2 * twice, at + 16 + 3 * twice]
    found = {}
    for segment in range(twice // 2):
        last, first, shift, far = (unpack_from(">H", data, row + 2 * segment)[0] for row in rows)
        for code in range(first, min(last, 0xFFFE) + 1):
            place = rows[3] + 2 * segment + far + 2 * (code - first)
            glyph = unpack_from(">H", data, place)[0] if far else code
            found[chr(code)] = (glyph + shift) % 65536
    return found


def test_each_letter_is_as_wide_as_in_the_font() -> None:
    found = advances()
    assert len(found) > 280
    # After a space, as tests/drawing/test_font.py says.
    found |= {letter: found[letter] + 0.06 for letter in "jJ"}
    narrower = {letter: wide for letter, wide in found.items() if width_of(letter) < wide}
    wider = {letter: wide for letter, wide in found.items() if width_of(letter) > wide + 0.021}
    assert (narrower, wider) == ({}, {})


def test_other_letters_are_estimated_and_marks_above_letters_add_nothing() -> None:
    assert width_of("Ж") > 1
    assert width_of("漢") > 1.3
    assert width_of("e\u0301") == width_of("é") == width_of("e")
    assert width_of("") == 0


def test_text_is_as_large_as_it_may_be_and_never_wider_than_its_room() -> None:
    assert fit("Ann", 1000, 40) == 40
    assert fit("W" * 24, 200, 40) * width_of("W" * 24) <= 201
    assert fit("", 100, 40) == 40


def test_the_widest_name_gives_the_class_and_each_class_has_its_width() -> None:
    assert name_width(["Ann", "Jean-Baptiste", "Tom"]) == name_width(["Jean-Baptiste"]) == "w650"
    assert name_width([]) == name_width(["Jo"]) == "w200"
    assert name_width(["漢" * 40]) == "w3900"
    styles = re.findall(r"\.(w\d+)\{--w:([\d.]+)\}", WRITTEN["widths.css"])
    assert {name: float(width) for name, width in styles} == {
        f"w{round(100 * step)}": step for step in STEPS
    }
    assert all(wider <= 1.2 * step for step, wider in pairwise(STEPS))
