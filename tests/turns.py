"""Cases of a test that take turns: some run every day, the others with the slow tests."""

from collections.abc import Iterable
from typing import Any

import pytest


def daily(names: str, cases: Iterable[Any], *now: Any, **more: Any) -> pytest.MarkDecorator:
    """Run the test in the cases of ``now``, and in the others with the slow tests."""
    all_of_them = list(cases)
    assert all(case in all_of_them for case in now), now
    params = [
        pytest.param(
            *(case if "," in names else [case]), marks=() if case in now else pytest.mark.slow
        )
        for case in all_of_them
    ]
    return pytest.mark.parametrize(names, params, **more)
