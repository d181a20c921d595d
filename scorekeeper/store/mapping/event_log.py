"""The acts of an event as JSON in its log and in files.

The kinds of acts and the names of their fields are stored, so never change one.
"""

import json
from typing import Any

from scorekeeper.rules.events.act import Act
from scorekeeper.rules.events.acts import ACTS
from scorekeeper.store.mapping.plain import from_plain, to_plain


def act_data(act: Act) -> tuple[str, dict[str, Any]]:
    """The kind of an act, and its values as JSON can contain them; raises ValueError if they could
    not be read back."""
    data = to_plain(act)
    act_from(act.kind, json.loads(json.dumps(data)))
    return act.kind, data


def act_from(kind: str, data: object) -> Act:
    """The act of this kind with these values; raises ValueError for anything that is none."""
    if kind not in ACTS:
        raise ValueError(f"no act {kind!r:.50} is known")
    try:
        act: Act = from_plain(ACTS[kind], data)
    except (LookupError, TypeError, AttributeError) as problem:
        raise ValueError(f"{kind}: {problem}") from None
    return act
