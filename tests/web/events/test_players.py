"""The desk's players: a list of names, ticks, corrections, and what two desks do at once."""

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from scorekeeper.rules.attendance import LONGEST_NAME
from scorekeeper.rules.events.entrant_acts import LONGEST_CLUB, MOST_ENTRANTS
from scorekeeper.rules.events.event import State
from tests.desk import Desk
from tests.table import HTMX
from tests.web.page import main, plain_text, problems

FOUR = ("Ann", "Ben", "Cem", "Dora")


@pytest.fixture
def desk(client: FlaskClient) -> Desk:
    made = Desk(client)
    made.create()
    return made


def entered(desk: Desk) -> list[tuple[int, str, str]]:
    return [(one.number, one.name, one.club) for one in desk.event.entrants]


def states(desk: Desk) -> list[State]:
    return [one.state for one in desk.event.entrants]


def listed(desk: Desk, find: str = "") -> str:
    return plain_text(main(desk.page(f"players?find={find}")))


def test_each_line_of_a_list_is_a_player_with_number_and_club(desk: Desk) -> None:
    desk.did(
        "players/add", names="Ann\n\n 12. Ben , Die Stichprobe\n7\tCem\tZauberstube\nDora; Köln\n"
    )
    assert entered(desk) == [
        (1, "Ann", ""),
        (12, "Ben", "Die Stichprobe"),
        (7, "Cem", "Zauberstube"),
        (2, "Dora", "Köln"),
    ]


def test_a_whole_hall_is_entered_at_once_and_seated_by_hand(desk: Desk) -> None:
    desk.create(seating="by-hand", event="Hall")
    names = "\n".join(f"Zoë Müller-Lüd {n}, Spielekreis Bremen-Vegesack" for n in range(400))
    assert desk.send("players/add/look", names=names).status_code == 200
    desk.did("players/add", names=names)
    assert len(desk.event.entrants) == 400
    numbers = [f"{n}" for n in range(1, 401)]
    desk.did("round/by-hand", number=numbers, table=[f"{(int(n) + 3) // 4}" for n in numbers])
    assert len(desk.round.tables) == 100


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("", "Type a name."),
        ("Ann\nann ", "Check below how the list was read, then add the players."),
        ("Ann, Ben, Cem", "Check below how the list was read, then add the players."),
        ("Ben\n" + "x" * 41, "x" * 41 + ": a name can have at most 40 characters."),
        ("Ann, " + "x" * 31, "Ann: a club can have at most 30 characters."),
        ("3 Ann\n3 Ben", "Number 3 is taken. Give Ben another one."),
    ],
)
def test_a_list_with_a_mistake_is_shown_again_as_typed(
    desk: Desk, typed: str, problem: str
) -> None:
    for part in (False, True):
        response = desk.send("players/add", names=typed, part=part)
        assert (response.status_code, not entered(desk)) == (422, True)
        assert problem in problems(response.text)
        assert f">{typed}</textarea>" in response.text


@pytest.mark.parametrize(
    "typed",
    [
        "Ben\n" + "x" * LONGEST_NAME,
        "Ben\n" + "x" * (LONGEST_NAME + 1),
        "Cem\n" + "y" * (LONGEST_NAME + 1) + "\n" + "z" * 80,
        "Ben, " + "x" * (LONGEST_CLUB + 1),
        "3 Ben\n3 Cem",
        "1 Ben",
        "2 Ben\n1 Cem",
        "Cem, Cup\nCem, Bar",
        "Ann\nBen",
        "\n".join(f"Player {number}" for number in range(MOST_ENTRANTS)),
        "\n".join(f"Player {number}" for number in range(MOST_ENTRANTS - 1)),
    ],
    ids=lambda typed: typed[:20],
)
def test_a_list_is_marked_as_it_is_typed_with_all_that_it_would_be_refused_for(
    desk: Desk, typed: str
) -> None:
    desk.did("players/add", names="Ann")
    seen = desk.send("players/add/look", names=typed).text
    marked = [unescape(one) for one in re.findall(r"<b>!</b><span>(.*?)</span>", seen)]
    refused = desk.send("players/add", names=typed, new_only="y")
    assert marked == (problems(refused.text) if refused.status_code == 422 else [])
    assert ("Add players</button>" in seen) == bool(marked)


def test_names_that_are_there_are_left_out_once_the_desk_has_seen_it(desk: Desk) -> None:
    desk.did("players/add", names="Ann\nBen")
    typed = "Ann\nCem\nCem\nDora"
    refused = plain_text(main(desk.send("players/add", names=typed).text))
    assert "Read as 4 people numbers 3 to 4 2 are not added" in refused
    assert "Add 2 players" in refused
    assert "Ann Somebody of this name plays already, number 1." in refused
    assert "Cem This name is in the list already." in refused
    desk.did("players/add", names=typed, new_only="y")
    assert [name for _, name, _ in entered(desk)] == list(FOUR)


