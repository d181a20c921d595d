"""The rules of a game in our own words, derived from its data."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.language import gettext
from scorekeeper.rules.game import Game
from scorekeeper.rules.variants.cards import Turned
from scorekeeper.rules.variants.house import BidRule
from scorekeeper.rules.variants.model import Tie, Variant
from scorekeeper.words.decks import eight_name, suits_line
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
        Chapter(gettext("Cards"), [*_cards(game)]),
        Chapter(gettext("Trump"), [*_trump(game)]),
        Chapter(gettext("Bids"), [*_bids(game.settings.bid_rule)]),
        Chapter(gettext("Tricks"), [*_tricks(game)]),
        Chapter(gettext("Points"), points_lines(variant.score)),
        Chapter(gettext("Extras"), [*_extras(variant)], listed=True),
        Chapter(gettext("Special cards"), [*_specials(game)], listed=True),
        Chapter(gettext("The end"), [*_end(game)]),
    )
    return [chapter for chapter in found if chapter.lines]


def _extras(variant: Variant) -> Iterator[str]:
    for extra in variant.extras:
        yield value_line(str(EXTRA_NAMES[extra.key]), extra_line(extra))


def _specials(game: Game) -> Iterator[str]:
    if game.settings.specials:
        yield gettext(
            "Bomb: nobody wins the trick that contains it. Enter it under “Extras”. If it is "
            "turned up, there is no trump, as with a Jester."
        )
        yield gettext(
            "Cloud: whoever wins its trick changes their bid by one, up or down. Enter "
            "it under “Extras”; the sheet shows both bids."
        )
        yield gettext(
            "Werewolf: its holder takes the card turned up and names trump before the bids. "
            "Tap “Werewolf” beside the cards, then a suit or “No trump this hand”."
        )


def _cards(game: Game) -> Iterator[str]:
    variant = game.variant
    yield f"{players_line(variant)}."
    if variant.negating:
        yield gettext("The deck has 36 cards: 1 to 8 in four suits, 2 Wizards and 2 Jesters.")
        yield gettext("Three cards are set aside before the deal.")
    else:
        yield gettext("The deck has %(deck)s cards.", deck=variant.deck)
    if line := suits_line(game.deck):
        yield line
    yield gettext("Whoever draws the highest card deals first; then the deal passes to the left.")
    if variant.ghost and variant.dummies_beside(game.present):
        yield gettext("Two players deal a third hand to a ghost. Its tricks count for nobody.")
    elif variant.dummies_beside(game.present):
        yield gettext(
            "A dummy is dealt cards too, but neither deals nor bids. Its card is played second "
            "and may win the trick."
        )
    again = replace(variant, target=None).sizes(game.present)
    listed = ", ".join(map(str, game.settings.sizes or again))
    if game.settings.sizes:
        yield gettext("Cards per player, hand by hand: %(sizes)s.", sizes=listed)
    elif len(again) == 1:
        yield gettext("In each hand every player gets %(cards)s cards.", cards=again[0])
    else:
        yield gettext("Cards per player, repeating: %(sizes)s.", sizes=listed)


def _trump(game: Game) -> Iterator[str]:
    rule = game.variant.trump
    if rule.turned:
        yield from _turned_up(game)
    elif not rule.written:
        yield gettext("The sheet does not ask for trump: you decide which cards win.")
    elif not rule.is_played:
        yield gettext("This game has no trump.")
    else:
        listed = ", ".join(str(CARD_NAMES[game.deck.suit(trump)]) for trump in rule.rotation)
        yield gettext("Trump changes from hand to hand, repeating: %(trumps)s.", trumps=listed)
    if rule.without:
        listed = ", ".join(map(str, rule.without))
        yield gettext("Hands without trump: %(numbers)s.", numbers=listed)


def _turned_up(game: Game) -> Iterator[str]:
    """The sentences on trump if a card is turned up."""
    rule, sets_aside = game.variant.trump, game.variant.negating
    if sets_aside:
        yield gettext("The top card of the three set aside is turned up; its suit is trump.")
    else:
        yield gettext("After the deal a card is turned up, and its suit is trump.")
    if not rule.written:
        yield gettext("The sheet does not ask for it.")
        return
    if Turned.WIZARD in rule.turned:
        yield gettext("A Jester turned up means no trump.")
        yield gettext(
            "After a Wizard the dealer looks at their cards and must name one of the four suits."
        )
        yield gettext(
            "If your table lets the dealer choose no trump instead, tap “No trump this hand”."
        )
    if game.settings.specials:
        yield gettext("With the special cards there is always a card left to turn up.")
    elif not sets_aside:
        yield gettext("When all cards are dealt, there is no trump.")


def _bids(rule: BidRule) -> Iterator[str]:
    if rule.at_once:
        yield gettext("All players choose in secret how many tricks they will take.")
        yield gettext("All bids are revealed at once, before the first card is played.")
    else:
        yield gettext(
            "Each player says how many tricks they will take, from the dealer’s left around to the "
            "dealer."
        )
        yield gettext("At this table: %(rule)s.", rule=rule_line(rule))


def _tricks(game: Game) -> Iterator[str]:
    variant = game.variant
    yield gettext("The player on the dealer’s left leads. Follow suit if you can.")
    if variant.voids:
        yield gettext("A trick can go to nobody: enter it under “Extras”.")
    if not variant.trump.written:
        yield gettext("The rules of your game decide which card wins a trick.")
        return
    if variant.trump.is_played:
        yield gettext(
            "The highest trump wins the trick; without one, the highest card of the suit led."
        )
    else:
        yield gettext("The highest card of the suit led wins the trick.")
    if Turned.WIZARD in variant.trump.turned:
        yield gettext(
            "A Wizard or Jester may be played at any time. The first Wizard wins the trick; "
            "Jesters lose, unless all are Jesters: then the first wins."
        )
        yield gettext(
            "If a Wizard is led, the others may play any card. If a Jester is led, the next "
            "card that is not a Jester sets the suit to follow; if that is a Wizard, any card "
            "may be played."
        )
    if variant.negating:
        card = eight_name(game.deck.suits[0])
        yield gettext("The trick with the %(card)s does not count for its winner’s bid.", card=card)


def _end(game: Game) -> Iterator[str]:
    target, ties, clock = game.variant.target, game.variant.ties, game.settings.clock
    if target is not None:
        yield gettext(
            "The game ends after the hand in which a player reaches %(target)s.", target=target
        )
    yield gettext("The highest total wins.")
    if ties is Tie.DRAW:
        yield gettext("A tie at the top is a draw.")
    elif isinstance(ties, Tie):
        yield gettext("Players with equal totals share the win.")
    else:
        listed = ", ".join(str(CRITERION_NAMES[by]) for by in ties)
        # L10N: %(listed)s is such as: more bids made, more tricks.
        yield gettext("Ties are decided by: %(listed)s.", listed=listed)
        yield gettext("Players who are still tied share the win.")
    if clock is not None:
        yield gettext(
            "The clock runs for %(time)s. When time is up, you may end the game after the hand in "
            "progress; only scored hands count.",
            time=minutes_line(clock),
        )
