"""The sentences for problems with files, by code."""

from typing import Any

from scorekeeper.language import lazy_gettext as _l
from scorekeeper.language import lazy_ngettext
from scorekeeper.rules.problems import Code, ProblemCode
from scorekeeper.words.refusals import HANDS_MANY

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
