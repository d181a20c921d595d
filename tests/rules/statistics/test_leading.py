"""The leader in a share, and the game since which they have led."""

import pytest

from scorekeeper.rules.statistics.leading import Lead, Share, lead

ANN, BEN, CEM = 1, 2, 3


def told(*games: str) -> list[Share]:
    """Games from 1 on: in ``"2/3 1/1"`` Ann made 2 of 3 and Ben 1 of 1; ``-`` sat out."""
    return [
        Share(number, person, *map(int, part.split("/")))
        for number, game in enumerate(games, 1)
        for person, part in enumerate(game.split(), ANN)
        if part != "-"
    ]


@pytest.mark.parametrize(
    ("games", "expected"),
    [
        ((), None),
        (("2/2 1/2",), None),
        (("2/2 3/3",), Lead(BEN, 3, 3, 1)),
        (("3/3 2/3", "0/0 1/1"), Lead(ANN, 3, 3, 1)),
        (("3/3 2/3", "0/1 1/1"), Lead(ANN, 3, 4, 1)),
        (("3/4 3/4",), Lead(ANN, 3, 4, 1)),
        (("3/4 2/4", "- 4/4", "3/4 -"), Lead(BEN, 6, 8, 2)),
        (("3/4 - -", "- 3/4 -", "- 3/4 -"), Lead(BEN, 6, 8, 3)),
        (("0/3", "0/3"), Lead(ANN, 0, 6, 1)),
        (("2/4 1/4", "1/4 3/4", "4/4 0/4"), Lead(ANN, 7, 12, 3)),
    ],
)
def test_the_lead_goes_to_the_highest_share_and_of_equal_ones_to_more(
    games: tuple[str, ...], expected: Lead | None
) -> None:
    assert lead(told(*games), 3) == expected
