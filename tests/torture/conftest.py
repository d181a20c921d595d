"""The served program that the tests of the kit work on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import databases
from tests.torture.served import Served


@pytest.fixture
def served(tmp_path: Path, empty_database: Path) -> Iterator[Served]:
    """``scorekeeper serve`` as its own process, with an empty database."""
    databases.copy(empty_database, tmp_path)
    server = Served(tmp_path)
    server.start()
    yield server
    server.kill()
    databases.give_back(tmp_path)
