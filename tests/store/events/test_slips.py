"""Slips: the first phone keeps that table's score and no other's; later ones ask the desk."""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from scorekeeper.rules.actions import turn_up
from scorekeeper.rules.events.result_acts import Corrected, PutAside
from scorekeeper.rules.events.round_acts import Closed, Published
from scorekeeper.rules.problems import Code, RefusedError
from scorekeeper.rules.variants.model import BidRule, Turned
from scorekeeper.store.events import acts, events, slips, tables
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.events.slips import State
from scorekeeper.store.games import reading, saves
from scorekeeper.store.mapping.stored import Note, Rights, UnknownEventError, UnknownGameError
from scorekeeper.store.sharing import keepers, links
from tests.store.conftest import AtOnce
from tests.store.events.rally import (
    PUBLISHED,
    RUNNING,
    SETTINGS,
    created,
    did,
    game_at,
    running,
)
from tests.store.events.test_acts import finish_all
from tests.store.phones import (
    ANN,
    BEN,
    CEM,
    GIL,
    NEW,
    dump,
    id_of,
    made,
    redeemed,
    rights_on,
)

pytestmark = pytest.mark.usefixtures("_opened")
FIRST, SECOND = (1, 1), (1, 2)
HEARTS: dict[str, Any] = {"number": 1, "turned": Turned.HEARTS, "named": None}


@pytest.fixture
def stored(_opened: None) -> StoredEvent:
    """Ann's event, whose first round is running."""
    return running()


def claimed(stored: StoredEvent, phone: str, table: tables.TableKey = FIRST) -> State:
    """The state of a table's slip once this phone has used it."""
    return slips.claim(stored.key, slips.token(stored, table), phone).state


def keeps(stored: StoredEvent, phone: str) -> list[tables.TableKey]:
    """The tables whose score the phone may write."""
    found = tables.tables_of(stored.id)
    return [key for key, one in found.items() if reading.see(one.key, phone).rights.writes]


def asks(stored: StoredEvent) -> str | None:
    return tables.tables_of(stored.id)[FIRST].asks


def notes(stored: StoredEvent) -> list[tuple[str, str]]:
    """The lines of the log about rights, and the names of phones in them."""
    lines = reversed(acts.log(stored.id))
    return [(line.kind, line.data.get("phone", "")) for line in lines if line.act is None]


def test_the_first_phone_keeps_score_at_that_table_and_no_other(stored: StoredEvent) -> None:
    slip = slips.token(stored, FIRST)
    assert slips.state_of(stored.key, slip, NEW).state is State.FREE
    found = slips.claim(stored.key, slip, NEW, "Ben's")
    assert (found.state, found.table) == (State.OWN, FIRST)
    assert found.game == game_at(stored, *FIRST).key
    assert keeps(stored, NEW) == [FIRST]
    assert not events.see(stored.key, NEW).rights.writes
    assert rights_on(game_at(stored, *FIRST), NEW) == Rights(writes=True)
    assert claimed(stored, NEW) is State.OWN


def test_a_later_phone_asks_and_the_desk_passes_the_pencil_on(stored: StoredEvent) -> None:
    claimed(stored, BEN)
    slip = slips.token(stored, FIRST)
    assert slips.state_of(stored.key, slip, CEM).state is State.TAKEN
    assert slips.claim(stored.key, slip, CEM, "Cem's").state is State.ASKED
    assert (keeps(stored, CEM), asks(stored)) == ([], "Cem's")
    slips.confirm(stored.key, ANN, FIRST, id_of(CEM))
    assert (keeps(stored, BEN), keeps(stored, CEM), asks(stored)) == ([], [FIRST], None)
    assert notes(stored) == [(Note.PENCIL_PASSED, "Cem's")]
    assert claimed(stored, BEN) is State.ASKED


def test_the_desk_confirms_only_the_phone_that_it_saw_asking(stored: StoredEvent) -> None:
    states = [claimed(stored, phone) for phone in (BEN, CEM, GIL)]
    assert states == [State.OWN, State.ASKED, State.WAITS]
    slips.confirm(stored.key, ANN, FIRST, id_of(BEN))
    assert (keeps(stored, BEN), asks(stored)) == ([FIRST], "")
    slips.refuse(stored.key, ANN, FIRST)
    assert (asks(stored), notes(stored)) == (None, [(Note.PENCIL_REFUSED, "")])


