"""Every code of the rules has its words."""

from __future__ import annotations

from scorekeeper.rules.variants.house import Reason
from scorekeeper.words.rules import FORBIDDEN


def test_every_reason_against_a_bid_has_its_sentences() -> None:
    assert {*FORBIDDEN} == {*Reason}
