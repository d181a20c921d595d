"""The store: games, phones, books, links, and the files of backups."""
