"""The sentences for problems of the rules, the forms and events, by code."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from scorekeeper.rules.events.settings import EventCode
from scorekeeper.rules.problems import Code, ProblemCode
from scorekeeper.words.language import gettext, lazy_ngettext, lazy_pgettext
from scorekeeper.words.language import lazy_gettext as _l


def number_from(field: Any, least: str = "%(least)s") -> Callable[..., str]:
    """The sentence for a number that is too low or too high, with the name of its field."""

    def line(_: object, **values: Any) -> str:
        # L10N: %(field)s is the label of a field, such as “Minutes”.
        return gettext(
            "%(field)s: type a number from %(least)s to %(most)s.",
            field=field,
            least=least % values,
            most=values["most"],
        )

    return line


def text_long(field: Any) -> Callable[..., str]:
    """The sentence for a text that is too long, with the name of its field."""
    return partial(_long, field=field)


def _long(_: object, *, field: Any, most: int, **__: Any) -> str:
    return gettext("%(field)s can have at most %(most)s characters.", field=field, most=most)


NAME_LONG = lazy_ngettext(
    "%(name)s: a name can have at most %(num)s character.",
    "%(name)s: a name can have at most %(num)s characters.",
)
HANDS_MANY = lazy_ngettext(
    "A game can have at most %(num)s hand.", "A game can have at most %(num)s hands."
)
PROBLEMS: dict[ProblemCode, Any] = {
    Code.BID_MISSING: lazy_ngettext(
        "The bid of %(names)s is missing.", "The bids of %(names)s are missing."
    ),
    Code.TRICKS_MISSING: _l("The tricks of %(names)s are missing."),
    Code.TEXT_LONG: _long,
    Code.BID_RANGE: _l("%(name)s cannot bid %(number)s: bids go from 0 to %(cards)s."),
    Code.BIDS_OFF: _l("Bidding on phones is off. Ask someone who keeps score."),
    Code.BIDS_ANOTHER: _l("That bid was for another hand. Check the game, then bid again."),
    Code.BIDS_REVEALED: _l(
        "The bids are already revealed. Ask someone who keeps score to change yours."
    ),
    Code.BIDS_HIDDEN: _l("Bids are hidden now. Reload the page, then bid."),
    Code.BIDS_NONE: _l("Nobody has bid yet."),
    Code.BID_SINGLE: _l("A phone can bid for only one player."),
    Code.SEAT_TAKEN: _l(
        "Another phone has bid for %(name)s. Whoever keeps score can remove that bid."
    ),
    Code.TRUMP_MISSING: _l("Trump is missing: tap the card that was turned up."),
    Code.TRUMP_UNTOLD: _l("Trump is missing: tap it, or “Not known, or no card turned up”."),
    Code.TURNED_UNKNOWN: _l("This card is not in the deck of this game: tap one that is."),
    Code.TRUMP_NAMED_NONE: _l("A Wizard was turned up: tap the suit that the dealer names."),
    Code.TRICKS_RANGE: _l("%(name)s cannot have %(number)s tricks: enter 0 to %(cards)s."),
    Code.NEGATED_MISSING: _l("Who won the %(card)s? Tap a name, or “Not dealt”."),
    Code.NEGATED_EMPTY: _l("%(name)s won the %(card)s: enter at least 1 trick for %(name)s."),
    # L10N: %(cards)s is the number of cards of the hand.
    Code.NEGATED_DUMMY: _l(
        "The dummy won the %(card)s: it needs a trick, but the players have all %(cards)s."
    ),
    Code.NEGATED_UNKNOWN: _l("Choose who won the negated trick, or “Not dealt”."),
    Code.VOID_RANGE: _l("Not that many tricks can be nobody’s: tap one of the numbers."),
    Code.CLOUD_UNKNOWN: _l("Cloud: once all bids are in, tap the player whose bid changes."),
    Code.CLOUD_RANGE: _l("%(name)s cannot bid %(number)s: bids go from 0 to %(cards)s."),
    Code.EXTRA_UNKNOWN: _l("This game does not have that extra. Reload the page."),
    Code.EXTRA_POINTS_RANGE: _l(
        "Extra points of %(name)s: type a number from −%(most)s to %(most)s, but not 0."
    ),
    Code.EXTRA_POINTS_MISSING: _l("%(name)s: enter the points that go with the reason."),
    Code.HAND_UNKNOWN: _l("This game has no hand %(number)s. Reload the page."),
    Code.HAND_SCORED: _l("Hand %(number)s is already scored. Tap it in the sheet to correct it."),
    Code.HAND_UNSCORED: _l("Hand %(number)s is not scored yet. Enter it on the game page."),
    Code.HAND_GONE: _l("Someone else took this hand out. Nothing was saved."),
    # L10N: a hand that was entered without a server, and whose size was changed meanwhile.
    Code.HAND_CARDS: lazy_ngettext(
        "Hand %(number)s was entered with %(num)s card each, but has %(cards)s now. Change the "
        "house rules back, or enter the hand again.",
        "Hand %(number)s was entered with %(num)s cards each, but has %(cards)s now. Change the "
        "house rules back, or enter the hand again.",
    ),
    Code.GAME_OVER: _l("The game is over. Tap “Play on” to continue it."),
    Code.REDO_NOTHING: _l("There is nothing to redo."),
    Code.GAME_FINISHED: _l("The game is over, so its house rules can no longer change."),
    Code.MORE_UNKNOWN: _l("Choose how many hands to play on, once the game is over."),
    Code.END_UNKNOWN: _l("End the game now, or after the hand in progress."),
    Code.DEALER_MISSING: _l("Who deals? Tap a name."),
    Code.FIRST_DEALER_MISSING: _l(
        "Who deals first? Tap the card beside a name, or pick at random."
    ),
    Code.GAME_MISSING: _l("Which game? Tap one."),
    Code.GAME_OF_EVENT: _l(
        "This game is a table of an event. Set the table aside at the desk instead."
    ),
    Code.CHANGE_OF_DESK: _l("The desk of the event did this. Only the desk can take it back."),
    Code.TABLE_CLOSED: _l(
        "This round is closed: only the phone of the desk that corrects the sheet can change it."
    ),
    Code.SEATS_KNOWN: _l("This game has a fixed number of seats. Reload the page."),
    Code.NEWCOMER_UNNAMED: _l("Type the name of the player who joins."),
    Code.PLACE_MISSING: _l("Where does the player who joins sit? Tap a name."),
    Code.PLACE_UNKNOWN: _l("That seat is not at this table. Reload the page."),
    Code.NO_HAND_LEFT: _l("No more hands follow: the game ends with this one."),
    Code.SEAT_OUT: _l("%(name)s is not playing this hand. Reload the page."),
    Code.NAME_EMPTY: _l("Seat %(seat)s has no name: type one, or move the empty seat to the end."),
    Code.NAME_DOUBLE: _l("Two players are called %(name)s: rename one."),
    Code.SIZES_NONE: _l("A game needs at least one hand."),
    Code.SIZES_SMALL: _l("A hand has at least 1 card."),
    Code.START_RANGE: number_from(_l("Starts with"), "−%(most)s"),
    Code.FEWEST_RANGE: number_from(_l("Only in hands of at least this many cards"), "1"),
    Code.SIZES_FIXED: _l("In this game every hand has the same size."),
    Code.SHAPE_CSRF: _l(
        "This page expired, or cookies are off. Your entries are still here: save again."
    ),
    Code.SHAPE_COOKIES: _l(
        "This browser sends no cookies, and without them nothing can be saved. Allow cookies for"
        " this page, then save again: your entries are still here."
    ),
    # L10N: %(field)s is the label of a field, such as “Minutes”.
    Code.SHAPE_NUMBER: _l("%(field)s must be a whole number."),
    Code.SHAPE_CHOICE: _l("%(field)s: choose one of the options shown."),
    Code.SHAPE_DOUBLED: _l("%(field)s was sent twice with different values. Reload the page."),
    Code.SHAPE_TAP: _l("This entry could not be saved. Reload the page and enter it again."),
    Code.SHAPE_SIZES: _l("%(field)s: type numbers separated by commas, e.g. 1, 3, 5."),
    Code.SHAPE_DAY: _l("%(field)s: choose a day, or type it like this: 2026-11-28."),
    Code.DAY_AHEAD: _l("Choose today or a day in the past."),
    Code.POINTS_RANGE: number_from(_l("Points"), "0"),
    Code.MORE_POINTS_RANGE: number_from(_l("More points"), "−%(most)s"),
    Code.TARGET_RANGE: number_from(_l("Ends at a total of"), "1"),
    Code.TURNS_NONE: _l("Choose the trump of at least one hand."),
    Code.WITHOUT_RANGE: _l("Hands without trump: type numbers from 1 to %(most)s."),
    Code.DECK_RANGE: number_from(_l("Cards in the deck")),
    Code.PERSON_EMPTY: _l("Type a name."),
    Code.PERSON_NONE: _l("Choose a person."),
    Code.PERSON_GAME: _l("Choose a game."),
    Code.PERSON_KNOWN: _l(
        "%(name)s is already the name of another person. Merge the two, or type another name."
    ),
    Code.PERSON_SAME: _l("That is already %(name)s. Choose someone else."),
    Code.PERSON_MET: _l("%(name)s and %(other)s played in the same game, so they are two people."),
    Code.PERSON_THERE: _l("%(name)s played in that game too. Type another name."),
    Code.PERSON_COLOUR: _l("Choose a colour."),
    Code.PERSON_CHANGE: _l("That change is not in this book. Reload the page."),
    Code.PERSON_LATER: _l("A later change depends on this one. Undo that first."),
    Code.TRICKS_OVER: lazy_ngettext(
        "Tricks add up to %(sum)s, this hand has %(cards)s: %(num)s too many.",
        "Tricks add up to %(sum)s, this hand has %(cards)s: %(num)s too many.",
    ),
    Code.TRICKS_UNDER: lazy_ngettext(
        "Tricks add up to %(sum)s, this hand has %(cards)s: %(num)s is missing.",
        "Tricks add up to %(sum)s, this hand has %(cards)s: %(num)s are missing.",
    ),
    Code.TRICKS_UNDER_VOID: lazy_ngettext(
        "Tricks add up to %(sum)s of %(cards)s: %(num)s is missing. Nobody’s? Enter it under "
        "“Extras”.",
        "Tricks add up to %(sum)s of %(cards)s: %(num)s are missing. Nobody’s? Enter them "
        "under “Extras”.",
    ),
    Code.NAMES_FEW: lazy_ngettext(
        "This game needs at least %(num)s player. Names entered: %(number)s.",
        "This game needs at least %(num)s players. Names entered: %(number)s.",
    ),
    Code.NAMES_MANY: lazy_ngettext(
        "This game is for at most %(num)s player. Names entered: %(number)s.",
        "This game is for at most %(num)s players. Names entered: %(number)s.",
    ),
    Code.NAME_LONG: NAME_LONG,
    Code.REASON_LONG: lazy_ngettext(
        "%(name)s: a reason can have at most %(num)s character.",
        "%(name)s: a reason can have at most %(num)s characters.",
    ),
    Code.ONE_NAME_LONG: text_long(_l("Name")),
    Code.SIZES_LONG: HANDS_MANY,
    # L10N: %(deck)s is the number of cards in the deck.
    Code.SIZES_RANGE: lazy_ngettext(
        "With %(num)s player each hand can have at most %(most)s of the %(deck)s cards.",
        "With %(num)s players each hand can have at most %(most)s of the %(deck)s cards.",
    ),
    Code.CLOCK_RANGE: number_from(_l("Minutes"), "1"),
    Code.SEATS_FULL: lazy_ngettext(
        "This game already has %(num)s player, the maximum.",
        "This game already has %(num)s players, the maximum.",
    ),
    Code.SEATS_FEW: lazy_ngettext(
        "This game needs %(num)s player. You can end it early under “More”.",
        "This game needs %(num)s players. You can end it early under “More”.",
    ),
    Code.SAVES_OFTEN: lazy_ngettext(
        "This game was saved %(num)s time in an hour. Wait a few minutes, then save again.",
        "This game was saved %(num)s times in an hour. Wait a few minutes, then save again.",
    ),
    Code.LOG_FULL: lazy_ngettext(
        "This game was saved %(num)s time, the maximum. Start a new game.",
        "This game was saved %(num)s times, the maximum. Start a new game.",
    ),
}
COUNTED: dict[ProblemCode, str] = {
    Code.BID_MISSING: "count",
    Code.HAND_CARDS: "drawn",
    Code.TRICKS_OVER: "number",
    Code.TRICKS_UNDER: "number",
    Code.TRICKS_UNDER_VOID: "number",
    Code.NAMES_FEW: "least",
    Code.SEATS_FEW: "least",
    Code.SIZES_RANGE: "players",
}
"""The value that decides between singular and plural, if it is not ``most``."""


FILES: dict[ProblemCode, Any] = {
    # L10N: add the word of your language, which columns.py must know. So in those below.
    Code.COLUMN_PLAYER: _l("The column for the players is missing. Name it player."),
    Code.COLUMN_HAND: _l("The column for the number of the hand is missing. Name it hand."),
    Code.COLUMN_BID: _l("The column for bids is missing. Name it bid."),
    Code.COLUMN_TRICKS: _l("The column for tricks is missing. Name it tricks."),
    # L10N: names of columns in your language, without the English ones.
    Code.COLUMNS_NONE: _l(
        "This sheet cannot be read. Name the columns player, hand, bid and tricks, or put each "
        "player’s name above cells like 2/1 or above two columns, bid and tricks."
    ),
    Code.SHEET_UNSURE: _l(
        "This sheet can be read in several ways. Import it on a phone, where a page asks what is "
        "right."
    ),
    Code.LINES_MANY: _l("The file has more than %(most)s lines. Split it, then import each part."),
    Code.COLUMNS_MANY: _l("This line has more than %(most)s cells."),
    Code.CELL_LONG: _l("This cell has more than %(most)s characters."),
    Code.CSV_QUOTES: _l("This cell begins with a quotation mark but does not end with one."),
    Code.CELL_NUMBER: _l("This must be a whole number."),
    Code.CELL_OUTCOME: _l(
        "This says only whether the bid was made. A game can be imported only with the number of "
        "tricks."
    ),
    Code.CELL_NAME: _l("The player’s name is missing."),
    Code.CELL_MISSING: _l(
        "A number is missing. Enter bid and tricks, or neither if the player sat out."
    ),
    Code.CELL_PAIR: _l("Write the bid, a slash and the tricks, like 2/1, or leave the cell empty."),
    Code.CELL_DATED: _l(
        "The spreadsheet turned bid and tricks into a date or a time here. Format these cells as "
        "text, type them again like 2/1, then save."
    ),
    Code.CELL_DIFFERS: _l("This must be the same on every line of the hand."),
    Code.CELL_SUIT: _l("Write a suit here, or none."),
    Code.CELL_EXTRAS: _l("This game does not have these extras."),
    Code.CELL_CLOUD: _l("Only one bid in a hand can change, and only by 1."),
    Code.CELL_NEGATED: _l("Write 1 for a trick that does not count, otherwise 0."),
    Code.CELL_DATE: _l("Write the date like 2026-11-20."),
    Code.CELL_UID: _l("This is not a game id. Clear this column, then try again."),
    Code.PLAYER_DOUBLED: _l("This player appears twice in the hand."),
    Code.PLAYER_UNKNOWN: _l("This player is not in the game."),
    Code.PLAYERS_MANY: _l("A game has at most %(most)s players."),
    Code.PLAYERS_NUMBER: _l("A game has %(least)s to %(most)s players."),
    Code.DEALER_UNKNOWN: _l("The dealer is not in the game."),
    Code.HANDS_NONE: _l("No hand of this game has been scored."),
    Code.ROUNDS_MANY: HANDS_MANY,
    Code.HAND_ALONE: _l("At least two players must bid in each hand."),
    Code.CARDS_RANGE: _l("A hand has 1 to %(most)s cards. Nobody can bid or win more."),
    Code.TOTAL_LAST: _l("Nothing may follow the line with the totals."),
    Code.LIST_LONG: _l("This list has more than %(most)s items."),
    Code.LINK_BROKEN: _l("This link is damaged or cut off. Copy all of it, then try again."),
    Code.LINK_LONG: _l("This link holds more data than a game of %(most)s hands."),
    Code.FILE_BINARY: _l("This is not a text file. Save it as CSV or JSON, then try again."),
    Code.FILE_SHEET: _l("This is a spreadsheet. Save it as CSV there, then choose that file."),
    Code.FILE_PACKED: _l("This is a packed file. Unpack it, then choose the CSV or JSON in it."),
    Code.FILE_PICTURE: _l(
        "Numbers cannot be read from a picture or a PDF. Type them into a spreadsheet, and save it "
        "as CSV."
    ),
    Code.FILE_JSON: _l(
        "This app does not know the program that wrote this file. Save its games as CSV there, "
        "then choose that file."
    ),
    Code.FILE_LARGE: _l("The file is too large. The limit is 2 million characters."),
    Code.FILE_EMPTY: _l("There is nothing to import. Choose a file, or paste its text."),
    Code.FILE_KIND: _l("This file has no games that can be imported."),
    Code.FILE_NEWER: _l("This file comes from a newer version. Update this server first."),
    Code.FILE_SYNTAX: _l("Something is missing or extra here. Is the file complete?"),
    Code.FILE_LETTERS: _l("This is not text. Is it the right file?"),
    Code.FILE_MIXED: _l(
        "From here on, letters are written differently than above. Open the file in a text editor, "
        "correct the names, and save all of it as UTF-8."
    ),
    Code.FILE_DEEP: _l("Brackets are nested too deeply."),
    Code.FILE_LONG: _l("This is too long for a game."),
    Code.FILE_DOUBLED: _l("This field appears twice."),
    Code.FILE_MISSING: _l("This field is missing."),
    Code.FILE_UNKNOWN: _l("This field is unknown."),
    Code.FILE_NUMBER: _l("This must be a whole number of ordinary size."),
    Code.FILE_TIME: _l("This must be a time like 2026-11-20T19:30:00Z."),
    Code.FILE_FUTURE: _l("A time in this event is in the future. Check the server’s clock."),
    Code.FILE_ORDER: _l("The times in the log of this event go backwards."),
    Code.FILE_LOG_LONG: _l("The log of this event is too long to import."),
    Code.EVENT_UNSHOWN: _l("This event has values that cannot be shown."),
    Code.EVENT_GAME_TAKEN: _l(
        "A game of this event is in the book already: a phone brought it, or another event has it."
        " Import the event on a phone that does not share this book."
    ),
    Code.FILE_VALUE: _l("This does not fit the game."),
    Code.NAMES_DOUBLED: _l("Two players have the same name."),
    Code.HANDS_UNPLANNED: _l("There are more hands than hand sizes."),
    Code.RULES_UNKNOWN: _l("This server does not know this game. Update it first."),
    Code.RULES_UNFIT: _l("The game cannot be played with these rules."),
    Code.GAMES_MANY: lazy_ngettext(
        "A file can have at most %(num)s game.", "A file can have at most %(num)s games."
    ),
    Code.SEATS_MANY: lazy_ngettext(
        "A game has at most %(num)s seat.", "A game has at most %(num)s seats."
    ),
    Code.HANDS_MANY: HANDS_MANY,
}


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
