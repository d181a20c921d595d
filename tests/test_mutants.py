"""The faults of the list can still be planted. ``make mutants`` plants them."""

import pytest

from scorekeeper.config import ROOT
from tests.mutants import Mutant, mutants

ALL = mutants()


@pytest.mark.parametrize("mutant", ALL, ids=lambda mutant: mutant.id)
def test_the_text_of_a_fault_occurs_once_and_its_tests_exist(mutant: Mutant) -> None:
    source = (ROOT / mutant.file).read_text(encoding="utf-8")
    assert source.count(mutant.old) == 1
    assert mutant.old != mutant.new
    assert mutant.tests
    for tests in mutant.tests:
        files, _, part = tests.partition(" -k ")
        assert all((ROOT / file).exists() for file in files.split())
        # A case of the sweep is named after its address.
        named = [*files.split(), "tests/addresses.py"] if part else []
        assert not part or any(part in (ROOT / file).read_text("utf-8") for file in named)


def test_no_two_faults_have_the_same_name() -> None:
    assert len({mutant.id for mutant in ALL}) == len(ALL)
