"""`steinreich tui` without a terminal, without Textual, or with invalid arguments."""

import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("tui vier3d", "tui needs a terminal; with pipes, use play or replay"),
        ("tui --lang de", "tui braucht ein Terminal; für Pipes gibt es play und replay"),
        ("tui vier3", "no game is called 'vier3'; there are"),
        ("tui --seats human,human", "no game given; name one, for example vier3d"),
        ("tui --replay a --save b", "--replay cannot be combined with other options than GAME"),
        ("tui --replay nowhere.txt", "cannot read 'nowhere.txt'"),
        ("tui vier3d --seats human,robot", "--seats: unknown player 'robot'"),
    ],
)
def test_rejects_invalid_input(run: Run, line: str, message: str) -> None:
    done = run(*line.split())
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"steinreich: {message}")
    assert done.err.count("\n") == 1


def test_existing_file_is_not_overwritten(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("kept")
    assert "already exists" in run("tui", "vier3d", "--save", file).err


def test_missing_package_is_reported_in_one_sentence(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith("steinreich.cli.tui")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "textual", None)
    monkeypatch.setitem(sys.modules, "textual.app", None)
    assert run("tui").err == (
        "steinreich: the terminal client needs packages that are not installed (textual is "
        "missing); install them with  pip install 'steinreich[tui]'\n"
    )
