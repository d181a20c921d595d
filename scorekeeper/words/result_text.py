"""The result of a game as text, for a chat."""

from datetime import datetime

from scorekeeper.language import gettext
from scorekeeper.rules.game import Game
from scorekeeper.rules.sheet import Sheet, ranking
from scorekeeper.rules.statistics.records import awards
from scorekeeper.words.awards import award_reason, award_title
from scorekeeper.words.names import date_line, game_name, plain, value_line

DOT = "\N{NO-BREAK SPACE}· "
"""The separator, with a no-break space so that no line begins with the dot."""


def result_text(game: Game, sheet: Sheet, started_at: datetime) -> str:
    """The game, its day and all totals in a line, and the awards in another; "" before a hand
    counts."""
    if not sheet.counting:
        return ""
    totals = [f"{game.players[rank.seat]} {plain(rank.total)}" for rank in ranking(sheet)]
    head = f"{game_name(game.variant)}, {date_line(started_at, 'MMMd')}"
    lines = [value_line(head, DOT.join(totals)), awards_line(game, sheet)]
    return "\n".join(filter(None, lines))


def awards_line(game: Game, sheet: Sheet) -> str:
    """All awards with their reasons; "" without any."""
    return DOT.join(
        # L10N: an award in a text: “Strong finish: Ann (+100 in the last 2 hands)”.
        gettext(
            "%(award)s: %(name)s (%(reason)s)",
            award=award_title(award),
            name=game.players[award.seat],
            reason=award_reason(award),
        )
        for award in awards(sheet, game.variant.score)
    )
