"""`steinreich check` reports errors of a game in one line."""

from pathlib import Path

import pytest

from steinreich.core import registry
from tests.cli.conftest import CONNECT_FOUR, Run


def test_errors_are_translated(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "four.py"
    path.write_text(Path(CONNECT_FOUR).read_text().replace('"[a-g]"', '"[a-f]"'))
    expected = {
        "en": f"{path}: the name 'g' does not match ACTION_PATTERN [7/7/7/7/7/7 r]\n",
        "de": f"{path}: der Name 'g' passt nicht zu ACTION_PATTERN [7/7/7/7/7/7 r]\n",
    }
    for language, text in expected.items():
        assert run("check", path, "--lang", language) == (1, text, "")


def test_error_in_a_rule_is_reported_with_its_line(run: Run, tmp_path: Path) -> None:
    source = Path(CONNECT_FOUR).read_text()
    path = tmp_path / "four.py"
    path.write_text(
        source.replace("    return [line for line in LINES", "    return [lin for line in LINES")
    )
    line = source[: source.index("    return [line for line in LINES")].count("\n") + 1
    done = run("check", path)
    assert done == (1, f"{path}: NameError: name 'lin' is not defined (line {line})\n", "")


def test_reports_a_file_that_cannot_be_loaded_as_a_game(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "four.py"
    path.write_text(
        Path(CONNECT_FOUR)
        .read_text()
        .replace("NUM_ACTIONS, ACTION_PATTERN = 7,", "NUM_ACTIONS, ACTION_PATTERN = 6,")
    )
    done = run("check", path)
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith(
        "'four.py' is not a game file: NUM_ACTIONS is 6, but an action has the number 6 "
        "[7/7/7/7/7/7 r]\n"
    )


def test_correct_game_passes(run: Run) -> None:
    done = run("check", CONNECT_FOUR)
    assert done.out == f"{CONNECT_FOUR}: fulfils the contract (1)\n"
    assert (done.code, done.err) == (0, "")


MISSPELT_KNOWLEDGE = (
    "from steinreich.rules import *\n\n\n@rule\ndef evalute(s) -> int:\n    return 0\n"
)
MISSPELT_KNOWLEDGE_ERROR = "'four_knowledge.py': evalute is unknown; did you mean evaluate?\n"


def test_checks_the_files_beside_a_game(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(registry.GAMES_VARIABLE, "")  # restored after the test; `serve` sets it
    path = tmp_path / "four.py"
    path.write_text(Path(CONNECT_FOUR).read_text())
    (tmp_path / "four_knowledge.py").write_text(MISSPELT_KNOWLEDGE)
    assert run("check", path) == (1, f"{path}: {MISSPELT_KNOWLEDGE_ERROR}", "")
    done = run("serve", "--game", path)  # fails before it opens a port
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith(MISSPELT_KNOWLEDGE_ERROR)
