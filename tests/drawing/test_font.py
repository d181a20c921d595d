"""The typeface of names and titles covers the letters of all languages, also in pictures."""

import struct
from pathlib import Path

import brotli  # type: ignore[import-untyped]
import pytest

FONTS = Path(__file__).parents[2] / "static" / "fonts"
LETTERS = {
    "Czech": "ÁČĎÉĚÍŇÓŘŠŤÚŮÝŽáčďéěíňóřšťúůýž",
    "Dutch": "ÄÈÉËÏÓÖÜĲäèéëïóöüĳ",
    "French": "ÀÂÆÇÈÉÊËÎÏÔŒÙÛÜŸàâæçèéêëîïôœùûüÿ",
    "German": "ÄÖÜäöüß",
    "Hungarian": "ÁÉÍÓÖŐÚÜŰáéíóöőúüű",
    "Italian": "ÀÈÉÌÒÙàèéìòù",
    "Nordic": "ÅÆØÐÞåæøðþ",
    "Polish": "ĄĆĘŁŃÓŚŹŻąćęłńóśźż",
    "Portuguese": "ÁÂÃÀÇÉÊÍÓÔÕÚÜáâãàçéêíóôõúü",
    "Romanian": "ĂÂÎȘȚăâîșț",
    "Spanish": "ÁÉÍÑÓÚÜáéíñóúü¡¿",
    "Turkish": "ÇĞİÖŞÜçğıöşü",
    "points": "0123456789+−–·…’‘",
    "ordinals and quotation marks": "ºª°«»„“”\xa0\u202f",
}
KNOWN, GLYPHS = {"cmap": 0, "hhea": 2, "hmtx": 3, "OS/2": 6, "GPOS": 27}, (10, 11)
"""WOFF2's numbers of tables; the last two are packed unless their flags say otherwise."""


def base128(data: bytes, at: int) -> tuple[int, int]:
    """A number in as many bytes as it needs, and where it ends."""
    number = 0
    while True:
        number, at = number << 7 | data[at] & 0x7F, at + 1
        if data[at - 1] < 0x80:
            return number, at


def table_of_woff2(data: bytes, name: str) -> bytes:
    """A table; in WOFF2, all of them are concatenated and packed together."""
    tables, packed = struct.unpack_from(">H6xI", data, 12)
    at, start, found = 48, 0, (0, 0)
    for _ in range(tables):
        known, version = data[at] & 0x3F, data[at] >> 6
        at += 5 if known == 0x3F else 1
        length, at = base128(data, at)
        if version != 3 if known in GLYPHS else version:
            length, at = base128(data, at)
        if known == KNOWN[name]:
            found = start, start + length
        start += length
    unpacked: bytes = brotli.decompress(data[at : at + packed])
    return unpacked[slice(*found)]


def table_of_ttf(data: bytes, name: str) -> bytes:
    """A table."""
    for place in range(12, 12 + 16 * struct.unpack_from(">H", data, 4)[0], 16):
        tag, _, start, length = struct.unpack_from(">4s3I", data, place)
        if tag == name.encode():
            return data[start : start + length]
    return b""


def letters_in(cmap: bytes) -> dict[str, int]:
    """The letters that have a glyph, and its number, by the part of format 4."""
    parts = [struct.unpack_from(">I", cmap, 8 + 8 * n)[0] for n in range(cmap[3])]
    start = next(part for part in parts if struct.unpack_from(">H", cmap, part)[0] == 4)
    double = struct.unpack_from(">H", cmap, start + 6)[0]
    rows = [start + 14 + extra + double * n for n, extra in ((0, 0), (1, 2), (2, 2), (3, 2))]
    found = {}
    for place in range(0, double, 2):
        last, first, delta, offset = (
            struct.unpack_from(">H", cmap, row + place)[0] for row in rows
        )
        for code in range(first, last + 1):
            glyph = code + delta
            if offset:
                where = rows[3] + place + offset + 2 * (code - first)
                found_at = struct.unpack_from(">H", cmap, where)[0]
                glyph = found_at + delta if found_at else 0
            if glyph & 0xFFFF:
                found[chr(code)] = glyph & 0xFFFF
    return found


def pairs_in(gpos: bytes) -> dict[tuple[int, int], int]:
    """The kerning of pairs of glyphs, by the lists of its first lookup (format 1)."""

    def words(at: int, count: int) -> tuple[int, ...]:
        return struct.unpack_from(f">{count}H", gpos, at)

    lists = words(8, 1)[0]
    lookup = lists + words(lists + 2, 1)[0]
    tables = (lookup + at for at in words(lookup + 6, words(lookup + 4, 1)[0]))
    found = {}
    for table in tables:
        kind, coverage, _, _, count = words(table, 5)
        if kind != 1:
            continue
        assert words(table + coverage, 1) == (1,)
        firsts = words(table + coverage + 4, count)
        for first, at in zip(firsts, words(table + 10, count), strict=True):
            for place in range(words(table + at, 1)[0]):
                second, value = struct.unpack_from(">Hh", gpos, table + at + 2 + 4 * place)
                found[first, second] = value
    return found


WOFF2, TTF = ((FONTS / f"sansita-800.{ending}").read_bytes() for ending in ("woff2", "ttf"))
PAGE = letters_in(table_of_woff2(WOFF2, "cmap"))
PICTURE = letters_in(table_of_ttf(TTF, "cmap"))


@pytest.mark.parametrize("language", LETTERS)
def test_the_face_has_the_letters_of(language: str) -> None:
    assert [letter for letter in LETTERS[language] if letter not in PAGE] == []


def test_the_picture_has_the_same_letters_and_no_others() -> None:
    assert PICTURE == PAGE
    assert "李" not in PAGE


def test_the_height_of_a_line_is_in_the_font_because_safari_reads_it_nowhere_else() -> None:
    for table in (table_of_woff2(WOFF2, "hhea"), table_of_ttf(TTF, "hhea")):
        assert struct.unpack_from(">hhh", table, 4) == (930, -270, 0)
    for table in (table_of_woff2(WOFF2, "OS/2"), table_of_ttf(TTF, "OS/2")):
        assert struct.unpack_from(">hhh", table, 68) == (930, -270, 0)


def test_a_word_that_begins_with_j_keeps_its_distance_because_its_tail_reaches_back() -> None:
    fonts = (table_of_woff2(WOFF2, "GPOS"), PAGE), (table_of_ttf(TTF, "GPOS"), PICTURE)
    for gpos, glyphs in fonts:
        pairs = pairs_in(gpos)
        for space in " \xa0":
            assert [pairs[glyphs[space], glyphs[letter]] for letter in "jJ"] == [60] * 2


def test_words_stand_apart_also_after_a_t_whose_bar_reaches_over_its_end() -> None:
    fonts = (table_of_woff2(WOFF2, "hmtx"), PAGE), (table_of_ttf(TTF, "hmtx"), PICTURE)
    for hmtx, glyphs in fonts:
        for space in " \xa0\u202f":
            assert struct.unpack_from(">H", hmtx, 4 * glyphs[space])[0] == 240
