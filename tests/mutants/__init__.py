"""Single-line faults that a user would suffer from, and the tests in which each of them dies.

``mutants.json`` lists them. A test may be deleted only if the faults that it finds die elsewhere.
"""

import json
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault: in ``file``, the text ``old``, which occurs there once, becomes ``new``.

    ``what`` is what a user would see, ``tests`` are the arguments of pytest, or files for Node
    (``tests/js``). A ``quick`` one has to die in ``make quick``, one of ``postgresql`` on that
    database. ``harmless`` says why a change is no fault: what else keeps it from the user.
    """

    id: str
    what: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    quick: bool = False
    postgresql: bool = False
    harmless: str = ""


def mutants() -> list[Mutant]:
    """All of them, in the order of the list."""
    listed = json.loads(Path(__file__).with_name("mutants.json").read_text(encoding="utf-8"))
    return [Mutant(**one | {"tests": tuple(one["tests"])}) for one in listed]
