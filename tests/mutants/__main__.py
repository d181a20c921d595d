"""Plant each fault in a copy of the program, and run its tests: ``python -m tests.mutants``."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import cache_from_source
from pathlib import Path

from scorekeeper.config import ROOT
from tests.mutants import Mutant, mutants

PATIENCE = 900
"""The seconds after which tests that hang have found the fault."""
DAILY = "not slow"
QUICK = "not slow and not thorough and not hypothesis and not browser and not torture"
INSTALLED = (".venv", "node_modules")
FAILED = re.compile(
    r"^(?:FAILED|ERROR) (\S+?(?:\[.*?\])?)(?: - .*|: .*)?$|^ *not ok \d+ - (.*)$", re.MULTILINE
)


def copied(folder: Path) -> Path:
    """A copy of the checkout as it is, with what is installed in it."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.check_output(listed, cwd=ROOT, text=True).split("\0"):
        if (ROOT / name).is_file() and name not in INSTALLED:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    for name in INSTALLED:
        if (ROOT / name).exists():
            (folder / name).symlink_to(ROOT / name)
    return folder


@contextmanager
def planted(mutant: Mutant, folder: Path) -> Iterator[None]:
    """The copy with the fault in it."""
    file = folder / mutant.file
    sound = file.read_text(encoding="utf-8")
    assert sound.count(mutant.old) == 1, f"{mutant.id}: its text does not occur once"
    write(file, sound.replace(mutant.old, mutant.new))
    yield
    write(file, sound)


def write(file: Path, text: str) -> None:
    """Change a file of the copy; what was compiled from a text of the same length, in the same
    second, would count as fresh."""
    file.write_text(text, encoding="utf-8")
    Path(cache_from_source(str(file))).unlink(missing_ok=True)


def killer(mutant: Mutant, folder: Path) -> str:
    """The first of its tests that fails; "" if none does."""
    return next(filter(None, (failure(mutant, one.split(), folder) for one in mutant.tests)), "")


def failure(mutant: Mutant, tests: list[str], folder: Path) -> str:
    """The first of these tests that fails; "" if none does."""
    own = {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": ""}
    if mutant.postgresql:
        own["TEST_DATABASE"] = "postgresql"
    try:
        ran = subprocess.run(
            _command(mutant, tests),
            cwd=folder,
            env=os.environ | own,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"{tests[0]} (no end)"
    if ran.returncode == 0:
        return ""
    found = FAILED.search(ran.stdout)
    assert found, f"{mutant.id}: {ran.stdout[-2000:]}{ran.stderr[-2000:]}"
    return found[1] or f"{tests[0]}: {found[2]}"


def _command(mutant: Mutant, tests: list[str]) -> list[str]:
    if tests[0].startswith("tests/js/"):
        return ["node", "--test", "--test-timeout", "60000", "--test-reporter=tap", *tests]
    marks = QUICK if mutant.quick else DAILY
    return [sys.executable, "-m", "pytest", *tests, "-x", "-q", "-n", "0", "-m", marks]


def main(wanted: list[str]) -> int:
    """Print a table, and return the number of faults that survive or that only a broken test
    finds."""
    known = mutants()
    chosen = [one for one in known if one.id in wanted] if wanted else known
    died: dict[str, str] = {}
    with tempfile.TemporaryDirectory(prefix="mutants-") as made:
        folder = copied(Path(made))
        for mutant in chosen:
            with planted(mutant, folder):
                found = died[mutant.id] = killer(mutant, folder)
            survived = f"no fault: {mutant.harmless}" if mutant.harmless else "SURVIVED"
            result = f"killed by {found}" if found else survived
            print(f"{mutant.id:4} {mutant.what[:60]:60} {result}", flush=True)
        # A test that fails without the fault as well says nothing about it.
        for mutant in chosen:
            found = died[mutant.id]
            if "::" in found and failure(mutant, [found], folder):
                died[mutant.id] = ""
                print(f"{mutant.id:4} BROKEN {found}", flush=True)
    left = sum(not died[one.id] and not one.harmless for one in chosen)
    print(f"{len(died) - left} of {len(died)} killed")
    return left


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:])))
