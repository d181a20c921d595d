"""No regular expression is expensive for the worst permitted text: see ``Met.most``."""

import re
from functools import partial
from typing import Any

import pytest
from flask import Flask

from tests.figures import Figures
from tests.torture.dear import Scales
from tests.torture.patterns import MET, patterns, worst

pytestmark = pytest.mark.torture


@pytest.mark.timeout(600)
def test_no_pattern_is_dear(one_app: Flask, figures: Figures) -> None:
    scales = Scales(one_app)
    for name, pattern in patterns():
        if name not in MET:
            continue
        assert pattern
        for text in worst(MET[name], pattern):
            scales.weigh_work(
                (name, text[:40], text[-9:]), partial(use, pattern, name, text), MET[name].most
            )
    figures(scales.told())


def use(pattern: re.Pattern[Any], name: str, text: str) -> None:
    """As in the program."""
    read = text.encode(errors="replace") if isinstance(pattern.pattern, bytes) else text
    if MET[name].used == "sub":
        pattern.sub(read[:0], read)
    else:
        getattr(pattern, MET[name].used)(read)
