"""Minimal HTTP and WebSocket clients, so that they take less time than the measured server."""

import asyncio
import os
from base64 import b64encode
from collections.abc import Callable
from time import perf_counter
from typing import Any, cast

import orjson

TEXT, CLOSE, PING = 1, 8, 9
Heard = Callable[[bytes, float], None]  # a message, and its time of arrival


def end_of_frame(data: bytes, begin: int) -> int | None:
    """Return the end of a frame of the server, perhaps beyond the data; None if it is not known
    yet.
    """
    size, head = data[begin + 1 : begin + 2], begin + 2
    if not size:
        return None
    if size[0] < 126:
        return head + size[0]
    first = head + (2 if size[0] == 126 else 8)
    return first + int.from_bytes(data[head:first]) if len(data) >= first else None


class Socket(asyncio.Protocol):
    """A WebSocket: text in both directions."""

    def __init__(self, host: str, path: str, heard: Heard, ended: Callable[[], None]) -> None:
        self.host = host
        self.path = path
        self.heard = heard
        self.ended = ended
        self.begun = b""  # incomplete data
        self.is_open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        key = b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET {self.path} HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        at = perf_counter()
        data, self.begun = self.begun + data, b""
        begin = 0 if self.is_open else self.end_of_handshake(data)
        while self.is_open and begin < len(data):
            end = end_of_frame(data, begin)
            if end is None or end > len(data):
                break
            self.hear_frame(data, begin, end, at)
            begin = end
        self.begun = data[begin:]

    def end_of_handshake(self, data: bytes) -> int:
        """Return the start of the first frame; -1 until the server's handshake is complete."""
        end = data.find(b"\r\n\r\n")
        if end < 0:
            return 0
        if self.opened.done():  # no caller waits for it any more
            self.transport.close()
        elif data.startswith(b"HTTP/1.1 101"):
            self.is_open = True
            self.opened.set_result(None)
        else:
            self.opened.set_exception(ConnectionRefusedError(data[:end].decode()))
            self.transport.close()
        return end + 4

    def hear_frame(self, data: bytes, begin: int, end: int, at: float) -> None:
        """Handle a complete frame; frames are never fragmented, and the server masks none."""
        kind, size = data[begin] & 15, data[begin + 1]
        payload = data[begin + (2 if size < 126 else 4 if size == 126 else 10) : end]
        if kind == TEXT:
            self.heard(payload, at)
        elif kind == PING:
            self.send_frame(0x8A, payload)
        elif kind == CLOSE:
            self.transport.close()

    def say(self, message: Any) -> None:
        self.send_frame(0x81, orjson.dumps(message))

    def send_frame(self, head: int, payload: bytes) -> None:
        """Send a frame, masked with zeros, which leave the data unchanged."""
        size = len(payload)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2)
        self.transport.write(bytes([head]) + length + b"\0\0\0\0" + payload)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionResetError("closed before it was open"))
        self.ended()

    def close(self) -> None:
        """Close without waiting for a close frame."""
        self.transport.abort()


async def connect(
    url: str, table: str, heard: Heard, ended: Callable[[], None] = lambda: None
) -> Socket:
    """Open the socket of a table."""
    address = url.removeprefix("http://")
    host, _, port = address.partition(":")
    path = f"/api/tables/{table}/socket"
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: Socket(address, path, heard, ended), host, int(port)
    )
    await socket.opened
    return socket


class Rest:
    """A few persistent connections for short requests."""

    def __init__(self, url: str, connections: int = 16) -> None:
        self.host = url.removeprefix("http://")
        self.idle: asyncio.LifoQueue[tuple[asyncio.StreamReader, asyncio.StreamWriter] | None] = (
            asyncio.LifoQueue()
        )
        for _ in range(connections):
            self.idle.put_nowait(None)

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request and return the response."""
        streams = await self.idle.get()
        try:
            if streams is None:
                host, _, port = self.host.partition(":")
                streams = await asyncio.open_connection(host, int(port))
            answer, text = await self.asked(*streams, method, path, body)
        except BaseException:
            self.idle.put_nowait(None)
            raise
        self.idle.put_nowait(streams)
        if not answer.startswith("http/1.1 2"):
            raise RuntimeError(f"{method} {path}: {answer.splitlines()[0]} {text.decode()}")
        return orjson.loads(text)

    async def asked(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        method: str,
        path: str,
        body: Any,
    ) -> tuple[str, bytes]:
        """Return the head and the text of a response."""
        data = b"" if body is None else orjson.dumps(body)
        head = f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\nContent-Length: {len(data)}"
        writer.write(f"{head}\r\nContent-Type: application/json\r\n\r\n".encode() + data)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = answer.partition("content-length:")[2].partition("\r\n")[0]
        return answer, await reader.readexactly(int(length))
