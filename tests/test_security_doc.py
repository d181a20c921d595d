"""docs/security.md: every requirement has its row, and every test that it names is there."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
TABLES = TEXT.partition("## OWASP ASVS 5.0.0")[2].partition("### Of level 3")[0]
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", TEXT)
KIT = re.findall(r"(?<!`)\b(tests/torture/\w+\.py)", TEXT)
LAST = {
    1: (2, 9, 11, 3, 2),
    2: (3, 3, 4, 1),
    3: (0, 2, 4, 6, 5, 0, 2),
    4: (3, 1, 2, 4),
    5: (1, 3, 2, 3),
    6: (3, 12, 4, 4, 5, 3, 0, 4),
    7: (3, 4, 2, 5, 2, 2),
    8: (2, 3, 1, 1),
    9: (3, 4),
    10: (2, 2, 4, 11, 5, 2, 3),
    11: (2, 3, 3, 4, 1, 1),
    12: (3, 2, 4),
    13: (1, 5, 2, 5),
    14: (2, 4, 3),
    15: (3, 3, 7),
    16: (1, 5, 4, 3, 3),
    17: (1, 4, 2),
}
"""How many requirements of levels 1 and 2 each section of each chapter begins with."""

Number = tuple[int, int, int]
NUMBERS: list[Number] = [
    (chapter, section, number)
    for chapter, sections in LAST.items()
    for section, count in enumerate(sections, 1)
    for number in range(1, count + 1)
]


def numbered(text: str) -> Number:
    """The three parts of a number."""
    chapter, section, number = map(int, text.split("."))
    return chapter, section, number


def covered() -> Counter[Number]:
    """How often each requirement has a row, alone or within a range."""
    found: Counter[Number] = Counter()
    for line in TABLES.splitlines():
        if not line.startswith("| v"):
            continue
        ends = [numbered(text) for text in re.findall(r"v5\.0\.0-([\d.]+)", line.split("|")[1])]
        assert 1 <= len(ends) <= 2, line
        within = [number for number in NUMBERS if ends[0] <= number <= ends[-1]]
        assert within, line
        found.update(within)
    return found


def test_every_requirement_of_levels_1_and_2_has_one_row() -> None:
    assert len(NUMBERS) == 253
    assert covered() == Counter(NUMBERS)


def test_every_chapter_has_its_tables() -> None:
    assert [int(number) for number in re.findall(r"^### V(\d+) ", TABLES, re.M)] == list(LAST)


def test_every_row_says_how_or_why_not() -> None:
    rows = [line.strip("| ").split(" | ") for line in TABLES.splitlines() if line.startswith("| v")]
    assert len(rows) > 150
    for row in rows:
        assert len(row) == 3, row
        assert len(row[1]) >= 3
        assert len(row[2]) >= 10


def test_every_test_that_is_named_is_there() -> None:
    assert len(set(NAMED)) >= 100
    known: dict[str, set[str]] = {}
    for path in {path for path, _ in NAMED}:
        module = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        known[path] = {node.name for node in module.body if isinstance(node, ast.FunctionDef)}
    assert not [f"{path}::{name}" for path, name in NAMED if name not in known[path]]
    assert all(name.startswith("test_") for _, name in NAMED)


def test_every_file_of_the_kit_that_is_named_is_there() -> None:
    assert KIT
    assert not {path for path in KIT if not (ROOT / path).is_file()}


def test_what_is_not_met_is_said_before_the_tables() -> None:
    weak = TEXT.partition("## Not met, and weak")[2].partition("\n## ")[0]
    open_rows = [
        re.findall(r"v5\.0\.0-([\d.]+)", line.split("|")[1])
        for line in TABLES.splitlines()
        if line.startswith("| v") and "**not " in line.lower()
    ]
    assert len(open_rows) > 10
    for numbers in open_rows:
        assert any(number in weak for number in numbers), numbers


def test_every_page_that_it_leads_to_is_there() -> None:
    for name in re.findall(r"\]\(([\w.]+)\)", TEXT):
        assert (ROOT / "docs" / name).is_file(), name
