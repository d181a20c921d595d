"""A valid request for an address of the program, and the roles that may send it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.cast import Role

Values = Sequence[str | bytes]
Form = Mapping[str, Values]
EVERYBODY = frozenset(Role)
PHONES = EVERYBODY - {Role.NOBODY}
"""The roles that have a page with a token."""
KEEPERS = frozenset({Role.KEEPER, Role.GUEST})
SHARERS = KEEPERS | {Role.MATE}
OWNERS = frozenset({Role.KEEPER})
BOOK = frozenset({Role.KEEPER, Role.MATE})
"""The roles that share the book."""


@dataclass(frozen=True)
class Request:
    """A valid request for an address; words in capitals are those of ``WORDS``.

    ``may`` are the roles for which it works, ``by`` is the role with which the tests send it, and
    the roles in ``has`` already have its result: they get a page. A line of a value is one value.
    ``after`` is the address of the request that must precede it; ``hides``: in hand 3 the phones
    enter hidden bids. ``leads_on``: another page answers.
    """

    method: str
    address: str
    may: frozenset[Role]
    fields: dict[str, str] = field(default_factory=dict)
    by: Role = Role.KEEPER
    has: frozenset[Role] = frozenset()
    after: str = ""
    hides: bool = False
    leads_on: bool = False

    def status(self, role: Role) -> int:
        """The status for this role."""
        if role in self.may:
            shows = self.method == "GET" and not self.leads_on
            return 200 if shows or role in self.has else 303
        if Role.FOLLOWER in self.may:
            # Anyone who may see the game gets the reason.
            return 422
        hides = self.method == "GET" or self.address.startswith(("/g/", "/e/", "/people/ANN"))
        return 404 if hides else 422


def get_all(may: frozenset[Role], *addresses: str) -> list[Request]:
    """Pages that these roles may open."""
    return [Request("GET", address, may) for address in addresses]


def post(
    address: str, fields: dict[str, str], may: frozenset[Role] = KEEPERS, **more: Any
) -> Request:
    """A form that these roles may send."""
    return Request("POST", address, may, fields, **more)


TAP = {"tap": "the-number-of-a-tap", "knows": "that-of-one-before"}
NEW = TAP | {"revision": ""}
SAVE = TAP | {"revision": "4", "ago": "60"}
