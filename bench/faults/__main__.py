"""`python -m bench.faults`: every fault, as often as it takes to believe it, with a report.

Exit status 1 if anything that was acknowledged is lost, or people do not agree afterwards.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from bench.faults.kinds import KINDS, Kind
from bench.faults.scene import Seen, staged
from tests.postgres import Postgres, running_postgres


class Row(NamedTuple):
    """One fault on one database."""

    kind: Kind
    database: str
    times: int
    seen: Seen
    seconds: float

    @property
    def kills(self) -> int:
        return self.times * self.kind.kills


def suffered(kind: Kind, times: int, postgres: Postgres | None) -> Row:
    """One kind of fault, so many times in a row, in a hall of its own."""
    began = time.monotonic()
    acknowledged = lost = disagreements = 0
    examples: list[str] = []
    with (
        tempfile.TemporaryDirectory(prefix="steinreich-") as folder,
        staged(Path(folder), postgres, kind.processes) as scene,
    ):
        for _ in range(times):
            seen = asyncio.run(scene.live_through(kind.happen))
            acknowledged += seen.acknowledged
            lost = max(lost, seen.lost)  # what is lost stays so, and is found again
            disagreements += seen.disagreements
            examples += seen.examples
    in_all = Seen(acknowledged, lost, disagreements, tuple(dict.fromkeys(examples)))
    name = "PostgreSQL" if postgres else "SQLite"
    return Row(kind, name, times, in_all, time.monotonic() - began)


def matrix(postgres: Postgres, only: str, most: int | None) -> Iterator[Row]:
    """All faults on both databases, or those with these words in their names."""
    for kind in KINDS:
        for server, times in ((None, kind.sqlite), (postgres, kind.postgres)):
            if times and only in kind.name:
                yield suffered(kind, min(times, most or times), server)


def report(rows: list[Row]) -> Table:
    table = Table("fault", "database", title="Faults")
    for heading in ("times", "killed", "acknowledged", "lost", "disagreements", "seconds"):
        table.add_column(heading, justify="right")
    for row in rows:
        seen = row.seen
        figures = (row.times, row.kills, seen.acknowledged, seen.lost, seen.disagreements)
        table.add_row(row.kind.name, row.database, *map(str, figures), f"{row.seconds:.0f}")
    table.add_section()
    table.add_row(
        "in all",
        "",
        str(sum(row.times for row in rows)),
        str(sum(row.kills for row in rows)),
        str(sum(row.seen.acknowledged for row in rows)),
        str(sum(row.seen.lost for row in rows)),
        str(sum(row.seen.disagreements for row in rows)),
        f"{sum(row.seconds for row in rows):.0f}",
    )
    return table


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.faults", description=__doc__)
    parser.add_argument("--only", default="", help="faults with these words in their names")
    parser.add_argument("--most", type=int, help="how often each happens at most")
    args = parser.parse_args()
    console, rows = Console(), []
    with running_postgres() as postgres:
        for row in matrix(postgres, args.only, args.most):
            rows.append(row)
            text = f"{row.kind.name}, {row.database}: {row.times} times in {row.seconds:.0f} s"
            console.print(text, *row.seen.examples[:5], sep="\n  ", highlight=False)
    console.print(report(rows))
    return int(any(row.seen.lost or row.seen.disagreements for row in rows))


if __name__ == "__main__":
    sys.exit(main())
