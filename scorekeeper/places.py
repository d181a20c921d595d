"""The folders of the program's files and of its data, in a clone and as an installed package."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from platformdirs import user_data_path

PACKAGE = Path(__file__).parent
IS_INSTALLED = (PACKAGE / "templates").is_dir()
"""Whether this is the package from a wheel, which contains the folders beside it in a clone."""
ROOT = PACKAGE if IS_INSTALLED else PACKAGE.parent
"""The folder that contains ``templates``, ``static`` and ``migrations``."""


def data_folder() -> Path:
    """The default folder of the database and the secret key, which may not exist yet.

    An installed package stores nothing inside itself: an upgrade or ``pipx uninstall`` deletes it.
    """
    return user_data_path("scorekeeper", appauthor=False) if IS_INSTALLED else ROOT / "instance"


def write_private(path: Path, data: bytes, *, replaces: bool) -> None:
    """Write a file that only its owner can read, whole or not at all.

    Without ``replaces`` an existing file stays, so that two processes starting at once agree.
    """
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if replaces:
            Path(draft).replace(path)
        else:
            with suppress(FileExistsError):
                name_new(Path(draft), path)
    finally:
        Path(draft).unlink(missing_ok=True)


def name_new(draft: Path, path: Path) -> None:
    """Give a complete file its name; raises FileExistsError if that is taken, or OSError."""
    try:
        os.link(draft, path)
    except OSError:
        # FAT and exFAT, on most USB drives, have no links. Only Windows refuses to rename then.
        if path.exists():
            raise FileExistsError(path) from None
        draft.rename(path)
