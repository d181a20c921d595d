"""``python -m tests.bench``: measure, and print one table."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.bench.ours import Ours, new_database
from tests.bench.scene import set_up
from tests.bench.serial import Bares, Stage, measure
from tests.torture.bare import Bare


def main() -> None:
    """Measure and print a table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        new_database(folder)
        scene = set_up(folder)
        ours = Ours(folder)
        ours.start()
        bare = Bare(folder, "DELETE")
        try:
            times = measure([Bares(bare.port), Stage(ours.port, scene)], 100)
        finally:
            ours.kill()
            bare.kill()
    for what, ms in sorted(times.items()):
        base = times["bare durable commit" if what.startswith("tap") else "bare route"]
        sys.stdout.write(f"{what:<32}{ms:9.3f}{ms / base:9.2f}\n")


if __name__ == "__main__":
    main()
