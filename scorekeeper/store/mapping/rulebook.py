"""The rules of a game as JSON in its row, with their own field names.

They are written once, when the game starts, so an old evening never changes when a later program or
the table changes a number. As in the log, a name here outlives that of a field.
"""

import json
from functools import lru_cache
from typing import Any

from scorekeeper.rules.variants.cards import Trump, Turned
from scorekeeper.rules.variants.house import BidRule
from scorekeeper.rules.variants.model import (
    LONGEST_RULES,
    Bids,
    Criterion,
    Extra,
    ExtraKey,
    Score,
    Sizes,
    Terms,
    Tie,
    TrumpRule,
    Variant,
    When,
)
from scorekeeper.rules.variants.variants import VARIANTS
from scorekeeper.store.mapping.stored import BROKEN

VERSION = 1
NEWER = 2
"""The version of rules with more than the first four terms, or with hands without trump. Older
programs do not know them, and say so."""
TERMS = 4
CACHED_RULES = 500
"""Rules that a process caches as values; most games have one of a few."""
_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


class UnknownRulesError(ValueError):
    """A game has rules that this program does not know."""


@lru_cache(CACHED_RULES)
def rules_to_json(game: Variant) -> str:
    """The rules of a game as JSON."""
    score = game.score
    data: dict[str, Any] = {
        "v": VERSION,
        "players": [game.min_players, game.max_players],
        "deck": game.deck,
        "sizes": [game.hands.first, game.hands.last, game.hands.step, game.hands.back],
        "listed": game.hands.listed,
        "turned": game.trump.turned,
        "rotation": game.trump.rotation,
        "written": game.trump.written,
        "bids": [game.bids.rule.notation(), game.bids.choice],
        "made": _terms(score.made),
        "missed": _terms(score.missed),
        "kept": _terms(game.miss_terms),
        "zero": [_terms(score.zero_made), _terms(score.zero_missed)],
        "near": _terms(score.near),
        "dummies": game.dummies,
        "negating": game.negating,
        "target": game.target,
        "ties": game.ties,
        "own": game.is_custom,
        "extras": [_extra(extra) for extra in game.extras],
        "voids": game.voids,
        "ghost": game.ghost,
        "name": game.name,
    }
    if game.trump.without:
        data["without"] = game.trump.without
    sums = [data["made"], data["missed"], *filter(None, [data["near"], *data["zero"]])]
    if game.trump.without or max(map(len, sums)) > TERMS:
        data["v"] = NEWER
    return _encode(data)


@lru_cache(CACHED_RULES)
def rules_from_json(key: str, text: str) -> Variant:
    """The game with this key and the rules that :func:`rules_to_json` wrote.

    Raises UnknownRulesError for another game or a newer version.
    """
    data = json.loads(text)
    if key not in VARIANTS or data["v"] not in (VERSION, NEWER):
        raise UnknownRulesError(f"no game {key!r} with rules of version {data['v']!r} is known")
    least, most = data["players"]
    rule, choice = data["bids"]
    first, last, step, back = data["sizes"]
    ties = data["ties"]
    return Variant(
        key=key,
        min_players=least,
        max_players=most,
        deck=data["deck"],
        score=_score_from(data["made"], data["missed"], *data["zero"], data.get("near")),
        miss_terms=Terms(*data["kept"]) if data["kept"] else None,
        hands=Sizes(first, last, step, back, tuple(data.get("listed", ()))),
        trump=TrumpRule(
            tuple(map(Turned, data["turned"])),
            tuple(map(Trump, data["rotation"])),
            data.get("written", True),
            tuple(data.get("without", ())),
        ),
        bids=Bids(BidRule.parse(rule), choice),
        dummies=data["dummies"],
        negating=data["negating"],
        target=data["target"],
        ties=Tie(ties) if isinstance(ties, str) else tuple(map(Criterion, ties)),
        is_custom=data["own"],
        extras=tuple(_extra_from(*extra) for extra in data.get("extras", ())),
        voids=data.get("voids", False),
        ghost=data.get("ghost", False),
        name=data.get("name", ""),
    )


def rules_or_none(key: str, text: str) -> Variant | None:
    """The same; None for a row that makes no sense."""
    try:
        return rules_from_json(key, text)
    except BROKEN:
        return None


def rules_in(key: str, data: object) -> Variant:
    """The game with this key and rules from a file. Raises UnknownRulesError, and ValueError,
    TypeError, LookupError or AttributeError for anything that are no rules."""
    text = _encode(data)
    if not isinstance(data, dict) or len(text) > LONGEST_RULES:
        raise ValueError("these are no rules")
    return rules_from_json(key, text)


def _score_from(*terms: list[int] | None) -> Score:
    made, missed, *others = (Terms(*numbers) if numbers else None for numbers in terms)
    return Score(made or Terms(), missed or Terms(), *others)


def _extra(extra: Extra) -> list[object]:
    score, numbers = extra.score, []
    if score:
        terms = (score.made, score.missed, score.zero_made, score.zero_missed, score.near)
        numbers = list(map(_terms, terms))
    return [extra.key, extra.points, extra.most, extra.when, extra.shared, numbers]


def _extra_from(
    key: str, points: int, most: int, when: str, shared: bool, terms: list[list[int] | None]
) -> Extra:
    score = _score_from(*terms) if terms else None
    return Extra(ExtraKey(key), points, most, When(when), shared=shared, score=score)


def _terms(terms: Terms | None) -> list[int | None] | None:
    if terms is None:
        return None
    numbers = terms.fixed, terms.per_trick, terms.per_miss, terms.per_card
    more = terms.per_square, terms.per_bid, terms.per_over
    return [*numbers] if more == (0, 0, None) else [*numbers, *more]
