"""The test kit for "nothing lost": short in ``make test``, whole with ``make torture``.

Each test prints its figures. What it promises is in docs/reliability.md.
"""

import os

WHOLE = os.environ.get("TORTURE") == "1"


def size(short: int, whole: int) -> int:
    """How much of something to do: every day, or with ``make torture``."""
    return whole if WHOLE else short
