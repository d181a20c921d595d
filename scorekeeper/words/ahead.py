"""Sentences with places for names and numbers, such as ``{name} bids next``, that a phone fills in
while the server is away. Where the number decides about the words, there is one for each number.
"""

from collections.abc import Sequence
from typing import Any

from scorekeeper.language import gettext, lazy_pgettext, ngettext
from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.variants.cards import Turned
from scorekeeper.rules.variants.house import Reason
from scorekeeper.words.decks import names_line
from scorekeeper.words.lines import NO_TRUMP, cards_line, trump_line
from scorekeeper.words.names import CARD_NAMES, and_list
from scorekeeper.words.rules import FORBIDDEN

Words = dict[str, str | list[str]]
NAME, NUMBER, TRICKS, TOTAL = "{name}", "{number}", "{tricks}", "{total}"


def words_ahead(game: Game, hands: Sequence[Hand]) -> dict[str, Any]:
    """The sentences for these hands of a game."""
    seats, most = range(1, len(game.players) + 1), max(hand.cards for hand in hands)
    names = [and_list([f"{{{seat}}}" for seat in range(count)]) for count in seats]
    return {
        **_trump_words(game, hands),
        **_bid_words(game),
        **_trick_words(game, range(most + 1), names),
        **_way_words(),
        **_end_words(names),
        "hand": gettext("Hand %(number)s", number=NUMBER),
        "sizes": {hand.cards: cards_line(hand.cards) for hand in hands},
        "front": gettext("in front"),
        "deals": gettext("deals"),
        "opens": gettext("plays first"),
        "asks": gettext("%(name)s bids", name=NAME),
        "bid": str(lazy_pgettext("noun", "bid")),
        "waits": ["", *[_waits_line(number) for number in range(1, len(hands) + 1)]],
        "later": gettext("The curve and the awards come once the server can be reached."),
    }


def _waits_line(number: int) -> str:
    # L10N: the server cannot be reached, and the game goes on.
    return ngettext(
        "No connection. %(num)s hand waits on this phone.",
        "No connection. %(num)s hands wait on this phone.",
        number,
    )


def _trump_words(game: Game, hands: Sequence[Hand]) -> dict[str, Any]:
    """The names of the cards that show trump, the reasons for no trump by the card turned up, and
    the trump of hands that turn up none, by their numbers."""
    trumps = {suit: gettext("Trump: %(card)s", card=CARD_NAMES[suit]) for suit in game.deck.suits}
    preset = {hand.number: trump_line(game, hand) for hand in hands if hand.trump}
    return {
        "trump": {"": gettext("Trump?"), **trumps, "none": str(CARD_NAMES["none"])},
        "suits": {trump: str(CARD_NAMES[trump]) for trump in game.deck.trumps},
        "named": {Turned.WIZARD: gettext("A Wizard is turned up")},
        "noTrump": {card: str(line) for card, line in NO_TRUMP.items()},
        "preset": {number: line for number, line in preset.items() if line},
        "turns": gettext("%(name)s deals and turns up trump", name=NAME),
        "names": names_line(game.deck, NAME),
    }


def _bid_words(game: Game) -> Words:
    rule = game.settings.bid_rule
    leads = Reason.LEADS_LAST if rule.only_last else Reason.LEADS
    reason = FORBIDDEN[leads if rule.leader_only else Reason.ADDS_UP][0]
    both, name = {"sum": "{sum}", "cards": "{cards}"}, {"name": NAME}
    at_once = gettext("All bid at the same time")
    return {
        "none": gettext("No bids yet"),
        "soFar": gettext("%(sum)s of %(cards)s bid so far", **both),
        "under": gettext("%(sum)s of %(cards)s bid: %(num)s under", num=NUMBER, **both),
        "over": gettext("%(sum)s of %(cards)s bid: %(num)s over", num=NUMBER, **both),
        "even": gettext("%(sum)s of %(cards)s bid: even", **both),
        "next": at_once if rule.at_once else gettext("%(name)s bids next", **name),
        "change": gettext("%(name)s must change the bid", **name),
        "forbidden": str(reason) % {**name, "number": NUMBER, "cards": "{cards}"},
    }


def _trick_words(game: Game, numbers: range, names: list[str]) -> Words:
    nothing = "%(names)s has no tricks", "%(names)s have no tricks"
    last = "%(name)s: last trick?", "%(name)s: last %(num)s tricks?"
    pile = {"name": NAME, "tricks": TRICKS, "counted": NUMBER}
    dummy = "The dummy has %(num)s trick", "The dummy has %(num)s tricks"
    return {
        "left": [ngettext("%(num)s trick left", "%(num)s tricks left", n) for n in numbers],
        "many": [ngettext("%(num)s trick too many", "%(num)s tricks too many", n) for n in numbers],
        "entered": gettext("All tricks entered"),
        "rest": gettext("%(tricks)s left for %(name)s", name=NAME, tricks=TRICKS),
        "nothing": [ngettext(*nothing, n, names=some) for n, some in enumerate(names, 1)],
        "last": [ngettext(*last, n, name=NAME) for n in numbers],
        "mark": gettext("%(number)s, the bid", number=NUMBER),
        "counts": gettext("as %(number)s", number=NUMBER),
        "pile": gettext("Pile of %(name)s: %(tricks)s counts %(counted)s", **pile),
        "dummy": [ngettext(*dummy, n) for n in numbers] if game.dummy else [],
    }


def _way_words() -> Words:
    rest = {"name": NAME, "number": NUMBER}
    return {
        "allMade": gettext("All made their bids"),
        "allAsBid": gettext("All as bid"),
        "othersAsBid": gettext("Others as bid"),
        "restAsBid": gettext("%(name)s %(number)s, others as bid", **rest),
        "another": gettext("or tap a player"),
        "tookAsBid": gettext("Took %(number)s, others as bid", number=NUMBER),
    }


def _end_words(names: list[str]) -> Words:
    leads = "%(names)s leads with %(total)s", "%(names)s lead with %(total)s"
    places = {"number": NUMBER, "outcome": "{outcome}"}
    share = [gettext("%(names)s share the win with %(total)s", names=n, total=TOTAL) for n in names]
    return {
        "scored": gettext("Hand %(number)s scored. %(outcome)s.", **places),
        "leads": [ngettext(*leads, n, names=m, total=TOTAL) for n, m in enumerate(names, 1)],
        "wins": [gettext("%(name)s wins with %(total)s", name="{0}", total=TOTAL), *share[1:]],
        "draw": gettext("A draw at %(total)s", total=TOTAL),
        "ended": gettext("Game over"),
        "rematch": gettext("Rematch"),
        "first": gettext("%(name)s deals first", name=NAME),
    }
