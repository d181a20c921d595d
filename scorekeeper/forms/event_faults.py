"""The place on the page of an event's settings at which a fault is shown."""

from collections.abc import Iterable
from itertools import chain

from scorekeeper.forms.plans import SIZES
from scorekeeper.http.save_form import SaveForm
from scorekeeper.rules.events.problems import EventCode
from scorekeeper.rules.problems import Code, Problem, ProblemCode
from scorekeeper.words.problems import sentence

LINES: dict[str, tuple[str, ...]] = {
    "game": ("variant", "hands", *(f"hands_{size}" for size in SIZES), "fewest"),
    "rounds": ("rounds", "minutes_each", "warning", "late_points"),
    "tables": ("table_size", "remainder"),
    "counts": (*(f"places_{size}" for size in SIZES), "best", "hidden_from", "order"),
    "final": ("final", "winners"),
}
"""The lines of the page that can be opened, each with the fields that can be wrong."""
BESIDE = {"name", "place", "day", *chain.from_iterable(LINES.values())}
"""The fields beside which a fault is shown."""
PLACES: dict[ProblemCode, str] = {
    EventCode.NAME_EMPTY: "name",
    EventCode.NAME_LONG: "name",
    EventCode.PLACE_LONG: "place",
    EventCode.ROUNDS_RANGE: "rounds",
    EventCode.ROUNDS_PLAYED: "rounds",
    EventCode.MINUTES_RANGE: "minutes_each",
    EventCode.WARNING_RANGE: "warning",
    EventCode.LATE_RANGE: "late_points",
    EventCode.SIZE_RANGE: "table_size",
    EventCode.GAME_FIXED: "variant",
    EventCode.BEST_RANGE: "best",
    EventCode.HIDDEN_RANGE: "hidden_from",
    EventCode.ORDER_DOUBLED: "order",
    EventCode.FINAL_RANGE: "final",
    EventCode.FINAL_GAME: "final",
    EventCode.FINAL_BEGUN: "final",
    Code.GAME_MISSING: "variant",
    Code.FEWEST_RANGE: "fewest",
    Code.SIZES_FIXED: "hands",
    Code.SIZES_NONE: "hands",
    Code.SIZES_LONG: "hands",
    Code.SIZES_SMALL: "hands",
}
"""The field beside which a problem is shown."""
Faults = dict[str, list[str]]
"""Sentences by the field beside which they are shown; those of "" are about the whole form."""


def placed(form: SaveForm, problems: Iterable[Problem]) -> Faults:
    """The faults of the form and these problems, each beside its field."""
    if not form.is_ours:
        return {"": form.sentences()}
    found: Faults = {}
    for field, lines in form.faults().items():
        found.setdefault(field if field in BESIDE else "", []).extend(lines)
    for problem in problems:
        place = PLACES.get(problem.code, "")
        if problem.code == Code.SIZES_RANGE:
            place = f"hands_{problem.values['players']}"
        found.setdefault(place, []).append(sentence(problem, ()))
    return found


def opened(faults: Faults) -> set[str]:
    """The lines that have a fault, which the page shows open."""
    return {line for line, fields in LINES.items() if faults.keys() & {*fields}}
