"""docs/look.md matches the style sheet and shows every screen."""

import re

from scorekeeper.drawing.tokens import STYLE
from tests.pictures import DOCS, FOLDER, SCENES

FOLDER_SIZE = 1_200_000


def test_the_page_of_the_look_has_the_tokens_of_the_style_sheet() -> None:
    text = (DOCS / "look.md").read_text(encoding="utf-8")
    css = STYLE.read_text(encoding="utf-8").partition(":root {")[2].partition("\n}")[0]
    colours = re.findall(r"^  (--[\w-]+): (#\w+);", css, re.MULTILINE)
    assert len(colours) > 20
    for name, colour in colours:
        assert f"| `{name}` | `{colour}` |" in text, f"{name}: run make pictures"


def test_every_screen_has_its_two_pictures_and_they_are_small() -> None:
    pictures = {path.name: path.stat().st_size for path in FOLDER.iterdir()}
    assert set(pictures) == {
        f"{name}-{scheme}.webp" for name in SCENES for scheme in ("light", "dark")
    }
    assert sum(pictures.values()) < FOLDER_SIZE
