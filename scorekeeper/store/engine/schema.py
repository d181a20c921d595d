"""Versions of the schema: those that the program knows, and those that the database has."""

from functools import cache

from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from scorekeeper.places import ROOT
from scorekeeper.store.engine.handle import db

MIGRATIONS = ROOT / "migrations"


def is_current() -> bool:
    """Return whether the database has the schema that the program needs."""
    return versions() == heads()


@cache
def heads() -> frozenset[str]:
    """The schema versions that the program needs; the migrations folder is read only once."""
    return frozenset(ScriptDirectory(str(MIGRATIONS)).get_heads())


def versions() -> set[str]:
    """Return the versions of the schema that the database has."""
    with db.engine.connect() as connection:
        return set(MigrationContext.configure(connection).get_current_heads())


def known_versions() -> set[str]:
    """Return the versions of the schema that this program can read or upgrade."""
    return {step.revision for step in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}


def unknown_version(versions: set[str]) -> str:
    """Return the problem with versions of the schema, or "" if the program knows them all."""
    if not (unknown := versions - known_versions()):
        return ""
    return (
        f"has the schema {', '.join(sorted(unknown))}, which this scorekeeper does not know:"
        " install the newer one that wrote it, or go back as docs/upgrading.md says"
    )
