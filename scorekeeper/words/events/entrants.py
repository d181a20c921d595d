"""The entrants of an event in sentences: in its lists, and what one of them reads on a phone."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.rules.events.entrant_acts import Wish, called, signed_up, waiting
from scorekeeper.rules.events.event import Entrant, Event, RoundState, State, Table
from scorekeeper.rules.events.settings import FINAL_TABLE, Counts, EventSettings, TimeUp
from scorekeeper.rules.events.standings import Placed
from scorekeeper.words.events.log import final_title, name_of, round_line, stage_of, table_line
from scorekeeper.words.events.rounds import all_in_line
from scorekeeper.words.events.settings import COUNTS, final_line, seated_line
from scorekeeper.words.language import gettext, lazy_capital, ngettext
from scorekeeper.words.language import lazy_gettext as _l
from scorekeeper.words.names import and_list, day_line, place_name, plain, signed, value_line
from scorekeeper.words.rules import hands_line, minutes_line, number_of_players

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


def table_title(event: Event, round_: int, table: int) -> str:
    """ "Round 2 · Table 5", the place of a game in its event."""
    is_final = stage_of(event, round_)
    title = gettext("Final") if is_final else gettext("Round %(number)s", number=round_)
    return f"{title} · {table_line(table)}"


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


def levels_line(names: list[str], place: int, *, has_bids: bool) -> str:
    """The reason why two or more have the same place at a table."""
    if not has_bids:
        # L10N: “Ann and Ben are level on points: 2nd place for each.”
        return gettext(
            "%(names)s are level on points: %(place)s for each.",
            names=and_list(names),
            place=place_name(place),
        )
    # L10N: “Ann and Ben are level on points and bids made: 2nd place for each.”
    return gettext(
        "%(names)s are level on points and bids made: %(place)s for each.",
        names=and_list(names),
        place=place_name(place),
    )


def away_line(names: list[str]) -> str:
    """The reason why those who left in mid-game have the last places; "" if nobody did."""
    if not names:
        return ""
    # L10N: %(names)s is a name, or several such as “Ann and Ben”; they stopped playing at a table.
    return ngettext(
        "%(names)s left in mid-game and comes after all who stayed.",
        "%(names)s left in mid-game and come after all who stayed.",
        len(names),
        names=and_list(names),
    )


def late_points_line(points: int) -> str:
    """The reason why a table has fewer points than its sheet."""
    return ngettext(
        "This table was late: each player loses %(num)s point.",
        "This table was late: each player loses %(num)s points.",
        points,
    )


def decided_line(table: Table, names: Sequence[str]) -> str:
    """The desk decided the result of a table; "" if its game does."""
    if table.set_aside is not None:
        return gettext(
            "The desk set this table aside: %(why)s. What is entered here does not count.",
            why=table.set_aside.reason,
        )
    if table.by_hand is None:
        return ""
    if not table.by_hand.totals:
        return gettext("The desk entered the result. What is entered here does not count.")
    totals = zip(names, table.by_hand.totals, strict=False)
    # L10N: %(result)s is a list of names and points.
    return gettext(
        "The desk entered the result: %(result)s. What is entered here does not count.",
        result=", ".join(f"{name} {plain(total)}" for name, total in totals),
    )


def next_title(event: Event) -> str:
    """The round that follows, or the end."""
    if is_played(event):
        return gettext("All rounds have been played")
    shown = len(event.published)
    if event.finalists or shown >= event.settings.rounds:
        return gettext("Final")
    return round_line(event, shown + 1)


def next_line(event: Event) -> str:
    """The sentence about the player's next step."""
    if is_played(event):
        return gettext("The final standings appear here as soon as the desk ends the event.")
    return gettext("Your table appears here and on the wall as soon as the seats are drawn.")


def is_played(event: Event) -> bool:
    shown = event.published
    if event.settings.final is None:
        return len(shown) >= event.settings.rounds
    return bool(shown) and shown[-1].stage is not None and shown[-1].stage <= FINAL_TABLE


