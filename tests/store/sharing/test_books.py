"""Books, and phones that run their events."""

import uuid
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from sqlalchemy import select, text

from scorekeeper import create_app
from scorekeeper.rules.events.entrant_acts import Entered, Newcomer
from scorekeeper.store import lists, phones
from scorekeeper.store.events import acts, events
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.games import games, reading
from scorekeeper.store.mapping.stored import (
    Note,
    Rights,
    StoredGame,
    UnknownEventError,
    UnknownGameError,
)
from scorekeeper.store.models import Book, Keeper, db
from scorekeeper.store.sharing import books, desks, keepers, links
from scorekeeper.store.sharing.books import Move
from scorekeeper.store.sharing.links import Kind, State
from tests import conftest, databases
from tests.store.conftest import AtOnce
from tests.store.events.rally import always, did, game_at, running
from tests.store.phones import (
    ANN,
    BEN,
    CEM,
    GIL,
    NEW,
    dump,
    id_of,
    made,
    may_save,
    recovery,
    redeemed,
    rights_on,
)
from tests.store.play import by_chance, started
from tests.store.sharing.test_keepers import later
from tests.store.whole import whole

pytestmark = pytest.mark.usefixtures("_opened")


@pytest.fixture
def household(_opened: None) -> None:
    """A server of one household."""
    db.engine.update_execution_options(household=True)
    books.open_household()


def joined(giver: str, phone: str) -> None:
    assert redeemed(made(by=giver), phone) is State.DONE


def put_out(asking: str, phone: str) -> None:
    books.remove_phone(asking, id_of(phone))


def keys(phone: str) -> set[str]:
    """The games of the phone's book, which are among those on its pages."""
    of_book = {stored.key for stored in of_book_of(phone)}
    assert of_book <= shown(phone)
    return of_book


def of_book_of(phone: str) -> list[StoredGame]:
    """The games of the phone's book."""
    book = phones.book_id(phone)
    return [stored for stored in whole(lists.all_games()) if stored.book_id == book]


def shown(phone: str) -> set[str]:
    return {stored.key for stored in lists.newest(phones.asking(phone), 1000)}


def test_the_games_of_a_book_are_those_of_all_its_phones() -> None:
    first = started(ANN)
    joined(ANN, BEN)
    joined(BEN, NEW)
    second, other = started(BEN), started(CEM)
    for phone in (ANN, BEN, NEW):
        assert keys(phone) == shown(phone) == {first.key, second.key}
    assert keys(CEM) == {other.key}
    members = [(line.id, line.is_asking) for line in books.members(BEN)]
    assert members == [(id_of(BEN), True), (id_of(ANN), False), (id_of(NEW), False)]


def test_a_guest_is_shown_the_games_that_it_keeps_and_its_book_does_not_hold_them() -> None:
    stored, other, own = started(ANN), started(ANN), started(GIL)
    for game in (stored, other):
        redeemed(made(game, by=ANN), GIL)
    keepers.end(other.key, ANN, id_of(GIL))
    assert (keys(GIL), shown(GIL)) == ({own.key}, {own.key, stored.key})
    assert keys(ANN) == {stored.key, other.key}


def test_joining_takes_along_the_games_of_a_book_of_ones_own() -> None:
    theirs, first, second = started(ANN), started(BEN), started(BEN)
    redeemed(made(first, by=BEN), GIL)
    assert books.move_of(BEN) == Move(2, go_along=True)
    assert books.recovery(ANN, only_game=theirs.id)
    joined(ANN, BEN)
    assert books.recovery(ANN, only_game=theirs.id) is None
    assert keys(ANN) == keys(BEN) == {theirs.key, first.key, second.key}
    assert rights_on(first, BEN) == Rights(writes=True, in_book=True)
    assert rights_on(first, GIL) == Rights(writes=True)
    assert rights_on(first, ANN).may_claim
    assert db.session.get(Book, first.book_id) is None


def test_joining_leaves_the_games_that_other_phones_share() -> None:
    theirs, shared = started(ANN), started(BEN)
    joined(BEN, CEM)
    assert books.move_of(BEN) == Move(1, go_along=False)
    joined(ANN, BEN)
    assert keys(ANN) == keys(BEN) == {theirs.key}
    assert keys(CEM) == {shared.key}
    assert books.move_of(NEW) == Move(0, go_along=True)


def test_a_recovery_link_brings_the_book_to_several_phones_at_any_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stored, other = started(ANN), started(BEN)
    token = recovery(ANN)
    phones.rename(ANN, "Ann")
    later(monkeypatch, days=999)
    for phone in (NEW, BEN):
        offer = links.preview(token, phone)
        assert (offer.state, offer.kind, offer.giver) == (State.OPEN, Kind.RECOVERY, "Ann")
        assert redeemed(token, phone) is State.DONE
        assert links.preview(token, phone).state is State.HAS_IT
        assert rights_on(stored, phone).may_claim
    assert keys(NEW) == keys(BEN) == keys(ANN) == {stored.key, other.key}


