"""A short form of `python -m bench.faults`: each fault once or twice, without losses."""

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.faults import __main__ as program
from bench.faults.__main__ import INTERRUPTED_STATUS, POSTGRESQL, SQLITE, inject_repeatedly, main
from bench.faults.kinds import FAULTS, Fault, execute
from bench.faults.report import Row, format_report
from bench.faults.testbed import FaultResult, Testbed
from tests.postgres import Postgres, running_postgres

pytestmark = pytest.mark.xdist_group("faults")
ON_SQLITE = [fault for fault in FAULTS if fault.sqlite_times]
ON_POSTGRES = [fault for fault in FAULTS if fault.postgres_times]


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL server that tests may stop."""
    with running_postgres() as server:
        yield server


def inject_fault(fault: Fault, times: int, postgres: Postgres | None) -> Row:
    row = Row(fault, POSTGRESQL if postgres else SQLITE, times)
    inject_repeatedly(row, postgres, lambda row: None)
    return row


def check_nothing_is_lost(fault: Fault, postgres: Postgres | None) -> None:
    times = 2 if fault.name.startswith("kill") else 1
    row = inject_fault(fault, times, postgres)
    assert row.acknowledged > 0
    assert (row.lost, row.disagreements) == (0, 0), row.examples
    assert row.kills == times * fault.kills[postgres is not None]


@pytest.mark.matrix
@pytest.mark.parametrize("fault", ON_SQLITE, ids=lambda fault: fault.name)
def test_fault_on_sqlite_loses_nothing(fault: Fault) -> None:
    check_nothing_is_lost(fault, None)


@pytest.mark.matrix
@pytest.mark.parametrize("fault", ON_POSTGRES, ids=lambda fault: fault.name)
def test_fault_on_postgres_loses_nothing(fault: Fault, own_postgres: Postgres) -> None:
    check_nothing_is_lost(fault, own_postgres)


def test_full_run_kills_often_enough() -> None:
    kills = [
        fault.sqlite_times * on_sqlite + fault.postgres_times * on_postgres
        for fault in FAULTS
        for on_sqlite, on_postgres in [fault.kills]
    ]
    assert sum(kills) >= 300


def delete_acknowledged_events(testbed: Testbed) -> None:
    """Delete events that clients know; no fault may do that."""
    testbed.kill(testbed.servers[0])
    table = testbed.pairs[0].tables[0]
    execute(testbed, "DELETE FROM events WHERE table_id = ? AND seq > 2", table)
    testbed.servers[0].start()


@pytest.mark.matrix
def test_detects_lost_events() -> None:
    """The report lists the loss, and the run stops using this server."""
    row = inject_fault(Fault("loss", delete_acknowledged_events, 5, 0), 5, None)
    assert row.lost or row.disagreements
    assert row.examples
    assert (row.times, row.kills) == (1, 1)


# The command line, with simulated faults


@pytest.fixture
def simulated_results(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Simulate faults; their results are those in the list: an empty text, `lost` or `Ctrl-C`."""
    results: list[str] = []

    def inject_repeatedly(row: Row, postgres: object, report_progress: object) -> None:
        result = results.pop(0) if results else ""
        row.add(FaultResult(10, 1, int(result == "lost"), 0, (result,) if result == "lost" else ()))
        if result == "Ctrl-C":
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(program, "inject_repeatedly", inject_repeatedly)
    return results


def parse_rows(report: str) -> list[str]:
    """Return the first two columns of all rows, without heading and total."""
    return re.findall(rf"^\| (.+? \| (?:{SQLITE}|{POSTGRESQL})) \|", report, re.M)


def test_report_is_markdown(
    simulated_results: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "report.md"
    arguments = ["--database", "sqlite", "--max-times", "1", "--report", str(file)]
    assert main(arguments) == 0
    report = file.read_text()
    assert report in capsys.readouterr().out
    assert parse_rows(report) == [f"{fault.name} | SQLite" for fault in ON_SQLITE]
    count = len(ON_SQLITE)
    assert f"| in all |  | {count} | {count} | {10 * count} | 0 | 0 | 0 |" in report


def test_loss_sets_the_exit_status(
    simulated_results: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    simulated_results += ["", "lost"]
    assert main(["--only", "SIG", "--database", "sqlite"]) == 1
    report = capsys.readouterr().out
    assert "| SIGTERM | SQLite | 1 of 5 | 1 | 10 | 0 | 0 | 0 |" in report
    assert "- SIGSTOP, SIGCONT, SQLite: lost" in report


def test_interrupted_run_reports_finished_rows(
    simulated_results: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    simulated_results += ["", "Ctrl-C"]
    assert main(["--database", "sqlite"]) == INTERRUPTED_STATUS
    rows = parse_rows(capsys.readouterr().out)
    assert rows == ["kill -9 | SQLite", "SIGTERM | SQLite"]
    simulated_results += ["lost", "Ctrl-C"]
    assert main(["--database", "sqlite"]) == 1


def test_rows_are_selected_by_name(
    simulated_results: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """`--only` takes the whole name of a fault or some of its words."""
    assert main(["--only", "kill -9", "--database", "sqlite", "--max-times", "1"]) == 0
    assert parse_rows(capsys.readouterr().out) == ["kill -9 | SQLite"]
    with pytest.raises(SystemExit):
        main(["--only", "corrupt", "--database", "postgresql"])
    assert "no fault 'corrupt' on this database" in capsys.readouterr().err


def test_report_marks_an_unfinished_row() -> None:
    row = Row(FAULTS[0], SQLITE, 150)
    row.add(FaultResult(12, 1, 0, 0))
    assert "| kill -9 | SQLite | 1 of 150 | 1 | 12 | 0 | 0 | 0 |" in format_report([row])
