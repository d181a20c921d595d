"""How the schema is made and upgraded: in one transaction, so that it is whole or unchanged."""

from alembic import context
from sqlalchemy import Connection, text

from scorekeeper.store.models import db

LOCK = int.from_bytes(b"scorekpr")
"""Of PostgreSQL, for the time of the transaction: its number is the program's own choice."""


def check_references(connection: Connection) -> None:
    """What SQLite did not check while tables were built anew; raises RuntimeError."""
    if broken := connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall():
        raise RuntimeError(f"the upgrade would break references: {broken[:3]}")


# With the lock taken first, a second program that starts now waits and finds it done.
with db.engine.connect().execution_options(writes=True) as connection:
    sqlite = connection.dialect.name == "sqlite"
    driver = connection.connection.driver_connection
    if sqlite:
        # To change a table SQLite drops it, and that would empty the tables that refer to it.
        # The setting has no effect once a transaction has begun.
        driver.execute("PRAGMA foreign_keys=OFF")
    else:
        # What is read after the wait is what is there then, whatever the server's default.
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
