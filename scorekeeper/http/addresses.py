"""Addresses for other phones: whole, as QR codes, and of links that grant something."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import segno
from flask import current_app, request, url_for
from markupsafe import Markup

from scorekeeper.http.device import phone_key
from scorekeeper.store import books
from scorekeeper.store.books import Recovery
from scorekeeper.store.links import OpenLink
from scorekeeper.store.rights import Rights
from scorekeeper.store.stored import StoredGame

LOOPBACK = ("localhost", "127.0.0.1", "::1")


def address_of(endpoint: str, **values: Any) -> str:
    """The whole address of a page, as another phone reaches it.

    A page opened on the serving machine itself names that machine's address on the network.
    """
    reachable: str = current_app.config["REACHABLE_ADDRESS"]
    if reachable and urlsplit(request.host_url).hostname in LOOPBACK:
        return reachable.rstrip("/") + url_for(endpoint, **values)
    return url_for(endpoint, **values, _external=True)


def qr_code(address: str) -> Markup:
    """The address as a QR code to write into a page; dark on light in either theme."""
    code = segno.make_qr(address, error="m")
    # Made here from an address of our own: nothing in it comes from outside unescaped.
    return Markup(code.svg_inline(border=4, dark="#000", light="#fff", omitsize=True))  # noqa: S704


def shown_link(link: OpenLink | None) -> dict[str, Any]:
    """What a page shows of a link that waits to be redeemed: itself, its address, its QR code."""
    address = address_of("links.page", token=link.token) if link else ""
    return {"link": link, "address": address, "qr": qr_code(address) if link else ""}


def recovery_address(recovery: Recovery | None) -> str:
    """The recovery link of this phone's book; "" when this phone has none to show."""
    return address_of("links.page", token=recovery.token) if recovery else ""


def first_recovery_address(stored: StoredGame, rights: Rights) -> str:
    """The recovery link for who keeps the only game of their book; "" on a household server."""
    if current_app.config["HOUSEHOLD"] or not (rights.writes and rights.in_book):
        return ""
    return recovery_address(books.recovery(phone_key(), only_game=stored.id))
