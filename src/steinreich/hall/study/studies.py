"""Shared state of all study connections: engines, budgets, and cached evaluations."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol

import orjson

from steinreich.hall.archive import Key
from steinreich.hall.encoding import encode
from steinreich.hall.hall import Hall
from steinreich.hall.limits import Budget
from steinreich.hall.settings import Settings
from steinreich.rules.language import Text
from steinreich.session.schema.study import StudyAnswer

SWITCHED_OFF = Text("Analysis is switched off in this hall.")
NO_RESPONSE = Text("The analysis does not respond; please try again.")


class StudyClient(Protocol):
    """The connection of a client of the study, which receives the answers."""

    visitor: str

    def send(self, message: StudyAnswer) -> None:
        """Send a message."""

    def refuse(self, n: int | None, why: Text) -> None:
        """Send the reason why there is no answer."""

    @property
    def evaluation_task(self) -> asyncio.Task[None] | None:
        """Return the task of the running evaluation, if any."""


class LatestTaskByKind:
    """Background tasks of one client; a new task cancels the running one of the same kind, so that
    one client cannot fill the queue."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.tasks: dict[str, asyncio.Task[None]] = {}  # by kind

    def start(self, kind: str, work: Coroutine[Any, Any, None]) -> None:
        """Start a task, and cancel the running one of its kind."""
        if task := self.tasks.pop(kind, None):
            task.cancel()
        self.tasks[kind] = self.hall.spawn(work)

    def get_running(self, kind: str) -> asyncio.Task[None] | None:
        """Return the running task of a kind, if any."""
        task = self.tasks.get(kind)
        return None if task is None or task.done() else task

    def stop(self) -> None:
        """Cancel all tasks."""
        for task in self.tasks.values():
            task.cancel()
        self.tasks.clear()


class Studies:
    """The study of one server process."""

    def __init__(self, hall: Hall, settings: Settings, budget: Budget) -> None:
        self.hall = hall
        self.engines = hall.computers.engines
        self.max_seconds = settings.max_study_seconds  # of search for one position
        self.budget = budget  # of each visitor

    def get_cached(self, key: Key) -> Any:
        """Return a cached evaluation, or None."""
        archive = self.hall.archive
        return orjson.loads(archive.entries[key]) if archive.has(key) else None

    def cache(self, key: Key, data: Any, language: str) -> None:
        """Cache an evaluation in a language, which is part of its key."""
        self.hall.archive.add(key, encode(data, language))
