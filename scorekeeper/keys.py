"""Keys that grant access: creating and storing them."""

import base64
import hashlib
import hmac
import secrets

CODE_LETTERS = "ACDEFGHJKMNPQRTUVWXY34679"
"""Letters and digits of a spoken code, without look-alikes (0 O, 1 I L, 2 Z, 5 S, 8 B)."""
CODE_LENGTH = 6
LINK_CODE_LENGTH = 8


def new_phone_key() -> str:
    """256 random bits for a phone's cookie."""
    return secrets.token_urlsafe(32)


def new_game_key() -> str:
    """128 random bits for a game's address."""
    return secrets.token_urlsafe(16)


def hashed(key: str) -> str:
    """The form in which a key is stored; SHA-256 of at least 128 random bits needs no salt."""
    return hashlib.sha256(key.encode()).hexdigest()


def stable_id(key: str) -> str:
    """The stable id of the game with this key, for files and other programs, which do not get the
    key."""
    return hashed(f"play {key}")[:32]


def link_token(phone_key: str, purpose: str, nonce: str) -> str:
    """The 128-bit token of a link, derived so that this phone can show the link again.

    The database stores only its hash.
    """
    message = repr((purpose, nonce)).encode()
    digest = hmac.new(phone_key.encode(), message, hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def join_code(key: str, attempt: int = 0) -> str:
    """The spoken code of a game: six letters and digits, which do not reveal its key."""
    return _spoken(f"code {attempt} {key}", CODE_LENGTH)


def wall_code(secret: str) -> str:
    """The spoken code of an event's wall, which does not reveal the event's secret."""
    return _spoken(f"wall {secret}", CODE_LENGTH)


def link_code(token_hash: str) -> str:
    """The spoken code of a link that passes the pencil: longer, because it grants a right."""
    return _spoken(f"link {token_hash}", LINK_CODE_LENGTH)


def _spoken(secret: str, length: int) -> str:
    number = int.from_bytes(hashlib.sha256(secret.encode()).digest())
    letters = []
    for _ in range(length):
        number, index = divmod(number, len(CODE_LETTERS))
        letters.append(CODE_LETTERS[index])
    return "".join(letters)
