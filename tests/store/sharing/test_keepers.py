"""The right to keep score: started, passed on, claimed, given up and revoked."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import product, starmap

import pytest
from sqlalchemy import select

from scorekeeper.store.games import games, past, reading, saves
from scorekeeper.store.mapping.stored import Rights, StoredGame, UnknownGameError
from scorekeeper.store.models import Keeper, Phone, db
from scorekeeper.store.sharing import books, keepers
from scorekeeper.store.sharing.links import State
from tests.rules.notation import new
from tests.store.conftest import AtOnce
from tests.store.phones import ANN, BEN, GIL, NEW, id_of, made, may_save, redeemed, rights_on
from tests.store.play import UP, started

pytestmark = pytest.mark.usefixtures("_opened")

HAL, STRANGER = "Hal's phone", "a stranger's phone"
Step = Callable[[StoredGame], object]


def begun(*others: str) -> StoredGame:
    """Ann's game after a save; Ben shares her book, and the others keep score as she does."""
    started(STRANGER)
    stored = started(ANN)
    saves.save(stored.key, ANN, saves.Save(0, UP))
    assert redeemed(made(by=ANN), BEN) is State.DONE
    for phone in others:
        assert redeemed(made(stored, by=ANN), phone) is State.DONE
    return reading.read(stored.key)


def begun_without_hal() -> StoredGame:
    """Ann and Gil keep score, Ben may, and Hal no longer does."""
    stored = begun(GIL, HAL)
    end(stored, ANN, HAL)
    return reading.read(stored.key)


def end(stored: StoredGame, asking: str, phone: str) -> None:
    keepers.end(stored.key, asking, id_of(phone))


def assert_refused(stored: StoredGame, phone: str) -> None:
    """Check that the phone can neither change, undo in, nor delete the game."""
    before = reading.read(stored.key)
    for save in (partial(saves.undo, target=1), partial(saves.undo, target=9), games.delete):
        with pytest.raises(UnknownGameError):
            save(stored.key, phone)
    assert not may_save(stored, phone)
    assert reading.read(stored.key) == before


def test_the_phone_that_starts_a_game_keeps_its_score_and_nobody_else() -> None:
    stored = begun()
    assert may_save(stored, ANN)
    for phone in (BEN, STRANGER, NEW):
        assert_refused(stored, phone)


def test_a_phone_of_the_same_book_may_claim_and_then_both_keep_score() -> None:
    stored = begun()
    assert rights_on(stored, BEN) == Rights(in_book=True)
    keepers.claim(stored.key, BEN)
    assert rights_on(stored, BEN) == Rights(writes=True, in_book=True)
    assert may_save(stored, ANN)
    saves.undo(stored.key, BEN, 1)
    assert [line.phone_id for line in past.log(stored.id)] == [id_of(BEN), id_of(ANN)]


def test_a_stranger_may_not_claim_and_leaves_no_trace() -> None:
    stored = begun()
    known = len(db.session.scalars(select(Phone.id)).all())
    for phone in (STRANGER, NEW):
        assert rights_on(stored, phone) == Rights()
        for key in (stored.key, "unknown"):
            with pytest.raises(UnknownGameError):
                keepers.claim(key, phone)
        assert_refused(stored, phone)
    assert len(db.session.scalars(select(Phone.id)).all()) == known


def test_only_a_phone_of_the_book_that_lost_nothing_is_offered_to_claim() -> None:
    offered = [
        rights for rights in starmap(Rights, product((False, True), repeat=3)) if rights.may_claim
    ]
    assert offered == [Rights(in_book=True)]


@pytest.mark.parametrize(("asking", "phone"), [(ANN, BEN), (BEN, ANN), (ANN, GIL), (GIL, HAL)])
def test_a_right_taken_away_is_gone_at_the_very_next_save_and_not_claimed_back(
    asking: str, phone: str
) -> None:
    stored, other = begun(BEN, GIL, HAL), started(phone)
    assert may_save(stored, phone)
    end(stored, asking, phone)
    assert_refused(stored, phone)
    assert rights_on(stored, phone) == Rights(in_book=phone in (ANN, BEN), taken_away=True)
    with pytest.raises(UnknownGameError):
        keepers.claim(stored.key, phone)
    assert may_save(stored, asking)
    assert may_save(other, phone)


