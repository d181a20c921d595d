"""Conversion of SVG to PNG by resvg, if that library is installed (the extra ``pictures``)."""

import logging
import subprocess
import sys
from importlib.util import find_spec

from scorekeeper.places import ROOT

FONT = ROOT / "static" / "fonts" / "sansita-800.ttf"
HAS_LIBRARY = find_spec("resvg_py") is not None
DRAW = """\
import sys
from resvg_py import svg_to_bytes
svg = sys.stdin.buffer.read().decode()
sys.stdout.buffer.write(svg_to_bytes(svg_string=svg, font_files=sys.argv[1:]))
"""
PATIENCE = 20
"""Seconds for a drawing, which takes 0.1 s to 0.5 s on a quiet machine."""
log = logging.getLogger(__name__)


def png_of(svg: str) -> bytes | None:
    """The drawing as PNG; None without the library, or if it cannot draw this. Raises TimeoutError
    if the machine is too busy.

    Another process draws: the library holds Python's lock meanwhile, and saves would wait for it.

    A letter that the typeface of names lacks comes from one of the machine's fonts; if none has it,
    it is left blank.
    """
    if not HAS_LIBRARY:
        return None
    command = sys.executable, "-I", "-c", DRAW, str(FONT)
    try:
        done = subprocess.run(  # noqa: S603  the command is ours
            command, input=svg.encode(), capture_output=True, timeout=PATIENCE, check=True
        )
    except subprocess.TimeoutExpired as slow:
        raise TimeoutError from slow
    except (OSError, subprocess.SubprocessError) as failure:
        # What it says may contain a name.
        log.error("resvg failed: %s", type(failure).__name__)
        return None
    return done.stdout
