"""The sheet ahead, with which a phone continues a game while no server answers."""

import gzip

import pytest

from scorekeeper.rules.variants.variants import VARIANTS
from tests.table import Table

NAMES = (
    "Friederike",
    "Maximiliane",
    "Jean-Baptiste",
    "Tom",
    "Christoph",
    "Wilhelmine",
    "Zoë",
    "Ida",
)


@pytest.mark.parametrize("language", ["en", "de", "es"])
@pytest.mark.parametrize(
    "variant",
    ["wizard", "tournament", "two-player", "oh-hell", "nomination", "stiche-raten", "blob"],
)
def test_the_sheet_ahead_takes_four_and_a_half_kilobytes(
    table: Table, variant: str, language: str
) -> None:
    most = VARIANTS[variant].max_players
    table.start(*NAMES[:most], variant=variant)
    answer = table.client.get(f"{table.path}/ahead", headers={"Accept-Language": language})
    assert "panels" in answer.text
    assert len(gzip.compress(answer.data)) <= 4_500
