"""Tokens, invitations and table ids: long random secrets, of which only digests are stored.

The browser generates the token of its seats, so opening and joining are idempotent: a retry with
the same token has the same result.  For this, the id of a new table and its invitations are derived
from the token; they reveal nothing about it.

Table ids end in check bytes, so that ids of deleted tables can be distinguished from mistyped ones.
"""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode

# A multiple of 3, as is ID_BYTES + CHECKSUM_BYTES: then Base64 needs no padding
TOKEN_BYTES = 24
ID_BYTES = 12
CHECKSUM_BYTES = 3


def new_token() -> str:
    """Return a random token, which authorizes its holder to play a seat."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_id() -> str:
    """Return a random table id; it allows watching."""
    return add_checksum(secrets.token_bytes(ID_BYTES))


def derive_table_id(token: str) -> str:
    """Return the id of the table that is opened with a token."""
    return add_checksum(derive(token, "table")[:ID_BYTES])


def derive_invitation(token: str, seat: int) -> str:
    """Return the invitation to a seat of the table that is opened with a token."""
    return urlsafe_b64encode(derive(token, f"seat {seat}")[:TOKEN_BYTES]).decode()


def derive(token: str, purpose: str) -> bytes:
    """Return a secret for a purpose that only holders of the token can compute."""
    return hmac.digest(token.encode(), purpose.encode(), "sha256")


def add_checksum(code: bytes) -> str:
    """Return an id with its check bytes."""
    return urlsafe_b64encode(code + hashlib.sha256(code).digest()[:CHECKSUM_BYTES]).decode()


def is_genuine(id: str) -> bool:
    """Return whether an id has valid check bytes."""
    try:
        code = urlsafe_b64decode(id.encode())[:-CHECKSUM_BYTES]
    except ValueError:  # not Base64
        return False
    return len(code) == ID_BYTES and add_checksum(code) == id


def digest(token: str) -> bytes:
    """Return the digest of a token for storage; a plain hash is enough for a long random secret."""
    return hashlib.sha256(token.encode()).digest()
