"""SVG -> PNG by resvg, where that library is installed (the extra ``pictures``)."""

from __future__ import annotations

import logging
from pathlib import Path

try:
    from resvg_py import svg_to_bytes
except ImportError:  # pragma: no cover
    svg_to_bytes = None  # type: ignore[assignment]

FONT = Path(__file__).parents[2] / "static" / "fonts" / "sansita-800.ttf"
log = logging.getLogger(__name__)


def png_of(svg: str) -> bytes | None:
    """The drawing as PNG; None without the library, or if it cannot draw this.

    A letter that the face of names lacks comes from a font of the machine; where there is none, its
    place stays empty. One drawing at a time: the library keeps Python's lock, for 0.1 s to 0.5 s.
    """
    if svg_to_bytes is None:
        return None
    try:
        return svg_to_bytes(svg_string=svg, font_files=[str(FONT)])
    except (KeyboardInterrupt, SystemExit):
        raise
    # Its panics are no Exceptions.
    except BaseException as failure:
        # Its message may hold a name.
        log.error("resvg failed: %s", type(failure).__name__)
        return None
