"""Secrets that seat people: long and random, and only their digests are kept.

The browser makes the token of its seats itself.  An answer that gets lost on its way destroys
nothing then: who asks again with the same token is answered the same.  For this the name of a new
table and its invitations follow from the token, and from them nothing follows about the token.
"""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode

TOKEN_BYTES = 24
ID_BYTES = 12


def new_token() -> str:
    """What its holder may act with; nobody else ever sees it."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_id() -> str:
    """The name of a table: who knows it may watch."""
    return secrets.token_urlsafe(ID_BYTES)


def id_of(token: str) -> str:
    """The name of the table that is opened with this token."""
    return derived(token, "table", ID_BYTES)


def invite_of(token: str, seat: int) -> str:
    """The invitation to a seat of the table that is opened with this token."""
    return derived(token, f"seat {seat}", TOKEN_BYTES)


def derived(token: str, purpose: str, length: int) -> str:
    code = hmac.digest(token.encode(), purpose.encode(), "sha256")
    return urlsafe_b64encode(code[:length]).decode()


def digest(token: str) -> bytes:
    """What is stored of a token.  It is long and random, so that a plain hash is enough."""
    return hashlib.sha256(token.encode()).digest()
