"""Processes notify each other of events by PostgreSQL's LISTEN and NOTIFY.

A notification is part of the transaction that writes the event, so it arrives when, and only when,
the event can be read.  Processes receive their own notifications, too, and send heartbeats: a
connection without any notification for some time is replaced, even if no error was reported.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from threading import Event as Signal
from threading import Thread
from typing import Any

import psycopg
from sqlalchemy import URL, Connection, bindparam, func, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.types import Text

from steinreich.hall.storage.database import ANY_TABLE, TIMEOUT_SECONDS, make_storage_error

log = logging.getLogger("steinreich.storage")
MAX_SILENCE_SECONDS = 15.0  # after which a connection is replaced; heartbeats are more frequent
CHANNEL = "steinreich_events"
POLL_SECONDS = 0.2  # between two checks whether to stop
RETRY_SECONDS = (0.1, 0.2, 0.5, 1.0, 2.0)  # before each attempt to reconnect; the last repeats

payloads = bindparam("payloads", type_=ARRAY(Text))
NOTIFY = select(func.pg_notify(CHANNEL, func.unnest(payloads)))


class Listener:
    """Receives notifications of other processes in a thread that reconnects by itself."""

    def __init__(self, url: URL, process: str, on_event: Callable[[str, int], None]) -> None:
        self.url = url
        self.process = process  # this process, whose own notifications are ignored
        self.on_event = on_event
        self.stop_signal = Signal()
        self.received_at = time.monotonic()
        self.thread = Thread(target=self.run, name="storage-listener", daemon=True)

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        """Connect; from now on events of other processes are reported in this event loop."""
        self.loop = loop
        try:
            self.connection = self.connect()
        except psycopg.Error as error:
            raise make_storage_error(self.url, error) from error
        self.thread.start()

    def close(self) -> None:
        self.stop_signal.set()
        self.thread.join()
        self.connection.close()  # perhaps a new one that the thread has not used yet

    @property
    def is_silent(self) -> bool:
        """Return whether the connection must be broken, as nothing has arrived for too long."""
        return time.monotonic() - self.received_at > MAX_SILENCE_SECONDS

    def notify(self, connection: Connection, events: list[tuple[str, int]]) -> None:
        """Send notifications of events, by table and seq, when the transaction is committed."""
        messages = [f"{self.process} {seq} {table}" for table, seq in events]
        connection.execute(NOTIFY, {"payloads": messages})

    def send_heartbeat(self, connection: Connection) -> None:
        """Send a notification without an event; all processes receive it."""
        self.notify(connection, [("", 0)])

    # In the thread

    def connect(self) -> psycopg.Connection[Any]:
        _, parameters = self.url.get_dialect()().create_connect_args(self.url)
        options = {
            "connect_timeout": TIMEOUT_SECONDS,
            "keepalives_idle": TIMEOUT_SECONDS,
            **parameters,
        }
        connection = psycopg.connect(**options, autocommit=True)
        try:
            connection.execute(f"LISTEN {CHANNEL}")
        except psycopg.Error:
            connection.close()
            raise
        self.received_at = time.monotonic()
        return connection

    def run(self) -> None:
        while not self.stop_signal.is_set():
            try:
                with self.connection:
                    self.receive()
            except psycopg.Error:
                self.reconnect()

    def receive(self) -> None:
        """Report notifications until the connection breaks or is silent for too long."""
        while not self.stop_signal.is_set():
            for notification in self.connection.notifies(timeout=POLL_SECONDS):
                self.received_at = time.monotonic()
                sender, seq, table = notification.payload.split(" ", 2)
                if table and sender != self.process:
                    self.loop.call_soon_threadsafe(self.on_event, table, int(seq))
            if self.is_silent:
                log.warning("nothing received for %g s: reconnecting", MAX_SILENCE_SECONDS)
                self.connection.close()
                raise psycopg.OperationalError("no notifications received")

    def reconnect(self) -> None:
        """Retry until it works; then report that events may have been missed."""
        attempts = 0
        while not self.stop_signal.wait(RETRY_SECONDS[min(attempts, len(RETRY_SECONDS) - 1)]):
            try:
                self.connection = self.connect()
            except psycopg.Error:
                attempts += 1
            else:
                self.loop.call_soon_threadsafe(self.on_event, ANY_TABLE, 0)
                return
