"""A round in sentences, for the desk, the wall and phones: its seats, tables, points and end."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.rules.events.event import Event, Pair, Round, RoundState, SetAside, Table
from scorekeeper.rules.events.settings import FINAL_TABLE, EventSettings, TimeUp
from scorekeeper.words import lines, rules
from scorekeeper.words.events.log import final_title, name_of, round_line, stage_of, table_line
from scorekeeper.words.events.log import hands_line as short_line
from scorekeeper.words.events.settings import MEASURES, TIME_UP, deciding, final_line, seated_line
from scorekeeper.words.language import gettext, ngettext
from scorekeeper.words.language import lazy_gettext as _l
from scorekeeper.words.names import DOT, and_list, place_name, plain, value_line
from scorekeeper.words.rules import number_of_players

HIDDEN = _l("Hidden until the prizes")
"""The title in place of standings that only the desk sees."""


def hidden_line(event: Event) -> str:
    """The round from which only the desk sees results; "" if everybody does now."""
    if not event.is_hidden:
        return ""
    first = event.settings.hidden_from
    return gettext("From round %(number)s on, the wall and phones show no places.", number=first)


def after_line(event: Event) -> str:
    """The rounds that the standings count so far."""
    closed = len(event.closed)
    return after_round_line(event, closed) if closed else gettext("So far")


def after_round_line(event: Event, number: int) -> str:
    """ "After round 2"; a round of the final by its players."""
    stage = stage_of(event, number)
    if stage and stage <= FINAL_TABLE:
        return gettext("After the final")
    if stage:
        return value_line(gettext("After the final"), number_of_players(stage))
    return gettext("After round %(number)s", number=number)


def standings_line(event: Event, after: int | None) -> str:
    """The rounds that standings count: "After round 2", "So far", "At the end"."""
    if event.ended:
        return gettext("At the end")
    if after is not None:
        return after_round_line(event, after)
    last = event.last
    return gettext("So far") if last and last.state is RoundState.RUNNING else after_line(event)


def stage_line(stage: int) -> str:
    """The stage of the final, above the lines of the players who reached it."""
    if not stage:
        return gettext("Before the final")
    return final_title(stage)


def without_bids_line(results: int) -> str:
    """The number of results that do not count in the share of bids made; "" if all do."""
    if not results:
        return ""
    return ngettext(
        "%(num)s result without bids: not in the share of bids made.",
        "%(num)s results without bids: not in the share of bids made.",
        results,
    )


def level_line(event: Event) -> str:
    """The values that decide between players who are level in the first value."""
    values = deciding(event.settings, has_adjusted=bool(event.adjustments))
    then = ", ".join(str(MEASURES[one]) for one in values)
    if not then:
        return gettext("Players who are level share a rank.")
    if event.settings.best:
        return gettext(
            "Players who are level in their best rounds are ranked by these values of all rounds: "
            "%(values)s. If these are equal too, they share a rank.",
            values=then,
        )
    return gettext(
        "Players who are level are ranked by: %(values)s. If these are equal too, they share a "
        "rank.",
        values=then,
    )


STEPS = {
    # L10N: below “Round 2”: its seats are not drawn yet.
    "draw": _l("not drawn"),
    # L10N: below “Round 2”: it is over.
    "closed": _l("closed"),
    # L10N: below “Round 2”: it is not its turn yet.
    "to-come": _l("to come"),
}
"""The stage of each round, in the row of all rounds."""
TAGS = {
    "asks": _l("phone waiting"),
    # L10N: of a table that asks the desk to seat somebody there.
    "joins": _l("somebody joins"),
    # L10N: of a table that asks the desk to correct the name of somebody there.
    "renames": _l("asks for a name"),
    # L10N: of a table that still plays although the time is up.
    "late": _l("late"),
    # L10N: of a table that has played fewer hands than the others.
    "behind": _l("behind"),
}
"""Labels of unusual tables."""
MOST_PAIRS = 6
"""The most pairs that are named."""


def pairs_line(event: Event, again: Sequence[Pair]) -> str:
    """The pairs that meet again, if there are several: "Ann and Ben, Cem and Dora, …"."""
    if len(again) < 2:
        return ""
    named = [and_list([name_of(event, number) for number in pair]) for pair in again[:MOST_PAIRS]]
    return ", ".join([*named, *["…"] * (len(again) > MOST_PAIRS)])


def later_line(later: int) -> str:
    """The pairs that meet again in the rounds planned ahead; "" if none do."""
    if not later:
        return ""
    return ngettext(
        "In later rounds %(num)s pair of players meets again.",
        "In later rounds %(num)s pairs of players meet again.",
        later,
    )


def then_line(event: Event, again: Sequence[Pair], mates: Sequence[Pair]) -> str:
    """The pairs that would meet again after a swap; in round 1, those of one club that would come
    together."""
    if mates:
        names = {"name": name_of(event, mates[0][0]), "other": name_of(event, mates[0][1])}
        club = event.entrant(mates[0][0]).club
        # L10N: %(club)s is the club of both players; clubs are kept apart in round 1.
        return gettext("Then %(name)s and %(other)s of %(club)s sit together", club=club, **names)
    if not again:
        return gettext("Then nobody meets twice")
    if len(again) == 1:
        names = {"name": name_of(event, again[0][0]), "other": name_of(event, again[0][1])}
        return gettext("Then %(name)s and %(other)s meet again", **names)
    return ngettext("Then %(num)s pair meets again", "Then %(num)s pairs meet again", len(again))


def advice_line(sizes: tuple[int, ...], again: int) -> str:
    """The tables with which fewer pairs would meet again: "With 3 tables of 3, nobody …"."""
    tables = seated_line(sizes)
    if not again:
        # L10N: follows “2 pairs meet again”; %(tables)s is “2 tables of 4, 3 tables of 3”.
        return gettext("With %(tables)s, nobody would meet twice.", tables=tables)
    return ngettext(
        # L10N: follows “5 pairs meet again”; %(tables)s is “2 tables of 4, 3 tables of 3”.
        "With %(tables)s, only %(num)s pair would meet again.",
        "With %(tables)s, only %(num)s pairs would meet again.",
        again,
        tables=tables,
    )


def least_line(least: int) -> str:
    """The pairs that must meet again with tables of these sizes."""
    if not least:
        return ""
    return ngettext("at least %(num)s pair meets again", "at least %(num)s pairs meet again", least)


def hands_line(settings: EventSettings, sizes: Sequence[int]) -> str:
    """The cards of the hands at the most usual table: "4 players: 1, 3, 5"."""
    players = sizes[0] if sizes else settings.size
    cards = settings.hands_for(players)
    if not cards:
        return ""
    return value_line(rules.number_of_players(players), ", ".join(map(str, cards)))


def up_line(settings: EventSettings) -> str:
    """The rule for tables that still play now that the time is up."""
    if settings.time_up is not TimeUp.LATE:
        return str(TIME_UP[settings.time_up])
    return ngettext(
        "Late tables lose %(num)s point per player",
        "Late tables lose %(num)s points per player",
        settings.late_points,
    )


def late_hands_line(hands: int, seconds: int) -> str:
    """The hands that reached the server after the time was up, and how long they waited on the
    phone, as it says; "" for none."""
    if not hands:
        return ""
    if seconds < 120:
        time = gettext("%(seconds)s s", seconds=seconds)
    else:
        time = rules.minutes_line(seconds // 60)
    # L10N: at the desk of an event; %(time)s is a length of time, such as “100 s” or “12 min”.
    return ngettext(
        "%(num)s hand came after the time was up. The phone says that it waited %(time)s for a "
        "connection.",
        "%(num)s hands came after the time was up. The phone says that they waited up to %(time)s "
        "for a connection.",
        hands,
        time=time,
    )


def all_in_line(tables: int) -> str:
    """The line for a round in which all results are known."""
    return ngettext("The table is in", "All %(num)s tables are in", tables)


def early_line(minutes: int) -> str:
    """The minutes by which a round was shorter or longer than its clock."""
    if minutes >= 0:
        return gettext("%(minutes)s min early", minutes=minutes)
    return gettext("%(minutes)s min late", minutes=-minutes)


def aside_line(aside: SetAside) -> str:
    """The reason why a table was set aside, and the agreed points: "a player fell ill; 20 points
    each"."""
    if not any(aside.points):
        return aside.reason
    if len(set(aside.points)) == 1:
        return ngettext(
            "%(why)s; %(num)s point each",
            "%(why)s; %(num)s points each",
            aside.points[0],
            why=aside.reason,
        )
    points = ", ".join(map(plain, aside.points))
    return gettext("%(why)s; points: %(points)s", why=aside.reason, points=points)


