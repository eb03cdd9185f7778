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
    compiled_before = {path.name: path.stat().st_mtime for path in tmp_path.glob(f"*/*{CODE}")}
    entries = {name.partition("-")[0] for name in compiled_before}
    assert {"playouts", "perft", "legal_actions", "search_position", "run_simulations"} <= entries
    assert "process_blocks" not in entries, "batches are needed for training only"
    assert run("warm", CONNECT_FOUR, "--batches").code == 0
    compiled_now = {path.name: path.stat().st_mtime for path in tmp_path.glob(f"*/*{CODE}")}
    assert compiled_now.items() >= compiled_before.items(), "nothing is compiled again"
    added = {name.partition("-")[0] for name in compiled_now.keys() - compiled_before.keys()}
    assert added == {"process_blocks", "sample_blocks"}
    make(CONNECT_FOUR, batch=2).init()
    assert {path.name for path in tmp_path.glob(f"*/*{CODE}")} == compiled_now.keys()


def test_rejects_unknown_games(run: Run) -> None:
    done = run("warm", "chess")
    assert done.code == 2
    assert "no game is called 'chess'" in done.err
