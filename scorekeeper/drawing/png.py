"""Conversion of SVG to PNG by resvg, if that library is installed (the extra ``pictures``)."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

try:
    from resvg_py import svg_to_bytes
except ImportError:  # pragma: no cover
    svg_to_bytes = None  # type: ignore[assignment]

from scorekeeper.places import ROOT

FONT = ROOT / "static" / "fonts" / "sansita-800.ttf"
PATIENCE = 1.0
"""Seconds to wait for a turn: two pictures, as many as the page of a result requests."""
_turn = Lock()
log = logging.getLogger(__name__)


class NoRoomError(Exception):
    """Too many pictures are waiting to be drawn."""


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait until no other picture is being drawn; raises NoRoomError.

    The library holds Python's lock while it draws, for 0.1 s to 0.5 s.
    """
    if not _turn.acquire(timeout=PATIENCE):
        raise NoRoomError
    try:
        yield
    finally:
        _turn.release()


def png_of(svg: str) -> bytes | None:
    """The drawing as PNG; None without the library, or if it cannot draw this.

    A letter that the typeface of names lacks comes from one of the machine's fonts; if none has it,
    it is left blank.
    """
    if svg_to_bytes is None:
        return None
    try:
        return svg_to_bytes(svg_string=svg, font_files=[str(FONT)])
    except (KeyboardInterrupt, SystemExit):
        raise
    # Its panics are not Exceptions.
    except BaseException as failure:
        # Its message may contain a name.
        log.error("resvg failed: %s", type(failure).__name__)
        return None
