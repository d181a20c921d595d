"""A site of plain files: the pages of a server that never answers (docs/site.md).

Whoever opens one plays by the scripts of ``static/ahead/``, as on a phone whose server is away.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from base64 import b64encode
from collections.abc import Collection, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from flask import Flask, render_template
from werkzeug.datastructures import MultiDict

from scorekeeper import create_app
from scorekeeper.browser.pack import PYODIDE, Packed, pack
from scorekeeper.forms.start import StartForm
from scorekeeper.http.assets import LIGHTER, POLICY, script_files, static_files
from scorekeeper.http.bundles import bundled
from scorekeeper.http.languages import language_deck
from scorekeeper.rules.variants.model import DECKS, Variant
from scorekeeper.rules.variants.variants import MOST_PLAYERS, VARIANTS, needs_server
from scorekeeper.web.start import blank_or_reason
from scorekeeper.words.ahead import start_words

ROOT = "/@"
"""The root of all addresses while pages are drawn; then they become relative, so that the site may
lie in any folder of a host."""
ADDRESS = re.compile(rf"{ROOT}/([^\s\"'<>\\]*)")
PATH, LANGUAGE = re.compile(r"([^?#]*)(.*)"), re.compile(r"\?language=([\w-]+)")
STATIC = re.compile(r"(?:\.\./|[\"])(static/[^\"'\\?#<> ]+)")
GIVEN = re.compile(r"Object\.assign\(self,(.*)\);\n")
FIRST = "en"
"""The language of the first page of the site, if the site has it; a script there leads on to that
of the phone."""
SWITCHES = ("hook", "not1", "zero", "canadian", "onlylast", "hidden", "kept")
"""The house rules that a site offers: one bit each in ``which``."""
DOOR = """(() => {
  let chosen = null;
  try { chosen = localStorage.getItem("language"); } catch {}
  const plain = (tag) => tag.split("-")[0];
  for (const one of chosen ? [chosen] : navigator.languages) {
    const found = KNOWN.find((tag) => tag === one || plain(tag) === plain(one));
    if (found === "FIRST") return;
    if (found) return location.replace(`${found}/`);
  }
})()"""
"""Leads from the first page to the language of the phone."""
CHARSET = '<meta charset="utf-8">'
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Written(NamedTuple):
    files: int
    size: int


def alone() -> list[Variant]:
    return [game for game in VARIANTS.values() if not needs_server(game)]


def write_site(
    folder: Path, languages: Collection[str] = (), program: Path | None = None
) -> Written:
    """Write the site to a folder, in all languages unless some are named; what else is there stays.
    The same version writes the same bytes. ``program`` is the folder of Pyodide if the program
    itself goes along (browser/pack.py).

    Raises OSError, and config.SettingError if that folder contains something else.
    """
    with tempfile.TemporaryDirectory() as instance:
        app = create_app(_settings(instance) | {"PROGRAM": program is not None})
        known = app.config["LANGUAGES"]
        app.config["LANGUAGES"] = {tag: known[tag] for tag in languages or known}
        packed = pack(program, app.config["LANGUAGES"]) if program else None
        files = dict(_pages(app))
        files |= _static(app, files, packed)
        if packed:
            files |= {f"program/{name}": data for name, data in packed.files.items()}
        files["sw.js"] = _worker(app, files, packed)
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return Written(len(files), sum(map(len, files.values())))


def _settings(instance: str) -> dict[str, Any]:
    return {
        "SITE": True,
        "INSTANCE_PATH": instance,
        "SQLALCHEMY_DATABASE_URI": f"sqlite:///{instance}/site.sqlite3",
        "SECRET_KEY": os.urandom(32).hex(),
        "BACKUPS": False,
        "HOSTS": (),
        "NUMBERS": True,
        "RATELIMIT_STORAGE_URI": "memory://",
        "LIVE": "",
    }


def _pages(app: Flask) -> Iterator[tuple[str, bytes]]:
    """The pages of all languages and what belongs to them, by their names."""
    tags = [*app.config["LANGUAGES"]]
    first = _first(tags)
    rules = {game: _rules(app, game) for game in alone()}
    for tag in tags:
        home = "" if tag == first else f"{tag}/"
        for path, place in (("/", ""), ("/new", "new/"), ("/language", "language/")):
            text = _got(app, path, tag)
            door = DOOR.replace("KNOWN", json.dumps(tags)).replace("FIRST", first)
            at = f"{home}{place}"
            page = _with_policy(text, door if at == "" else "")
            yield f"{at}index.html", _relative(page, at, home, first).encode()
        manifest = f"{home}manifest.webmanifest"
        text = _got(app, "/manifest.webmanifest", tag)
        # All languages belong to one app.
        text = text.replace(f'"scope":"{ROOT}/"', f'"scope":"{_up(home) or "./"}"')
        yield manifest, _relative(text, home, home, first).encode()
        with app.test_request_context("/g/~", headers=_headers(tag), environ_overrides=_ROOTED):
            page = render_template("site_game.html")
            yield (
                f"{home}g/index.html",
                _relative(_with_policy(page), f"{home}g/", home, first).encode(),
            )
            for game, (which, chosen) in rules.items():
                for name, text in _blanks(game, which, chosen):
                    place = f"{home}new/ahead/{name}.json"
                    # They are shown on the page of a game.
                    yield place, _relative(text, f"{home}g/", home, first).encode()


_ROOTED = {"SCRIPT_NAME": ROOT}


def _headers(tag: str) -> dict[str, str]:
    return {"X-Keep": "1", "Accept-Language": tag}


def _got(app: Flask, path: str, tag: str) -> str:
    answer = app.test_client().get(path, headers=_headers(tag), environ_overrides=_ROOTED)
    if answer.status_code != 200:
        raise RuntimeError(f"{path} answers {answer.status_code}")
    return answer.text


def _with_policy(page: str, script: str = "") -> str:
    """The page with the security policy that a server sends as a header, and a script of its own,
    which comes first."""
    digest = b64encode(sha256(script.encode()).digest()).decode()
    own = f"script-src 'self' 'sha256-{digest}'" if script else "script-src 'self'"
    rules = [rule for rule in POLICY.split("; ") if not rule.startswith(("script-src", "frame-"))]
    policy = "; ".join([*rules, own, "worker-src 'self'"])
    head = f'{CHARSET}<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return page.replace(CHARSET, head + (f"<script>{script}</script>" if script else ""), 1)


def _up(place: str) -> str:
    return "../" * place.count("/")


def _relative(text: str, at: str, home: str, first: str) -> str:
    """The text of a page in the folder ``at`` with relative addresses; ``home`` is the folder of
    its language, and ``first`` the language of the root. Raises RuntimeError if it leads to what
    the site does not have."""

    def address(found: re.Match[str]) -> str:
        path, query = PATH.match(found[1]).groups()  # type: ignore[union-attr]
        if path.startswith("g/~"):
            # The page of the game puts its own address there (ahead/blank.js).
            return f"/{path}{query}"
        if path.startswith(("static/", "sw.js")):
            return f"{_up(at)}{path}"
        if language := LANGUAGE.match(query):
            return f"{_up(at)}{'' if language[1] == first else language[1] + '/'}" or "./"
        known = {"": "", "new": "new/", "language": "language/"}
        known["manifest.webmanifest"] = "manifest.webmanifest"
        if path not in known:
            raise RuntimeError(f"{at or 'the first page'} leads to /{path}")
        return f"{_up(at)}{home}{known[path]}" if at != home else known[path] or "./"

    return ADDRESS.sub(address, text)


def _static(app: Flask, pages: dict[str, bytes], packed: Packed | None) -> dict[str, bytes]:
    """The static files that the pages and the worker name, or all of them for the program."""
    named: set[str] = set()
    for data in pages.values():
        named |= set(STATIC.findall(data.decode()))
    given = json.loads(_given(app))
    static = f"static/{given['version']}"
    wanted = [*given["files"], *(static_files(app) if packed else ())]
    named |= {f"{static}/{name}" for name in wanted}
    scripts = {
        f"{static}/{name}": LIGHTER.get(".js", str)(text).encode()
        for name, text in bundled(script_files(app)).items()
    }
    client = app.test_client()
    others = sorted(named - scripts.keys())
    found = scripts | {name: client.get(f"/{name}", buffered=True).data for name in others}
    if packed:
        found |= {f"{static}/{name}": data for name, data in packed.scripts.items()}
    return found


def _given(app: Flask) -> str:
    """The version and the files of the service worker, as JSON."""
    found = GIVEN.match(app.extensions["worker"])
    assert found is not None  # noqa: S101 - http/assets.py writes it
    return found[1]


def _worker(app: Flask, files: dict[str, bytes], packed: Packed | None) -> bytes:
    """The service worker; it differs if anything on the site does. At the address ``?program`` it
    answers those of the program too."""
    digest = sha256()
    for name, data in sorted(files.items()):
        digest.update(f"{name}\n{len(data)}\n".encode() + data)
    text = f'self.site="{digest.hexdigest()[:12]}";\n{app.extensions["worker"]}'
    if not packed:
        return text.encode()
    static = f"static/{json.loads(_given(app))['version']}"
    tags = [*app.config["LANGUAGES"]]
    given = {
        "python": PYODIDE,
        "version": packed.version,
        "languages": tags,
        "first": _first(tags),
        "paths": sorted({rule.rule.split("/")[1] for rule in app.url_map.iter_rules()}),
        "files": [name for name in files if name.startswith("static/")],
    }
    names = ("python", "data", "answers")
    scripts = [f"program/{PYODIDE}/python.js", *(f"{static}/program/{name}.js" for name in names)]
    return (
        f'if(location.search==="?program"){{self.program={json.dumps(given)};'
        f"importScripts(...{json.dumps(scripts)});}}\n{text}"
    ).encode()


def _first(tags: list[str]) -> str:
    return FIRST if FIRST in tags else tags[0]


def _rules(app: Flask, game: Variant) -> tuple[str, list[list[str]]]:
    """For each choice of house rules the number of the game that follows from it, as a digit; and
    for each such game one choice that leads to it."""
    which, seen, chosen = "", list[Any](), list[list[str]]()
    with app.test_request_context():
        for bits in range(2 ** len(SWITCHES)):
            names = [name for bit, name in enumerate(SWITCHES) if bits >> bit & 1]
            form = _form(game, next(iter(DECKS)), names)
            follows = form.bid_rule(game), form.chosen_game()
            if follows not in seen:
                seen.append(follows)
                chosen.append(names)
            which += DIGITS[seen.index(follows)]
    return which, chosen


def _form(game: Variant, deck: str, switches: list[str]) -> StartForm:
    given = [("variant", game.key), ("cards", deck), *((name, "y") for name in switches)]
    return StartForm(MultiDict(given))


def _blanks(game: Variant, which: str, chosen: list[list[str]]) -> Iterator[tuple[str, str]]:
    """The blank pages of a game, by deck and number of players, with all of its house rules: the
    deck of the language, without house rules, in full, of the others what differs."""
    usual = language_deck().key
    words = start_words()
    base: dict[str, Any] = {}
    for deck in sorted(DECKS, key=lambda deck: deck != usual):
        forms = [_form(game, deck, names) for names in chosen]
        others = [n for n in range(MOST_PLAYERS + 1) if not game.is_for(n)]
        refused = {n: blank_or_reason(forms[0], n) for n in others}
        for players in game.numbers:
            name = f"{game.key}-{usual}-{players}"
            first, *rest = [blank_or_reason(form, players) for form in forms]
            sheet: Any = {
                "games": refused | {players: first},
                "words": words,
                "switches": SWITCHES,
                "which": which,
                "changes": [{}, *(_change(first, _of_stamp(first, one)) for one in rest)],
            }
            known = base.setdefault(name, sheet)
            if known is not sheet:
                sheet = {"base": name, "change": _change(known, sheet)}
            text = json.dumps(sheet, ensure_ascii=False, separators=(",", ":"))
            yield f"{game.key}-{deck}-{players}", text


def _of_stamp(first: Any, other: Any) -> Any:
    """The other blank with the first one's stamp on its page, where a script writes the right
    one."""
    stamps = other["plan"]["stamp"], first["plan"]["stamp"]
    return other | {"page": other["page"].replace(*stamps)}


def _change(first: Any, other: Any) -> Any:
    """What makes the other value of the first one, as ``ahead/site.js`` reads it."""
    if isinstance(first, dict) and isinstance(other, dict):
        if first.keys() != other.keys():
            # By suits, say.
            return [other]
        return {
            name: _change(first[name], other[name]) for name in other if first[name] != other[name]
        }
    if not (isinstance(first, str) and isinstance(other, str)):
        return other
    # Scripts count the letters outside the first plane twice.
    assert max(first + other, default="") < "\U00010000"  # noqa: S101
    start = _alike(first, other)
    end = _alike(first[start:][::-1], other[start:][::-1])
    return [start, end, other[start : len(other) - end]]


def _alike(one: str, other: str) -> int:
    """The number of letters with which both begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
