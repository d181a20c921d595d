"""Hidden bids: each phone enters its own, and all are revealed together.

Until then, a bid is shown only to the phone that entered it; all others see only which players have
bid.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import case, delete, insert, select, update

from scorekeeper.keys import hashed
from scorekeeper.rules.actions import Numbers, enter_bids
from scorekeeper.rules.game import BIDS, Game, Hand
from scorekeeper.rules.hand import any_revealed, number_problems, out_problems
from scorekeeper.rules.merge import hand_or_none
from scorekeeper.rules.problems import Code, Problem, RefusedError, refuse_if
from scorekeeper.store import phones
from scorekeeper.store.engine.transaction import now, parallel_transaction
from scorekeeper.store.games.past import check_room
from scorekeeper.store.games.reading import GameAccess, keepers_of, see, writable
from scorekeeper.store.games.writing import count_hidden_bid, drop_hidden_bids, write_save
from scorekeeper.store.mapping.document import AnyRow
from scorekeeper.store.mapping.stored import StoredGame, Tap, UnknownGameError
from scorekeeper.store.models import EVENT_TABLE, GAME, HIDDEN_BID, PHONE, run
from scorekeeper.store.phones import Requester


@dataclass(frozen=True, slots=True)
class HiddenBids:
    """The ``seats`` with a hidden bid, and by seat the bids that the asking phone entered."""

    seats: frozenset[int]
    mine: Numbers


def visible_to(stored: StoredGame, phone_key: str) -> HiddenBids | None:
    """The hidden bids that the phone may see; None if bids are not hidden."""
    if not stored.hides_bids or stored.sheet.hand is None:
        return None
    # Of the other bids, only the seat is read from the database.
    my_bid = case((PHONE.c.key_hash == hashed(phone_key), HIDDEN_BID.c.bid))
    query = select(HIDDEN_BID.c.seat, my_bid.label("mine")).join_from(HIDDEN_BID, PHONE)
    here = HIDDEN_BID.c.game_id == stored.id, HIDDEN_BID.c.number == stored.sheet.hand.number
    mine = {row.seat: row.mine for row in run(query.where(*here))}
    return HiddenBids(frozenset(mine), tuple(mine.get(seat) for seat in stored.game.seats))


def check_hidden(before: StoredGame, game: Game) -> None:
    """Raise RefusedError if a save would reveal single bids while others are hidden."""
    hand = before.sheet.hand
    if not before.hides_bids or hand is None:
        return
    for opened in game.hands[hand.number - 1 :]:
        if opened.missing(BIDS) and any_revealed(opened):
            raise RefusedError(Problem(Code.BIDS_HIDDEN))


@parallel_transaction
def switch(key: str, phone_key: str, *, on: bool) -> None:
    """Let every phone enter its hidden bid, or stop that and discard the hidden bids.

    Raises UnknownGameError unless this phone keeps the score.
    """
    stored = writable(key, phone_key, lock=True).stored
    if stored.phone_bids != on:
        run(update(GAME).where(GAME.c.id == stored.id).values(phone_bids=on))
        drop_hidden_bids(stored)


@parallel_transaction
def enter(key: str, phone_key: str, number: int, bids: Numbers, tap: str | None) -> GameAccess:
    """Store these hidden bids of a hand, and reveal all once everybody has bid.

    A phone that does not keep the score has one bid: a newer one replaces it, even for another
    player. Success if the same bid is already revealed. Raises UnknownGameError, also for a game of
    an event whose score nobody keeps, as in a closed round; and RefusedError if bids are not hidden
    or another phone has bid for the player.
    """
    seen = see(key, phone_key, lock=True)
    if seen.stored.event_id is not None and not (seen.rights.writes or _is_open(seen.stored.id)):
        raise UnknownGameError(key)
    hand = _hand(seen.stored, number, bids)
    if hand is None:
        return seen
    refuse_if(number_problems(Code.BID_RANGE, bids, hand.cards) + out_problems(hand, bids))
    given = {seat: bid for seat, bid in enumerate(bids) if bid is not None}
    refuse_if([] if len(given) == 1 or seen.rights.writes else [Problem(Code.BID_SINGLE)])
    phone = phones.row_of(phone_key)
    before = _holders(seen.stored, number)
    _write(seen, hand, phone.id, given)
    after = _holders(seen.stored, number)
    if after.keys() >= {*hand.playing}:
        asking = Requester(phone.id, phone.book_id, phone.seen_at)
        return _revealed(replace(seen, phone=asking), number, Tap(tap))
    is_news = after.keys() != before.keys()
    return replace(seen, stored=count_hidden_bid(seen.stored)) if is_news else seen


def _is_open(game_id: int) -> bool:
    """Return whether a table of an event is played: its round is not closed, even if the desk
    corrects its sheet, and a phone keeps score."""
    closed = select(EVENT_TABLE.c.closed).where(EVENT_TABLE.c.game_id == game_id)
    return not run(closed).scalar() and bool(keepers_of(game_id))


def _write(seen: GameAccess, hand: Hand, phone_id: int, bids: dict[int, int]) -> None:
    """Write a phone's bids; raises RefusedError if another phone has bid for the player."""
    stored = seen.stored
    holders = _holders(stored, hand.number)
    taken = [seat for seat in bids if holders.get(seat, phone_id) != phone_id]
    refuse_if([Problem(Code.SEAT_TAKEN, seat) for seat in taken])
    mine = {seat for seat, holder in holders.items() if holder == phone_id}
    _remove(stored, mine & bids.keys() if seen.rights.writes else mine)
    known: dict[str, Any] = {"game_id": stored.id, "number": hand.number, "cards": hand.cards}
    known |= {"phone_id": phone_id, "at": now()}
    if rows := [{**known, "seat": seat, "bid": bid} for seat, bid in bids.items()]:
        run(insert(HIDDEN_BID), rows)


