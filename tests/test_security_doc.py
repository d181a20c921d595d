"""docs/audit/asvs.md has a row for every requirement; docs/security.md says what is not met."""

import re
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"
TABLES = (DOCS / "audit" / "asvs.md").read_text(encoding="utf-8").partition("## Level 3")[0]
ROWS = [line.strip("| ").split(" | ") for line in re.findall(r"^\| \d.*", TABLES, re.M)]
VERDICTS = {"met", "in part", "not met", "not checked", "not applicable"}
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
"""The number of requirements of levels 1 and 2 in each section of each chapter."""


def test_every_requirement_of_levels_1_and_2_has_one_row() -> None:
    numbers = [
        f"{chapter}.{section}.{number}"
        for chapter, sections in LAST.items()
        for section, count in enumerate(sections, 1)
        for number in range(1, count + 1)
    ]
    assert len(numbers) == 253
    assert [row[0] for row in ROWS] == numbers


def test_every_row_has_a_verdict_and_a_reason() -> None:
    for number, asks, verdict, reason in ROWS:
        assert verdict in VERDICTS, number
        assert asks, number
        for name in re.findall(r"`(\w[\w/]*(?:/|\.py))`", reason):
            assert any(DOCS.parent.glob(f"**/{name}")), f"{number}: {name}"


def test_every_requirement_not_met_is_a_weakness() -> None:
    text = (DOCS / "security.md").read_text(encoding="utf-8")
    weak = set(re.findall(r"[\d.]+\d", text.partition("## Weaknesses")[2].partition("\n## ")[0]))
    missing = {row[0] for row in ROWS if row[2] not in ("met", "not applicable")}
    assert missing
    assert missing <= weak


def test_every_linked_page_exists() -> None:
    for page in DOCS.glob("*.md"):
        for name in re.findall(r"\]\(([\w./]+)\)", page.read_text(encoding="utf-8")):
            assert (DOCS / name).exists(), f"{page.name}: {name}"
