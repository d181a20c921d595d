"""The records of a book as pages write them, and a record broken at the table."""

from collections.abc import Mapping

from scorekeeper.language import gettext
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.statistics.records import BrokenRecord, RecordHolder, RecordKind
from scorekeeper.words.figures import Card, gained_line
from scorekeeper.words.lines import Players
from scorekeeper.words.names import plain, signed, value_line

RECORD_NAMES = {
    RecordKind.SCORE: _l("Highest score"),
    RecordKind.HAND: _l("Most points in a hand"),
    RecordKind.RUN: _l("Most bids made in a row"),
    RecordKind.COMEBACK: _l("Greatest comeback"),
}


def record_cards(records: tuple[RecordHolder, ...], names: Mapping[int, str]) -> list[Card]:
    """A card for each record, with the name of its holder."""
    return [
        Card(str(RECORD_NAMES[one.feat]), _value(one), _about(one, names[one.person]), one.game)
        for one in records
    ]


def broken_record_line(found: BrokenRecord, players: Players) -> str:
    """The record that the newest hand broke: ``A record: +120 for Ann``."""
    name = players[found.seat]
    if found.feat is RecordKind.HAND:
        # L10N: the most points that anybody ever made in a hand; %(points)s has its sign.
        return gettext("A record: %(points)s for %(name)s", points=signed(found.value), name=name)
    # L10N: the most bids that anybody ever made one after the other.
    return gettext("A record: %(name)s, %(num)s bids made in a row", name=name, num=found.value)


def _value(one: RecordHolder) -> str:
    if one.feat is RecordKind.HAND:
        return signed(one.value)
    return plain(one.value)


def _about(one: RecordHolder, name: str) -> str:
    if one.feat is RecordKind.COMEBACK:
        return value_line(name, gained_line(one.value))
    return name
