"""Games in files of our own and of others: written, recognised and read."""
