"""Templates compiled once in a process for all apps, because compiling takes longer than a test."""

from types import CodeType

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket


class Compiled(BytecodeCache):
    """Caches compiled templates by their text."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load the template compiled from the same text."""
        bucket.code = self._kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store the compiled template."""
        self._kept[bucket.key, bucket.checksum] = bucket.code
