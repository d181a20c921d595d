"""The games, as data: a new game is a new value here."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.rules.model import Bids, Score, Sizes, Terms, Tie, Variant

MOST_PLAYERS = 6
"""Seats that the pages and the database have."""

WIZARD = Variant(
    key="wizard",
    min_players=3,
    max_players=6,
    deck=60,
    score=Score(made=Terms(20, per_trick=10), missed=Terms(per_miss=-10)),
)
TOURNAMENT = replace(
    WIZARD,
    key="tournament",
    score=Score(made=Terms(15, per_trick=10), missed=Terms(per_miss=-10)),
)
TWO_PLAYER = replace(
    WIZARD,
    key="two-player",
    min_players=2,
    max_players=2,
    deck=36,
    hands=Sizes(first=11, last=11),
    bids=Bids(choice=False),
    dummies=1,
    negating="spade-8",
    target=100,
    ties=Tie.DRAW,
)

VARIANTS = {variant.key: variant for variant in (WIZARD, TOURNAMENT, TWO_PLAYER)}
