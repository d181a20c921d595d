"""The SQLite database as files: backups, restoring, and drafts."""
