"""The desk of an event: given to its creator, passed by a link, claimed, taken away, and noted."""

import pytest

from scorekeeper.rules.events.entrant_acts import Entered, Newcomer
from scorekeeper.store import phones
from scorekeeper.store.events import acts, events, listing, logs
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.games import reading
from scorekeeper.store.mapping.stored import Note, Rights, UnknownEventError
from scorekeeper.store.sharing import books, desks, links
from scorekeeper.store.sharing.links import Kind, State
from tests.store.events.rally import always, did, game_at, running
from tests.store.phones import ANN, BEN, CEM, NEW, dump, id_of, redeemed
from tests.store.sharing.test_books import joined

pytestmark = pytest.mark.usefixtures("_opened")
ENTERED_LATE = Entered((Newcomer("Hal"),))


@pytest.fixture
def stored(_opened: None) -> StoredEvent:
    """Ann's event."""
    phones.rename(ANN, "Ann")
    phones.rename(BEN, "Ben")
    return running()


def passed(stored: StoredEvent, phone: str, *, hand_over: bool = False) -> State:
    """The state of a link for the desk that Ann makes, once this phone has redeemed it."""
    links.make(ANN, event=stored.key, hand_over=hand_over)
    link = links.waiting(ANN, event_id=stored.id)
    assert link is not None
    offer = links.preview(link.token, phone)
    assert (offer.kind, offer.event, offer.giver) == (Kind.DESK, (stored.key, "Rally"), "Ann")
    return redeemed(link.token, phone)


def runs(stored: StoredEvent, phone: str) -> bool:
    return events.see(stored.key, phone).rights.writes


def notes(stored: StoredEvent) -> list[tuple[str, str, str]]:
    """The changes of rights in the log: the phone that made each, and the phone concerned."""
    lines = [line for line in reversed(logs.log(stored.id)) if line.act is None]
    return [(line.phone, line.kind, line.data.get("phone", "")) for line in lines]


def test_the_creator_runs_the_event_and_nobody_else(stored: StoredEvent) -> None:
    assert events.see(stored.key, ANN).rights == Rights(writes=True, in_book=True)
    assert events.see(stored.key, BEN).rights == events.see(stored.key, NEW).rights == Rights()
    assert [line.id for line in desks.listed(stored.id, ANN)] == [id_of(ANN)]


def test_a_link_gives_the_desk_and_no_book(stored: StoredEvent) -> None:
    assert passed(stored, BEN) is State.DONE
    assert events.see(stored.key, BEN).rights == Rights(writes=True)
    assert runs(stored, ANN)
    assert notes(stored) == [("Ann", Note.DESK_GIVEN, "Ben")]
    did(stored.key, phone=BEN)
    assert reading.see(game_at(stored, 1, 1).key, BEN).rights.may_claim
    assert [one.runs for one in listing.page_of(phones.asking(BEN), None).items] == [True]


def test_a_desk_that_is_handed_over_is_gone(stored: StoredEvent) -> None:
    assert passed(stored, BEN, hand_over=True) is State.DONE
    assert (runs(stored, ANN), runs(stored, BEN)) == (False, True)
    assert [kind for _, kind, _ in notes(stored)] == [Note.DESK_GIVEN, Note.DESK_LEFT]


def test_a_link_of_a_phone_that_lost_the_desk_is_withdrawn(stored: StoredEvent) -> None:
    passed(stored, BEN)
    links.make(BEN, event=stored.key)
    link = links.waiting(BEN, event_id=stored.id)
    desks.end(stored.key, ANN, id_of(BEN))
    assert link is not None
    assert redeemed(link.token, CEM) is State.WITHDRAWN


def test_only_the_desk_makes_links_for_it(stored: StoredEvent) -> None:
    for phone in (BEN, NEW):
        with pytest.raises(UnknownEventError):
            links.make(phone, event=stored.key)


def test_a_desk_taken_away_stays_away_from_the_book(stored: StoredEvent) -> None:
    joined(ANN, BEN)
    desks.claim(stored.key, BEN)
    assert runs(stored, BEN)
    desks.end(stored.key, ANN, id_of(BEN))
    assert events.see(stored.key, BEN).rights == Rights(in_book=True, taken_away=True)
    with pytest.raises(UnknownEventError):
        desks.claim(stored.key, BEN)
    assert [kind for _, kind, _ in notes(stored)] == [Note.DESK_CLAIMED, Note.DESK_TAKEN]
    desks.end(stored.key, ANN, id_of(ANN))
    desks.claim(stored.key, BEN)
    assert runs(stored, BEN)


def test_a_phone_outside_the_book_claims_no_desk(stored: StoredEvent) -> None:
    before = dump()
    for phone in (BEN, NEW, ""):
        with pytest.raises(UnknownEventError):
            desks.claim(stored.key, phone)
    assert dump() == before


def test_a_guest_at_the_desk_cannot_send_the_book_away(stored: StoredEvent) -> None:
    passed(stored, BEN)
    with pytest.raises(UnknownEventError):
        desks.end(stored.key, BEN, id_of(ANN))
    desks.end(stored.key, BEN, id_of(BEN))
    assert not runs(stored, BEN)


def test_a_change_of_rights_is_no_conflict_for_an_act(stored: StoredEvent) -> None:
    passed(stored, BEN)
    late = acts.act(stored.key, ANN, stored.revision, always(ENTERED_LATE))
    assert len(late.event.entrants) == 8


def test_an_event_moves_with_the_book_of_its_phone_and_back(stored: StoredEvent) -> None:
    books.renew_recovery(CEM)
    joined(CEM, ANN)
    assert events.see(stored.key, CEM).rights.in_book
    assert game_at(stored, 1, 1).book_id == events.read(stored.key).book_id
    books.remove_phone(CEM, id_of(ANN))
    moved = events.read(stored.key)
    assert moved.book_id == phones.book_id(ANN) == game_at(stored, 1, 1).book_id
    assert runs(moved, ANN)
