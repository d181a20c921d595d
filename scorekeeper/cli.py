"""The ``scorekeeper`` command: serve the app, export the history, back up and restore."""

import os
import socket
import sys
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from io import TextIOWrapper
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click
from flask import Flask

from scorekeeper import config, create_app, doctor, open_copy, serving, site
from scorekeeper.config import SettingError
from scorekeeper.exchange.json_files import json_chunks
from scorekeeper.exchange.letters import games_in, letters_in
from scorekeeper.exchange.tables.csv_out import csv_lines
from scorekeeper.exchange.tables.parsed_game import games_to_save
from scorekeeper.http.gate import dear_requests
from scorekeeper.http.languages import NAMES
from scorekeeper.keys import new_phone_key
from scorekeeper.rules.incoming import UnreadableError
from scorekeeper.serving import make_server
from scorekeeper.store import backups, importing, lists, phones
from scorekeeper.store.engine import database_file, file_of
from scorekeeper.store.games import reading
from scorekeeper.store.lists import exported
from scorekeeper.store.mapping.stored import StoredGame, UnknownGameError
from scorekeeper.store.models import db
from scorekeeper.store.sharing import ended
from scorekeeper.words.language import in_english
from scorekeeper.words.problems import deleted_line, imported_line, unreadable_line

if TYPE_CHECKING:
    from scorekeeper.authority import Authority


SCAN = "Scan this with a phone on the same Wi-Fi:"
NO_PHONES = "Only this machine can open it. For phones, omit --host, or name their --address."


class Commands(click.Group):
    """The commands; an error that the server's owner can mend ends each of them with a sentence."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except (SettingError, backups.BackupError) as problem:
            raise click.ClickException(f"{problem}.") from None


@click.group(cls=Commands)
@click.version_option(package_name="scorekeeper", message="%(prog)s %(version)s")
def main() -> None:
    """Keep score of card games of the Wizard family."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A name may have letters that the terminal lacks.
            stream.reconfigure(errors="replace")


@main.command("doctor")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
def check_machine(port: int) -> None:
    """Check what is installed, the data, the network, the disk and the clock.

    Changes nothing. The exit code is 1 if something needs attention.
    """
    folder = config.instance_path({})
    address = serving.of_this_machine("", port)
    findings = doctor.findings(folder, config.database_url(folder), address)
    for finding in findings:
        click.echo(f"{'ok' if finding.well else 'LOOK':4}  {finding.text}")
    sys.exit(not all(finding.well for finding in findings))


@main.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")  # noqa: S104
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@click.option("--household", is_flag=True, help="All phones share one book of games.")
@click.option(
    "--address",
    envvar="SCOREKEEPER_ADDRESS",
    help="Address that phones open, if it is not this machine's: behind a proxy, in a container.",
)
@click.option("--https", is_flag=True, help="Answer https too, for phones that trust this server.")
def serve(host: str, port: int, household: bool, address: str | None, https: bool) -> None:
    """Serve the app on this network and show its address as a QR code."""
    shown = address or serving.of_this_machine(host, port)
    is_for_phones = not serving.is_local(shown) or bool(address)
    lost = _lost_database()
    settings: dict[str, Any] = {"REACHABLE_ADDRESS": shown, "ACCESS_LOG": True}
    if household:
        settings["HOUSEHOLD"] = True
    authority = _authority(serving.host_in(shown)) if https else None
    settings["AUTHORITY"] = authority.certificate if authority else b""
    app = create_app(settings)
    server = _listening(app, host, port, authority)
    click.echo(f"Scorekeeper runs at {shown}\n{SCAN if is_for_phones else NO_PHONES}\n")
    if lost:
        click.echo(f"There are {lost}.\n")
    if app.config["HOUSEHOLD"]:
        click.echo("Household: all phones share one book and can keep score.\n")
    if is_for_phones:
        serving.show_code(shown)
        click.echo("\n".join(["", *serving.advice()]))
    if authority:
        _show_trust(serving.trust_page(shown), authority)
    click.echo("\nPress Ctrl+C to stop. Nothing that was saved gets lost.")
    server.run()


@main.command()
@click.option("--game", "key", help="Only this game: the last part of its address.")
@click.option("--sep", type=click.Choice(["comma", "semicolon"]), default="comma")
@click.option("--json", "as_json", is_flag=True, help="Write JSON, to import elsewhere.")
@click.option("--output", "file", type=click.File("wb"), default="-", help="Write to this file.")
def export(key: str | None, sep: str, as_json: bool, file: IO[bytes]) -> None:
    """Write the score history to standard output as CSV or JSON."""
    with create_app({}).app_context():
        games = lists.all_games() if key is None else [_game(key)]
        chunks = csv_lines(games, ";" if sep == "semicolon" else ",")
        _write(file, json_chunks(exported(games)) if as_json else chunks)


@main.command("import")
@click.argument("file", type=click.File("rb"))
@click.option("--beside", "key", help="Use the book of this game: the last part of its address.")
@click.option("--deleted-too", is_flag=True, help="Import games deleted from the book too.")
def import_for_phone(file: IO[bytes], key: str | None, deleted_too: bool) -> None:
    """Import the games in FILE into a book.

    FILE may be - for standard input. Either all games are imported or none.
    """
    with create_app({}).app_context(), in_english():
        book = phones.only_book() if key is None else _game(key).book_id
        first = "" if book is not None or phones.any_phones() else new_phone_key()
        if book is None and not first:
            message = "There are several books: name a game in the book with --beside."
            raise click.ClickException(message)
        try:
            games = games_to_save(
                games_in(letters_in(file.read()).text), datetime.now(UTC), keep_theirs=True
            )
            imported = importing.import_games(first, games, into=book, deleted_too=deleted_too)
        except UnreadableError as problem:
            raise click.ClickException(unreadable_line(problem)) from None
        click.echo(imported_line(imported.added, imported.known))
        if imported.deleted:
            click.echo(deleted_line(len(imported.deleted)))
        if first:
            link = f"/link/{phones.recovery_token(first, 1)}"
            click.echo(f"To open the games on a phone, add {link} to the address of this server.")


