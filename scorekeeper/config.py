"""The folders of the program's files and of its data, in a clone and as an installed package.

Settings: safe defaults, then the environment; an invalid value is an error.
"""

import ipaddress
import os
import re
import secrets
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from limits import parse_many
from limits.errors import ConfigurationError
from limits.storage import storage_from_string
from platformdirs import user_data_path

PACKAGE = Path(__file__).parent
IS_INSTALLED = (PACKAGE / "templates").is_dir()
"""Whether this is the package from a wheel, which contains the folders beside it in a clone."""
ROOT = PACKAGE if IS_INSTALLED else PACKAGE.parent
"""The folder that contains ``templates``, ``static`` and ``migrations``."""


def data_folder() -> Path:
    """The default folder of the database and the secret key, which may not exist yet.

    An installed package stores nothing inside itself: an upgrade or ``pipx uninstall`` deletes it.
    """
    return user_data_path("scorekeeper", appauthor=False) if IS_INSTALLED else ROOT / "instance"


def write_private(path: Path, data: bytes, *, replaces: bool) -> None:
    """Write a file that only its owner can read, whole or not at all.

    Without ``replaces`` an existing file stays, so that two processes starting at once agree.
    """
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=f"{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if replaces:
            Path(draft).replace(path)
        else:
            with suppress(FileExistsError):
                name_new(Path(draft), path)
    finally:
        Path(draft).unlink(missing_ok=True)


def name_new(draft: Path, path: Path) -> None:
    """Give a complete file its name; raises FileExistsError if that is taken, or OSError."""
    try:
        os.link(draft, path)
    except OSError:
        # FAT and exFAT, on most USB drives, have no links. Only Windows refuses to rename then.
        if path.exists():
            raise FileExistsError(path) from None
        draft.rename(path)


SHORTEST_SECRET = 32
LARGEST_FORM = 8 * 1024
"""Bytes. A new game with eight names of maximum length, with three bytes per letter, each written
as %XX, takes 5 KiB."""
LARGEST_LIST = 60 * 1024
"""Bytes of a list of people: 400 with their clubs take some 30 KiB. A server admits 64 KiB."""
LARGEST_FILE = 20 * 1024 * 1024
"""Bytes of a file with games, at the one address that accepts one: some 7,000 games."""

LIMITS = {
    "LIMIT_ADDRESS": "6000 per minute",
    "LIMIT_PHONE": "600 per minute",
    "LIMIT_STARTS": "1200 per hour",
}
"""The number of forms that an address and a phone may send, and of games and phones that an address
may create. A hall of a hundred tables has one address: a hundred taps a second, and in the first
hour some games, names and links at each table. A table taps at most once a second; a phone that was
offline sends an hour's taps in half a minute."""


HOST = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?\Z")
CONTACTS = ("mailto:", "https:", "http:", "tel:")


class SettingError(ValueError):
    """A setting that the program cannot use; the text says which one and why."""


def instance_path(given: Mapping[str, Any]) -> Path:
    """The folder of the database and the secret key."""
    named = given.get("INSTANCE_PATH") or os.environ.get("SCOREKEEPER_INSTANCE")
    return Path(named or data_folder()).expanduser().resolve()


def database_url(instance: Path) -> str:
    """The URL of the database: the configured one, or that of a file in the instance's folder."""
    return os.environ.get("DATABASE_URL") or f"sqlite:///{instance / 'scorekeeper.sqlite3'}"


def load(instance: Path, given: Mapping[str, Any]) -> dict[str, Any]:
    """All settings of the app; those in ``given`` override the environment.

    Creates the folder and the secret key if necessary. Raises SettingError.
    """
    settings = read(instance, given)
    try:
        instance.mkdir(parents=True, exist_ok=True)
        settings["SECRET_KEY"] = settings["SECRET_KEY"] or _kept_key(instance / "secret_key")
    except OSError as problem:
        raise SettingError(f"{instance} cannot be used: {problem.strerror}") from None
    return settings


