"""Ways to spoil the file of a database."""

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random


def sql(path: Path, *statements: str) -> None:
    """Change the file behind the program's back."""
    with closing(sqlite3.connect(path)) as file:
        for statement in statements:
            file.execute(statement)
        file.commit()


def text(path: Path) -> None:
    path.write_text("this is no database\n" * 1000, encoding="utf-8")


def empty(path: Path) -> None:
    path.write_bytes(b"")


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def header(path: Path) -> None:
    _overwrite(path, 0, 100)


def middle(path: Path) -> None:
    _overwrite(path, path.stat().st_size // 2, 3 * 4096)


def foreign(path: Path) -> None:
    path.unlink()
    sql(path, "CREATE TABLE game (id INTEGER, revision TEXT)", "INSERT INTO game VALUES (1, 'x')")


def newer(path: Path) -> None:
    sql(path, "UPDATE alembic_version SET version_num = '10000'")


def _overwrite(path: Path, start: int, length: int) -> None:
    with path.open("r+b") as file:
        file.seek(start)
        file.write(Random(1).randbytes(length))


def no_links(*_: Path) -> None:
    """In place of os.link, what it does on a drive with FAT."""
    raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
