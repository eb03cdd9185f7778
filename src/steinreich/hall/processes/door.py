"""The door of a hall with several processes: it leads whoever comes to the process of their table.

People at one table shall meet in one process, or several would do the work of one.  So the door
looks at the first line of a request, which it leaves where it is, and passes the connection on as
if that process had accepted it.  Who asks for no table, or says nothing for a while, is led to
the next process in turn.  That is a matter of speed alone: every process may serve every table.
"""

import re
import socket
import time
from collections.abc import Sequence
from itertools import cycle
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from threading import Thread

from steinreich.hall.processes.place import home_of

TABLE = re.compile(rb"[A-Z]+ /api/tables/([A-Za-z0-9_-]{1,60})[/? ]")
GLANCE = 256  # bytes of a request that are looked at
SILENCE = 2.0  # seconds for which somebody may say nothing before any process will do
MOST_SILENT = 500  # who says nothing while so many wait is led on at once
ARRIVALS = 64  # let in at once, before those who are there are seen to
PAUSE = 0.01  # seconds before it is tried again, where no process takes anybody
GLANCES = 0.1  # seconds between two looks at whether to close


class Door:
    """Accepts connections in a thread and passes each on to one of the processes."""

    def __init__(self, listening: socket.socket, ways: Sequence[socket.socket]) -> None:
        self.listening = listening
        self.ways = ways  # to each process
        self.next = cycle(range(len(ways)))
        self.silent: dict[socket.socket, float] = {}  # until when each is waited for; oldest first
        self.selector = DefaultSelector()
        self.free_ways = DefaultSelector()
        self.is_stuck = False  # whether somebody could not be led on just now
        self.is_full = False  # whether somebody could not be let in
        self.is_closed = False
        self.thread = Thread(target=self.work, name="door", daemon=True)
        for one in (listening, *ways):
            one.setblocking(False)

    def open(self) -> None:
        self.selector.register(self.listening, EVENT_READ)
        for way in self.ways:
            self.free_ways.register(way, EVENT_WRITE)
        self.thread.start()

    def close(self) -> None:
        """Let nobody in any more."""
        self.is_closed = True
        self.thread.join()
        for connection in (*self.silent, self.listening):
            connection.close()
        self.selector.close()
        self.free_ways.close()

    # In the thread

    def work(self) -> None:
        while not self.is_closed:
            self.is_stuck = self.is_full = False
            for key, _ in self.selector.select(GLANCES):
                if key.fileobj is self.listening:
                    self.let_in()
                elif isinstance(key.fileobj, socket.socket):
                    self.look_at(key.fileobj)
                if self.is_stuck:
                    break
            else:
                self.lead_the_silent()
            if (
                self.is_stuck
            ):  # all would be looked at again and again: processors are needed inside
                self.free_ways.select(GLANCES)
            if self.is_stuck or self.is_full:
                time.sleep(PAUSE)

    def let_in(self) -> None:
        """Accept who waits outside, as long as there is room inside."""
        room = 2 * MOST_SILENT - len(self.silent)
        for _ in range(min(ARRIVALS, room)):
            try:
                connection, _ = self.listening.accept()
            except BlockingIOError:  # nobody is left
                return
            except OSError:  # too many files are open, for now; or somebody has just gone
                room = 0
                break
            connection.setblocking(False)
            self.silent[connection] = time.monotonic() + SILENCE
            self.selector.register(connection, EVENT_READ)
        self.is_full = room <= 0

    def look_at(self, connection: socket.socket) -> None:
        """Somebody has begun to speak, or is gone."""
        try:
            head = connection.recv(GLANCE, socket.MSG_PEEK)
        except BlockingIOError:
            return
        except OSError:
            head = b""
        if not head:
            self.forget(connection)
            return
        asked = TABLE.match(head)
        self.lead(connection, home_of(asked[1], len(self.ways)) if asked else next(self.next))

    def lead_the_silent(self) -> None:
        """Who has said nothing for long, or too many of those, may go to any process."""
        now, too_many = time.monotonic(), len(self.silent) - MOST_SILENT
        for number, (connection, until) in enumerate(list(self.silent.items())):
            if number >= too_many and until > now:
                return
            self.lead(connection, next(self.next))
            if self.is_stuck:
                return

    def lead(self, connection: socket.socket, home: int) -> None:
        """Pass a connection on: to this process, or to the next one that takes it now; else it
        stays, and is led on later."""
        for step in range(len(self.ways)):
            way = self.ways[(home + step) % len(self.ways)]
            try:
                socket.send_fds(way, [b"."], [connection.fileno()])
            except OSError:  # it has more than it can take in, or is about to be replaced
                continue
            self.forget(connection)
            return
        self.is_stuck = True

    def forget(self, connection: socket.socket) -> None:
        self.selector.unregister(connection)
        del self.silent[connection]
        connection.close()
