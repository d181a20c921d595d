"""Sentences with placeholders for names and numbers, such as ``{name} bids next``, that a phone
fills in while the server is away. A sentence that depends on a number is sent in each plural
form."""

from collections.abc import Sequence
from typing import Any

from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.problems import Code
from scorekeeper.rules.variants.model import Reason, Trump, Turned
from scorekeeper.words.language import (
    capital,
    gettext,
    lazy_gettext,
    lazy_pgettext,
    ngettext,
    plural_forms,
)
from scorekeeper.words.lines import NO_TRUMP, player_name, trump_line
from scorekeeper.words.names import CARD_NAMES, and_list, names_line, place_name, value_line
from scorekeeper.words.problems import sentence_of
from scorekeeper.words.rules import FORBIDDEN

Words = dict[str, str | list[str] | dict[str, str]]
NAME, NUMBER, TRICKS, TOTAL = "{name}", "{number}", "{tricks}", "{total}"


def words_ahead(game: Game, hands: Sequence[Hand]) -> dict[str, Any]:
    seats = range(1, len(game.players) + 1)
    names = [and_list([f"{{{seat}}}" for seat in range(count)]) for count in seats]
    return {
        **_trump_words(game, hands),
        **_bid_words(game),
        **_trick_words(game, names),
        **_way_words(),
        **_end_words(names),
        **_away_words(),
        "hand": gettext("Hand %(number)s", number=NUMBER),
        "size": plural_forms("%(num)s card", "%(num)s cards"),
        "front": gettext("in front"),
        "deals": gettext("deals"),
        "opens": gettext("plays first"),
        "out": gettext("sits out"),
        "noted": gettext("Extra points"),
        "asks": gettext("%(name)s bids", name=NAME),
        "bid": str(lazy_pgettext("noun", "bid")),
        "later": gettext("The curve and the awards appear once the server can be reached."),
    }


def start_words() -> dict[str, str]:
    """The sentences of *New game* while the phone begins a game without the server."""
    return {
        "dealer": sentence_of(Code.FIRST_DEALER_MISSING, {}),
        "empty": sentence_of(Code.NAME_EMPTY, {"seat": "{seat}"}),
        "double": sentence_of(Code.NAME_DOUBLE, {"name": NAME}),
        "player": player_name("{number}"),
        "picked": gettext("%(name)s was picked to deal first.", name=NAME),
    }


def site_words() -> Words:
    """Those that differ on a site of plain files, which has no server."""
    some = "{0}", and_list(["{0}", "{1}"])
    # L10N: the bar over a game that is played without any server. %(what)s is "3 hands", "1 entry"
    # or both.
    waits = lazy_gettext("Stored on this phone: %(what)s.")
    return {
        "waits": [str(waits) % {"what": what} for what in some],
        "later": gettext("The curve and the awards need a server."),
        # L10N: above the names of what cannot be used, because there is no server.
        "server": capital(gettext("needs a server")),
        # L10N: after a tap on an earlier hand, to correct it, where there is no server.
        "corrects": gettext("Only the last entries can be changed here: “Undo” takes them back."),
    }


def _away_words() -> Words:
    """The sentences of the bar and the menu while the phone continues without the server."""
    some = "{0}", and_list(["{0}", "{1}"])
    # L10N: the game goes on. %(what)s is "3 hands", "1 tap" or "3 hands and 1 tap".
    waits = lazy_gettext("No connection. To be saved later: %(what)s.")
    return {
        "waits": [str(waits) % {"what": what} for what in some],
        "hands": plural_forms("%(num)s hand", "%(num)s hands"),
        "taps": plural_forms("%(num)s entry", "%(num)s entries"),
        "full": gettext("This phone’s storage is full."),
        # L10N: the settings of the browser forbid pages to store anything.
        "closed": gettext("This browser stores nothing."),
        "saving": gettext("Saving %(number)s of %(all)s", number=NUMBER, all="{all}"),
        "redo": gettext("Redo"),
        # L10N: above the names of what cannot be used while there is no connection.
        "server": capital(gettext("needs a server")),
        # L10N: after a tap on an earlier hand, to correct it, while there is no connection.
        "corrects": gettext("This needs the server. “Undo” takes back the last entries."),
    }


