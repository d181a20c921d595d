"""Continuing a game that is over: the totals stay, and more hands follow."""

from dataclasses import replace

from scorekeeper.rules.game import Game
from scorekeeper.rules.problems import Code, Problem, RefusedError
from scorekeeper.rules.setup import settings_problems
from scorekeeper.rules.sheet import score_sheet

Sizes = tuple[int, ...]


def more_hands(game: Game) -> tuple[Sizes, ...]:
    """The sizes of the hands that may follow, the fewest first; none while a game is in progress.

    After an early end these are the next hand, or all that were planned. Otherwise the last hand is
    dealt once more, or the last ones, so that everybody deals once, or all. A game that has reached
    its target cannot be continued.
    """
    sheet, sizes = score_sheet(game), game.settings.sizes
    if sheet.result is None or not sizes or not game.variant.is_for(game.present):
        return ()
    if left := sizes[sheet.done :]:
        return tuple(dict.fromkeys((left[:1], left)))
    most = game.variant.largest_hand(game.present)
    again = [tuple(min(size, most) for size in sizes[-n:]) for n in (1, game.present, len(sizes))]
    return tuple(dict.fromkeys(found for found in again if not _problems(game, found)))


def play_on(game: Game, hands: int | None) -> Game:
    """Continue a game that is over for this many of the hands that may follow.

    Raises RefusedError.
    """
    sizes = next((found for found in more_hands(game) if len(found) == hands), None)
    if sizes is None:
        raise RefusedError(Problem(Code.MORE_UNKNOWN))
    played, planned = score_sheet(game).done, game.settings.sizes
    whole = played + len(sizes)
    settings = replace(
        game.settings,
        sizes=planned if played < len(planned) else planned + sizes,
        ends_after=whole if whole < len(planned) else None,
    )
    return replace(game, settings=settings)


def _problems(game: Game, more: Sizes) -> list[Problem]:
    begun = game.settings.sizes
    settings = replace(game.settings, sizes=begun + more)
    return settings_problems(game.variant, game.present, settings, begun)
