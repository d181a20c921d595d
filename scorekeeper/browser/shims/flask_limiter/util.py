"""Where a request comes from: always this phone."""


def get_remote_address() -> str:
    """The address of the phone."""
    return "127.0.0.1"
