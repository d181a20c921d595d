"""Games that several pages are tested with."""

import pytest
from flask import Flask

from tests.cast import Cast, cast_on
from tests.table import Table


@pytest.fixture
def cast(app: Flask) -> Cast:
    """Phones with every role in one game."""
    return cast_on(app)


@pytest.fixture
def seven(table: Table) -> Table:
    """Three players at a hand of seven cards; Ann deals."""
    table.start("Ann", "Ben", "Cem", length="list", sizes="7, 7")
    return table