def test_another_phone_that_asks_under_the_same_name_is_shown_at_once(stored: StoredEvent) -> None:
    claimed(stored, BEN)
    for phone in (CEM, GIL):
        slips.claim(stored.key, slips.token(stored, FIRST), phone, "Ida")
        shown = tables.tables_of(stored.id)[FIRST]
        assert (shown.asks, shown.asks_id) == ("Ida", id_of(phone))
        slips.refuse(stored.key, ANN, FIRST)
    slips.claim(stored.key, slips.token(stored, FIRST), CEM, "Ida")
    slips.confirm(stored.key, ANN, FIRST, tables.tables_of(stored.id)[FIRST].asks_id or 0)
    assert keeps(stored, CEM) == [FIRST]


def test_a_phone_gets_one_table_of_a_round_unasked(stored: StoredEvent) -> None:
    assert [claimed(stored, BEN, table) for table in (FIRST, SECOND)] == [State.OWN, State.ASKED]
    assert keeps(stored, BEN) == [FIRST]
    slips.confirm(stored.key, ANN, SECOND, id_of(BEN))
    assert keeps(stored, BEN) == [FIRST, SECOND]


def test_the_public_address_of_a_table_only_asks(stored: StoredEvent) -> None:
    slip = slips.public_token(FIRST)
    assert slips.state_of(stored.key, slip, BEN).state is State.ASK
    assert slips.claim(stored.key, slip, BEN, "Ben").state is State.ASKED
    assert (keeps(stored, BEN), asks(stored)) == ([], "Ben")
    assert claimed(stored, CEM) is State.OWN, "the slip itself still gives the pencil"


def test_all_phones_that_ask_get_their_pencils_and_none_gets_two(stored: StoredEvent) -> None:
    for table, held in ((FIRST, [FIRST]), (SECOND, [FIRST])):
        slips.claim(stored.key, slips.public_token(table), BEN)
        slips.confirm_all(stored.key, ANN, 1, [(table[1], id_of(BEN))])
        assert keeps(stored, BEN) == held
    slips.refuse(stored.key, ANN, SECOND)
    slips.claim(stored.key, slips.public_token(SECOND), CEM)
    slips.confirm_all(stored.key, ANN, 1, [(2, id_of(BEN)), (2, id_of(CEM))])
    assert keeps(stored, CEM) == [SECOND]


def test_a_pencil_called_back_is_given_again_only_by_the_desk(stored: StoredEvent) -> None:
    claimed(stored, BEN)
    slips.call_back(stored.key, ANN, FIRST)
    assert keeps(stored, BEN) == []
    assert claimed(stored, BEN) is State.ASKED
    slips.confirm(stored.key, ANN, FIRST, id_of(BEN))
    assert keeps(stored, BEN) == [FIRST]
    assert [kind for kind, _ in notes(stored)] == [Note.PENCIL_TAKEN, Note.PENCIL_PASSED]


def test_a_phone_that_gave_the_pencil_up_gets_it_again_from_its_slip(stored: StoredEvent) -> None:
    claimed(stored, BEN)
    keepers.end(game_at(stored, *FIRST).key, BEN, id_of(BEN))
    assert claimed(stored, BEN) is State.OWN


def test_a_phone_whose_pencil_was_taken_away_asks(stored: StoredEvent) -> None:
    claimed(stored, BEN)
    key = game_at(stored, *FIRST).key
    keepers.claim(key, ANN)
    keepers.end(key, ANN, id_of(BEN))
    assert claimed(stored, BEN) is State.ASKED


@pytest.mark.parametrize("slip", ["", "1-9", "1-1-" + "A" * 22, "9-9-" + "A" * 22, "x\0"])
def test_a_slip_that_was_made_up_grants_nothing(stored: StoredEvent, slip: str) -> None:
    before = dump()
    assert slips.state_of(stored.key, slip, BEN).state is State.UNKNOWN
    assert slips.claim(stored.key, slip, BEN).state is State.UNKNOWN
    assert dump() == before


def test_a_slip_of_one_event_is_none_of_another(stored: StoredEvent) -> None:
    other = running(BEN)
    assert slips.claim(other.key, slips.token(stored, FIRST), CEM).state is State.UNKNOWN
    with pytest.raises(UnknownEventError):
        slips.claim("no-event", slips.token(stored, FIRST), CEM)


def test_a_slip_of_a_closed_round_grants_nothing(stored: StoredEvent) -> None:
    claimed(stored, BEN)
    finish_all(stored)
    did(stored.key, Closed(1))
    assert keeps(stored, BEN) == []
    assert claimed(stored, BEN) is State.CLOSED
    again = events.read(stored.key)
    acts.undo(stored.key, ANN, again.revision, again.revision)
    assert claimed(stored, BEN) is State.OWN


def test_of_two_phones_that_open_a_slip_at_once_one_keeps_score(
    stored: StoredEvent, at_once: AtOnce
) -> None:
    found = at_once(lambda: claimed(stored, BEN), lambda: claimed(stored, CEM))
    assert sorted(found) == [State.ASKED, State.OWN]


