"""The parts of a round's page that the tables change; a poll returns those that a page lacks."""

from functools import lru_cache

from scorekeeper.board.events.rounds import RunningView
from scorekeeper.board.events.tables import TableLine
from scorekeeper.http.parts import ROWS, Part, part
from scorekeeper.rules.events.event import RoundState


def round_parts(key: str, view: RunningView) -> dict[str, Part]:
    """The parts of the page of this event, by their ids; none once all tables are in."""
    if view.results:
        return {}
    in_hall, out = bool(view.hall), view.counts["out"]
    at = key, view.round.number
    cards = tuple(_card(*at, line, in_hall) for line in view.shown)
    squares = tuple(_square(*at, line) for line in view.hall)
    found = [
        part(
            *("sums", "event/round/sums"),
            key=key,
            in_hall=in_hall,
            which=view.which,
            out=out,
            done=view.counts["in"],
            all=view.counts["all"],
        ),
        part("tables", "event/round/tables", slots={ROWS: cards}, in_hall=in_hall),
    ]
    if view.hall:
        hall = {"squares": squares}
        found.append(part("hall", "event/round/hall", slots=hall, is_crowd=view.is_crowd))
    if view.round.state is RoundState.RUNNING:
        found.append(part("waits", "event/round/waits", out=out))
    if view.ranks:
        found.append(part("ranks", "event/round/ranks", title=view.ranks_title, lines=view.ranks))
    return {one.id: one for one in found}


@lru_cache(2000)
def _card(key: str, number: int, line: TableLine, in_hall: bool) -> Part:
    id, template = f"table-{line.number}", "event/round/card"
    return part(id, template, key=key, round=number, line=line, in_hall=in_hall)


@lru_cache(2000)
def _square(key: str, number: int, line: TableLine) -> Part:
    return part(f"square-{line.number}", "event/round/square", key=key, round=number, line=line)
