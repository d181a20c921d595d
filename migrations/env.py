"""How the schema is made and upgraded: in one transaction, so that it is whole or unchanged."""

from alembic import context

from scorekeeper.models import db

# With the write lock taken first, a second program that starts now waits and finds it done.
with db.engine.connect().execution_options(writes=True) as connection, connection.begin():
    context.configure(
        connection=connection,
        target_metadata=db.metadata,
        render_as_batch=True,
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()
