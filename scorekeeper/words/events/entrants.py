"""The entrants of an event in sentences: in its lists, and what one of them reads on a phone."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.rules.events.entrant_acts import Wish, called, signed_up, waiting
from scorekeeper.rules.events.event import Entrant, Event, RoundState, State
from scorekeeper.rules.events.standings import Placed
from scorekeeper.words.events.log import final_title, name_of, stage_of
from scorekeeper.words.events.rounds import is_played
from scorekeeper.words.events.settings import seated_line
from scorekeeper.words.language import gettext, lazy_capital, ngettext
from scorekeeper.words.language import lazy_gettext as _l
from scorekeeper.words.names import place_name, plain, signed

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


CARDS = {
    "before": (
        _l("The event has not begun"),
        _l("Your table appears here and on the wall as soon as the seats are drawn."),
    ),
    "waits": (
        _l("You play from the next round"),
        _l("Your table appears here and on the wall as soon as the seats are drawn."),
    ),
    "stand-by": (
        _l("You are on stand-by"),
        _l("Stay near the desk. If a seat becomes free, your table appears here."),
    ),
    "signed-up": (
        _l("You are on the list"),
        _l("Come to the desk before the draw. Once you are ticked there, your seat appears here."),
    ),
    "out": (
        _l("You are no longer playing"),
        _l("If that is a mistake, go to the desk. Your results stay in the standings."),
    ),
    "cut": (
        _l("The final continues without you"),
        _l("Follow it in the standings."),
    ),
    "over": (
        _l("The event is over"),
        _l("Thank you for playing."),
    ),
}
"""A title and a sentence for a player without a table, by Phase."""


def last_line(event: Event, own: Placed) -> str:
    """The result of the player's last round, in their head."""
    if stage := stage_of(event, own.round):
        return f"{final_title(stage)} · {stamp_line(own.place, own.points)}"
    if not own.place:
        return gettext("Round %(number)s: table set aside", number=own.round)
    # L10N: %(place)s is “2nd place”, %(points)s the points of the game.
    return gettext(
        "Round %(number)s: %(place)s with %(points)s",
        number=own.round,
        place=place_name(own.place),
        points=plain(own.points),
    )


def stamp_line(place: int, points: int) -> str:
    """The stamp on the result of a table: "1st place, 290"."""
    if not place:
        return gettext("Set aside")
    # L10N: the player's own result of a round: “1st place, 290”.
    return gettext("%(place)s, %(points)s", place=place_name(place), points=plain(points))


def behind_line(points: int, name: str) -> str:
    """The distance to the player ahead."""
    if not points:
        return gettext("same points as %(name)s", name=name)
    return gettext("%(points)s behind %(name)s", points=points, name=name)


def rank_line(rank: int, everybody: int) -> str:
    """The player's place in the standings."""
    return gettext("Rank %(rank)s of %(all)s", rank=rank, all=everybody)


def made_line(made: int, bids: int) -> str:
    """The bids that a player made in a round; "" if unknown."""
    if not bids:
        return ""
    return ngettext(
        "%(made)s of %(num)s bid made", "%(made)s of %(num)s bids made", bids, made=made
    )


SLIPS = {
    "ask": (
        _l("Keep score for this table?"),
        _l("Tap your name to ask the desk for the pencil."),
    ),
    "taken": (
        _l("Another phone keeps score"),
        _l("If it cannot continue, tap your name to ask the desk for the pencil."),
    ),
    "asked": (
        _l("The desk has been asked"),
        _l("As soon as they agree, this phone keeps score."),
    ),
    "waits": (
        _l("Another phone has asked the desk"),
        _l("The desk answers it first. If it refuses, you can ask here."),
    ),
    "closed": (
        _l("This round is over"),
        _l("The result of this table is final. Only the desk can correct it."),
    ),
    "in": (
        _l("The result is in"),
        _l("If something is wrong, go to the desk."),
    ),
    "aside": (
        _l("This table is set aside"),
        _l("If something is wrong, go to the desk."),
    ),
    "over": (
        _l("The event is over"),
        _l("The result of this table is final. Only the desk can correct it."),
    ),
    "unknown": (
        _l("This slip does not belong to a table"),
        _l(
            "Its round is not published yet, or the seats were drawn again. "
            "If in doubt, ask the desk."
        ),
    ),
}
"""A title and a sentence for a slip that does not give the pencil."""
