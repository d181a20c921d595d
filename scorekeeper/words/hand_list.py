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
    return _plan_line(game.settings.sizes, hand.number, len(game.settings.sizes), hand.number)


def shorter_line(game: Game, hand: Hand) -> str:
    """What happens to the plan of the game without this hand; "" if it has no plan, or no other."""
    sizes = game.settings.sizes
    if len(sizes) < 2:
        return ""
    return _plan_line(sizes, hand.number, len(sizes) - 1, hand.number + 1)


def _plan_line(sizes: tuple[int, ...], after: int, length: int, number: int) -> str:
    """The ``length`` that a plan gets, and the cards of the hand that comes ``after`` so many of
    its sizes, if there is one: it has this ``number`` now."""
    count = ngettext("The game becomes %(num)s hand.", "The game becomes %(num)s hands.", length)
    if after == len(sizes):
        return count
    # L10N: %(number)s is the number that the next hand has now, before another one is put in or
    # taken out.
    stays = ngettext(
        "Hand %(number)s stays at %(num)s card.",
        "Hand %(number)s stays at %(num)s cards.",
        sizes[after],
        number=number,
    )
    return f"{stays} {count}"
