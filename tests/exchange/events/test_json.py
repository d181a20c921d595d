"""An event as a file: all of it as JSON, its results as CSV."""

import csv
import json
import random
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from flask import Flask

from scorekeeper.exchange.events import (
    event_chunks,
    is_event,
    read_event,
    results_csv,
    standings_csv,
)
from scorekeeper.exchange.letters import games_in
from scorekeeper.rules.events.acts import fold
from scorekeeper.rules.events.entrant_acts import Changed, Created, Entered, Joined, Newcomer, Wish
from scorekeeper.rules.events.event import Act, Event, Outcome
from scorekeeper.rules.events.result_acts import Adjusted, ByHand, Counted, PutAside
from scorekeeper.rules.events.round_acts import Closed, Drawn, Published, Replaced, Started
from scorekeeper.rules.events.settings import Counts, EventSettings, Seating, TimeUp
from scorekeeper.rules.incoming import UnreadableError
from scorekeeper.rules.variants.variants import WIZARD
from scorekeeper.store import importing, lists, phones
from scorekeeper.store.events import acts, events, slips, tables
from scorekeeper.store.events.acts import ImportedEvent
from scorekeeper.store.events.events import StoredEvent
from scorekeeper.store.events.tables import TableGame, TableKey, outcomes_of
from scorekeeper.store.games import reading
from scorekeeper.store.lists import exported
from scorekeeper.store.mapping.stored import Rights
from scorekeeper.store.models import db
from scorekeeper.store.sharing import keepers
from tests.exchange.made import changed
from tests.faults import Fault, engine_of, failing
from tests.store.events.rally import created, did, drawn, game_at, running
from tests.store.events.test_acts import finish
from tests.store.phones import ANN, BEN, CEM, dump
from tests.torture import size


@pytest.fixture
def _opened(app: Flask) -> Any:
    with app.app_context():
        yield


@pytest.fixture
def played(_opened: None) -> StoredEvent:
    """An event of two tables: one was set aside, at the other somebody was replaced."""
    return play()


@pytest.fixture(scope="module")
def text(one_app: Flask) -> str:
    """The file of such an event."""
    with one_app.app_context():
        return text_of(play().key)


def play() -> StoredEvent:
    phones.rename(ANN, "Ann's phone")
    stored = running()
    finish(stored, 2, "h 010/100")
    late = Entered((Newcomer("Hal", "Chess club"),), stand_by=True)
    aside = PutAside(1, 1, (0, 0, 5, 0), "a card was missing")
    stored = did(stored.key, late, Replaced(1, leaves=7, comes=8, counts=False), aside)
    slips.call_back(stored.key, ANN, (1, 2))
    stored = acts.undo(stored.key, ANN, stored.revision, stored.revision)
    return did(stored.key, aside, Closed(1))


def text_of(key: str) -> str:
    """The file of an event."""
    stored = events.read(key)
    found = tables.tables_of(stored.id)
    log = acts.numbers_of(stored), acts.whole_log(stored)
    return "".join(event_chunks(stored, *log, found, exported(lists.games_of_event(stored.id))))


def imported(text: str, phone: str = BEN) -> ImportedEvent:
    return acts.import_event(phone, read_event(text))


def test_an_event_comes_into_another_book_and_out_again_the_same(played: StoredEvent) -> None:
    text = text_of(played.key)
    assert is_event(text)
    key, is_new = imported(text)
    assert is_new
    copy = events.read(key)
    assert copy.event == played.event
    assert copy.book_id != played.book_id
    assert text_of(key) == text
    assert [line.phone for line in acts.log(copy.id)] == ["Ann's phone"] * len(acts.log(copy.id))


@pytest.mark.usefixtures("_opened")
def test_late_seats_and_their_requests_come_into_another_book_too() -> None:
    stored = running()
    key, where = game_at(stored, 1, 1).key, (1, 1)
    keepers.claim(key, ANN)
    slips.ask(key, ANN, Wish("Ida"))
    slips.refuse_wish(stored.key, ANN, where, Wish("Ida"))
    slips.ask(key, ANN, Wish("Ines", renames=1))
    slips.refuse_wish(stored.key, ANN, where, Wish("Ines", renames=1))
    late, result = Entered((Newcomer("Hal"),)), Outcome((5, 4, 3, 2, 1))
    stored = did(stored.key, late, Joined(*where, 8), ByHand(*where, result))
    text = text_of(stored.key)
    copy = events.read(imported(text).key)
    assert copy.event == stored.event
    assert text_of(copy.key) == text
    assert game_at(copy, 1, 1).game.players[4:] == ("Hal",)


