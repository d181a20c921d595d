"""The sentences on a follower's own card: their next step and their standing."""

from collections.abc import Sequence

from scorekeeper.language import gettext, ngettext
from scorekeeper.rules.game import BIDS, Game, Hand
from scorekeeper.rules.hand import bidding_order, next_bidder
from scorekeeper.rules.sheet import Standing
from scorekeeper.rules.variants.cards import Turned
from scorekeeper.words.lines import turn_line
from scorekeeper.words.names import and_list, place_name, plain


def call_line(game: Game, hand: Hand, seat: int) -> str:
    """The request to the player at ``seat``, whose turn it is: "Ann, say your bid"."""
    name = game.players[seat]
    if hand.trump is None:
        if hand.turned and hand.turned is not Turned.WEREWOLF:
            return gettext("%(name)s, name trump", name=name)
        return gettext("%(name)s, you deal", name=name)
    if hand.bid_rule.at_once:
        return gettext("%(name)s, bid when everyone does", name=name)
    if hand.bids[seat] is not None:
        return gettext("%(name)s, change your bid", name=name)
    return gettext("%(name)s, say your bid", name=name)


def wait_line(game: Game, hand: Hand, seat: int) -> str:
    """The player who is due, and whether the one at ``seat`` is next; "" if nobody is due."""
    line = turn_line(game, hand)
    due = next_bidder(game, hand)
    if hand.trump is None or hand.bid_rule.at_once or due is None or seat not in hand.missing(BIDS):
        return line
    order = bidding_order(game, hand)
    if order.index(seat) != order.index(due) + 1:
        return line
    # L10N: %(line)s is a sentence: “Ann bids next, then you”.
    return gettext("%(line)s, then you", line=line)


def need_line(bid: int, tricks: int | None) -> str:
    """The tricks to take for a bid, or by how many those taken miss it."""
    if tricks is None:
        if bid == 0:
            return gettext("Take no tricks.")
        return ngettext("Take %(num)s trick.", "Take %(num)s tricks.", bid)
    if tricks == bid:
        return gettext("Bid made.")
    if tricks < bid:
        return ngettext("%(num)s trick short.", "%(num)s tricks short.", bid - tricks)
    return ngettext("%(num)s trick too many", "%(num)s tricks too many", tricks - bid) + "."


def standing_line(players: tuple[str, ...], standing: Standing, seat: int) -> str:
    """The place of a player among the totals, to themselves; "" before the first scored hand."""
    if not standing.leaders:
        return ""
    total = plain(standing.totals[seat])
    if seat not in standing.leaders:
        behind = standing.best - standing.totals[seat]
        names = and_list([players[leader] for leader in standing.leaders])
        return ngettext(
            "You have %(total)s point, %(behind)s fewer than %(names)s.",
            "You have %(total)s points, %(behind)s fewer than %(names)s.",
            abs(standing.totals[seat]),
            total=total,
            behind=behind,
            names=names,
        )
    if len(standing.leaders) > 1:
        return gettext("You share the lead with %(total)s.", total=total)
    return gettext("You are in front with %(total)s.", total=total)


def own_place_line(position: int, total: int) -> str:
    """The place of a player at the end, to themselves."""
    # L10N: %(place)s is “2nd place”.
    return ngettext(
        "%(place)s for you, with %(total)s point",
        "%(place)s for you, with %(total)s points",
        abs(total),
        place=place_name(position),
        total=plain(total),
    )


def keepers_line(names: Sequence[str]) -> str:
    """The phones that keep score, by name; "" if none has one."""
    if not names:
        return ""
    return ngettext(
        "%(names)s keeps score", "%(names)s keep score", len(names), names=and_list([*names])
    )