def test_a_phone_of_the_book_takes_up_a_score_that_no_phone_keeps_any_more() -> None:
    stored = begun(BEN)
    end(stored, ANN, BEN)
    end(stored, ANN, ANN)
    keepers.claim(stored.key, BEN)
    assert rights_on(stored, BEN).writes


def test_a_guest_cannot_end_the_right_of_a_phone_of_the_book() -> None:
    stored = begun(BEN, GIL)
    for phone in (ANN, BEN):
        with pytest.raises(UnknownGameError):
            end(stored, GIL, phone)
        assert may_save(stored, phone)


def test_who_does_not_keep_score_ends_nobodys_right() -> None:
    stored = begun(GIL, HAL)
    end(stored, ANN, GIL)
    for phone in (BEN, STRANGER, NEW, GIL):
        for key in (stored.key, "unknown"):
            with pytest.raises(UnknownGameError):
                keepers.end(key, phone, id_of(HAL))
    assert may_save(stored, HAL)


def test_a_right_given_up_is_gone_but_was_not_taken_away() -> None:
    stored = begun(BEN, GIL)
    for phone in (ANN, BEN, GIL):
        end(stored, phone, phone)
        assert_refused(stored, phone)
        assert rights_on(stored, phone) == Rights(in_book=phone != GIL)


def test_who_gave_up_its_right_may_claim_it_again_in_its_book_and_not_as_a_guest() -> None:
    stored = begun(GIL)
    for phone in (GIL, ANN):
        end(stored, phone, phone)
    assert keepers.listed(stored.id, ANN) == []
    with pytest.raises(UnknownGameError):
        keepers.claim(stored.key, GIL)
    keepers.claim(stored.key, ANN)
    assert may_save(stored, ANN)


@pytest.mark.parametrize("asking", [ANN, GIL, HAL, STRANGER])
def test_what_is_offered_to_be_ended_is_what_can_be_ended(asking: str) -> None:
    stored = begun(BEN, GIL)
    lines = {line.id: line for line in keepers.listed(stored.id, asking)}
    for phone in sorted((ANN, BEN, GIL), key=lambda phone: phone == asking):
        offered = keepers.may_end(rights_on(stored, asking), stored.book_id, lines[id_of(phone)])
        with suppress(UnknownGameError):
            end(stored, asking, phone)
        assert offered is not may_save(stored, phone)


def test_a_phone_that_leaves_the_book_and_joins_again_may_claim_what_was_taken_away() -> None:
    stored = begun(BEN)
    end(stored, ANN, BEN)
    books.remove_phone(ANN, id_of(BEN))
    assert rights_on(stored, BEN) == Rights(taken_away=True)
    redeemed(made(by=ANN), BEN)
    keepers.claim(stored.key, BEN)
    assert may_save(stored, BEN)