@pytest.mark.usefixtures("_opened")
def test_a_result_that_the_desk_lets_count_comes_back_and_elsewhere_the_desk_is_asked() -> None:
    stored = running()
    stored = did(stored.key, Changed(replace(stored.event.settings, agrees=True)))
    finish(stored, 1, "h 1000/1000")
    done = Counted(1, 1, game_at(stored, 1, 1).revision)
    stored = did(stored.key, done)
    text, copy = text_of(stored.key), events.read(imported(text_of(stored.key)).key)
    assert copy.event == stored.event
    assert tables.tables_of(copy.id)[1, 1].awaits
    did(copy.key, replace(done, revision=game_at(copy, 1, 1).revision), phone=BEN)
    assert tables.tables_of(copy.id)[1, 1].is_over
    events.delete(stored.key, ANN)
    assert tables.tables_of(events.read(imported(text, ANN).key).id)[1, 1].is_over


def test_the_copy_is_run_by_the_phone_that_imported_it_and_continues(played: StoredEvent) -> None:
    key = imported(text_of(played.key)).key
    assert events.see(key, BEN).rights == Rights(writes=True, in_book=True, enters=True)
    assert not events.see(key, ANN).rights.writes
    game = game_at(events.read(key), 1, 2)
    assert reading.see(game.key, BEN).rights == Rights()
    did(key, drawn(((1, 2, 3, 4), (5, 6, 8))), phone=BEN)
    assert slips.token(played, (1, 1)) != slips.token(events.read(key), (1, 1))


def test_an_event_that_the_book_has_is_not_imported_again(played: StoredEvent) -> None:
    text, before = text_of(played.key), dump()
    assert imported(text, ANN) == ImportedEvent(played.key, is_new=False)
    assert dump() == before
    assert imported(text).key == imported(text).key


def test_games_that_stayed_when_the_event_was_deleted_become_its_tables_again(
    played: StoredEvent,
) -> None:
    text, games = text_of(played.key), len(list(lists.games_of_event(played.id)))
    events.delete(played.key, ANN)
    key, is_new = imported(text, ANN)
    assert is_new
    assert text_of(key) == text
    assert len(list(lists.games_of_event(events.read(key).id))) == games


def test_the_games_of_another_event_cannot_be_taken(played: StoredEvent) -> None:
    text = text_of(played.key).replace(played.uid, "another")
    before = dump()
    with pytest.raises(UnreadableError):
        imported(text, ANN)
    assert dump() == before


def test_a_game_of_the_book_with_fewer_players_than_its_table_cannot_become_it(
    played: StoredEvent,
) -> None:
    file = json.loads(text_of(played.key))
    four, three = sorted(file["games"], key=lambda one: -len(one["players"]))
    assert len(four["players"]) > len(three["players"])
    data = {"format": "scorekeeper", "version": 1, "games": [three | {"id": four["id"]}]}
    importing.import_games(BEN, games_in(json.dumps(data)), deleted_too=True)
    before = dump()
    with pytest.raises(UnreadableError):
        imported(json.dumps(file))
    assert dump() == before
    assert imported(json.dumps(file), CEM).is_new, "a book of its own takes it"


@pytest.mark.usefixtures("_opened")
def test_an_event_without_rounds_is_a_file_too() -> None:
    key = created()
    assert imported(text_of(key)).is_new


@pytest.mark.thorough
@pytest.mark.parametrize("phone", [ANN, CEM])
def test_an_import_that_fails_leaves_nothing_behind(
    app: Flask, played: StoredEvent, phone: str
) -> None:
    incoming = read_event(text_of(played.key).replace(played.uid, "another"))
    if phone == ANN:
        events.delete(played.key, ANN)
    before, number = events_and_games(), 1
    while True:
        db.session.remove()
        with failing(engine_of(app), fault := Fault(number, refused=True)):
            try:
                acts.import_event(phone, incoming)
            except Exception:
                db.session.remove()
        if not fault.struck:
            break
        assert events_and_games() == before, number
        number += 1
    assert number > 9
    assert events_and_games() != before


