"""The package builds as a wheel and works where the repository is not."""

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import sys, steinreich
from steinreich.cli.main import main
from steinreich.players.insight import inner_square, tzaar, vier3d
from steinreich.records import schema

assert steinreich.__file__.startswith(sys.argv[1]), steinreich.__file__
assert len(steinreich.games()) == 5 and schema()["title"]
assert all(any(insight.VALUES) for insight in (inner_square, tzaar, vier3d))  # learned weights
assert steinreich.load("tzaar").start(seed=1)._repr_svg_().startswith("<svg")
assert steinreich.random_games(steinreich.load("vier3d").start(), 10).lengths.min() >= 7
raise SystemExit(main(["show", "inner_square"]))
"""


def test_wheel(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "-o", str(tmp_path)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    site = tmp_path / "site"
    install = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index"]
    subprocess.run([*install, "--target", str(site), str(wheel)], check=True, capture_output=True)
    shown = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(site)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(site), "LANG": "C.UTF-8"},
        check=True,
        capture_output=True,
        text=True,
    )
    assert "Red: move a stone" in shown.stdout
