"""What a hall tells those who run it: health, figures, lines in a log."""

import asyncio
import json
import logging
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from subprocess import PIPE, Popen

import pytest
from prometheus_client.multiprocess import mark_process_dead
from prometheus_client.parser import text_string_to_metric_families

from steinreich.hall.metrics import SHARED, JsonLines, PlainLines
from tests.hall.hosting import Host, hosted, play_on, watching
from tests.postgres import Postgres

pytestmark = pytest.mark.xdist_group("postgres")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with hosted(tmp_path_factory.mktemp("metrics")) as host:
        yield host


def figures(host: Host) -> dict[str, float]:
    return added_up(host.get("metrics").text)


def added_up(text: str) -> dict[str, float]:
    """The figures by name, with their labels added up."""
    found: dict[str, float] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found[sample.name] = found.get(sample.name, 0) + sample.value
    return found


def test_figures_count_what_happens(host: Host) -> None:
    made = host.open_table()
    before = figures(host)

    async def run() -> None:
        async with watching(host, made["id"], made["token"]) as window:
            await play_on([window], 3)
            assert (await window.act("a9"))["type"] == "refused"
            now = figures(host)
            assert now["steinreich_events_total"] - before["steinreich_events_total"] == 3
            assert now["steinreich_refused_total"] - before["steinreich_refused_total"] == 1
            assert now["steinreich_messages_total"] - before["steinreich_messages_total"] == 5
            assert now["steinreich_connections"] == 1
            assert now["steinreich_tables"] >= 1
            assert now["steinreich_append_seconds_count"] >= 3

    asyncio.run(run())
    assert figures(host)["steinreich_failures_total"] == 0


SERVER_PROCESS = """
import sys
from steinreich.hall.metrics import Metrics

metrics = Metrics()
metrics.events.labels("played").inc(int(sys.argv[1]))
metrics.append_seconds.observe(0.1)
metrics.connections.inc(2)
metrics.follow(metrics.tables, lambda: 10)
for _ in sys.stdin:
    print(metrics.text().decode(), "# all of it", sep="", flush=True)
"""


def server_process(folder: Path, events: int) -> Popen[str]:
    variables = {**os.environ, SHARED: str(folder)}
    command = [sys.executable, "-c", SERVER_PROCESS, str(events)]
    return Popen(command, stdin=PIPE, stdout=PIPE, text=True, env=variables)


def asked(process: Popen[str]) -> dict[str, float]:
    """The figures that a process tells."""
    assert process.stdin
    assert process.stdout
    process.stdin.write("now\n")
    process.stdin.flush()
    return added_up("".join(iter(process.stdout.readline, "# all of it\n")))


def test_processes_add_up(tmp_path: Path) -> None:
    """Whichever is asked; one that has died takes its sockets along, and what happened stays."""
    with server_process(tmp_path, 3) as one, server_process(tmp_path, 4) as other:
        asked(one)
        for process in (other, one):
            figures = asked(process)
            assert figures["steinreich_events_total"] == 7
            assert figures["steinreich_append_seconds_count"] == 2
            assert figures["steinreich_connections"] == 4
            assert figures["steinreich_tables"] == 20
        other.kill()
        other.wait()
        mark_process_dead(other.pid, str(tmp_path))  # type: ignore[no-untyped-call]  # the library states none
        figures = asked(one)
        assert figures["steinreich_events_total"] == 7
        assert figures["steinreich_connections"] == 2
        assert figures["steinreich_tables"] == 10
        one.kill()


def test_routes_and_not_paths_are_counted(host: Host) -> None:
    """Or everybody could fill the memory with paths, and ids would be in the figures."""
    host.get("api/tables/some-table")
    host.get("some/page")
    text = host.get("metrics").text
    assert 'route="/api/tables/{id}"' in text
    assert "some-table" not in text
    assert "some/page" not in text


def test_invented_methods_are_counted_as_one(host: Host) -> None:
    """Else whoever invents them fills the memory: thousands of series of figures, of any length."""
    invented = [f"INVENTED{number}{'X' * 4000}" for number in range(100)]
    before = len(host.get("metrics").text)
    for method in invented:
        assert host.client.request(method, host.url + "api/games").status_code == 405
    text = host.get("metrics").text
    assert len(text) < before + 500
    assert "INVENTED" not in text
    assert 'method="other"' in text
    assert "INVENTED" not in host.log


def test_log_lines_are_json(host: Host) -> None:
    host.get("api/tables/some-table")
    made = host.open_table()
    lines = [json.loads(line) for line in host.log.splitlines() if line.startswith("{")]
    assert lines == [json.loads(line) for line in host.log.splitlines()], "nothing else"
    request = next(line for line in lines if line.get("status") == 404)
    assert request["method"] == "GET"
    assert request["route"] == "/api/tables/{id}"
    assert {line["table"] for line in lines if line["message"] == "table opened"} >= {made["id"]}
    assert all(set(line) >= {"time", "level", "logger", "message"} for line in lines)


def test_lines_tell_of_errors() -> None:
    try:
        raise RuntimeError("böse")
    except RuntimeError:
        record = logging.LogRecord(
            "steinreich", logging.ERROR, "", 0, "went %s", ("wrong",), sys.exc_info()
        )
    record.table = "t"
    line = json.loads(JsonLines().format(record))
    assert (line["message"], line["level"], line["table"]) == ("went wrong", "error", "t")
    assert "RuntimeError: böse" in line["error"]
    plain = PlainLines().format(record)
    assert "error   went wrong table=t\nTraceback" in plain


def test_health_when_the_database_is_gone(postgres: Postgres, tmp_path: Path) -> None:
    """What cannot be saved is refused, and everything goes on when the database is back."""
    with hosted(tmp_path, database=postgres.new_database()) as host:
        made = host.open_table()
        assert host.get("api/health").status_code == 200

        async def run() -> None:
            async with watching(host, made["id"], made["token"]) as window:
                assert (await window.act("a1", id="first"))["type"] == "event"
                await asyncio.to_thread(postgres.stop)
                try:
                    health = await asyncio.to_thread(host.get, "api/health")
                    assert health.status_code == 503
                    assert health.json()["detail"]["why"]["de"]
                    assert host.get("api/games").status_code == 200
                    assert host.get("api/tables").status_code == 503
                    assert host.get("api/tables/unknown").status_code == 503
                    refused = await window.act("b2", id="second")
                    assert refused["type"] == "refused"
                    assert window.state["actions"] == 1, "nothing is shown that is not on disk"
                finally:
                    await asyncio.to_thread(postgres.start)
                assert (await window.act("b2", id="second"))["type"] == "event"
                assert window.seqs == [1, 2, 3]
                assert host.get("api/health").status_code == 200

        asyncio.run(run())
