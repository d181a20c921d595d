"""The app's context around a test, and calls made at the same moment."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from flask import Flask

from scorekeeper.store.models import db
from tests.servers import PATIENCE

AtOnce = Callable[..., list[Any]]


@pytest.fixture
def _opened(app: Flask) -> Iterator[None]:
    """An app context, so that the store can be called."""
    with app.app_context():
        yield


@pytest.fixture
def at_once(app: Flask, _opened: None) -> AtOnce:
    """Make these calls at the same moment, each in its own thread; returns their results."""

    def made(*calls: Callable[[], Any]) -> list[Any]:
        together = Barrier(len(calls))

        def make(call: Callable[[], Any]) -> Any:
            with app.app_context():
                together.wait(PATIENCE)
                return call()

        # Reads of the test must not block a writer.
        db.session.remove()
        with ThreadPoolExecutor(len(calls)) as pool:
            return list(pool.map(make, calls))

    return made
