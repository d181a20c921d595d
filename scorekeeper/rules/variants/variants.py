"""The games, as data: a new game is a new value here."""

from dataclasses import replace

from scorekeeper.rules.variants.house import BidRule
from scorekeeper.rules.variants.model import (
    ALL_AT_ONCE,
    IN_TURN,
    TURNED_SUIT,
    UNWRITTEN,
    Bids,
    Criterion,
    Extra,
    ExtraKey,
    Score,
    Sizes,
    Terms,
    Tie,
    Variant,
    When,
)

MOST_PLAYERS = 10
"""The most seats that the pages and the database have."""

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


CAPTURED = (
    Extra(ExtraKey.FOURTEEN, 10, most=3),
    Extra(ExtraKey.BLACK14, 20),
    Extra(ExtraKey.MERMAID, 20, most=2),
    Extra(ExtraKey.PIRATE, 30, most=6),
    Extra(ExtraKey.KING, 40),
    Extra(ExtraKey.SECOND, 30),
    Extra(ExtraKey.LEVIATHAN, 20, most=3),
)
"""Cards of Skull King (its rule book), which may also count with a missed bid."""
CAPTURES = {one.key for one in CAPTURED}


def pirate_extras(when: When) -> tuple[Extra, ...]:
    """The extras of Skull King: ``when`` captured cards, sevens and eights count."""
    return (
        *(replace(one, when=when) for one in CAPTURED),
        Extra(ExtraKey.SEVEN, -5, most=4, when=when),
        Extra(ExtraKey.EIGHT, 5, most=4, when=when),
        Extra(ExtraKey.WAGER, 10, most=2, when=When.STAKED),
        Extra(ExtraKey.LOOT, 20, when=When.MADE, shared=True),
    )


TRICKS = Terms(per_trick=1)
HOOK = BidRule(hook=True)
OH_HELL = Variant(
    key="oh-hell",
    min_players=3,
    max_players=MOST_PLAYERS,
    deck=52,
    score=Score(made=Terms(10, per_trick=1), missed=Terms()),
    miss_terms=TRICKS,
    hands=Sizes(last=15),
    trump=TURNED_SUIT,
)
NOMINATION = replace(
    OH_HELL,
    key="nomination",
    max_players=6,
    score=Score(made=Terms(10, per_trick=1), missed=TRICKS),
    miss_terms=None,
    hands=Sizes(10, 1, back=True),
    trump=IN_TURN,
    bids=Bids(HOOK),
)
STICHE_RATEN = replace(
    NOMINATION,
    key="stiche-raten",
    deck=64,
    hands=Sizes(),
    trump=TURNED_SUIT,
)
BLOB = replace(
    NOMINATION,
    key="blob",
    min_players=2,
    max_players=9,
    score=Score(made=Terms(5, per_trick=1), missed=TRICKS),
    hands=Sizes(10, 1),
    trump=TURNED_SUIT,
    bids=Bids(replace(HOOK, not_on_last=True)),
)
TURNED_UNWRITTEN = replace(TURNED_SUIT, written=False)
"""A card is turned up, in suits that the sheet does not have."""
RAGE = Variant(
    key="rage",
    min_players=2,
    max_players=8,
    deck=112,
    score=Score(made=Terms(10, per_trick=1), missed=Terms(-5, per_trick=1)),
    hands=Sizes(10, 1),
    trump=TURNED_UNWRITTEN,
    bids=Bids(choice=False),
    extras=(Extra(ExtraKey.PLUS, 5, most=4), Extra(ExtraKey.MINUS, -5, most=4)),
    ties=(Criterion.EXACT,),
)
SKULL_KING = Variant(
    key="skull-king",
    min_players=2,
    max_players=8,
    deck=70,
    score=Score(
        made=Terms(per_trick=20),
        missed=Terms(per_miss=-10),
        zero_made=Terms(per_card=10),
        zero_missed=Terms(per_card=-10),
    ),
    hands=Sizes(listed=tuple(range(1, 11))),
    trump=UNWRITTEN,
    bids=ALL_AT_ONCE,
    extras=pirate_extras(When.MADE),
    voids=True,
    ghost=True,
)
RASCAL = replace(
    SKULL_KING,
    key="rascal",
    score=Score(made=Terms(per_card=10), missed=Terms(), near=Terms(per_card=5)),
    extras=(
        *pirate_extras(When.HALVED),
        Extra(ExtraKey.CANNON, score=Score(made=Terms(per_card=15), missed=Terms())),
    ),
)
CUSTOM = replace(
    WIZARD,
    key="own",
    min_players=2,
    max_players=MOST_PLAYERS,
    score=replace(WIZARD.score, zero_made=Terms(20)),
    is_custom=True,
)
"""A custom game, with the numbers with which it begins (``custom.py``)."""


def counting_on_a_miss(game: Variant) -> Variant:
    """The game in which captured cards count with a missed bid too, if the table may choose that;
    otherwise they need a made bid."""
    extras = (
        replace(one, when=When.ALWAYS) if one.key in CAPTURES and one.when is When.MADE else one
        for one in game.extras
    )
    return replace(game, extras=tuple(extras))


def may_count_on_a_miss(game: Variant) -> bool:
    """Return whether the table may choose that."""
    return counting_on_a_miss(game) != game


def counts_on_a_miss(game: Variant) -> bool:
    """Return whether captured cards count with a missed bid too."""
    return any(one.key in CAPTURES and one.when is When.ALWAYS for one in game.extras)


def needs_server(game: Variant) -> bool:
    """Return whether a phone that never had a server cannot play the game."""
    return bool(game.extras) or game.is_custom


FIRST = (WIZARD, TOURNAMENT, TWO_PLAYER)
MORE = (OH_HELL, NOMINATION, STICHE_RATEN, BLOB, RAGE, SKULL_KING, RASCAL, CUSTOM)
VARIANTS = {variant.key: variant for variant in (*FIRST, *MORE)}
"""The games by key, in the order of *New game*: those of the family's name first."""
MOST_CARDS = max(variant.largest_hand(variant.min_players) for variant in VARIANTS.values())
"""Cards of the largest hand of any game."""
