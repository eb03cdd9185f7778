"""A process that answers questions, one after the other, for as long as somebody asks.

It is told once who is to answer (a service) and says that it is ready.  Then messages go through
its standard streams, pickled, each with its length before it: `Ask` and `Stop` come in, `Progress`,
`Answer` and `Failure` go out.  When the pipe that questions come through is closed, the service
says goodbye and the process ends, in the middle of a thought if need be: nobody is left to answer.
"""

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

from steinreich.engines.orphans import die_with_parent

LENGTH = struct.Struct("!I")  # before every message: how many bytes it has
LONGEST_MESSAGE = 1 << 24  # bytes; more is nonsense


class Service(Protocol):
    """Who answers in a process."""

    def answer(self, question: Any, progress: Callable[[Any], None], stop: Event) -> Any:
        """The answer; `progress` hears what is found on the way, `stop` ends the search for it."""

    def close(self) -> None:
        """Nobody asks any more; a question may still be under way in another thread."""


class Launch(NamedTuple):
    """How a process begins."""

    service: Callable[[], Service]  # a function or class of a module, or a partial of one
    script: str | None = None  # that this process runs, where the service is made of its functions
    niceness: int = 0
    is_alone: bool = False  # whether it starts nothing of its own that it would have to end


class LastAnswer(Exception):
    """Raised by a service with an answer after which it may be damaged."""

    def __init__(self, what: Any) -> None:
        super().__init__(what)
        self.what = what


# What is said


class Ask(NamedTuple):
    """A question is put."""

    question: Any
    is_stopped: bool = False  # whether the answer is wanted at once


class Stop(NamedTuple):
    """The answer to the last question is wanted now."""


class Started(NamedTuple):
    """Questions can be put."""


class Progress(NamedTuple):
    """Something has been found on the way to an answer."""

    what: Any


class Answer(NamedTuple):
    """What was asked for."""

    what: Any
    is_last: bool = False  # whether the process is damaged, and another one has to follow


class Failure(NamedTuple):
    """There is no answer."""

    reason: str


Message = Started | Progress | Answer | Failure


def framed(message: object) -> bytes:
    """A message with its length before it."""
    packed = pickle.dumps(message)
    return LENGTH.pack(len(packed)) + packed


def length_of(head: bytes) -> int:
    """The length of the message that follows; ValueError if that is nonsense."""
    (length,) = LENGTH.unpack(head)
    if length > LONGEST_MESSAGE:
        raise ValueError("what it sent is not a message")
    return int(length)


def start_message(launch: Launch) -> bytes:
    """The first message to a process: where functions are found, and then who is to answer."""
    service = pickle.dumps(launch.service)
    parent = os.getpid() if launch.is_alone else None
    return framed((sys.path, launch.script, launch.niceness, parent, service))


# In the process


class Worker:
    """Where questions are taken in, answered one by one, and can be stopped."""

    def __init__(self, service: Service, out: IO[bytes]) -> None:
        self.service = service
        self.out = out
        self.questions: SimpleQueue[tuple[Any, Event]] = SimpleQueue()

    def listen(self, stream: IO[bytes]) -> None:
        """Take in questions until nobody asks any more; that ends the process."""
        stop = Event()
        try:
            while (message := received(stream)) is not None:
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
        """Answer, for as long as there are questions."""
        self.say(Started())
        while True:
            question, stop = self.questions.get()
            try:
                answer = self.service.answer(question, self.report, stop)
            except LastAnswer as last:
                self.say(Answer(last.what, is_last=True))
            except Exception as error:
                traceback.print_exc()  # for the log; who waits for the answer is told as well
                self.say(Failure(f"{type(error).__name__}: {error}"))
            else:
                self.say(Answer(answer))

    def report(self, what: Any) -> None:
        """Tell what has been found on the way."""
        self.say(Progress(what))

    def say(self, message: Message) -> None:
        """Send a message."""
        self.out.write(framed(message))
        self.out.flush()


def received(stream: IO[bytes]) -> Any:
    """The next message, None after the last one."""
    head = stream.read(LENGTH.size)
    return pickle.loads(stream.read(length_of(head))) if len(head) == LENGTH.size else None


def main() -> None:
    """Work until nobody asks any more."""
    if not hasattr(os, "setsid"):  # Ctrl-C is for who asks; elsewhere we are in another session
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # nothing else gets among the answers
    start = received(sys.stdin.buffer)
    if start is None:
        return
    path, script, niceness, parent, service = start
    if parent:
        die_with_parent(parent)
    sys.path[:] = path
    if script:  # it is not run: what it does when it is the program is not done here
        vars(sys.modules["__main__"]).update(runpy.run_path(script, run_name="__worker__"))
    with suppress(AttributeError, OSError):  # not everywhere, and not for everyone
        os.nice(niceness)  # what people see comes first
    worker = Worker(pickle.loads(service)(), out)
    Thread(target=worker.listen, args=(sys.stdin.buffer,), daemon=True).start()
    with suppress(BrokenPipeError):
        worker.work()


if __name__ == "__main__":
    # Messages are classes of the module, which is not the program.
    from steinreich.engines.worker import main as main_of_the_module

    main_of_the_module()
