"""Packs the program for a browser: its modules, templates, catalogues and an empty database in one
file, beside Python itself (the npm package Pyodide)."""

from __future__ import annotations

import ast
import gzip
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from scorekeeper.browser.answers import CATALOGUES, COMPILED, EMPTY
from scorekeeper.config import PACKAGE, ROOT, SettingError

PYODIDE = "314.0.7"
ASM, WASM, LOADER, LIBRARY = (
    f"pyodide/{name}"
    for name in ("pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide.mjs", "python_stdlib.zip")
)
HTMX = "htmx.org/dist/htmx.min.js"
MSGSPEC = "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
HASHES = {
    ASM: "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    WASM: "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    LOADER: "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    LIBRARY: "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    HTMX: "d6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717",
    MSGSPEC: "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022",
}
"""The SHA-256 of each file that the build needs: of two npm packages, and the one package of PyPI
that is written in C."""
PATCHES = {
    ASM: (
        (
            "return Module.HEAP8.set(t),",
            "return t.length>Module.HEAP8.length&&Module.growMemory(t.length),Module.HEAP8.set(t),",
        ),
        ("createRequire(import.meta.url)", "createRequire(location.href)"),
        ("_scriptName=import.meta.url", "_scriptName=location.href"),
        ('"pyodide.asm.wasm",import.meta.url', '"pyodide.asm.wasm",location.href'),
        ('return globalThis.importScripts("data:text/javascript,"),!0', "return!1"),
        ("export default _createPyodideModule", "return _createPyodideModule"),
    ),
    LOADER: (
        ('return globalThis.importScripts("data:text/javascript,"),!0', "return!1"),
        ("export{dt as loadPyodide,U as version}", "return dt"),
    ),
}
"""What changes in Pyodide's scripts: texts that each has once."""
UNUSED = re.compile(
    r"ensurepip/|idlelib/|pydoc|test/|tkinter/|turtle|unittest/|venv/|xmlrpc/|curses/|dbm/|_pyrepl/"
    r"|multiprocessing/|profiling/|pdb|doctest|pickletools|mailbox|imaplib|optparse|ftplib|smtplib|bdb"
    r"|tarfile|_pyio|poplib|cProfile|lib2to3/|asyncio/__main__|sqlite3/__main__"
    r"|encodings/(?!cp(437|125[02])|mac_roman|utf|latin|ascii|idna|punycode|aliases|__init__|raw)"
)
"""What the program does not import of the standard library; of the tables of letters it needs those
that exchange/letters.py names."""
LOCALES = ("root", "en", "en_001", "en_GB", "pt")
"""Those that the locales of the program's languages are based upon."""


LICENCES = f"""\
python.js, python.wasm and stdlib.zip are Pyodide {PYODIDE} (https://pyodide.org), MPL-2.0, with
CPython, PSF-2.0. python.js is pyodide.asm.mjs and pyodide.mjs with the changes that patched() in
scorekeeper/browser/pack.py names. The packages beside the program have the licences of PyPI.
"""


class Packed(NamedTuple):
    """The program by the names of its files, the hash of what changes with each version, and the
    scripts that belong to the static files."""

    files: dict[str, bytes]
    version: str
    scripts: dict[str, bytes]


def pack(parts: Path, languages: Iterable[str]) -> Packed:
    """The program with its catalogues for these languages, as in HTML's ``lang``; ``parts`` is a
    folder of npm packages, with the wheel of msgspec.

    Raises config.SettingError if a file there is another one, and OSError.
    """
    found = {name: _part(parts / name, digest) for name, digest in HASHES.items()}
    with tempfile.TemporaryDirectory() as folder:
        modules = collected(Path(folder))
        own = {
            **_modules(modules),
            **_compiled(found[MSGSPEC]),
            **_drawn(Path(folder)),
            **_data([tag.replace("-", "_") for tag in languages]),
        }
    loader = patched({name: found[name].decode() for name in PATCHES})
    program = archive(own)
    version = sha256(program).hexdigest()[:12]
    return Packed(
        {
            f"{PYODIDE}/licences.txt": LICENCES.encode(),
            f"{PYODIDE}/python.js": loader.encode(),
            f"{PYODIDE}/python.wasm.packed": packed(found[WASM]),
            f"{PYODIDE}/stdlib.zip.packed": packed(without_unused(found[LIBRARY])),
            f"{version}/program.bin.packed": packed(program),
        },
        version,
        {"program/htmx.js": found[HTMX]},
    )


def patched(scripts: Mapping[str, str]) -> str:
    """Pyodide's scripts as one that defines ``pyodide``, with ``create`` and ``load``.

    A service worker may import scripts, but no modules, and counts as a worker that Pyodide
    refuses; and a snapshot may be larger than the memory into which it is restored. Raises
    SettingError if a script is not one that needs this.
    """
    changed = {}
    for name, patches in PATCHES.items():
        text = scripts[name]
        for old, new in patches:
            if text.count(old) != 1:
                raise SettingError(f"Pyodide has changed: {name} does not contain {old} once")
            text = text.replace(old, new)
        changed[name] = f"(()=>{{{text}\n}})()"
    create, load = changed.values()
    return f"self.pyodide={{create:{create},load:{load}}};\n"


