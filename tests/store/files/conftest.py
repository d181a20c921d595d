"""A database with a game, and the folder for its backups."""

from pathlib import Path

import pytest

from tests import databases
from tests.table import Table


@pytest.fixture
def database(tmp_path: Path, table: Table) -> Path:
    """A database with a game of one hand."""
    table.start("Ann", "Ben", "Cem")
    table.play("hearts", (0, 1, 1), (0, 0, 1))
    return tmp_path / databases.FILE


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder for backups, created with the first one."""
    return tmp_path / "backups"
