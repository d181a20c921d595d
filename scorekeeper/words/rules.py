"""The words of house rules and extras.

The rules of a game in words: its house rules, and the game in one line.

The extras of a hand, in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from scorekeeper.rules.game import NOBODY, POINTS, Bonus, Cloud, Game, Hand
from scorekeeper.rules.hand import by_place, count_extras
from scorekeeper.rules.variants.model import (
    BidRule,
    Extra,
    ExtraKey,
    Reason,
    Score,
    Settings,
    Terms,
    Tie,
    Turned,
    Variant,
    When,
)
from scorekeeper.rules.variants.variants import EXAMPLES, counts_on_a_miss, examples
from scorekeeper.words.language import capital, gettext, ngettext, plural_forms
from scorekeeper.words.language import lazy_gettext as _l
from scorekeeper.words.names import (
    CARD_NAMES,
    CRITERION_NAMES,
    between_parts,
    eight_name,
    name_at,
    plain,
    points_lines,
    signed,
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
    return between_parts().join(parts)


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


SWITCH_NAMES = {"specials": _l("special cards")}
"""The house rules that are on or off, as in the middle of a line."""


def settings_line(
    variant: Variant, settings: Settings, rules: Sequence[tuple[int, BidRule]] = ()
) -> str:
    """The house rules of a game; ``rules`` for bids, from these hands on, if they changed."""
    (_, first), *later = rules or ((1, settings.bid_rule),)
    message = [rule_line(first)]
    for number, rule in later:
        message.append(
            value_line(gettext("from hand %(number)s on", number=number), rule_line(rule))
        )
    message += [gettext("tricks count even if the bid is missed")] if variant.keeps_tricks else []
    if counts_on_a_miss(variant):
        message.append(gettext("captured cards count even if the bid is missed"))
    message += [str(name) for one, name in SWITCH_NAMES.items() if getattr(settings, one)]
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
    return str(SHORT_NAMES.get(key) or EXTRA_NAMES[key])


def worth_line(extra: Extra) -> str:
    """The points of one extra, short: ``+20``; "" if that is not a number."""
    if extra.score:
        return ""
    return f"±{extra.points}" if extra.when is When.STAKED else signed(extra.points)


def extras_line(hand: Hand) -> str:
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
    return between_parts().join(
        value_line(name_at(players, bonus.seat), bonus_line(bonus, players)) for bonus in bonuses
    )


def changed_line(
    before: tuple[Bonus, ...], after: tuple[Bonus, ...], players: tuple[str, ...]
) -> str:
    """The change of a save for a narrow place: ``Ann: 2 × Pirate``, ``Ann without Pirate``; for
    several changes, “extras”."""
    old, new = (by_place(bonuses) for bonuses in (before, after))
    changed = [name for name in {**old, **new} if old.get(name) != new.get(name)]
    if len(changed) != 1:
        return gettext("extras")
    (place,) = changed
    one = new.get(place) or old[place]
    is_shared = one.partner != NOBODY
    what = bonus_line(one, players, None if is_shared else one.seat)
    name = name_at(players, one.seat)
    if place in new:
        return value_line(name, what)
    # L10N: a save took %(what)s, such as “Black 14”, away from %(name)s.
    return gettext("%(name)s without %(what)s", name=name, what=what)


def cloud_line(cloud: Cloud, players: tuple[str, ...]) -> str:
    """The player whose bid a cloud changed, and the direction."""
    name = name_at(players, cloud.seat)
    if cloud.step > 0:
        return gettext("%(name)s bids one more", name=name)
    return gettext("%(name)s bids one less", name=name)
