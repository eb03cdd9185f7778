"""Writes what the browser needs to draw boards and pieces as they are drawn here.

`python -m steinreich.draw.client FOLDER` writes the palettes of all styles as a stylesheet, shapes
and sizes as TypeScript.  Where things lie on a screen is the client's own; what they look like is
written here.
"""

import json
import re
import sys
from pathlib import Path
from typing import get_args

from steinreich.draw.elements import annotations, flat, space, stones
from steinreich.draw.elements.markup import LEAST_LETTERS, LETTERS, UNIT, group
from steinreich.draw.palette import ONLY_3D, PIECES, Palette, piece_roles
from steinreich.draw.picture import AnnotationKind
from steinreich.draw.styles import STYLES, on_pages
from steinreich.rules.vocabulary import Mark

WRITTEN = "Written by `python -m steinreich.draw.client`: change src/steinreich/draw."
COLOURS = [colour for colour in PIECES if colour != "stone"]  # of the contract between the two
IN_3D = (  # roles that the view in 3D has
    *("frame-high", "frame-deep", "grain", "groove", "accent", "lit"),
    *(f"drawn-{kind}" for kind in get_args(AnnotationKind)),
    "drawn-edge",
    *ONLY_3D,
)
PLATE = {"margin": space.PLATE_MARGIN, "thickness": space.PLATE, "fallen": space.FALLEN}
OUTLINES: dict[str, tuple[object, str]] = {
    "UNIT": (UNIT, "a board unit in the SVG's own units: browsers mistreat tiny fonts"),
    "RADIUS": (stones.RADIUS, "of a stone"),
    "TILE": (stones.TILE, "half the side of a tile's half"),
    "CORNER": (stones.CORNER, "of a tile's half, rounded"),
    "LAYER": (stones.LAYER, "how much of each lower piece of a stack is seen"),
    "MOST_LAYERS": (stones.MOST_LAYERS, "higher stacks look like this; the number tells"),
    "BADGE": (stones.BADGE, "the height of a stack"),
    "LETTERS": (
        {"least": LEAST_LETTERS, "part": LETTERS},
        "of labels: so large, or such a part of the width",
    ),
    "POINT": (flat.POINT, "radius of the dots where lines meet"),
    "BEGIN": (flat.BEGIN, "radius of the ring where the last action began"),
    "TARGETS": (flat.TARGETS, "radius of the marks of what can be touched"),
    "DASHES": (flat.DASHES, "notches around what can be met"),
    "AXES": (space.SMALL, "where the axes of space point to on paper"),
    "PLATE": (PLATE, "below the rods"),
    "ROD": ({"width": space.ROD, "top": space.ROD_TOP}, "how far above the topmost place it ends"),
    "OUT_OF_BALL": (space.OUT_OF_BALL, "where a rod comes out of a ball, above its middle"),
    "ARROW": (
        {
            "before": annotations.BEFORE,
            "after": annotations.AFTER,
            **annotations.HEAD,
            "ring": annotations.RING,
        },
        "how far from the middles of cells it ends and begins, its head, and the radius of a ring",
    ),
}
OUTLINE, COLOUR = "{outline}", "{colour}"  # what the client puts in


def definitions() -> str:
    """What is drawn several times, apart from pieces.  Shapes lie around the origin."""
    beside, below = (0.0, 0.0), {"across": (UNIT, 0.0), "along": (0.0, UNIT)}
    named = {
        "marked": flat.marked(*beside),
        "began": flat.began(*beside),
        "ended-square": flat.ground(*beside, square=True),
        "ended-point": flat.ground(*beside, square=False),
        "lit": "".join(flat.lit_places([beside], stones.RADIUS + 2)),
        "last-ball": space.last_ball(*beside),
        "ball-hole": space.hole(*beside),
        "rod-foot": space.foot_shadow(*beside, has_balls=False),
        "balls-foot": space.foot_shadow(*beside, has_balls=True),
        "tile-shadow": stones.cast_shadow(True, *beside, 0),
        **{f"tile-{way}": stones.tile(beside, to) for way, to in below.items()},
        **{f"around-{way}": flat.around([beside, to]) for way, to in below.items()},
        **{
            f"shadow-{layers}": stones.cast_shadow(False, *beside, stones.LAYER * (layers - 1))
            for layers in range(1, stones.MOST_LAYERS + 1)
        },
    }
    lights = [*flat.definitions(squares=True), *space.definitions()]
    lights += [stones.shadow(), stones.tile_light()]
    return "".join(lights) + "".join(group(shape, id=f"~{id}") for id, shape in named.items())


def body(colour: str) -> str:
    """A piece without a mark, and the light on it."""
    return stones.light(colour) + group(*stones.body(colour), id=f"~{colour}")


