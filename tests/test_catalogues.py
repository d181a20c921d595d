"""The check that every shipped language has every sentence (.ci/messages check)."""

import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po
from flask.testing import FlaskClient

from scorekeeper.words import language

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parent.parent
LANGUAGE = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

#: templates/head.html templates/sheet.html
msgid "Sheet"
msgstr "Feuille"

#, python-format
msgid "%(name)s leads by %(points)s"
msgstr "%(points)s points d’avance pour %(name)s"

#, python-format
msgid "%(num)s card left"
msgid_plural "%(num)s cards left"
msgstr[0] "%(num)s carte reste"
msgstr[1] "%(num)s cartes restent"
"""


FRENCH = Path("fr", "LC_MESSAGES", "messages.po")
HUNGARIAN = Path("hu", "LC_MESSAGES", "messages.po")


def faults_of(folder: Path, text: str, name: Path = FRENCH) -> str:
    """The check's output for a language; nothing if it is complete."""
    path = folder / name
    path.parent.mkdir(parents=True)
    path.write_text(text, encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, ROOT / ".ci" / "catalogues.py", folder],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert bool(ended.returncode) == bool(ended.stderr)
    return ended.stderr


def test_a_language_that_says_every_sentence_is_complete(tmp_path: Path) -> None:
    assert faults_of(tmp_path, LANGUAGE) == ""


@pytest.mark.parametrize(
    ("right", "wrong", "fault"),
    [
        ('"Feuille"', '""', "not translated"),
        ('"%(num)s cartes restent"', '""', "not translated"),
        ('msgid "Sheet"', '#, fuzzy\nmsgid "Sheet"', "fuzzy: check it, then remove the mark"),
        ('msgstr[1] "%(num)s cartes restent"', "", "not translated"),
        ('restent"', 'restent"\nmsgstr[2] "%(num)s cartes"', "more translations"),
        (" pour %(name)s", "", ": lacks %(name)s: “"),
        ("%(points)s points", "%(ponits)s points", ": lacks %(points)s and adds %(ponits)s: “"),
        (
            "%(num)s carte r",
            "Une r",
            "form 0 lacks %(num)s: in this language the form covers 0, 1:",
        ),
        (
            "%(num)s cartes r",
            "Des r",
            "form 1 lacks %(num)s: in this language the form covers 2, 3, 4 …",
        ),
        ("cartes restent", "%(name)s restent", ": form 1 adds %(name)s: “"),
        ('msgstr "Feuille"', "Feuille", "fr"),
        ('"Feuille"', '"“Feuille”"', "has not the quotation marks «» or … of its language"),
        ('"Feuille"', '"Feuille..."', "has not the quotation marks"),
        ('"Feuille"', '"Feuille !"', "has not the punctuation of its language"),
        ('"Feuille"', '"«Feuille\xa0»"', "has not the punctuation"),
        ('"Feuille"', '"¿Feuille\u202f?"', "has not the punctuation"),
        ('"Feuille"', '"Az a(z) lap"', "a template cannot choose one by the next word's sound"),
        ('msgid "Sheet"', 'msgid "«Sheet»"', "English has not the quotation marks “”"),
    ],
)
def test_a_sentence_that_a_language_lacks_or_gets_wrong_is_named(
    tmp_path: Path, right: str, wrong: str, fault: str
) -> None:
    assert LANGUAGE.count(right) == 1
    assert fault in faults_of(tmp_path, LANGUAGE.replace(right, wrong))


def test_a_hungarian_article_before_a_value_has_both_forms(tmp_path: Path) -> None:
    text = LANGUAGE.replace("points d’avance pour %(name)s", "pont, vezet az %(name)s")
    assert "has one form of a word" in faults_of(tmp_path / "one", text, HUNGARIAN)
    text = text.replace("vezet az", "vezet a(z)")
    assert faults_of(tmp_path / "both", text, HUNGARIAN) == ""


def test_a_fault_names_the_sentence_and_where_it_is_shown(tmp_path: Path) -> None:
    (line,) = faults_of(tmp_path, LANGUAGE.replace('"Feuille"', '""')).splitlines()
    assert line.startswith(f"{tmp_path / FRENCH}:")
    assert line.endswith("not translated: “Sheet” (templates/head.html, templates/sheet.html)")


@pytest.mark.parametrize(
    ("right", "other"),
    [("(n > 1)", "(n != 1)"), ('msgid "%(num)s card left"', 'msgid "one card left"')],
    ids=["by the language", "never about none, since English says one in a word"],
)
def test_a_form_for_one_number_alone_may_say_it_in_a_word(
    tmp_path: Path, right: str, other: str
) -> None:
    text = LANGUAGE.replace(right, other).replace("%(num)s carte ", "une carte ")
    assert faults_of(tmp_path, text) == ""


def messages(folder: Path, *words: str) -> str:
    """The output of ``.ci/messages``, with its languages in a folder."""
    ended = subprocess.run(
        [ROOT / ".ci" / "messages", *words],
        env=os.environ | {"TRANSLATIONS": str(folder)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert bool(ended.returncode) == bool(ended.stderr)
    return ended.stderr


def test_a_server_reads_the_languages_that_its_phones_ask_for(client: FlaskClient) -> None:
    language._read.cache_clear()
    for asked, read in (("en", 0), ("de", 1), ("de-AT", 1), ("es", 2)):
        client.get("/", headers={"Accept-Language": asked})
        assert language._read.cache_info().currsize == read


@pytest.mark.parametrize("name", ["fr-CA", "FR", "xx", "Français", "../fr"])
def test_a_language_that_does_not_exist_is_refused_in_one_sentence(
    tmp_path: Path, name: str
) -> None:
    (line,) = messages(tmp_path / "languages", "write", name).splitlines()
    assert (
        line == f"No language is called {name!r}: write it like fr, or with its country like pt_BR."
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_a_new_language_passes_once_its_last_sentence_is_there(tmp_path: Path) -> None:
    messages(tmp_path, "write", "en_GB")
    path = tmp_path / "en_GB" / FRENCH.relative_to("fr")
    catalogue = read_po(BytesIO(path.read_bytes()), locale="en_GB")
    sentences = [message for message in catalogue if message.id]
    for done in (sentences[1:], sentences):
        for message in done:
            message.string = message.id
        written = BytesIO()
        write_po(written, catalogue, width=0)
        path.write_bytes(written.getvalue())
        found = messages(tmp_path, "check")
        assert found.count("not translated") == len(sentences) - len(done)
    assert not found
