"""The extras of a hand, in words."""

from collections.abc import Iterable
from typing import Any

from scorekeeper.language import gettext, ngettext
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.game import NOBODY, POINTS, Bonus, Cloud, Hand
from scorekeeper.rules.hand import by_place, count_extras
from scorekeeper.rules.variants.model import Extra, ExtraKey, Score, Terms, When
from scorekeeper.words.names import name_at, points_lines, signed, value_line

EXTRA_NAMES: dict[str, Any] = {
    # L10N: cards of Rage in a player’s pile; “Rage” is the name of the game.
    ExtraKey.PLUS: _l("Bonus Rage cards"),
    # L10N: cards of Rage in a player’s pile; “Rage” is the name of the game.
    ExtraKey.MINUS: _l("Mad Rage cards"),
    # L10N: cards of Skull King that a player won.
    ExtraKey.FOURTEEN: _l("Yellow, green or purple 14"),
    # L10N: cards of Skull King that a player won.
    ExtraKey.BLACK14: _l("Black 14"),
    # L10N: cards of Skull King that a player won: which was taken with which.
    ExtraKey.MERMAID: _l("Mermaid taken by a pirate"),
    # L10N: cards of Skull King that a player won: which was taken with which.
    ExtraKey.PIRATE: _l("Pirate taken by the Skull King"),
    # L10N: cards of Skull King that a player won: which was taken with which.
    ExtraKey.KING: _l("Skull King taken by a mermaid"),
    # L10N: a card of Skull King (its expansion of 2025) taken by the Skull King or a mermaid:
    # “the Second” is the name of a pirate, not a number.
    ExtraKey.SECOND: _l("The Second, taken by the Skull King or a mermaid"),
    # L10N: a card of Skull King that a player won, named after the sea monster.
    ExtraKey.LEVIATHAN: _l("Leviathan"),
    # L10N: cards of Skull King that a player won: how many sevens.
    ExtraKey.SEVEN: _l("Sevens"),
    # L10N: cards of Skull King that a player won: how many eights.
    ExtraKey.EIGHT: _l("Eights"),
    # L10N: points that a player stakes on the own bid in Skull King, in tens.
    ExtraKey.WAGER: _l("Wager, per 10"),
    # L10N: a card of Skull King; a name follows: “Loot with Ben”.
    ExtraKey.LOOT: _l("Loot with"),
    # L10N: a daring way to bid in Skull King (Rascal): all or nothing.
    ExtraKey.CANNON: _l("Cannonball"),
}
"""The names of extras, by key."""
ORDER = {key: place for place, key in enumerate((*EXTRA_NAMES, POINTS))}
SHORT_NAMES: dict[str, Any] = {
    # L10N: on a key, as short as can be: cards with a 14.
    ExtraKey.FOURTEEN: _l("14"),
    # L10N: on a key, as short as can be: a mermaid taken by a pirate.
    ExtraKey.MERMAID: _l("Mermaid"),
    # L10N: on a key, as short as can be: a pirate taken by the Skull King.
    ExtraKey.PIRATE: _l("Pirate"),
    # L10N: on a key, as short as can be: the Skull King taken by a mermaid.
    ExtraKey.KING: _l("Skull King"),
    # L10N: on a key, as short as can be: the card “the Second”.
    ExtraKey.SECOND: _l("The Second"),
    # L10N: on a key, as short as can be: cards with a 7.
    ExtraKey.SEVEN: _l("7s"),
    # L10N: on a key, as short as can be: cards with an 8.
    ExtraKey.EIGHT: _l("8s"),
    # L10N: on a key, as short as can be: points staked on the own bid.
    ExtraKey.WAGER: _l("Wager"),
    # L10N: on a key, as short as can be: a card that two players share.
    ExtraKey.LOOT: _l("Loot"),
    # L10N: on a key, as short as can be: the Cannonball, a daring way to bid.
    ExtraKey.CANNON: _l("Cannon"),
}
"""Short names of extras with long names."""
WHEN = {
    When.MADE: _l("only if the bid is made"),
    When.HALVED: _l("in full if the bid is made, half if missed by one"),
    When.STAKED: _l("lost if the bid is missed"),
}
ROUNDED = _l("in full if the bid is made, half if missed by one (rounded down)")
"""For points whose half is not an integer."""


