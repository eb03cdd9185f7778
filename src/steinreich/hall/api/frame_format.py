"""Frames of sockets, as far as nearly all of them need it: whole, short, in one piece.

What is written here is read and written by the library behind uvicorn as well, and takes it several
times as long; it is left everything that is not as simple.
"""

from websockets.utils import apply_mask

WHOLE_TEXT, WHOLE_BYTES = 0x81, 0x82  # the first byte of a message in one piece
MASKED = 0x80  # in the second byte: as everything that a browser sends
SHORT, IN_TWO_BYTES = 125, 126  # sizes in the second byte: itself up to here; or in the next two
HEAD, MASK = 2, 4  # bytes
IN_EIGHT_BYTES = 127


def end_of_frame(data: bytes, begin: int) -> int | None:
    """Where the frame that begins here ends, perhaps behind the data; None if that cannot be seen
    yet."""
    if len(data) < begin + HEAD:
        return None
    size, first = data[begin + 1] & ~MASKED, begin + HEAD
    if size > SHORT:
        first += 2 if size == IN_TWO_BYTES else 8
        if len(data) < first:
            return None
        size = int.from_bytes(data[begin + HEAD : first])
    return first + size + (MASK if data[begin + 1] & MASKED else 0)


def whole_message(data: bytes, begin: int, end: int) -> bytes | None:
    """The message in a frame; None if it is not in one piece, or is something else."""
    if data[begin] not in (WHOLE_TEXT, WHOLE_BYTES) or not data[begin + 1] & MASKED:
        return None
    size = data[begin + 1] & ~MASKED
    first = begin + HEAD + (0 if size <= SHORT else 2 if size == IN_TWO_BYTES else 8)
    return apply_mask(data[first + MASK : end], data[first : first + MASK])


def text_frame(message: bytes) -> bytes:
    """A message in UTF-8 as it is sent to a browser."""
    size = len(message)
    if size <= SHORT:
        return bytes((WHOLE_TEXT, size)) + message
    if size < 1 << 16:
        return bytes((WHOLE_TEXT, IN_TWO_BYTES)) + size.to_bytes(2) + message
    return bytes((WHOLE_TEXT, IN_EIGHT_BYTES)) + size.to_bytes(8) + message
