"""The address that phones open: this machine's or a given one, and its QR code."""

import errno
import socket
import sys
from contextlib import suppress
from io import StringIO
from urllib.parse import urlsplit

import click
import segno

from scorekeeper.config import SettingError

UNROUTED = ("192.0.2.1", 9)
"""An address reserved for documentation (RFC 5737); looking up the route to it sends nothing."""
EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104
BLOCK = "\N{UPPER HALF BLOCK}"
FIREWALL = (
    "If Windows asks, let Python use private networks. If no phone opens the page, see"
    ' "Windows" in docs/running.md.'
)
SLEEP = "Keep this computer awake: until it wakes, phones play on, but nothing is saved."
AWAKE = {
    "darwin": "To do so, start it with: caffeinate -i scorekeeper serve",
    "linux": "To do so, start it with: systemd-inhibit scorekeeper serve",
    "win32": "To do so, open Settings, System, Power, Screen and sleep, and choose Never.",
}
"""How to keep a computer awake, by its system."""


def of_this_machine(host: str, port: int) -> str:
    """The address at which others reach a server that listens at ``host``."""
    return f"http://{_reachable(host)}:{port}/"


def _reachable(host: str) -> str:
    if host not in EVERYWHERE:
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(UNROUTED)
            return str(way.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def host_in(address: str) -> str:
    """The host in an address that phones open; raises SettingError if it is no such address."""
    with suppress(ValueError):
        parts = urlsplit(address)
        # A port above 65535 raises ValueError.
        if parts.scheme in ("http", "https") and parts.hostname and parts.port != 0:
            return parts.hostname
    raise SettingError(f"{address} is not an address: write it like http://192.168.1.5:8000/")


def is_local(address: str) -> bool:
    """Return whether only this machine can open the address."""
    host = host_in(address)
    return host.startswith("127.") or host in ("localhost", "::1")


def advice() -> list[str]:
    """Sentences about this system: how phones reach it, and how they do so all evening."""
    firewall = [FIREWALL] if sys.platform == "win32" else []
    return [*firewall, " ".join(filter(None, (SLEEP, AWAKE.get(sys.platform))))]


def trust_page(address: str) -> str:
    """The page that helps a phone trust this server, over http because it does not trust it yet."""
    parts = urlsplit(address)
    port = ":443" if parts.scheme == "https" and not parts.port else ""
    return f"http://{parts.netloc}{port}/trust"


def show_code(address: str) -> None:
    """Print the address as a QR code, in half the height where the terminal has the characters."""
    try:
        BLOCK.encode(sys.stdout.encoding or "ascii")
        is_compact = True
    except UnicodeEncodeError:
        is_compact = False
    drawn = StringIO()
    segno.make(address, micro=False).terminal(out=drawn, compact=is_compact)
    # Click translates the colours for old consoles of Windows.
    click.echo(drawn.getvalue(), nl=False, color=True)


def expect_free(host: str, port: int) -> None:
    """Raise OSError if a server listens there; Windows would let a second one take its port."""
    if sys.platform != "win32":
        return
    near = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)  # noqa: S104
    with socket.socket(socket.AF_INET6 if ":" in near else socket.AF_INET) as asked:
        # Windows tries for two seconds before it says that nobody listens.
        asked.settimeout(0.5)
        if asked.connect_ex((near, port)) == 0:
            raise OSError(errno.EADDRINUSE, "in use")


def not_listening(host: str, port: int, problem: Exception) -> str:
    """The sentence for a server that cannot listen there."""
    if isinstance(problem, PermissionError) and (port < 1024 or sys.platform == "win32"):
        higher = "another" if sys.platform == "win32" else "one above 1023"
        return f"Port {port} is reserved for the system: choose {higher} with --port."
    number = getattr(problem, "errno", None)
    if isinstance(problem, socket.gaierror | ValueError) or number == errno.EADDRNOTAVAIL:
        return (
            f"{host or 'This'} is not an address of this machine: omit --host, or choose another."
        )
    if number == errno.EADDRINUSE:
        return f"Port {port} is in use: stop the other program, or choose one with --port."
    return f"The server cannot listen at port {port}: {getattr(problem, 'strerror', 0) or problem}."
