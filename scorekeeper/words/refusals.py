"""The sentences for problems of the rules and the forms, by code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scorekeeper.language import lazy_gettext as _l
from scorekeeper.language import lazy_ngettext

PROBLEMS: dict[str, Any] = {
    "text-long": _l("%(field)s can have at most %(most)s characters."),
    "bid-range": _l("%(name)s cannot bid %(number)s: bids go from 0 to %(cards)s."),
    "bids-off": _l("Bidding on phones is off. Ask someone who keeps score."),
    "bids-another": _l("That bid was for another hand. Check the game, then bid again."),
    "bids-open": _l("The bids are already revealed. Ask someone who keeps score to change yours."),
    "bids-secret": _l("Bids are secret now. Reload the page, then bid."),
    "bids-none": _l("Nobody has bid yet."),
    "bid-single": _l("A phone can bid for only one player."),
    "seat-held": _l("Another phone has bid for %(name)s. Whoever keeps score can remove that bid."),
    "trump-missing": _l("Trump is missing: tap the card that was turned up."),
    "turned-unknown": _l("This card is not in the deck of this game: tap one that is."),
    "trump-named-none": _l("A Wizard was turned up: tap the suit that the dealer names."),
    "tricks-range": _l("%(name)s cannot have %(number)s tricks: enter 0 to %(cards)s."),
    "negated-missing": _l("Who won the 8 of spades? Tap a name, or Not dealt."),
    "negated-empty": _l("%(name)s won the 8 of spades: enter at least 1 trick for %(name)s."),
    # L10N: %(cards)s is the number of cards of the hand.
    "negated-dummy": _l(
        "The dummy won the 8 of spades: it needs a trick, but the players have all %(cards)s."
    ),
    "negated-unknown": _l("Choose who won the 8 of spades, or Not dealt."),
    "void-range": _l("That many tricks cannot be unclaimed: tap one of the numbers."),
    "cloud-unknown": _l("Cloud: once all bids are in, tap the player whose bid changes."),
    "cloud-range": _l("%(name)s cannot change the bid to %(number)s: bids go from 0 to %(cards)s."),
    "extra-unknown": _l("This game does not have that extra. Reload the page."),
    "extra-points-range": _l(
        "Extra points of %(name)s: type a number from −%(most)s to %(most)s, but not 0."
    ),
    "extra-points-missing": _l("%(name)s: enter the points that go with the reason."),
    "hand-unknown": _l("This game has no hand %(number)s. Reload the page."),
    "hand-scored": _l("Hand %(number)s is already scored. Tap it in the sheet to correct it."),
    "hand-unscored": _l("Hand %(number)s is not scored yet. Enter it on the game page."),
    "game-over": _l("The game is over. Tap Play on to continue it."),
    "redo-nothing": _l("There is nothing to redo."),
    "game-finished": _l("The game is over, so its house rules can no longer change."),
    "end-unknown": _l("End the game now, or after the hand in progress."),
    "dealer-missing": _l("Who deals? Tap a name."),
    "first-dealer-missing": _l("Who deals first? Tap the card beside a name, or pick at random."),
    "game-missing": _l("Which game? Tap one."),
    "seats-known": _l("This game has a fixed number of seats. Reload the page."),
    "newcomer-unnamed": _l("Type the name of the player who joins."),
    "place-missing": _l("Where does the player who joins sit? Tap a name."),
    "place-unknown": _l("That seat is not at this table. Reload the page."),
    "no-hand-left": _l("No more hands follow: the game ends with this one."),
    "seat-out": _l("%(name)s is not playing this hand. Reload the page."),
    "name-empty": _l("Seat %(seat)s has no name: type one, or move the empty seat to the end."),
    "name-double": _l("Two players are called %(name)s: rename one."),
    "sizes-none": _l("A game needs at least one hand."),
    "sizes-small": _l("A hand has at least 1 card."),
    "start-range": _l("Starting points: type a number from −%(most)s to %(most)s."),
    "fewest-range": _l(
        "Bids may not add up from this many cards on: type a number from 1 to %(most)s."
    ),
    "sizes-fixed": _l("In this game every hand has the same size."),
    "shape-csrf": _l(
        "This page expired, or cookies are off. Your entries are still here: save again."
    ),
    # L10N: %(field)s is the label of a field, such as “Minutes”.
    "shape-number": _l("%(field)s must be a whole number."),
    "shape-choice": _l("%(field)s: choose one of the options shown."),
    "shape-doubled": _l("%(field)s was sent twice with different values. Reload the page."),
    "shape-tap": _l("Your tap could not be saved. Reload the page and tap again."),
    "shape-sizes": _l("%(field)s: type numbers separated by commas, e.g. 1, 3, 5."),
}
COUNTED: dict[str, tuple[str, Callable[..., str]]] = {
    "tricks-over": (
        "number",
        lazy_ngettext(
            "Tricks add up to %(sum)s, this hand has %(cards)s: %(num)s too many.",
            "Tricks add up to %(sum)s, this hand has %(cards)s: %(num)s too many.",
        ),
    ),
    "tricks-under": (
        "number",
        lazy_ngettext(
            "Tricks add up to %(sum)s, this hand has %(cards)s: %(num)s is missing.",
            "Tricks add up to %(sum)s, this hand has %(cards)s: %(num)s are missing.",
        ),
    ),
    "tricks-under-void": (
        "number",
        lazy_ngettext(
            "Tricks add up to %(sum)s of %(cards)s: %(num)s is missing. Nobody’s? Enter it under "
            "Extras.",
            "Tricks add up to %(sum)s of %(cards)s: %(num)s are missing. Nobody’s? Enter them "
            "under Extras.",
        ),
    ),
    "names-few": (
        "least",
        lazy_ngettext(
            "This game needs at least %(num)s player. Names entered: %(number)s.",
            "This game needs at least %(num)s players. Names entered: %(number)s.",
        ),
    ),
    "names-many": (
        "most",
        lazy_ngettext(
            "This game is for at most %(num)s player. Names entered: %(number)s.",
            "This game is for at most %(num)s players. Names entered: %(number)s.",
        ),
    ),
    "name-long": (
        "most",
        lazy_ngettext(
            "%(name)s: a name can have at most %(num)s character.",
            "%(name)s: a name can have at most %(num)s characters.",
        ),
    ),
    "reason-long": (
        "most",
        lazy_ngettext(
            "%(name)s: a reason can have at most %(num)s character.",
            "%(name)s: a reason can have at most %(num)s characters.",
        ),
    ),
    "one-name-long": (
        "most",
        lazy_ngettext(
            "A name can have at most %(num)s character.",
            "A name can have at most %(num)s characters.",
        ),
    ),
    "sizes-long": (
        "most",
        lazy_ngettext(
            "A game can have at most %(num)s hand.", "A game can have at most %(num)s hands."
        ),
    ),
    # L10N: %(deck)s is the number of cards in the deck.
    "sizes-range": (
        "players",
        lazy_ngettext(
            "With %(num)s player each hand can have at most %(most)s of the %(deck)s cards.",
            "With %(num)s players each hand can have at most %(most)s of the %(deck)s cards.",
        ),
    ),
    "clock-range": (
        "most",
        lazy_ngettext(
            "The clock can be set from 1 to %(num)s minute.",
            "The clock can be set from 1 to %(num)s minutes.",
        ),
    ),
    "seats-full": (
        "most",
        lazy_ngettext(
            "This game already has %(num)s player, the maximum.",
            "This game already has %(num)s players, the maximum.",
        ),
    ),
    "seats-few": (
        "least",
        lazy_ngettext(
            "This game needs %(num)s player. You can end it early under More.",
            "This game needs %(num)s players. You can end it early under More.",
        ),
    ),
    "saves-often": (
        "most",
        lazy_ngettext(
            "This game was saved %(num)s time in an hour. Wait a few minutes, then save again.",
            "This game was saved %(num)s times in an hour. Wait a few minutes, then save again.",
        ),
    ),
    "log-full": (
        "most",
        lazy_ngettext(
            "This game was saved %(num)s time, the maximum. Start a new game.",
            "This game was saved %(num)s times, the maximum. Start a new game.",
        ),
    ),
}
"""Sentences about a number, and which value of the problem that number is."""
