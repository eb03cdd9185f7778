"""A desk: a process in which the computer thinks, replaced whenever it ends, seen from outside."""

import asyncio
import json
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from steinreich.engines.worker import Task

LOG = logging.getLogger(__name__)
PROGRAM = "steinreich.engines.worker"
LONGEST_START = 60.0  # seconds until a process greets, on a machine that has other things to do
LONGEST_PAUSE = 30.0  # seconds before a process that cannot live is started again

Message = dict[str, Any]


class WorkerProcess:
    """At most one task at a time.

    `ready` is called when it can be given the first one, `heard` with every message on a task, and
    `lost` when the process has ended, perhaps with a task unfinished.
    """

    def __init__(
        self,
        memory: int,
        niceness: int,
        *,
        ready: Callable[[], None],
        heard: Callable[["WorkerProcess", Message], None],
        lost: Callable[["WorkerProcess"], None],
    ) -> None:
        self.arguments = [str(memory), str(niceness)]
        self.ready = ready
        self.heard = heard
        self.lost = lost
        self.warm: set[str] = set()  # the kinds of games whose machine code is loaded
        self.task: Task | None = None
        self.alarm: asyncio.TimerHandle | None = None
        self.process: Process | None = None
        self.failures = 0  # processes in a row that never got ready
        self.life = asyncio.get_running_loop().create_task(self.live())

    @property
    def is_free(self) -> bool:
        """Whether it can be given a task now."""
        return self.process is not None and self.task is None

    @property
    def is_warming(self) -> bool:
        """Whether it loads machine code, or makes it."""
        return self.task is not None and self.task.kind == "warm"

    def begin(self, task: Task, seconds: float) -> None:
        """Give it a task; if it says nothing final within some time, its process is killed."""
        self.task = task
        self.alarm = asyncio.get_running_loop().call_later(seconds, self.give_up, seconds)
        self.send(task._asdict())

    def hurry(self) -> None:
        """Ask for the answer now."""
        self.send({"hurry": True})

    def finish(self) -> None:
        """The task is done, one way or the other."""
        self.task = None
        if self.alarm:
            self.alarm.cancel()
            self.alarm = None

    def send(self, message: Message) -> None:
        """Send a line; where nobody reads it any more, listening finds out."""
        if self.process and self.process.stdin:
            self.process.stdin.write(json.dumps(message).encode() + b"\n")

    def give_up(self, seconds: float) -> None:
        """It has been silent for too long."""
        LOG.warning("an engine process gave no answer within %g s and is killed", seconds)
        if self.process:
            self.process.kill()

    async def live(self) -> None:
        """Start the process again and again, after longer and longer pauses if it cannot live."""
        pause = 0.0
        while True:
            try:
                got_ready = await self.run_once()
            except (OSError, ValueError) as error:  # no memory for another process; nonsense heard
                LOG.warning("an engine process is of no use: %s", error)
                got_ready = False
            self.failures = 0 if got_ready else self.failures + 1
            self.lost(self)
            pause = 0.0 if got_ready else min(LONGEST_PAUSE, 2 * pause + 0.5)
            await asyncio.sleep(pause)

    async def run_once(self) -> bool:
        """One process from its start to its end; whether it was ever ready."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", PROGRAM, *self.arguments),
            stdin=PIPE,
            stdout=PIPE,
            start_new_session=True,  # Ctrl-C is for the server, which ends this one in good order
        )
        try:
            await self.listen(process)
        except BaseException:
            with suppress(ProcessLookupError):
                process.kill()
            raise
        finally:
            got_ready = self.process is not None
            self.process = None
            self.warm.clear()
            await process.wait()
        LOG.warning("an engine process has ended with exit code %s", process.returncode)
        return got_ready

    async def listen(self, process: Process) -> None:
        """Hear what a process says until it ends; TimeoutError if it freezes before it is ready."""
        assert process.stdout
        try:
            async with asyncio.timeout(LONGEST_START):
                greeting = await process.stdout.readline()  # all is imported
        except TimeoutError:
            raise TimeoutError(f"it was not ready within {LONGEST_START:g} s") from None
        if greeting:
            self.process = process
            self.ready()
        while line := await process.stdout.readline():
            self.heard(self, json.loads(line))

    async def close(self) -> None:
        """End the process for good."""
        self.finish()
        self.life.cancel()
        await asyncio.wait([self.life])
