"""`steinreich balance`: how fair a game is."""

import json
from pathlib import Path

from tests.cli.conftest import Run


def test_resumed_measurement_keeps_games_and_results(run: Run, tmp_path: Path) -> None:
    out, records = tmp_path / "balance.json", tmp_path / "games"
    out.write_text('{"vier3d": {"player": "x", "nodes": 1, "seed": 0, "wins": [1, 0], "draws": 0, ')
    command = ("balance", "vier3d(players=3)", "--player", "random", "--workers", 1)
    outputs = ("--records", records, "--out", out)
    broken = run(*command, "--games", 2, *outputs)
    assert broken.code == 2
    assert "balance.json" in broken.err
    out.write_text(
        '{"vier3d": {"player": "x", "nodes": 1, "seed": 0, "wins": [1, 0], "draws": 0, '
        '"lengths": [7, 7, 7, 7, 7]}}'
    )
    done = run(*command, "--games", 2, *outputs)
    assert (done.code, done.err) == (0, "")
    [file] = records.iterdir()
    first = file.read_text().splitlines()
    assert len(first) == 2
    plot = tmp_path / "balance.svg"
    more = run(*command, "--games", 3, *outputs, "--json", "--plot", plot)
    assert more.code == 0
    assert file.read_text().splitlines()[:2] == first  # nothing is played again
    found = json.loads(out.read_text())
    assert json.loads(more.out) == found
    assert list(found) == ["vier3d", "vier3d(players=3)"]  # earlier results are kept
    assert sum(found["vier3d(players=3)"]["wins"]) + found["vier3d(players=3)"]["draws"] == 3
    assert plot.read_text().startswith("<svg")


def test_rejects_single_player_games_and_standard_output(run: Run) -> None:
    done = run("balance", "six_in_line(players=1)", "--games", 1)
    assert done.code == 2
    assert "one player" in done.err
    done = run("balance", "vier3d", "--out", "-")
    assert done.code == 2
    assert "files, not standard output" in done.err
