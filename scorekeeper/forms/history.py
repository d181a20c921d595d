"""The filters and position in an address of the history, read and written."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from scorekeeper.fields import tidy_name
from scorekeeper.language import in_utc, local
from scorekeeper.rules.attendance import LONGEST_NAME
from scorekeeper.rules.people import start_of
from scorekeeper.store.lists.lists import Cursor, GameFilter, Year

NUMBER, YEAR = re.compile(r"[1-9][0-9]{0,8}\Z"), re.compile(r"[1-9][0-9]{3}\Z")
COUNT = re.compile(r"[1-9][0-9]{0,2}\Z")
LONGEST_KEY = 20
"""Characters of a game's key that are read."""
LAST_YEAR = 9998
CURSOR = re.compile(r"([0-9]{8}T[0-9]{12})-([1-9][0-9]{0,8})\Z")
MOMENT = "%Y%m%dT%H%M%S%f"


def filter_from(query: Mapping[str, str]) -> GameFilter:
    """The filters of a query; invalid ones are ignored."""
    person, year, event = (query.get(name, "") for name in ("person", "year", "event"))
    return GameFilter(
        person=int(person) if NUMBER.match(person) else None,
        kind=query.get("game", "")[:LONGEST_KEY].replace("\0", "") or None,
        year=year_of(int(year)) if YEAR.match(year) and int(year) <= LAST_YEAR else None,
        event=int(event) if NUMBER.match(event) else None,
        text=start_of(tidy_name(query.get("text", "")), LONGEST_NAME),
    )


def year_of(number: int) -> Year:
    """The year as it is where the phone is."""
    first, after = (in_utc(datetime(one, 1, 1)) for one in (number, number + 1))
    return Year(number, first.replace(tzinfo=None), after.replace(tzinfo=None))


def years_between(ends: tuple[datetime, datetime] | None) -> list[int]:
    """The years of a phone's games, from the last game's to the first one's."""
    first, last = (local(moment).year for moment in ends) if ends else (1, 0)
    return [*range(last, first - 1, -1)]


def number_from(query: Mapping[str, str], name: str) -> int | None:
    """A number from 1 to 999 of a query, or None."""
    text = query.get(name, "")
    return int(text) if COUNT.match(text) else None


def query_of(chosen: GameFilter) -> dict[str, Any]:
    """The query with these filters."""
    found = {
        "person": chosen.person,
        "game": chosen.kind,
        "year": chosen.year and chosen.year.number,
    }
    found |= {"event": chosen.event, "text": chosen.text}
    return {name: str(value) for name, value in found.items() if value}


def cursor_from(text: str) -> Cursor | None:
    """The position in an address before which its page begins: ``20260314T190500000000-57``."""
    found = CURSOR.match(text)
    try:
        return Cursor(datetime.strptime(found[1], MOMENT), int(found[2])) if found else None
    except ValueError:
        return None


def cursor_text(cursor: Cursor) -> str:
    """The position as addresses contain it."""
    return f"{cursor.at.strftime(MOMENT)}-{cursor.number}"
