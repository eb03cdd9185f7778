"""Events travel between processes by PostgreSQL's LISTEN and NOTIFY.

A notice is sent within the transaction that writes the event, so it arrives when, and only when,
the event can be read.  A process hears its own notices, too, and sends some for nothing else: who
has heard nothing for long has a connection that is dead, though nothing has been said of its end.
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

from steinreich.hall.storage import notices
from steinreich.hall.storage.database import PATIENCE, explained

log = logging.getLogger("steinreich.storage")
CHANNEL = "steinreich_events"
GLANCE = 0.2  # seconds between two looks at whether to stop
PAUSES = (0.1, 0.2, 0.5, 1.0, 2.0)  # seconds before trying to connect again; the last one stays

texts = bindparam("notices", type_=ARRAY(Text))
SEND = select(func.pg_notify(CHANNEL, func.unnest(texts)))


class Listener:
    """Hears of events that other processes write, in a thread that reconnects by itself."""

    def __init__(self, url: URL, process: str, hear: Callable[[str, int], None]) -> None:
        self.url = url
        self.process = process  # our own name, whose notices are no news
        self.hear = hear
        self.stopping = Signal()
        self.heard_at = time.monotonic()
        self.thread = Thread(target=self.work, name="storage-listener", daemon=True)

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        """Connect; whatever is written from now on will be heard of, in this event loop."""
        self.loop = loop
        try:
            self.connection = self.connect()
        except psycopg.Error as error:
            raise explained(self.url, error) from error
        self.thread.start()

    def close(self) -> None:
        self.stopping.set()
        self.thread.join()
        self.connection.close()  # it may be a new one to which the thread has not come

    @property
    def silence(self) -> float:
        """Seconds since anything was heard."""
        return time.monotonic() - self.heard_at

    def tell(self, connection: Connection, news: list[tuple[str, int]]) -> None:
        """Send notices of events, by table and seq, when the transaction is committed."""
        texts = [f"{self.process} {seq} {table}" for table, seq in news]
        connection.execute(SEND, {"notices": texts})

    # In the thread

    def connect(self) -> psycopg.Connection[Any]:
        _, address = self.url.get_dialect()().create_connect_args(self.url)
        options = {"connect_timeout": PATIENCE, "keepalives_idle": PATIENCE, **address}
        connection = psycopg.connect(**options, autocommit=True)
        try:
            connection.execute(f"LISTEN {CHANNEL}")
        except psycopg.Error:
            connection.close()
            raise
        self.heard_at = time.monotonic()
        return connection

    def work(self) -> None:
        while not self.stopping.is_set():
            try:
                with self.connection:
                    self.listen()
            except psycopg.Error:
                self.reconnect()

    def listen(self) -> None:
        while not self.stopping.is_set():
            for notice in self.connection.notifies(timeout=GLANCE):
                self.heard_at = time.monotonic()
                sender, seq, table = notice.payload.split(" ", 2)
                if table and sender != self.process:
                    self.loop.call_soon_threadsafe(self.hear, table, int(seq))
            if self.silence > notices.SILENCE:
                log.warning(
                    "nothing heard for %g s: the line for news is replaced", notices.SILENCE
                )
                self.connection.close()
                raise psycopg.OperationalError("frozen")

    def reconnect(self) -> None:
        """Try until it works; then say that something may have been missed."""
        tries = 0
        while not self.stopping.wait(PAUSES[min(tries, len(PAUSES) - 1)]):
            try:
                self.connection = self.connect()
            except psycopg.Error:
                tries += 1
            else:
                self.loop.call_soon_threadsafe(self.hear, *notices.EVERYTHING)
                return
