"""Creating and upgrading the schema, in one transaction, so that it is complete or unchanged."""

from alembic import context
from sqlalchemy import Connection, text

from scorekeeper.store.models import db

LOCK = int.from_bytes(b"scorekpr")
"""The number of a PostgreSQL lock, held during the transaction; the value is arbitrary."""


def check_references(connection: Connection) -> None:
    """Check what SQLite did not while tables were rebuilt; raises RuntimeError."""
    if broken := connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall():
        raise RuntimeError(f"the upgrade would break references: {broken[:3]}")


# The lock comes first, so that a second program that starts now waits and finds the work done.
with db.engine.connect().execution_options(writes=True) as connection:
    sqlite = connection.dialect.name == "sqlite"
    driver = connection.connection.driver_connection
    if sqlite:
        # SQLite changes a table by dropping it, which would empty the tables that refer to it. This
        # setting has no effect inside a transaction.
        driver.execute("PRAGMA foreign_keys=OFF")
    else:
        # Reads after the wait see the current data, whatever the server's default.
        connection.execution_options(isolation_level="READ COMMITTED")
    try:
        with connection.begin():
            if not sqlite:
                connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            context.configure(
                connection=connection,
                target_metadata=db.metadata,
                render_as_batch=True,
                transactional_ddl=True,
            )
            with context.begin_transaction():
                context.run_migrations()
            if sqlite:
                check_references(connection)
    finally:
        if sqlite:
            driver.execute("PRAGMA foreign_keys=ON")
