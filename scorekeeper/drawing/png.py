"""Conversion of SVG to PNG by resvg, if that library is installed (the extra ``pictures``)."""

import logging

try:
    from resvg_py import svg_to_bytes
except ImportError:  # pragma: no cover
    svg_to_bytes = None  # type: ignore[assignment]

from scorekeeper.places import ROOT

FONT = ROOT / "static" / "fonts" / "sansita-800.ttf"
log = logging.getLogger(__name__)


def png_of(svg: str) -> bytes | None:
    """The drawing as PNG; None without the library, or if it cannot draw this.

    The library holds Python's lock while it draws, for 0.1 s to 0.5 s.

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
