"""What changed on pages since they were last looked at, told once for all who see it."""

import re
from collections.abc import Callable, Iterator
from difflib import SequenceMatcher
from itertools import groupby
from operator import itemgetter

from werkzeug.test import TestResponse

from tests.evenings.seen import masked, seen

WIDTH = 190
"""Of a line that tells several things."""
Pages = dict[str, list[str]]
"""The lines of each page, by who looks at it or by its address."""
Change = tuple[str, str]
"""A sign, + or −, and a line."""


class Watch:
    """``lines`` tells what is new at each look; ``known`` are keys with the words for them.

    ``before`` are pages of another evening: what they show as well is not told again.
    """

    def __init__(self, before: Pages | None = None) -> None:
        self.lines: list[str] = []
        self.first: Pages = {}
        self.known: dict[str, str] = {}
        self._shown: Pages = {}
        self._before = before or {}
        self.frame: Callable[[str], str] = str
        """The page whose lines a page that nobody has looked at does not tell again."""

    def tell(self, pages: dict[str, str]) -> None:
        """What is new on these pages; a letter as the name of a page says who sees a line."""
        changes = dict[str, list[Change]]()
        for name, page in pages.items():
            lines = seen(page) if "<" in page else page.splitlines()
            now = [self.masked(line) for line in lines]
            like = "K" if name[:1] == "?" else name
            old = self._last(like) or [line for line in self._last(self.frame(like)) if line in now]
            changes[name] = list(changed(old, now))
            self.first.setdefault(name, now)
            self._shown[name] = now
        self.lines += told(changes)

    def _last(self, name: str) -> list[str]:
        """A page as it was looked at last."""
        return self._shown.get(name, self._before.get(name, []))

    def masked(self, text: str) -> str:
        """The text without what chance or the clock chose."""
        return masked(text, self.known)

    def answer(self, step: str, answer: TestResponse, page: str = "K") -> None:
        """Tell what an answer says that ``page`` does not, as of a form that was not taken."""
        self.lines.append(f"== {step}: {answer.status_code}")
        if answer.location:
            self.lines.append(self.masked(f"→{answer.location}"))
            return
        now = [self.masked(line) for line in seen(inside(answer))]
        self.lines += told({"": list(changed(self._shown.get(page, []), now))})


def inside(answer: TestResponse) -> str:
    """What is to be read in an answer: the frame of a page is the same everywhere."""
    text = answer.text.lstrip("\N{BOM}")
    if "<main>" in text:
        title, status = (text.partition(one)[2] for one in ("<title>", '<p id="status"'))
        said = status.partition(">")[2].partition("</p>")[0]
        main = text.partition("<main>")[2].partition("</main>")[0]
        text = f"<title>{title.partition('<')[0]}</title><p>{said}</p>{main}"
    return text


def as_nobody(text: str, path: str, me: str) -> str:
    """A follower's page as for somebody without a name, since its links keep who follows."""

    def link(found: re.Match[str]) -> str:
        asked = found[2].split("&amp;")
        if me in asked:
            asked.remove(me)
        elif "panel=" in found[2] or "view=" in found[2]:
            asked.append("me=FORGOTTEN")
        return f"{found[1]}{'?' if asked else ''}{'&amp;'.join(asked)}"

    text = re.sub(rf'(="{path})\?([^"#]+)', link, text)
    return text.replace(f"?{me.replace('=', '%3D')}", "")


def changed(old: list[str], new: list[str]) -> Iterator[Change]:
    """The lines that went and those that came."""
    for what, begin, end, at, to in SequenceMatcher(None, old, new, False).get_opcodes():
        if what != "equal":
            yield from (("-", line) for line in old[begin:end])
            yield from (("+", line) for line in new[at:to])


def told(changes: dict[str, list[Change]]) -> Iterator[str]:
    """Changes, each told once, behind the letters of those who see it."""
    seers = dict[tuple[Change, int], list[str]]()
    for name, lines in changes.items():
        for number, line in enumerate(lines):
            seers.setdefault((line, lines[:number].count(line)), []).append(name)
    signed = [(sign, _letters(names), line) for ((sign, line), _), names in seers.items()]
    for (sign, letters), group in groupby(signed, itemgetter(0, 1)):
        texts = [text for _, _, text in group]
        yield from (f"{letters}{sign} {line}" for line in _filled(texts, sign))


def _filled(texts: list[str], sign: str) -> Iterator[str]:
    """What came on lines that are not too long, what went on one."""
    line = texts[0]
    for text in texts[1:]:
        if sign == "+" and len(line) + len(text) > WIDTH:
            yield line
            line = text
        else:
            line = f"{line} / {text}"
    yield line


def _letters(names: list[str]) -> str:
    letters = "".join(name for name in names if len(name) == 1 and name.isalpha())
    return f"{letters} " if letters else ""