def test_a_round_published_again_has_fresh_slips() -> None:
    stored = did(created(), *PUBLISHED)
    claimed(stored, BEN)
    stored = events.read(stored.key)
    acts.undo(stored.key, ANN, stored.revision, stored.revision)
    stored = did(stored.key, Published(1))
    assert claimed(stored, CEM) is State.OWN


def test_only_the_desk_decides_who_keeps_score(stored: StoredEvent) -> None:
    claimed(stored, BEN)
    claimed(stored, CEM)
    before = dump()
    for phone in (BEN, CEM, NEW):
        with pytest.raises(UnknownEventError):
            slips.confirm(stored.key, phone, FIRST, id_of(CEM))
        with pytest.raises(UnknownEventError):
            slips.refuse(stored.key, phone, FIRST)
        with pytest.raises(UnknownEventError):
            slips.call_back(stored.key, phone, FIRST)
        with pytest.raises(UnknownEventError):
            slips.keepers_at(stored.key, phone, FIRST)
    with pytest.raises(UnknownEventError):
        slips.call_back(stored.key, ANN, (1, 9))
    assert dump() == before


def test_changes_of_the_slips_let_the_desks_page_know(stored: StoredEvent) -> None:
    stamps = {events.read(stored.key).stamp}
    for phone in (BEN, CEM):
        claimed(stored, phone)
        stamps.add(events.read(stored.key).stamp)
    slips.refuse(stored.key, ANN, FIRST)
    assert len({*stamps, events.read(stored.key).stamp}) == 4


def test_the_desk_sees_who_keeps_score_and_a_table_has_its_own_place(stored: StoredEvent) -> None:
    claimed(stored, BEN, SECOND)
    assert [line.id for line in slips.keepers_at(stored.key, ANN, SECOND)] == [id_of(BEN)]
    found = tables.tables_of(stored.id)
    assert [one.has_keeper for one in found.values()] == [False, True]
    assert tables.table_of(found[SECOND].id) == SECOND


def test_nobody_bids_at_a_table_of_a_closed_round() -> None:
    rules = replace(SETTINGS.rules, bid_rule=BidRule(at_once=True))
    stored = did(created(settings=replace(SETTINGS, rules=rules)), *RUNNING)
    claimed(stored, BEN)
    game = game_at(stored, *FIRST)
    saves.switch(game.key, BEN, on=True)
    saves.save(game.key, BEN, saves.Save(game.revision, partial(turn_up, **HEARTS)))
    saves.enter(game.key, CEM, 1, (None, 0, None, None), None)
    aside = [PutAside(1, table, (0,) * seats, "late") for table, seats in ((1, 4), (2, 3))]
    did(stored.key, *aside, Closed(1))
    for acts_ in ((), (Corrected(1, 1, "late"),)):
        did(stored.key, *acts_)
        before = dump()
        with pytest.raises(UnknownGameError):
            saves.enter(game.key, CEM, 1, (None, 1, None, None), None)
        assert dump() == before


def test_no_link_passes_on_a_sheet_that_the_desk_corrects(stored: StoredEvent) -> None:
    game = game_at(stored, *FIRST)
    keepers.claim(game.key, ANN)
    link = made(game)
    finish_all(stored)
    did(stored.key, Closed(1), Corrected(1, 1, "late"))
    assert rights_on(game, ANN).writes
    assert links.waiting(ANN, game.id) is None
    assert redeemed(link, CEM) is links.State.WITHDRAWN
    with pytest.raises(RefusedError, match=Code.TABLE_CLOSED):
        links.make(ANN, game.key)
    assert not rights_on(game, CEM).writes


def test_a_phone_asks_at_one_table_so_that_others_can_ask(stored: StoredEvent) -> None:
    for table in (FIRST, SECOND):
        slips.claim(stored.key, slips.public_token(table), BEN)
    found = tables.tables_of(stored.id)
    assert [found[table].asks_id for table in (FIRST, SECOND)] == [None, id_of(BEN)]


def test_pencils_that_nobody_asks_for_change_nothing_and_take_no_lock(
    stored: StoredEvent, monkeypatch: pytest.MonkeyPatch
) -> None:
    slips.claim(stored.key, slips.public_token(FIRST), BEN)
    locked: list[object] = []
    some = slips._confirm_some
    monkeypatch.setattr(slips, "_confirm_some", lambda *given: locked.append(some(*given)))
    slips.confirm_all(stored.key, ANN, 1, [(2, id_of(BEN))] * 400 + [(9, 1), (1, 99)])
    assert not locked
    slips.confirm_all(stored.key, ANN, 1, [(1, id_of(BEN))] * 400)
    assert len(locked) == 1
    assert keeps(stored, BEN) == [FIRST]
