"""The structure of the program: allowed imports, and the length of modules."""

import ast
import sys
from functools import cache
from operator import attrgetter
from pathlib import Path

from jinja2 import Environment, nodes

from scorekeeper.http.filters import WORDS

ROOT = Path(__file__).parent.parent
APP = ROOT / "scorekeeper"
MODULES = sorted(APP.rglob("*.py"))
RULES = sorted((APP / "rules").rglob("*.py"))
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
ARITHMETIC = {
    "seat + 1",
    "number - 1",
    "number + 1",
    "board.last_hand - 1",
    "hand.cards + 1",
    "extra.most + 1",
}
"""Permitted: the number of a seat or page, the end before the last hand, and the choices 0 to
cards."""
SIGNS = {nodes.Add: "+", nodes.Sub: "-"}


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imported(module: ast.Module) -> set[str]:
    found = set()
    for node in ast.walk(module):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("." * node.level + (node.module or ""))
    return found


def imported_modules(path: Path) -> set[str]:
    """The modules that a module imports, and the names that it imports from them."""
    return imported(tree(path)) | imported_names(tree(path))


def imported_names(module: ast.Module) -> set[str]:
    """The names that a module imports from others, each with its module."""
    return {
        f"{node.module}.{alias.name}"
        for node in ast.walk(module)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def imported_at_runtime(path: Path) -> set[str]:
    """The same without imports that only types need."""
    body = [node for node in tree(path).body if not is_for_types(node)]
    return imported(ast.Module(body, []))


def is_for_types(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")


def written(node: nodes.Node) -> str:
    match node:
        case nodes.Name():
            return node.name
        case nodes.Getattr():
            return f"{written(node.node)}.{node.attr}"
        case nodes.Const():
            return str(node.value)
        case nodes.BinExpr():
            sign = SIGNS.get(type(node), type(node).__name__)
            return f"{written(node.left)} {sign} {written(node.right)}"
        case _:
            return type(node).__name__


def is_sentence(node: nodes.BinExpr) -> bool:
    """Return whether this inserts names and numbers into a translated sentence."""
    return isinstance(node, nodes.Mod) and isinstance(node.right, nodes.Dict)


@cache
def parsed(path: Path) -> nodes.Template:
    environment = Environment(extensions=["jinja2.ext.i18n", "jinja2.ext.do"])  # noqa: S701
    return environment.parse(path.read_text(encoding="utf-8"))


def test_the_rules_need_only_the_standard_library() -> None:
    needed = {(name(path), module) for path in RULES for module in imported(tree(path))}
    others = {pair for pair in needed if not pair[1].startswith("scorekeeper.rules")}
    assert not {pair for pair in others if pair[1].partition(".")[0] not in sys.stdlib_module_names}


def test_the_store_alone_commits() -> None:
    commits = [
        name(path)
        for path in MODULES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "commit"
    ]
    assert commits == ["scorekeeper/store/engine/transaction.py"]


FLOORS = (
    ("web",),
    ("board",),
    ("forms",),
    ("http",),
    ("exchange",),
    ("address", "authority", "doctor", "serving"),
    ("fields",),
    ("words", "store", "drawing"),
    ("config", "keys", "language", "memory", "rules", "shapes", "tls"),
    ("places",),
)
"""The rooms of scorekeeper/ from the top; each imports only from itself and floors below."""
INNER = {
    "store": (
        *(
            "database",
            "events",
            "sharing",
            "files",
            "statistics",
            "lists",
            "games",
            "phones",
            "people",
        ),
        *("mapping", "models", "engine"),
    ),
}
"""The rooms inside these folders, from the top."""
ONLY_IN = {
    "flask": ("web", "board", "http", "language", "cli", "__init__"),
    "flask_wtf": ("http",),
    "wtforms": ("forms", "http", "fields"),
    "sqlalchemy": ("store",),
    "sqlite3": ("store",),
    "flask_sqlalchemy": ("store",),
}
"""Libraries that only some rooms may import; ``__init__`` connects them, ``cli`` starts them."""


def room(path: Path) -> str:
    return path.relative_to(APP).parts[0].removesuffix(".py")


def rooms_used(path: Path) -> set[str]:
    """The rooms that a module imports from, except its own."""
    used = {
        module.split(".")[1] for module in imported(tree(path)) if module.startswith("scorekeeper.")
    }
    return used - {room(path)}


def below(path: Path) -> set[str]:
    """The rooms on the floors below a module."""
    floor = next(index for index, rooms in enumerate(FLOORS) if room(path) in rooms)
    return {known for rooms in FLOORS[floor + 1 :] for known in rooms}


def test_a_room_imports_only_from_floors_below() -> None:
    housed = [path for path in MODULES if room(path) not in ("cli", "__init__")]
    assert not [(name(path), up) for path in housed if (up := rooms_used(path) - below(path))]


def inner_rooms_used(path: Path) -> set[str]:
    """The rooms inside its own folder that a module imports from."""
    inside = f"scorekeeper.{room(path)}."
    names = imported_names(tree(path))
    return {one.removeprefix(inside).partition(".")[0] for one in names if one.startswith(inside)}


def inner_above(path: Path) -> set[str]:
    """The rooms inside its folder that are above a module."""
    rooms = INNER[room(path)]
    own = path.relative_to(APP).parts[1].removesuffix(".py")
    return set() if own == "__init__" else set(rooms[: rooms.index(own)])


def test_a_room_inside_a_folder_imports_only_from_those_below() -> None:
    inside = [path for path in MODULES if room(path) in INNER]
    used = {name(path): inner_rooms_used(path) & inner_above(path) for path in inside}
    assert not {path: rooms for path, rooms in used.items() if rooms}


def test_some_libraries_are_imported_only_in_their_rooms() -> None:
    found = {
        (path, module.partition(".")[0]) for path in MODULES for module in imported_at_runtime(path)
    }
    assert not [
        (name(path), library)
        for path, library in found
        if room(path) not in ONLY_IN.get(library, (room(path),))
    ]


def test_no_page_imports_another() -> None:
    pages = [path for path in (APP / "web").rglob("*.py") if "Blueprint(" in path.read_text()]
    assert {"game", "play", "home", "start"} <= {path.stem for path in pages}
    known = {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in pages}
    assert not [name(path) for path in pages if imported_modules(path) & known]


def without_docstring(path: Path) -> list[str]:
    """The module and its public names that have no docstring."""
    kinds = ast.Module | ast.FunctionDef | ast.ClassDef
    module = tree(path)
    classes = [node for node in module.body if isinstance(node, ast.ClassDef)]
    named = [module, *module.body, *(node for owner in classes for node in owner.body)]
    bare = [node for node in named if isinstance(node, kinds) and not ast.get_docstring(node)]
    names = [getattr(node, "name", name(path)) for node in bare]
    return [one for one in names if not one.startswith("_")]


def test_every_public_name_of_the_rules_has_a_docstring() -> None:
    assert not [bare for path in RULES for bare in without_docstring(path)]


def test_a_template_computes_nothing() -> None:
    found = {
        (name(path), written(node))
        for path in TEMPLATES
        for node in parsed(path).find_all(nodes.BinExpr)
        if not isinstance(node, nodes.And | nodes.Or) and not is_sentence(node)
    }
    assert not {pair for pair in found if pair[1] not in ARITHMETIC}


def test_a_template_calls_only_sentences_that_exist() -> None:
    used = {written(node) for path in TEMPLATES for node in parsed(path).find_all(nodes.Getattr)}
    named = {one.removeprefix("words.") for one in used if one.startswith("words.")}
    assert len(named) > 100
    assert not [one for one in named if not has_sentence(one)]


def has_sentence(name: str) -> bool:
    try:
        return bool(attrgetter(name)(WORDS))
    except AttributeError:
        return False


def test_a_template_adds_nothing_up() -> None:
    used = {
        (name(path), node.name)
        for path in TEMPLATES
        for node in parsed(path).find_all(nodes.Filter)
    }
    assert not {pair for pair in used if pair[1] in {"sum", "abs", "round", "max", "min"}}


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def test_a_module_has_at_most_300_lines() -> None:
    assert not [name(path) for path in MODULES if len(lines(path)) > 300]


GONE = {
    *("ToldGame", "ToldHand", "untold", "UNTOLD", "Sealed", "SealedBid", "own_numbers", "OwnForm"),
    *("HeldForm", "is_trial", "TRIAL", "Brought", "bring_in", "outgoing", "looks_on", "LOOKS_ON"),
    *("Fallen", "Asking", "bury", "settle_in", "part_doubles", "go_on", "is_gone_on", "give_up"),
    *("LONGEST_TOLD", "MOST_UNTOLD", "marks_beside", "drop_sealed", "remembered", "KEPT"),
    *("ShortCut", "seal", "is_secret", "is_face_down", "extras_held", "SEAT_HELD", "LONGEST_HELD"),
    *("json_pieces", "event_pieces", "can_go_on", "Feat", "FEATS", "special_line", "is_trouble"),
    *("hold_game", "hold_books", "hold_new_book", "hold_everything", "hold_own_books", "own_row"),
    *("are_there", "put_out", "come_into", "clear_away", "work_out", "peaks_beside", "found_in"),
    *("scores_beside", "hand_on", "taken_back", "object_to", "at_home", "without_strange"),
    *("moved_problems", "is_apart", "unplain", "DOUBLED", "BENT", "score_now", "results_now"),
    *("tells_now", "ways_as_bid", "kept_together", "padded", "seen_of"),
}
"""Banned names; docs/design.md has the words to use instead."""
VAGUE = {"said", "told", "kept", "held", "sealed"}
"""Banned names of variables, because each means several things; some columns and form fields have
them."""


def names_used(path: Path) -> set[str | None]:
    fields = ("name", "id", "attr", "arg")
    return {getattr(node, field, None) for node in ast.walk(tree(path)) for field in fields}


def test_no_banned_name_is_used() -> None:
    assert not [(name(path), back) for path in MODULES if (back := names_used(path) & GONE)]


def variables(path: Path) -> set[str]:
    functions = [node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef)]
    inside = [node for function in functions for node in ast.walk(function)]
    names = {node.id for node in inside if isinstance(node, ast.Name)}
    return names | {node.arg for node in inside if isinstance(node, ast.arg)}


def test_no_variable_has_a_vague_name() -> None:
    assert not [(name(path), back) for path in MODULES if (back := variables(path) & VAGUE)]


def test_a_docstring_names_the_thing() -> None:
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef
    named = [node for path in MODULES for node in ast.walk(tree(path)) if isinstance(node, kinds)]
    texts = [ast.get_docstring(node) or "" for node in named]
    openings = ("What", "Who ", "Whoever ", "Where ", "When ", "How ", "Why ", "Which")
    assert not [text for text in texts if text.startswith(openings)]


def test_a_line_of_a_template_has_at_most_160_characters() -> None:
    assert not [name(path) for path in TEMPLATES if max(map(len, lines(path))) > 160]
