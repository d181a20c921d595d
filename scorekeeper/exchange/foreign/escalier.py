"""A game from a link of L'Escalier.

``#g=`` is followed by ``A`` and a deflated text, or ``B`` and a plain one, as base64url. The text
is JSON, by position: the form's number, name, creation time (ms), finished, scoring, players, first
dealer, rounds. It does not contain trump.
"""

import base64
import binascii
import string
import zlib
from urllib.parse import unquote

from scorekeeper.exchange.foreign.nodes import Node, parsed
from scorekeeper.exchange.parsed.building import incoming
from scorekeeper.exchange.parsed.guessing import table_game
from scorekeeper.exchange.parsed.parsed_game import ParsedGame, ParsedHand, unreadable, with_cards
from scorekeeper.fields import tidy_name
from scorekeeper.rules.game import POINTS, Bonus
from scorekeeper.rules.incoming import Incoming, UnreadableError
from scorekeeper.rules.people import start_of
from scorekeeper.rules.problems import Code
from scorekeeper.rules.variants.custom import Points
from scorekeeper.rules.variants.house import BidRule
from scorekeeper.rules.variants.model import LONGEST_GAME, LONGEST_TITLE, Variant
from scorekeeper.rules.variants.variants import MOST_PLAYERS, TOURNAMENT, WIZARD

MOST_UNFOLDED = 16_000
"""Bytes in a link: ten players and 60 hands with an adjustment each take 11,000."""
LONGEST_LINK = 22_000
"""Characters of a link with that many bytes in base64, and its address."""
LETTERS = frozenset(string.ascii_letters + string.digits + "_%=-")
MOST_ROUNDS = 400
FORM = 2
DONE = 3
NAMED = {(20, 10, 10): WIZARD, (15, 10, 10): TOURNAMENT}
"""Points of a made bid, of each of its tricks and of each missed one, in games that have a name."""


def is_link(text: str) -> bool:
    """Return whether the text is such a link, or the beginning of one that is too long."""
    return bool(_payload(text[:LONGEST_LINK]))


def game_in_link(text: str) -> tuple[Incoming, ...]:
    """The game of a link. Raises UnreadableError."""
    if len(text) > LONGEST_LINK:
        raise _too_long()
    return (incoming(_parsed(parsed(unfolded(_payload(text)))), "escalier"),)


def _payload(text: str) -> str:
    """The text after ``g=`` in the fragment of a link, or in a text that is only that; "" for
    anything else. A text with spaces is refused first."""
    words = text.split(maxsplit=1)
    if len(words) != 1:
        return ""
    parts = words[0].rpartition("#")[2].split("&")
    found = next((part[2:] for part in parts if part.startswith(("g=A", "g=B"))), "")
    return unquote(found) if LETTERS.issuperset(found) else ""


def unfolded(payload: str) -> str:
    """The text in a link; never more than a game needs, however far it unpacks."""
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        bare = payload[1:].rstrip("=")
        data = base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)
        if payload.startswith("A"):
            data = inflater.decompress(data, MOST_UNFOLDED)
        text = data.decode()
    except (binascii.Error, zlib.error, ValueError):
        raise unreadable(Code.LINK_BROKEN) from None
    if payload.startswith("A") and not inflater.eof:
        raise _too_long() if inflater.unconsumed_tail else unreadable(Code.LINK_BROKEN)
    return text


def _too_long() -> UnreadableError:
    return unreadable(Code.LINK_LONG, values={"most": LONGEST_GAME})


def _parsed(root: Node) -> ParsedGame:
    form, name, created, _, counts, players, dealer, rounds = _fields(root, 8)
    if form.whole() > FORM:
        raise form.wrong(Code.FILE_NEWER)
    seats = [_fields(player, 1) for player in players.list(MOST_PLAYERS)]
    found = [_hand(one, len(seats)) for one in rounds.list(MOST_ROUNDS)]
    hands = tuple(hand for hand in found if hand)
    first = dealer.whole(-1, len(seats) - 1)
    return ParsedGame(
        players=tuple(player.text() for player, *_ in seats),
        hands=hands,
        bid_rule=_rule(_fields(counts, 5)[4].whole(0, 99)),
        first_dealer=max(first, 0),
        starts=tuple(_start(seat) for seat in seats),
        started_at=created.moment(),
        variant=_variant(_fields(counts, 5), hands, name.text()),
    )


def _start(seat: list[Node]) -> int:
    return seat[2].whole(-(10**6), 10**6) if len(seat) > 2 else 0


def _variant(counts: list[Node], hands: tuple[ParsedHand, ...], name: str) -> Variant:
    """Wizard or Tournament by their numbers, otherwise a custom game; a strict one counts the
    tricks of a missed bid too."""
    bonus, trick, miss = (node.whole(-1000, 1000) for node in counts[:3])
    strict = counts[3].value in (1, True)
    if not strict and (bonus, trick, miss) in NAMED:
        return NAMED[bonus, trick, miss]
    if min(bonus, trick, miss) < 0:
        raise counts[0].wrong(Code.FILE_VALUE)
    points = Points(bonus, trick, miss, zero=bonus, kept=trick if strict else 0)
    return table_game(with_cards(hands), points, start_of(tidy_name(name), LONGEST_TITLE))


def _rule(ban_from: int) -> BidRule:
    """The number of cards from which the bids may not add up; 0 means never."""
    if ban_from <= 2:
        return BidRule(hook=ban_from > 0, not_on_one_card=ban_from == 2)
    return BidRule(hook=True, from_cards=ban_from)


def _hand(node: Node, seats: int) -> ParsedHand | None:
    """A hand that was recorded; None if it was skipped or is not over."""
    cards, phase, dealer, _, entries, *more = _fields(node, 5)
    recorded = phase.value == DONE or (bool(more) and more[0].value == 1)
    if not recorded:
        return None
    numbers = [_entry(entry) for entry in entries.list(MOST_PLAYERS)]
    if len(numbers) != seats:
        raise entries.wrong(Code.FILE_VALUE)
    dealt = dealer.whole(-1, seats - 1)
    return ParsedHand(
        bids=tuple(bid for bid, _, _ in numbers),
        tricks=tuple(tricks for _, tricks, _ in numbers),
        cards=cards.whole(1, 10**6),
        dealer=None if dealt < 0 else dealt,
        bonuses=tuple(Bonus(s, POINTS, more) for s, (_, _, more) in enumerate(numbers) if more),
        thing=node.thing,
    )


def _entry(node: Node) -> tuple[int | None, int | None, int]:
    """Bid, tricks and the adjustment of a seat; no bid and tricks if it was out."""
    bid, tricks, *more = _fields(node, 2)
    numbers = bid.whole(-1, 10**6), tricks.whole(-1, 10**6)
    extra = more[1].whole(-(10**6), 10**6) if len(more) > 1 else 0
    if min(numbers) < 0 or (more and more[0].value == 1):
        return None, None, extra
    return *numbers, extra


def _fields(node: Node, least: int) -> list[Node]:
    fields = node.list(50)
    if len(fields) < least:
        raise node.wrong(Code.FILE_VALUE)
    return fields
