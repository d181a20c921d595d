"""Two versions of a hand side by side: as it is stored, and as a phone entered it as a whole."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.language import gettext
from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.history import Change, differences
from scorekeeper.words.changes import value_text, what_changed
from scorekeeper.words.names import CARD_NAMES, DASH, value_line


@dataclass(frozen=True, slots=True)
class Row:
    """A line of both versions; ``seat`` if it is a player's."""

    label: str
    theirs: str
    mine: str
    seat: int | None = None

    @property
    def differs(self) -> bool:
        """Whether the versions differ in this line."""
        return self.theirs != self.mine


@dataclass(frozen=True, slots=True)
class Versions:
    """Both versions of a hand; ``phone`` is the name of the one that entered the stored values."""

    phone: str
    rows: tuple[Row, ...]


def versions_of(game: Game, now: Hand, mine: Hand, phone: str) -> Versions:
    """The trump and the players' numbers in both versions, and anything else that differs."""
    return Versions(phone, tuple(_rows(game, now, mine)))


def _rows(game: Game, now: Hand, mine: Hand) -> Iterator[Row]:
    for item in differences(Change(now.number, now, mine)):
        if item.field in ("dealer", "negated"):
            theirs, own = (value_text(item, one, game.players) for one in (item.before, item.after))
            yield Row(what_changed(item, game.players), theirs, own)
    if now.turned or mine.turned:
        yield Row(gettext("Trump"), _card(now), _card(mine))
    for seat in now.playing:
        yield Row(game.players[seat], _numbers(now, seat), _numbers(mine, seat), seat)


def _card(hand: Hand) -> str:
    if hand.turned is None:
        return DASH
    card = str(CARD_NAMES[hand.turned])
    if hand.is_named and hand.trump:
        return value_line(card, str(CARD_NAMES[hand.trump]))
    return card


def _numbers(hand: Hand, seat: int) -> str:
    bid, tricks = hand.bids[seat], hand.tricks[seat]
    if bid is None:
        return DASH
    if tricks is None:
        # L10N: one of two versions of a hand: what a player bid.
        return gettext("bid %(bid)s", bid=bid)
    # L10N: one of two versions of a hand: what a player bid, and the tricks that the player took.
    return gettext("bid %(bid)s, took %(tricks)s", bid=bid, tricks=tricks)