def archive(files: dict[str, bytes]) -> bytes:
    """All files in one: the length of a list in JSON, the list with each name and size, and the
    files."""
    names = sorted(files)
    head = json.dumps([[name, len(files[name])] for name in names], separators=(",", ":")).encode()
    return len(head).to_bytes(4, "little") + head + b"".join(files[name] for name in names)


def packed(data: bytes) -> bytes:
    """The data with gzip: few hosts compress such files."""
    return gzip.compress(data, mtime=0)


def without_unused(library: bytes) -> bytes:
    """The standard library without what the program does not use, its modules as :func:`bare` ones,
    and not compressed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(library)) as all_, zipfile.ZipFile(out, "w") as kept:
        for one in sorted(all_.infolist(), key=lambda one: one.filename):
            if one.filename.endswith(".py") and not UNUSED.match(one.filename):
                # With a fixed time, so that the same version gives the same bytes.
                source = all_.read(one)
                with suppress(SyntaxError):
                    # Its Python may be newer than the one that packs it.
                    source = bare(source)
                kept.writestr(zipfile.ZipInfo(one.filename), source)
    return out.getvalue()


def bare(source: bytes) -> bytes:
    """A module without comments and with the shortest docstrings: SQLAlchemy looks for its own."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            match node.body:
                case [ast.Expr(ast.Constant(str())) as first, *_]:
                    first.value = ast.Constant("-")
    return ast.unparse(tree).encode()


def _part(file: Path, digest: str) -> bytes:
    data = file.read_bytes()
    if sha256(data).hexdigest() != digest:
        raise SettingError(f"{file} is not the one that docs/site.md names")
    return data


def collected(folder: Path) -> dict[str, str]:
    """The files of all modules by their names; the folder then has the rest (collect.py).

    Raises config.SettingError if the program does not start without what a browser lacks.
    """
    (folder / "instance").mkdir()
    script = str(PACKAGE / "browser" / "collect.py")
    words = [sys.executable, "-P", script, str(folder)]
    # The list of templates, for one, has the order of a set.
    fixed = os.environ | {"PYTHONHASHSEED": "0"}
    ended = subprocess.run(words, env=fixed, stderr=subprocess.PIPE, text=True, check=False)  # noqa: S603 - ours
    if ended.returncode:
        (*_, reason) = ended.stderr.strip().splitlines() or ["no reason given"]
        raise SettingError(f"The program does not start as in a browser: {reason}")
    found: dict[str, str] = json.loads((folder / "modules.json").read_text("utf-8"))
    return found


def _modules(files: Mapping[str, str]) -> dict[str, bytes]:
    found = {}
    for name, file in files.items():
        path = Path(file)
        end = "/__init__.py" if path.stem == "__init__" else ".py"
        found[name.replace(".", "/") + end] = bare(path.read_bytes())
    return found


def _compiled(wheel: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(wheel)) as opened:
        names = [name for name in opened.namelist() if name.endswith((".py", ".so"))]
        return {name: opened.read(name) for name in names}


def _drawn(folder: Path) -> dict[str, bytes]:
    """The templates as modules, and the empty database."""
    found = {f"{COMPILED}/{path.name}": path.read_bytes() for path in (folder / COMPILED).iterdir()}
    return found | {EMPTY: (folder / EMPTY).read_bytes()}


def _data(locales: list[str]) -> dict[str, bytes]:
    """What the program and its packages read: the static files (of which it needs the version),
    migrations, catalogues, and what is known of languages and of time zones."""
    found: dict[str, Path] = {}
    for kind in ("static", "migrations"):
        paths = [path for path in (ROOT / kind).rglob("*") if path.is_file()]
        found |= {
            path.relative_to(ROOT).as_posix(): path for path in paths if path.suffix != ".pyc"
        }
    babel, pytz = (_folder(name) for name in ("babel", "pytz"))
    names = [f"babel/locale-data/{name}.dat" for name in sorted({*LOCALES, *locales})]
    found |= {name: babel.parent / name for name in ("babel/global.dat", *names)}
    zones = [path for path in (pytz / "zoneinfo").rglob("*") if path.is_file()]
    found |= {path.relative_to(pytz.parent).as_posix(): path for path in zones}
    data = {name: path.read_bytes() for name, path in found.items()}
    for locale in locales:
        inside = f"{locale}/LC_MESSAGES/messages"
        if (file := PACKAGE / "translations" / f"{inside}.po").exists():
            data[f"{CATALOGUES}/{inside}.mo"] = _catalogue(file, locale)
    return data


def _catalogue(file: Path, locale: str) -> bytes:
    out = io.BytesIO()
    with file.open("rb") as source:
        write_mo(out, read_po(source, locale=locale))
    return out.getvalue()


def _folder(package: str) -> Path:
    spec = find_spec(package)
    assert spec is not None  # noqa: S101 - a dependency
    assert spec.origin is not None  # noqa: S101
    return Path(spec.origin).parent
