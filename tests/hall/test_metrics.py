"""Monitoring: health, metrics, structured logs."""

import asyncio
import json
import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from steinreich.hall.metrics import JsonFormatter, TextFormatter
from tests.hall.server_process import ServerProcess, connect_to_table, play_turns, running_server
from tests.postgres import Postgres

pytestmark = pytest.mark.xdist_group("postgres")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with running_server(tmp_path_factory.mktemp("metrics")) as server:
        yield server


def read_metrics(server: ServerProcess) -> dict[str, float]:
    """Return the metrics by name, summed over their labels."""
    values: dict[str, float] = {}
    for family in text_string_to_metric_families(server.get("metrics").text):
        for sample in family.samples:
            values[sample.name] = values.get(sample.name, 0) + sample.value
    return values


def test_metrics_count_events(server: ServerProcess) -> None:
    new_table = server.open_table()
    before = read_metrics(server)

    async def run() -> None:
        async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
            await play_turns([client], 3)
            assert (await client.act("a9"))["type"] == "refused"
            after = read_metrics(server)
            assert after["steinreich_events_total"] - before["steinreich_events_total"] == 3
            assert (
                after["steinreich_refused_commands_total"]
                - before["steinreich_refused_commands_total"]
                == 1
            )
            assert after["steinreich_messages_total"] - before["steinreich_messages_total"] == 5
            assert after["steinreich_connections"] == 1
            assert after["steinreich_tables"] >= 1
            assert after["steinreich_append_seconds_count"] >= 3

    asyncio.run(run())
    assert read_metrics(server)["steinreich_background_failures_total"] == 0


def test_metrics_are_labelled_by_route_instead_of_path(server: ServerProcess) -> None:
    """Labels for each path would fill the memory, and ids would appear in the metrics."""
    server.get("api/tables/some-table")
    server.get("some/page")
    text = server.get("metrics").text
    assert 'route="/api/tables/{id}"' in text
    assert "some-table" not in text
    assert "some/page" not in text


def test_unknown_methods_share_one_label(server: ServerProcess) -> None:
    """Otherwise a client that invents methods fills the memory with thousands of time series."""
    invented = [f"INVENTED{number}{'X' * 4000}" for number in range(100)]
    before = len(server.get("metrics").text)
    for method in invented:
        assert server.client.request(method, server.url + "api/games").status_code == 405
    text = server.get("metrics").text
    assert len(text) < before + 500
    assert "INVENTED" not in text
    assert 'method="other"' in text
    assert "INVENTED" not in server.log


def test_log_lines_are_json(server: ServerProcess) -> None:
    server.get("api/tables/some-table")
    new_table = server.open_table()
    lines = [json.loads(line) for line in server.log.splitlines()]  # nothing but JSON
    request = next(line for line in lines if line.get("status") == 404)
    assert request["method"] == "GET"
    assert request["route"] == "/api/tables/{id}"
    assert {line["table"] for line in lines if line["message"] == "table opened"} >= {
        new_table["id"]
    }
    assert all(set(line) >= {"time", "level", "logger", "message"} for line in lines)


def test_log_lines_include_errors() -> None:
    try:
        raise RuntimeError("böse")
    except RuntimeError:
        record = logging.LogRecord(
            "steinreich", logging.ERROR, "", 0, "went %s", ("wrong",), sys.exc_info()
        )
    record.table = "t"
    line = json.loads(JsonFormatter().format(record))
    assert (line["message"], line["level"], line["table"]) == ("went wrong", "error", "t")
    assert "RuntimeError: böse" in line["error"]
    plain = TextFormatter().format(record)
    assert "error   went wrong table=t\nTraceback" in plain


def test_health_reports_an_unavailable_database(postgres: Postgres, tmp_path: Path) -> None:
    """Commands are refused during the outage, and work again afterwards."""
    with running_server(tmp_path, database=postgres.new_database()) as server:
        new_table = server.open_table()
        assert server.get("api/health").status_code == 200

        async def run() -> None:
            async with connect_to_table(server, new_table["id"], new_table["token"]) as client:
                assert (await client.act("a1", id="first"))["type"] == "event"
                await asyncio.to_thread(postgres.stop)
                try:
                    health = await asyncio.to_thread(server.get, "api/health")
                    assert health.status_code == 503
                    assert health.json()["detail"]["why"]
                    assert server.get("api/games").status_code == 200
                    assert server.get("api/tables").status_code == 503
                    assert server.get("api/tables/unknown").status_code == 503
                    refused = await client.act("b2", id="second")
                    assert refused["type"] == "refused"
                    assert client.state["actions"] == 1, "events that are not stored are not shown"
                finally:
                    await asyncio.to_thread(postgres.start)
                assert (await client.act("b2", id="second"))["type"] == "event"
                assert client.seqs == [1, 2, 3]
                assert server.get("api/health").status_code == 200

        asyncio.run(run())
