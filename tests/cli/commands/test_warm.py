"""`steinreich warm`: compile ahead of time."""

from pathlib import Path

import pytest

from steinreich.compile.cache import CODE
from steinreich.rl import make
from tests.cli.conftest import CONNECT_FOUR, Run


def test_warm_compiles_what_is_used_later(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STEINREICH_CACHE", str(tmp_path))
    done = run("warm", CONNECT_FOUR)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(f"{CONNECT_FOUR} ")
    kept = {path.name: path.stat().st_mtime for path in tmp_path.glob(f"*/*{CODE}")}
    entries = {name.partition("-")[0] for name in kept}
    assert {"playouts", "perft", "legal_actions", "score_of", "simulations"} <= entries
    assert "turn_blocks" not in entries, "batches are needed for training only"
    assert run("warm", CONNECT_FOUR, "--batches").code == 0
    now = {path.name: path.stat().st_mtime for path in tmp_path.glob(f"*/*{CODE}")}
    assert now.items() >= kept.items(), "nothing is compiled again"
    added = {name.partition("-")[0] for name in now.keys() - kept.keys()}
    assert added == {"turn_blocks", "sample_blocks"}
    make(CONNECT_FOUR, batch=2).init()
    assert {path.name for path in tmp_path.glob(f"*/*{CODE}")} == now.keys()


def test_unknown_games_are_refused(run: Run) -> None:
    done = run("warm", "chess")
    assert done.code == 2
    assert "no game is called 'chess'" in done.err