def where_line(settings: EventSettings) -> str:
    """The day and the place of an event: "22 Nov 2026 · Town hall"."""
    day = day_line(settings.day) if settings.day else ""
    return " · ".join(filter(None, (day, settings.place)))


def other_line(table: int) -> str:
    """The table where a phone that has to ask at another keeps score."""
    return gettext("This phone already keeps score at table %(table)s.", table=table)


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


DOT = "\N{NO-BREAK SPACE}· "
"""A dot between two texts; no line begins with it."""


def playing_line(out: int, done: int) -> str:
    """The numbers of tables that still play and that have finished."""
    if not out:
        return all_in_line(done)
    if not done:
        return ngettext("%(num)s table is playing", "All %(num)s tables are playing", out)
    playing = ngettext("%(num)s table still playing", "%(num)s tables still playing", out)
    # L10N: the results of so many tables have come in.
    results = ngettext("%(num)s result in", "%(num)s results in", done)
    return DOT.join((playing, results))


def leaders_line(names: Sequence[str], leaders: int) -> str:
    """Those in front at a table; their number if the wall has no room for their ``names``."""
    if names:
        return and_list([*names])
    # L10N: on the projector, beside their points: so many players at a table are level in front.
    return ngettext("%(num)s leads", "%(num)s lead", leaders)


def tables_line(tables: Sequence[int], *, is_cut: bool) -> str:
    """The tables with more time: "Table 5", "Tables 5, 7, …"."""
    named = ", ".join([*map(str, tables), *["…"] * is_cut])
    # L10N: on the projector, before “: until 19:13” or “: +5 min”; %(tables)s is “5” or “5, 7, 9”.
    return ngettext("Table %(tables)s", "Tables %(tables)s", len(tables), tables=named)


def size_line(event: Event) -> str:
    """The numbers of players and of rounds: "18 players · 3 rounds", and the final."""
    seated = {number for one in event.rounds for table in one.tables for number in table.counts_for}
    counted = number_of_players(len(seated))
    rounds = sum(one.stage is None for one in event.rounds)
    played = ngettext("%(num)s round", "%(num)s rounds", rounds)
    lines = [counted, played, *([final_line(event.settings)] if event.finalists else [])]
    return DOT.join(lines)


def points_line(points: int, *, in_final: bool) -> str:
    """The points of a player on the podium."""
    if in_final:
        return gettext("%(points)s in the final", points=plain(points))
    return ngettext("%(points)s point", "%(points)s points", points, points=plain(points))


def points_unit(points: int) -> str:
    """The word below a number of points: "points"."""
    # L10N: below a number of points.
    return ngettext("point", "points", points)


def leaf_line(number: int, leaves: int) -> str:
    """A page among several: "Page 2 of 4"; "" if there is only one."""
    if leaves == 1:
        return ""
    return gettext("Page %(number)s of %(all)s", number=number, all=leaves)


def plan_line(hands: tuple[int, ...], minutes: int) -> str:
    """The length of a game: "10 hands, 1 h 45 min"."""
    time = minutes_line(minutes)
    if not hands:
        return time
    return f"{hands_line(len(hands))}, {time}"


def time_up_line(settings: EventSettings) -> str:
    """The rule for the end of the time; "" if nothing happens."""
    match settings.time_up:
        case TimeUp.LAST_HAND:
            return gettext("When the time is up, finish the hand in progress.")
        case TimeUp.LATE:
            return ngettext(
                "When the time is up, play on: each of you loses %(num)s point.",
                "When the time is up, play on: each of you loses %(num)s points.",
                settings.late_points,
            )
    return ""


def counts_line(settings: EventSettings) -> str:
    """The values that count: "Points for places count: 45, 30, 20, 10"."""
    counts = str(COUNTS[settings.counts])
    if settings.counts is not Counts.PLACEMENT:
        return counts
    return value_line(counts, ", ".join(map(str, settings.placement_for(settings.size))))


def best_line(settings: EventSettings) -> str:
    """The number of rounds that count; "" if all do."""
    if settings.best is None:
        return ""
    return ngettext(
        "Only the best %(num)s round counts; the others are in brackets.",
        "Only the best %(num)s rounds count; the others are in brackets.",
        settings.best,
    )
