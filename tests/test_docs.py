"""What the texts for readers of the code name exists; each row of the audit has a reason, and
docs/security.md says what is not met."""

import re
from pathlib import Path

import pytest

from scorekeeper.http.assets import WRITTEN

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
FOLDERS = ("deploy", "docs", "migrations", "scorekeeper", "static", "templates", "tests")
FILES = {
    path.relative_to(ROOT).as_posix() for folder in FOLDERS for path in (ROOT / folder).rglob("*")
}
TEXTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS.glob("*.md")]
ELSEWHERE = {"scorekeeper/web/dealers.py", "templates/dealers.html", "index.html"}
"""The page that CONTRIBUTING.md adds, and the first one of a site."""
TABLES = (DOCS / "audit" / "asvs.md").read_text(encoding="utf-8").partition("## Level 3")[0]
ROWS = [line.strip("| ").split(" | ") for line in re.findall(r"^\| \d.*", TABLES, re.M)]
VERDICTS = {"met", "in part", "not met", "not checked", "not applicable"}


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


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text.name)
def test_every_file_that_a_text_names_exists(text: Path) -> None:
    named = re.findall(r"`([\w/]+\.(?:css|html|js|py|sql))`", text.read_text(encoding="utf-8"))
    missing = {*named} - ELSEWHERE - {*WRITTEN}
    assert not {
        name for name in missing if not any(f"/{file}".endswith(f"/{name}") for file in FILES)
    }
