"""The lines and cells of a text, and the values of cells. Each line has its number in the file, for
error messages."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from io import StringIO

from scorekeeper.exchange.tables.csv_out import BOM
from scorekeeper.exchange.tables.parsed_game import MOST_TEXT, unreadable
from scorekeeper.rules.people import folded
from scorekeeper.rules.problems import Code
from scorekeeper.rules.variants.model import Trump, Turned

MOST_LINES = 50_000
MOST_COLUMNS = 100
LONGEST_CELL = 1000
QUOTED = re.compile(r'"[^"]*"')
LONGEST_TOP = 20_000
SEPARATORS = "\t;,"
"""Separators; if two occur in equally many lines, the one that is rarer in names and numbers."""
TOP = 40
"""Lines within which the column names must be, below titles."""
NAMED_SEPARATOR = re.compile(r'"?sep=([,;\t])"?[,;\t]{0,100}\r?\n', re.IGNORECASE)
"""The first line with which spreadsheets declare the separator."""
NUMBER = re.compile(r"([+-]?[0-9]{1,6})(?:[.,]0{1,2})?\Z")
NUMBERED = re.compile(r"[^\W\d_]{0,20}[ .#]{0,3}([0-9]{1,3})(?:[.,]0{1,2})?[.:)]?\Z")
"""The number of a hand, alone or as in *Round 3*, *R3* or *3.*"""
DAY = re.compile(
    r"([0-9]{1,4})([-./])([0-9]{1,2})\2([0-9]{1,4})"
    r"(?:(?:T|,? )([0-9]{1,2}):([0-9]{2})(?::([0-9]{2})(?:\.[0-9]{1,6})?)?"
    r"(Z|[+-][0-9]{2}:[0-9]{2})?)?\Z"
)
SERIAL = re.compile(r"([3-6][0-9]{4})(?:[.,]([0-9]{1,12}))?\Z")
"""A day from 1982 to 2091 and the part of it that has passed."""
FIRST_DAY = datetime(1899, 12, 30)
"""Day 0 of spreadsheets."""
TO_MINUS = str.maketrans("−–", "--")


@dataclass(frozen=True, slots=True)
class Line:
    """The cells of a line, without spaces around them; it begins in line ``number`` of the file."""

    number: int
    cells: tuple[str, ...]

    @property
    def is_empty(self) -> bool:
        return not any(self.cells)


def lines_of(text: str) -> Iterator[Line]:
    """The lines of a file with commas, semicolons or tabs between its cells.

    Raises UnreadableError if it is not such a file, or larger than any file of games.
    """
    text = text.removeprefix(BOM)
    if len(text) > MOST_TEXT:
        raise unreadable(Code.FILE_LARGE)
    if "\0" in text:
        before = text[: text.index("\0")]
        raise unreadable(Code.FILE_BINARY, before.count("\n") + 1)
    named = NAMED_SEPARATOR.match(text)
    skipped = 1 if named else 0
    rest = StringIO(text[named.end() :] if named else text, newline="")
    sign = named[1] if named else separator(text)
    reader = csv.reader(rest, delimiter=sign, strict=True, skipinitialspace=sign == " ")
    start = 1 + skipped
    try:
        for cells in reader:
            yield _line(start, cells)
            start = reader.line_num + 1 + skipped
    except csv.Error:
        raise unreadable(Code.CSV_QUOTES, start) from None


def _line(number: int, cells: list[str]) -> Line:
    if number > MOST_LINES:
        raise unreadable(Code.LINES_MANY, number, values={"most": MOST_LINES})
    if len(cells) > MOST_COLUMNS:
        raise unreadable(Code.COLUMNS_MANY, number, values={"most": MOST_COLUMNS})
    for at, cell in enumerate(cells):
        if len(cell) > LONGEST_CELL:
            raise unreadable(Code.CELL_LONG, number, column=at + 1, values={"most": LONGEST_CELL})
    return Line(number, tuple(cell.strip() for cell in cells))


def cell_of(line: Line, at: int) -> str:
    """The text in a column; "" beyond the end of the line."""
    return line.cells[at] if at < len(line.cells) else ""


def separator(text: str) -> str:
    """The separator that most of the first lines use; a space if none does, as in a note."""
    bare = QUOTED.sub("", text[:LONGEST_TOP])
    lines = bare.splitlines()[:TOP]
    uses = {sign: sum(sign in line for line in lines) for sign in SEPARATORS}
    return max(uses, key=lambda sign: uses[sign]) if any(uses.values()) else " "


def whole(cell: str) -> int | None:
    """The integer in a cell, also if written as 20,0; None for anything else. 1.000 may be one or a
    thousand, so it gives None."""
    found = NUMBER.match(cell.translate(TO_MINUS))
    return int(found[1]) if found else None


def numbered(cell: str) -> int | None:
    """The number of a hand in a cell, possibly after a word; None for anything else."""
    found = NUMBERED.match(cell)
    return int(found[1]) if found else None


def moment_in(lines: Iterable[Line]) -> datetime | None:
    """The first time in any word of these lines, or behind a colon."""
    cells = (cell for line in lines for cell in line.cells)
    parts = (word for cell in cells for word in (cell, cell.partition(":")[2], *cell.split()))
    words = (word.strip(" ,;") for word in parts)
    return next((found for found in map(moment, words) if found), None)


def title_in(lines: Iterable[Line]) -> str:
    """The first text that is alone in its line, beside dates, and no name of a column, also before
    a colon and a date; "" if there is none."""
    for line in lines:
        texts = [cell for cell in line.cells if any(map(str.isalpha, cell)) and not moment(cell)]
        named, _, rest = "".join(texts).partition(":")
        is_column = column_called(named) and (not rest or moment(rest.strip(" ,;")))
        if len(texts) == 1 and not is_column:
            return texts[0]
    return ""


def moment(cell: str) -> datetime | None:
    """The time in a cell: 2026-11-20, 20. 11. 2026, 20.11.26 or 20/11/2026, with or without a time
    of day; None if there is none. It is in UTC, or without a zone if the cell has none.

    A date without a time means noon.
    """
    found = DAY.match(cell.removesuffix(".").replace(". ", "."))
    if not found:
        return None
    first, _, second, third, *clock, zone = found.groups()
    hour, minute, seconds = (int(part or 0) for part in clock) if any(clock) else (12, 0, 0)
    year, month, day = int(first), int(second), int(third)
    if len(first) < 4:
        year, day = day + 2000 * (len(third) == 2), year
        month, day = (day, month) if month > 12 else (month, day)
    try:
        read = datetime(year, month, day, hour, minute, seconds)
        read = (read - _offset(zone)).replace(tzinfo=UTC) if zone else read
    except (ValueError, OverflowError):
        return None
    return read if 1900 <= read.year <= 2999 else None


def dated(cell: str) -> datetime | None:
    """The time in a cell of a column of dates, where a spreadsheet may have left its own number for
    a day: 46022 is 31 December 2025."""
    found = SERIAL.match(cell)
    if not found:
        return moment(cell)
    return FIRST_DAY + timedelta(int(found[1]), round(86_400 * float(f"0.{found[2] or 5}")))


def _offset(zone: str) -> timedelta:
    if zone == "Z":
        return timedelta()
    sign = -1 if zone[0] == "-" else 1
    return sign * timedelta(hours=int(zone[1:3]), minutes=int(zone[4:]))


COLUMNS: dict[str, str] = {
    "game": (
        "game spiel partie partida juego jeu partita gioco jogo spel partij gra partia hra "
        "játék parti"
    ),
    "started_at": "started_at date datum fecha data jour dzień dátum",
    "variant": (
        "variant variante rules regeln reglas règles regole wariant varianta változat zasady "
        "pravidla szabályok regels"
    ),
    "hand": (
        "hand round deal runde nr no ronda mano manche donne tour giro ronde rozdanie runda "
        "kolejka kolo rozdání kör leosztás forduló rodada mão"
    ),
    "cards": "cards karten cartas cartes carte kaarten karty karet lapok kártyák lap",
    "dealer": (
        "dealer geber repartidor reparte donneur distributeur mazziere dador deler gever "
        "rozdający rozdávající rozdává osztó carteador donneuse"
    ),
    "turned": (
        "turned aufgedeckt descubierta descubierto retournée scoperta gedraaid odkryta otočená "
        "felütött"
    ),
    "trump": "trump trumpf triunfo atout briscola trunfo troef atut atu trumf trumfy adu tromf",
    "seat": "seat platz asiento place posto plaats miejsce místo hely lugar",
    "player": (
        "player name player_name spieler spielerin jugador jugadora nombre joueur joueuse nom "
        "giocatore giocatrice nome jogador jogadora speler speelster naam gracz imię zawodnik "
        "hráč hráčka jméno játékos név joueurs prénom"
    ),
    "bid": (
        "bid bids call vorhersage ansage angesagt gebot apuesta aposta predicción pronóstico "
        "annonce annoncé mise pari prédiction dichiarazione dichiarate previsione chiamata bod "
        "voorspelling geboden deklaracja deklaracje zapowiedź licytacja zadeklarowane hlášení "
        "tip předpověď odhad sázka nahlášeno licit tipp bemondás vállalás jóslat palpite "
        "previsão lance contrat pronostic demandé"
    ),
    "tricks": (
        "tricks took taken made won tricks_won tricks_taken tricks_made stiche gemacht bazas "
        "hechas plis levées réalisé réalisés prese vazas slagen gehaald lewy wzięte zdvihy zdvihů "
        "štychy štychů ütések ütés elvitt teljesített faits plis_faits"
    ),
    "negated": (
        "negated aufgehoben anulada annulé annullata geannuleerd anulowana zrušený érvénytelen"
    ),
    "points": (
        "points score round_score round_points hand_points punkte puntos puntuación punti "
        "punteggio pontos punten punkty pkt wynik body bodů skóre pontok pont pts"
    ),
    "total": (
        "total totals total_score total_points running sum summe stand gesamt acumulado cumul "
        "totale cumulato kumuliert totaal suma razem łącznie celkem součet összesen összeg állás "
        "soma somme"
    ),
    "said": "said gesagt dijo dit detto",
    "void": "void",
    "extras": "extras",
    "extra_points": (
        "extra_points bonus bonuspunkte bónusz bonusy premia prémie adjust adjustment korrektur "
        "anpassung ajuste ajustement rettifica correctie korekta oprava módosítás correção"
    ),
    "reason": "reason grund motivo motif raison reden powód důvod indok",
    "start": "start beginn inicio départ inizio begin początek začátek kezdés início",
    "game_name": "game_name",
    "numbers": "numbers",
    "uid": "uid",
}
"""The columns of docs/csv.md by name, and all words that may name a column.