def test_two_people_of_one_name_are_told_apart_by_club_or_number(desk: Desk) -> None:
    desk.did("players/add", names="Ann, Cup\nann, Hut\nBen", new_only="y")
    desk.did("players/add", names="Ben\nBen\nCem", new_only="y", second=["Ben\t"])
    names = ["Ann (Cup)", "ann (Hut)", "Ben (3)", "Ben (4)", "Ben (5)", "Cem"]
    assert [name for _, name, _ in entered(desk)] == names
    assert "4 Ben number 4" in listed(desk)
    assert "1 Ann Cup" in listed(desk)
    desk.did("players/1", name="Ann", club="Hut")
    assert entered(desk)[:2] == [(1, "Ann (1)", "Hut"), (2, "ann (2)", "Hut")]
    desk.did("players/2/remove")
    assert entered(desk)[0] == (1, "Ann", "Hut")


@pytest.mark.parametrize(
    ("typed", "people"),
    [
        ("- Bernd\n• Gerd\n1. Ute\n(7) Ida\n[x] Jo", ["Bernd", "Gerd", "Ute", "Ida", "Jo"]),
        ("Name;Verein\nUte;Cup\nMüller, Hans;Hut", ["Ute, Cup", "Hans Müller, Hut"]),
        ("Verein\tNachname\tVorname\nCup\tMüller\tHans", ["Hans Müller, Cup"]),
        ("Teilnehmer:\nTom, Richard, Harry", ["Tom", "Richard", "Harry"]),
        ('"Müller, Hans","Cup"', ["Hans Müller, Cup"]),
        ("Hans Weber\nMüller, Hans", ["Hans Weber", "Hans Müller"]),
        ("Müller, Hans (Skat 07)\nIda Weber (Cup)", ["Hans Müller, Skat 07", "Ida Weber, Cup"]),
        ("Ben (2)\nCem (x)", ["Ben (2)", "Cem (x)"]),
        ("Teilnehmer Clubabend\nUte", ["Ute"]),
        ("Ute\nTeilnehmer Clubabend", ["Ute", "Teilnehmer Clubabend"]),
        ("Ann, Cup\nBen, Cup\nCem, Hut", ["Ann, Cup", "Ben, Cup", "Cem, Hut"]),
        ("von der Mühle, Ida", ["Ida von der Mühle"]),
        ("A, Ida\nB, Ann\nC, Jo\nD, Ute\nE, Tom", ["Ida A", "Ann B", "Jo C", "Ute D", "Tom E"]),
        ("Ann; ; \n; Ben", ["Ann", "Ben"]),
    ],
)
def test_a_pasted_list_is_read_as_people_have_it(desk: Desk, typed: str, people: list[str]) -> None:
    desk.did("players/add", names=typed, new_only="y")
    assert [", ".join(filter(None, one[1:])) for one in entered(desk)] == people


def test_where_several_readings_fit_the_desk_is_asked_once_for_all_such_lines(desk: Desk) -> None:
    typed = "Müller, Hans\nWeber, Ida\nTom, Cup, Hut"
    seen = desk.send("players/add/look", names=typed).text
    read = plain_text(seen)
    assert (
        "Müller of the club “Hans” Hans Müller 2 people 1 more line is read like this one" in read
    )
    assert "Read as 5 people numbers 1 to 5" in read
    assert "not added" not in read
    assert "Add 5 players</button>" in seen
    desk.did("players/add", names=typed, new_only="y", pairs="turned", lists="club")
    assert [name for _, name, _ in entered(desk)] == ["Hans Müller", "Ida Weber", "Tom"]


def test_numbers_that_only_count_a_list_give_way_to_those_that_are_taken(desk: Desk) -> None:
    desk.did("players/add", names="1. Ann\n2. Ben")
    seen = plain_text(desk.send("players/add/look", names="1. Cem\n2. Dan").text)
    assert "The numbers in the list are taken" in seen
    desk.did("players/add", names="1. Cem\n2. Dan")
    assert [number for number, _, _ in entered(desk)] == [1, 2, 3, 4]


@pytest.mark.parametrize("ruler", ["----", "— — —", "1. ====", "***", "____, ____"])
def test_a_line_that_only_divides_a_pasted_list_is_no_player(desk: Desk, ruler: str) -> None:
    desk.did("players/add", names=f"Ann\n{ruler}\nBen\n?")
    assert [name for _, name, _ in entered(desk)] == ["Ann", "Ben", "?"]


def test_problems_of_a_sent_list_disappear_as_it_is_changed(desk: Desk) -> None:
    refused = desk.send("players/add", names="Ann\nBen\nann").text
    assert 'id="problems"><div class="problems" role="alert"' in refused
    changed = desk.table.post(f"{desk.path}/desk/players/add/look", part=True, names="Ann\nBen")
    assert re.search(
        r'id="problems" hx-swap-oob="true"><div class="problems">\s*</div>', changed.text
    )


