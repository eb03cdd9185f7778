"""What a hall tells those who run it: figures for Prometheus, and lines in a log."""

import asyncio
import json
import logging
import os
import sys
import time
from collections.abc import Callable
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, values
from prometheus_client.multiprocess import MultiProcessCollector

SHARED = "PROMETHEUS_MULTIPROC_DIR"  # the variable of the folder where processes add up
REFRESH_SECONDS = 2.0

QUICK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
SLOW = (0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30)
FIELDS = ("table", "game", "method", "route", "status", "milliseconds")  # of a log line


def share_figures() -> None:
    """From now on figures are added up with those of other processes, or not, as `SHARED` says: the
    client of Prometheus has looked when it was loaded, perhaps by the process that this was."""
    values.ValueClass = values.get_value_class()  # type: ignore[no-untyped-call]  # it states none


class Tally:
    """Counts what happens thousands of times a second: the counter of Prometheus, which takes far
    longer, is told of all of it at once whenever figures are refreshed."""

    def __init__(self, counter: Counter) -> None:
        self.counter = counter
        self.count = 0  # of what the counter has not been told

    def inc(self, count: int = 1) -> None:
        self.count += count

    def tell(self) -> None:
        self.counter.inc(self.count)
        self.count = 0


class Tallies:
    """The same for a counter with a label."""

    def __init__(self, counter: Counter) -> None:
        self.counter = counter
        self.tallies: dict[str, Tally] = {}

    def labels(self, label: str) -> Tally:
        if label not in self.tallies:
            self.tallies[label] = Tally(self.counter.labels(label))
        return self.tallies[label]

    def tell(self) -> None:
        for tally in self.tallies.values():
            tally.tell()


class Observations:
    """The same for a histogram."""

    def __init__(self, histogram: Histogram) -> None:
        self.histogram = histogram
        self.values: list[float] = []

    def observe(self, value: float) -> None:
        self.values.append(value)

    def tell(self) -> None:
        for value in self.values:
            self.histogram.observe(value)
        self.values.clear()


class Metrics:
    """The figures of a hall, added up over all processes that serve it.

    Where there are several, the client of Prometheus keeps those of each in a file of its own.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.sizes: list[tuple[Gauge, Callable[[], int]]] = []
        kinds: dict[str, Any] = {"registry": self.registry}
        self.events = Tallies(Counter("steinreich_events", "Events at tables", ["kind"], **kinds))
        self.refused = Counter("steinreich_refused", "Commands refused", **kinds)
        self.failures = Counter("steinreich_failures", "Failures in the background", **kinds)
        self.unreadable = Counter("steinreich_unreadable", "Tables that cannot be read", **kinds)
        self.messages = Tally(Counter("steinreich_messages", "Messages from browsers", **kinds))
        self.dropped = Counter(
            "steinreich_dropped", "Sockets dropped for what they did", ["why"], **kinds
        )
        living: dict[str, Any] = {"multiprocess_mode": "livesum", **kinds}
        self.connections = Gauge("steinreich_connections", "Open sockets", **living)
        self.tables = Gauge("steinreich_tables", "Tables in memory", **living)
        self.room_bytes = Gauge("steinreich_table_bytes", "Memory of tables, about", **living)
        self.waiting = Gauge("steinreich_engine_queue", "Turns waiting for an engine", **living)
        self.append_seconds = Observations(
            Histogram(
                "steinreich_append_seconds", "To put an event on disk", buckets=QUICK, **kinds
            )
        )
        self.frequent = (self.events, self.messages, self.append_seconds)
        self.thinking_seconds = Histogram(
            "steinreich_thinking_seconds", "The computer's turns", buckets=SLOW, **kinds
        )
        self.studies = Gauge("steinreich_studies", "Open windows of the study", **living)
        self.studying = Gauge(
            "steinreich_study_queue", "Questions waiting for an analyst", **living
        )
        self.evaluated = Counter("steinreich_evaluated", "Actions of games evaluated", **kinds)
        self.first_lines = Histogram(
            "steinreich_first_line_seconds",
            "From a position to its first line",
            buckets=SLOW,
            **kinds,
        )
        self.requests = Counter(
            "steinreich_requests", "HTTP requests", ["method", "route", "status"], **kinds
        )

    def follow(self, gauge: Gauge, size: Callable[[], int]) -> None:
        """Let a gauge show the size of something."""
        self.sizes.append((gauge, size))

    def refresh(self) -> None:
        for tallies in self.frequent:
            tallies.tell()
        for gauge, size in self.sizes:
            gauge.set(size())

    async def stay_fresh(self) -> None:
        """Other processes tell our figures, too: what they find must not be old."""
        while True:
            self.refresh()
            await asyncio.sleep(REFRESH_SECONDS)

    def text(self) -> bytes:
        """All figures, as Prometheus reads them."""
        self.refresh()
        if SHARED not in os.environ:
            return generate_latest(self.registry)
        of_all = CollectorRegistry()
        MultiProcessCollector(of_all)  # type: ignore[no-untyped-call]  # the library states none
        return generate_latest(of_all)


class JsonLines(logging.Formatter):
    """A log line as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class PlainLines(logging.Formatter):
    """A log line for people."""

    def format(self, record: logging.LogRecord) -> str:
        when = time.strftime("%H:%M:%S", time.localtime(record.created))
        more = "".join(
            f" {name}={getattr(record, name)}" for name in FIELDS if hasattr(record, name)
        )
        line = f"{when} {record.levelname.lower():7} {record.getMessage()}{more}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def set_up_logging(form: str) -> None:
    """Log to standard error: as text, as JSON lines, or quietly, which is text about faults."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else PlainLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING if form == "quiet" else logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
    # Requests are logged by `security`, and what uvicorn tells of its life is of no use to anybody.
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)  # else it logs sockets with URLs
    logging.getLogger("alembic").setLevel(logging.WARNING)
