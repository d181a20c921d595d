"""What follows if a hand is not played."""

from scorekeeper.language import gettext, ngettext
from scorekeeper.rules.game import Hand


def skipped_line(after: Hand | None, players: tuple[str, ...]) -> str:
    """What skipping the hand in play does; ``after`` is the hand that follows, None at the end."""
    if after is None:
        return gettext("not played: a dash in the sheet, and the game is over")
    # L10N: under “Skip this hand”: a dash stands in the sheet, and this hand is the next one.
    return ngettext(
        "not played: a dash in the sheet; next is hand %(number)s, %(num)s card, %(name)s deals",
        "not played: a dash in the sheet; next is hand %(number)s, %(num)s cards, %(name)s deals",
        after.cards,
        number=after.number,
        name=players[after.dealer],
    )
