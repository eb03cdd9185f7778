"""A restart during which the port stays open: whoever comes meanwhile waits and is served.

The socket is handed over as systemd hands over its own: it is descriptor 3, `LISTEN_FDS` says so,
and `LISTEN_PID` for whom it is meant.  A hall that is told to restart (SIGHUP) ends in good order
and becomes the new program, with the same process id and the same socket.
"""

import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from steinreich.rules.errors import SteinreichError

FIRST = 3  # the descriptor of what is handed over
MOST_DESCRIPTORS = 256  # that a process which has just begun may have


class CannotListen(SteinreichError):
    """The address cannot be had; the message says which and why."""


def handed_over() -> socket.socket | None:
    """The socket that was opened for this process, if one was."""
    count, meant_for = os.environ.pop("LISTEN_FDS", ""), os.environ.pop("LISTEN_PID", "")
    if meant_for != str(os.getpid()) or count in ("", "0"):
        return None
    if count != "1":
        raise CannotListen(f"one socket can be handed over, not {count}")
    listening = socket.socket(fileno=FIRST)
    if listening.type != socket.SOCK_STREAM or listening.family not in (
        socket.AF_INET,
        socket.AF_INET6,
    ):
        listening.close()
        raise CannotListen("what is handed over is not a TCP socket")
    listening.set_inheritable(False)
    return listening


def keep_descriptors() -> None:
    """What this process was handed is not for those that it starts: an engine that held the port
    open would be in the way of the next hall."""
    for descriptor in range(FIRST, MOST_DESCRIPTORS):
        with suppress(OSError):  # there is none of this number
            os.set_inheritable(descriptor, False)


def has_terminal() -> bool:
    """Whether somebody started it by hand: who closes the terminal means it to end."""
    try:
        return sys.stdin.isatty()
    except (AttributeError, ValueError):  # it was closed
        return False


class Restart:
    """Whether a hall that ends is to begin anew, on the same socket."""

    def __init__(self, listening: socket.socket) -> None:
        self.listening = listening.dup()  # the server closes the one that it was given
        self.is_wanted = False

    def on_hangup(self, end: Callable[[], None]) -> None:
        """SIGHUP ends a hall, and without a terminal it begins anew.  The system may know no such
        signal, and in tests the hall may not be the main thread."""
        if not hasattr(signal, "SIGHUP"):
            return
        if threading.current_thread() is not threading.main_thread():
            return

        def hang_up(*_: object) -> None:
            self.is_wanted = not has_terminal()
            end()

        signal.signal(signal.SIGHUP, hang_up)

    def begin(self, log: str) -> NoReturn:
        """Become the new program; the browser, if one was opened, is still open."""
        os.dup2(self.listening.fileno(), FIRST, inheritable=True)
        handed = {"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid()), "STEINREICH_LOG": log}
        arguments = [one for one in sys.orig_argv[1:] if one != "--open"]
        os.execve(sys.executable, [sys.executable, *arguments], os.environ | handed)