def test_replacing_ends_all_recovery_links_of_the_book() -> None:
    started(CEM)
    started(ANN)
    joined(ANN, BEN)
    books.renew_recovery(BEN)
    old, kept = [recovery(ANN), recovery(BEN)], recovery(CEM)
    books.renew_recovery(ANN)
    assert recovery(ANN) == old[0]
    books.renew_recovery(ANN, replace=1)
    assert books.recovery(BEN) is None
    new = recovery(ANN)
    books.renew_recovery(ANN, replace=1)
    assert recovery(ANN) == new, "asked twice, it was replaced twice"
    books.renew_recovery(BEN)
    assert [links.preview(token, NEW).state for token in old] == [State.UNKNOWN] * 2
    for token in (recovery(ANN), recovery(BEN), kept):
        assert token not in old
        assert links.preview(token, NEW).state is State.OPEN


def test_a_phone_that_is_put_out_gets_an_empty_book_and_keeps_no_score_there() -> None:
    elsewhere, ours = started(GIL), started(ANN)
    redeemed(made(elsewhere, by=GIL), BEN)
    redeemed(made(ours, by=ANN), BEN)
    joined(ANN, BEN)
    stored = started(BEN)
    tokens = [recovery(BEN), *(made(purpose, by=BEN) for purpose in (None, stored, elsewhere))]
    put_out(ANN, BEN)
    assert (keys(BEN), shown(BEN)) == (set(), {elsewhere.key})
    assert rights_on(stored, BEN) == rights_on(ours, BEN) == Rights()
    for write in (games.delete, keepers.claim):
        with pytest.raises(UnknownGameError):
            write(stored.key, BEN)
    found = [redeemed(token, NEW) for token in tokens]
    assert found == [State.UNKNOWN, State.WITHDRAWN, State.WITHDRAWN, State.DONE]
    assert books.recovery(BEN) is None
    assert links.waiting(BEN) is links.waiting(BEN, stored.id) is None
    assert keys(ANN) == {ours.key, stored.key}
    assert may_save(elsewhere, BEN)


def test_the_games_that_a_phone_brought_go_with_it_when_it_leaves() -> None:
    ours, bens = started(ANN), started(BEN)
    joined(ANN, BEN)
    assert keys(ANN) == keys(BEN) == {ours.key, bens.key}
    put_out(ANN, BEN)
    assert keys(ANN) == {ours.key}
    assert keys(BEN) == {bens.key}
    assert rights_on(bens, BEN).writes
    assert not rights_on(bens, ANN).may_claim


def test_a_phone_may_leave_a_book_but_not_the_one_that_it_has_alone() -> None:
    stored = started(ANN)
    joined(ANN, BEN)
    put_out(ANN, ANN)
    assert (keys(ANN), keys(BEN)) == (set(), {stored.key})
    before = dump()
    for phone in (ANN, BEN):
        put_out(phone, phone)
    assert dump() == before


def test_only_a_phone_of_the_book_puts_another_out() -> None:
    stored = started(ANN)
    started(CEM)
    joined(ANN, BEN)
    redeemed(made(stored, by=ANN), GIL)
    before = dump()
    for asking in (CEM, GIL, NEW):
        for phone_id in (id_of(BEN), 999, None):
            with pytest.raises(UnknownGameError):
                books.remove_phone(asking, phone_id)
    assert dump() == before


@pytest.mark.usefixtures("household")
def test_in_a_household_a_phone_never_seen_shares_the_games() -> None:
    stored = started(ANN)
    assert keys(NEW) == keys(BEN) == {stored.key}
    assert phones.find(NEW) is None
    assert rights_on(stored, NEW).may_claim
    keepers.claim(stored.key, NEW)
    assert rights_on(stored, NEW) == Rights(writes=True, in_book=True)
    assert [line.id for line in books.members(ANN)] == [id_of(ANN), id_of(NEW)]


@pytest.mark.thorough
@pytest.mark.usefixtures("app")
def test_a_household_is_made_of_all_books_once(tmp_path: Path) -> None:
    games, rights = {started(ANN).key, started(BEN).key}, dump()["keeper"]
    db.session.remove()
    opened = create_app(conftest.settings(tmp_path) | {"HOUSEHOLD": True})
    with opened.app_context():
        assert keys(NEW) == keys(ANN) == keys(BEN) == games
        assert dump()["keeper"] == rights
        put_out(ANN, BEN)
        own = started(BEN)
        before = dump()
        books.open_household()
        assert dump() == before
        assert keys(BEN) == {own.key}
        db.session.remove()
        db.engine.dispose()


