"""A worker seen from outside: a process that is replaced whenever it ends."""

import asyncio
import logging
import os
import pickle
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from steinreich.engines.worker import (
    LENGTH,
    Ask,
    Message,
    Started,
    Stop,
    framed,
    length_of,
)

LOG = logging.getLogger(__name__)
PROGRAM = "steinreich.engines.worker"
LONGEST_START = 60.0  # seconds until a process is ready, on a machine that has other things to do
LONGEST_PAUSE = 30.0  # seconds before a process that cannot live is started again


class WorkerProcess:
    """At most one question at a time.

    `ready` is called when it can be asked for the first time, `heard` with every message on a
    question, and `lost` when nothing more will come from the process, and why.
    """

    def __init__(
        self,
        start: bytes,
        farewell: float,
        *,
        ready: Callable[[], None],
        heard: Callable[["WorkerProcess", Message], None],
        lost: Callable[["WorkerProcess", str], None],
    ) -> None:
        self.start = start  # the first message to a process
        self.farewell = farewell  # seconds to end in good order before it is killed
        self.ready = ready
        self.heard = heard
        self.lost = lost
        self.is_asked = False
        self.alarm: asyncio.TimerHandle | None = None
        self.process: Process | None = None  # that can be asked
        self.failures = 0  # processes in a row that never got ready
        self.is_closing = False
        self.life = asyncio.get_running_loop().create_task(self.live())

    @property
    def is_free(self) -> bool:
        """Whether it can be asked now."""
        return self.process is not None and not self.is_asked

    # A question

    def ask(self, question: Any, seconds: float | None, is_stopped: bool = False) -> None:
        """Put a question; if nothing final is said within some time, the process is ended."""
        self.is_asked = True
        self.allow(seconds)
        self.send(Ask(question, is_stopped))

    def allow(self, seconds: float | None) -> None:
        """From now on so much time is left for the answer; None: all the time there is."""
        if self.alarm:
            self.alarm.cancel()
        loop = asyncio.get_running_loop()
        self.alarm = None if seconds is None else loop.call_later(seconds, self.give_up, seconds)

    def stop(self) -> None:
        """Ask for the answer now."""
        self.send(Stop())

    def finish(self) -> None:
        """The question is done with, one way or the other."""
        self.is_asked = False
        self.allow(None)

    def send(self, message: Ask | Stop) -> None:
        """Send a message; where nobody reads it any more, listening finds out."""
        if self.process and self.process.stdin:
            self.process.stdin.write(framed(message))

    def give_up(self, seconds: float) -> None:
        """It has been silent for too long."""
        LOG.warning("an engine process gave no answer within %g s and is ended", seconds)
        self.replace(f"no answer within {seconds:g} s")

    # The process

    def replace(self, reason: str) -> None:
        """End the process, in good order if there is time for that; another one follows."""
        process, self.process = self.process, None
        if not process:
            return
        if self.farewell and process.stdin:
            process.stdin.close()
            asyncio.get_running_loop().call_later(self.farewell, kill, process)
        else:
            kill(process)
        self.lost(self, reason)

    async def live(self) -> None:
        """Start the process again and again, after longer and longer pauses if it cannot live."""
        pause = 0.0
        while not self.is_closing:
            try:
                got_ready, reason = await self.run_once()
            except (OSError, ValueError) as error:  # no memory for another process; nonsense heard
                LOG.warning("an engine process is of no use: %s", error)
                got_ready, reason = False, str(error)
            self.failures = 0 if got_ready else self.failures + 1
            if reason:
                self.lost(self, reason)
            pause = 0.0 if got_ready else min(LONGEST_PAUSE, 2 * pause + 0.5)
            await asyncio.sleep(pause)

    async def run_once(self) -> tuple[bool, str]:
        """One process from its start to its end: whether it was ever ready, and why it ended if
        nobody knows yet."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", PROGRAM),
            stdin=PIPE,
            stdout=PIPE,
            start_new_session=True,  # Ctrl-C is for us; what is started there forms a group with it
        )
        got_ready = False
        try:
            if got_ready := await self.greet(process):
                await self.listen(process)
        except BaseException:
            kill(process)
            raise
        finally:
            is_news = not got_ready or self.process is not None
            self.process = None
            await buried(process)
        reason = f"its process ended with exit code {process.returncode}"
        if process.returncode != 0:  # else it was asked to go
            LOG.warning("an engine process has ended with exit code %s", process.returncode)
        return got_ready, reason if is_news else ""

    async def greet(self, process: Process) -> bool:
        """Say who is to answer; whether it gets ready.  TimeoutError if it freezes before."""
        assert process.stdin
        process.stdin.write(self.start)
        try:
            async with asyncio.timeout(LONGEST_START):
                greeting = await received(process)  # all is imported
        except TimeoutError:
            raise TimeoutError(f"it was not ready within {LONGEST_START:g} s") from None
        if isinstance(greeting, Started):
            self.process = process
            self.ready()
        return isinstance(greeting, Started)

    async def listen(self, process: Process) -> None:
        """Hear what a process says until it ends."""
        while (message := await received(process)) is not None:
            if process is self.process:  # else it has been given up
                self.heard(self, message)

    async def close(self) -> None:
        """End the process for good."""
        self.finish()
        self.is_closing = True
        if self.farewell and self.process and self.process.stdin:
            self.process.stdin.close()
            await asyncio.wait([self.life], timeout=self.farewell)
        self.life.cancel()
        await asyncio.wait([self.life])


async def received(process: Process) -> Message | None:
    """The next message of a process, None after the last one."""
    assert process.stdout
    try:
        head = await process.stdout.readexactly(LENGTH.size)
        message: Message = pickle.loads(await process.stdout.readexactly(length_of(head)))
    except asyncio.IncompleteReadError:
        return None
    except (pickle.UnpicklingError, EOFError, AttributeError, ImportError, IndexError) as error:
        raise ValueError(f"what it sent is not a message: {error}") from None
    return message


async def buried(process: Process) -> None:
    """Wait for the end of a process; who may not wait any longer kills it."""
    try:
        await process.wait()
    except asyncio.CancelledError:
        kill(process)
        await process.wait()
        raise


def kill(process: Process) -> None:
    """End a process at once, with all that it has started where the system knows groups."""
    if process.returncode is not None:
        return
    with suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
