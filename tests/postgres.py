"""A PostgreSQL server for the tests, on a free port and in a temporary folder."""

import atexit
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import psycopg

from tests.servers import free_port

USER = "postgres"
Error = psycopg.Error
QUICK = "-c fsync=off -c full_page_writes=off -c max_connections=200"
"""The data of tests need not survive a power cut."""


def programs() -> Path | None:
    """The folder of initdb and pg_ctl; None if PostgreSQL is not installed."""
    found = shutil.which("initdb")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    known = Path(found) if found else (debian[-1] if debian else None)
    return known.parent if known else None


@cache
def server() -> str:
    """Start it once; returns the address to which database names are added."""
    bin_folder = programs()
    assert bin_folder is not None, "PostgreSQL is not installed"
    folder = Path(tempfile.mkdtemp(prefix="scorekeeper-postgresql-"))
    if os.geteuid() == 0:
        shutil.chown(folder, USER)
    port = free_port()
    data = str(folder / "data")
    _run(bin_folder / "initdb", "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync")
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 {QUICK}"
    _run(bin_folder / "pg_ctl", "-D", data, "-w", "-l", f"{folder}/log", "-o", options, "start")
    atexit.register(_stop, bin_folder, folder)
    return f"postgresql+psycopg://{USER}@127.0.0.1:{port}"


def create(name: str, template: str = "template0") -> None:
    """Create a database as a copy of another one that is not in use."""
    run("postgres", f'CREATE DATABASE "{name}" TEMPLATE "{template}"')


def run(database: str, statement: str) -> None:
    """Execute a statement outside of any transaction."""
    address = server().replace("+psycopg", "")
    with psycopg.connect(f"{address}/{database}", autocommit=True) as admin:
        admin.execute(statement.encode())


def one(database: str, query: str) -> Any:
    """The first value that a query finds."""
    address = server().replace("+psycopg", "")
    with psycopg.connect(f"{address}/{database}", autocommit=True) as admin:
        found = admin.execute(query.encode()).fetchone()
    assert found is not None
    return found[0]


def _stop(bin_folder: Path, folder: Path) -> None:
    _run(bin_folder / "pg_ctl", "-D", str(folder / "data"), "-m", "immediate", "-w", "stop")
    shutil.rmtree(folder, ignore_errors=True)


def _run(program: Path, *words: str) -> None:
    """Run the command as a user other than root, which PostgreSQL refuses."""
    as_user = ["runuser", "-u", USER, "--"] if os.geteuid() == 0 else []
    subprocess.run(
        [*as_user, str(program), *words], check=True, stdout=subprocess.DEVNULL, cwd="/tmp"
    )
