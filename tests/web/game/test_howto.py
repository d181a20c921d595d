"""*How to play* states exactly the game's own rules."""

from dataclasses import asdict, replace

import pytest
from flask import Flask

from scorekeeper.rules.variants.custom import FEW, MORE, Points
from scorekeeper.rules.variants.model import Variant
from scorekeeper.rules.variants.variants import OH_HELL, VARIANTS
from scorekeeper.words.points import points_lines

GAMES = [*VARIANTS.values(), OH_HELL.keeping_tricks()]


@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: variant.key)
def test_every_number_of_a_score_has_a_sentence(variant: Variant, app: Flask) -> None:
    with app.test_request_context():
        before = points_lines(variant.score)
        for outcome, terms in asdict(variant.score).items():
            for term in [term for term, number in (terms or {}).items() if number]:
                sums = replace(getattr(variant.score, outcome), **{term: 777})
                lines = points_lines(replace(variant.score, **{outcome: sums}))
                assert len(lines) == len(before), "a number is said once"
                assert [line for line in lines if "777" in line] == [
                    line for line in lines if line not in before
                ]


@pytest.mark.parametrize("name", [*FEW, *MORE])
def test_every_number_of_a_game_of_ones_own_is_in_one_sentence(name: str, app: Flask) -> None:
    with app.test_request_context():
        lines = points_lines(Points(**{name: 777}).score)
        numbers = {field: place + 101 for place, field in enumerate((*FEW, *MORE))}
        said = points_lines(Points(**numbers).score)
    assert sum("777" in line for line in lines) == 1
    assert len(said) == len(set(said)) == len(numbers) - 1
    for number in numbers.values():
        assert sum(str(number) in line for line in said) == 1