@parallel_transaction
def reveal(key: str, phone_key: str, number: int, tap: str | None) -> GameAccess:
    """Reveal the hidden bids, even if some are missing.

    Success if they are already revealed. Raises UnknownGameError unless this phone keeps the score,
    and RefusedError.
    """
    seen = writable(key, phone_key, lock=True)
    return seen if _hand(seen.stored, number) is None else _revealed(seen, number, Tap(tap))


@parallel_transaction
def remove(key: str, phone_key: str, number: int, seat: int | None) -> None:
    """Remove a hidden bid, so that another phone can bid for the player.

    Raises UnknownGameError unless this phone keeps the score.
    """
    stored = writable(key, phone_key, lock=True).stored
    if stored.hides_bids and seat is not None and seat in _holders(stored, number):
        _remove(stored, {seat})
        count_hidden_bid(stored)


def _hand(stored: StoredGame, number: int, bids: Numbers = ()) -> Hand | None:
    """The hand whose bids are hidden; None if these bids are already revealed in it.

    Raises RefusedError if another hand is in play, or bids are not hidden.
    """
    if not stored.phone_bids:
        raise RefusedError(Problem(Code.BIDS_OFF))
    if stored.hides_bids and stored.sheet.hand and stored.sheet.hand.number == number:
        return stored.sheet.hand
    hand = hand_or_none(stored.game, number)
    if hand is None or not any_revealed(hand):
        raise RefusedError(Problem(Code.BIDS_ANOTHER))
    if any(bid not in (None, known) for bid, known in zip(bids, hand.bids, strict=False)):
        raise RefusedError(Problem(Code.BIDS_REVEALED))
    return None


def _revealed(seen: GameAccess, number: int, tap: Tap) -> GameAccess:
    """The game with all hidden bids, saved as one change. Raises RefusedError."""
    stored = seen.stored
    out = stored.sheet.hand.out if stored.sheet.hand else ()
    # A player who has bid may sit out by now.
    found = {row.seat: row.bid for row in _bids_of(stored, number) if row.seat not in out}
    refuse_if([] if found else [Problem(Code.BIDS_NONE)])
    check_room(stored)
    game = enter_bids(stored.game, number, tuple(found.get(seat) for seat in stored.game.seats))
    return replace(seen, stored=write_save(seen, game, tap))


def _holders(stored: StoredGame, number: int) -> dict[int, int]:
    """The phones with hidden bids in this hand, by seat."""
    return {row.seat: row.phone_id for row in _bids_of(stored, number)}


def _bids_of(stored: StoredGame, number: int) -> Iterable[AnyRow]:
    """The hidden bids of this hand."""
    here = HIDDEN_BID.c.game_id == stored.id, HIDDEN_BID.c.number == number
    return run(select(HIDDEN_BID).where(*here))


def _remove(stored: StoredGame, seats: Iterable[int]) -> None:
    here = HIDDEN_BID.c.game_id == stored.id, HIDDEN_BID.c.seat.in_(seats)
    run(delete(HIDDEN_BID).where(*here))
