"""The deployment of docs/deploy.md, as a fixture."""

from collections.abc import Iterator

import pytest

from tests.torture.deployed import Deployed, deployment
from tests.torture.phone import Dial, Phone


@pytest.fixture(scope="session")
def deployed() -> Iterator[Deployed]:
    """The running services of docs/deploy.md."""
    with deployment("deployed") as all_of_it:
        yield all_of_it


@pytest.fixture
def dial(deployed: Deployed) -> Iterator[Dial]:
    """Creates phones at the deployed program, each with an address, and closes them at the end."""
    phones: list[Phone] = []

    def dial(source: str = "127.0.0.1") -> Phone:
        phones.append(Phone(deployed.port, certificate=deployed.certificate, source=source))
        return phones[-1]

    yield dial
    for phone in phones:
        phone.close()
