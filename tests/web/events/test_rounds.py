"""A round, as the desk draws it, seats it, times it and closes it, and its mishaps."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.board.events.rounds import RunningView, running_view
from scorekeeper.rules.events.event import RoundState
from scorekeeper.rules.events.event import Table as Seated
from tests.desk import SEVEN, Desk
from tests.evenings.events import PAPERS
from tests.table import Table
from tests.web.events.shown import rows_of
from tests.web.page import main, plain_text, problems

EIGHT = ("Ann", "Ben", "Cem", "Dora", "Eva", "Finn", "Gül", "Hans")
FREE = {"seating": "free", "rounds": "3"}


@pytest.fixture
def desk(app: Flask) -> Desk:
    """An event of eight people at two tables, before the first draw."""
    desk = Desk(app.test_client())
    desk.create(*EIGHT, **FREE)
    return desk


def shown(desk: Desk, page: str = "round") -> str:
    """The text of a page of the desk."""
    return plain_text(desk.page(page))


def seats(desk: Desk) -> list[list[int]]:
    return [list(table.seats) for table in desk.round.tables]


def test_a_closed_round_opens_again_until_the_next_is_published(
    desk: Desk, stranger: FlaskClient
) -> None:
    desk.did("draw", "publish", "start")
    desk.finish(stranger)
    desk.did("close", "draw")
    assert "Reopen round 1" in shown(desk)
    desk.did("reopen")
    assert [one.state for one in desk.event.rounds] == [RoundState.RUNNING]
    desk.did("close", "draw", "publish")
    assert desk.send("reopen").status_code == 422


@pytest.mark.parametrize("apart", ["y", None])
def test_clubmates_whom_a_swap_would_bring_together_are_named(
    desk: Desk, apart: str | None
) -> None:
    settings = {"clubs_apart": apart} if apart else {}
    people = ("Ann, Cup", "Ben, cup", *"CDEFGH")
    desk.create(*people, event="Clubs", seating="by-hand", **settings)
    desk.seat((1, 3, 4, 5), (2, 6, 7, 8))
    assert "sit together" not in shown(desk, "round?seat=3&seat=6")
    together = shown(desk, "round?seat=2&seat=3")
    assert ("Then Ann and Ben of Cup sit together" in together) == bool(apart)
    desk.did("swap", one=2, other=3)
    assert "sit together" not in shown(desk, "round?seat=4&seat=6")


def test_pairs_that_would_meet_again_are_named_before_a_swap(
    desk: Desk, stranger: FlaskClient
) -> None:
    desk.did("draw", "publish", "start")
    desk.finish(stranger)
    desk.did("close")
    (one, other, *_), (third, *_) = seats(desk)
    tables = {one: 1, other: 2, third: 1} | {
        number: 1 + (place > 4)
        for place, number in enumerate(
            (number for number in range(1, 9) if number not in (one, other, third)), 3
        )
    }
    desk.did("round/by-hand", number=list(tables), table=list(tables.values()))
    before = seats(desk)
    chosen = f"round?seat={other}&seat={third}"
    assert "meet again" in shown(desk, chosen)
    assert "Swap these two" in shown(desk, chosen)
    assert seats(desk) == before
    desk.did("swap", one=other, other=third)
    assert (other in seats(desk)[0], third in seats(desk)[1]) == (True, True)


def test_two_people_swap_after_hands_and_the_hands_stay(desk: Desk, stranger: FlaskClient) -> None:
    desk.did("draw", "publish", "start")
    first = desk.at(stranger, 1)
    desk.play(first)
    one, other = seats(desk)[0][0], seats(desk)[1][0]
    assert "The hands stay" in shown(desk, "round/seats")
    desk.did("swap", one=one, other=other)
    assert seats(desk)[0][0] == other
    stored = first.stored()
    assert stored.game.players[0] == desk.event.entrant(other).name
    assert stored.sheet.totals[0] == 30


def test_the_desk_is_asked_about_those_who_came_after_the_draw(desk: Desk) -> None:
    desk.did("draw")
    for words in ("Without a seat", "Publish without"):
        assert words not in shown(desk)
    desk.did("players/add", names="Viktor")
    said = shown(desk)
    for words in ("Without a seat: Viktor", "Viktor to table 1", "Publish without Viktor"):
        assert words in said
    desk.did("join", number=9, table=1)
    assert seats(desk)[0][4] == 9
    assert "Viktor joins table 1" in shown(desk)
    assert "Publish seats" in shown(desk)
    desk.did("publish")
    assert desk.table_size(1) == 5


def test_after_publishing_a_late_one_is_the_fifth_where_nothing_was_played(
    desk: Desk, stranger: FlaskClient
) -> None:
    desk.did("draw", "publish", "start")
    desk.did("players/add", names="Viktor\nWim")
    assert "Without a seat: Viktor and Wim" in shown(desk)
    desk.play(desk.at(stranger, 1))
    page = shown(desk, "round/seats?seat=9")
    assert "Viktor to table 1" not in page
    refused = desk.send("join", number=9, table=1)
    assert "Table 1 has begun" in plain_text(refused.text)
    assert refused.status_code == 422
    desk.did("join", number=9, table=2)
    desk.did("join", number=10, table=2)
    assert (desk.table_size(2), "Without a seat" in shown(desk)) == (6, False)
    number = desk.stored.revision
    desk.did("undo", number=number)
    assert desk.table_size(2) == 5
    desk.play(desk.at(stranger, 2))
    assert "Without a seat" not in shown(desk)
    assert desk.send("undo", number=number - 1).status_code == 422


def test_two_taps_on_the_running_round_seat_a_late_one(desk: Desk) -> None:
    desk.did("draw", "publish", "start")
    desk.did("players/add", names="Viktor\nWim")
    assert "Viktor to table 1" in shown(desk)
    desk.did("wait", number=10)
    assert "Wim waits for the next draw" in shown(desk)
    assert "Wim to table" not in shown(desk)
    desk.did("join", number=9, table=1)
    assert "Without a seat" not in shown(desk)
    assert desk.table_size(1) == 5


def test_three_late_people_get_a_table_of_their_own_until_it_has_hands(
    desk: Desk, stranger: FlaskClient
) -> None:
    desk.did("draw", "publish", "start")
    desk.did("players/add", names="Viktor\nWim\nXaver")
    assert "One more table: Viktor, Wim and Xaver" in shown(desk)
    desk.did("new-table", number=["9", "10", "11"])
    assert desk.table_size(3) == 3
    number = desk.stored.revision
    desk.did("undo", number=number)
    assert (1, 3) not in desk.games()
    desk.did("new-table", number=["9", "10", "11"])
    number = desk.stored.revision
    desk.play(desk.at(stranger, 3))
    assert desk.send("undo", number=number).status_code == 422
    assert desk.table_size(3) == 3


def test_nobody_takes_a_seat_twice(desk: Desk) -> None:
    desk.did("draw", "publish")
    (one, other, *_), _ = seats(desk)
    refused = desk.send("replace", leaves=one, comes=other, counts="comes")
    assert refused.status_code == 422
    assert "has a seat in this round" in plain_text(refused.text)


def test_the_clock_is_paused_and_resumed_and_gets_more_minutes(desk: Desk) -> None:
    desk.did("draw", "publish", "start", "pause")
    assert "clock paused" in shown(desk)
    desk.did("resume")
    minutes = desk.round.clock.minutes
    desk.did("more-time", minutes=5)
    assert desk.round.clock.minutes == minutes + 5
    assert desk.send("more-time", minutes="soon").status_code == 422
    assert desk.send("resume").status_code == 422


def view_after(desk: Desk, minutes: int, asked: str = "") -> RunningView:
    """The page of the round, so many minutes from now."""
    now = datetime.now(UTC) + timedelta(minutes=minutes)
    return running_view(desk.stored, desk.round, desk.games(), now, asked)


def test_tables_that_still_play_when_the_time_is_up_are_late(
    desk: Desk, stranger: FlaskClient
) -> None:
    desk.did("draw", "publish", "start")
    desk.did("round/1/table/2/more-time", minutes=30)
    desk.play(desk.at(stranger, 1))
    assert {line.number for line in view_after(desk, 110).shown if line.is_late} == set()
    desk.did("round/1/table/1/aside", reason="one of them left", points=[""] * 4)
    desk.did("round/1/table/1/back")
    assert [line.is_late for line in view_after(desk, 140, "out").shown] == [True]
    assert view_after(desk, 140).is_up


def test_tables_with_the_fewest_hands_come_first(desk: Desk, stranger: FlaskClient) -> None:
    desk.create(*EIGHT, *"IJKL", event="Long", **FREE, hands_4="1, 2, 3, 4")
    desk.did("draw", "publish", "start")
    for number, hands in ((1, 4), (2, 2)):
        table = desk.at(stranger, number)
        for cards in range(1, hands + 1):
            table.play("hearts", (cards, 0, 0, 0), (cards, 0, 0, 0))
    view = view_after(desk, 1)
    assert [line.number for line in view.shown] == [3, 2, 1]
    assert (view.counts["out"], view.counts["in"]) == (2, 1)
    assert "Hand 3 of 4" in shown(desk)
    assert "Not started" not in shown(desk, "round?show=in")


def test_the_newest_act_is_undone(desk: Desk) -> None:
    desk.did("draw", "publish", "start", "pause")
    number = desk.stored.revision
    desk.did("undo", number=number)
    assert desk.round.clock.paused_at is None
    assert desk.send("undo", number=1).status_code == 422


def test_tables_of_other_sizes_are_chosen_and_drawn(desk: Desk) -> None:
    desk.did("players/add", names="Ida\nJo\nKai")
    desk.did("sizes", size=4, remainder=3)
    desk.did("draw")
    assert sorted(map(len, seats(desk))) == [3, 4, 4]
    refused = desk.send("sizes", size=40, remainder=3)
    assert refused.status_code == 422


def test_other_tables_are_advised_when_people_meet_again(app: Flask) -> None:
    desk = Desk(app.test_client())
    desk.create(*EIGHT, *"IJKLMNOPQ", seating="planned", rounds="3", remainder="5")
    desk.did("draw")
    assert "pairs of players meet again" in shown(desk)
    assert "With 2 tables of 4, 3 tables of 3, nobody would meet twice." in shown(
        desk, "round/advice"
    )
    desk.did("sizes", size=4, remainder=3)
    assert [len(table) for table in seats(desk)] == [4, 4, 3, 3, 3]
    desk.did("publish")
    late = desk.client.get(f"{desk.path}/desk/round/advice", headers={"HX-Request": "true"})
    assert (late.status_code, "HX-Redirect" in late.headers) == (204, False)
    assert desk.client.get(f"{desk.path}/desk/round/advice").location == f"{desk.path}/desk/round"


def test_the_seating_does_not_promise_what_the_tables_cannot_give(app: Flask) -> None:
    desk = Desk(app.test_client())
    desk.create(*EIGHT, *"IJKLM", seating="planned", rounds="4", remainder="5")
    counts = re.findall(r"at least \d+ pairs? meets? again", shown(desk))
    assert len(counts) > 1
    assert "nobody meets twice" not in shown(desk)


def test_everybody_is_seated_by_hand(app: Flask) -> None:
    desk = Desk(app.test_client())
    desk.create(*EIGHT, seating="by-hand")
    assert "Seat them by hand" in shown(desk)
    tables = [2, 2, 2, 2, 1, 1, 1, 1]
    desk.did("round/by-hand", number=list(range(1, 9)), table=tables)
    assert seats(desk) == [[5, 6, 7, 8], [1, 2, 3, 4]]


@pytest.mark.parametrize(
    ("tables", "sentence"),
    [
        ([1, 1, 1, 1, 2, 2, 2, ""], "Hans has no table yet"),
        ([1, 1, 1, 1, 3, 3, 3, 3], "Nobody sits at table 2"),
        ([1, 1, 1, 1, 1, 1, 1, 2], "A table of this game needs 3 to 6 players"),
        ([1, 1, 1, 1, 2, 2, 2, "x"], "Table"),
        ([1, 1, 1, 1, 2, 2, 2, -2], "Hans has no table yet"),
    ],
)
def test_an_invalid_seating_is_refused_and_stays_typed(
    app: Flask, tables: list[int | str], sentence: str
) -> None:
    desk = Desk(app.test_client())
    desk.create(*EIGHT, seating="by-hand")
    refused = desk.send("round/by-hand", number=list(range(1, 9)), table=tables)
    assert refused.status_code == 422
    assert sentence in plain_text(refused.text)
    assert f'name="table" value="{tables[-1]}"' in refused.text
    assert not desk.event.rounds


def test_the_best_play_a_final_and_the_event_ends(desk: Desk, stranger: FlaskClient) -> None:
    desk.create(*EIGHT, event="Cup", **(FREE | {"rounds": "1", "final": "4", "winners": "1"}))
    desk.did("draw", "publish", "start")
    desk.finish(stranger)
    desk.did("close")
    assert "Final of the best 4" in shown(desk)
    assert "Final to come" in shown(desk)
    desk.did("final")
    said = re.search(r"decided by lot: (.*?)\. In the final: (.*?) 4 1 table", shown(desk))
    assert said
    drawn = {desk.event.entrant(number).name for number in desk.event.finalists}
    assert {name for name in EIGHT if name in said[2]} == drawn
    assert drawn & {name for name in EIGHT if name in said[1]}
    desk.did("draw", "publish", "start")
    assert "Final: 4 players" in shown(desk)
    out = next(one.number for one in desk.event.entrants if one.name not in drawn)
    mine = f"{desk.path}?me={out}"
    assert "The final continues without you" in plain_text(stranger.get(mine).text)
    desk.finish(stranger)
    assert "The final continues without you" in plain_text(stranger.get(mine).text)
    desk.did("close")
    after = plain_text(stranger.get(mine).text)
    assert "without you" not in after
    assert "The final standings appear here" in after
    desk.did("end")
    assert "The event is over" in shown(desk)


def test_an_event_ends_early_but_not_with_an_open_round(desk: Desk, stranger: FlaskClient) -> None:
    assert desk.send("end").status_code == 422
    desk.did("draw", "publish", "start")
    assert desk.send("end").status_code == 422
    desk.finish(stranger)
    desk.did("close")
    buttons = desk.page("round").partition('class="other-steps"')[2].partition("</div>")[0]
    assert "Reopen" in buttons
    assert "End the event" not in buttons
    assert '/desk/end"' not in "".join(re.findall("<form.*?>", desk.page("round")))
    assert "Rally · Before round 2 of 3 · 8 players" in plain_text(desk.page("end"))
    assert not desk.event.ended
    desk.did("end")
    assert desk.event.ended


@pytest.mark.thorough
def test_no_page_numbers_a_round_of_the_final(app: Flask) -> None:
    desk = Desk(app.test_client())
    desk.create(*EIGHT, "Ira", rounds=2, final=8, winners=1, seating="free")
    for _ in range(2):
        desk.did("draw", "publish", "start")
        by_hand(desk, *desk.round.tables)
        desk.did("close")
    seen = []
    desk.did("final")
    for _ in range(2):
        for step in ("draw", "publish", "start", "pause", "resume"):
            desk.did(step)
            seen += pages_of(desk, app)
        *others, last = desk.round.tables
        by_hand(desk, *others)
        desk.play(desk.at(app.test_client(), last.number))
        seen += pages_of(desk, app)
        desk.did("close")
        seen += pages_of(desk, app)
    desk.did("end")
    seen += pages_of(desk, app)
    numbered = re.compile(r".{0,20}[Rr]ound [3-9].{0,20}")
    assert not [found for page in seen for found in numbered.findall(page)]
    for words in (
        *("Final: 8 players", "Final: 4 players", "After the final: 8 players"),
        *("Final · Table 1", "Final: 4 players · Table 1", "Final published", "Close this round"),
        *("Reopen the last round", "9 players · 2 rounds · Final of the best 8"),
    ):
        assert any(words in page for page in seen), words


def by_hand(desk: Desk, *tables: Seated) -> None:
    """Enter the results of these tables of the newest round."""
    for table in tables:
        totals = [10 * seat - 10 for seat in range(len(table.seats))]
        desk.did(f"round/{desk.round.number}/table/{table.number}/by-hand", totals=totals)


def pages_of(desk: Desk, app: Flask) -> list[str]:
    """The text of the pages and prints of an event, and of those of the last table of its newest
    round and of a finalist, as its desk and others see them."""
    number, me = desk.round.number, desk.event.finalists[0]
    last = len(desk.round.tables)
    pages = [f"desk/{one}" for one in ("round", "players", "standings", "more", "log", "penalties")]
    pages += [f"desk/standings?after={closed}" for closed in desk.event.closed]
    pages += ["print", *PAPERS, "desk/end", "wall", "standings"]
    pages += [f"desk/round/{number}/table/{last}", f"?me={me}", f"results?me={me}"]
    addresses = ["/events", "/history", *(f"{desk.path}/{page}" for page in pages)]
    if table := desk.games().get((number, last)):
        addresses += [f"/g/{table.key}", desk.slip(last)]
    answers = [
        client.get(address, follow_redirects=True)
        for client in (desk.client, app.test_client())
        for address in addresses
    ]
    return [plain_text(main(one.text)) for one in answers if one.status_code == 200]


def test_a_note_on_closing_speaks_of_the_next_round_only_if_there_may_be_one(app: Flask) -> None:
    desk = Desk(app.test_client())
    desk.create(*EIGHT, seating="free", rounds="1", final="4", winners="1")
    for is_last, steps in ((False, ["draw"]), (True, ["close", "final", "draw"])):
        desk.did(*steps, "publish", "start")
        desk.finish(app.test_client())
        assert ("until the next round is published" in shown(desk)) is not is_last


NAMES = ("Ann", "Ben", "Cem", "Dora", "Eva", "Finn", "Gül", "Hans")
FIRST = "round/1/table/1"


@pytest.fixture
def two_hands(app: Flask) -> Desk:
    """An event whose first round is running, at two tables that play two hands."""
    two_hands = Desk(app.test_client())
    two_hands.begin(*NAMES, hands_4="1, 2")
    return two_hands


@pytest.fixture
def phone(app: Flask) -> FlaskClient:
    """A phone of a table."""
    return app.test_client()


def won(table: Table, winner: int = 0) -> None:
    """Play a hand: this seat bids all tricks and takes them."""
    bids = tuple(table.hand * (seat == winner) for seat in range(len(table.players)))
    response = table.play("hearts", bids, bids)
    assert response.status_code == 303, response.text


def leave(two_hands: Desk, table: Table, seat: int) -> None:
    """The desk lets somebody leave the table."""
    two_hands.did(f"{FIRST}/keep", answer="leaves")
    fields: dict[str, Any] = {"away": "y", "revision": table.revision}
    gone = two_hands.table.post(f"{table.path}/players/{seat}", **fields)
    assert gone.status_code == 303, gone.text


def without_first(table: Table) -> None:
    """Play a hand without the first player, who left."""
    table.turn("hearts")
    table.bid(None, 2, 0, 0)
    assert table.score(None, 2, 0, 0).status_code == 303


def finish(two_hands: Desk, phone: FlaskClient) -> None:
    """Play both hands at both tables, and close the round."""
    for seated in two_hands.round.tables:
        table = two_hands.at(phone, seated.number)
        won(table)
        won(table)
    two_hands.did("close")


def counted(two_hands: Desk) -> dict[str, int]:
    """The counted points of everybody, by name."""
    return {row["name"]: int(row["counted"]) for row in rows_of(two_hands, "standings.csv")}


@pytest.mark.parametrize("counts", ["comes", "leaves"])
def test_the_one_on_stand_by_takes_the_seat_and_the_hands_stay(
    two_hands: Desk, phone: FlaskClient, counts: str
) -> None:
    two_hands.did("players/add", names="Ina", stand_by="y")
    table = two_hands.at(phone, 1)
    won(table)
    left, comes = two_hands.round.table(1).seats[0], 9
    two_hands.did("replace", leaves=left, comes=comes, counts=counts)
    name = two_hands.event.entrant(left).name
    assert "Ina" in table.page()
    won(table)
    assert table.totals()[0] == 30 + 40
    other = two_hands.at(phone, 2)
    won(other)
    won(other)
    two_hands.did("close")
    found = counted(two_hands)
    expected = {"comes": (0, 70), "leaves": (70, 0)}[counts]
    assert (found.get(name, 0), found.get("Ina", 0)) == expected
    two_hands.did("draw")
    assert two_hands.round.table_of(left) is None


def test_a_table_continues_without_somebody_who_leaves(two_hands: Desk, phone: FlaskClient) -> None:
    table = two_hands.at(phone, 1)
    won(table)
    leave(two_hands, table, 0)
    without_first(table)
    other = two_hands.at(phone, 2)
    won(other)
    won(other)
    two_hands.did("close")
    places = {
        row["number"]: int(row["place"])
        for row in rows_of(two_hands, "results.csv")
        if row["table"] == "1"
    }
    seats = two_hands.event.round(1).table(1).seats
    assert [places[str(number)] for number in seats] == [4, 1, 2, 2]


def test_the_desk_is_asked_whether_somebody_who_left_plays_in_the_next_round(
    two_hands: Desk, phone: FlaskClient
) -> None:
    table, other = two_hands.at(phone, 1), two_hands.at(phone, 2)
    won(table)
    number = two_hands.round.table(1).seats[0]
    name = two_hands.event.entrant(number).name
    asks, notes = f"Does {name} play in the next round?", f"{name} left in mid-game and is"
    assert notes not in plain_text(two_hands.page(FIRST))
    two_hands.did(f"{FIRST}/keep", answer="leaves")
    fields: dict[str, Any] = {"away": "y", "revision": table.revision}
    gone = two_hands.table.post(f"{table.path}/players/0", **fields)
    assert gone.location == f"{two_hands.path}/desk/{FIRST}"
    assert asks in plain_text(two_hands.page(FIRST))
    people = two_hands.page(FIRST).partition('class="player-lines')[2].partition("<table")[0]
    assert people.count(">left</span>") == 1
    plays = two_hands.send(f"players/{number}/mark", state="in", back="round")
    assert plays.location == f"{two_hands.path}/desk/round"
    assert asks not in plain_text(two_hands.page(FIRST))
    assert f"{name} plays" in plain_text(two_hands.page("log"))
    two_hands.did("undo", number=two_hands.stored.revision)
    assert asks in plain_text(two_hands.page(FIRST))
    without_first(table)
    for _ in range(2):
        won(other)
    two_hands.did("close")
    assert notes in plain_text(two_hands.page("round"))
    assert "everybody is playing" not in plain_text(two_hands.page("round"))
    assert number in two_hands.event.playing
    two_hands.did(f"players/{number}/mark", state="in", back="round")
    assert notes not in plain_text(two_hands.page("round")), "the desk has said it"
    two_hands.did("undo", number=two_hands.stored.revision)
    out = two_hands.send(f"players/{number}/mark", state="out", back="round")
    assert out.location == f"{two_hands.path}/desk/round"
    assert notes not in plain_text(two_hands.page("round"))
    assert number not in two_hands.event.playing


def test_somebody_who_left_comes_back_by_the_desk(two_hands: Desk, phone: FlaskClient) -> None:
    table = two_hands.at(phone, 1)
    leave(two_hands, table, 0)
    page = plain_text(two_hands.client.get(f"{table.path}/players/leave").text)
    assert "Who comes back?" in page
    back = two_hands.table.post(f"{table.path}/players/0", away="", revision=table.revision)
    assert back.location == table.path
    assert "left in mid-game" not in plain_text(two_hands.page(FIRST))


def test_a_result_corrected_two_rounds_later_changes_the_standings_and_no_draw(
    two_hands: Desk, phone: FlaskClient
) -> None:
    finish(two_hands, phone)
    two_hands.did("draw", "publish", "start")
    finish(two_hands, phone)
    two_hands.did("draw")
    before, drawn = counted(two_hands), two_hands.event.rounds
    key = two_hands.games()[1, 1].key
    kept = Table(phone)
    kept.key = key
    hand: dict[str, Any] = {
        "turned": "hearts",
        "dealer": 0,
        "bid_0": 1,
        "bid_1": 0,
        "bid_2": 0,
        "bid_3": 0,
    }
    taken: dict[str, Any] = {"tricks_0": 0, "tricks_1": 1, "tricks_2": 0, "tricks_3": 0}
    refused = kept.post(f"{kept.path}/hands/1", revision=kept.revision, **hand, **taken)
    assert refused.status_code == 404
    assert two_hands.send(f"{FIRST}/correct", reason="").status_code == 422
    two_hands.did(f"{FIRST}/correct", reason="Ben took it")
    kept = Table(two_hands.client)
    kept.key = key
    done = kept.post(f"{kept.path}/hands/1", revision=kept.revision, **hand, **taken)
    assert done.status_code == 303, done.text
    after = counted(two_hands)
    names = [
        two_hands.event.entrant(number).name for number in two_hands.event.round(1).table(1).seats
    ]
    assert [after[name] - before[name] for name in names] == [-40, -30, 0, 0]
    assert {name for name in after if after[name] != before[name]} == {*names[:2]}
    assert two_hands.event.rounds == drawn
    assert "Ben took it" in two_hands.page("log")


FOLLOWED = re.compile(r'data-from="([^"]+)"\s+data-seen="([^"]+)"')


def test_whatever_a_round_shows_its_page_asks_for_news_until_there_is_some(
    app: Flask, stranger: FlaskClient
) -> None:
    desk = Desk(app.test_client())
    desk.create(*EIGHT, seating="free", rounds="1", final="4", winners="1")
    other = desk.share(stranger)

    def news(page: str) -> Callable[[], int]:
        address, seen = FOLLOWED.findall(other.page(page))[0]
        asked = {"query_string": {"seen": seen}, "headers": {"HX-Request": "true"}}
        return lambda: other.client.get(address, **asked).status_code

    for step in (
        "draw",
        "publish",
        "start",
        "close",
        "final",
        "draw",
        "publish",
        "start",
        "close",
        "end",
    ):
        if step == "close":
            desk.finish(app.test_client())
        seats = ["round/seats"] if step in ("publish", "start", "close") else []
        pages = [news(page) for page in ("round", *seats)]
        assert [ask() for ask in pages] == [204] * len(pages), step
        desk.did(step)
        assert 204 not in [ask() for ask in pages], step


SEVEN_SEATS = """Name;Tisch;Platz
Ann;2;1
Ben;1;2
"Müller, Cem";1;1
4;2;3
Eva;2;2
Fay;1;4
Gil;1;3"""


@pytest.mark.parametrize(
    "typed",
    [
        SEVEN_SEATS,
        SEVEN_SEATS.replace(";", "\t"),
        "2;1;Ann\n1;2;Ben\n1;1;Cem Müller\n2;3;Dan\n2;2;Eva\n1;4;Fay\n1;3;Gil",
        "Cem Müller 1\nBen 1\nGil 1\nFay 1\nAnn 2\nEva 2\nDan 2",
        "1. Cem Müller, 1, 1\n2. Ben, 1, 2\n3. Gil, 1, 3\n4. Fay, 1, 4\n5. Ann, 2, 1\n"
        "6. Eva, 2, 2\n7. Dan, 2, 3",
    ],
)
def test_a_pasted_list_of_seats_becomes_the_draw_of_the_round(
    client: FlaskClient, typed: str
) -> None:
    desk = Desk(client)
    names = ["Ann", "Ben", "Cem Müller", *SEVEN[3:]]
    desk.create(*names, seating="by-hand", table_size="4", remainder="3")
    seen = plain_text(desk.send("round/list/look", seats=typed).text)
    assert "Read as 7 people" in seen
    assert "Table 1 Cem Müller, Ben, Gil, Fay Table 2 Ann, Eva, Dan" in seen
    assert not desk.event.rounds
    desk.did("round/list", seats=typed)
    assert [table.seats for table in desk.round.tables] == [(3, 2, 7, 6), (1, 5, 4)]
    desk.did("undo", number=desk.stored.revision)
    assert not desk.event.rounds


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ((";2;1", ";;"), "Line 2 has no table."),
        (("Ann", "Zoe"), "Line 2: nobody in this event has this name or number."),
        (("Ann", "Eva"), "Eva has two seats."),
        (("Ben;1;2", "Ben;1;1"), "Line 4: this seat is taken already."),
        (("Ann;2;1\n", ""), "Ann"),
        (("Fay;1", "Fay;4"), "3"),
    ],
)
def test_a_list_of_seats_with_a_mistake_is_shown_again_as_typed(
    client: FlaskClient, change: tuple[str, str], problem: str
) -> None:
    desk = Desk(client)
    names = ["Ann", "Ben", "Cem Müller", *SEVEN[3:]]
    desk.create(*names, seating="by-hand", table_size="4", remainder="3")
    typed = SEVEN_SEATS.replace(*change)
    assert problem in plain_text(desk.send("round/list/look", seats=typed).text)
    refused = desk.send("round/list", seats=typed)
    assert (refused.status_code, len(desk.event.rounds)) == (422, 0)
    assert any(problem in one for one in problems(refused.text))
    assert "Name;Tisch;Platz" in refused.text
