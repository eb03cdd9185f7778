"""An analyst who thinks of nothing: it waits until its time is up or it is stopped."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

from steinreich.engines.study.questions import Stage, StudyQuestion, ThinkAbout, Told, WarmUp

NEVER_WARM = "chain_reaxis"  # what it cannot learn


class WaitingService:
    """Answers in a process that loads no compiler."""

    def answer(self, question: StudyQuestion, tell: Callable[[Any], None], stop: Event) -> Any:
        if isinstance(question, WarmUp):
            if question.game == NEVER_WARM:
                raise RuntimeError("not this one")
            return None
        assert isinstance(question, ThinkAbout)
        if question.place.position is not None:  # a file: die where it is not there
            if not (file := Path(question.place.position)).exists():
                file.touch()
                os._exit(1)
        began = time.monotonic()
        tell("begun")
        while not stop.wait(0.02) and time.monotonic() - began < question.seconds:
            tell("still")
        return Stage(None, Told(), 1, time.monotonic() - began, is_settled=False)

    def close(self) -> None:
        """There is nothing to say goodbye to."""
