"""Secrets that seat people: long and random, and only their digests are kept."""

import hashlib
import secrets

TOKEN_BYTES = 24
ID_BYTES = 12


def new_token() -> str:
    """What its holder may act with; nobody else ever sees it."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_id() -> str:
    """The name of a table: who knows it may watch."""
    return secrets.token_urlsafe(ID_BYTES)


def digest(token: str) -> bytes:
    """What is stored of a token.  It is long and random, so that a plain hash is enough."""
    return hashlib.sha256(token.encode()).digest()
