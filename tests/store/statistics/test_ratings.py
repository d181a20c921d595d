"""Ratings from places: properties that any calculation must have."""

import random
from fractions import Fraction

from scorekeeper.store.statistics import ratings


def rounded(found: dict[int, Fraction]) -> dict[int, float]:
    return {person: round(float(rating), 1) for person, rating in found.items()}


def test_a_first_game_of_two_is_rated_as_worked_by_hand() -> None:
    assert rounded(ratings([{7: 1, 8: 2}])) == {7: 3.4, 8: -1.8}


def test_who_shares_a_place_has_the_same_rating() -> None:
    found = ratings([{1: 1, 2: 2, 3: 2, 4: 4}])
    assert found[1] > found[2] == found[3] > found[4]


def test_a_win_over_the_strong_is_worth_more_than_one_over_the_weak() -> None:
    known = [{1: 1, 2: 2}] * 10
    over_strong, over_weak = (ratings([*known, {3: 1, rival: 2}])[3] for rival in (1, 2))
    assert over_strong > over_weak


def test_ratings_find_the_order_of_known_strengths() -> None:
    chance, games = random.Random(14), []
    for _ in range(300):
        people = chance.sample(range(5), 4)
        luck = sorted(people, key=lambda person: chance.gauss(2 * person, 1), reverse=True)
        games.append({person: place for place, person in enumerate(luck, 1)})
    found = ratings(games)
    assert sorted(found, key=lambda person: found[person]) == [0, 1, 2, 3, 4]


def test_a_game_alone_says_nothing() -> None:
    assert ratings([{1: 1}]) == {}
