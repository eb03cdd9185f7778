"""Writes what the browser needs to draw boards and pieces as they are drawn here.

`python -m steinreich.draw.client FOLDER` writes the palette as a stylesheet and outlines as
TypeScript.  Where things lie on a screen is the client's own; what they look like is written here.
"""

import json
import sys
from pathlib import Path

from steinreich.draw import layout
from steinreich.draw.elements import flat, stones
from steinreich.draw.palette import (
    ON_PAGES_DARK,
    ON_PAGES_LIGHT,
    ONLY_3D,
    PIECES,
    Palette,
    piece_roles,
)

WRITTEN = "Written by `python -m steinreich.draw.client`: change src/steinreich/draw."
COLOURS = [colour for colour in PIECES if colour != "stone"]  # of the contract between the two
OUTLINES: dict[str, tuple[object, str]] = {
    "RADIUS": (stones.RADIUS, "of a stone"),
    "EDGE": (stones.EDGE, "of a stone, up to the gleam on it"),
    "TILE": (stones.TILE, "half the side of a tile's half"),
    "CORNER": (stones.CORNER, "of a tile's half, rounded"),
    "BEVEL": (stones.BEVEL, "of a tile"),
    "LAYER": (stones.LAYER, "how much of each lower piece of a stack is seen"),
    "MOST_LAYERS": (stones.MOST_LAYERS, "higher stacks look like this; the number tells"),
    "RING": ({"radius": stones.RING[0], "width": stones.RING[1]}, ""),
    "DOT": (stones.DOT, "radius"),
    "CROWN": (stones.CROWN + "Z", ""),
    "BAND": (stones.BAND, "below a crown"),
    "PEARLS": ([{"x": x, "y": y} for x, y in stones.PRONGS], "on its prongs"),
    "PEARL": (stones.PEARL, "radius"),
    "HOLES": ([{"x": x, "y": y} for x, y in stones.HOLES], ""),
    "HOLE": (stones.HOLE, "radius"),
    "HOLE_LIGHT": (
        {"below": stones.HOLE_LIGHT[0], "radius": stones.HOLE_LIGHT[1]},
        "on the lower edge of a hole",
    ),
    "SQUARE": (flat.SQUARE, "side of a square let into the plank"),
    "GROOVE": (flat.GROOVE, "width of lines"),
    "VEINS": (flat.VEINS, "of wood, in a pattern of 600 by 100"),
    "PANEL_MARGIN": (flat.PANEL_MARGIN, "from the outermost points to the edge of their panel"),
    "AROUND_SQUARES": (layout.LEAST_MARGIN[True], "wood around squares"),
    "AROUND_POINTS": (layout.LEAST_MARGIN[False], "wood around points: stones reach over those"),
}


def stylesheet() -> str:
    """The palette as custom properties; boards have theirs marked, as pages have others."""
    pieces = {f"--{role}": value for role, value in piece_roles().items() if is_known(role)}
    light, dark = on_boards(ON_PAGES_LIGHT), on_boards(ON_PAGES_DARK)
    changed = {role: value for role, value in dark.items() if light[role] != value}
    return (
        f"/* The colours of boards and pieces.  {WRITTEN} */\n\n"
        + rule(":root", pieces | light)
        + "\n"
        + rule('[data-theme="dark"]', changed)
    )


def is_known(role: str) -> bool:
    return role.partition("-")[0] in COLOURS


def on_boards(palette: Palette) -> Palette:
    """The roles of a board that the stylesheet draws."""
    others = {*piece_roles(), *ONLY_3D}
    return {f"--board-{role}": value for role, value in palette.items() if role not in others}


def rule(selector: str, properties: Palette) -> str:
    lines = "".join(f"  {name}: {value};\n" for name, value in properties.items())
    return f"{selector} {{\n{lines}}}\n"


def outlines() -> str:
    """Outlines and sizes, in the units of the drawings: a square of the board has 100."""
    lines = [f"// Outlines and colours of boards and pieces.\n// {WRITTEN}\n"]
    for name, (value, comment) in OUTLINES.items():
        line = f"export const {name} = {written(value)};"
        lines.append(line + (f" // {comment}" if comment else ""))
    lines.append(f"\nexport const TONES = {written({c: PIECES[c]._asdict() for c in COLOURS})};\n")
    for name, palette in (("LIGHT", ON_PAGES_LIGHT), ("DARK", ON_PAGES_DARK)):
        roles = {role: palette[role] for role in palette if role not in piece_roles()}
        lines.append(f"export const {name} = {written(roles)};\n")
    return "\n".join(lines)


def written(value: object, indent: str = "") -> str:
    """A value as prettier would have it: on one line if it fits and holds nothing nested."""
    deeper = indent + "  "
    if isinstance(value, dict):
        parts = [f"{key_of(name)}: {written(one, deeper)}" for name, one in value.items()]
        brackets = ("{ ", " }", "{", "}")
    elif isinstance(value, list):
        parts = [written(one, deeper) for one in value]
        brackets = ("[", "]", "[", "]")
    else:
        return json.dumps(value)
    short = brackets[0] + ", ".join(parts) + brackets[1]
    if len(short) < 80 and not any("{" in part for part in parts):
        return short
    inner = "".join(f"\n{deeper}{part}," for part in parts)
    return f"{brackets[2]}{inner}\n{indent}{brackets[3]}"


def key_of(name: str) -> str:
    return name if name.isidentifier() else json.dumps(name)


FILES = {"board.css": stylesheet, "outlines.ts": outlines}


if __name__ == "__main__":
    for name, make in FILES.items():
        Path(sys.argv[1], name).write_text(make())
