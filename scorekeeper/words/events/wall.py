"""The sentences of the wall."""

from collections.abc import Sequence

from scorekeeper.language import gettext, ngettext
from scorekeeper.rules.events.event import Event
from scorekeeper.words.events.rounds import all_in_line
from scorekeeper.words.events.settings import final_line
from scorekeeper.words.names import and_list, plain
from scorekeeper.words.rules import number_of_players

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
