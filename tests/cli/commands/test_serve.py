"""`steinreich serve` with missing packages; running servers are tested in tests/hall."""

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


def serve_without_module(folder: Path, missing: str, language: str = "en") -> tuple[int, str, str]:
    """Run `serve` without a module in a process of its own; return exit code and outputs.

    It uses a private folder and a free port, as other tests run servers at the same time.
    """
    command = [sys.executable, "-c", SCRIPT, missing, language]
    variables = {
        "STEINREICH_DATABASE": f"sqlite:///{folder / 'hall.sqlite'}",
        "STEINREICH_PORT": "0",
    }
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | variables)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("package", ["uvicorn", "sqlalchemy", "orjson", "pydantic_settings"])
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "en",
            "steinreich: the hall needs packages that are not installed ({} is missing); "
            "install them with  pip install 'steinreich[hall]'\n",
        ),
        (
            "de",
            "steinreich: für den Saal fehlen Pakete ({} ist nicht installiert);"
            " das installiert sie:  pip install 'steinreich[hall]'\n",
        ),
    ],
)
def test_missing_package_is_reported_in_one_sentence(
    tmp_path: Path, package: str, language: str, sentence: str
) -> None:
    assert serve_without_module(tmp_path, package, language) == (2, "", sentence.format(package))


def test_missing_own_module_is_a_bug(tmp_path: Path) -> None:
    code, _, error = serve_without_module(tmp_path, "steinreich.hall.server")
    assert code == 1
    assert error.rstrip().endswith("import of steinreich.hall.server halted; None in sys.modules")


def test_program_help_needs_no_server_packages() -> None:
    script = "import sys; from steinreich.cli.main import main; main(['--help'])\n"
    heavy = (
        "print({'pydantic', 'pydantic_settings', 'fastapi', 'numba', 'numpy'} & set(sys.modules))"
    )
    command = [sys.executable, "-c", script + heavy]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "serve" in done.stdout
    assert done.stdout.endswith("set()\n")


def test_help_lists_every_setting_with_its_default(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--help", "--lang", "de"]) == 0
    output = " ".join(capsys.readouterr().out.split())
    assert "--port N Port; 0 wählt einen freien (Vorgabe: 8421)" in output
    assert "--lan [WHEN]" in output
