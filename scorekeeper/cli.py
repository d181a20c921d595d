"""The ``scorekeeper`` command: serve the app, export the history."""

from __future__ import annotations

import socket
import sys

import click
import segno
from flask import Flask
from waitress.server import create_server

from scorekeeper import create_app, store
from scorekeeper.config import SettingError
from scorekeeper.export import csv_lines

UNROUTED = ("192.0.2.1", 9)
"""An address kept for documents (RFC 5737): asking the way there sends nothing."""


@click.group()
def main() -> None:
    """Keep score of card games of the Wizard family."""


@main.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")  # noqa: S104
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
def serve(host: str, port: int) -> None:
    """Serve the app on this network and show its address as a QR code."""
    app = _app()
    try:
        server = create_server(app, host=host, port=port, threads=4, ident=None)
    except OSError as problem:
        raise click.ClickException(_not_listening(host, port, problem)) from None
    address = f"http://{_reachable(host)}:{port}/"
    click.echo(f"Scorekeeper is open at {address}\nOn the same Wi-Fi, scan this with a phone:\n")
    segno.make(address, micro=False).terminal(out=sys.stdout, compact=True)
    click.echo("\nStop with Ctrl+C. Everything that was saved stays.")
    sys.stdout.flush()
    server.run()


@main.command()
@click.option("--game", "key", help="Only this game: the last part of its address.")
@click.option("--sep", type=click.Choice(["comma", "semicolon"]), default="comma")
def export(key: str | None, sep: str) -> None:
    """Write the score history to standard output as CSV."""
    with _app().app_context():
        try:
            games = store.all_games() if key is None else [store.read(key)]
        except store.UnknownGameError:
            raise click.ClickException(f"There is no game {key}.") from None
        for text in csv_lines(games, ";" if sep == "semicolon" else ","):
            sys.stdout.buffer.write(text.encode())


def _app() -> Flask:
    try:
        return create_app()
    except SettingError as problem:
        raise click.ClickException(f"{problem}.") from None


def _reachable(host: str) -> str:
    """The address by which other devices reach this one, or the host that was asked for."""
    if host not in ("0.0.0.0", "::", ""):  # noqa: S104
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way:
        try:
            way.connect(UNROUTED)
            return str(way.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _not_listening(host: str, port: int, problem: OSError) -> str:
    if port < 1024 and isinstance(problem, PermissionError):
        return f"Port {port} is for the system: choose one above 1023 with --port."
    if isinstance(problem, socket.gaierror) or "assign" in str(problem):
        return f"{host} is no address of this machine: leave --host out, or name another."
    return f"Port {port} is in use: stop the other program, or choose one with --port."
