"""One-time links: the right that they grant, to whom, how often and how long."""

from datetime import timedelta
from functools import partial

import pytest

from scorekeeper.keys import hashed
from scorekeeper.store import phones
from scorekeeper.store.engine.transaction import aware, now
from scorekeeper.store.games import games
from scorekeeper.store.mapping.stored import Rights, StoredGame, UnknownGameError
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
    recovery,
    redeemed,
    rights_on,
    waiting,
)

pytestmark = pytest.mark.usefixtures("_opened")
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


@PENCILS
def test_of_two_phones_that_use_a_link_at_once_one_gets_it(
    at_once: AtOnce, stored: StoredGame, hand_over: bool
) -> None:
    token = made(stored, hand_over=hand_over)
    found = at_once(*(partial(links.redeem, token, phone, "") for phone in (BEN, NEW)))
    assert sorted(one.state for one in found) == [State.DONE, State.USED]
    assert writes(stored, BEN) is not writes(stored, NEW)
    assert writes(stored, ANN) is not hand_over
