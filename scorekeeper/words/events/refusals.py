"""The sentences for problems of an event, by code."""

from __future__ import annotations

from typing import Any

from scorekeeper.rules.events.settings import EventCode
from scorekeeper.rules.problems import ProblemCode
from scorekeeper.words.language import lazy_gettext as _l
from scorekeeper.words.language import lazy_ngettext, lazy_pgettext
from scorekeeper.words.refusals import NAME_LONG, number_from, text_long

EVENT_PROBLEMS: dict[ProblemCode, Any] = {
    EventCode.NAME_EMPTY: _l("Type a name."),
    EventCode.NAME_LONG: text_long(_l("Name of the event")),
    EventCode.PLACE_LONG: text_long(lazy_pgettext("event", "Place")),
    EventCode.ROUNDS_RANGE: number_from(_l("Rounds")),
    EventCode.ROUNDS_PLAYED: _l(
        "Rounds drawn already: %(least)s. Choose that many rounds, or more."
    ),
    EventCode.MINUTES_RANGE: number_from(_l("Minutes")),
    EventCode.WARNING_RANGE: number_from(_l("Warning")),
    EventCode.LATE_RANGE: number_from(_l("Points lost by each player at a late table")),
    EventCode.SIZE_RANGE: _l("A table of this game needs %(least)s to %(most)s players."),
    EventCode.GAME_FIXED: _l("A round is drawn, so the game can no longer change."),
    EventCode.BEST_RANGE: _l("Rounds that count: choose from %(least)s to %(most)s."),
    EventCode.AGREE_CHANGED: _l("The result has changed since. Look at it again."),
    EventCode.AGREE_DISPUTED: _l("Somebody called the desk about this result. The desk decides."),
    EventCode.AGREE_ELSEWHERE: _l(
        "This phone belongs to another table of this round. Confirm on the phone of the table."
    ),
    EventCode.NAME_UNTAPPED: _l("Whose name is it? Tap it below."),
    EventCode.NAME_HELD: _l(
        "Somebody else here is called %(name)s. Write the name so that the two can be told apart."
    ),
    EventCode.HIDDEN_RANGE: number_from(_l("Hide the standings from round")),
    EventCode.ORDER_DOUBLED: _l("Order of the standings: use each value once."),
    EventCode.FINAL_RANGE: _l(
        "A final has 4, 8, 16, 32 or 64 players; 1 or 2 from each table advance."
    ),
    EventCode.FINAL_GAME: _l("A final has tables of 4, which this game does not allow."),
    EventCode.ENTRANT_NONE: _l("Type a name."),
    EventCode.ENTRANT_EMPTY: _l("Number %(number)s has no name: type one."),
    EventCode.ENTRANT_LONG: NAME_LONG,
    EventCode.LIST_DOUBTS: _l("Check below how the list was read, then add the players."),
    EventCode.ENTRANT_UNKNOWN: _l("Nobody here has number %(number)s. Reload the page."),
    EventCode.ENTRANTS_MANY: lazy_ngettext(
        "An event can have at most %(num)s player.", "An event can have at most %(num)s players."
    ),
    EventCode.CLUB_LONG: _l("%(name)s: a club can have at most %(most)s characters."),
    EventCode.NUMBER_RANGE: _l("%(name)s: choose a start number from 1 to %(most)s."),
    EventCode.NUMBER_TAKEN: _l("Number %(number)s is taken. Give %(name)s another one."),
    EventCode.NUMBERS_FIXED: _l("Start numbers can change only before the first draw."),
    EventCode.ENTRANT_PLAYED: _l(
        "%(name)s has already been drawn, so the name must stay in the results. Mark %(name)s as "
        "out instead."
    ),
    EventCode.ENTRANT_SEATED: _l("%(name)s has a seat in this round. Swap the two instead."),
    EventCode.ENTRANT_UNSEATED: _l("%(name)s has no seat in this round. Reload the page."),
    EventCode.ENTRANT_OUT: _l(
        "%(name)s is not playing. Tick %(name)s again, give the seat to somebody else, or draw "
        "again."
    ),
    EventCode.ENTRANT_CUT: _l("%(name)s is not in the final. Draw again."),
    EventCode.PLACES_RANGE: _l("Number of places: choose from 1 to %(most)s."),
    EventCode.SIGN_UP_CLOSED: _l("Nobody can sign up now. Ask the desk."),
    EventCode.SIGN_UP_FULL: _l("The list is full. Ask the desk."),
    EventCode.SIGN_UP_LISTED: _l(
        "This name is on the list already. If you are another person, type your club too, or ask"
        " the desk."
    ),
    EventCode.SIGN_UP_TICKED: _l("The desk has ticked this name. Ask the desk."),
    EventCode.SIGN_UP_OFTEN: lazy_ngettext(
        "%(num)s person can sign up on one phone. Ask the desk.",
        "%(num)s people can sign up on one phone. Ask the desk.",
    ),
    EventCode.SIGN_UP_OTHER: _l("Another phone signed up this name. Ask the desk."),
    EventCode.SEATS_IMPOSSIBLE: _l(
        "%(number)s players do not fit tables of %(size)s and %(remainder)s; %(lower)s or "
        "%(higher)s would. Put somebody on stand-by, or change the tables in the settings."
    ),
    EventCode.SEATS_FEW: lazy_ngettext(
        "The draw needs at least %(num)s player.",
        "The draw needs at least %(num)s players.",
    ),
    EventCode.SEAT_DOUBLE: _l("%(name)s has two seats. Give one to somebody else."),
    EventCode.SEAT_NONE: _l("%(name)s has no table yet. Type a table number."),
    # L10N: a line of a pasted list of names, tables and seats.
    EventCode.LINE_UNKNOWN: _l("Line %(number)s: nobody in this event has this name or number."),
    # L10N: a line of a pasted list of names, tables and seats.
    EventCode.LINE_TABLE: _l("Line %(number)s has no table."),
    # L10N: a line of a pasted list of names, tables and seats.
    EventCode.LINE_SEAT: _l("Line %(number)s: this seat is taken already."),
    EventCode.SEATS_GAP: _l("Nobody sits at table %(number)s. Number the tables without gaps."),
    EventCode.SEATS_ALIKE: _l("Tap two different people to swap them."),
    EventCode.ROUND_UNKNOWN: _l("There is no round %(number)s yet. Reload the page."),
    EventCode.ROUND_NONE_LEFT: _l(
        "There are no more rounds. End the event, or plan more rounds in the settings."
    ),
    EventCode.ROUND_UNCLOSED: _l("Round %(number)s is not closed yet. Close it first."),
    EventCode.ROUND_PUBLISHED: _l("Round %(number)s is already published."),
    EventCode.ROUND_UNPUBLISHED: _l("Round %(number)s is not published yet. Publish it first."),
    EventCode.ROUND_STARTED: _l("The clock of round %(number)s has already started."),
    EventCode.ROUND_NOT_RUNNING: _l("Start the clock of round %(number)s first."),
    EventCode.ROUND_CLOSED: _l("Round %(number)s is closed. Reopen it first."),
    EventCode.ROUND_OPEN: _l("Round %(number)s is still open."),
    EventCode.ROUND_RESTS: _l(
        "A later round is already published, so round %(number)s stays closed. Correct the sheet "
        "of the table instead."
    ),
    EventCode.ROUND_TABLES_OUT: lazy_ngettext(
        "%(num)s table is still out. Enter its result, or set it aside.",
        "%(num)s tables are still out. Enter their results, or set them aside.",
    ),
    EventCode.CLOCK_PAUSED: _l("The clock is already paused."),
    EventCode.CLOCK_RUNNING: _l("The clock is already running."),
    EventCode.CLOCK_RANGE: _l("More time: choose from 1 to %(most)s minutes."),
    EventCode.TABLE_UNKNOWN: _l("This round has no table %(number)s. Reload the page."),
    EventCode.TABLE_ASIDE: _l("Table %(number)s is set aside. Let it count again first."),
    EventCode.TABLE_PLAYED: _l("Table %(number)s already counts."),
    EventCode.TABLE_BEGUN: _l(
        "Table %(number)s has begun, so the number of its players stays. Choose another table, or "
        "wait for the next round."
    ),
    EventCode.TABLE_FULL: _l("Table %(number)s is full: it can have at most %(most)s players."),
    EventCode.JOINING_GONE: _l("Table %(number)s no longer asks for this. Look again."),
    EventCode.RESULT_SHORT: _l("Enter points for everybody at the table."),
    EventCode.RESULT_RANGE: _l("Nobody can have made more bids than there were."),
    EventCode.RESULT_HIGH: _l(
        "%(name)s, %(points)s: the hands of this table give at most %(most)s points. Correct the "
        "points, or save them anyway."
    ),
    EventCode.RESULT_LOW: _l(
        "%(name)s, %(points)s: the hands of this table give at least %(least)s points. Correct the "
        "points, or save them anyway."
    ),
    EventCode.RESULT_STEP: _l(
        "%(name)s, %(points)s: the points of this game are multiples of %(step)s. Correct the "
        "points, or save them anyway."
    ),
    EventCode.RESULT_MADE: lazy_ngettext(
        "%(name)s, %(points)s: the hands of this table cannot give this with %(num)s bid made. "
        "Correct one of the two numbers, or save them anyway.",
        "%(name)s, %(points)s: the hands of this table cannot give this with %(num)s bids made. "
        "Correct one of the two numbers, or save them anyway.",
    ),
    EventCode.RESULT_BIDS: _l("Enter the bids made for everybody at the table, or for nobody."),
    EventCode.POINTS_RANGE: number_from(_l("Points"), "−%(most)s"),
    EventCode.POINTS_NONE: _l("Type the points of the penalty or bonus."),
    EventCode.ADJUSTMENT_UNKNOWN: _l("This penalty or bonus was already removed."),
    EventCode.ADJUSTMENTS_MANY: lazy_ngettext(
        "An event can have at most %(num)s penalty or bonus. Remove one first.",
        "An event can have at most %(num)s penalties and bonuses. Remove one first.",
    ),
    EventCode.REASON_EMPTY: _l("Type the reason: everybody can read it in the log."),
    EventCode.REASON_LONG: text_long(_l("Reason")),
    EventCode.FINAL_NONE: _l("This event has no final. Choose one in the settings."),
    EventCode.FINAL_FEW: _l(
        "The final needs %(most)s players, but there are only %(number)s. Choose a smaller final "
        "in the settings."
    ),
    EventCode.FINAL_BEGUN: _l("The final has already begun."),
    EventCode.EVENT_ENDED: _l("This event has ended. Reopen its last round first."),
    EventCode.ACTS_OFTEN: lazy_ngettext(
        "This event was changed %(num)s time in an hour. Wait a few minutes, then try again.",
        "This event was changed %(num)s times in an hour. Wait a few minutes, then try again.",
    ),
    EventCode.DRAWS_OFTEN: lazy_ngettext(
        "Seats were drawn %(num)s time in an hour. Wait a few minutes, then draw again.",
        "Seats were drawn %(num)s times in an hour. Wait a few minutes, then draw again.",
    ),
    # L10N: results by hand, closing the round and ending the event are still possible.
    EventCode.LOG_FULL: _l(
        "The log of this event is full. Close the round and end the event, then create a new one."
    ),
    EventCode.UNDO_NONE: _l("There is nothing to undo."),
    EventCode.UNDO_FIRST: _l("The event was just created: there is nothing to undo."),
    EventCode.UNDO_PLAYED: _l("Hands were played since then, so this cannot be undone."),
}
EVENT_COUNTED: dict[ProblemCode, str] = {
    EventCode.SEATS_FEW: "least",
    EventCode.ROUND_TABLES_OUT: "number",
    EventCode.RESULT_MADE: "made",
}
"""The value that decides between singular and plural, if it is not ``most``."""
