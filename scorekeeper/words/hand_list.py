"""What follows if a hand is not played, or put in later."""

from scorekeeper.language import gettext, ngettext
from scorekeeper.rules.game import Game, Hand


def skipped_line(after: Hand | None, players: tuple[str, ...]) -> str:
    """What skipping the hand in play does; ``after`` is the hand that follows, None at the end."""
    if after is None:
        return gettext("not played: a dash in the sheet, and the game is over")
    # L10N: under “Skip this hand”: a dash stands in the sheet, and this hand is the next one.
    return ngettext(
        "a dash in the sheet; next is hand %(number)s, %(num)s card, %(name)s deals",
        "a dash in the sheet; next is hand %(number)s, %(num)s cards, %(name)s deals",
        after.cards,
        number=after.number,
        name=players[after.dealer],
    )


def between_line(game: Game, number: int, at: int) -> str:
    """The place of a forgotten hand, before or after the hand with this ``number``."""
    if at == number:
        if number > 1:
            return gettext("between hand %(number)s and this one", number=number - 1)
        return gettext("as the first hand of the game")
    if number < len(game.scored):
        return gettext("between this one and hand %(number)s", number=number + 1)
    return gettext("as the newest hand that is over")


def longer_line(game: Game, hand: Hand) -> str:
    """What happens to the plan of a game that has this hand as one more."""
    sizes = game.settings.sizes
    count = ngettext(
        "The game becomes %(num)s hand.", "The game becomes %(num)s hands.", len(sizes)
    )
    if hand.number == len(sizes):
        return count
    # L10N: %(number)s is the number that the next hand has now, before another hand is put in.
    stays = ngettext(
        "Hand %(number)s stays at %(num)s card.",
        "Hand %(number)s stays at %(num)s cards.",
        sizes[hand.number],
        number=hand.number,
    )
    return f"{stays} {count}"