def test_no_tick_moves_a_line(desk: Desk) -> None:
    desk.create("Ann", "Ben", "Cem", "Dora", "Emil")
    desk.did("draw")
    desk.did("players/mark", leaves=3)
    assert re.findall(r'id="number-(\d)"', desk.page("players")) == ["1", "2", "3", "4", "5"]


def test_the_count_of_tables_follows_a_tick_without_a_new_page(desk: Desk) -> None:
    desk.did("players/add", names="\n".join((*FOUR, "Emil")))
    sent = {"csrf_token": desk.table.token(), "revision": desk.stored.revision, "leaves": "5"}
    headers = HTMX | {"HX-Target": "players"}
    answer = desk.client.post(f"{desk.path}/desk/players/mark", data=sent, headers=headers)
    assert plain_text(answer.text).startswith("4 1 table of 4 1 out")
    assert "<main>" not in answer.text


def test_players_are_found_by_name_club_or_number(desk: Desk) -> None:
    desk.did("players/add", names="Ann, Köln\nZoë\nJörg\n")
    assert all(name in listed(desk) for name in ("Ann", "Zoë", "Jörg"))
    for sought, name in (("zoe", "Zoë"), ("koln", "Ann"), ("3", "Jörg")):
        page = listed(desk, sought)
        assert [one for one in ("Ann", "Zoë", "Jörg") if one in page] == [name]
    assert "No player has this name, club or number." in listed(desk, "x")


def test_a_correction_with_a_mistake_changes_nothing(desk: Desk) -> None:
    desk.did("players/add", names="Ann\nBen")
    refused = desk.send("players/2", name="Bernd", club="", new=1)
    assert problems(refused.text) == ["Number 1 is taken. Give Ben another one."]
    assert 'value="Bernd"' in refused.text
    assert entered(desk)[1] == (2, "Ben", "")


def test_an_entrant_who_was_drawn_cannot_be_removed(desk: Desk) -> None:
    desk.did("players/add", names="\n".join(FOUR))
    desk.did("draw")
    refused = desk.send("players/1/remove")
    assert refused.status_code == 422
    assert "Ann has already been drawn" in problems(refused.text)[0]
    assert "Remove this entry" not in desk.page("players/1")


@pytest.mark.parametrize(
    ("page", "sent", "line"),
    [
        ("players/1/mark", {"state": "stand-by"}, "Ann is on stand-by"),
        ("draw", {}, "Seats drawn"),
    ],
)
def test_an_old_page_hears_of_what_was_done_since(
    desk: Desk, page: str, sent: dict[str, str], line: str
) -> None:
    desk.did("players/add", names="\n".join(FOUR))
    shown = desk.stored.revision
    desk.did(page, **sent)
    late = desk.send("players/mark", leaves=1, revision=shown)
    assert late.status_code == 409
    assert problems(late.text) == [
        f"Since this page was opened: {line}. Check the page, then go on."
    ]
    assert states(desk)[0] is not State.OUT


def test_an_old_page_never_calls_an_own_act_another_phones(
    desk: Desk, stranger: FlaskClient
) -> None:
    """Each act in turn by this desk or by the other: only the other's is said to be the other's."""
    nora = desk.share(stranger)
    desk.did("players/add", names="\n".join(FOUR))
    shown = desk.stored.revision
    said = {
        None: "This event has changed since this page was opened.",
        "own": "Since this page was opened: Ann is on stand-by.",
        "other": "Another phone was first: Ben is on stand-by.",
        "other undid": "This event has changed since this page was opened.",
    }

    def refused() -> str:
        (line,) = problems(desk.send("draw", revision=shown).text)
        return line.removesuffix(" Check the page, then go on.")

    desk.did("players/1/mark", state="stand-by")
    assert refused() == said["own"]
    desk.did("undo", number=desk.stored.revision)
    assert refused() == said[None]
    desk.did("players/1/mark", state="stand-by")
    nora.did("players/2/mark", state="stand-by")
    assert refused() == said["other"]
    desk.did("players/3/mark", state="stand-by")
    assert refused() == said["other"]
    nora.did("undo", number=desk.stored.revision)
    assert refused() == said["other undid"]


def test_an_entry_that_another_desk_removed_is_said(desk: Desk) -> None:
    desk.did("players/add", names="Ann")
    shown = desk.stored.revision
    desk.did("players/1/remove")
    assert desk.send("players/1/mark", state="out", revision=shown).status_code == 303
    assert "Since this page was opened: Number 1 removed." in plain_text(desk.page("players"))
    assert desk.client.get(f"{desk.path}/desk/players/1").status_code == 404
