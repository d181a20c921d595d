"""A restore does not bring back rights that have ended since the backup."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper import open_copy
from scorekeeper.store import backups
from scorekeeper.store.models import db
from scorekeeper.store.sharing import books
from scorekeeper.store.sharing.ended import keep_ended_in, keep_none
from tests import databases
from tests.cast import Cast, Role, cast_on
from tests.command import run
from tests.desk import Desk
from tests.store.files import spoil

pytestmark = [pytest.mark.thorough, pytest.mark.sqlite]


@pytest.fixture
def cast(app: Flask) -> Cast:
    return cast_on(app)


@pytest.fixture
def file(cast: Cast) -> Path:
    return Path(cast.app.instance_path) / databases.FILE


def keeps(cast: Cast, role: Role) -> bool:
    """Whether the phone may keep the score of the game."""
    answer = cast.post(role, f"{cast.path}/hands/2/dealer", revision="0", dealer="2")
    return answer.status_code != 404


def in_book(cast: Cast) -> bool:
    """Whether the mate's phone still sees the games of the book, and can keep their score."""
    claims = cast.post(Role.MATE, f"{cast.path}/claim").status_code != 404
    return claims or cast.path in cast.get(Role.MATE, "/").text


def runs(cast: Cast, role: Role) -> bool:
    """Whether the phone runs the event."""
    return cast.get(role, f"/e/{cast.events['RALLY']}/desk/more").status_code == 200


def end_guest(cast: Cast) -> None:
    phones = f"{cast.path}/phones"
    cast.post(Role.KEEPER, phones, phone=cast.id_of("Gil’s phone", phones))


def leave_the_game(cast: Cast) -> None:
    phones = f"{cast.path}/phones"
    cast.post(Role.GUEST, phones, phone=cast.id_of("Gil’s phone", phones))


def remove_mate(cast: Cast) -> None:
    cast.post(Role.KEEPER, "/book/phones", phone=cast.id_of("Mia’s phone"))


def mate_leaves(cast: Cast) -> None:
    cast.post(Role.MATE, "/book/phones", phone=cast.id_of("Mia’s phone", role=Role.MATE))


def end_desk(cast: Cast) -> None:
    desk = Desk(cast.clients[Role.DESK])
    desk.key = cast.events["RALLY"]
    desk.did("phones", phone=cast.id_of("Pia’s phone", f"{desk.path}/desk/phones", Role.DESK))


def refuse_mate(cast: Cast) -> None:
    """The mate claims the game, and loses it again: a phone of the book that is refused."""
    cast.post(Role.MATE, f"{cast.path}/claim")
    phones = f"{cast.path}/phones"
    cast.post(Role.KEEPER, phones, phone=cast.id_of("Mia’s phone", phones))


@dataclass(frozen=True)
class End:
    """A way in which a right ends, and whether it holds."""

    ends: Callable[[Cast], object]
    holds: Callable[[Cast], bool]


ENDS = {
    "pencil taken": End(end_guest, lambda cast: keeps(cast, Role.GUEST)),
    "pencil given back": End(leave_the_game, lambda cast: keeps(cast, Role.GUEST)),
    "removed from the book": End(remove_mate, in_book),
    "left the book": End(mate_leaves, in_book),
    "desk taken": End(end_desk, lambda cast: runs(cast, Role.GUEST)),
}


def restored(cast: Cast, made: Path, file: Path, *, with_rights: bool = False) -> int | None:
    """Restore the backup; returns the number of rights that stay ended."""
    keep = keep_none if with_rights else keep_ended_in
    found = backups.restore(made, file, file.parent, open_copy, keep)
    with cast.app.app_context():
        db.engine.dispose()
    return found.ended


@pytest.mark.parametrize("way", ENDS)
def test_a_right_that_ended_stays_ended_unless_all_rights_are_asked_for(
    cast: Cast, file: Path, folder: Path, way: str
) -> None:
    desk = Desk(cast.clients[Role.DESK])
    desk.key = cast.events["RALLY"]
    desk.share(cast.clients[Role.GUEST], "Pia’s phone" if "desk" in way else "Gil’s phone")
    one, before = ENDS[way], cast.state()
    assert one.holds(cast)
    made = backups.back_up(file, folder)
    assert restored(cast, made, file) == 0
    assert one.holds(cast), "nothing had ended"
    one.ends(cast)
    assert not one.holds(cast)
    assert restored(cast, made, file) == 1
    assert not one.holds(cast)
    assert keeps(cast, Role.KEEPER)
    assert cast.state()[0] == before[0]
    assert restored(cast, made, file, with_rights=True) is None
    assert one.holds(cast)


def delete_event(cast: Cast) -> None:
    desk = Desk(cast.clients[Role.DESK])
    desk.key = cast.events["RALLY"]
    assert desk.table.post(f"{desk.path}/desk/delete").status_code == 303


def delete_game(cast: Cast) -> None:
    assert cast.post(Role.KEEPER, f"{cast.path}/delete").status_code == 303


def replace_event(cast: Cast) -> None:
    _replaced(cast, Role.DESK, f"/e/{cast.events['RALLY']}/desk/event.json", delete_event)


def replace_game(cast: Cast) -> None:
    _replaced(cast, Role.KEEPER, f"{cast.path}.json", delete_game)


def _replaced(cast: Cast, role: Role, file: str, deletes: Callable[[Cast], None]) -> None:
    """Delete what this file contains, then import it: it comes back with another key."""
    text = cast.get(role, file).text
    deletes(cast)
    assert cast.post(role, "/book/bring", text=text, deleted="y").status_code == 303


