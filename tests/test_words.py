"""Every code of the rules has its words."""

from __future__ import annotations

from scorekeeper.rules.people import ChangeKind
from scorekeeper.rules.problems import Code
from scorekeeper.rules.variants.house import Reason
from scorekeeper.rules.variants.points import ExtraKey
from scorekeeper.words.extras import EXTRA_NAMES
from scorekeeper.words.people import CHANGES
from scorekeeper.words.problems import SENTENCES


def test_every_problem_has_its_sentence() -> None:
    assert {*SENTENCES} == {*Code, *Reason}


def test_every_change_to_a_person_has_its_sentence() -> None:
    assert {*CHANGES} == {*ChangeKind}


def test_every_extra_has_its_name() -> None:
    assert {*EXTRA_NAMES} == {*ExtraKey}
