"""The served program that the tests of the kit work on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests import databases, postgres
from tests.servers import missing
from tests.torture.caller import Caller
from tests.torture.deployed import Deployed
from tests.torture.phone import Dial, Phone
from tests.torture.served import Served


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Iterator[Served]:
    """``scorekeeper serve`` as its own process, with an empty database at first."""
    folder = tmp_path_factory.mktemp("served")
    databases.copy(empty_database, folder)
    server = Served(folder)
    server.start()
    yield server
    server.kill()
    databases.give_back(folder)


@pytest.fixture
def caller(served: Served) -> Iterator[Caller]:
    """A phone at the served program."""
    with closing(Caller(served.port)) as phone:
        yield phone


@pytest.fixture(scope="session")
def deployed() -> Iterator[Deployed]:
    """Everything that docs/deploy.md tells to start."""
    if postgres.programs() is None:
        missing("PostgreSQL", "postgresql")
    all_of_it = Deployed("deployed")
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
