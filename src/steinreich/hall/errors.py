"""Errors for refused requests, and the error response."""

from steinreich.hall.encoding import encode
from steinreich.hall.tokens import is_genuine
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import DEFAULT_LANGUAGE, Text

REMOVED = Text("This game has been removed from the hall.")
MISTYPED = Text("There is no game at this address: the link is incomplete or mistyped.")


class RequestRefused(SteinreichError):
    """A refused request, with its HTTP status and the reason."""

    def __init__(self, status: int, why: Text) -> None:
        super().__init__(why)
        self.status = status
        self.why = self.message


class NoSuchTable(RequestRefused):
    """A table that does not exist: removed if its id has valid check bytes, else mistyped."""

    def __init__(self, id: str) -> None:
        self.has_existed = is_genuine(id)
        super().__init__(404, REMOVED if self.has_existed else MISTYPED)


class UnreadableTable(RequestRefused):
    """A table with damaged data; the log has the details."""

    def __init__(self) -> None:
        super().__init__(
            500,
            Text("This table is damaged and cannot be read; the log of the hall says why."),
        )


def error_response(
    why: Text, language: str = DEFAULT_LANGUAGE, retry_after: int | None = None
) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """Return headers and body of an error response; `retry_after` is the value of that header, in
    seconds."""
    body = encode({"detail": {"why": why}}, language)
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    return (
        headers if retry_after is None else [*headers, (b"retry-after", b"%d" % retry_after)]
    ), body
