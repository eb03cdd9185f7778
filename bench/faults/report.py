"""Report the faults row by row as a Markdown table."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from bench.faults.kinds import Fault
from bench.faults.testbed import FaultResult

HEADINGS = ("fault", "database", "times", "killed", "acknowledged", "lost", "disagreements", "s")
TEXT_COLUMNS = 2  # the others contain numbers


@dataclass
class Row:
    """One fault on one database, and its results so far."""

    fault: Fault
    database: str
    planned_times: int
    times: int = 0
    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    disagreements: int = 0
    seconds: float = 0.0
    examples: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"{self.fault.name}, {self.database}"

    @property
    def has_passed(self) -> bool:
        """True if nothing is lost and all clients agree."""
        return not (self.lost or self.disagreements)

    def add(self, result: FaultResult) -> None:
        """Add the result of one injection."""
        self.times += 1
        self.kills += result.kills
        self.acknowledged += result.acknowledged
        self.lost += result.lost
        self.disagreements += result.disagreements
        self.examples += result.examples


def format_report(rows: Sequence[Row]) -> str:
    """Return all rows with their sums, followed by the failures."""
    lines = [HEADINGS, ("---",) * TEXT_COLUMNS + ("---:",) * (len(HEADINGS) - TEXT_COLUMNS)]
    lines += [(row.fault.name, row.database, *sum_rows([row])) for row in rows]
    lines.append(("in all", "", *sum_rows(rows)))
    table = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    failures = "".join(f"- {row.name}: {example}\n" for row in rows for example in row.examples)
    return f"{table}\n{failures}" if failures else table


def sum_rows(rows: Sequence[Row]) -> tuple[str, ...]:
    """Return the cells with the sums of some rows; the times show the planned number if
    unfinished."""
    times, planned_times = sum(row.times for row in rows), sum(row.planned_times for row in rows)
    return (
        str(times) if times == planned_times else f"{times} of {planned_times}",
        str(sum(row.kills for row in rows)),
        str(sum(row.acknowledged for row in rows)),
        str(sum(row.lost for row in rows)),
        str(sum(row.disagreements for row in rows)),
        f"{sum(row.seconds for row in rows):.0f}",
    )
