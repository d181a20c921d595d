"""How long a write holds the lock for which all others wait."""

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from scorekeeper.store import engine


class Held:
    """The processor time of this thread inside each transaction, by the name of its function."""

    def __init__(self) -> None:
        self.times: list[tuple[str, float]] = []


@contextmanager
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    """Measures all writing transactions. Processor time excludes a busy machine and its disk, for
    which a bare commit waits as well; collecting the test's own garbage is left out."""
    found, once = Held(), engine._once

    def measured(locks: Any, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        def timed(*args: Any, **kwargs: Any) -> Any:
            begun = time.thread_time()
            try:
                return function(*args, **kwargs)
            finally:
                found.times.append((function.__name__, time.thread_time() - begun))

        return once(locks, timed, *args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(engine, "_once", measured)
        gc.collect()
        gc.disable()
        try:
            yield found
        finally:
            gc.enable()
