"""The names of what lies beside the modules of the program in a browser."""

COMPILED = "compiled"
"""The templates as modules."""
CATALOGUES = "translations"
"""The compiled catalogues."""
EMPTY = "empty.sqlite3"
"""A database without games."""
