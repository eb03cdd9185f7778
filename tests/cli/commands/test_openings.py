"""`steinreich openings`: count the openings of self-play games."""

import json
from pathlib import Path

from tests.cli.conftest import Run


def test_same_seed_gives_the_same_counts(run: Run, tmp_path: Path) -> None:
    out, records = tmp_path / "counts.json", tmp_path / "games.jsonl"
    command = ("openings", "vier3d", "--player", "random", "--games", 4, "--nodes", 9, "--seed", 3)
    done = run(*command, "--records", records, "--out", out)
    assert (done.code, done.out, done.err) == (0, "", "")
    [(id, counts)] = json.loads(out.read_text()).items()
    assert (id, counts["player"], counts["nodes"]) == ("vier3d", "random", 9)
    assert (counts["games"], counts["seed"]) == (4, 3)
    assert counts["positions"]
    again = run(*command, "--records", records)  # nothing is played again
    assert json.loads(again.out) == {id: counts}
    assert len(records.read_text().splitlines()) == 4


def test_counts_of_other_options_are_kept(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "counts.json"
    out.write_text('{"vier3d(players=3)": {"games": 1}}')
    done = run("openings", "vier3d", "--player", "random", "--games", 2, "--out", out)
    assert done.code == 0
    assert json.loads(out.read_text()).keys() == {"vier3d", "vier3d(players=3)"}


def test_rejects_games_with_random_setup(run: Run) -> None:
    done = run("openings", "tzaar")
    assert done.code == 2
    assert "tzaar is set up at random" in done.err
