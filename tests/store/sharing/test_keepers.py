"""Who keeps score: phones, links, and what a link gives."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from itertools import product, starmap

import pytest
from sqlalchemy import select

from scorekeeper.keys import hashed
from scorekeeper.store import phones
from scorekeeper.store.engine import aware, now
from scorekeeper.store.games import games, reading, saves
from scorekeeper.store.mapping.stored import Rights, StoredGame, UnknownGameError
from scorekeeper.store.models import Keeper, Phone, db
from scorekeeper.store.sharing import books, keepers, links
from scorekeeper.store.sharing.links import Kind, State
from tests.rules.notation import new
from tests.store.conftest import AtOnce
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
    waiting,
)
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
    log = saves.log(reading.read(stored.key))
    assert [line.phone_id for line in log] == [id_of(BEN), id_of(ANN)]


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


PENCILS = pytest.mark.parametrize("hand_over", [False, True], ids=["share", "hand over"])


@pytest.fixture
def stored(_opened: None) -> StoredGame:
    """Ann's game; Ben and Cem have their own games."""
    for phone in (BEN, CEM):
        games.start(phone, new("wizard", 3), "their own")
    phones.rename(ANN, "Ann")
    return games.start(ANN, new("wizard", 3), "Ann's")


@pytest.fixture(params=["pencil", "book"])
def purpose(request: pytest.FixtureRequest, stored: StoredGame) -> StoredGame | None:
    """The purpose of a link: the game's score, or Ann's book."""
    return stored if request.param == "pencil" else None


def writes(stored: StoredGame, phone: str) -> bool:
    return rights_on(stored, phone).writes


def later(monkeypatch: pytest.MonkeyPatch, **time: float) -> None:
    """Let some time pass for the links."""
    monkeypatch.setattr(links, "now", lambda: now() + timedelta(**time))


@PENCILS
@pytest.mark.parametrize("phone", [BEN, NEW])
def test_a_pencil_link_gives_the_score_and_hand_over_ends_the_givers_right(
    stored: StoredGame, phone: str, hand_over: bool
) -> None:
    token = made(stored, hand_over=hand_over)
    offer = links.preview(token, phone)
    assert (offer.state, offer.kind, offer.giver) == (State.OPEN, Kind.PENCIL, "Ann")
    assert (offer.game, offer.hand_over) == (stored, hand_over)
    assert redeemed(token, phone) is State.DONE
    assert writes(stored, phone)
    assert rights_on(stored, ANN) == Rights(writes=not hand_over, in_book=True)


def test_a_link_that_was_used_says_so_to_a_phone_whose_right_was_ended_since(
    stored: StoredGame,
) -> None:
    token = made(stored)
    assert redeemed(token, BEN) is State.DONE
    assert links.preview(token, BEN).state is State.DONE
    keepers.end(stored.key, ANN, id_of(BEN))
    assert links.preview(token, BEN).state is redeemed(token, BEN) is State.USED
    assert not writes(stored, BEN)


def test_a_book_link_gives_the_book_and_no_pencil(stored: StoredGame) -> None:
    token = made()
    offer = links.preview(token, NEW)
    assert (offer.state, offer.kind, offer.giver) == (State.OPEN, Kind.BOOK, "Ann")
    assert offer.game is None
    assert redeemed(token, NEW) is State.DONE
    assert rights_on(stored, NEW) == Rights(in_book=True)


def test_a_link_is_used_by_one_phone_however_often_it_opens_it(
    stored: StoredGame, purpose: StoredGame | None
) -> None:
    token = made(purpose)
    assert redeemed(token, BEN) is redeemed(token, BEN) is State.DONE
    for phone in (CEM, NEW, ANN):
        assert redeemed(token, phone) is State.USED
    assert not writes(stored, CEM)
    assert phones.book_id(CEM) != stored.book_id
    assert waiting(ANN, purpose) is None