@pytest.mark.parametrize(
    ("way", "deletes", "claim"),
    [
        ("pencil taken", delete_game, lambda cast: f"{cast.path}/claim"),
        ("desk taken", delete_event, lambda cast: f"/e/{cast.events['RALLY']}/desk/claim"),
        ("pencil taken", replace_game, lambda cast: f"{cast.path}/claim"),
        ("desk taken", replace_event, lambda cast: f"/e/{cast.events['RALLY']}/desk/claim"),
    ],
)
def test_a_right_that_ended_before_its_game_or_event_was_deleted_stays_ended(
    cast: Cast,
    file: Path,
    folder: Path,
    way: str,
    deletes: Callable[[Cast], None],
    claim: Callable[[Cast], str],
) -> None:
    desk = Desk(cast.clients[Role.DESK])
    desk.key = cast.events["RALLY"]
    if way == "desk taken":
        desk.share(cast.clients[Role.GUEST], "Pia’s phone")
    one, role = ENDS[way], Role.KEEPER if way == "pencil taken" else Role.DESK
    made = backups.back_up(file, folder)
    one.ends(cast)
    deletes(cast)
    assert restored(cast, made, file)
    assert not one.holds(cast)
    assert cast.post(Role.GUEST, claim(cast)).status_code == 404
    assert cast.post(role, claim(cast)).status_code == 303, "a phone of the book goes on"
    restored(cast, made, file, with_rights=True)
    assert one.holds(cast)


@pytest.mark.parametrize("deletes", ["delete", "undo"])
def test_a_slip_of_a_table_that_was_deleted_gives_back_no_pencil(
    cast: Cast, file: Path, folder: Path, deletes: str
) -> None:
    """A table is deleted with its event, or when the desk undoes the publication of its round."""
    desk = Desk(cast.clients[Role.DESK])
    desk.create(*"ABCD", event="Undone", seating="free")
    desk.did("draw", "publish")
    table, slip, published = desk.at(cast.clients[Role.FOLLOWER]), desk.slip(), desk.stored.revision
    made = backups.back_up(file, folder)
    desk.did("round/1/table/1/pencil", answer="back")
    desk.did(deletes, number=published)
    restored(cast, made, file)
    assert table.post(slip).location == slip, "it has to ask"
    assert table.turn("hearts").status_code == 404


def test_a_refusal_stays_so_that_a_right_of_the_book_ends_too(
    cast: Cast, file: Path, folder: Path
) -> None:
    made = backups.back_up(file, folder)
    refuse_mate(cast)
    claim = f"{cast.path}/claim"
    assert cast.post(Role.MATE, claim).status_code == 404
    restored(cast, made, file)
    assert cast.post(Role.MATE, claim).status_code == 404
    restored(cast, made, file, with_rights=True)
    assert cast.post(Role.MATE, claim).status_code == 303


def test_a_slip_does_not_give_back_a_pencil_that_was_taken_since(
    cast: Cast, file: Path, folder: Path
) -> None:
    desk = Desk(cast.clients[Role.DESK])
    desk.key = cast.events["RALLY"]
    table, slip = desk.at(cast.clients[Role.FOLLOWER]), desk.slip()
    made = backups.back_up(file, folder)
    desk.did("round/1/table/1/pencil", answer="back")
    assert table.turn("hearts").status_code == 404
    restored(cast, made, file)
    assert table.post(slip).location == slip, "it has to ask"
    assert table.turn("hearts").status_code == 404


def test_links_that_were_replaced_used_or_withdrawn_stay_dead(
    cast: Cast, file: Path, folder: Path
) -> None:
    recovery, pencil = cast.recovery(), cast.pencil()
    made = backups.back_up(file, folder)
    cast.post(Role.KEEPER, "/book/recovery", replace="1")
    new = cast.recovery()
    assert new != recovery
    assert cast.post(Role.STRANGER, pencil).status_code == 303
    assert restored(cast, made, file) == 1
    for link in (recovery, pencil):
        assert cast.post(Role.FOLLOWER, link).status_code != 303
        assert cast.post(Role.STRANGER, link).status_code != 303
    assert not keeps(cast, Role.STRANGER)
    assert cast.recovery() == new
    assert cast.get(Role.NOBODY, new).status_code == 200


def test_what_cannot_be_known_is_said(cast: Cast, file: Path, folder: Path) -> None:
    made = backups.back_up(file, folder)
    end_guest(cast)
    done = run("restore", made, instance=file.parent)
    assert "no longer hold, and so stay ended: 1." in done.output
    spoil.middle(file)
    done = run("restore", made, instance=file.parent)
    assert "Rights that were taken away since this backup hold again. Check the phones" in (
        done.output
    )
    done = run("outdate", instance=file.parent)
    assert "Rights that were taken away since this backup hold again" in done.output


def test_the_removed_phone_keeps_the_games_that_it_brought(
    cast: Cast, file: Path, folder: Path
) -> None:
    cast.post(Role.STRANGER, cast.book_link())
    theirs = f"/g/{cast.theirs}"
    assert theirs in cast.get(Role.MATE, "/").text
    made = backups.back_up(file, folder)
    with cast.app.app_context():
        (line,) = (one for one in books.members(cast.phone_key(Role.STRANGER)) if one.is_asking)
        books.remove_phone(cast.phone_key(Role.KEEPER), line.id)
    restored(cast, made, file)
    assert theirs in cast.get(Role.STRANGER, "/").text
    assert cast.path not in cast.get(Role.STRANGER, "/").text
    assert theirs not in cast.get(Role.MATE, "/").text
    assert cast.path in cast.get(Role.MATE, "/").text
