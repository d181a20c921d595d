"""The acts of an event's desk in sentences: in its log, beside Undo, and for another desk."""

from __future__ import annotations

from functools import singledispatch

from scorekeeper.rules.events import entrant_acts, result_acts, round_acts
from scorekeeper.rules.events.event import Act, Event, State
from scorekeeper.words.language import capital, gettext, ngettext
from scorekeeper.words.language import lazy_gettext as _l
from scorekeeper.words.names import and_list, signed, value_line
from scorekeeper.words.rules import number_of_players

PLAIN = {
    "created": _l("Event created"),
    "changed": _l("Settings changed"),
    "drawn": _l("Seats drawn"),
    "published": _l("Round %(number)s published"),
    "started": _l("Round %(number)s started"),
    "paused": _l("Clock paused"),
    "resumed": _l("Clock resumed"),
    "closed": _l("Round %(number)s closed"),
    "reopened": _l("Round %(number)s reopened"),
    "ended": _l("Event ended"),
    "sign-up-opened": _l("Sign-up opened"),
    "sign-up-closed": _l("Sign-up closed"),
    "signed-up": _l("%(name)s signed up"),
    "signed-off": _l("Number %(number)s signed off"),
    "removed": _l("Number %(number)s removed"),
    "joined": _l("%(name)s joins table %(number)s"),
    "waits": _l("%(name)s waits for the next draw"),
    "put-aside": _l("Table %(number)s set aside: %(why)s"),
    "put-back": _l("Table %(number)s counts again"),
    "counted": _l("Table %(number)s: the desk lets the result count"),
    "corrected": _l("Table %(number)s corrected: %(why)s"),
}
"""The lines of acts that name at most one person, one table or round, and a reason, by kind."""
OF_FINAL = {
    # L10N: one round of the final, like “Round 3 published”.
    "published": _l("Final published"),
    # L10N: one round of the final, like “Round 3 started”.
    "started": _l("Final started"),
    # L10N: one round of the final, like “Round 3 closed”.
    "closed": _l("Final closed"),
    # L10N: one round of the final, like “Round 3 reopened”.
    "reopened": _l("Final reopened"),
}
"""The same in the final, whose rounds have no numbers."""


def name_of(event: Event, number: int) -> str:
    """The name of an entrant, or the start number if the entry was removed."""
    known = event.by_number.get(number)
    return known.name if known else number_line(number)


def number_line(number: int) -> str:
    """ "Number 7", a start number."""
    return capital(gettext("number %(number)s", number=number))


def final_title(players: int) -> str:
    """A round of the final: "Final: 16 players"."""
    return value_line(gettext("Final"), number_of_players(players))


def stage_of(event: Event, number: int | None) -> int | None:
    """The number of players in this round of the final; None for any other round."""
    known = number is not None and 1 <= number <= len(event.rounds)
    return event.rounds[number - 1].stage if known and number else None


def round_line(event: Event, number: int) -> str:
    """ "Round 2"; a round of the final by its players."""
    stage = stage_of(event, number)
    return final_title(stage) if stage else gettext("Round %(number)s", number=number)


def table_line(number: int) -> str:
    """ "Table 5"."""
    return gettext("Table %(number)s", number=number)


def hands_line(played: int, hands: int) -> str:
    """The hands of a game that ended early: "2 of 10 hands"."""
    return ngettext(
        "%(played)s of %(num)s hand", "%(played)s of %(num)s hands", hands, played=played
    )


@singledispatch
def act_line(act: Act, event: Event) -> str:
    """One line about an act, with the names of the event as it is now."""
    table, of_round, number = (getattr(act, field, None) for field in ("table", "round", "number"))
    name = getattr(act, "name", None) or name_of(event, number or 0)
    values = {
        "number": table or of_round or number,
        "name": name,
        "why": getattr(act, "reason", ""),
    }
    lines = PLAIN | OF_FINAL if stage_of(event, of_round) else PLAIN
    return str(lines[act.kind]) % values


@act_line.register
def _(act: entrant_acts.Entered, _: Event) -> str:
    if len(act.newcomers) == 1:
        return gettext("%(name)s entered", name=act.newcomers[0].name)
    return ngettext("%(num)s player entered", "%(num)s players entered", len(act.newcomers))


@act_line.register
def _(act: entrant_acts.Renamed, _: Event) -> str:
    return value_line(number_line(act.number), act.name)


