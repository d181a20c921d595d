"""The rules of a game are stored with it, whatever a later program changes."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from scorekeeper.rules.setup import LONGEST_NAME, new_game, rematch
from scorekeeper.rules.variants.house import BidRule, Settings
from scorekeeper.rules.variants.model import ALL_AT_ONCE, IN_TURN, Bids, Sizes, Variant
from scorekeeper.rules.variants.points import Extra, ExtraKey, Score, Terms
from scorekeeper.rules.variants.variants import CUSTOM, VARIANTS, WIZARD
from scorekeeper.store import phones
from scorekeeper.store.games import games, reading
from scorekeeper.store.lists import lists
from scorekeeper.store.mapping.rulebook import UnknownRulesError, rules_from_json, rules_to_json
from scorekeeper.store.models import db
from tests.rules.notation import NAMES

ODD = replace(
    WIZARD,
    hands=Sizes(None, 2, step=2, back=True),
    trump=IN_TURN,
    bids=Bids(BidRule(hook=True, zero_allowed=True), choice=False),
    score=Score(Terms(5, 4, 3, 2), Terms(-1, -2, -3, -4), Terms(9), Terms(-9)),
)
SHOWN_TOGETHER = replace(WIZARD, bids=ALL_AT_ONCE)
NAMED = replace(CUSTOM, name="\N{FACE WITH TEARS OF JOY}" * LONGEST_NAME)
GAMES = [*VARIANTS.values(), ODD, SHOWN_TOGETHER, NAMED]
COLUMN = 1000
OLD = (Path(__file__).parent / "rules_v1.tsv").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("variant", GAMES, ids=lambda variant: variant.key)
def test_the_rules_of_a_game_are_read_back_as_they_were(variant: Variant) -> None:
    written = rules_to_json(variant)
    assert rules_from_json(variant.key, written) == variant
    assert len(written) <= COLUMN


@pytest.mark.parametrize("line", OLD, ids=lambda line: line.split("\t")[0])
def test_rules_of_the_first_version_are_read_and_written_as_they_were(line: str) -> None:
    key, rules = line.split("\t")
    assert rules_to_json(rules_from_json(key, rules)) == rules


@pytest.mark.parametrize(
    "game",
    [
        replace(CUSTOM, trump=replace(CUSTOM.trump, without=(1,))),
        replace(CUSTOM, score=replace(CUSTOM.score, missed=Terms(per_over=0))),
        replace(CUSTOM, score=replace(CUSTOM.score, near=Terms(per_bid=1))),
    ],
)
def test_rules_that_an_older_program_would_misread_are_of_a_newer_version(game: Variant) -> None:
    assert json.loads(rules_to_json(game))["v"] == 2
    assert rules_from_json(game.key, rules_to_json(game)) == game


def test_an_extra_keeps_all_of_a_score_of_its_own() -> None:
    score = replace(WIZARD.score, near=Terms(per_card=5))
    game = replace(WIZARD, extras=(Extra(ExtraKey.CANNON, score=score),))
    assert rules_from_json(game.key, rules_to_json(game)) == game


@pytest.mark.parametrize(("key", "version"), [("skat", 1), ("wizard", 3)])
def test_rules_of_another_game_or_a_newer_program_are_not_guessed(key: str, version: int) -> None:
    data = json.loads(rules_to_json(WIZARD)) | {"v": version}
    with pytest.raises(UnknownRulesError):
        rules_from_json(key, json.dumps(data))


@pytest.mark.usefixtures("_opened")
def test_a_game_keeps_its_points_when_the_program_counts_otherwise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = new_game(ODD, NAMES[:3], 0, Settings(sizes=(2, 1)))
    key = games.start("phone", game, "token").key
    monkeypatch.setitem(VARIANTS, "wizard", WIZARD)
    reading.forget()
    kept = reading.read(key).game
    assert kept.variant == rematch(kept).variant == ODD
    (listed,) = lists.newest(phones.asking("phone"), 1)
    assert listed.variant == ODD


@pytest.mark.usefixtures("_opened")
def test_the_database_refuses_a_game_without_rules() -> None:
    games.start("phone", new_game(WIZARD, NAMES[:3], 0, Settings(sizes=(1,))), "token")
    for nothing in ("NULL", "''"):
        with pytest.raises(IntegrityError):
            db.session.execute(text(f"UPDATE game SET rules = {nothing}"))  # noqa: S608
        db.session.rollback()
