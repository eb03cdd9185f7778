"""A short form of `python -m bench.faults`: each kind of fault once or twice; nothing is lost."""

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.faults import __main__ as program
from bench.faults.__main__ import INTERRUPTED, POSTGRESQL, SQLITE, main, suffer
from bench.faults.kinds import KINDS, Kind, execute
from bench.faults.report import Row, markdown
from bench.faults.scene import Scene, Seen
from tests.postgres import Postgres, running_postgres

pytestmark = pytest.mark.xdist_group("faults")
ON_SQLITE = [kind for kind in KINDS if kind.sqlite]
ON_POSTGRES = [kind for kind in KINDS if kind.postgres]


@pytest.fixture(scope="module")
def own_postgres() -> Iterator[Postgres]:
    """One that may be stopped: nobody else needs it."""
    with running_postgres() as server:
        yield server


def suffered(kind: Kind, times: int, postgres: Postgres | None) -> Row:
    row = Row(kind, POSTGRESQL if postgres else SQLITE, times)
    suffer(row, postgres, lambda row: None)
    return row


def check(kind: Kind, postgres: Postgres | None) -> None:
    times = 2 if kind.name.startswith("kill") else 1
    row = suffered(kind, times, postgres)
    assert row.acknowledged > 0
    assert (row.lost, row.disagreements) == (0, 0), row.examples
    assert row.kills == times * kind.kills[postgres is not None]


@pytest.mark.parametrize("kind", ON_SQLITE, ids=lambda kind: kind.name)
def test_sqlite(kind: Kind) -> None:
    check(kind, None)


@pytest.mark.parametrize("kind", ON_POSTGRES, ids=lambda kind: kind.name)
def test_postgres(kind: Kind, own_postgres: Postgres) -> None:
    check(kind, own_postgres)


def test_a_whole_run_kills_often_enough() -> None:
    kills = [
        kind.sqlite * on_sqlite + kind.postgres * on_postgres
        for kind in KINDS
        for on_sqlite, on_postgres in [kind.kills]
    ]
    assert sum(kills) >= 300


def lose(scene: Scene) -> None:
    """Events that were acknowledged are taken away."""
    scene.kill(scene.hosts[0])
    table = scene.couples[0].tables[0]
    execute(scene, "DELETE FROM events WHERE table_id = ? AND seq > 2", table)
    scene.hosts[0].start()


def test_what_is_lost_is_found() -> None:
    """The matrix says so, and tries no more in such a hall."""
    row = suffered(Kind("loss", lose, 5, 0), 5, None)
    assert row.lost or row.disagreements
    assert row.examples
    assert (row.times, row.kills) == (1, 1)


# The program, with faults that happen to nobody


@pytest.fixture
def scenes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Rows that are over at once; what is in the list happens in one after the other."""
    happens: list[str] = []

    def suffer(row: Row, postgres: object, tell: object) -> None:
        what = happens.pop(0) if happens else ""
        row.add(Seen(10, 1, int(what == "lost"), 0, (what,) if what == "lost" else ()))
        if what == "Ctrl-C":
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(program, "suffer", suffer)
    return happens


def rows_of(report: str) -> list[str]:
    """The first two columns of all rows, without heading and sum."""
    return re.findall(rf"^\| (.+? \| (?:{SQLITE}|{POSTGRESQL})) \|", report, re.M)


def test_a_report_in_markdown(
    scenes: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "report.md"
    asked = ["--database", "sqlite", "--most", "1", "--report", str(file)]
    assert main(asked) == 0
    report = file.read_text()
    assert report in capsys.readouterr().out
    assert rows_of(report) == [f"{kind.name} | SQLite" for kind in ON_SQLITE]
    count = len(ON_SQLITE)
    assert f"| in all |  | {count} | {count} | {10 * count} | 0 | 0 | 0 |" in report


def test_a_loss_is_told_by_the_exit_status(
    scenes: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    scenes += ["", "lost"]
    assert main(["--only", "kill", "--database", "sqlite"]) == 1
    report = capsys.readouterr().out
    assert "| kill -9 | SQLite | 1 of 120 | 1 | 10 | 0 | 0 | 0 |" in report
    assert "- kill -9 of one of two processes, SQLite: lost" in report


def test_who_interrupts_it_reads_what_is_known(
    scenes: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    scenes += ["", "Ctrl-C"]
    assert main(["--database", "sqlite"]) == INTERRUPTED
    begun = rows_of(capsys.readouterr().out)
    assert begun == ["kill -9 | SQLite", "kill -9 of one of two processes | SQLite"]
    scenes += ["lost", "Ctrl-C"]
    assert main(["--database", "sqlite"]) == 1


def test_rows_are_named(scenes: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """By a whole name, or by some words of it."""
    assert main(["--only", "kill -9", "--database", "sqlite", "--most", "1"]) == 0
    assert rows_of(capsys.readouterr().out) == ["kill -9 | SQLite"]
    with pytest.raises(SystemExit):
        main(["--only", "corrupt", "--database", "postgresql"])
    assert "no fault is called 'corrupt' there" in capsys.readouterr().err


def test_a_row_that_was_not_finished_says_so() -> None:
    row = Row(KINDS[0], SQLITE, 120)
    row.add(Seen(12, 1, 0, 0))
    assert "| kill -9 | SQLite | 1 of 120 | 1 | 12 | 0 | 0 | 0 |" in markdown([row])
