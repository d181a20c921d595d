"""The storages of counts: none."""


class MemoryStorage:
    """Counts in memory; the real one needs threads, which a browser's Python lacks."""

    def reset(self) -> None:
        """Forget nothing."""


def storage_from_string(address: str) -> MemoryStorage:  # noqa: ARG001
    """The storage of counts."""
    return MemoryStorage()
