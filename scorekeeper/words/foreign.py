"""What is wrong with a file of another program, by the codes of the problems: the sentences."""

from __future__ import annotations

from typing import Any

from scorekeeper.language import lazy_gettext as _l

FOREIGN: dict[str, Any] = {
    # L10N: keep the five words, they are names of columns in five languages. So in those below.
    "column-player": _l(
        "There is no column for the players. Name one of them player, Spieler, jugador, joueur or "
        "giocatore."
    ),
    "column-hand": _l(
        "There is no column for the number of the hand. Name one of them hand, Runde, ronda, "
        "manche or mano."
    ),
    "column-bid": _l(
        "There is no column for bids. Name one of them bid, Vorhersage, apuesta, annonce or "
        "dichiarazione."
    ),
    "column-tricks": _l(
        "There is no column for tricks. Name one of them tricks, Stiche, bazas, plis or prese."
    ),
    "columns-none": _l(
        "This is not a sheet that can be read. Name the columns player, hand, bid and tricks, or "
        "write the names of the players above cells like 2/1 or above two columns, bid and tricks."
    ),
    "lines-many": _l("The file has more than %(most)s lines. Split it, then bring in each part."),
    "columns-many": _l("This line has more than %(most)s cells."),
    "cell-long": _l("This cell has more than %(most)s characters."),
    "csv-quotes": _l("A cell begins with a quotation mark here and does not end with one."),
    "cell-number": _l("This must be a whole number."),
    "cell-name": _l("The name of the player is missing."),
    "cell-missing": _l(
        "The number is missing. Each player has a bid and tricks, or neither in a hand not played."
    ),
    "cell-pair": _l("Write the bid, a slash and the tricks, like 2/1, or leave the cell empty."),
    "cell-dated": _l(
        "The spreadsheet made a date or a time of bid and tricks here. Format these cells as text, "
        "type them again like 2/1, then save."
    ),
    "cell-differs": _l("This must be the same in all lines of the hand."),
    "cell-suit": _l("Write a suit here, or none."),
    "cell-extras": _l("These are not extras of this game."),
    "cell-cloud": _l("In a hand one bid can change, by 1."),
    "cell-negated": _l("Write 1 for a trick that does not count, otherwise 0."),
    "cell-date": _l("Write the date like 2026-11-20."),
    "cell-uid": _l("This is not the id of a game. Clear this column, then try again."),
    "player-doubled": _l("This player is in the hand twice."),
    "player-unknown": _l("This is not one of the players of the game."),
    "players-many": _l("A game has at most %(most)s players."),
    "players-number": _l("A game has from %(least)s to %(most)s players."),
    "dealer-unknown": _l("The dealer is not one of the players of the game."),
    "hands-none": _l("No hand of this game was scored."),
    "rounds-many": _l("A game has at most %(most)s hands."),
    "hand-alone": _l("A hand needs two players or more who bid."),
    "cards-range": _l("A hand has from 1 to %(most)s cards. Nobody can bid or win more."),
    "total-last": _l("Nothing may follow the line with the totals."),
    "list-long": _l("This list has more than %(most)s items."),
    "link-broken": _l("This link is damaged or cut off. Copy all of it, then try again."),
    "link-long": _l("There is more in this link than a game of %(most)s hands needs."),
    "file-binary": _l("This is not a text file. Save it as CSV or JSON, then try again."),
    "file-sheet": _l("This is a spreadsheet. Save it as CSV there, then choose that file."),
    "file-large": _l("The file is too large: it can have 2 million characters."),
}