def extra_line(extra: Extra) -> str:
    """The points of an extra, and the bids with which it counts: ``+20 each, only if the bid is
    made``."""
    if extra.score and extra.score == _by_cards(extra.score):
        return gettext(
            "scores %(made)s for each card if the bid is made; if not, captured cards score "
            "nothing either",
            made=extra.score.made.per_card,
        )
    if extra.score:
        return " ".join(points_lines(extra.score))
    points = signed(extra.points)
    if extra.shared:
        return gettext("%(points)s for both, only if both made their bids", points=points)
    worth = gettext("%(points)s each", points=points) if extra.most > 1 else points
    if extra.when is When.HALVED and extra.points % 2:
        return f"{worth}, {ROUNDED}"
    return f"{worth}, {WHEN[extra.when]}" if extra.when in WHEN else worth


def _by_cards(score: Score) -> Score:
    """The score of the same points for each card if the bid is made, and nothing else."""
    return Score(made=Terms(per_card=score.made.per_card), missed=Terms())


def short_name(key: str) -> str:
    """The short name of an extra."""
    return str(SHORT_NAMES.get(key) or EXTRA_NAMES[key])


def worth_line(extra: Extra) -> str:
    """The points of one extra, short: ``+20``; "" if that is not a number."""
    if extra.score:
        return ""
    return f"±{extra.points}" if extra.when is When.STAKED else signed(extra.points)


def extras_line(hand: Hand) -> str:
    """The number of extras in a hand, in words."""
    count = count_extras(hand)
    lines = [ngettext("%(num)s extra", "%(num)s extras", count)] if count else []
    if hand.void:
        lines.append(gettext("tricks for nobody: %(number)s", number=hand.void))
    return ", ".join(lines) or gettext("No extras yet")


def player_extras_line(hand: Hand, seat: int, players: tuple[str, ...]) -> str:
    """The extras of a player in a hand: ``2 × 14, Pirate, −10 late``; "" for none."""
    known = [one for one in hand.bonuses if one.key in ORDER and seat in (one.seat, one.partner)]
    known.sort(key=lambda one: ORDER[one.key])
    parts = [bonus_line(one, players, seat) for one in known]
    if hand.cloud and hand.cloud.seat == seat:
        cloud = gettext("Cloud")
        parts.append(f"{cloud} {signed(hand.cloud.step)}")
    return ", ".join(filter(None, parts))


def bonus_line(bonus: Bonus, players: tuple[str, ...], seat: int | None = None) -> str:
    """One bonus of a player: ``2 × Black 14``, ``Loot with Ben``, ``−10 late``; for the ``seat`` of
    a player who has it, with its short name."""
    if bonus.key == POINTS:
        return f"{signed(bonus.amount)} {bonus.reason}".strip()
    name = str(EXTRA_NAMES[bonus.key]) if seat is None else short_name(bonus.key)
    if bonus.partner != NOBODY:
        return f"{name} {name_at(players, bonus.seat if seat == bonus.partner else bonus.partner)}"
    return name if bonus.amount == 1 else f"{bonus.amount} × {name}"


def bonuses_line(bonuses: Iterable[Bonus], players: tuple[str, ...]) -> str:
    """All extras of a hand, each with the name of its player; "" for none."""
    return "; ".join(
        value_line(name_at(players, bonus.seat), bonus_line(bonus, players)) for bonus in bonuses
    )


def changed_line(
    before: tuple[Bonus, ...], after: tuple[Bonus, ...], players: tuple[str, ...]
) -> str:
    """The change of a save: ``Ann: 2 × Black 14``, ``Ann without Black 14``; for several changes,
    “extras”."""
    old, new = (by_place(bonuses) for bonuses in (before, after))
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
    """The player whose bid a cloud changed, and the direction."""
    name = name_at(players, cloud.seat)
    if cloud.step > 0:
        return gettext("%(name)s bids one more", name=name)
    return gettext("%(name)s bids one less", name=name)
