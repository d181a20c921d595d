"""In place of Flask-Compress: nothing travels over a line."""

from typing import Any


def Compress(app: Any) -> None:  # noqa: N802 - the name that the program calls
    """Compress nothing."""
