"""Minimal HTTP and WebSocket clients, which take less processor time than the measured server."""

import asyncio
import os
from base64 import b64encode
from collections.abc import Callable
from time import perf_counter
from typing import Any, cast

import orjson

TEXT, CLOSE, PING = 1, 8, 9  # opcodes
FINAL_TEXT, FINAL_PONG = 0x81, 0x8A  # first bytes of unfragmented frames
MASK_BIT = 0x80  # in the second byte, with the length
MessageHandler = Callable[[bytes, float], None]  # called with a message and its time of arrival


def find_frame_end(data: bytes, begin: int) -> int | None:
    """Return the end of the frame that begins at an index, perhaps beyond the data; None if the
    header of the frame is incomplete.
    """
    size, header_end = data[begin + 1 : begin + 2], begin + 2
    if not size:
        return None
    if size[0] < 126:
        return header_end + size[0]
    payload_begin = header_end + (2 if size[0] == 126 else 8)
    if len(data) < payload_begin:
        return None
    return payload_begin + int.from_bytes(data[header_end:payload_begin])


class WebSocketClient(asyncio.Protocol):
    """A WebSocket client that sends JSON and passes received messages on as bytes."""

    def __init__(
        self, host: str, path: str, on_message: MessageHandler, on_close: Callable[[], None]
    ) -> None:
        self.host = host
        self.path = path
        self.on_message = on_message
        self.on_close = on_close
        self.incomplete = b""  # received bytes of an incomplete frame
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
        received_at = perf_counter()
        data, self.incomplete = self.incomplete + data, b""
        begin = 0 if self.is_open else self.read_handshake(data)
        while self.is_open and begin < len(data):
            end = find_frame_end(data, begin)
            if end is None or end > len(data):
                break
            self.handle_frame(data, begin, end, received_at)
            begin = end
        self.incomplete = data[begin:]

    def read_handshake(self, data: bytes) -> int:
        """Return the start of the first frame; 0 until the handshake of the server is complete."""
        end = data.find(b"\r\n\r\n")
        if end < 0:
            return 0
        if self.opened.done():  # cancelled: no caller waits for the connection any more
            self.transport.close()
        elif data.startswith(b"HTTP/1.1 101"):
            self.is_open = True
            self.opened.set_result(None)
        else:
            self.opened.set_exception(ConnectionRefusedError(data[:end].decode()))
            self.transport.close()
        return end + 4

    def handle_frame(self, data: bytes, begin: int, end: int, received_at: float) -> None:
        """Handle a complete frame; frames are never fragmented, and the server masks none."""
        opcode, size = data[begin] & 15, data[begin + 1]
        payload = data[begin + (2 if size < 126 else 4 if size == 126 else 10) : end]
        if opcode == TEXT:
            self.on_message(payload, received_at)
        elif opcode == PING:
            self.send_frame(FINAL_PONG, payload)
        elif opcode == CLOSE:
            self.transport.close()

    def send(self, message: Any) -> None:
        self.send_frame(FINAL_TEXT, orjson.dumps(message))

    def send_frame(self, first_byte: int, payload: bytes) -> None:
        """Send a frame, masked with zeros, which leave the data unchanged."""
        size = len(payload)
        # A length of 126 means that two more bytes contain the length.
        length = (
            bytes([MASK_BIT | size]) if size < 126 else bytes([MASK_BIT | 126]) + size.to_bytes(2)
        )
        self.transport.write(bytes([first_byte]) + length + b"\0\0\0\0" + payload)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(exc or ConnectionResetError("closed before it was open"))
        self.on_close()

    def close(self) -> None:
        """Close without waiting for a close frame."""
        self.transport.abort()


async def connect(
    url: str, table: str, on_message: MessageHandler, on_close: Callable[[], None] = lambda: None
) -> WebSocketClient:
    """Open the WebSocket of a table."""
    address = url.removeprefix("http://")
    host, _, port = address.partition(":")
    path = f"/api/tables/{table}/socket"
    loop = asyncio.get_running_loop()
    _, socket = await loop.create_connection(
        lambda: WebSocketClient(address, path, on_message, on_close), host, int(port)
    )
    await socket.opened
    return socket


class RestClient:
    """A REST client with a few persistent connections."""

    def __init__(self, url: str, connections: int = 16) -> None:
        self.host = url.removeprefix("http://")
        self.idle: asyncio.LifoQueue[tuple[asyncio.StreamReader, asyncio.StreamWriter] | None] = (
            asyncio.LifoQueue()
        )
        for _ in range(connections):
            self.idle.put_nowait(None)

    async def request(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request and return the decoded response; raise RuntimeError unless it succeeds."""
        streams = await self.idle.get()
        try:
            if streams is None:
                host, _, port = self.host.partition(":")
                streams = await asyncio.open_connection(host, int(port))
            head, body_bytes = await self.exchange(*streams, method, path, body)
        except BaseException:
            self.idle.put_nowait(None)
            raise
        self.idle.put_nowait(streams)
        if not head.startswith("http/1.1 2"):
            raise RuntimeError(f"{method} {path}: {head.splitlines()[0]} {body_bytes.decode()}")
        return orjson.loads(body_bytes)

    async def exchange(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        method: str,
        path: str,
        body: Any,
    ) -> tuple[str, bytes]:
        """Send a request; return the lower-case head and the body of the response."""
        data = b"" if body is None else orjson.dumps(body)
        request = f"{method} {path} HTTP/1.1\r\nHost: {self.host}\r\nContent-Length: {len(data)}"
        writer.write(f"{request}\r\nContent-Type: application/json\r\n\r\n".encode() + data)
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = head.partition("content-length:")[2].partition("\r\n")[0]
        return head, await reader.readexactly(int(length))
