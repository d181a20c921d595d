"""The cast, restored before each test."""

import pytest
from flask import Flask

from scorekeeper.http.guard import limiter
from tests.cast import Cast, cast_on


@pytest.fixture
def cast(one_app: Flask) -> Cast:
    """The cast on one app for all tests of a file, with no attempts counted."""
    limiter.reset()
    return cast_on(one_app)
