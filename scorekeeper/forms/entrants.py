"""Forms for the people of an event.

Lists of names come as people have them: from a mail, a table, a chat. A line has a name, and
perhaps a bullet or a start number before it and a club after it. Tabs, semicolons and vertical bars
always divide columns, and a heading names them. A comma can divide a name from its club, a family
name from a given name, or people: where several of these readings fit, the line has a ``shape``,
and all lines of a shape are read alike.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from wtforms import BooleanField, Field

from scorekeeper.fields import (
    UNSHOWN,
    EnumField,
    ListField,
    OneNameField,
    OneTextField,
    OneValueField,
    WholeNumberField,
    tidy_name,
)
from scorekeeper.http.save_form import SaveForm
from scorekeeper.rules.events.entrant_acts import (
    HIGHEST_NUMBER,
    LONGEST_CLUB,
    MOST_ENTRANTS,
    Newcomer,
)
from scorekeeper.rules.events.event import LONGEST_REASON, Event, State
from scorekeeper.rules.game import Sign
from scorekeeper.rules.people import folded
from scorekeeper.words.language import lazy_gettext as _l

LONGEST_NUMBER = len(str(HIGHEST_NUMBER))
NUMBER = re.compile(rf"[#(]?([0-9]{{1,{LONGEST_NUMBER}}})([ .):,;|\t]+)(?=\S)")
"""A start number before a name."""
BULLET = re.compile(
    r"(?:[-\u2010-\u2015*+>\u00b7\u00bb\u2022\u2023\u25a0-\u25ff\u2610-\u2612\u2713\u2714]+"
    r"|\[[ xX]?\])\s*"
)
"""A mark before a name: a dash, a dot, a box, a tick."""
BRACKETED = re.compile(r"([^()]*[^()\s])\s*\(([^()]*[^\W\d_]{2}[^()]*)\)")
"""A name, and its club in brackets: more than a number or a letter."""
RULED = "-\N{EN DASH}\N{EM DASH}=_~*#+.·•|/ "
"""The characters of a line that only divides a list, such as "----"."""
COLUMNS = "\t;|"
"""What always divides columns; the first of these in a line divides it."""
WORDS_GIVEN = 2
"""The most words of given names, as in "Müller, Hans Peter"."""


class Reading(StrEnum):
    """The meanings of a comma in a line."""

    CLUB = "club"
    TURNED = "turned"
    PEOPLE = "people"


class Shape(StrEnum):
    """The lines that can be read in several ways: with one comma, and with more."""

    PAIRS = "pairs"
    MORE = "lists"


class Column(StrEnum):
    NUMBER = "number"
    NAME = "name"
    GIVEN = "given"
    FAMILY = "family"
    CLUB = "club"
    OTHER = "other"


LONE_CLUBS = 5
"""So many lines with one comma, and never twice the same word behind it, are hardly clubs with one
member each: the family names come first."""
COLLECTIVE = (
    "teilnehmer teilnehmerinnen teilnehmende teilnehmerliste spielerliste anmeldungen participants "
    "entrants joueurs jugadores participantes giocatori partecipanti jogadores deelnemers gracze "
    "uczestnicy hráči účastníci játékosok résztvevők"
)
"""First words of a first line that only says of what the list is."""


HEADINGS: Mapping[str, Column] = {
    folded(word.replace("_", " ")): column
    for column, words in {
        Column.NUMBER: "nr no num number nummer numéro numero número startnummer id číslo lp "
        "numer sorszám szám start_nr start_number",
        Column.NAME: "name names namen nom noms nombre nombres nome nomi nomes naam namen imię "
        "nazwa jméno jména név nevek spieler spielerin spielerinnen teilnehmer teilnehmerin "
        "teilnehmerinnen teilnehmende player players participant participants entrants joueur "
        "joueurs joueuse jugador jugadores participante participantes giocatore giocatori "
        "partecipante partecipanti jogador jogadores speler spelers deelnemer deelnemers gracz "
        "gracze uczestnik uczestnicy hráč hráči účastník účastníci játékos játékosok résztvevő "
        "résztvevők full_name who wer",
        Column.GIVEN: "vorname first_name firstname given_name prénom voornaam keresztnév utónév "
        "křestní_jméno",
        Column.FAMILY: "nachname familienname last_name lastname surname family_name "
        "nom_de_famille apellido apellidos cognome sobrenome achternaam nazwisko příjmení "
        "vezetéknév családnév",
        Column.CLUB: "verein club clubs vereine klub klubb vereniging association clube clan "
        "team mannschaft équipe squadra equipe equipo drużyna tým csapat egyesület kör",
        Column.OTHER: "mail email e-mail telefon phone ort stadt city bemerkung note",
    }.items()
    for word in words.split()
}
"""The words of headings, in ten languages."""
_COLLECTIVE = {folded(word) for word in COLLECTIVE.split()}


@dataclass(frozen=True, slots=True)
class PastedLine:
    """A line as it was read. ``cells`` are the parts between commas. ``turned`` are these if they
    are a name with the family name first; "" for others."""

    people: tuple[Newcomer, ...]
    shape: Shape | None = None
    cells: tuple[str, ...] = ()
    turned: str = ""


@dataclass(frozen=True, slots=True)
class Pasted:
    """A list as it was read. ``headings`` were left out; ``chosen`` is the reading of each shape
    that occurs, and ``is_guess`` whether one is not as the page says: a comma before the club."""

    lines: tuple[PastedLine, ...] = ()
    headings: tuple[str, ...] = ()
    chosen: Mapping[Shape, Reading] = field(default_factory=dict)
    is_guess: bool = False

    @property
    def people(self) -> tuple[Newcomer, ...]:
        return tuple(one for line in self.lines for one in line.people)


@dataclass(frozen=True, slots=True)
class _Row:
    """The parts of a line between certain divisions: the names, still with commas."""

    number: int | None
    names: tuple[str, ...]
    club: str | None


def read_pasted(
    text: str,
    asked: Mapping[Shape, Reading | None],
    known: Collection[str] = (),
    clubs: Collection[str] = (),
) -> Pasted:
    """Read a list. ``asked`` has the readings that somebody chose; ``known`` are the names, and
    ``clubs`` the clubs, of those who are entered already. Only the first lines are read; the rules
    refuse those beyond the limit of an event."""
    rows, headings = _rows(text.splitlines()[: 4 * MOST_ENTRANTS])
    doubtful = [row for row in rows if row.club is None and len(row.names) > 1]
    certain = _clubs(doubtful, clubs)
    pairs = [row.names for row in doubtful if _shape(row, certain) is Shape.PAIRS]
    sure = [row for row in doubtful if len(row.names) == 2 and _shape(row, certain) is None]
    if len(sure) > len(pairs):
        pairs, certain = [], certain | {folded(row.names[-1]) for row in doubtful}
    usual = {Shape.PAIRS: _usual(pairs, rows, known), Shape.MORE: Reading.PEOPLE}
    chosen = {shape: asked.get(shape) or usual[shape] for shape in Shape}
    lines = tuple(_line(row, _shape(row, certain), chosen) for row in rows)
    shapes = {line.shape for line in lines}
    guessed = [shape for shape in Shape if shape in shapes and not asked.get(shape)]
    return Pasted(
        lines,
        headings,
        {shape: chosen[shape] for shape in Shape if shape in shapes},
        any(chosen[shape] is not Reading.CLUB for shape in guessed),
    )


def _rows(lines: Iterable[str]) -> tuple[list[_Row], tuple[str, ...]]:
    """The lines that have names, and the headings between them."""
    rows: list[_Row] = []
    headings: list[str] = []
    columns: tuple[Column, ...] = ()
    divider = ""
    for line in lines:
        if not (shown := line.strip()):
            continue
        if found := _heading(shown) or _title(shown, is_first=not (rows or headings)):
            headings.append(" ".join(shown.split()))
            columns = found if len(found) > 1 else ()
            divider = next((one for one in (*COLUMNS, ",") if one in shown), "")
            continue
        cells = _cells(line, divider)
        is_table = len(columns) > 1 and len(cells) > 1
        row = _by_columns(cells, columns) if is_table else _free(shown)
        if any(name.strip(RULED) for name in row.names):
            rows.append(row)
    return rows, tuple(headings)


def _heading(line: str) -> tuple[Column, ...]:
    """The columns that a line names; () if it is no heading."""
    divider = next((one for one in (*COLUMNS, ",") if one in line), "")
    words = [folded(cell.strip(" .:#\"'*_-")) for cell in _cells(line, divider)]
    columns = tuple(HEADINGS[word] for word in words if word in HEADINGS)
    if columns and len(columns) == len(words) and {*columns} != {Column.NUMBER}:
        return columns
    return (Column.NAME,) if line.endswith(":") else ()


def _title(line: str, *, is_first: bool) -> tuple[Column, ...]:
    """The column of a first line such as "Teilnehmer Clubabend"; () if it is none."""
    first, *others = line.split()
    is_title = is_first and others and not any(one in line for one in (*COLUMNS, ","))
    return (Column.NAME,) if is_title and folded(first) in _COLLECTIVE else ()


def _cells(line: str, divider: str) -> list[str]:
    """The cells of a line; quotation marks may enclose one. Empty ones at the end are left out."""
    if not divider:
        return [line.strip()]
    is_quoted = '"' in line
    try:
        cells = next(csv.reader([line], delimiter=divider)) if is_quoted else line.split(divider)
    except csv.Error:
        cells = line.split(divider)
    cells = [" ".join(cell.split()) for cell in cells]
    while len(cells) > 1 and not cells[-1]:
        cells.pop()
    return cells


def _by_columns(cells: Sequence[str], columns: Sequence[Column]) -> _Row:
    """The row whose cells have the meanings of a heading."""
    of: dict[Column, str] = {}
    for column, cell in zip(columns, cells, strict=False):
        of[column] = f"{of[column]} {cell}" if column in of else cell
    digits = of.get(Column.NUMBER, "").strip(" .#)(")
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER
    name, given = of.get(Column.NAME, ""), of.get(Column.GIVEN, "")
    family = of.get(Column.FAMILY, name if given else "")
    names: tuple[str, ...]
    if given or family:
        names = (f"{given} {family}" if given or not name else f"{name} {family}",)
    else:
        start, rest = _number_before(_unmarked(name))
        is_number, digits = (True, start) if start and not digits else (is_number, digits)
        names = tuple(_parts(rest))
    return _Row(int(digits) if is_number and digits else None, names, of.get(Column.CLUB, ""))


def _free(line: str) -> _Row:
    digits, rest = _number_before(_unmarked(line))
    rest = _unmarked(rest)
    number = int(digits) if digits else None
    divider = next((one for one in COLUMNS if one in rest), "")
    cells = _cells(rest, divider or ("," if rest.startswith('"') else ""))
    while len(cells) > 1 and not cells[0]:
        cells = cells[1:]
    if len(cells) > 1:
        return _Row(number, tuple(_parts(cells[0])), ", ".join(filter(None, cells[1:])))
    if found := BRACKETED.fullmatch(cells[0]):
        return _Row(number, tuple(_parts(found[1])), found[2])
    names = _parts(cells[0])
    return _Row(number, tuple(names), "" if len(names) == 1 or divider else None)


def _unmarked(line: str) -> str:
    line = line.strip()
    while found := BULLET.match(line):
        line = line[found.end() :]
    return line


def _number_before(line: str) -> tuple[str, str]:
    """The start number at the beginning of a line ("" without one), and the rest."""
    found = NUMBER.match(line)
    return (found[1], line[found.end() :]) if found else ("", line)


def _parts(text: str) -> list[str]:
    """The parts of a name between commas."""
    parts = [part for part in (" ".join(part.split()) for part in text.split(",")) if part]
    return parts or [text]


def _clubs(rows: Sequence[_Row], clubs: Collection[str]) -> frozenset[str]:
    """The common forms of what is surely a club: it is one already, or stands in several lines."""
    often = Counter(folded(row.names[-1]) for row in rows if len(row.names) == WORDS_GIVEN)
    known = {folded(club) for club in clubs if club}
    return frozenset(known | {club for club, lines in often.items() if lines > 1})


def _shape(row: _Row, certain: frozenset[str]) -> Shape | None:
    """The shape of a line that can be read in several ways; None if it cannot."""
    if row.club is not None or len(row.names) < 2:
        return None
    if len(row.names) > 2:
        return Shape.MORE
    name, rest = row.names
    is_club = folded(rest) in certain or any(one.isdigit() for one in rest)
    is_whole = len(name.split()) > 1 and name[0].isupper()
    is_long = len(rest.split()) > WORDS_GIVEN
    return None if is_club or is_whole or is_long else Shape.PAIRS


def _usual(
    pairs: Sequence[tuple[str, ...]], rows: Sequence[_Row], known: Collection[str]
) -> Reading:
    """The likely reading of lines with one comma, by the names that are known: a given name may
    follow the family name, or be a second person."""
    whole = [name.split() for name in (*known, *(row.names[0] for row in rows))]
    given = {folded(words[0]) for words in whole if len(words) > 1}
    alone = {folded(words[0]) for words in whole if len(words) == 1}
    is_given = [folded(second.split()[0]) in given for _, second in pairs]
    either = given | alone
    are_people = [folded(one) in given and folded(other) in either for one, other in pairs]
    if 2 * sum(are_people) > len(pairs):
        return Reading.PEOPLE
    turns = any(row.club is not None and len(row.names) == 2 for row in rows)
    is_particle = [first[0].islower() and " " in first for first, _ in pairs]
    turned = sum(map(any, zip(is_given, is_particle, strict=True)))
    if pairs and (turns or 2 * turned >= len(pairs) or len(pairs) >= LONE_CLUBS):
        return Reading.TURNED
    return Reading.CLUB


def _line(row: _Row, shape: Shape | None, chosen: Mapping[Shape, Reading]) -> PastedLine:
    names = row.names
    if len(names) == 1:
        return PastedLine((_newcomer(names[0], row.club or "", row.number),))
    reading = chosen[shape] if shape else _certain(row)
    match reading:
        case Reading.TURNED:
            one = _newcomer(f"{names[1]} {names[0]}", row.club or "", row.number)
            return PastedLine((one,), shape, names, ", ".join(names))
        case Reading.PEOPLE:
            first, *others = (_newcomer(name, row.club or "", None) for name in names)
            first = replace(first, number=row.number)
            return PastedLine((first, *others), shape, names)
    one = _newcomer(names[0], ", ".join(names[1:]), row.number)
    return PastedLine((one,), shape, names)


def _certain(row: _Row) -> Reading:
    """The only reading of a line with commas."""
    if row.club is None:
        return Reading.CLUB
    return Reading.TURNED if len(row.names) == 2 else Reading.PEOPLE


def _newcomer(name: str, club: str, number: int | None) -> Newcomer:
    return Newcomer(tidy_name(name), tidy_name(club, LONGEST_CLUB), number)


class EachField(Field):
    """Values of which any number may be sent."""

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = frozenset(valuelist)


class EnterForm(SaveForm):
    """People to enter. ``pairs`` and ``lists`` say how lines with commas are read; ``second`` are
    those who play as well as another of their name, and ``new_only`` says that the page left out
    the others."""

    names = ListField(_l("Names"), default="")
    pairs = EnumField(UNSHOWN, values=Reading)
    lists = EnumField(UNSHOWN, values=Reading)
    second = EachField(UNSHOWN, default=frozenset())
    stand_by = BooleanField(UNSHOWN)
    new_only = BooleanField(UNSHOWN)

    def read(self, event: Event) -> Pasted:
        asked = {Shape.PAIRS: self.pairs.data, Shape.MORE: self.lists.data}
        known = [one.own for one in event.entrants]
        return read_pasted(self.names.typed, asked, known, {one.club for one in event.entrants})


class SignUpPlacesForm(SaveForm):
    places = WholeNumberField(_l("Number of places"))


class SignUpForm(SaveForm):
    name = OneNameField(_l("Your name"))
    club = OneTextField(_l("Club"), most=LONGEST_CLUB)


class SignOffForm(SaveForm):
    """The start number of somebody who takes their name off the list."""

    number = WholeNumberField(UNSHOWN)


class TickForm(SaveForm):
    """The start number of somebody to set as playing or not playing."""

    plays = WholeNumberField(UNSHOWN)
    leaves = WholeNumberField(UNSHOWN)


class MarkForm(SaveForm):
    """An entrant's new state; ``back`` is "round" if the page of the round asked."""

    state = EnumField(UNSHOWN, values=State)
    back = OneValueField(UNSHOWN)


