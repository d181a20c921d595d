"""How to play a game, in our own words, derived from its data."""

from dataclasses import replace
from typing import NamedTuple

from scorekeeper.language import gettext
from scorekeeper.rules.game import Game
from scorekeeper.rules.variants.cards import Turned
from scorekeeper.rules.variants.model import Variant
from scorekeeper.rules.variants.points import Tie
from scorekeeper.words.extras import EXTRA_NAMES, extra_line
from scorekeeper.words.names import CARD_NAMES, CRITERION_NAMES, value_line
from scorekeeper.words.points import points_lines
from scorekeeper.words.rules import minutes_line, players_line, rule_line


class Chapter(NamedTuple):
    """A heading and its sentences; ``listed``: each has its own line."""

    heading: str
    lines: list[str]
    listed: bool = False


def chapters(game: Game) -> list[Chapter]:
    """Headings, each with its sentences."""
    variant = game.variant
    found = (
        Chapter(gettext("Cards"), _cards(game)),
        Chapter(gettext("Trump"), _trump(game)),
        Chapter(gettext("Bids"), _bids(game)),
        Chapter(gettext("Tricks"), _tricks(variant)),
        Chapter(gettext("Points"), points_lines(variant.score)),
        Chapter(gettext("Extras"), extras_lines(variant), listed=True),
        Chapter(gettext("Special cards"), _specials(game), listed=True),
        Chapter(gettext("The end"), _end(variant) + _clock(game)),
    )
    return [chapter for chapter in found if chapter.lines]


def extras_lines(variant: Variant) -> list[str]:
    """A line for each extra of the game."""
    return [value_line(str(EXTRA_NAMES[extra.key]), extra_line(extra)) for extra in variant.extras]


def _specials(game: Game) -> list[str]:
    if not game.settings.specials:
        return []
    return [
        gettext(
            "Bomb: the trick with it belongs to nobody. Enter it under Extras. If it is turned up, "
            "there is no trump, as with a Jester."
        ),
        gettext(
            "Cloud: whoever wins the trick with it changes their own bid by one, up or down. Enter "
            "it under Extras; the sheet shows both bids."
        ),
        gettext(
            "Werewolf: whoever has it takes the card turned up and names trump before the bids. "
            "Tap Werewolf beside the cards, then a suit or No trump."
        ),
    ]


def _cards(game: Game) -> list[str]:
    variant, sizes = game.variant, game.settings.sizes
    lines = [
        f"{players_line(variant)}.",
        gettext("The deck has %(deck)s cards.", deck=variant.deck),
    ]
    if variant.negating:
        lines = [
            f"{players_line(variant)}.",
            gettext("The deck has 36 cards: 1 to 8 in four suits, 2 Wizards and 2 Jesters."),
            gettext("Three cards are set aside before the deal."),
        ]
    lines.append(
        gettext("Whoever draws the highest card deals first; then the deal passes to the left.")
    )
    if variant.ghost and variant.dummies_beside(game.present):
        lines.append(
            gettext("Two players deal a third hand to a ghost. Its tricks count for nobody.")
        )
    elif variant.dummies_beside(game.present):
        lines.append(
            gettext(
                "A dummy is dealt cards too, but neither deals nor bids. Its card is played second "
                "and may win the trick."
            )
        )
    again = replace(variant, target=None).sizes(game.present)
    if not sizes and len(again) == 1:
        return [*lines, gettext("In each hand every player gets %(cards)s cards.", cards=again[0])]
    listed = ", ".join(map(str, sizes or again))
    if not sizes:
        message = gettext("Cards per player, repeating: %(sizes)s.", sizes=listed)
        return [*lines, message]
    return [*lines, gettext("Cards per player, hand by hand: %(sizes)s.", sizes=listed)]


def _trump(game: Game) -> list[str]:
    lines, rule = _source_of_trump(game), game.variant.trump
    if rule.without:
        listed = ", ".join(map(str, rule.without))
        lines.append(gettext("Hands without trump: %(numbers)s.", numbers=listed))
    return lines


def _source_of_trump(game: Game) -> list[str]:
    rule = game.variant.trump
    if rule.turned:
        return _turned_up(game)
    if not rule.written:
        return [gettext("The sheet does not ask for trump: you decide which cards win.")]
    if not rule.is_played:
        return [gettext("This game has no trump.")]
    listed = ", ".join(str(CARD_NAMES[str(trump)]) for trump in rule.rotation)
    return [gettext("Trump changes from hand to hand, repeating: %(trumps)s.", trumps=listed)]


def _turned_up(game: Game) -> list[str]:
    """The sentences on trump if a card is turned up."""
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


def _bids(game: Game) -> list[str]:
    rule = game.settings.bid_rule
    if rule.at_once:
        return [
            gettext("All players choose in secret how many tricks they will take."),
            gettext("All bids are revealed at once, before the first card is played."),
        ]
    return [
        gettext(
            "Each player says how many tricks they will take, from the dealer’s left around to the "
            "dealer."
        ),
        gettext("At this table: %(rule)s.", rule=rule_line(rule)),
    ]


def _tricks(variant: Variant) -> list[str]:
    lines = [gettext("Left of the dealer leads. Follow suit if you can.")]
    if variant.voids:
        lines.append(gettext("A trick can go to nobody: enter it under Extras."))
    if not variant.trump.written:
        return [*lines, gettext("The game’s own cards decide which one wins a trick.")]
    if variant.trump.is_played:
        lines.append(
            gettext(
                "The highest trump wins the trick; without one, the highest card of the suit led."
            )
        )
    else:
        lines.append(gettext("The highest card of the suit led wins the trick."))
    if Turned.WIZARD in variant.trump.turned:
        lines.append(
            gettext(
                "A Wizard or Jester may be played at any time. The first Wizard wins the trick; "
                "Jesters lose, unless all are Jesters: then the first wins."
            )
        )
        lines.append(
            gettext(
                "If a Wizard is led, the others may play any card. If a Jester is led, the next "
                "card that is not a Jester sets the suit to follow; if that is a Wizard, any card "
                "may be played."
            )
        )
    if variant.negating:
        lines.append(gettext("The trick with the 8 of spades does not count for its winner’s bid."))
    return lines


def _clock(game: Game) -> list[str]:
    if game.settings.clock is None:
        return []
    return [
        gettext(
            "The clock runs for %(time)s. When time is up, you may end the game after the hand in "
            "progress; only scored hands count.",
            time=minutes_line(game.settings.clock),
        )
    ]


def _end(variant: Variant) -> list[str]:
    lines = []
    if variant.target is not None:
        lines.append(
            gettext(
                "The game ends after the hand in which a player reaches %(target)s.",
                target=variant.target,
            )
        )
    lines.append(gettext("The highest total wins."))
    if variant.ties is Tie.DRAW:
        return [*lines, gettext("Equal totals are a draw.")]
    if not isinstance(variant.ties, Tie):
        listed = ", ".join(str(CRITERION_NAMES[by]) for by in variant.ties)
        # L10N: %(listed)s is such as: more exact bids, more tricks.
        return [
            *lines,
            gettext("Ties are decided by: %(listed)s.", listed=listed),
            gettext("Players who are still tied share the win."),
        ]
    return [*lines, gettext("Players with equal totals share the win.")]
