"""Keys that grant something: how they are made and how they are kept."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

from scorekeeper.rules.game import Game


def new_phone_key() -> str:
    """256 random bits for a phone's cookie."""
    return secrets.token_urlsafe(32)


def hashed(phone_key: str) -> str:
    """How a phone's key is kept: SHA-256 of at least 128 random bits needs no salt."""
    return hashlib.sha256(phone_key.encode()).hexdigest()


def game_key(phone_key: str, game: Game, token: str) -> str:
    """128 bits that only this phone's secret key and the page's token give."""
    text = repr((token, game))
    digest = hmac.new(phone_key.encode(), text.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")
