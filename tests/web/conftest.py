"""The cast: phones with every role there is about one game."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.cast import Cast, cast_on


@pytest.fixture
def cast(app: Flask) -> Cast:
    return cast_on(app)
