"""A process that plays one game after the other, for as long as it is given games."""

import os
import signal
import sys
import time
from contextlib import suppress
from multiprocessing import parent_process
from multiprocessing.connection import Connection
from threading import Thread

from steinreich.arena.plan import Match
from steinreich.arena.playing import Bench, Maker, play

FAREWELL_SECONDS = 3.0  # for players to leave


def serve(link: Connection, match: Match, made: Maker) -> None:
    """Play the games that come through the link, and tell through it how they go."""
    lead_a_group()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # in good order, with all players
    Thread(target=follow_the_arena, daemon=True).start()
    bench = Bench(match, made)
    try:
        with suppress(EOFError, ConnectionError):  # the arena has closed the link
            while True:
                for message in play(link.recv(), bench):
                    link.send(message)
    finally:
        bench.close()


def lead_a_group() -> None:
    """Ctrl-C is for the arena's process; what is started here forms a group with us."""
    if hasattr(os, "setsid"):
        os.setsid()
    else:  # no groups: we are at least not interrupted ourselves
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def kill_the_group(leader: int) -> None:
    """Kill a worker at once, with all that it has started where the system knows groups."""
    if hasattr(os, "killpg"):
        os.killpg(leader, signal.SIGKILL)
    else:
        os.kill(leader, signal.SIGTERM)  # which ends a process at once where there are no groups


def follow_the_arena() -> None:
    """When the arena's process has been killed, end as well, in the middle of a thought."""
    arena = parent_process()
    if arena:
        arena.join()
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(FAREWELL_SECONDS)
        kill_the_group(os.getpid())
