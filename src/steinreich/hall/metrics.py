"""Metrics for Prometheus, and logging."""

import json
import logging
import sys
import time
from collections.abc import Callable
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

# Upper bounds of histograms, in seconds
FAST_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)
SLOW_BUCKETS = (0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 30)
# Additional fields of a log record
LOG_FIELDS = ("table", "game", "method", "route", "status", "duration_ms")


class Metrics:
    """The metrics of one server process; Prometheus sums those of several."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.tracked_gauges: list[tuple[Gauge, Callable[[], int]]] = []
        options: dict[str, Any] = {"registry": self.registry}
        self.events = Counter("steinreich_events", "Events at tables", ["kind"], **options)
        self.refused_commands = Counter(
            "steinreich_refused_commands", "Commands refused", **options
        )
        self.background_failures = Counter(
            "steinreich_background_failures", "Failures in the background", **options
        )
        self.unreadable_tables = Counter(
            "steinreich_unreadable_tables", "Tables that cannot be read", **options
        )
        self.messages = Counter("steinreich_messages", "Messages from browsers", **options)
        self.dropped_connections = Counter(
            "steinreich_dropped_connections",
            "Connections dropped because of a limit",
            ["reason"],
            **options,
        )
        self.connections = Gauge("steinreich_connections", "Open sockets", **options)
        self.tables = Gauge("steinreich_tables", "Tables in memory", **options)
        self.room_bytes = Gauge("steinreich_table_bytes", "Estimated memory of tables", **options)
        self.engine_queue = Gauge(
            "steinreich_engine_queue", "Turns waiting for an engine", **options
        )
        self.append_seconds = Histogram(
            "steinreich_append_seconds",
            "Time to write an event to disk",
            buckets=FAST_BUCKETS,
            **options,
        )
        self.engine_turn_seconds = Histogram(
            "steinreich_engine_turn_seconds",
            "Duration of the computer's turns",
            buckets=SLOW_BUCKETS,
            **options,
        )
        self.study_connections = Gauge(
            "steinreich_study_connections", "Open connections to the study", **options
        )
        self.study_queue = Gauge("steinreich_study_queue", "Jobs waiting for an analyst", **options)
        self.evaluated_actions = Counter(
            "steinreich_evaluated_actions", "Actions of games evaluated", **options
        )
        self.first_line_seconds = Histogram(
            "steinreich_first_line_seconds",
            "Time from a question to its first line",
            buckets=SLOW_BUCKETS,
            **options,
        )
        self.requests = Counter(
            "steinreich_requests", "HTTP requests", ["method", "route", "status"], **options
        )

    def track(self, gauge: Gauge, get_size: Callable[[], int]) -> None:
        """Set a gauge to the result of a function whenever metrics are rendered."""
        self.tracked_gauges.append((gauge, get_size))

    def render(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        for gauge, get_size in self.tracked_gauges:
            gauge.set(get_size())
        return generate_latest(self.registry)


class JsonFormatter(logging.Formatter):
    """Formats a log record as a JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in LOG_FIELDS if hasattr(record, name)}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


class TextFormatter(logging.Formatter):
    """Formats a log record as a line of text."""

    def format(self, record: logging.LogRecord) -> str:
        now = time.strftime("%H:%M:%S", time.localtime(record.created))
        fields = "".join(
            f" {name}={getattr(record, name)}" for name in LOG_FIELDS if hasattr(record, name)
        )
        line = f"{now} {record.levelname.lower():7} {record.getMessage()}{fields}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def set_up_logging(log_format: str) -> None:
    """Log to standard error: as text, as JSON lines, or `quiet`: text, warnings and errors only."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if log_format == "json" else TextFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING if log_format == "quiet" else logging.INFO)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
    # Requests are logged by `api.security`; uvicorn's other messages are not useful.
    logging.getLogger("uvicorn.access").disabled = True
    # At INFO it would log the URLs of WebSockets.
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)
