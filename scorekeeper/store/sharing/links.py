"""One-time links: created by one phone, redeemed by another, within ten minutes."""

import secrets
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from sqlalchemy import Select, delete, select

from scorekeeper.keys import LINK_CODE_LENGTH, hashed, link_code, link_token
from scorekeeper.rules.problems import Code, Problem, RefusedError
from scorekeeper.store import phones
from scorekeeper.store.engine import aware, lock_everything, lock_game, now, parallel_transaction
from scorekeeper.store.games.games import locked_row
from scorekeeper.store.games.reading import helps, is_closed, is_keeper, read, runs
from scorekeeper.store.mapping.stored import StoredGame
from scorekeeper.store.models import EventRow, GameRow, OneTimeLink, Phone, db
from scorekeeper.store.sharing import books, desks, keepers

VALID = timedelta(minutes=10)


class Kind(StrEnum):
    PENCIL = "pencil"
    DESK = "desk"
    HELP = "help"
    BOOK = "book"
    RECOVERY = "recovery"


class State(StrEnum):
    OPEN = "open"
    DONE = "done"
    OWN = "own"
    HAS_IT = "has_it"
    USED = "used"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class OpenLink:
    """A link that can still be redeemed, as the phone that created it shows it; for a game, with a
    code to read out."""

    token: str
    expires_at: datetime
    hand_over: bool
    code: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """An offer: ``game`` for a pencil, the ``event``'s key and name for a desk or a helper;
    ``giver`` is the
    phone's name, which may be ""."""

    state: State
    kind: Kind = Kind.PENCIL
    game: StoredGame | None = None
    event: tuple[str, str] | None = None
    giver: str = ""
    hand_over: bool = False


@parallel_transaction
def make(
    phone_key: str,
    key: str | None = None,
    *,
    event: str | None = None,
    hand_over: bool = False,
    helps: bool = False,
) -> None:
    """Create a link for the score of the game at ``key``, the desk of the ``event`` with this key
    (``helps``: only to enter its results), or (with neither) this phone's book.

    An earlier unused link for the same purpose ends. Raises UnknownGameError, and RefusedError for
    a table of a closed round, whose sheet only the desk corrects.
    """
    game_id = event_id = None
    if key is not None:
        row, phone = locked_row(key, phone_key)
        game_id = row.id
        if is_closed(game_id):
            raise RefusedError(Problem(Code.TABLE_CLOSED))
    elif event is not None:
        event_row, phone = desks.locked_row(event, phone_key)
        event_id = event_row.id
    else:
        phones.lock_own_books(phone_key)
        phone = phones.row_of(phone_key)
    stale = select(OneTimeLink.id).where(OneTimeLink.expires_at < now() - timedelta(days=1))
    # The link may be of any book, so do not wait for transactions that use it.
    free = stale.with_for_update(skip_locked=True)
    db.session.execute(delete(OneTimeLink).where(OneTimeLink.id.in_(free)))
    for old in db.session.scalars(_waiting(phone.id, game_id, event_id, helps=helps)):
        db.session.delete(old)
    nonce = secrets.token_urlsafe(16)
    link = OneTimeLink(phone_id=phone.id, nonce=nonce, hand_over=hand_over, helps=helps)
    link.game_id, link.event_id = game_id, event_id
    link.book_id = phone.book_id if game_id is None and event_id is None else None
    link.token_hash = hashed(link_token(phone_key, "link", nonce))
    link.expires_at = now() + VALID
    db.session.add(link)


def waiting(
    phone_key: str,
    game_id: int | None = None,
    event_id: int | None = None,
    *,
    helps: bool = False,
) -> OpenLink | None:
    """The valid link that this phone created for a game, an event or its book; None if there is
    none."""
    phone = phones.find(phone_key)
    if phone is None:
        return None
    link = db.session.scalar(_waiting(phone.id, game_id, event_id, helps=helps))
    if link is None or link.expires_at <= now() or not _offers(link, phone):
        return None
    token = link_token(phone_key, "link", link.nonce)
    code = link_code(link.token_hash) if game_id is not None else ""
    return OpenLink(token, aware(link.expires_at), link.hand_over, code)


def preview(token: str, phone_key: str) -> Offer:
    """The offer of the link to this phone; changes nothing."""
    return _offer(*_found(_hash_of(token)), phones.find(phone_key))


