"""The events of a cast, one in each state."""

from flask.testing import FlaskClient

from tests.desk import Desk

TITLES = {
    "PLAN": "Xanten",
    "DRAWN": "Yverdon",
    "RALLY": "Zittau",
    "PLAYED": "Quedlinburg",
    "CLOSED": "Wuppertal",
    "SIGNS": "Ixelles",
}
"""The names of the events, which no sentence contains."""
PEOPLE = ("Ann", "Ben", "Cem", "Dan", "Eva", "Fay", "Gil", "Hal", "Ida")

LATE = ("Kai", "Lea", "Mia")
"""Those who come to DRAWN after its draw."""


def staged_events(
    client: FlaskClient,
    other: FlaskClient,
    keeper: FlaskClient,
    helper: FlaskClient,
    ending: str = "",
) -> dict[str, str]:
    """The keys of new events of nine people and one on stand-by, by name; every name has this
    ending. The phone ``other`` runs RALLY too, ``keeper`` keeps score at its table 2, and
    ``helper`` enters results of all events.

    Nobody is drawn in PLAN and in SIGNS, whose sign-up is open. Round 1 is only drawn in DRAWN
    (three come late) and running in RALLY, and the only round of PLAYED and CLOSED is over.
    """
    desks = {name: Desk(client) for name in TITLES}
    for name, desk in desks.items():
        more = {"rounds": "1", "final": "4"} if name in ("PLAYED", "CLOSED") else {}
        more |= {"agrees": "y"} if name == "RALLY" else {}
        people = (f"{person}{ending}" for person in PEOPLE)
        desk.create(*people, event=TITLES[name] + ending, seating="free", **more)
        desk.helper(helper, f"Hugo’s phone{ending}")
        desk.did("players/add", names=f"Jan{ending}", stand_by="y")
        if name == "SIGNS":
            desk.did("sign-up", places="24")
            continue
        if name != "PLAN":
            desk.did("draw")
        if name not in ("PLAN", "DRAWN"):
            desk.did("publish")
    late = "\n".join(f"{person}{ending}" for person in LATE)
    desks["DRAWN"].did("players/add", names=late)
    rally = desks["RALLY"]
    rally.share(other, f"Nora’s phone{ending}")
    rally.at(keeper, 2)
    for name in ("RALLY", "PLAYED", "CLOSED"):
        desks[name].did("start")
    for name in ("PLAYED", "CLOSED"):
        _play(desks[name])
    desks["CLOSED"].did("close")
    return {name: desk.key for name, desk in desks.items()}


def _play(desk: Desk) -> None:
    for table in desk.round.tables:
        totals = [str(10 * seat - 10) for seat in range(len(table.seats))]
        where = f"round/1/table/{table.number}/by-hand"
        desk.did(where, totals=totals, made=[""] * len(totals))