def test_two_starts_at_once_make_one_household(at_once: AtOnce) -> None:
    games = {started(ANN).key, started(BEN).key}
    db.engine.update_execution_options(household=True)

    def opened() -> int | None:
        books.open_household()
        return phones.household_id()

    assert len(set(at_once(*[opened] * 4))) == 1
    assert db.session.scalars(select(Book.household).where(Book.household == 1)).all() == [1]
    assert keys(ANN) == keys(BEN) == games


@pytest.mark.usefixtures("household")
def test_the_book_of_a_household_stays_when_its_last_known_phone_leaves() -> None:
    stored = started(ANN)
    joined(ANN, BEN)
    put_out(ANN, BEN)
    assert books.move_of(ANN) == Move(1, go_along=False)
    joined(BEN, ANN)
    assert (keys(NEW), keys(ANN)) == ({stored.key}, set())


ASKED: dict[str, Callable[[str, str, StoredGame], object]] = {
    "start": lambda phone, _, __: started(phone),
    "rematch": lambda phone, _, stored: games.play_again(phone, stored.key, stored.game),
    "claim": lambda phone, _, stored: keepers.claim(stored.key, phone),
    "end": lambda phone, other, stored: keepers.end(stored.key, phone, id_of(other)),
    "share": lambda phone, other, stored: redeemed(made(stored, by=phone), other),
    "hand": lambda phone, other, game: redeemed(made(game, by=phone, hand_over=True), other),
    "join": lambda phone, other, _: redeemed(made(by=phone), other),
    "recover": lambda phone, other, _: redeemed(recovery(phone), other),
    "put out": lambda phone, other, _: put_out(phone, other),
}
RIGHTS = select(Keeper.game_id, Keeper.phone_id, Keeper.taken_away)
THREE = st.integers(0, 2)
STEPS = st.lists(st.tuples(st.sampled_from(list(ASKED)), THREE, THREE, THREE), max_size=12)


def held(some: list[str]) -> dict[int, StoredGame]:
    """The games of these phones, each of them in one book."""
    one_of_each_book = {phones.book_id(phone): phone for phone in some}.values()
    games = [stored for phone in one_of_each_book for stored in of_book_of(phone)]
    assert len({stored.id for stored in games}) == len(games)
    return {stored.id: stored for stored in games}


@pytest.mark.thorough
@by_chance
@given(STEPS)
@example([("join", 0, 2, 0), ("put out", 0, 2, 0)])
def test_whatever_phones_do_no_game_is_lost_and_only_keepers_write(
    steps: list[tuple[str, int, int, int]],
) -> None:
    some = [uuid.uuid4().hex for _ in range(3)]
    common, _ = started(some[0]), started(some[2])
    joined(some[0], some[1])
    for phone in some[1:]:
        redeemed(made(common, by=some[0]), phone)
    games = held(some)
    for asked, one, two, number in steps:
        phone, other, old = some[one], some[two], set(db.session.execute(RIGHTS).tuples())
        stored = games[sorted(games)[number % len(games)]]
        with suppress(UnknownGameError):
            ASKED[asked](phone, other, stored)
        after, rights = held(some), set(db.session.execute(RIGHTS).tuples())
        assert games.keys() <= after.keys()
        changed = {game_id for game_id, _, _ in old ^ rights} & games.keys()
        if asked == "rematch" and len(after) > len(games):
            changed.add(stored.id)
        told = {known for known in games if after[known].stamp != games[known].stamp}
        # With the book the right of others to claim the pencil may have ended.
        moved = {known for known in games if after[known].book_id != games[known].book_id}
        assert changed <= told <= changed | moved
        for asking in {phone, other}:
            assert may_save(stored, asking) is ((stored.id, id_of(asking), False) in rights)
        games = after
    if not databases.ON_POSTGRESQL:
        assert db.session.execute(text("PRAGMA foreign_key_check")).all() == []


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
    lines = [line for line in reversed(acts.log(stored.id)) if line.act is None]
    return [(line.phone, line.kind, line.data.get("phone", "")) for line in lines]


def test_the_creator_runs_the_event_and_nobody_else(stored: StoredEvent) -> None:
    assert events.see(stored.key, ANN).rights == Rights(True, in_book=True, enters=True)
    assert events.see(stored.key, BEN).rights == events.see(stored.key, NEW).rights == Rights()
    assert [line.id for line in desks.listed(stored.id, ANN)] == [id_of(ANN)]


def test_a_link_gives_the_desk_and_no_book(stored: StoredEvent) -> None:
    assert passed(stored, BEN) is State.DONE
    assert events.see(stored.key, BEN).rights == Rights(writes=True, enters=True)
    assert runs(stored, ANN)
    assert notes(stored) == [("Ann", Note.DESK_GIVEN, "Ben")]
    did(stored.key, phone=BEN)
    assert reading.see(game_at(stored, 1, 1).key, BEN).rights.may_claim
    assert [one.runs for one in events.page_of(phones.asking(BEN), None).items] == [True]


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
