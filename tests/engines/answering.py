"""Services for the tests: they answer, and fail, in every way there is."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

from steinreich.engines.worker import LastAnswer


class Obedient:
    """Does what the question says."""

    def __init__(self, farewell: str = "") -> None:
        self.farewell = farewell  # a file to be written in the end
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
                raise LastAnswer("the last")
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
        if self.farewell:
            Path(self.farewell).write_text("closed")


class Slow(Obedient):
    """Takes a very long time to begin."""

    def __init__(self) -> None:
        time.sleep(1000)


class Unable(Obedient):
    """Does not even begin."""

    def __init__(self) -> None:
        raise ValueError("no")