class EntrantForm(SaveForm):
    """An entrant's name, club and start number, as corrected."""

    name = OneNameField(_l("Name"))
    club = OneTextField(_l("Club"), most=LONGEST_CLUB)
    new = WholeNumberField(_l("Number"))


class AdjustForm(SaveForm):
    """Points that an entrant loses or gets in a round, and the reason."""

    number = WholeNumberField(_l("Player"))
    sign = EnumField(UNSHOWN, values=Sign, default=Sign.PENALTY)
    points = WholeNumberField(_l("Points"))
    of_round = WholeNumberField(_l("Round"))
    reason = OneTextField(_l("Reason"), most=LONGEST_REASON)

    @property
    def signed(self) -> int:
        """The points, negative for a penalty."""
        sign: Sign = self.sign.data or Sign.PENALTY
        return sign.of(self.points.data or 0)


class WithdrawForm(SaveForm):
    """The penalty or bonus to remove, by its place among all of the event."""

    at = WholeNumberField(UNSHOWN)


DIVIDERS = "\t;|,"
"""What divides columns; the first of these in a line divides it."""
LAST = re.compile(r"(.*\S)\s+([0-9]{1,3})\s*")
"""A line without columns: a name, and a table."""
BEFORE = re.compile(r"^[0-9]{1,4}[.):]\s+")
"""The number of a line."""
TABLE_NUMBER = re.compile(r"#?([0-9]{1,4})\.?")


