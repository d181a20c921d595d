"""Extras as older pages sent them: ticked boxes, and points in the order of the seats."""

import re
from itertools import combinations

from werkzeug.datastructures import MultiDict

from scorekeeper.rules.hand import name_of
from scorekeeper.rules.variants.model import ExtraKey
from scorekeeper.rules.variants.variants import MOST_PLAYERS

BOX = re.compile(r"([a-z0-9]{1,12})\.([0-9])\.([0-9])\Z")
"""An extra, its seat, and the number or the partner's seat."""
SHARED = ExtraKey.LOOT
"""The only extra that had a partner."""
SEATS = range(MOST_PLAYERS)
LISTS = ("points", "reason")


def in_current_names(sent: MultiDict[str, str]) -> MultiDict[str, str]:
    """The fields of a form, with extras from an older page under their current names.

    A tap that waited on a phone is sent as the older page recorded it. Boxes without a tick were
    not sent, so a missing box means none of its extra.
    """
    if "points" not in sent:
        return sent
    places = [name_of(key, seat) for key in ExtraKey if key != SHARED for seat in SEATS]
    places += [name_of(SHARED, *pair) for pair in combinations(SEATS, 2)]
    current = dict.fromkeys(places, "0")
    for place, count in map(_counted, filter(None, sent.getlist("extra"))):
        current[place] = max(current.get(place, ""), count)
    for kind in LISTS:
        texts = sent.getlist(kind)
        current |= {name_of(kind, seat): text for seat, text in zip(SEATS, texts, strict=False)}
    rest = [pair for pair in sent.items(multi=True) if pair[0] not in ("extra", "touched", *LISTS)]
    touched = sent.get("touched", "").replace(".", "_")
    return MultiDict([*rest, *current.items(), ("touched", touched)])


def _counted(box: str) -> tuple[str, str]:
    """The place and the number that a box stands for; anything else becomes a refused number."""
    found = BOX.match(box)
    if not found:
        return "extra_0", "?"
    key, *seats = found.groups()
    if key != SHARED:
        return f"{key}_{seats[0]}", seats[1]
    return "_".join((key, *sorted(seats))), "1"
