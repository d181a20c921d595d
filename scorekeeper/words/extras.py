"""What a hand has besides bids and tricks, in words."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.language import gettext
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.extras import Extras, spots
from scorekeeper.rules.game import NOBODY, POINTS, Bonus, Cloud
from scorekeeper.rules.points import Extra, When
from scorekeeper.words.names import name_at, signed

EXTRA_NAMES = {
    # L10N: cards of Rage in a player's pile.
    "plus": _l("Bonus Rage cards"),
    "minus": _l("Mad Rage cards"),
    # L10N: cards of Skull King that a player won, or what was taken with which card.
    "fourteen": _l("Yellow, green or purple 14"),
    "black14": _l("Black 14"),
    "mermaid": _l("Mermaid taken by a pirate"),
    "pirate": _l("Pirate taken by the Skull King"),
    "king": _l("Skull King taken by a mermaid"),
    "second": _l("Second mermaid"),
    "leviathan": _l("Leviathan"),
    "seven": _l("Sevens"),
    "eight": _l("Eights"),
    "wager": _l("Wager, per 10"),
    "loot": _l("Loot with"),
    # L10N: a daring way to bid in Skull King (Rascal): all or nothing.
    "cannon": _l("Cannonball"),
}
"""By the key of an extra."""
WHEN = {
    When.MADE: _l("only with a made bid"),
    When.HALVED: _l("whole with a made bid, half if missed by one"),
    When.STAKED: _l("lost if the bid is missed"),
}


def extra_line(extra: Extra) -> str:
    """What an extra counts, and with which bids: ``+20 each, only with a made bid``."""
    if extra.score:
        return gettext("counts %(made)s for each card, or nothing", made=extra.score.made.per_card)
    points = signed(extra.points)
    if extra.shared:
        return gettext("%(points)s for both, only if both made their bids", points=points)
    worth = gettext("%(points)s each", points=points) if extra.most > 1 else points
    return f"{worth}, {WHEN[extra.when]}" if extra.when in WHEN else worth


def bonus_line(bonus: Bonus, players: tuple[str, ...]) -> str:
    """One bonus of a player: ``2 × Black 14``, ``Loot with Ben``, ``−10 late``."""
    if bonus.key == POINTS:
        return f"{signed(bonus.amount)} {bonus.reason}".strip()
    name = str(EXTRA_NAMES[bonus.key])
    if bonus.partner != NOBODY:
        return f"{name} {name_at(players, bonus.partner)}"
    return name if bonus.amount == 1 else f"{bonus.amount} × {name}"


def bonuses_line(bonuses: Iterable[Bonus], players: tuple[str, ...]) -> str:
    """All of a hand, each with the name of its player; "" for none."""
    return "; ".join(
        f"{name_at(players, bonus.seat)}: {bonus_line(bonus, players)}" for bonus in bonuses
    )


def changed_line(
    before: tuple[Bonus, ...], after: tuple[Bonus, ...], players: tuple[str, ...]
) -> str:
    """What a save changed: ``Ann: 2 × Black 14``, ``Ann without Black 14``; of many, the word."""
    old, new = (spots(Extras(bonuses=bonuses)) for bonuses in (before, after))
    changed = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    if len(changed) != 1:
        return gettext("extras")
    (place,) = changed
    if place in new:
        return bonuses_line([new[place]], players)
    gone = old[place]
    # L10N: a save took %(what)s, such as “Black 14”, away from %(name)s.
    values = {"name": players[gone.seat], "what": bonus_line(gone, players)}
    return gettext("%(name)s without %(what)s", **values)


def cloud_line(cloud: Cloud, players: tuple[str, ...]) -> str:
    """Whose bid a cloud moved, and which way."""
    name = name_at(players, cloud.seat)
    if cloud.step > 0:
        return gettext("%(name)s bids one more", name=name)
    return gettext("%(name)s bids one less", name=name)