def read(instance: Path, given: Mapping[str, Any]) -> dict[str, Any]:
    """All settings as they are given, and defaults; changes nothing. SECRET_KEY may be "".

    Raises SettingError.
    """
    settings: dict[str, Any] = {
        "SECRET_KEY": _secret_key(given.get("SECRET_KEY")),
        "SQLALCHEMY_DATABASE_URI": database_url(instance),
        "MAX_CONTENT_LENGTH": LARGEST_FORM,
        "MAX_FORM_PARTS": 60,
        "SESSION_COOKIE_NAME": "scorekeeper_page",
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "WTF_CSRF_TIME_LIMIT": None,
        "TRANSLATIONS": str(Path(__file__).parent / "translations"),
        # A folder of templates as modules, in place of the templates themselves.
        "COMPILED_TEMPLATES": "",
        "BACKUPS": True,
        "HOSTS": (listed := _hosts()),
        # Whoever lists the names of a server is not reached by an address in numbers.
        "NUMBERS": not listed,
        **{name: os.environ.get(f"SCOREKEEPER_{name}", "").strip() for name in LIMITS},
        "ACCESS_LOG": False,
        # Whether pages are drawn for a site of plain files (site.py).
        "SITE": False,
        # Whether the program runs in a browser, where no other phone can reach it (browser/).
        "ALONE": False,
        # Whether such a site carries the program itself.
        "PROGRAM": False,
        "SECURITY_CONTACT": _contact(),
        "RATELIMIT_STORAGE_URI": os.environ.get("SCOREKEEPER_LIMITS", "memory://"),
        "LIVE": os.environ.get("SCOREKEEPER_LIVE", ""),
        "HOUSEHOLD": _is_on("SCOREKEEPER_HOUSEHOLD"),
        "REACHABLE_ADDRESS": "",
        "AUTHORITY": b"",
        "PROXIES": _count("SCOREKEEPER_PROXIES"),
        # The scripts of the pages are many and small.
        "COMPRESS_MIN_SIZE": 500,
        "COMPRESS_STREAMS": False,
        # For such small pages Zstandard produces more bytes than gzip, Brotli at this level 8 %
        # fewer.
        "COMPRESS_ALGORITHM": ["br", "gzip"],
        "COMPRESS_BR_LEVEL": 6,
    }
    settings |= given
    settings |= {name: _limit(name, settings) for name in LIMITS}
    if shown := urlsplit(settings["REACHABLE_ADDRESS"]).hostname:
        settings["HOSTS"] = (*settings["HOSTS"], shown)
    _check_limits(settings["RATELIMIT_STORAGE_URI"])
    return settings


def _check_limits(address: str) -> None:
    if address.startswith(("redis:", "rediss:")) and not find_spec("redis"):
        raise SettingError("SCOREKEEPER_LIMITS needs the package redis: install the extra redis")
    try:
        storage_from_string(address)
    except ConfigurationError as problem:
        raise SettingError(f"SCOREKEEPER_LIMITS cannot be used: {problem}") from None


def _hosts() -> tuple[str, ...]:
    hosts = os.environ.get("SCOREKEEPER_HOSTS", "").lower().replace(",", " ").split()
    for host in hosts:
        if not (HOST.match(host) or _is_address(host)):
            example = "names alone, such as scores.example.org"
            raise SettingError(f"SCOREKEEPER_HOSTS contains {host}: list {example}")
    return tuple(hosts)


def _is_address(host: str) -> bool:
    with suppress(ValueError):
        return bool(ipaddress.ip_address(host))
    return False


def _contact() -> str:
    contact = os.environ.get("SCOREKEEPER_CONTACT", "").strip()
    if contact and not contact.startswith(CONTACTS):
        example = "an address such as mailto:you@example.org"
        raise SettingError(f"SCOREKEEPER_CONTACT is {contact}: set it to {example}")
    return contact


def _limit(name: str, settings: Mapping[str, Any]) -> str:
    """A limit as Flask-Limiter reads it, "" for none; raises SettingError.

    In a household everyone shares an address, so taps are not counted; creating games and phones,
    and taking the pencil, are.
    """
    given = str(settings[name])
    if not given:
        is_exempt = settings["HOUSEHOLD"] and name != "LIMIT_STARTS"
        return "" if is_exempt else LIMITS[name]
    if given == "none":
        return ""
    try:
        parse_many(given)
    except ValueError:
        message = f"{given}: such as {LIMITS[name]}, or none"
        raise SettingError(f"SCOREKEEPER_{name} is {message}") from None
    return given


def _is_on(name: str) -> bool:
    value = os.environ.get(name, "").strip().lower()
    if value not in ("", "0", "no", "1", "yes"):
        raise SettingError(f"{name} is {value}: set it to 1 or 0")
    return value in ("1", "yes")


def _count(name: str) -> int:
    value = os.environ.get(name, "").strip() or "0"
    if not (value.isascii() and value.isdigit() and len(value) == 1):
        raise SettingError(f"{name} is {value}: set it to a number from 0 to 9")
    return int(value)


def _secret_key(given: str | None) -> str:
    """The key from the settings or the environment, or ""; raises SettingError if it is too
    short."""
    key = given or os.environ.get("SECRET_KEY") or ""
    if key and len(key) < SHORTEST_SECRET:
        raise SettingError(f"SECRET_KEY is too short: at least {SHORTEST_SECRET} characters")
    return key


def _kept_key(path: Path) -> str:
    """The key in the file, which is created if it is missing, for its owner alone; raises
    SettingError."""
    if not path.exists():
        write_private(path, secrets.token_urlsafe(48).encode(), replaces=False)
    key = path.read_text("ascii").strip()
    if len(key) < SHORTEST_SECRET:
        raise SettingError(f"{path} contains no key: delete the file to create a new one")
    return key
