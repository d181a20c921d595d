"""The rules of a game in words: its house rules, and the game in one line."""

from collections.abc import Iterable, Mapping

from scorekeeper.language import gettext, ngettext
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.variants.custom import EXAMPLES, examples
from scorekeeper.rules.variants.house import BidRule, Reason, Settings
from scorekeeper.rules.variants.model import Score, Variant
from scorekeeper.rules.variants.variants import counts_on_a_miss
from scorekeeper.words.names import plain

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
    return gettext("%(least)s to %(most)s cards", least=least, most=most)


def opening_line(dealer: str, opener: str, *, at_once: bool = False) -> str:
    """The first dealer, and the player who begins; ``at_once``: all bid at the same time."""
    if at_once:
        return gettext("%(dealer)s deals, %(name)s plays first", dealer=dealer, name=opener)
    return gettext("%(dealer)s deals, %(name)s bids first", dealer=dealer, name=opener)


def hands_by_players(variant: Variant) -> dict[int, str]:
    """The number of hands in a whole game, by players; {} if it depends on more."""
    if variant.target is not None or variant.is_custom:
        return {}
    return {players: hands_line(len(variant.sizes(players))) for players in variant.numbers}


def settings_line(variant: Variant, settings: Settings) -> str:
    """The house rules of a game, in one line."""
    message = [rule_line(settings.bid_rule)]
    message += [gettext("tricks count even if the bid is missed")] if variant.keeps_tricks else []
    if counts_on_a_miss(variant):
        message.append(gettext("captured cards count even if the bid is missed"))
    message += [gettext("special cards")] if settings.specials else []
    message += [minutes_line(settings.clock)] if settings.clock else []
    return " · ".join(message)
