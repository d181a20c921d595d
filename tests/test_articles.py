"""Words that change with the sound of the next one: Hungarian articles, the Spanish “and”."""

import pytest

from scorekeeper.words.language import filled

AZ = "1 5 50 57 500 5000 1000 1234 Anna Ági Elek Űrhajó „Ottó”"
A = "2 3 4 6 7 8 9 10 11 15 100 151 10000 Béla Jolán Yvonne „Kati”"
E = "Inés Ignacio Íñigo Hipólito Yves"
Y = "Ana Hugo Iago Hielo Yago Yolanda Luis 3"


@pytest.mark.parametrize(
    ("written", "said", "words"),
    [
        ("a(z)", "az", AZ),
        ("a(z)", "a", A),
        ("A(z)", "Az", "5"),
        ("A(z)", "A", "6"),
        ("y(e)", "e", E),
        ("y(e)", "y", Y),
    ],
)
def test_the_sound_of_the_next_word_chooses(written: str, said: str, words: str) -> None:
    for word in words.split():
        text = f"{written} %(name)s, {written} %(name)s."
        assert filled(text, {"name": word}) == f"{said} {word}, {said} {word}."


def test_names_are_left_as_they_are() -> None:
    assert filled("%(name)s: a", {"name": "Ana y(e) Inés"}) == "Ana y(e) Inés: a"
