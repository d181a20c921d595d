"""The games of a stream, of which none is broken."""

from collections.abc import Iterable, Iterator

from scorekeeper.store.mapping.stored import BrokenGame, StoredGame


def whole(found: Iterable[StoredGame | BrokenGame]) -> Iterator[StoredGame]:
    """The games, each of which can be read."""
    for one in found:
        assert isinstance(one, StoredGame)
        yield one
