"""The tests behind docs/reliability.md: short in ``make test-all``, complete in ``make torture``.

Each test prints its figures.
"""

import os

WHOLE = os.environ.get("TORTURE") == "1"


def size(short: int, whole: int) -> int:
    """The amount of work: every night, or with ``make torture``."""
    return whole if WHOLE else short
