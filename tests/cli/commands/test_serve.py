"""`steinreich serve` where its packages are not installed.  Halls that run: tests/hall."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from steinreich.cli.main import main

SCRIPT = """
import sys
sys.modules[sys.argv[1]] = None
from steinreich.cli.main import main
raise SystemExit(main(["serve", "--lang", sys.argv[2]]))
"""


def served(folder: Path, missing: str, language: str = "en") -> tuple[int, str, str]:
    """What comes of `serve` without a module, in a process of its own: exit code, outputs.  Its
    games are kept in a folder of its own, and any port will do: others serve at the same time."""
    command = [sys.executable, "-c", SCRIPT, missing, language]
    own = {"STEINREICH_DATABASE": f"sqlite:///{folder / 'hall.sqlite'}", "STEINREICH_PORT": "0"}
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | own)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("package", ["uvicorn", "sqlalchemy", "orjson", "pydantic_settings"])
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "en",
            "steinreich: the hall needs packages that are not installed ({} is missing);"
            " this installs them:  pip install 'steinreich[hall]'\n",
        ),
        (
            "de",
            "steinreich: für den Saal fehlen Pakete ({} ist nicht installiert);"
            " das installiert sie:  pip install 'steinreich[hall]'\n",
        ),
    ],
)
def test_a_missing_package_is_one_sentence(
    tmp_path: Path, package: str, language: str, sentence: str
) -> None:
    assert served(tmp_path, package, language) == (2, "", sentence.format(package))


def test_a_missing_part_of_our_own_is_a_fault(tmp_path: Path) -> None:
    code, _, said = served(tmp_path, "steinreich.hall.run")
    assert code == 1
    assert said.rstrip().endswith("import of steinreich.hall.run halted; None in sys.modules")


def test_the_help_of_the_program_needs_no_packages_of_the_hall() -> None:
    script = "import sys; from steinreich.cli.main import main; main(['--help'])\n"
    heavy = (
        "print({'pydantic', 'pydantic_settings', 'fastapi', 'numba', 'numpy'} & set(sys.modules))"
    )
    command = [sys.executable, "-c", script + heavy]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "serve" in done.stdout
    assert done.stdout.endswith("set()\n")


def test_the_help_tells_every_setting_and_what_is_usual(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--help", "--lang", "de"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "--port N Port (8421; 0: irgendein freier)" in told
    assert "--pace SECONDS was ein Zug des Computers mindestens dauert (0.35)" in told
    assert "--lan [WHEN]" in told
