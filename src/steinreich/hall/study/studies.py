"""All that windows of the study share: analysts, budgets, and what was evaluated before."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol

import orjson

from steinreich.engines.study.analysts import Analysts
from steinreich.hall.archive import Key
from steinreich.hall.hall import Hall
from steinreich.hall.limits.budget import Budget
from steinreich.hall.settings import Settings
from steinreich.rules.language import Words
from steinreich.session.schema.study import StudyAnswer

OFF = Words(
    "Analysis is switched off in this hall.",
    "In diesem Saal ist die Analyse abgeschaltet.",
)
SILENT = Words(
    "The analysis does not respond; please try again.",
    "Die Analyse antwortet nicht; bitte versuche es noch einmal.",
)


class Window(Protocol):
    """Who has asked something, and hears what comes of it."""

    visitor: str

    def say(self, message: StudyAnswer) -> None:
        """Tell something."""

    def refuse(self, n: int | None, why: Words) -> None:
        """Say why there is no answer to a question."""

    @property
    def evaluating(self) -> asyncio.Task[None] | None:
        """The game that is being evaluated for it, if there is one."""


class Errands:
    """What goes on for one window: of each kind only what was asked for last, so that nobody fills
    the queue."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.tasks: dict[str, asyncio.Task[None]] = {}  # by kind

    def begin(self, kind: str, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside, and nothing else of its kind any more."""
        if task := self.tasks.pop(kind, None):
            task.cancel()
        self.tasks[kind] = self.hall.spawn(work)

    def under_way(self, kind: str) -> asyncio.Task[None] | None:
        """What is being done of a kind, if there is anything."""
        task = self.tasks.get(kind)
        return None if task is None or task.done() else task

    def stop(self) -> None:
        """Nothing is wanted any more."""
        for task in self.tasks.values():
            task.cancel()
        self.tasks.clear()


class Studies:
    """The study of one server process."""

    def __init__(self, hall: Hall, analysts: Analysts, settings: Settings, budget: Budget) -> None:
        self.hall = hall
        self.analysts = analysts
        self.longest = settings.study_seconds  # that is thought about one position
        self.budget = budget  # of each address

    def kept(self, key: Key) -> Any:
        """What was evaluated before and is kept, or None."""
        archive = self.hall.archive
        return orjson.loads(archive.kept[key]) if archive.has(key) else None

    def keep(self, key: Key, data: Any) -> None:
        """Keep what was evaluated, for who asks again."""
        self.hall.archive.keep(key, orjson.dumps(data))
