"""The letters of files: names are read as they were written, in whatever table of letters."""

import pytest

from scorekeeper.exchange.letters import Letters, letters_in, other_letters, read_again
from scorekeeper.rules.incoming import UnreadableError

SHEETS = {
    "cs": ("Hra;Hráč;Kolo;Odhad;Štychy\n1;Čeněk;1;1;1\n1;Žofie;1;0;0\n", "cp1250"),
    "pl": ("Gra;Gracz;Runda;Lewy\n1;Łukasz;1;1\n1;Żaneta;1;0\n1;Józef;1;0\n", "cp1250"),
    "hu": ("Játék;Név;Kör;Licit;Ütések\n1;Győző;1;1;1\n1;Ödön;1;0;0\n1;Éva;1;0;0\n", "cp1250"),
    "de": ("Spieler;Runde;Ansage;Stiche\nJörg;1;1;1\nBärbel;1;0;0\nUwe;1;0;0\n", "mac-roman"),
    "fr": ("Prénom;Manche;Annonce;Levées\nZoé;1;1;1\nFrançois;1;0;0\nAnaïs;1;0;0\n", "mac-roman"),
    "es": ("Jugador;Ronda;Apuesta;Bazas\nÍñigo;1;1;1\nPeñélope;1;0;0\n", "mac-roman"),
}


@pytest.mark.parametrize("table", ["cp1250", "cp1252", "mac-roman"])
@pytest.mark.parametrize("language", SHEETS)
def test_a_file_in_the_language_of_the_page_is_read_with_its_own_letters(
    language: str, table: str
) -> None:
    text, _ = SHEETS[language]
    try:
        data = text.encode(table)
    except UnicodeEncodeError:
        return
    assert letters_in(data, language).text == text


@pytest.mark.parametrize("language", SHEETS)
def test_another_reading_can_be_chosen_and_taken_back(language: str) -> None:
    text, table = SHEETS[language]
    read = letters_in(text.encode(table), "nl")
    offered = {one.text for one in other_letters(read)} | {read.text}
    assert text in offered
    assert len(offered) == len(other_letters(read)) + 1
    assert read_again(read, table).text == text
    for other in other_letters(read):
        assert read_again(other, read.table) == read


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("names", "table"),
    [
        ("Ørsted;Åse;Bjørn;Pål", "cp1252"),
        ("Ørsted;Åse;Bjørn;Pål", "mac-roman"),
        ("O’Neil;d’Arc", "cp1252"),
        ("O’Neil;d’Arc", "mac-roman"),
        ("CAMÕES;ANN", "cp1252"),
        ("Tomáš;Šárka", "cp1250"),
    ],
)
def test_names_of_another_language_are_read_as_they_were_written(
    names: str, table: str, language: str
) -> None:
    assert letters_in(names.encode(table), language).text == names


@pytest.mark.parametrize("table", ["cp1250", "cp1252", "mac-roman"])
@pytest.mark.parametrize("names", ["Jörg;Ann", "Анна;Ann", "Νίκη;Ann", "Jo 🎉;Ann"])
def test_utf8_with_a_tail_of_another_table_is_refused_with_its_line(names: str, table: str) -> None:
    data = f"{names}\n1/1;0/0\n".encode() + "Größe;Zoë".encode(table, "ignore")
    with pytest.raises(UnreadableError) as problem:
        letters_in(data)
    assert (problem.value.problem.code, problem.value.line) == ("file-mixed", 3)


@pytest.mark.parametrize("language", ["", "de", "pl", "cs"])
@pytest.mark.parametrize("table", ["cp1250", "cp1252"])
def test_names_in_capitals_are_no_mixture(table: str, language: str) -> None:
    names = "STÓŁ;LÁŠKA;GRÖSSE;ÄÖÜ;TOMÁŠ;ŽOFIE" if table == "cp1250" else "GRÖSSE;ÄÖÜ;ÅSE;ÉVA;ÑU"
    assert letters_in(names.encode(table), language).table


def test_utf8_leaves_no_choice() -> None:
    assert letters_in("Łukasz".encode("utf-8-sig"), "pl") == Letters("\ufeffŁukasz")
    assert other_letters(Letters("Łukasz")) == []
