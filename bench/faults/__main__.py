"""`python -m bench.faults`: inject every fault many times, and report.

Exit status 1 if anything acknowledged is lost, or clients disagree afterwards; 130 if interrupted
before such a failure. The report is printed in any case.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from bench.faults.kinds import KINDS, Kind
from bench.faults.report import Row, markdown
from bench.faults.scene import staged
from tests.postgres import Postgres, running_postgres

SQLITE, POSTGRESQL = "SQLite", "PostgreSQL"
PROGRESS_SECONDS = 10.0  # between two lines of progress
INTERRUPTED = 130  # exit status, as in shells


def suffer(row: Row, postgres: Postgres | None, tell: Callable[[Row], None]) -> None:
    """Inject one kind of fault as often as planned in a server of its own.

    The row ends with the first failure: later ones would have the same cause.
    """
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="steinreich-") as folder, ExitStack() as stack:
        try:
            scene = stack.enter_context(staged(Path(folder), postgres))
            while row.times < row.planned and row.is_sound:
                row.add(asyncio.run(scene.live_through(row.kind.happen)))
                row.seconds = time.monotonic() - began
                tell(row)
        finally:
            row.seconds = time.monotonic() - began


class Progress:
    """Prints progress now and then."""

    def __init__(self) -> None:
        self.told = time.monotonic()

    def tell(self, row: Row) -> None:
        is_over = row.times == row.planned or not row.is_sound
        if is_over or time.monotonic() - self.told > PROGRESS_SECONDS:
            self.told = time.monotonic()
            print(f"{row.name}: {row.times} of {row.planned} in {row.seconds:.0f} s", flush=True)
            for example in row.examples[:5]:
                print(f"  {example}", flush=True)


def planned(kinds: Sequence[Kind], databases: Sequence[str], most: int | None) -> list[Row]:
    """Return the rows of these faults on these databases, if applicable."""
    rows = []
    for kind in kinds:
        for database, times in ((SQLITE, kind.sqlite), (POSTGRESQL, kind.postgres)):
            if times and database in databases:
                rows.append(Row(kind, database, min(times, most or times)))
    return rows


def select_faults(words: str) -> list[Kind]:
    """Return the fault of this name, or all with these words in their names."""
    exact = [kind for kind in KINDS if kind.name == words]
    return exact or [kind for kind in KINDS if words in kind.name]


def parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.faults", description=__doc__)
    names = "; ".join(kind.name for kind in KINDS)
    parser.add_argument(
        "--only", default="", metavar="NAME", help=f"this fault, or those with these words: {names}"
    )
    databases = {name.lower(): name for name in (SQLITE, POSTGRESQL)}
    parser.add_argument("--database", choices=databases, help="on this database only")
    parser.add_argument("--most", type=int, help="how often each happens at most")
    parser.add_argument("--report", type=Path, metavar="FILE", help="write the report there, too")
    args = parser.parse_args(arguments)
    args.databases = [databases[args.database]] if args.database else list(databases.values())
    args.rows = planned(select_faults(args.only), args.databases, args.most)
    if not args.rows:
        parser.error(f"no fault is called {args.only!r} there; there are: {names}")
    return args


def main(arguments: Sequence[str] | None = None) -> int:
    args = parse_arguments(arguments)
    begun: list[Row] = []
    is_interrupted, news = False, Progress()
    try:
        with ExitStack() as stack:
            on_server = any(row.database == POSTGRESQL for row in args.rows)
            server = stack.enter_context(running_postgres()) if on_server else None
            for row in args.rows:
                begun.append(row)
                suffer(row, server if row.database == POSTGRESQL else None, news.tell)
    except KeyboardInterrupt:
        is_interrupted = True
    finally:
        report = markdown(begun)
        print(report, flush=True)
        if args.report:
            args.report.write_text(report)
    if not all(row.is_sound for row in begun):
        return 1
    return INTERRUPTED if is_interrupted else 0


if __name__ == "__main__":
    sys.exit(main())
