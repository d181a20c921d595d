"""The rules of a game in words: its house rules, and the game in one line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from scorekeeper.language import capital, gettext, ngettext, plural_forms
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.game import Game
from scorekeeper.rules.variants.custom import EXAMPLES, examples
from scorekeeper.rules.variants.model import BidRule, Reason, Score, Settings, Tie, Turned, Variant
from scorekeeper.rules.variants.variants import counts_on_a_miss
from scorekeeper.words.extras import EXTRA_NAMES, extra_line
from scorekeeper.words.names import (
    CARD_NAMES,
    CRITERION_NAMES,
    eight_name,
    plain,
    points_lines,
    suits_line,
    value_line,
)

FORBIDDEN = {
    Reason.ADDS_UP: (
        _l("%(name)s may not bid %(number)s: bids would add up to %(cards)s"),
        # L10N: %(cards)s is the number of cards of the hand.
        _l(
            "%(name)s deals and may not bid %(number)s: the bids would add up to %(cards)s, "
            "the number of cards."
        ),
    ),
    Reason.LEADS: (
        _l("%(name)s is in front and may not bid %(number)s: bids would add up to %(cards)s"),
        _l(
            "%(name)s deals, is alone in front, and may not bid %(number)s: the bids would add "
            "up to %(cards)s, the number of cards."
        ),
    ),
    Reason.LEADS_LAST: (
        _l("%(name)s is in front: not %(number)s on the last hand, bids would add up"),
        _l(
            "%(name)s deals the last hand, is alone in front, and may not bid %(number)s: the "
            "bids would add up to %(cards)s, the number of cards."
        ),
    ),
}
"""For each reason, a line above the keys and the sentence that refuses the bid."""


def why_line(name: str, forbidden: Mapping[int, Reason], cards: int) -> str:
    """The reason why the dealer of this name may not make some bids; "" if all are allowed."""
    return " · ".join(
        str(FORBIDDEN[reason][0]) % {"name": name, "number": bid, "cards": cards}
        for bid, reason in forbidden.items()
    )


def rule_line(rule: BidRule) -> str:
    """The bidding rule in words."""
    if not rule.hook:
        if rule.at_once:
            return gettext("hidden bids, shown all at once")
        return gettext("bids may add up")
    if rule.leader_only or rule.not_on_last:
        return _rarer_line(rule)
    return _from_line(rule) if rule.from_cards else _hook_line(rule)


def _hook_line(rule: BidRule) -> str:
    if rule.not_on_one_card and rule.zero_allowed:
        return gettext("bids may not add up, except on the 1-card hand; the dealer may bid 0")
    if rule.not_on_one_card:
        return gettext("bids may not add up, except on the 1-card hand")
    if rule.zero_allowed:
        return gettext("bids may not add up; the dealer may bid 0")
    return gettext("bids may not add up")


def _from_line(rule: BidRule) -> str:
    if rule.zero_allowed:
        return gettext(
            "in hands of %(cards)s cards or more, bids may not add up; the dealer may bid 0",
            cards=rule.from_cards,
        )
    return gettext(
        "in hands of %(cards)s cards or more, bids may not add up", cards=rule.from_cards
    )


def _rarer_line(rule: BidRule) -> str:
    if rule.not_on_last:
        return gettext("bids may not add up, except on the last hand")
    if rule.only_last:
        return gettext(
            "on the last hand a dealer who is alone in front may not make the bids add up, "
            "except with 0"
        )
    return gettext("a dealer who is alone in front may not make the bids add up, except with 0")


def minutes_line(minutes: int) -> str:
    """A length of time: ``45 min``, ``1 h 45 min``."""
    if minutes < 60:
        return gettext("%(minutes)s min", minutes=minutes)
    return gettext("%(hours)s h %(minutes)s min", hours=minutes // 60, minutes=minutes % 60)


def variant_line(variant: Variant) -> str:
    """A game in one line: the number of players, and the points for a made bid or the target."""
    if variant.target:
        return gettext("With a dummy. First to %(target)s.", target=variant.target)
    values = {
        "least": variant.min_players,
        "most": variant.max_players,
        "bonus": variant.score.made.fixed,
    }
    return gettext("%(least)s to %(most)s players. %(bonus)s for a made bid.", **values)


def deck_line(variant: Variant) -> str:
    """The deck of a game, and the source of its trump if no card is turned up."""
    if variant.trump.rotates:
        return gettext("%(deck)s cards, trump in turn", deck=variant.deck)
    return ngettext("%(num)s card", "%(num)s cards", variant.deck)


def example_line(variant: Variant) -> str:
    """The points of a bid of 3, made and missed."""
    return _example_line(map(plain, examples(variant.score)[:2]))


def custom_example(score: Score | None) -> str:
    """The points of bids in a custom game; None leaves ``{0}`` … for the numbers."""
    if score:
        return _example_line(map(plain, examples(score)))
    return _example_line(f"{{{i}}}" for i in range(len(EXAMPLES)))


def _example_line(points: Iterable[str]) -> str:
    """The examples with their points; lines are broken only between them."""
    parts = (
        gettext(
            "bid %(bid)s, took %(tricks)s: %(points)s",
            bid=bid,
            tricks=tricks,
            points=number,
        ).replace(" ", "\N{NO-BREAK SPACE}")
        for (bid, tricks), number in zip(EXAMPLES, points, strict=False)
    )
    return "; ".join(parts)


def players_line(variant: Variant) -> str:
    """The number of players in a game: ``3 to 6 players``, ``2 players``."""
    least, most = variant.min_players, variant.max_players
    if least == most:
        return number_of_players(most)
    return gettext("%(least)s to %(most)s players", least=least, most=most)


def number_of_players(players: int) -> str:
    """``4 players``."""
    return ngettext("%(num)s player", "%(num)s players", players)


def hands_line(hands: int) -> str:
    """The number of hands in a game: ``20 hands``."""
    return ngettext("%(num)s hand", "%(num)s hands", hands)


def sizes_line(sizes: tuple[int, ...]) -> str:
    """The cards of some hands: ``15 cards``, ``12 to 15 cards``."""
    least, most = min(sizes), max(sizes)
    if least == most:
        return ngettext("%(num)s card", "%(num)s cards", most)
    return ngettext("%(least)s to %(num)s card", "%(least)s to %(num)s cards", most, least=least)


def opening_line(dealer: str, opener: str, *, at_once: bool = False) -> str:
    """The first dealer, and the player who begins; ``at_once``: all bid at the same time."""
    if at_once:
        return gettext("%(dealer)s deals, %(name)s plays first", dealer=dealer, name=opener)
    return gettext("%(dealer)s deals, %(name)s bids first", dealer=dealer, name=opener)


def hands_by_players(variant: Variant) -> dict[int, tuple[int, int]]:
    """The number of hands in a whole game and the most cards in a hand, by players; {} if they
    depend on more."""
    if variant.target is not None or variant.is_custom:
        return {}
    return {
        players: (len(variant.sizes(players)), variant.largest_hand(players))
        for players in variant.numbers
    }


def hands_forms() -> dict[str, str]:
    """:func:`hands_line` in each plural form."""
    return plural_forms("%(num)s hand", "%(num)s hands")


def settings_line(variant: Variant, settings: Settings) -> str:
    """The house rules of a game, in one line."""
    message = [rule_line(settings.bid_rule)]
    message += [gettext("tricks count even if the bid is missed")] if variant.keeps_tricks else []
    if counts_on_a_miss(variant):
        message.append(gettext("captured cards count even if the bid is missed"))
    message += [gettext("special cards")] if settings.specials else []
    message += [minutes_line(settings.clock)] if settings.clock else []
    return " · ".join(message)


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
        Chapter(capital(gettext("special cards")), [*_specials(game)], listed=True),
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
            "Tap “Werewolf” beside the cards, then a suit or “No trump”."
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
        yield gettext("If your table lets the dealer choose no trump instead, tap “No trump”.")
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