NEW_RIGHTS: dict[str, Step] = {
    "claimed": lambda stored: keepers.claim(stored.key, BEN),
    "taken away": lambda stored: end(stored, ANN, GIL),
    "given up": lambda stored: end(stored, GIL, GIL),
    "shared": lambda stored: redeemed(made(stored, by=ANN), BEN),
    "given back": lambda stored: redeemed(made(stored, by=ANN), HAL),
    "handed over": lambda stored: redeemed(made(stored, by=ANN, hand_over=True), BEN),
    "handed over to a keeper": lambda stored: redeemed(made(stored, by=ANN, hand_over=True), GIL),
    "put out of the book": lambda _: books.remove_phone(BEN, id_of(ANN)),
}
OLD_RIGHTS: dict[str, Step] = {
    "claimed by a keeper": lambda stored: keepers.claim(stored.key, ANN),
    "claimed by a guest": lambda stored: keepers.claim(stored.key, GIL),
    "claimed by a stranger": lambda stored: keepers.claim(stored.key, STRANGER),
    "ended where there was none": lambda stored: end(stored, ANN, BEN),
    "ended for nobody": lambda stored: keepers.end(stored.key, ANN, 999),
    "ended without saying whose": lambda stored: keepers.end(stored.key, ANN, None),
    "ended by who may not": lambda stored: end(stored, GIL, ANN),
    "shared with oneself": lambda stored: redeemed(made(stored, by=ANN), ANN),
    "shared with a keeper": lambda stored: redeemed(made(stored, by=ANN), GIL),
    "taken away again": lambda stored: end(stored, ANN, HAL),
    "another in the book": lambda _: redeemed(made(by=ANN), STRANGER),
    "another out of the book": lambda _: books.remove_phone(ANN, id_of(BEN)),
}


@pytest.mark.parametrize("name", NEW_RIGHTS)
def test_every_change_of_rights_changes_the_stamp(name: str) -> None:
    stored = begun_without_hal()
    NEW_RIGHTS[name](stored)
    after = reading.read(stored.key)
    assert after.stamp != stored.stamp
    assert after.rights > stored.rights
    assert after.revision == stored.revision


def test_what_changes_no_right_keeps_the_stamp() -> None:
    stored = begun_without_hal()
    for name, step in OLD_RIGHTS.items():
        with suppress(UnknownGameError):
            step(stored)
        assert reading.read(stored.key) == stored, name


def test_a_deleted_game_leaves_no_right_behind() -> None:
    games.delete(started(ANN).key, ANN)
    assert db.session.scalars(select(Keeper)).all() == []


@pytest.mark.parametrize("phone", [ANN, GIL])
def test_a_rematch_goes_into_the_same_book_with_the_same_keepers(phone: str) -> None:
    stored = begun_without_hal()
    again = games.play_again(phone, stored.key, new("wizard", 3))
    assert again.book_id == stored.book_id
    assert games.next_key(stored.id) == again.key
    kept = {line.id for line in keepers.listed(again.id, phone)}
    assert kept == {id_of(ANN), id_of(GIL)}
    assert may_save(again, GIL)
    assert not may_save(again, HAL)
    assert rights_on(again, BEN).may_claim


def test_the_phones_that_keep_score_are_listed_with_the_asking_one_first() -> None:
    stored = begun(GIL, HAL, BEN)
    end(stored, ANN, GIL)

    def listed(phone: str) -> list[tuple[int, bool]]:
        return [(line.id, line.is_asking) for line in keepers.listed(stored.id, phone)]

    ann, ben, hal = id_of(ANN), id_of(BEN), id_of(HAL)
    assert listed(HAL) == [(hal, True), (ann, False), (ben, False)]
    assert listed(ANN) == [(ann, True), (ben, False), (hal, False)]
    assert listed(GIL) == listed(NEW) == [(ann, False), (ben, False), (hal, False)]


def test_of_two_who_end_each_others_right_at_once_one_keeps_it(at_once: AtOnce) -> None:
    stored = begun(BEN)

    def ends(asking: str, phone_id: int) -> bool:
        with suppress(UnknownGameError):
            keepers.end(stored.key, asking, phone_id)
            return True
        return False

    pairs = (ANN, id_of(BEN)), (BEN, id_of(ANN))
    assert sorted(at_once(*(partial(ends, *pair) for pair in pairs))) == [False, True]
    assert may_save(stored, ANN) is not may_save(stored, BEN)


def test_a_guest_who_keeps_score_deletes_no_game() -> None:
    stored = begun(GIL)
    assert rights_on(stored, GIL) == Rights(writes=True)
    with pytest.raises(UnknownGameError):
        games.delete(stored.key, GIL)
    assert reading.read(stored.key) == stored