def events_and_games() -> list[int]:
    """The number of rows, except phones and books, which a failed import may leave behind."""
    rows = dump()
    return [len(found) for name, found in rows.items() if name not in ("phone", "book", "person")]


def refusal(text: str) -> UnreadableError:
    with pytest.raises(UnreadableError) as raised:
        read_event(text)
    return raised.value


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("format", "scorekeeper"),
        ("version", 2),
        ("version", "1"),
        ("id", "no id!"),
        ("id", ...),
        ("started", "today"),
        ("games", ...),
        ("games[0].players", []),
        ("games[0].id", "another"),
        ("tables", ...),
        ("tables", []),
        ("tables[0].game", "another"),
        ("tables[0].round", 7),
        ("tables[0].ended", "soon"),
        ("tables[0].more", 1),
        ("log", []),
        ("log[0]", 7),
        ("log[0].kind", "entered"),
        ("log[0].kind", "unheard-of"),
        ("log[0].data.settings.variant.rules.v", 99),
        ("log[0].data.settings.variant.rules.players", [1, 99]),
        ("log[0].data.settings.variant.rules.players[0]", "x"),
        ("log[0].data.settings.variant.rules.deck", {}),
        ("log[0].data.settings.variant.rules.ghost", []),
        ("log[0].data.settings.hands[0][1]", [99999]),
        ("log[0].data.settings.rules", {"bid_rule": "unheard-of"}),
        ("log[0].data.settings.name", ""),
        ("log[0].data.settings.day", "0001-01-01"),
        ("log[0].data.settings.name", "\x00"),
        ("log[0].data.settings.size", 0),
        ("log[0].data.settings.size", 10**8),
        ("log[1].data.newcomers[0].name", "\ud800"),
        ("log[1].at", "yesterday"),
        ("log[1].by", "x" * 41),
        ("log[1].undone", 1),
        ("log[1].undone", 9),
        ("log[2].data.tables[0]", [1, 1, 2, 3]),
        ("log[2].data.dealers", [9, 9]),
        ("log[2].data.dealers", [0]),
        ("log[3].data", {}),
        ("log[3].data", ["x"]),
        ("log[4].data.round", 2**40),
        ("log[8].data.phone", 7),
        ("more", 1),
    ],
)
def test_a_file_that_somebody_made_up_is_refused(text: str, path: str, value: object) -> None:
    assert refusal(changed(json.loads(text), path, value)).problem.code


def places(data: Any, path: str = "") -> Iterator[str]:
    """The path of each value in a file."""
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for name, value in items if isinstance(data, dict | list) else ():
        at = f"{path}[{name}]" if isinstance(data, list) else f"{path}.{name}".lstrip(".")
        yield at
        if isinstance(value, dict | list):
            yield from places(value, at)


@pytest.mark.thorough
def test_a_value_of_another_type_is_refused_or_taken_and_never_an_error(text: str) -> None:
    data, chance = json.loads(text), random.Random(29)
    odd: tuple[Any, ...] = (
        None,
        True,
        -1,
        2**63,
        1.5,
        "x",
        "\ud800",
        [],
        [[]],
        {},
        {"x": 1},
        "é" * 100,
        ...,
    )
    found = [*places(data)]
    assert len(found) > 300
    for path in found:
        for value in chance.sample(odd, size(2, len(odd))):
            with suppress(UnreadableError):
                read_event(changed(data, path, value))


@pytest.mark.parametrize("cut", [1, 50, 400, 1500, -3])
def test_a_file_that_was_cut_off_is_refused(text: str, cut: int) -> None:
    refusal(text[:cut])


def test_texts_are_tidied_like_typed_ones(text: str) -> None:
    named = changed(json.loads(text), "log[1].data.newcomers[0].name", " A\u202enn \x07 B ")
    assert read_event(named).event.entrant(1).name == "Ann B"


BEGIN = datetime(2026, 11, 25, 18, tzinfo=UTC)
PEOPLE = ("Ann", "=1+1", "Cem", "Dan", "Eva", "Fay", "Gil")


