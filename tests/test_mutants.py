"""The faults of the list can still be planted. ``make mutants`` plants them."""

import pytest

from scorekeeper.places import ROOT
from tests.mutants import Mutant, mutants

ALL = mutants()


@pytest.mark.parametrize("mutant", ALL, ids=lambda mutant: mutant.id)
def test_the_text_of_a_fault_occurs_once_and_its_tests_exist(mutant: Mutant) -> None:
    source = (ROOT / mutant.file).read_text(encoding="utf-8")
    assert source.count(mutant.old) == 1
    assert mutant.old != mutant.new
    files = [word for tests in mutant.tests for word in tests.split() if word.startswith("tests/")]
    assert files
    assert all((ROOT / file.partition("::")[0]).exists() for file in files)


def test_no_two_faults_have_the_same_name() -> None:
    assert len({mutant.id for mutant in ALL}) == len(ALL)
