"""How the hands of a game come by their trump, in words."""

from scorekeeper.language import gettext
from scorekeeper.rules.game import Game
from scorekeeper.rules.variants.cards import Turned
from scorekeeper.words.names import CARD_NAMES


def trump_rules(game: Game) -> list[str]:
    """The sentences on trump in How to play."""
    lines, rule = _trump_lines(game), game.variant.trump
    if rule.without:
        listed = ", ".join(map(str, rule.without))
        lines.append(gettext("Hands without trump: %(numbers)s.", numbers=listed))
    return lines


def _trump_lines(game: Game) -> list[str]:
    rule = game.variant.trump
    if rule.turned:
        return _turned(game)
    if not rule.written:
        return [gettext("The sheet does not ask for trump: you decide which cards win.")]
    if not rule.is_played:
        return [gettext("This game has no trump.")]
    listed = ", ".join(str(CARD_NAMES[str(trump)]) for trump in rule.rotation)
    return [gettext("Trump changes from hand to hand, repeating: %(trumps)s.", trumps=listed)]


def _turned(game: Game) -> list[str]:
    """The sentences on trump where a card is turned up."""
    rule, sets_aside = game.variant.trump, game.variant.negating
    if sets_aside:
        lines = [gettext("The top card of the three set aside is turned up; its suit is trump.")]
    else:
        lines = [gettext("After the deal a card is turned up, and its suit is trump.")]
    if not rule.written:
        return [*lines, gettext("The sheet does not ask for it.")]
    if Turned.WIZARD in rule.turned:
        lines += [
            gettext("A Jester turned up means no trump."),
            gettext(
                "After a Wizard the dealer looks at their cards and must name one of the four "
                "suits."
            ),
        ]
    if game.settings.specials:
        return [*lines, gettext("With the special cards there is always a card left to turn up.")]
    return (
        lines if sets_aside else [*lines, gettext("When all cards are dealt, there is no trump.")]
    )