def event_of(settings: EventSettings, *more: Act) -> Event:
    """An event whose first round has a table of 4 and one of 3."""
    drawn = Drawn(((1, 2, 3, 4), (5, 6, 7)), (0, 0), 1, Seating.FREE)
    names = Entered(tuple(Newcomer(name, "Club") for name in PEOPLE))
    return fold(
        (act, BEGIN) for act in (Created(settings), names, drawn, Published(1), Started(1), *more)
    )


def table(uid: str, outcome: Outcome) -> TableGame:
    """The finished game of a table."""
    return TableGame(
        id=1,
        key="key",
        uid=uid,
        code=None,
        revision=9,
        changed_at=BEGIN,
        is_begun=True,
        is_over=True,
        hands=10,
        played=10,
        standing=outcome,
        has_keeper=True,
        asks=None,
    )


TABLES: Mapping[TableKey, TableGame] = {
    (1, 1): table("first", Outcome((50, 80, -10, 50), (2, 4, 0, 2), (10, 10, 10, 10), hands=8)),
    (1, 2): table("second", Outcome((1, 2, 3), ended=BEGIN + timedelta(hours=9))),
}
POINTS = EventSettings("Rally", WIZARD, time_up=TimeUp.LATE)
PLACES = replace(POINTS, counts=Counts.PLACEMENT)


def lines(pieces: Iterator[str]) -> list[list[str]]:
    """The cells, without the BOM."""
    return list(csv.reader(StringIO("".join(pieces).removeprefix("\ufeff"))))


def results(event: Event) -> dict[str, list[str]]:
    """By number, from the place on."""
    _, *rows = lines(results_csv(event, TABLES))
    return {row[3]: row[6:] for row in rows}


def test_the_results_have_a_line_for_each_seat_of_a_table_that_is_in() -> None:
    event = event_of(POINTS, Adjusted(4, -7, "talking", 1), Adjusted(4, -5, "late entry"))
    head, *rows = lines(results_csv(event, TABLES))
    assert ",".join(head) == (
        "round,table,seat,number,name,club,place,placement_points,game_points,bids_made,bids,"
        "penalty,game_uid,hands_played,hands_planned"
    )
    assert rows[0] == [
        "1",
        "1",
        "1",
        "1",
        "Ann",
        "Club",
        "2",
        "",
        "50",
        "2",
        "10",
        "0",
        "first",
        "8",
        "15",
    ]
    assert rows[1][4] == "'=1+1"
    assert results(event)["4"] == ["2", "", "50", "2", "10", "-7", "first", "8", "15"]
    assert results(event)["7"] == ["1", "", "3", "", "", "-10", "second", "", "20"]


def test_places_count_by_their_points() -> None:
    found = results(event_of(PLACES))
    assert [found[number][:3] for number in "1234"] == [
        ["2", "30", "50"],
        ["1", "45", "80"],
        ["4", "10", "-10"],
        ["2", "30", "50"],
    ]


def test_a_table_that_was_set_aside_has_agreed_points_and_no_place() -> None:
    aside = PutAside(1, 2, (0, 5, 0), "a card was missing")
    assert results(event_of(POINTS, aside))["6"] == [
        "set aside",
        "",
        "5",
        "",
        "",
        "0",
        "second",
        "",
        "20",
    ]
    assert results(event_of(PLACES, aside))["6"] == [
        "set aside",
        "5",
        "",
        "",
        "",
        "0",
        "second",
        "",
        "20",
    ]


def test_a_table_that_is_still_out_has_no_line() -> None:
    out = {(1, 1): TABLES[1, 1], (1, 2): replace(TABLES[1, 2], is_over=False)}
    assert len(lines(results_csv(event_of(POINTS), out))) == 5


def test_the_standings_have_a_column_for_each_round() -> None:
    event = event_of(POINTS, Adjusted(4, -7, "talking", 1))
    head, *rows = lines(standings_csv(event, outcomes_of(TABLES)))
    assert ",".join(head) == (
        "rank,number,name,club,counted,game_points,tables_won,bids_made,bids,best_game,penalty,"
        "final_stage,round_1"
    )
    best, second, third, *_ = rows
    assert best == ["1", "2", "'=1+1", "Club", "80", "80", "1", "4", "10", "80", "0", "", "80"]
    assert second[:6] == ["2", "1", "Ann", "Club", "50", "50"]
    assert (third[:6], third[10]) == (["3", "4", "Dan", "Club", "43", "50"], "-7")
