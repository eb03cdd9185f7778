"""A worker process that answers questions one at a time until its parent closes the pipe.

The first message names the service that answers; the process replies that it is ready.  Then
messages go through its standard streams, pickled and prefixed with their length: `Ask` and `Stop`
come in, `Progress`, `Answer` and `Failure` go out.  When the pipe of questions is closed, the
service is closed and the process ends, even in the middle of a search.
"""

import ctypes
import os
import pickle
import runpy
import signal
import struct
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Event, Thread
from typing import IO, Any, NamedTuple, Protocol

PR_SET_PDEATHSIG = 1  # Linux: sets the signal that a process gets when its parent dies
LENGTH = struct.Struct("!I")  # prefix of every message: its number of bytes
MAX_MESSAGE_BYTES = 1 << 24  # more is a protocol error


class Service(Protocol):
    """The part of a worker process that answers questions."""

    def answer(self, question: Any, progress: Callable[[Any], None], stop: Event) -> Any:
        """Return the answer; call `progress` with interim results, and answer soon after `stop`."""

    def close(self) -> None:
        """Release resources; a question may still be running in another thread."""


class Launch(NamedTuple):
    """How to start a worker process."""

    service: Callable[[], Service]  # picklable: a function or class of a module, or a partial
    script: str | None = None  # path of the main program, if the service uses its functions
    niceness: int = 0
    dies_with_parent: bool = False  # killed with its parent; only for services without children


class FinalAnswer(Exception):
    """Raised by a service to give its last answer: the process may be damaged and is replaced."""

    def __init__(self, value: Any) -> None:
        super().__init__(value)
        self.value = value


# Messages


class Ask(NamedTuple):
    """A question."""

    question: Any
    is_stopped: bool = False  # an answer is requested immediately


class Stop(NamedTuple):
    """Request to answer the current question as soon as possible."""


class Started(NamedTuple):
    """The process is ready for questions."""


class Progress(NamedTuple):
    """An interim result."""

    value: Any


class Answer(NamedTuple):
    """The answer to a question."""

    value: Any
    is_last: bool = False  # the process may be damaged and must be replaced


class Failure(NamedTuple):
    """The service raised an exception."""

    reason: str


Message = Started | Progress | Answer | Failure


def encode_message(message: object) -> bytes:
    """Return a message pickled and prefixed with its length."""
    packed = pickle.dumps(message)
    return LENGTH.pack(len(packed)) + packed


def decode_length(head: bytes) -> int:
    """Return the length of the message that follows; raise `ValueError` if it is too large."""
    (length,) = LENGTH.unpack(head)
    if length > MAX_MESSAGE_BYTES:
        raise ValueError(f"a message of {length} bytes is too long")
    return int(length)


def make_start_message(launch: Launch) -> bytes:
    """Return the first message to a process: module path, settings and service."""
    service = pickle.dumps(launch.service)
    parent = os.getpid() if launch.dies_with_parent else None
    return encode_message((sys.path, launch.script, launch.niceness, parent, service))


# In the process


class Worker:
    """Receives questions in one thread and answers them one at a time in another."""

    def __init__(self, service: Service, out: IO[bytes]) -> None:
        self.service = service
        self.out = out
        self.questions: SimpleQueue[tuple[Any, Event]] = SimpleQueue()

    def listen(self, stream: IO[bytes]) -> None:
        """Receive messages until the stream ends, then end the process."""
        stop = Event()
        try:
            while (message := read_message(stream)) is not None:
                if isinstance(message, Ask):
                    stop = Event()
                    if message.is_stopped:
                        stop.set()
                    self.questions.put((message.question, stop))
                else:
                    stop.set()
            self.service.close()
        finally:
            os._exit(0)

    def work(self) -> None:
        """Answer questions forever."""
        self.send(Started())
        while True:
            question, stop = self.questions.get()
            try:
                answer = self.service.answer(question, self.report, stop)
            except FinalAnswer as final:
                self.send(Answer(final.value, is_last=True))
            except Exception as error:
                traceback.print_exc()  # for the log; the parent gets a `Failure` as well
                self.send(Failure(f"{type(error).__name__}: {error}"))
            else:
                self.send(Answer(answer))

    def report(self, value: Any) -> None:
        """Send an interim result."""
        self.send(Progress(value))

    def send(self, message: Message) -> None:
        """Send a message."""
        self.out.write(encode_message(message))
        self.out.flush()


def read_message(stream: IO[bytes]) -> Any:
    """Return the next message, None after the last one."""
    head = stream.read(LENGTH.size)
    return pickle.loads(stream.read(decode_length(head))) if len(head) == LENGTH.size else None


def die_with_parent(parent: int) -> None:
    """Make the system kill this process when its parent dies, even during a long computation.

    On other systems the end of the pipe of questions has the same effect, a little later.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:  # the parent died earlier, so no signal will come
            os._exit(0)


def main() -> None:
    """Run the worker until its input ends."""
    # Ctrl-C is for the parent; where sessions exist, it has started this process in a new one
    if not hasattr(os, "setsid"):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # `print` must not write into the messages
    start = read_message(sys.stdin.buffer)
    if start is None:
        return
    path, script, niceness, parent, service = start
    if parent:
        die_with_parent(parent)
    sys.path[:] = path
    if script:  # load its functions without running its `__main__` block
        vars(sys.modules["__main__"]).update(runpy.run_path(script, run_name="__worker__"))
    with suppress(AttributeError, OSError):  # not supported or not permitted
        os.nice(niceness)
    worker = Worker(pickle.loads(service)(), out)
    Thread(target=worker.listen, args=(sys.stdin.buffer,), daemon=True).start()
    with suppress(BrokenPipeError):
        worker.work()


if __name__ == "__main__":
    # Pickled messages refer to the classes of the module, not to those of `__main__`.
    from steinreich.engines.worker import main as run_worker

    run_worker()