An underscore stands for a space. First names are left out, such as Lew.
"""
LONGEST_WORD = 40
NEEDED = ("player", "hand", "bid", "tricks")
TRUMPS: dict[Trump, str] = {
    Trump.SPADES: "♠ spades spade pik picas pique piques picche espadas schoppen piki piky pikk",
    Trump.HEARTS: (
        "♥ hearts heart herz corazones cœur coeur coeurs cuori copas harten kier kiery srdce kőr"
    ),
    Trump.DIAMONDS: (
        "♦ diamonds diamond karo diamantes carreau carreaux quadri ouros ruiten kara káry káró"
    ),
    Trump.CLUBS: (
        "♣ clubs club kreuz tréboles trèfle trèfles fiori paus klaveren trefl trefle kříže treff"
    ),
    Trump.BLUE: (
        "🔵 🟦 blue humans blau menschen azul humanos bleu humains blu umani blauw mensen "
        "niebieski modrá kék ludzie lidé emberek modrý"
    ),
    Trump.GREEN: (
        "🟢 🟩 green elves grün elfen verde elfos vert elfes elfi groen zielony zelená zöld elfy "
        "elfové elfek tündék zelený"
    ),
    Trump.RED: (
        "🔴 🟥 red dwarves rot zwerge rojo enanos rouge nains rosso nani rood dwergen vermelho "
        "czerwony červená piros krasnoludy trpaslíci törpék anões červený"
    ),
    Trump.YELLOW: (
        "🟡 🟨 yellow giants gelb riesen amarillo gigantes jaune géants giallo giganti geel "
        "reuzen amarelo żółty žlutá sárga olbrzymy obři óriások žlutý"
    ),
    Trump.NONE: (
        "none no - – kein keine keiner ohne sin ninguno ninguna sans aucun nessuno sem geen "
        "brak bez žádný žádné nincs senza sem_trunfo sans_atout senza_atout sin_triunfo "
        "kein_trumpf no_trump geen_troef bez_atu bez_trumfů adu_nélkül"
    ),
}
"""The trumps, and all words that may name one: the suits and colours, and the peoples on the
cards."""
TURNED: dict[Turned, str] = {
    Turned.JESTER: "jester narr bufón bouffon giullare bobo nar fou błazen šašek bohóc bolond",
    Turned.WIZARD: (
        "wizard zauberer mago magicien sorcier tovenaar czarodziej čaroděj kouzelník varázsló"
    ),
    Turned.WEREWOLF: (
        "werewolf werwolf weerwolf wilkołak vlkodlak farkasember lobisomem loup-garou "
        "hombre_lobo lupo_mannaro"
    ),
}
"""The cards without a suit, and all words that may name one."""

OUTCOMES = (
    "made set missed hit bust busted won lost win loss success fail failed yes no true false ok "
    "y n w l t f + ✓ ✔ ✅ ✗ ✘ ❌ ☑ ☒ ja nein j erfüllt verfehlt geschafft gewonnen verloren sí si "
    "non oui o réussi raté tenu chuté sì s fatto mancato sim não nee gehaald gemist tak nie ano a "
    "ne igen i nem"
)
"""Words that say only whether a bid was made."""


def _plain(word: str) -> str:
    return folded(word.strip(" .:#*\u00a0").replace("_", " "))


_COLUMNS = {_plain(word): key for key, words in COLUMNS.items() for word in words.split()}
_TRUMPS = {_plain(word): trump for trump, words in TRUMPS.items() for word in words.split()}
_TURNED = {
    **{word: Turned(trump) for word, trump in _TRUMPS.items()},
    **{_plain(word): card for card, words in TURNED.items() for word in words.split()},
}


_OUTCOMES = {_plain(word) for word in OUTCOMES.split()}


def is_outcome_word(text: str) -> bool:
    """Whether a cell says only whether the bid was made."""
    return len(text) <= LONGEST_WORD and _plain(text) in _OUTCOMES


@lru_cache(maxsize=1024)
def column_called(name: str) -> str | None:
    """The column with this name; None if it is unknown."""
    return _COLUMNS.get(_plain(name)) if len(name) <= LONGEST_WORD else None


def trump_read(
    card: str, suit: str, *, knows_card: bool
) -> tuple[Turned | None, Trump | None] | None:
    """The card turned up and the trump, from the words in their columns: one may follow from the
    other. None if a word is unknown.

    If the file ``knows_card``, having a column for it, an empty one means that none was turned up,
    for no trump.
    """
    turned, trump = _TURNED.get(folded(card.strip())), _TRUMPS.get(folded(suit.strip()))
    if (card and not turned) or (suit and not trump):
        return None
    if turned is None and trump and trump is not Trump.NONE:
        turned = Turned(trump)
    elif turned is None and trump and not knows_card:
        turned = Turned.JESTER
    return turned, trump or _TRUMPS.get(folded(card.strip()))
