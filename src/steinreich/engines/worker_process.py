"""The parent's side of a worker: a process that is restarted whenever it ends."""

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
    decode_length,
    encode_message,
)

LOG = logging.getLogger(__name__)
WORKER_MODULE = "steinreich.engines.worker"
MAX_START_SECONDS = 60.0  # until a process is ready, on a loaded machine
MIN_RESTART_DELAY_SECONDS = 0.5  # after the first process that never became ready
MAX_RESTART_DELAY_SECONDS = 30.0  # after several in a row


class WorkerProcess:
    """A worker process that answers one question at a time; it is restarted whenever it ends.

    `on_ready` is called when a process has started, `on_message` with every message about a
    question, and `on_lost` with a reason when no more messages will come from the process.
    """

    def __init__(
        self,
        start_message: bytes,
        shutdown_seconds: float,
        *,
        on_ready: Callable[[], None],
        on_message: Callable[["WorkerProcess", Message], None],
        on_lost: Callable[["WorkerProcess", str], None],
    ) -> None:
        self.start_message = start_message  # the first message to a process
        self.shutdown_seconds = shutdown_seconds  # for the process to end cleanly
        self.on_ready = on_ready
        self.on_message = on_message
        self.on_lost = on_lost
        self.is_busy = False
        self.timeout_handle: asyncio.TimerHandle | None = None
        self.process: Process | None = None  # None: not ready
        self.failures = 0  # consecutive processes that never became ready
        self.is_closing = False
        self.task = asyncio.get_running_loop().create_task(self.run_forever())

    @property
    def is_free(self) -> bool:
        """Return whether the process is ready and has no question."""
        return self.process is not None and not self.is_busy

    # A question

    def ask(self, question: Any, seconds: float | None, is_stopped: bool = False) -> None:
        """Send a question; end the process if there is no answer within `seconds`."""
        self.is_busy = True
        self.restart_timeout(seconds)
        self.send(Ask(question, is_stopped))

    def restart_timeout(self, seconds: float | None) -> None:
        """Restart the timeout for the answer; None means no timeout."""
        if self.timeout_handle:
            self.timeout_handle.cancel()
        loop = asyncio.get_running_loop()
        self.timeout_handle = (
            None if seconds is None else loop.call_later(seconds, self.on_timeout, seconds)
        )

    def stop(self) -> None:
        """Request an answer as soon as possible."""
        self.send(Stop())

    def end_question(self) -> None:
        """End the current question: it was answered or has failed."""
        self.is_busy = False
        self.restart_timeout(None)

    def send(self, message: Ask | Stop) -> None:
        """Send a message; if the process has died, `listen` notices."""
        if self.process and self.process.stdin:
            self.process.stdin.write(encode_message(message))

    def on_timeout(self, seconds: float) -> None:
        """Replace the process after a timeout."""
        LOG.warning("an engine process gave no answer within %g s and is terminated", seconds)
        self.replace(f"no answer within {seconds:g} s")

    # The process

    def replace(self, reason: str) -> None:
        """End the process, cleanly if there is time for that; `run_forever` starts another one."""
        process, self.process = self.process, None
        if not process:
            return
        if self.shutdown_seconds and process.stdin:
            process.stdin.close()
            asyncio.get_running_loop().call_later(self.shutdown_seconds, kill, process)
        else:
            kill(process)
        self.on_lost(self, reason)

    async def run_forever(self) -> None:
        """Restart the process whenever it ends, with exponential backoff if it fails to start."""
        delay = 0.0
        while not self.is_closing:
            try:
                became_ready, reason = await self.run_once()
            # OSError: no memory for another process; ValueError: invalid messages
            except (OSError, ValueError) as error:
                LOG.warning("an engine process failed to start: %s", error)
                became_ready, reason = False, str(error)
            self.failures += not became_ready
            if reason:
                self.on_lost(self, reason)
            longer_delay = min(MAX_RESTART_DELAY_SECONDS, 2 * delay + MIN_RESTART_DELAY_SECONDS)
            delay = 0.0 if became_ready else longer_delay
            await asyncio.sleep(delay)

    async def run_once(self) -> tuple[bool, str]:
        """Run one process from start to end.

        Return whether it was ever ready, and why it ended unless that has been reported already.
        """
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", WORKER_MODULE),
            stdin=PIPE,
            stdout=PIPE,
            start_new_session=True,  # not interrupted by Ctrl-C; its children join its group
        )
        became_ready = False
        try:
            if became_ready := await self.start_service(process):
                await self.listen(process)
        except BaseException:
            kill(process)
            raise
        finally:
            is_unreported = not became_ready or self.process is not None
            self.process = None
            await wait_for_exit(process)
        reason = f"its process ended with exit code {process.returncode}"
        if process.returncode != 0:  # 0: it has ended on request
            LOG.warning("an engine process has ended with exit code %s", process.returncode)
        return became_ready, reason if is_unreported else ""

    async def start_service(self, process: Process) -> bool:
        """Send the start message; return whether the process became ready.

        Raise `TimeoutError` if it does not answer in time.
        """
        assert process.stdin
        process.stdin.write(self.start_message)
        try:
            async with asyncio.timeout(MAX_START_SECONDS):
                first = await read_message(process)  # the worker sends it after its imports
        except TimeoutError:
            raise TimeoutError(f"it was not ready within {MAX_START_SECONDS:g} s") from None
        if isinstance(first, Started):
            self.failures = 0
            self.process = process
            self.on_ready()
        return isinstance(first, Started)

    async def listen(self, process: Process) -> None:
        """Receive messages of a process until it ends."""
        while (message := await read_message(process)) is not None:
            if process is self.process:  # else it has been replaced
                self.on_message(self, message)

    async def close(self) -> None:
        """End the process without starting another one."""
        self.end_question()
        self.is_closing = True
        if self.shutdown_seconds and self.process and self.process.stdin:
            self.process.stdin.close()
            await asyncio.wait([self.task], timeout=self.shutdown_seconds)
        self.task.cancel()
        await asyncio.wait([self.task])


async def read_message(process: Process) -> Message | None:
    """Return the next message of a process, None after the last one."""
    assert process.stdout
    try:
        head = await process.stdout.readexactly(LENGTH.size)
        message: Message = pickle.loads(await process.stdout.readexactly(decode_length(head)))
    except asyncio.IncompleteReadError:
        return None
    except (pickle.UnpicklingError, EOFError, AttributeError, ImportError, IndexError) as error:
        raise ValueError(f"not a message: {error}") from None
    return message


async def wait_for_exit(process: Process) -> None:
    """Wait for a process to exit; kill it if the wait is cancelled."""
    try:
        await process.wait()
    except asyncio.CancelledError:
        kill(process)
        await process.wait()
        raise


def kill(process: Process) -> None:
    """Kill a process, with its whole process group where the system has groups."""
    if process.returncode is not None:
        return
    with suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
