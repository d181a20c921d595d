"""How the schema is made and upgraded: in one transaction, so that it is whole or unchanged."""

from alembic import context
from sqlalchemy import Connection

from scorekeeper.models import db


def check_references(connection: Connection) -> None:
    """What SQLite did not check while tables were built anew; raises RuntimeError."""
    if broken := connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall():
        raise RuntimeError(f"the upgrade would break references: {broken[:3]}")


# With the write lock taken first, a second program that starts now waits and finds it done.
with db.engine.connect().execution_options(writes=True) as connection:
    sqlite = connection.dialect.name == "sqlite"
    driver = connection.connection.driver_connection
    if sqlite:
        # To change a table SQLite drops it, and that would empty the tables that refer to it.
        # The setting has no effect once a transaction has begun.
        driver.execute("PRAGMA foreign_keys=OFF")
    try:
        with connection.begin():
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
