"""The sentences for problems with files of other programs, by code."""

from typing import Any

from scorekeeper.language import lazy_gettext as _l

FOREIGN: dict[str, Any] = {
    # L10N: keep the five words, they are names of columns in five languages. So in those below.
    "column-player": _l(
        "The column for the players is missing. Name it player, Spieler, jugador, joueur or "
        "giocatore."
    ),
    "column-hand": _l(
        "The column for the number of the hand is missing. Name it hand, Runde, ronda, manche or "
        "mano."
    ),
    "column-bid": _l(
        "The column for bids is missing. Name it bid, Vorhersage, apuesta, annonce or "
        "dichiarazione."
    ),
    "column-tricks": _l(
        "The column for tricks is missing. Name it tricks, Stiche, bazas, plis or prese."
    ),
    "columns-none": _l(
        "This sheet cannot be read. Name the columns player, hand, bid and tricks, or put each "
        "player’s name above cells like 2/1 or above two columns, bid and tricks."
    ),
    "lines-many": _l("The file has more than %(most)s lines. Split it, then import each part."),
    "columns-many": _l("This line has more than %(most)s cells."),
    "cell-long": _l("This cell has more than %(most)s characters."),
    "csv-quotes": _l("This cell begins with a quotation mark but does not end with one."),
    "cell-number": _l("This must be a whole number."),
    "cell-name": _l("The player’s name is missing."),
    "cell-missing": _l(
        "A number is missing. Enter bid and tricks, or neither if the player sat out."
    ),
    "cell-pair": _l("Write the bid, a slash and the tricks, like 2/1, or leave the cell empty."),
    "cell-dated": _l(
        "The spreadsheet turned bid and tricks into a date or a time here. Format these cells as "
        "text, type them again like 2/1, then save."
    ),
    "cell-differs": _l("This must be the same on every line of the hand."),
    "cell-suit": _l("Write a suit here, or none."),
    "cell-extras": _l("This game does not have these extras."),
    "cell-cloud": _l("Only one bid in a hand can change, and only by 1."),
    "cell-negated": _l("Write 1 for a trick that does not count, otherwise 0."),
    "cell-date": _l("Write the date like 2026-11-20."),
    "cell-uid": _l("This is not a game id. Clear this column, then try again."),
    "player-doubled": _l("This player appears twice in the hand."),
    "player-unknown": _l("This player is not in the game."),
    "players-many": _l("A game has at most %(most)s players."),
    "players-number": _l("A game has %(least)s to %(most)s players."),
    "dealer-unknown": _l("The dealer is not in the game."),
    "hands-none": _l("No hand of this game has been scored."),
    "rounds-many": _l("A game has at most %(most)s hands."),
    "hand-alone": _l("At least two players must bid in each hand."),
    "cards-range": _l("A hand has 1 to %(most)s cards. Nobody can bid or win more."),
    "total-last": _l("Nothing may follow the line with the totals."),
    "list-long": _l("This list has more than %(most)s items."),
    "link-broken": _l("This link is damaged or cut off. Copy all of it, then try again."),
    "link-long": _l("This link contains more than a game of %(most)s hands needs."),
    "file-binary": _l("This is not a text file. Save it as CSV or JSON, then try again."),
    "file-sheet": _l("This is a spreadsheet. Save it as CSV there, then choose that file."),
    "file-large": _l("The file is too large. The limit is 2 million characters."),
}
