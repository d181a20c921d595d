"""Things that the program's code never does, so that no input can cause them."""

import ast
import json
import re
from functools import cache
from pathlib import Path

import pytest

from tests.test_structure import APP, MODULES, ROOT, TEMPLATES, imported, name, tree
from tests.torture.patterns import CUSTOM, MET, patterns

# One process reads the sources.
pytestmark = [pytest.mark.xdist_group("sources"), pytest.mark.thorough]

SCRIPTS = sorted((ROOT / "static").rglob("*.js"))
RUNS_TEXT = {"eval", "exec", "compile", "__import__", "system", "popen", "render_template_string"}
UNSAFE_MODULES = {
    *("pickle", "marshal", "shelve", "dill", "yaml", "xml", "lxml", "ldap3", "ctypes"),
    *("subprocess", "pty", "random", "telnetlib", "ftplib", "smtplib"),
}
"""Modules that run text, load pickles, parse XML, start programs, or give weak random numbers."""
STARTS = {(f"scorekeeper/{file}.py", "subprocess") for file in ("drawing/picture", "browser/pack")}
"""The one program that is started: Python itself, with a fixed text or a script of ours."""
CALLING_OUT = {"urllib.request", "http.client", "requests", "httpx", "urllib3", "aiohttp"}
SQL = {"execute", "exec_driver_sql", "text", "executescript"}
UNSAFE_TEMPLATE = re.compile(
    r"\|\s*safe\b|autoescape|\|\s*forceescape|\son[a-z]+=|javascript:|=\{\{|=\{%"
)
"""The last two: an attribute without quotes."""
UNSAFE_SCRIPT = re.compile(
    r"\beval\(|new Function|document\.write|insertAdjacentHTML|outerHTML\s*="
    # To the service worker and from it, which run nothing that they are sent.
    r"|(?<!active\.)(?<!active\?\.)(?<!event\.source\.)postMessage"
    r"|setTimeout\(\s*[\"'`]|javascript:"
)


@cache
def calls(path: Path) -> list[tuple[str, ast.Call]]:
    """All calls in a module, by the last part of the function's name."""
    return [
        (getattr(node.func, "attr", getattr(node.func, "id", "")), node)
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call)
    ]


def is_built(node: ast.expr) -> bool:
    """Return whether a text is assembled in place, except pragmas from a list."""
    if isinstance(node, ast.JoinedStr):
        return not ast.unparse(node).startswith("f'PRAGMA ")
    if isinstance(node, ast.BinOp):
        return True
    return isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "format"


def test_no_module_runs_a_text() -> None:
    # The compile method of an object is different: it compiles a pattern or a statement.
    found = {
        (name(path), word)
        for path in MODULES
        for word, call in calls(path)
        if word in RUNS_TEXT and (word != "compile" or isinstance(call.func, ast.Name))
    }
    assert not found


def test_no_module_imports_an_unsafe_module() -> None:
    needed = {(name(path), module) for path in MODULES for module in imported(tree(path))} - STARTS
    assert not {pair for pair in needed if pair[1].partition(".")[0] in UNSAFE_MODULES}
    assert not {pair for pair in needed if pair[1] in CALLING_OUT}


def test_no_sql_is_assembled_from_texts() -> None:
    built = [
        ast.unparse(call)
        for path in MODULES
        for word, call in calls(path)
        if word in SQL and any(is_built(argument) for argument in call.args)
    ]
    assert not built


def test_no_sentence_is_in_a_formatted_text_where_its_collector_cannot_see_it() -> None:
    hidden = [
        f"{name(module)}:{call.lineno}"
        for module in MODULES
        for text in ast.walk(tree(module))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and getattr(call.func, "id", "").endswith("gettext")
    ]
    assert hidden == []


def test_only_templates_and_a_qr_code_are_written_into_pages_as_they_are() -> None:
    trusted = [name(path) for path in MODULES for word, _ in calls(path) if word == "Markup"]
    assert set(trusted) == {f"scorekeeper/http/{one}.py" for one in ("filters", "parts")}


def test_no_template_leaves_anything_unescaped() -> None:
    for path in TEMPLATES:
        text = path.read_text(encoding="utf-8")
        found = UNSAFE_TEMPLATE.search(text)
        assert not found, (name(path), found)


def test_no_script_runs_a_text_or_writes_one_as_html() -> None:
    for path in SCRIPTS:
        text = path.read_text(encoding="utf-8")
        assert not UNSAFE_SCRIPT.search(text), name(path)
        # A cookie is read by no script; the time zone is written into one.
        cookies = re.findall(r"document\.cookie.{7}", text)
        assert cookies == (["document.cookie = `zon"] if path.name == "keep.js" else [])
        written = re.findall(r".*(?:inner|outer)HTML\s*\W?=(?!=).*", text)
        # An answer of this server, in a template element that runs nothing.
        assert written == (
            ["  template.innerHTML = html;"] if path.match("showing/parts.js") else []
        )


def test_the_cost_of_every_pattern_is_measured_or_its_text_is_ours() -> None:
    assert sorted(name for name, _ in patterns()) == sorted(MET | CUSTOM)


def test_hashes_are_sha_256() -> None:
    used = {
        word
        for path in MODULES
        for word, _ in calls(path)
        if re.fullmatch(r"md5|sha\d.*|blake.*|pbkdf2.*|scrypt", word)
    }
    assert used == {"sha256"}


@pytest.mark.parametrize(
    "lock", ["requirements.txt", "requirements-dev.txt", "requirements-server.txt"]
)
def test_every_package_is_pinned_with_its_hashes(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [
        line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")
    ]
    assert len(lines) > 20
    for line in lines:
        assert re.match(r"[a-z0-9._-]+(\[[a-z,]+\])?==[0-9]", line), line
        assert "--hash=sha256:" in line, line
    assert "://" not in re.sub(r"#.*", "", text)


def test_installing_checks_the_hashes() -> None:
    installs = re.findall(r"\$\(PIP\) install .*", (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert len(installs) == 4
    for line in installs:
        assert "--require-hashes" in line or "--no-deps --no-build-isolation -e ." in line


def test_the_script_checkers_are_pinned_with_their_hashes() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    parts = {path: part for path, part in lock["packages"].items() if path}
    assert len(parts) >= 2
    assert all(part["integrity"].startswith("sha512-") for part in parts.values())
    assert not [path for path, part in parts.items() if "resolved" in part]


def test_the_checks_cover_the_whole_program() -> None:
    assert len(MODULES) > 60
    assert APP / "keys.py" in MODULES
    assert {"app.js", "outbox.js", "draw.js"} < {path.name for path in SCRIPTS}
