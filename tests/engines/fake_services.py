"""Services for tests that answer and fail in every possible way."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

from steinreich.engines.worker import FinalAnswer


class ScriptedService:
    """Does what the question says."""

    def __init__(self, shutdown_seconds: str = "") -> None:
        self.shutdown_seconds = shutdown_seconds  # a file to write at the end
        self.answers = 0

    def answer(self, question: str, progress: Callable[[Any], None], stop: Event) -> Any:
        self.answers += 1
        match question.split():
            case ["sleep"]:
                time.sleep(1000)
            case ["die", code]:
                os._exit(int(code))
            case ["fail"]:
                raise ZeroDivisionError("a bug")
            case ["last"]:
                raise FinalAnswer("the last")
            case ["wait"]:
                progress("waiting")
                return stop.wait(60)
            case ["count", number]:
                for one in range(int(number)):
                    progress(one)
            case ["print"]:
                print("among the answers?")
        return os.getpid(), self.answers

    def close(self) -> None:
        if self.shutdown_seconds:
            Path(self.shutdown_seconds).write_text("closed")


class SlowService(ScriptedService):
    """Takes very long to start."""

    def __init__(self) -> None:
        time.sleep(1000)


class FailingService(ScriptedService):
    """Fails to start."""

    def __init__(self) -> None:
        raise ValueError("no")
