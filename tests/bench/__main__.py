"""``python -m tests.bench`` runs the benchmarks and prints one table."""

import argparse
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from tests.bench import answers, books, draws, history, rally, serial, site, tables, world
from tests.bench.crowded import crowded
from tests.bench.line import Line
from tests.bench.ours import Ours, bare_beside, new_database
from tests.bench.report import Row, table
from tests.bench.scene import set_up

USUAL = ("times", "answers", "books")
WORLD = ("world",)
SITE = ("site",)
REPORTS = {WORLD: world.report, SITE: site.report}
GROUPS = (*USUAL, "million", "tables", "history", "hall")
CUSTOM = {"answers": answers.rows, "books": books.rows, "tables": tables.rows}
"""Groups that begin with their own database."""
SECONDS = 35.0
"""The number of seconds for single requests, and again for those with a million hands."""
MILLION = "million: "


def main() -> None:
    """Measure and print a table."""
    chosen = _chosen()
    if chosen in REPORTS:
        for part in REPORTS[chosen]():
            sys.stdout.write(part)
            sys.stdout.flush()
        return
    # If the process is terminated, servers must stop too, and folders must be removed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with ExitStack() as ends:
        rows: list[Row] = []
        full = ends.enter_context(_folder()) if {"million", "history"} & {*chosen} else None
        if full:
            crowded(full)
        if {"times", "million"} & {*chosen}:
            rows += _times(full if "million" in chosen else None)
        for name, group in CUSTOM.items():
            if name in chosen:
                folder = ends.enter_context(_folder())
                new_database(folder)
                rows += group(folder)
        rows += history.rows(full) if full and "history" in chosen else []
        if "hall" in chosen:
            rows += draws.rows()
            folder = ends.enter_context(_folder())
            new_database(folder)
            rows += rally.rows(folder)
    sys.stdout.write(table(rows, growth="million" in chosen))


def _chosen() -> tuple[str, ...]:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--all", action="store_true", help="everything; takes some minutes")
    parser.add_argument("--world", action="store_true", help="several processes")
    parser.add_argument(
        "--hall", action="store_true", help="the draws and pages of a full hall; takes some minutes"
    )
    parser.add_argument(
        "--site", action="store_true", help="a site of plain files in a browser; takes ten minutes"
    )
    parser.add_argument("--only", nargs="+", choices=GROUPS, default=(), help="these groups")
    given = parser.parse_args()
    if given.world:
        return WORLD
    if given.site:
        return SITE
    hall = ("hall",) if given.hall else ()
    return GROUPS if given.all else (*given.only, *hall) or USUAL


def _times(full: Path | None) -> list[Row]:
    """Single requests to an empty database, and alternating with a full one."""
    with ExitStack() as ends:
        empty = ends.enter_context(_folder())
        new_database(empty)
        bare = bare_beside(empty)
        ends.callback(bare.kill)
        sides = serial.Bares(Line(bare.port)), _stage(ends, empty)
        times = serial.measure(sides, SECONDS)
        growth: dict[str, float] = {}
        if full is not None:
            both = serial.measure((sides[1], _stage(ends, full, MILLION)), SECONDS)
            growth = {what: both[MILLION + what] / both[what] for what in serial.ASKED}
        return [*serial.rows(times, growth)]


def _stage(ends: ExitStack, folder: Path, mark: str = "") -> serial.Stage:
    scene, ours = set_up(folder), Ours(folder)
    ends.callback(ours.kill)
    ours.start()
    return serial.Stage(partial(Line, ours.port), scene, mark)


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="bench") as name:
        yield Path(name)


if __name__ == "__main__":
    main()