@dataclass(frozen=True, slots=True)
class ListedSeat:
    """A line of a list of seats: its number, the name or start number as typed, and table and seat,
    None if there are none."""

    line: int
    who: str
    table: int | None
    seat: int | None


def read_seats(text: str) -> tuple[ListedSeat, ...]:
    """The seats of a list. The columns are the name or the start number, the table and the seat;
    table and seat may come first."""
    lines = enumerate(text.splitlines()[: 4 * MOST_ENTRANTS], 1)
    return tuple(_read(number, line) for number, line in lines if line.strip())


def _read(number: int, line: str) -> ListedSeat:
    divider = next((one for one in DIVIDERS if one in line), "")
    if not divider:
        ends = LAST.fullmatch(line)
        return _listed(number, [ends[1], ends[2]] if ends else [line])
    return _listed(number, line.split(divider))


def _listed(line: int, cells: Sequence[str]) -> ListedSeat:
    words = [" ".join(cell.split()).strip("\"'") for cell in cells]
    while words and not words[-1]:
        words.pop()
    numbers = [int(found[1]) if (found := TABLE_NUMBER.fullmatch(word)) else None for word in words]
    first, last = _run(numbers), _run(numbers[::-1])
    if last and last < len(words):
        last = min(last, 2)
        table, seat = (*numbers[len(words) - last :], None)[:2]
        who = words[: len(words) - last]
        # A list with numbers before its names has no start numbers in place of names.
        who = who[1:] if len(who) > 1 and first else who
    elif first == len(words) > 1:
        table, seat = (*numbers[1:], None)[:2]
        who = words[:1]
    else:
        table, seat = (*numbers[: min(first, 2)], None, None)[:2]
        who = words[min(first, 2) :]
    return ListedSeat(line, BEFORE.sub("", ", ".join(who)), table, seat)


def _run(numbers: Sequence[int | None]) -> int:
    """How many numbers come first."""
    return next((at for at, one in enumerate(numbers) if one is None), len(numbers))
