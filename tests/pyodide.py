"""CPython in Node.js (Pyodide), with the sources of the package and libraries of games."""

import json
import subprocess
from pathlib import Path

import steinreich
from steinreich import load
from steinreich.compile.machine_code import library_path
from steinreich.compile.wasm import build_library
from steinreich.engines.named_players import get_entry_points

WEB = Path(__file__).parents[1] / "web"
SOURCES = str(Path(steinreich.__file__).parents[1])

NODE_SCRIPT = """
import {{ loadPyodide }} from "pyodide";
const python = await loadPyodide();
python.mountNodeFS("/sources", {sources});
python.mountNodeFS("/libraries", {libraries});
try {{
  python.runPython({code});
}} catch (error) {{
  console.error(error.message);
  process.exitCode = 1;
}}
"""
SET_UP = """
import sys
sys.path.insert(0, "/sources")
from pathlib import Path
from steinreich.compile import machine_code
machine_code.LIBRARIES = Path("/libraries")
"""


def build_once(id: str, folder: Path) -> Path:
    """Return the library of a game in a folder; build it at the first call."""
    game = load(id)
    path = folder / library_path(game.module).name
    if not path.exists():
        path.write_bytes(build_library(get_entry_points(game)))
    return path


def run_in_node(code: str, libraries: Path) -> str:
    """Run Python code in Node.js and return its output."""
    values = {"sources": SOURCES, "libraries": str(libraries), "code": SET_UP + code}
    script = NODE_SCRIPT.format(**{name: json.dumps(value) for name, value in values.items()})
    command = ["node", "--input-type=module", "-e", script]
    done = subprocess.run(command, cwd=WEB, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout
