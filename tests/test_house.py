"""The drawing in the documentation matches the imports."""

from tests.house import FILE, arrows, drawing


def test_the_drawing_of_the_rooms_shows_the_imports_of_today() -> None:
    assert FILE.read_text(encoding="utf-8") == drawing(), "run: python -m tests.house"


def test_every_arrow_of_it_is_an_import_of_another_room() -> None:
    assert ("web", "store") in arrows()
    assert not [pair for pair in arrows() if pair[0] == pair[1]]