def _trump_words(game: Game, hands: Sequence[Hand]) -> dict[str, Any]:
    """The names of the cards that show trump; the reasons for no trump, by the card turned up; and
    the trump of hands that turn up no card, by their numbers."""
    shown = *game.deck.suits, Turned.WIZARD
    trumps = {card: value_line(gettext("Trump"), str(CARD_NAMES[card])) for card in shown}
    preset = {hand.number: trump_line(game, hand) for hand in hands if hand.trump}
    return {
        "trump": {"": gettext("Trump?"), **trumps, "none": str(CARD_NAMES["none"])},
        "suits": {trump: str(CARD_NAMES[trump]) for trump in game.deck.trumps},
        "named": {Turned.WIZARD: gettext("A Wizard is turned up")},
        "noTrump": {f"{card} {Trump.NONE}": str(line) for card, line in NO_TRUMP.items()},
        "preset": {number: line for number, line in preset.items() if line},
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


def _trick_words(game: Game, names: list[str]) -> Words:
    nothing = "%(names)s has no tricks", "%(names)s have no tricks"
    pile = {"name": NAME, "tricks": TRICKS, "counted": NUMBER}
    dummy = plural_forms("The dummy has %(num)s trick", "The dummy has %(num)s tricks")
    return {
        "left": plural_forms("%(num)s trick left", "%(num)s tricks left"),
        "many": plural_forms("%(num)s trick too many", "%(num)s tricks too many"),
        "entered": gettext("All tricks entered"),
        "missing": [gettext("The tricks of %(names)s are missing.", names=some) for some in names],
        "negated": sentence_of(Code.NEGATED_UNKNOWN, {}) if game.variant.negating else "",
        "rest": gettext("%(tricks)s left for %(name)s", name=NAME, tricks=TRICKS),
        "nothing": [ngettext(*nothing, n, names=some) for n, some in enumerate(names, 1)],
        "last": plural_forms("%(name)s: last trick?", "%(name)s: last %(num)s tricks?", name=NAME),
        "mark": gettext("%(number)s, the bid", number=NUMBER),
        "counts": gettext("as %(number)s", number=NUMBER),
        "pile": gettext("Pile of %(name)s: %(tricks)s counts %(counted)s", **pile),
        "dummy": dummy if game.dummy else {},
    }


def _way_words() -> dict[str, Any]:
    return {
        "allMade": gettext("All made their bids"),
        "allAsBid": gettext("All as bid"),
        "othersAsBid": gettext("Others as bid"),
        "whose": plural_forms("Who is off by one?", "Who is off by %(num)s?"),
        "whoseScores": gettext("A tap scores the hand, “Undo” takes it back"),
        "wayTook": gettext("took %(number)s", number=NUMBER),
        "restAsBid": gettext("%(pile)s, others as bid", pile="{pile}"),
        "tookAsBid": gettext("Took %(number)s, others as bid", number=NUMBER),
    }


def _end_words(names: list[str]) -> Words:
    leads = "%(names)s leads with %(total)s", "%(names)s lead with %(total)s"
    places = {"number": NUMBER, "outcome": "{outcome}"}
    return {
        "scored": gettext("Hand %(number)s scored. %(outcome)s.", **places),
        "leads": [ngettext(*leads, n, names=m, total=TOTAL) for n, m in enumerate(names, 1)],
        "wins": gettext("%(name)s wins with %(total)s", name=NAME, total=TOTAL),
        "shared": gettext("A shared win with %(total)s", total=TOTAL),
        "draw": gettext("A draw at %(total)s", total=TOTAL),
        "lead": gettext("wins by %(points)s", points="{points}"),
        "tie": gettext("wins on the tie-break"),
        "places": [place_name(place) for place, _ in enumerate(names, 1)],
        "ended": gettext("Game over"),
        "rematch": gettext("Rematch"),
        "first": gettext("%(name)s deals first", name=NAME),
    }
