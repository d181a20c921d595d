"""The errors of Limits, which nothing here raises."""


class ConfigurationError(Exception):
    """A storage that cannot be used."""


class StorageError(Exception):
    """A storage that failed."""