@parallel_transaction
def redeem(token: str, phone_key: str, name: str) -> Offer:
    """Use the link; the state of the returned offer is DONE if this phone has what it offered.

    A ``name`` other than "" becomes the phone's.
    """
    token_hash = _hash_of(token)
    _hold(token_hash)
    link, owner = _found(token_hash)
    offer = _offer(link, owner, phones.find(phone_key))
    if offer.state is not State.OPEN or owner is None:
        return offer
    phone = phones.row_of(phone_key)
    phone.name = name or phone.name
    if link is None:
        books.join(phone, owner.book_id)
    else:
        link.used_at, link.used_by = now(), phone.id
        _hand_out(link, owner, phone)
    return replace(offer, state=State.DONE)


def _hand_out(link: OneTimeLink, owner: Phone, phone: Phone) -> None:
    if link.book_id is not None:
        books.join(phone, link.book_id)
        return
    if link.event_id is not None:
        event = db.session.get_one(EventRow, link.event_id)
        if link.helps:
            desks.let_help(event, owner, phone)
        else:
            desks.pass_on(event, owner, phone, hand_over=link.hand_over)
        return
    row = db.session.get_one(GameRow, link.game_id)
    keepers.give(row, phone)
    if link.hand_over:
        keepers.drop(row, owner)


def _hold(token_hash: str) -> None:
    """Lock the link's game, or everything for a link that moves games to another book."""
    query = select(GameRow.key).join(OneTimeLink, OneTimeLink.game_id == GameRow.id)
    key = db.session.scalar(query.where(OneTimeLink.token_hash == token_hash))
    if key:
        lock_game(key)
    else:
        lock_everything()


def _hash_of(token: str) -> str:
    """The stored hash of a link's token, or of the link for a game with this spoken code."""
    if len(token) != LINK_CODE_LENGTH:
        return hashed(token)
    query = select(OneTimeLink.token_hash).where(OneTimeLink.game_id.is_not(None))
    return next((one for one in db.session.scalars(query) if link_code(one) == token), "")


def _found(token_hash: str) -> tuple[OneTimeLink | None, Phone | None]:
    """The one-time link and the phone that created it; for a recovery link, None and the phone."""
    link = db.session.scalar(select(OneTimeLink).filter_by(token_hash=token_hash))
    if link is not None:
        return link, db.session.get_one(Phone, link.phone_id)
    return None, db.session.scalar(select(Phone).filter_by(recovery_hash=token_hash))


def _offer(link: OneTimeLink | None, owner: Phone | None, phone: Phone | None) -> Offer:
    if owner is None:
        return Offer(State.UNKNOWN)
    if link is None:
        shared = phone is not None and phone.book_id == owner.book_id
        return Offer(State.HAS_IT if shared else State.OPEN, Kind.RECOVERY, giver=owner.name)
    if link.event_id is not None:
        event = db.session.get_one(EventRow, link.event_id)
        named, state = (event.key, event.name), _state(link, owner, phone)
        return Offer(
            state, Kind.HELP if link.helps else Kind.DESK, None, named, owner.name, link.hand_over
        )
    row = db.session.get(GameRow, link.game_id) if link.game_id is not None else None
    game = read(row.key) if row else None
    kind = Kind.PENCIL if game else Kind.BOOK
    return Offer(_state(link, owner, phone), kind, game, None, owner.name, link.hand_over)


def _state(link: OneTimeLink, owner: Phone, phone: Phone | None) -> State:
    if link.used_at is not None:
        taken = phone is not None and link.used_by == phone.id and _holds(link, phone)
        return State.DONE if taken else State.USED
    if link.expires_at <= now():
        return State.EXPIRED
    if not _offers(link, owner):
        return State.WITHDRAWN
    if phone is None:
        return State.OPEN
    if phone.id == owner.id:
        return State.OWN
    # A phone that already keeps score may still take over from the giver.
    return State.HAS_IT if _holds(link, phone) and not link.hand_over else State.OPEN


def _offers(link: OneTimeLink, owner: Phone) -> bool:
    """Return whether the phone that created the link can still grant its right."""
    if link.event_id is not None:
        return runs(link.event_id, owner.id)
    is_over = link.game_id is not None and is_closed(link.game_id)
    return _holds(link, owner) and not is_over


def _holds(link: OneTimeLink, phone: Phone) -> bool:
    """Return whether the phone has the right that the link grants, and so need not redeem it."""
    if link.event_id is not None:
        return runs(link.event_id, phone.id) or (link.helps and helps(link.event_id, phone.id))
    if link.game_id is None:
        return link.book_id == phone.book_id
    return is_keeper(link.game_id, phone.id)


def _waiting(
    phone_id: int, game_id: int | None, event_id: int | None, *, helps: bool = False
) -> Select[tuple[OneTimeLink]]:
    query = select(OneTimeLink).filter_by(phone_id=phone_id, used_at=None)
    query = query.filter_by(game_id=game_id, event_id=event_id, helps=helps)
    return query.order_by(OneTimeLink.id.desc()).limit(1)
