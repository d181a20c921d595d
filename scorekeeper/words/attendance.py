"""Players who came and left, in words."""

from itertools import pairwise

from scorekeeper.language import gettext, ngettext
from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.history import Change, Seats
from scorekeeper.words.names import names_at, plain

SHORT = 4
"""Hand sizes that are listed one by one."""


def coming_line(change: Change) -> str:
    """The player who joined, left or came back in a change; "" for nobody."""
    old, new = change.before, change.after
    if not (isinstance(old, Seats) and isinstance(new, Seats) and old.table and new.table):
        return ""
    if len(new.players) > len(old.players):
        name, start = new.players[-1], new.table.starts[-1]
        if start:
            return gettext("%(name)s joins with %(points)s", name=name, points=plain(start))
        return gettext("%(name)s joins", name=name)
    for seat in {*new.table.away} ^ {*old.table.away}:
        if seat in new.table.away:
            return gettext("%(name)s leaves", name=new.players[seat])
        return gettext("%(name)s comes back", name=new.players[seat])
    return ""


def joined_line(game: Game, hand: Hand | None) -> str:
    """The player who joined last, and the dealer of their first hand if that comes next."""
    seat = game.seats[-1]
    if hand is None or seat not in hand.playing:
        return gettext("%(name)s joins", name=game.players[seat])
    names = {"name": game.players[seat], "dealer": game.players[hand.dealer]}
    return gettext("%(name)s joins, %(dealer)s deals", **names)


def out_line(change: Change, players: tuple[str, ...]) -> str:
    """The players who sit out a hand that has no other entries; "" for nobody."""
    out = getattr(change.after, "out", ())
    names = names_at(out, players)
    # L10N: who is dealt no cards in one hand.
    return ngettext("%(names)s sits out", "%(names)s sit out", len(out), names=names) if out else ""


def sizes_line(sizes: tuple[int, ...]) -> str:
    """Consecutive hand sizes: ``6, 7 … 15`` if the steps are equal."""
    steps = {after - before for before, after in pairwise(sizes)}
    if len(sizes) <= SHORT or len(steps) > 1:
        return ", ".join(map(str, sizes))
    return f"{sizes[0]}, {sizes[1]} … {sizes[-1]}"
