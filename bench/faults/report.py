"""Report the faults row by row as a Markdown table."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from bench.faults.kinds import Kind
from bench.faults.scene import Seen

HEADINGS = ("fault", "database", "times", "killed", "acknowledged", "lost", "disagreements", "s")
WORDS = 2  # columns of words; all others are figures


@dataclass
class Row:
    """One fault on one database, and its results so far."""

    kind: Kind
    database: str
    planned: int
    times: int = 0
    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    disagreements: int = 0
    seconds: float = 0.0
    examples: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"{self.kind.name}, {self.database}"

    @property
    def is_sound(self) -> bool:
        """Return whether nothing is lost and all clients agree."""
        return not (self.lost or self.disagreements)

    def add(self, seen: Seen) -> None:
        """Add the result of one injection."""
        self.times += 1
        self.kills += seen.kills
        self.acknowledged += seen.acknowledged
        self.lost += seen.lost
        self.disagreements += seen.disagreements
        self.examples += seen.examples


def markdown(rows: Sequence[Row]) -> str:
    """Return all rows with their sums, followed by the failures."""
    lines = [HEADINGS, ("---",) * WORDS + ("---:",) * (len(HEADINGS) - WORDS)]
    lines += [(row.kind.name, row.database, *figures([row])) for row in rows]
    lines.append(("in all", "", *figures(rows)))
    table = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    wrong = "".join(f"- {row.name}: {example}\n" for row in rows for example in row.examples)
    return f"{table}\n{wrong}" if wrong else table


def figures(rows: Sequence[Row]) -> tuple[str, ...]:
    """Return the sums of some rows; an unfinished row includes the planned number."""
    times, planned = sum(row.times for row in rows), sum(row.planned for row in rows)
    return (
        str(times) if times == planned else f"{times} of {planned}",
        str(sum(row.kills for row in rows)),
        str(sum(row.acknowledged for row in rows)),
        str(sum(row.lost for row in rows)),
        str(sum(row.disagreements for row in rows)),
        f"{sum(row.seconds for row in rows):.0f}",
    )
