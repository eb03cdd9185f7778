"""Simple frames are read and written just as the library does it, and others are left to it."""

import os

import pytest
from websockets.frames import Frame, Opcode

from steinreich.hall.api.frame_format import end_of_frame, text_frame, whole_message

SIZES = [0, 1, 125, 126, 127, 255, 65_535, 65_536]


@pytest.mark.parametrize("size", SIZES)
def test_what_is_written_is_what_the_library_writes(size: int) -> None:
    message = os.urandom(size)
    assert text_frame(message) == Frame(Opcode.TEXT, message).serialize(mask=False)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("opcode", [Opcode.TEXT, Opcode.BINARY])
def test_what_the_library_writes_is_read(size: int, opcode: Opcode) -> None:
    message = os.urandom(size)
    frame = Frame(opcode, message).serialize(mask=True)
    data = b"before" + frame + b"behind"
    assert end_of_frame(data, 6) == 6 + len(frame)
    assert whole_message(data, 6, 6 + len(frame)) == message


def test_an_end_that_cannot_be_seen_yet() -> None:
    for size in SIZES:
        frame = Frame(Opcode.TEXT, bytes(size)).serialize(mask=True)
        for cut in range(min(len(frame), 12)):
            assert end_of_frame(frame[:cut], 0) in (None, len(frame))
        assert end_of_frame(frame[:1], 0) is None


@pytest.mark.parametrize(
    "frame",
    [
        Frame(Opcode.PING, b"x").serialize(mask=True),
        Frame(Opcode.CLOSE, b"").serialize(mask=True),
        Frame(Opcode.CONT, b"x").serialize(mask=True),
        Frame(Opcode.TEXT, b"x", fin=False).serialize(mask=True),
        b"\xc1\x81\0\0\0\0x",  # with a bit that nothing stands for
        Frame(Opcode.TEXT, b"x").serialize(mask=False),  # no browser does so
    ],
    ids=["ping", "close", "more", "not all", "unknown bit", "no mask"],  # masks are random
)
def test_what_is_not_simple_is_left_to_the_library(frame: bytes) -> None:
    assert end_of_frame(frame, 0) == len(frame)
    assert whole_message(frame, 0, len(frame)) is None