def test_a_link_is_good_for_ten_minutes(
    stored: StoredGame, purpose: StoredGame | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = made(purpose)
    later(monkeypatch, minutes=9.9)
    assert links.preview(token, BEN).state is State.OPEN
    later(monkeypatch, minutes=10)
    assert redeemed(token, BEN) is redeemed(token, NEW) is State.EXPIRED
    assert waiting(ANN, purpose) is None
    assert not writes(stored, BEN)
    later(monkeypatch, minutes=0)
    redeemed(token, BEN)
    later(monkeypatch, minutes=11)
    assert (redeemed(token, BEN), redeemed(token, CEM)) == (State.DONE, State.USED)


@pytest.mark.parametrize("ends", ["taken away", "given up", "put out"])
def test_a_pencil_link_is_withdrawn_when_its_giver_lost_the_right(
    stored: StoredGame, ends: str
) -> None:
    redeemed(made(), BEN)
    keepers.claim(stored.key, BEN)
    mine, token = made(stored), made(stored, by=BEN)
    if ends == "put out":
        books.remove_phone(ANN, id_of(BEN))
    else:
        keepers.end(stored.key, ANN if ends == "taken away" else BEN, id_of(BEN))
    assert redeemed(token, CEM) is redeemed(token, NEW) is State.WITHDRAWN
    assert waiting(BEN, stored) is None
    assert not writes(stored, CEM)
    assert redeemed(mine, CEM) is State.DONE


def test_a_link_that_nobody_made_or_whose_game_is_gone_is_unknown(stored: StoredGame) -> None:
    token = made(stored)
    for made_up in ("", "made up", token[:-1], token + "A", hashed(token), stored.key, ANN):
        assert redeemed(made_up, BEN) is redeemed(made_up, NEW) is State.UNKNOWN
    games.delete(stored.key, ANN)
    assert redeemed(token, BEN) is State.UNKNOWN
    assert dump()["one_time_link"] == []


def test_a_phone_does_not_use_up_its_own_link_or_one_for_what_it_has_already(
    purpose: StoredGame | None,
) -> None:
    redeemed(made(purpose), BEN)
    token = made(purpose)
    assert redeemed(token, ANN) is State.OWN
    assert redeemed(token, BEN) is State.HAS_IT
    assert redeemed(token, CEM) is State.DONE


def test_a_phone_that_lost_its_right_gets_it_back_by_a_new_link_and_may_be_handed_it(
    stored: StoredGame,
) -> None:
    old = made(stored)
    redeemed(old, BEN)
    keepers.end(stored.key, ANN, id_of(BEN))
    redeemed(old, BEN)
    assert rights_on(stored, BEN) == Rights(taken_away=True)
    assert redeemed(made(stored), BEN) is State.DONE
    assert rights_on(stored, BEN) == Rights(writes=True)
    assert redeemed(made(stored, hand_over=True), BEN) is State.DONE
    assert not writes(stored, ANN)


def test_only_who_keeps_score_makes_a_pencil_link(stored: StoredGame) -> None:
    redeemed(made(), BEN)
    redeemed(made(stored), GIL)
    keepers.end(stored.key, ANN, id_of(GIL))
    before = dump()
    for phone in (BEN, GIL, CEM, NEW):
        for key in (stored.key, "unknown"):
            with pytest.raises(UnknownGameError):
                links.make(phone, key)
    assert dump() == before


@PENCILS
def test_a_new_link_ends_the_earlier_one_of_the_same_purpose_alone(
    stored: StoredGame, hand_over: bool
) -> None:
    other = games.start(ANN, new("wizard", 3), "another")
    used = made(stored)
    redeemed(used, BEN)
    earlier, theirs = made(stored), made(stored, by=BEN)
    good = [made(), made(other), made(stored, hand_over=hand_over)]
    assert redeemed(earlier, CEM) is State.UNKNOWN
    assert redeemed(used, BEN) is State.DONE
    assert redeemed(theirs, GIL) is State.DONE
    assert [redeemed(token, CEM) for token in good] == [State.DONE] * 3


def test_looking_changes_nothing(stored: StoredGame, monkeypatch: pytest.MonkeyPatch) -> None:
    used, kept = made(stored), made()
    redeemed(used, BEN)
    tokens = (used, kept, made(stored, hand_over=True), recovery(ANN), "made up")
    before = dump()
    for time in (0, 11):
        later(monkeypatch, minutes=time)
        for token in tokens:
            for phone in (ANN, BEN, CEM, NEW, ""):
                links.preview(token, phone)
    assert dump() == before


def test_a_link_that_gives_nothing_changes_nothing(stored: StoredGame) -> None:
    used = made(stored)
    redeemed(used, BEN)
    kept, before = made(stored), dump()
    for token, phone in ((used, NEW), (used, BEN), (kept, ANN), (kept, BEN), ("made up", NEW)):
        links.redeem(token, phone, "another name")
    assert dump() == before


def test_the_phone_that_uses_a_link_gets_the_name_that_was_entered(stored: StoredGame) -> None:
    links.redeem(made(stored), NEW, "Dora")
    assert [line.name for line in keepers.listed(stored.id, NEW)] == ["Dora", "Ann"]
    links.redeem(made(), NEW, "")
    assert [line.name for line in books.members(NEW)] == ["Dora", "Ann"]


def test_a_phone_shows_its_link_again_and_others_do_not(stored: StoredGame) -> None:
    redeemed(made(stored), BEN)
    token = made(stored, hand_over=True)
    link = waiting(ANN, stored)
    assert link is not None
    assert (link.token, link.hand_over) == (token, True)
    assert timedelta(minutes=9) < link.expires_at - aware(now()) <= timedelta(minutes=10)
    for phone, purpose in ((ANN, None), (BEN, stored), (BEN, None), (NEW, stored)):
        assert waiting(phone, purpose) is None


def test_the_database_holds_hashes_alone(stored: StoredGame) -> None:
    own = [recovery(phone) for phone in (ANN, BEN)]
    tokens = [made(stored), made(), made(stored, hand_over=True)]
    redeemed(tokens[1], BEN)
    redeemed(tokens[2], NEW)
    everything = str(dump())
    for secret in (*tokens, *own):
        assert len(secret) == 22
        assert secret not in everything
    for token in (*tokens[1:], own[0]):
        assert hashed(token) in everything
    for phone in (ANN, BEN, CEM, NEW):
        assert phone not in everything
        assert hashed(phone) in everything
