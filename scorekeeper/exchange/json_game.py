"""A game of our own JSON: what its classes (store/mapping/document.py) do not check."""

from dataclasses import replace
from typing import Any

from msgspec import UNSET, Raw

from scorekeeper.exchange.typed import time, typed, wrong
from scorekeeper.fields import tidy_name
from scorekeeper.rules.attendance import LONGEST_NAME
from scorekeeper.rules.game import LONGEST_NOTE, Game, GameNote
from scorekeeper.rules.incoming import Incoming, check_game, discrepancies_in
from scorekeeper.rules.problems import Code
from scorekeeper.rules.sheet import score_sheet
from scorekeeper.rules.variants.cards import DECKS
from scorekeeper.rules.variants.house import BidRule
from scorekeeper.rules.variants.model import Variant
from scorekeeper.rules.variants.variants import VARIANTS
from scorekeeper.store.mapping.document import (
    Document,
    UnknownRulesError,
    game_in,
    known,
    marks_in,
    rules_in,
)

UNREAD = Raw(b"{}")
"""In place of rules, which have their own reader."""


def incoming_from(data: Any) -> Incoming:
    """The game in an object of the list. Raises UnreadableError, with a place within that
    object."""
    has_rules = isinstance(data, dict) and "rules" in data
    found = typed(data | {"rules": UNREAD} if has_rules else data, Document)
    if found.id is UNSET:
        raise wrong("id", Code.FILE_MISSING)
    started, changed = time(found.started, "started"), time(found.changed, "changed")
    if found.recorded is not UNSET:
        time(found.recorded, "recorded")
    _check_words(found)
    people = tuple(tidy_name(one.person) for one in found.players)
    for seat, person in enumerate(people):
        if len(person) > LONGEST_NAME:
            raise wrong(f"players[{seat}].person")
    game = _tidied(game_in(found, _variant(found.game, data["rules"])))
    check_game(game)
    theirs = marks_in(found)
    discrepancies = discrepancies_in(score_sheet(game), theirs)
    if len({item[:2] for item in theirs}) < len(theirs) or len(discrepancies) < len(theirs):
        raise wrong("marks")
    return Incoming(found.id, game, started, changed, people if any(people) else (), discrepancies)


def _check_words(found: Document) -> None:
    """Check the texts that stand for values."""
    if found.deck not in DECKS:
        raise wrong("deck")
    rules = {f"hands[{at}].bid_rule": hand.bid_rule for at, hand in enumerate(found.hands)}
    for place, notation in {"bid_rule": found.bid_rule, **rules}.items():
        if not _is_rule(notation):
            raise wrong(place)
    for name, most in LONGEST_NOTE.items():
        text = known(getattr(found, name))
        if text is not None and not 1 <= len(tidy_name(text, most)) <= most:
            raise wrong(name)


def _is_rule(notation: str) -> bool:
    try:
        return BidRule.parse(notation).notation() == notation
    except ValueError:
        return False


def _tidied(game: Game) -> Game:
    """The game with its texts tidied as typed ones are."""
    texts = [
        tidy_name(getattr(game.about, name) or "", most) for name, most in LONGEST_NOTE.items()
    ]
    about = GameNote(*(text or None for text in texts), played=game.about.played)
    hands = [
        replace(hand, bonuses=tuple(b._replace(reason=tidy_name(b.reason)) for b in hand.bonuses))
        if hand.bonuses
        else hand
        for hand in game.hands
    ]
    names = tuple(map(tidy_name, game.players))
    return replace(game, players=names, hands=tuple(hands), about=about)


def _variant(key: str, rules: Any) -> Variant:
    if key not in VARIANTS:
        raise wrong("game", Code.RULES_UNKNOWN)
    try:
        return rules_in(key, rules)
    except UnknownRulesError:
        raise wrong("rules", Code.RULES_UNKNOWN) from None
    except (ValueError, TypeError, LookupError, AttributeError):
        raise wrong("rules", Code.RULES_UNFIT) from None
