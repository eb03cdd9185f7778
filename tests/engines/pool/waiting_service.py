"""A service for tests of analysts: it waits instead of searching, and loads no compiler."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

from steinreich.engines.pool import WarmUp
from steinreich.engines.study.questions import (
    ReportedQuality,
    SearchPosition,
    StageResult,
    StudyQuestion,
)

FAILING_GAME = "chain_reaxis"  # fails to compile


class WaitingService:
    """Answers a search when its time is up or it is stopped."""

    def answer(
        self, question: StudyQuestion | WarmUp, tell: Callable[[Any], None], stop: Event
    ) -> Any:
        if isinstance(question, WarmUp):
            if question.game == FAILING_GAME:
                raise RuntimeError("not this one")
            return None
        assert isinstance(question, SearchPosition)
        if question.reference.position is not None:  # a file: die where it does not exist
            if not (file := Path(question.reference.position)).exists():
                file.touch()
                os._exit(1)
        began = time.monotonic()
        tell("begun")
        while not stop.wait(0.02) and time.monotonic() - began < question.seconds:
            tell("still")
        return StageResult(None, ReportedQuality(), 1, time.monotonic() - began, is_settled=False)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""
