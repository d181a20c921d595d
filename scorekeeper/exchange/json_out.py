"""Games as JSON (docs/json.md): one per line; equal games give equal bytes."""

import json
from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import lru_cache
from typing import Any

from scorekeeper.rules.game import NOBODY, Bonus, Game, Hand
from scorekeeper.rules.incoming.incoming import Incoming
from scorekeeper.rules.variants.cards import FRENCH
from scorekeeper.rules.variants.model import Variant
from scorekeeper.store.mapping.rulebook import CACHED_RULES, rules_to_json
from scorekeeper.store.mapping.stored import BrokenGame

FORMAT, VERSION = "scorekeeper", 1
UNREADABLE = "unreadable"
"""The field that names the games which the database has and cannot show."""
TIME = "%Y-%m-%dT%H:%M:%S.%fZ"
encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, check_circular=False).encode


def json_chunks(games: Iterable[Incoming | BrokenGame]) -> Iterator[str]:
    """The file in chunks: its header, a line for each game, its end."""
    head = encode({"format": FORMAT, "version": VERSION})[:-1]
    yield f'{head},"games":['
    yield from games_and_end(games)


def games_and_end(games: Iterable[Incoming | BrokenGame]) -> Iterator[str]:
    """The lines of games, and the end of the file, which names those that cannot be read."""
    broken: list[dict[str, Any]] = []
    yield from lined(map(encode, _whole(games, broken)))
    yield f"],{encode({UNREADABLE: broken})[1:]}\n" if broken else "]}\n"


def _whole(
    games: Iterable[Incoming | BrokenGame], broken: list[dict[str, Any]]
) -> Iterator[dict[str, Any]]:
    for one in games:
        if isinstance(one, BrokenGame):
            broken.append({"id": one.uid, "started": time_text(one.started_at)})
        else:
            yield game_data(one)


def lined(items: Iterable[str]) -> Iterator[str]:
    """The items of a list, each on a line of its own."""
    comma = "\n"
    for item in items:
        yield comma + item
        comma = ",\n"
    yield "\n"


def game_data(incoming: Incoming) -> dict[str, Any]:
    """A game as in the file, without empty values."""
    game = incoming.game
    marks = [
        {"hand": one.hand, "seat": one.seat, "said": one.stated} for one in incoming.discrepancies
    ]
    return {
        "id": incoming.uid,
        "started": time_text(incoming.started_at),
        "changed": time_text(incoming.changed_at),
        **game.about.texts,
        "game": game.variant.key,
        "rules": _rules(game.variant),
        **({} if game.deck is FRENCH else {"deck": game.deck.key}),
        "players": [_player(incoming, seat) for seat in game.seats],
        **({"order": game.order} if game.order else {}),
        "first_dealer": game.first_dealer,
        **_settings(game),
        "hands": [_hand(hand) for hand in game.hands],
        **not_empty({"marks": marks}),
    }


def time_text(moment: datetime) -> str:
    """A time in UTC: ``2026-11-20T19:30:00.000000Z``."""
    return moment.strftime(TIME)


@lru_cache(CACHED_RULES)
def _rules(variant: Variant) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(rules_to_json(variant))
    return found


def _player(incoming: Incoming, seat: int) -> dict[str, Any]:
    game, people = incoming.game, incoming.people
    more = {
        "person": people[seat] if people else "",
        "start": game.starts[seat] if game.starts else 0,
        "away": seat in game.away,
    }
    return {"name": game.players[seat], **not_empty(more)}


def _settings(game: Game) -> dict[str, Any]:
    chosen = game.settings
    more: dict[str, Any] = {"clock": chosen.clock, "ends_after": chosen.ends_after}
    known = {name: value for name, value in more.items() if value is not None}
    known |= not_empty({"specials": chosen.specials})
    return {"bid_rule": chosen.bid_rule.notation(), "sizes": chosen.sizes, **known}


def _hand(hand: Hand) -> dict[str, Any]:
    bonuses = sorted(hand.bonuses, key=lambda one: (one.seat, one.key, one.partner))
    extras: dict[str, Any] = {
        "void": hand.void,
        "cloud": hand.cloud._asdict() if hand.cloud else None,
        "bonuses": [_bonus(one) for one in bonuses],
        "out": hand.out,
    }
    return {
        "number": hand.number,
        "cards": hand.cards,
        "dealer": hand.dealer,
        "bid_rule": hand.bid_rule.notation(),
        "turned": hand.turned,
        "trump": hand.trump,
        "bids": hand.bids,
        "tricks": hand.tricks,
        **({} if hand.negated is None else {"negated": hand.negated}),
        **not_empty(extras),
        "scored": hand.scored,
    }


def _bonus(bonus: Bonus) -> dict[str, Any]:
    more: dict[str, Any] = {} if bonus.partner == NOBODY else {"partner": bonus.partner}
    more |= not_empty({"reason": bonus.reason})
    return {"seat": bonus.seat, "key": bonus.key, "amount": bonus.amount, **more}


def not_empty(values: dict[str, Any]) -> dict[str, Any]:
    """The values that are not empty."""
    return {name: value for name, value in values.items() if value}
