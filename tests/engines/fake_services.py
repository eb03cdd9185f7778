"""Worker services for tests: one that answers or fails on demand, and two that do not start."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

from steinreich.engines.worker import FinalAnswer


class ScriptedService:
    """Succeeds or fails as the question says."""

    def __init__(self, closed_file: str = "") -> None:
        self.closed_file = closed_file  # written when the service is closed
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
                for value in range(int(number)):
                    progress(value)
            case ["print"]:
                print("among the answers?")
        return os.getpid(), self.answers

    def close(self) -> None:
        if self.closed_file:
            Path(self.closed_file).write_text("closed")


class SlowService(ScriptedService):
    """Does not finish its start."""

    def __init__(self) -> None:
        time.sleep(1000)


class FailingService(ScriptedService):
    """Fails to start."""

    def __init__(self) -> None:
        raise ValueError("no")
