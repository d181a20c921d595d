"""The recovery link that this phone shows."""

from __future__ import annotations

from flask import current_app

from scorekeeper.store import StoredGame, books
from scorekeeper.store.books import Recovery
from scorekeeper.store.rights import Rights
from scorekeeper.web.device import phone_key
from scorekeeper.web.qr import address_of


def recovery_address(recovery: Recovery | None) -> str:
    """The recovery link of this phone's book; "" when this phone has none to show."""
    return address_of("links.page", token=recovery.token) if recovery else ""


def first_recovery_address(stored: StoredGame, rights: Rights) -> str:
    """The recovery link while this phone keeps the only game of its book, otherwise ""."""
    if current_app.config["HOUSEHOLD"] or not (rights.writes and rights.in_book):
        return ""
    return recovery_address(books.recovery(phone_key(), only_game=stored.id))