SHAPES = {
    "DEFINITIONS": (definitions, "what is drawn several times"),
    "STONE": (lambda: body(COLOUR), "the body of a piece, and the light on it"),
    "WOODEN": (lambda: body("wood"), "half a tile likewise"),
    "PLANK": (lambda: "".join(flat.wood(OUTLINE)), ""),
    "PANEL": (lambda: flat.lighter(OUTLINE), "below the lines of a board of points"),
    "LINES": (lambda: "".join(flat.lines(OUTLINE)), "between points"),
    "WAY": (lambda: flat.travelled(OUTLINE), "of the piece that moved last"),
    "SLAB": (
        lambda: "".join(space.slab(OUTLINE, "{front}", "{side}", "{fallen}")),
        "the plate below rods",
    ),
    "THREAD": (lambda: "".join(flat.thread(OUTLINE)), "of light, through a line that won"),
}


def stylesheet() -> str:
    """The palettes as custom properties; boards have theirs marked, as pages have others.

    Each rule has only what differs from those before it that hold as well.
    """
    light, dark = map(on_boards, on_pages("wood"))
    in_the_dark = changed(light, dark)
    rules = [rule(":root", light), rule('[data-theme="dark"]', in_the_dark)]
    for style in STYLES:
        if style == "wood":
            continue
        name = f'[data-style="{style}"]'
        own_light, own_dark = map(on_boards, on_pages(style))
        own = changed(light, own_light)
        rules.append(rule(name, own))
        before = light | in_the_dark | own
        rules.append(rule(f'{name}[data-theme="dark"]', changed(before, own_dark)))
    return f"/* The colours of boards and pieces.  {WRITTEN} */\n\n" + "\n".join(rules)


def changed(before: Palette, after: Palette) -> Palette:
    return {role: value for role, value in after.items() if before[role] != value}


def on_boards(palette: Palette) -> Palette:
    """The roles of boards and pieces that the stylesheet draws."""
    return {
        property_of(role): value
        for role, value in palette.items()
        if role not in ONLY_3D and not role.startswith("stone-")  # a colour that no message has
    }


def rule(selector: str, properties: Palette) -> str:
    lines = "".join(f"  {name}: {value};\n" for name, value in properties.items())
    return f"{selector} {{\n{lines}}}\n"


def outlines() -> str:
    """Outlines and sizes, in the units of the drawings: a square of the board has 100."""
    lines = [f"// Outlines of boards and pieces.\n// {WRITTEN}\n"]
    for name, (value, comment) in OUTLINES.items():
        line = f"export const {name} = {written(value)};"
        lines.append(line + (f" // {comment}" if comment else ""))
    lines.append(f"export const COLOURS = {written(COLOURS)} as const; // of pieces")
    return "\n".join(lines) + "\n"


def scenes() -> str:
    """Colours for the view in 3D, which no stylesheet reaches: of each role in every palette."""
    palettes = {
        f"{style} {theme}": palette
        for style in STYLES
        for theme, palette in on_pages(style)._asdict().items()
    }
    pieces = [f"{colour}-{tone}" for colour in COLOURS for tone in ("body", "mark")]
    rows = {role: [palette[role] for palette in palettes.values()] for role in (*IN_3D, *pieces)}
    return (
        f"// Colours of the view in 3D.\n// {WRITTEN}\n\n"
        f"export const PALETTES = {written([*palettes])} as const;\n"
        f"export const SCENES = {written(rows)}; // by role: in each of these\n"
    )


def shapes() -> str:
    """Shapes as SVG.  The ids in it begin with `~`, where the client puts in one of its own."""
    lines = [f"// Boards and pieces as SVG.\n// {WRITTEN}\n"]
    for name, (make, comment) in SHAPES.items():
        above = f"// {comment}\n" if comment else ""
        lines.append(above + set_to(f"export const {name} =", make(), ";"))
    marks = {mark: "".join(stones.mark(mark, COLOUR)) for mark in get_args(Mark)}
    drawn = {kind: annotations.shape(kind, "{line}", "{head}") for kind in get_args(AnnotationKind)}
    lines += [*several("MARKS", marks), "// arrows and rings that people draw"]
    return "\n".join([*lines, *several("ANNOTATIONS", drawn)]) + "\n"


def several(name: str, shapes: dict[str, str]) -> list[str]:
    """An object of shapes."""
    fields = [set_to(f"  {one}:", shape, ",") for one, shape in shapes.items()]
    return [f"export const {name} = {{", *fields, "};"]


def set_to(what: str, markup: str, end: str) -> str:
    """A name and its text, as prettier would have it."""
    text = f"'{styled(markup)}'" if markup else '""'
    line = f"{what} {text}{end}"
    indent = what[: len(what) - len(what.lstrip())]
    return line if len(line) <= 100 else f"{what}\n{indent}  {text}{end}"


def styled(markup: str) -> str:
    """With the stylesheet's properties for the roles of colours."""
    return re.sub(r"@([a-z{}-]+)", lambda role: f"var({property_of(role[1])})", markup)


def property_of(role: str) -> str:
    """The custom property that holds a colour."""
    is_piece = role.startswith(COLOUR) or role in piece_roles()
    return f"--{role}" if is_piece else f"--board-{role}"


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


FILES = {
    "board.css": stylesheet,
    "outlines.ts": outlines,
    "scenes.ts": scenes,
    "shapes.ts": shapes,
}


if __name__ == "__main__":
    for name, make in FILES.items():
        Path(sys.argv[1], name).write_text(make())
