"""The entrants of an event, and their numbers, in sentences."""

from collections.abc import Sequence

from scorekeeper.rules.events.entrant_acts import Wish, called, signed_up, waiting
from scorekeeper.rules.events.event import Entrant, Event, RoundState, State
from scorekeeper.words.events.log import name_of
from scorekeeper.words.events.player import is_played
from scorekeeper.words.events.settings import seated_line
from scorekeeper.words.language import gettext, lazy_capital, ngettext
from scorekeeper.words.language import lazy_gettext as _l
from scorekeeper.words.names import and_list, signed, value_line

MOST_NAMED = 4

STATES = {
    # L10N: a button, about somebody in an event.
    State.IN: lazy_capital(_l("plays")),
    # L10N: a button, about somebody in an event who plays when somebody else leaves.
    State.STAND_BY: _l("Stand-by"),
    # L10N: a button, about somebody in an event who has left or has not come.
    State.OUT: lazy_capital(_l("out")),
}


def number_line(number: int) -> str:
    """The start number of somebody: "number 6"."""
    return gettext("number %(number)s", number=number)


def numbers_line(numbers: Sequence[int]) -> str:
    """The start numbers of new players: "numbers 6 to 18"."""
    if len(numbers) == 1:
        return number_line(numbers[0])
    return gettext("numbers %(first)s to %(last)s", first=min(numbers), last=max(numbers))


def under_line(one: Entrant) -> str:
    """The line under the name of an entrant: the club, and the number if nothing else tells two
    people of one name apart."""
    number = number_line(one.number) if one.by_number else ""
    return " · ".join(filter(None, (one.club, number)))


def listed_line(one: Entrant, waits: Sequence[int]) -> str:
    """The line under a name in the desk's list: also whether somebody who signed up is not ticked
    yet, or waits for a place. It is one line, so that no tick moves another."""
    return " · ".join(filter(None, (under_line(one), signed_up_line(one, waits))))


def signed_up_line(one: Entrant, waits: Sequence[int]) -> str:
    """The state of somebody who signed up and is not ticked yet; "" of others."""
    if one.state is not State.SIGNED_UP:
        return ""
    return waits_line(waits, one.number) or gettext("signed up, not here yet")


def some_names(names: Sequence[str]) -> str:
    """The first names of a list, with dots if there are more."""
    return ", ".join(names[:MOST_NAMED]) + (" …" if len(names) > MOST_NAMED else "")


def with_line(playing: int) -> str:
    """The part of a count that already plays: "including the 5 already playing"; "" if there is
    none."""
    if not playing:
        return ""
    return ngettext(
        "including the %(num)s already playing", "including the %(num)s already playing", playing
    )


def changes_line(event: Event) -> str:
    """The round from which changes to the list of players apply; "" before the first draw. The
    final has only those who reached it."""
    last = event.last
    if last is None or event.ended:
        return ""
    if event.finalists and is_played(event) and last.state is RoundState.CLOSED:
        return ""
    if event.finalists:
        return gettext("Only those who reached the final still play.")
    if last.state is RoundState.DRAWN:
        return gettext(
            "The seats are already drawn. To seat somebody who came late, open the page of the"
            " round; for other changes, draw again."
        )
    if last.state is RoundState.CLOSED:
        return gettext("Changes made here apply from the next draw.")
    return gettext(
        "Changes made here apply from the next draw. Before that, the page of the round lets you"
        " seat somebody who came late at a table that has not begun."
    )


def fuller_line(more: int, sizes: tuple[int, ...]) -> str:
    """The number of people who would fill all tables: "2 more would make 5 tables of 4"."""
    return ngettext(
        "%(num)s more would make %(tables)s",
        "%(num)s more would make %(tables)s",
        more,
        tables=seated_line(sizes),
    )


def penalties_line(event: Event, number: int | None = None) -> str:
    """The penalties and bonuses of the event, or of one player, newest first: "−20 late, +10
    helped"."""
    given = [one for one in reversed(event.adjustments) if number in (None, one.entrant)]
    lines = [f"{signed(one.points)} {one.reason}" for one in given]
    return ", ".join(lines) or gettext("none so far")


def places_line(event: Event) -> str:
    """The places that are taken and the people who wait for one: "14 of 24 places taken · 2
    waiting"; "" before sign-up was opened."""
    if event.sign_up is None:
        return ""
    waits, places = len(waiting(event)), event.sign_up.places
    taken = len(event.playing) + len(signed_up(event)) - waits
    lines = [
        ngettext(
            "%(taken)s of %(num)s place taken",
            "%(taken)s of %(num)s places taken",
            places,
            taken=taken,
        ),
        ngettext("%(num)s waiting", "%(num)s waiting", waits) if waits else "",
    ]
    return " · ".join(filter(None, lines))


def waits_line(waits: Sequence[int], number: int) -> str:
    """The place on the waiting list; "" for those who have a place."""
    if number not in waits:
        return ""
    return gettext("Number %(place)s on the waiting list", place=waits.index(number) + 1)


def states_line(event: Event) -> str:
    """The entrants who do not play: "3 not ticked yet, 1 on stand-by, 1 out"; "" if all do."""
    states = [one.state for one in event.entrants]
    waits, out = states.count(State.STAND_BY), states.count(State.OUT)
    unticked = states.count(State.SIGNED_UP)
    lines = [
        # L10N: so many people signed up, and the desk has not ticked them as present.
        ngettext("%(num)s not ticked yet", "%(num)s not ticked yet", unticked) if unticked else "",
        ngettext("%(num)s on stand-by", "%(num)s on stand-by", waits) if waits else "",
        ngettext("%(num)s out", "%(num)s out", out) if out else "",
    ]
    return ", ".join(filter(None, lines))


def late_line(names: Sequence[str]) -> str:
    """Those who came after the draw: "Without a seat: Viktor"."""
    return value_line(gettext("Without a seat"), and_list(list(names)))


def new_table_line(names: Sequence[str]) -> str:
    """The button that seats people without a seat at a table of their own."""
    return gettext("One more table: %(names)s", names=and_list(list(names)))


def next_draw_line(name: str) -> str:
    """The button with which somebody without a seat waits for the next draw."""
    return gettext("%(name)s waits for the next draw", name=name)


def publish_line(names: Sequence[str]) -> str:
    """The button that publishes a round, although these people have no seat."""
    if not names:
        return gettext("Publish seats")
    if len(names) == 1:
        return gettext("Publish without %(name)s", name=names[0])
    return ngettext("Publish without %(num)s player", "Publish without %(num)s players", len(names))


def wish_line(event: Event, number: int, wish: Wish) -> str:
    """A table asks the desk to seat somebody there, or to correct a name."""
    values = {"number": number, "name": wish.name}
    if wish.renames is not None:
        before = name_of(event, wish.renames)
        # L10N: the people at a table ask the desk to correct the name of one of them.
        return gettext(
            "Table %(number)s: %(before)s is really called %(name)s", before=before, **values
        )
    if called(event, wish.name):
        return gettext("Table %(number)s asks to seat %(name)s", **values)
    return gettext("Table %(number)s asks to seat %(name)s, who is not entered yet", **values)
