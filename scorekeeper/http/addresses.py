"""Addresses for other phones: complete, as QR codes, and those of links that grant a right."""

from typing import Any
from urllib.parse import urlsplit

import segno
from flask import current_app, request, url_for
from markupsafe import Markup

from scorekeeper.http.cookies import phone_key
from scorekeeper.store.mapping.stored import Rights, StoredGame
from scorekeeper.store.sharing import books
from scorekeeper.store.sharing.books import Recovery
from scorekeeper.store.sharing.links import OpenLink

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def address_of(endpoint: str, **values: Any) -> str:
    """The complete address of a page, as other phones reach it.

    If a page is opened on the server itself, this is the server's address on the network. Other
    phones do not trust the server's own authority, so their address begins with http.
    """
    reachable: str = current_app.config["REACHABLE_ADDRESS"]
    is_here = urlsplit(request.host_url).hostname in LOOPBACK
    if reachable and is_here:
        return reachable.rstrip("/") + url_for(endpoint, **values)
    scheme = "http" if current_app.config["AUTHORITY"] else None
    return url_for(endpoint, **values, _external=True, _scheme=scheme)


def offers_https() -> bool:
    """Return whether the server has an authority of its own, and this page came over plain http."""
    return bool(current_app.config["AUTHORITY"]) and not request.is_secure


def qr_code(address: str) -> Markup:
    """The address as a QR code: inline SVG, dark on light in both themes."""
    code = segno.make_qr(address, error="m")
    # The address is our own and contains nothing from outside that would need escaping.
    return Markup(code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True))  # noqa: S704


def shown_link(link: OpenLink | None) -> dict[str, Any]:
    """The values of a page that shows a redeemable link: the link, its address and QR code."""
    address = address_of("book.link_page", token=link.token) if link else ""
    return {"link": link, "address": address, "qr": qr_code(address) if link else ""}


def recovery_address(recovery: Recovery | None) -> str:
    """The address of this phone's recovery link; "" if it has none to show."""
    return address_of("book.link_page", token=recovery.token) if recovery else ""


def first_recovery_address(stored: StoredGame, rights: Rights) -> str:
    """The recovery link if the phone keeps the only game of its book; "" otherwise, and on a
    household server."""
    if current_app.config["HOUSEHOLD"] or not (rights.writes and rights.in_book):
        return ""
    return recovery_address(books.recovery(phone_key(), only_game=stored.id))
