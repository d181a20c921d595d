"""The numbers of a custom game in a cell of our CSV (docs/csv.md), written and read."""

import re
from dataclasses import replace

from scorekeeper.rules.incoming import UnreadableError, check_rules
from scorekeeper.rules.problems import RefusedError
from scorekeeper.rules.variants.cards import Trump
from scorekeeper.rules.variants.custom import (
    CustomTrump,
    Points,
    chosen_numbers,
    custom_game,
    custom_trump,
    custom_trump_of,
    points_of,
)
from scorekeeper.rules.variants.model import Sizes, Variant

VALUES = r"[a-z]{4,8}(?:,[a-z]{4,8}){0,9}|-?[0-9]{1,6}(?:,[0-9]{1,2}){0,59}"
WORD = re.compile(rf"([a-z_]{{3,14}}):({VALUES})\Z")


def numbers_notation(game: Variant) -> str:
    """``bonus:20 trick:10 deck:60 trump:suit``: the table's choices; "" for any other game."""
    if not game.is_custom:
        return ""
    kind = custom_trump_of(game)
    trumps = game.trump.rotation if kind is CustomTrump.TURNS else (kind,)
    words: dict[str, object] = {**chosen_numbers(points_of(game.score))}
    words |= {"deck": game.deck, "trump": ",".join(trumps)}
    if game.trump.without:
        words["without"] = ",".join(map(str, game.trump.without))
    if game.target is not None:
        words |= {"target": game.target, "sizes": ",".join(map(str, game.hands.listed))}
    return " ".join(f"{name}:{value}" for name, value in words.items() if value != "")


def game_of_numbers(text: str, name: str) -> Variant | None:
    """The custom game that :func:`numbers_notation` wrote; None for anything else."""
    found = [WORD.match(word) for word in text.split(" ")]
    words = {one[1]: one[2].split(",") for one in found if one}
    if len(words) < len(found):
        return None
    try:
        game = _game(words, name)
        check_rules(game)
    except (KeyError, TypeError, ValueError, RefusedError, UnreadableError):
        return None
    return game


def _game(words: dict[str, list[str]], name: str) -> Variant:
    """Raises KeyError, TypeError, ValueError or RefusedError if no table could choose this."""
    (deck,), trump = map(int, words.pop("deck")), words.pop("trump")
    without, sizes = (tuple(map(int, words.pop(one, ()))) for one in ("without", "sizes"))
    target = [*map(int, words.pop("target", ()))]
    points = Points(**{one: int(number) for one, (number,) in words.items()})
    is_kind = trump in [[kind] for kind in CustomTrump]
    kind = CustomTrump(trump[0]) if is_kind else CustomTrump.TURNS
    turns = () if is_kind else tuple(map(Trump, trump))
    game = custom_game(points, deck, custom_trump(kind, turns, without), name, *target)
    return replace(game, hands=Sizes(listed=sizes)) if sizes else game
