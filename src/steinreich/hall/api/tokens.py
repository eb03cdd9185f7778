"""Secrets that seat people: long and random, and only their digests are kept.

The browser makes the token of its seats itself.  An answer that gets lost on its way destroys
nothing then: who asks again with the same token is answered the same.  For this the name of a new
table and its invitations follow from the token, and from them nothing follows about the token.

The id of a table ends in check bytes: an id that nobody has changed is told from a mistyped one,
also when the table has been deleted.
"""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode

TOKEN_BYTES = 24
ID_BYTES = 12
CHECK_BYTES = 3


def new_token() -> str:
    """What its holder may act with; nobody else ever sees it."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_id() -> str:
    """The name of a table: who knows it may watch."""
    return checked(secrets.token_bytes(ID_BYTES))


def id_of(token: str) -> str:
    """The name of the table that is opened with this token."""
    return checked(derived(token, "table")[:ID_BYTES])


def invite_of(token: str, seat: int) -> str:
    """The invitation to a seat of the table that is opened with this token."""
    return urlsafe_b64encode(derived(token, f"seat {seat}")[:TOKEN_BYTES]).decode()


def derived(token: str, purpose: str) -> bytes:
    return hmac.digest(token.encode(), purpose.encode(), "sha256")


def checked(code: bytes) -> str:
    """An id with its check bytes."""
    return urlsafe_b64encode(code + hashlib.sha256(code).digest()[:CHECK_BYTES]).decode()


def is_genuine(id: str) -> bool:
    """Whether an id has been made here and nobody has changed it; of ids without check bytes, as
    older versions made them, False."""
    try:
        code = urlsafe_b64decode(id.encode())[:-CHECK_BYTES]
    except ValueError:  # it does not even look like one
        return False
    return len(code) == ID_BYTES and checked(code) == id


def digest(token: str) -> bytes:
    """What is stored of a token.  It is long and random, so that a plain hash is enough."""
    return hashlib.sha256(token.encode()).digest()