@main.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def backup(folder: Path) -> None:
    """Write a checked copy of the database to FOLDER.

    The app may be running.
    """
    click.echo(f"Wrote and checked {backups.back_up(_database(create_app({})), folder)}.")


@main.command()
@click.argument("file", type=click.Path(dir_okay=False, exists=True, path_type=Path))
@click.option("--with-rights", is_flag=True, help="Also bring back rights that have ended since.")
def restore(file: Path, *, with_rights: bool) -> None:
    """Replace all games with the backup FILE.

    The replaced database is kept. Rights that have ended since the backup do not come back.
    """
    instance, database = _instance_and_database()
    keep = ended.keep_none if with_rights else ended.keep_ended_in
    restored = backups.restore(file, database, instance, open_copy, keep)
    create_app({})  # checks that it opens
    click.echo(f"Restored {file}. The previous database: {restored.before or 'none'}")
    if restored.ended != 0:
        click.echo(ended.line(restored.ended))
    if restored.replaced:
        click.echo("The database is a new file: if scorekeeper is running, restart it now.")


@main.command("site")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--language", "languages", multiple=True, help="Only this language; may be repeated.")
@click.option(
    "--program",
    type=click.Path(file_okay=False, exists=True, path_type=Path),
    help="Put the whole program in too, with the Pyodide of this folder (docs/site.md).",
)
def write_site(folder: Path, languages: tuple[str, ...], program: Path | None) -> None:
    """Write the pad to FOLDER as plain files, for any static host.

    Whoever opens them plays at once, without a server (docs/site.md).
    """
    if unknown := [one for one in languages if one not in NAMES]:
        raise click.ClickException(f"There is no language {unknown[0]}.")
    try:
        written = site.write_site(folder, languages, program)
    except OSError as problem:
        raise click.ClickException(f"{problem.filename or folder}: {problem.strerror}.") from None
    click.echo(f"Wrote {written.files} files ({written.size / 1e6:.1f} MB) to {folder}.")
    click.echo(f"Try it: python3 -m http.server --directory {folder}")


@main.command()
def outdate() -> None:
    """Make all open pages reload.

    Use this after you restore a copy by hand or with pg_restore.
    """
    app = create_app({})
    with app.app_context():
        ended.end_links()
        backups.outdate(Path(app.instance_path))
    click.echo("All open pages will reload.")
    click.echo(ended.HOLD_AGAIN)


@main.command()
def recount() -> None:
    """Calculate everyone's figures again."""
    with create_app({}).app_context():
        lists.recount()
    click.echo("All figures are calculated again.")


def _write(out: IO[bytes], chunks: Iterable[str]) -> None:
    """Write to a file or to standard output, whose reader may stop early, as ``head`` does."""
    try:
        for text in chunks:
            out.write(text.encode())
        out.flush()
    except BrokenPipeError:
        raise
    except OSError as problem:
        # Python would try to write the rest again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
        raise click.ClickException(f"Not everything was written: {problem.strerror}.") from None


def _lost_database() -> str:
    folder = config.instance_path({})
    file = file_of(config.database_url(folder), folder)
    with suppress(OSError):
        return doctor.lost(file, folder) if file else ""
    return ""


def _listening(app: Flask, host: str, port: int, authority: "Authority | None") -> Any:
    try:
        serving.expect_free(host, port)
        context = authority.context if authority else None
        return make_server(app, host, port, context, dear_requests(app))
    except SettingError:
        # It is a ValueError too.
        raise
    except (OSError, ValueError) as problem:
        raise click.ClickException(serving.not_listening(host, port, problem)) from None


def _show_trust(address: str, authority: "Authority") -> None:
    click.echo(f"\nHttps, for a phone that keeps score: {address}\n")
    serving.show_code(address)
    click.echo(f"\nThe certificate's SHA-256, as the phone shows it:\n{authority.fingerprint}")
    authority.keep_renewed()


def _instance_and_database() -> tuple[Path, Path]:
    """The instance folder, and the file of the database, which may be missing or damaged."""
    instance = config.instance_path({})
    url = config.load(instance, {})["SQLALCHEMY_DATABASE_URI"]
    if (file := file_of(url, instance)) is None:
        message = (
            "This command is for SQLite. For PostgreSQL, use pg_restore, then scorekeeper outdate."
        )
        raise click.ClickException(message)
    return instance, file


def _database(app: Flask) -> Path:
    with app.app_context():
        file = database_file(db.engine)
        db.engine.dispose()
    if file is None:
        raise click.ClickException("This command is for SQLite. For PostgreSQL, use pg_dump.")
    return file


def _game(key: str) -> StoredGame:
    with suppress(UnknownGameError):
        if not (stored := reading.read(key)).is_demo:
            return stored
    raise click.ClickException(f"There is no game {key}.")


def _authority(host: str) -> "Authority":
    """The authority in the data folder, for the host of an address that phones open."""
    try:
        from scorekeeper.authority import Authority  # noqa: PLC0415, without its library too
    except ImportError as problem:
        message = (
            'Https needs the package "cryptography", which the extra "https" installs: see'
            f" docs/https.md ({problem})."
        )
        raise click.ClickException(message) from None
    try:
        folder = config.instance_path({})
        folder.mkdir(parents=True, exist_ok=True)
        return Authority(folder, host, socket.gethostname(), datetime.now(UTC))
    except OSError as problem:
        raise click.ClickException(f"{problem}.") from None