@act_line.register
def _(act: entrant_acts.Numbered, event: Event) -> str:
    return value_line(number_line(act.new), name_of(event, act.new))


@act_line.register
def _(act: entrant_acts.Marked, event: Event) -> str:
    name = name_of(event, act.number)
    match act.state:
        case State.IN:
            return gettext("%(name)s plays", name=name)
        case State.STAND_BY:
            return gettext("%(name)s is on stand-by", name=name)
    return gettext("%(name)s is out", name=name)


@act_line.register
def _(act: round_acts.Swapped, event: Event) -> str:
    names = {"name": name_of(event, act.one), "other": name_of(event, act.other)}
    return gettext("%(name)s and %(other)s swapped seats", **names)


@act_line.register
def _(act: round_acts.Replaced, event: Event) -> str:
    names = {"name": name_of(event, act.comes), "other": name_of(event, act.leaves)}
    return gettext("%(name)s takes the seat of %(other)s", **names)


@act_line.register
def _(act: entrant_acts.TableAdded, event: Event) -> str:
    names = and_list([name_of(event, number) for number in act.seats])
    # L10N: people who came after the draw get a table of their own.
    return gettext("One more table: %(names)s", names=names)


@act_line.register
def _(act: round_acts.MoreTime, _: Event) -> str:
    line = ngettext("%(num)s more minute", "%(num)s more minutes", act.minutes)
    return line if act.table is None else value_line(table_line(act.table), line)


@act_line.register
def _(act: result_acts.ByHand, _: Event) -> str:
    if act.outcome is None:
        return gettext("Table %(number)s: result removed", number=act.table)
    return gettext("Table %(number)s entered by hand", number=act.table)


@act_line.register
def _(act: result_acts.Adjusted, event: Event) -> str:
    what = f"{name_of(event, act.number)} {signed(act.points)}"
    return value_line(what, act.reason)


@act_line.register
def _(act: result_acts.Withdrawn, event: Event) -> str:
    what = f"{name_of(event, act.number)} {signed(act.points)} · {act.reason}"
    return value_line(gettext("Penalty or bonus removed"), what)


@act_line.register
def _(act: result_acts.Finalised, _: Event) -> str:
    count = len(act.finalists)
    return ngettext("Final of the best %(num)s", "Final of the best %(num)s", count)


NOTES = {
    # L10N: %(phone)s is the name of a phone, often that of its owner.
    "desk-given": _l("%(phone)s can run this event too"),
    "desk-claimed": _l("This phone runs the event too"),
    # L10N: %(phone)s is the name of a phone, often that of its owner.
    "desk-taken": _l("%(phone)s no longer runs this event"),
    # L10N: %(phone)s is the name of a phone, often that of its owner.
    "helper-given": _l("%(phone)s can enter results"),
    # L10N: %(phone)s is the name of a phone, often that of its owner.
    "helper-taken": _l("%(phone)s no longer enters results"),
    "desk-left": _l("This phone no longer runs the event"),
    # L10N: %(phone)s is the name of a phone, often that of its owner.
    "pencil-passed": _l("Table %(number)s: %(phone)s keeps score"),
    # L10N: %(phone)s is the name of a phone, often that of its owner.
    "pencil-refused": _l("Table %(number)s: %(phone)s may not keep score"),
    # L10N: %(name)s sits at the table and says that its result is wrong.
    "result-disputed": _l("Table %(number)s: %(name)s disputes the result"),
    "result-counted": _l("Table %(number)s: the desk lets the result count"),
    # L10N: a table asked the desk to seat somebody there; %(name)s is the name of that person.
    "joining-refused": _l("Table %(number)s: %(name)s does not join"),
    # L10N: a table asked the desk for another name of somebody there, which was %(name)s.
    "name-refused": _l("Table %(number)s: nobody is renamed %(name)s"),
    # L10N: %(phone)s is the name of a phone, often that of its owner.
    "pencil-taken": _l("Table %(number)s: %(phone)s no longer keeps score"),
}
"""The lines of the log about rights, by their kind."""


def note_line(kind: str, phone: str, table: int) -> str:
    """One line about a right that a phone got or lost, at a table or (0) at the desk; or about the
    person (``phone``) whom the desk did not seat."""
    values = {"phone": phone or gettext("Another phone"), "name": phone, "number": table}
    return str(NOTES[kind] % values)


def undo_line(what: str) -> str:
    # L10N: %(what)s is an act of the desk, such as “Round 2 published”.
    return gettext("Undone: %(what)s", what=what)
