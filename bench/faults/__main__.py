"""`python -m bench.faults`: inject every fault many times, and report.

The exit status is 1 if anything acknowledged is lost, or clients disagree afterwards; 130 if the
run is interrupted before such a failure. The report is printed in any case.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from bench.faults.kinds import FAULTS, Fault
from bench.faults.report import Row, format_report
from bench.faults.testbed import open_testbed
from tests.postgres import Postgres, running_postgres

SQLITE, POSTGRESQL = "SQLite", "PostgreSQL"
PROGRESS_SECONDS = 10.0  # between two lines of progress
INTERRUPTED_STATUS = 130  # the exit status that shells use


def inject_repeatedly(
    row: Row, postgres: Postgres | None, report_progress: Callable[[Row], None]
) -> None:
    """Inject a fault as often as planned into a testbed of its own, and add the results to its row.

    Stop at the first failure: later ones would have the same cause.
    """
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="steinreich-") as folder, ExitStack() as stack:
        try:
            testbed = stack.enter_context(open_testbed(Path(folder), postgres))
            while row.times < row.planned_times and row.has_passed:
                row.add(asyncio.run(testbed.run_with_fault(row.fault.inject)))
                row.seconds = time.monotonic() - started
                report_progress(row)
        finally:
            row.seconds = time.monotonic() - started


class Progress:
    """Prints the progress of a row at intervals and at its end."""

    def __init__(self) -> None:
        self.printed_at = time.monotonic()

    def report(self, row: Row) -> None:
        is_over = row.times == row.planned_times or not row.has_passed
        if is_over or time.monotonic() - self.printed_at > PROGRESS_SECONDS:
            self.printed_at = time.monotonic()
            print(
                f"{row.name}: {row.times} of {row.planned_times} in {row.seconds:.0f} s", flush=True
            )
            for example in row.examples[:5]:
                print(f"  {example}", flush=True)


def plan_rows(
    faults: Sequence[Fault], databases: Sequence[str], max_times: int | None
) -> list[Row]:
    """Return a row for each of these faults and databases to which it applies."""
    rows = []
    for fault in faults:
        for database, times in (
            (SQLITE, fault.sqlite_times),
            (POSTGRESQL, fault.postgres_times),
        ):
            if times and database in databases:
                rows.append(Row(fault, database, min(times, max_times or times)))
    return rows


def select_faults(text: str) -> list[Fault]:
    """Return the fault of this name, else all whose names contain the text."""
    exact = [fault for fault in FAULTS if fault.name == text]
    return exact or [fault for fault in FAULTS if text in fault.name]


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.faults", description=__doc__)
    names = "; ".join(fault.name for fault in FAULTS)
    parser.add_argument(
        "--only",
        default="",
        metavar="NAME",
        help=f"only this fault, or those whose names contain NAME: {names}",
    )
    databases = {name.lower(): name for name in (SQLITE, POSTGRESQL)}
    parser.add_argument("--database", choices=databases, help="on this database only")
    parser.add_argument(
        "--max-times", type=int, metavar="N", help="inject each fault at most N times"
    )
    parser.add_argument("--report", type=Path, metavar="FILE", help="also write the report to FILE")
    args = parser.parse_args(arguments)
    args.databases = [databases[args.database]] if args.database else list(databases.values())
    args.rows = plan_rows(select_faults(args.only), args.databases, args.max_times)
    if not args.rows:
        parser.error(f"no fault {args.only!r} on this database; choose from {names}")
    return args


def main(arguments: Sequence[str] | None = None) -> int:
    args = parse_arguments(arguments)
    started_rows: list[Row] = []
    is_interrupted, progress = False, Progress()
    try:
        with ExitStack() as stack:
            needs_postgres = any(row.database == POSTGRESQL for row in args.rows)
            server = stack.enter_context(running_postgres()) if needs_postgres else None
            for row in args.rows:
                started_rows.append(row)
                inject_repeatedly(
                    row, server if row.database == POSTGRESQL else None, progress.report
                )
    except KeyboardInterrupt:
        is_interrupted = True
    finally:
        report = format_report(started_rows)
        print(report, flush=True)
        if args.report:
            args.report.write_text(report)
    if not all(row.has_passed for row in started_rows):
        return 1
    return INTERRUPTED_STATUS if is_interrupted else 0


if __name__ == "__main__":
    sys.exit(main())
