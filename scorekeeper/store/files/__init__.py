"""The SQLite database as files: backed up, put back, and what is half-written told apart."""
