"""No file is expensive to refuse: texts of maximum length, designed to be as slow as possible.

A file with games may take as long as its games need. Any other is refused within ``REFUSED`` plain
pages (0.5 s; a quarter of both in the daily run), a link as fast as any request.
"""

import base64
import zlib
from collections.abc import Iterator
from functools import partial

import pytest
from flask import Flask

from scorekeeper.exchange.letters import READERS, games_in
from scorekeeper.exchange.tables.cells import LONGEST_CELL, MOST_COLUMNS
from scorekeeper.exchange.tables.parsed_game import MOST_TEXT
from scorekeeper.rules.incoming import UnreadableError
from tests.figures import Figures
from tests.torture import size
from tests.torture.dear import DEAR, Scales

pytestmark = pytest.mark.torture
REFUSED = size(3, 10) * DEAR
LONGEST = size(MOST_TEXT // 4, MOST_TEXT)
OURS = '{"format":"scorekeeper","version":1,'
KEEPWIZ = '{"round_data":'
CREW = '{"format":"skull-king-scorekeeper","version":1,"history":'
TABLE = "player,hand,bid,tricks\n"
WIDE = "Ann,Ben,Cem\n"
TWOS = "Ann,,Ben,\nbid,tricks,bid,tricks\n"


def links() -> Iterator[str]:
    """Links, and texts that begin like one."""
    for inner in ("[]", "[" * 300 + "]" * 300, "[" * 90_000, "1", '{"a":1}', '"\\ud800"'):
        data = ("[" + ",".join([inner] * (MOST_TEXT // (len(inner) + 1))) + "]").encode()
        deflater = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
        packed = deflater.compress(data) + deflater.flush()
        yield "#g=A" + base64.urlsafe_b64encode(packed).decode()
    for part in ("#g=A&", "#", "&", "g=A", "#g=A%41", "#g=A=", "#g=B-"):
        for end in ("", " x y", "\n", "#g=A"):
            yield part * (100_000 // len(part)) + end


def texts() -> Iterator[str]:
    """Texts of every format that contain no games."""
    yield from links()
    for start in (OURS, OURS + '"games":[{', KEEPWIZ + "1,", CREW + "1,"):
        yield filled(start, '"%x":1,')
        yield filled(start, '"%x":[],')
    for start in (KEEPWIZ + "[", CREW + "[", OURS + '"games":[', OURS + '"version":['):
        for part in ("[],", "[" * 300 + "]" * 300 + ",", "[", '"', '"\\"', "1,", '{"a":1},', "1"):
            yield filled(start, part)
    for start in (WIDE, TWOS, TABLE, "", ",\n", "sep=;\n", '"a";'):
        cell = LONGEST_CELL - 10
        for part in (
            "3/2" + " " * cell + "x",
            '"' + " " * cell,
            "\ufb03" * cell,
            "\u0315\u0300" * 99,
        ):
            yield filled(start, f"{part},")
            yield filled(start, f"{part},{part},{part}\n")
        for part in (
            ",",
            "\n",
            ",\n",
            "1/1,1/1,1/1\n",
            '""',
            '"',
            "a,",
            "1,",
            "1,1,1,1\n",
            "2026-",
            "Ann bid,",
            "3-2,Ann,\n",
        ):
            yield filled(start, part)
        yield filled(start, "," * (MOST_COLUMNS - 1) + "\n")


def filled(start: str, part: str) -> str:
    """A text of maximum length; ``%x`` is a different number each time."""
    room = LONGEST - len(start)
    if "%x" in part:
        return start + "".join(part % number for number in range(room // (len(part) + 4)))[:room]
    return start + (part * (room // len(part)))


def read(text: str) -> None:
    """Read a text without games."""
    try:
        games_in(text)
    except UnreadableError:
        return


def test_what_is_no_file_of_games_is_refused_soon(one_app: Flask, figures: Figures) -> None:
    scales = Scales(one_app)
    met = set()
    for text in texts():
        met |= {read for fits, read in READERS if fits(text)}
        scales.weigh_work(text[:60], partial(read, text), REFUSED)
    assert met == {read for _, read in READERS}
    figures(scales.told(REFUSED))


def test_no_link_is_dear(one_app: Flask, figures: Figures) -> None:
    scales = Scales(one_app)
    for text in links():
        scales.weigh_work(text[:60], partial(read, text))
    figures(scales.told())
