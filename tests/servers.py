"""Servers that tests start: PostgreSQL, Redis."""

import os
import socket

import pytest

PATIENCE = 120.0
"""The seconds in which whatever a test waits for comes even on a busy machine; without it, pytest
ends the test a little later."""


def missing(program: str, package: str) -> None:
    """Skip the test because a program is missing; on a build server, fail."""
    said = f"{program} is not installed (Debian's package: {package})"
    if os.environ.get("CI"):
        pytest.fail(said)
    pytest.skip(said)


def free_port() -> int:
    """A free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
