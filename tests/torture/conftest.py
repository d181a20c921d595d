"""The served program that the tests of the kit work on."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from tests import databases, postgres
from tests.servers import missing
from tests.torture.deployed import Deployed
from tests.torture.phone import Dial, Phone
from tests.torture.served import Served

_numbers = count(1)


@pytest.fixture
def served(tmp_path: Path, empty_database: Path) -> Iterator[Served]:
    """``scorekeeper serve`` as its own process, with an empty database."""
    databases.copy(empty_database, tmp_path)
    server = Served(tmp_path)
    server.start()
    yield server
    server.kill()
    databases.give_back(tmp_path)


@pytest.fixture(scope="module")
def deployed() -> Iterator[Deployed]:
    """Everything that docs/deploy.md tells to start."""
    if postgres.programs() is None:
        missing("PostgreSQL", "postgresql")
    all_of_it = Deployed(f"deployed{next(_numbers)}")
    try:
        all_of_it.start()
        yield all_of_it
    finally:
        all_of_it.stop()


@pytest.fixture
def dial(deployed: Deployed) -> Iterator[Dial]:
    """Makes phones at the deployed program, each from an address, that hang up at the end."""
    phones: list[Phone] = []

    def dial(source: str = "127.0.0.1") -> Phone:
        phones.append(Phone(deployed.port, certificate=deployed.certificate, source=source))
        return phones[-1]

    yield dial
    for phone in phones:
        phone.close()
