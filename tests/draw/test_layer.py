"""What `draw` may import: the standard library, `core`, and nothing above or heavy.

CairoSVG makes PNG of pictures, for those who have it.
"""

import ast
import subprocess
import sys
from pathlib import Path

import steinreich.draw

SOURCES = sorted(Path(steinreich.draw.__file__).parent.rglob("*.py"))


def test_imports_point_down() -> None:
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text())):
            if isinstance(node, ast.ImportFrom):
                name = node.module or ""
            elif isinstance(node, ast.Import):
                name = node.names[0].name
            else:
                continue
            own = name.startswith(
                ("steinreich.rules", "steinreich.compile", "steinreich.core", "steinreich.draw")
            )
            makes_png = source.name == "png.py" and name == "cairosvg"
            is_known = own or makes_png or name.partition(".")[0] in sys.stdlib_module_names
            assert is_known, (source, name)


def test_pictures_need_no_compiler() -> None:
    code = (
        "import sys; from steinreich import load; from steinreich.draw import svg, text;"
        "p = load('vier3d').start(); svg(p); text(p);"
        "print({'numba', 'numpy', 'matplotlib', 'cairosvg'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