def keepers_line(names: Sequence[str], keepers: int) -> str:
    if not keepers:
        return gettext("No phone keeps score yet")
    known = [name for name in names if name]
    if not known:
        return gettext("A phone keeps score")
    return lines.keepers_line(known)


def asker_line(table: int, phone: str) -> str:
    """A table in a list of those that ask: "Table 5: Ann"."""
    return value_line(table_line(table), phone) if phone else table_line(table)


def before_line(event: Event) -> str:
    """The progress of an event, above the desk's list of players."""
    last = event.last
    if event.ended:
        return gettext("The event is over")
    if last is None or last.state is RoundState.CLOSED:
        next_one = len(event.rounds) + 1
        if event.finalists or next_one > event.settings.rounds:
            return after_line(event)
        return gettext(
            "Before round %(number)s of %(all)s", number=next_one, all=event.settings.rounds
        )
    return round_title(event, last.number)


def round_title(event: Event, number: int) -> str:
    """A round among all: "Round 2 of 3"; a round of the final by its players."""
    stage = stage_of(event, number)
    if stage:
        return final_title(stage)
    return gettext("Round %(number)s of %(all)s", number=number, all=event.settings.rounds)


def close_line(event: Event, number: int) -> str:
    if stage_of(event, number):
        return gettext("Close this round")
    return gettext("Close round %(number)s", number=number)


def reopen_line(event: Event, number: int) -> str:
    if stage_of(event, number):
        return gettext("Reopen the last round")
    return gettext("Reopen round %(number)s", number=number)


def draw_line(event: Event) -> str:
    return gettext("Draw round %(number)s", number=len(event.rounds) + 1)


def again_line(event: Event, again: Sequence[tuple[int, int]]) -> str:
    """The pairs of a draw that sat together before."""
    if not again:
        return gettext("Nobody meets twice")
    if len(again) == 1:
        names = {"name": name_of(event, again[0][0]), "other": name_of(event, again[0][1])}
        return gettext("%(name)s and %(other)s meet again", **names)
    return ngettext("%(num)s pair meets again", "%(num)s pairs meet again", len(again))


def odd_line(event: Event, round_: Round, often: Sequence[int] | None) -> str:
    """Those who sit more than once at a table of the odd size: "Nobody sits twice at a table of
    5"; "" in the first round, unless later ones are planned with it."""
    if often is None or (round_.number == 1 and not event.ahead):
        return ""
    sizes = {len(table.seats) for table in round_.tables} - {event.settings.size}
    if not often:
        return gettext("Nobody sits twice at a table of %(size)s.", size=min(sizes))
    return ngettext(
        "%(num)s person sits more than once at a table of %(size)s.",
        "%(num)s people sit more than once at a table of %(size)s.",
        len(often),
        size=min(sizes),
    )


def state_line(state: str, hand: int, hands: int, short: int | None = None) -> str:
    """The progress of a table: "Hand 4 of 10"; a game to a target has no number of ``hands``.
    ``short`` is the number of hands of a game that ended early."""
    match state:
        case "free":
            return gettext("Not started")
        case "in":
            # L10N: the result of a table has come in.
            is_in = gettext("In")
            return is_in if short is None else f"{is_in} · {short_line(short, hands)}"
        case "aside":
            return gettext("Set aside")
    if not hands:
        return gettext("Hand %(number)s", number=hand)
    return gettext("Hand %(number)s of %(all)s", number=min(hand, hands), all=hands)


def agreement_line(dispute: tuple[str, str] | None) -> str:
    """A table whose game has ended, but whose result does not count yet."""
    if dispute:
        return gettext("Disputed by %(name)s", name=dispute[0])
    # L10N: of a table: its result counts once somebody else at the table confirms it.
    return gettext("Waits for a second yes")


def beside_line(hand: int, hands: int) -> str:
    """The phone of a table goes on although its result was entered by hand; ``hand`` is 0 once it
    has a result of its own."""
    if not hand:
        return gettext("The phone has another result")
    line = state_line("out", hand, hands)
    # L10N: the result was entered by hand, but the table’s phone goes on; %(hand)s is “Hand 6 of
    # 10”.
    return gettext("The phone plays on: %(hand)s", hand=line)


def extra_line(minutes: int) -> str:
    """The minutes that one table got in addition: "+5 min"."""
    return f"+{rules.minutes_line(minutes)}"


def out_line(out: int) -> str:
    """The number of tables without a result."""
    return ngettext("%(num)s table still out", "%(num)s tables still out", out)


def players_line(event: Event) -> str:
    seated = {number for one in event.rounds for table in one.tables for number in table.seats}
    players = len(seated | {*event.playing})
    return number_of_players(players) if players else ""


def going_line(event: Event) -> str:
    """The progress of a running event: "Round 2 of 3 · 18 players"."""
    return _together(before_line(event), players_line(event))


def broken_line() -> str:
    """The line of an event whose data make no sense."""
    return gettext("This event cannot be shown.")


def still_line(out: int) -> str:
    """The number of tables without a result."""
    return out_line(out) if out else gettext("All results are in")


def coming_line(event: Event) -> str:
    """The plan of an event that has not begun, or its progress: "64 players · 5 rounds"."""
    settings = event.settings
    plan = ngettext("%(num)s round", "%(num)s rounds", settings.rounds)
    final = final_line(settings) if settings.final else ""
    begun = before_line(event) if event.rounds else ""
    return _together(players_line(event), begun or plan, final, settings.place)


def winners_line(event: Event, winners: Sequence[str]) -> str:
    """The winner of an event: "Zoë wins · 11 players"."""
    # L10N: %(names)s is a name, or several such as “Ann and Ben”.
    line = ngettext("%(names)s wins", "%(names)s win", len(winners), names=and_list([*winners]))
    return _together(line if winners else "", players_line(event), event.settings.place)


def table_title(event: Event, round_: int, table: int) -> str:
    """ "Round 2 · Table 5", the place of a game in its event."""
    is_final = stage_of(event, round_)
    title = gettext("Final") if is_final else gettext("Round %(number)s", number=round_)
    return f"{title} · {table_line(table)}"


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


def playing_line(out: int, done: int) -> str:
    """The numbers of tables without a result and with one, in a line each."""
    if not out:
        return all_in_line(done)
    if not done:
        return ngettext("%(num)s table is playing", "All %(num)s tables are playing", out)
    # L10N: the results of so many tables have come in.
    results = ngettext("%(num)s result in", "%(num)s results in", done)
    return f"{out_line(out)}\n{results}"


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


def _together(*lines: str) -> str:
    return " · ".join(filter(None, lines))
