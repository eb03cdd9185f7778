"""Shell completion."""

import os
import subprocess
import sys

import pytest

from steinreich import games
from steinreich.cli.commands.completion import SHELLS
from tests.cli.conftest import PROGRAM, Run

BASH_SCRIPT = """
eval "$("{program}" completion bash)"
COMP_LINE="{line}"; COMP_POINT=${{#COMP_LINE}}; COMP_TYPE=9; COMP_WORDBREAKS=$' \\n'
_python_argcomplete "{program}"
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


def get_completions(line: str) -> list[str]:
    """Return the completions that bash offers."""
    script = BASH_SCRIPT.format(program=PROGRAM, line=line)
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    return [word.strip() for word in done.stdout.split("\n") if word.strip()]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("steinreich ser", ["serve"]),
        ("steinreich perft ", [*games()]),
        ("steinreich show vier3d\\(pl", ["vier3d(players=3)"]),
        ("steinreich show examples/c", ["examples/connect_four.py"]),
        ("steinreich show nogame\\(", []),
        ("steinreich serve --datab", ["--database"]),
    ],
)
def test_shell_completes_command_lines(line: str, expected: list[str]) -> None:
    completions = [word.replace("\\", "") for word in get_completions(line)]
    assert [word for word in completions if not word.startswith("-") or "-" in line] == expected


@pytest.mark.parametrize("shell", SHELLS)
def test_script_for_every_shell(run: Run, shell: str) -> None:
    done = run("completion", shell)
    assert (done.code, done.err) == (0, "")
    assert "steinreich" in done.out


def test_rejects_an_unknown_shell(run: Run) -> None:
    done = run("completion", "csh")
    assert done.code == 2
    assert "invalid choice: 'csh'" in done.err


def test_completion_does_not_load_the_compiler() -> None:
    """Completion has to respond to a key press at once."""
    environment = {"_ARGCOMPLETE": "1", "COMP_LINE": "steinreich perft ", "COMP_POINT": "17"}
    script = (
        "import atexit, sys; atexit.register(lambda: print('numba' in sys.modules));"
        "from steinreich.cli.main import main; main([])"
    )
    done = subprocess.run(
        ["bash", "-c", '"$0" -c "$1" 8>/dev/null 9>/dev/null', sys.executable, script],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "False\n"
