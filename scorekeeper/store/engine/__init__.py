"""Connections, transactions and the schema: how the database is opened and kept safe."""
