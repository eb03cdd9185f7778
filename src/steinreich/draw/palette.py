"""Colours by role, and widths of edges, of boards of wood in light and dark surroundings.

Pictures are drawn with these, and so are the boards in the browser, whose stylesheet is written
from here (`steinreich.draw.client`).  `styles` has those of boards that are not of wood.

The colours of pieces follow the palette of Okabe and Ito, which people with any kind of
colour vision can tell apart; within a game they also differ in brightness, for print in grey.
"""

from collections.abc import Mapping
from typing import NamedTuple

Palette = dict[str, str]


class Tones(NamedTuple):
    """A material under light from the upper left."""

    high: str  # where the light falls
    body: str
    deep: str  # in the shade
    rim: str  # the edge
    mark: str  # what is inlaid


PIECES = {
    "white": Tones("#fffdf6", "#f1e8d4", "#cdbf9f", "#6d604a", "#2c2620"),
    "black": Tones("#6a6560", "#2d2a28", "#121110", "#565049", "#f3ead6"),
    "red": Tones("#ee8a63", "#c8451b", "#8a2708", "#5e1a05", "#fff1e6"),
    "blue": Tones("#6db6e6", "#0f6fae", "#07406b", "#042c4b", "#f2f9ff"),
    "yellow": Tones("#fff6b0", "#f2d43a", "#c39a12", "#75590a", "#3a2c05"),
    "wood": Tones("#fbeccb", "#efd5a3", "#d9b579", "#7b5327", "#3d2814"),
    "stone": Tones("#e3e2df", "#b3b1ad", "#83817d", "#4e4c49", "#1e1d1c"),  # any other colour
}


def piece_roles(pieces: Mapping[str, Tones] = PIECES) -> Palette:
    """The tones of all pieces by role: `red-high`, `red-body` and so on."""
    return {
        f"{colour}-{tone}": value
        for colour, tones in pieces.items()
        for tone, value in tones._asdict().items()
    }


LIGHT: Palette = piece_roles() | {
    "paper": "#fbf8f1",
    "ink": "#33291f",
    "faint": "#7d6f5e",
    "shadow": "#2a1a0c",
    "frame-high": "#c99b66",
    "frame": "#b88652",
    "frame-deep": "#9c6c3d",
    "frame-edge": "#6f4826",
    "field-high": "#e2bf8d",
    "field": "#d6ae78",
    "field-other": "#d0a66f",
    "grain": "#7a4d22",
    "groove": "#53351b",
    "gleam": "#fff1d4",
    "label": "#4a2f17",
    "accent": "#006b5b",
    "accent-soft": "#19a38b",
    "lit": "#fff7c9",
    "lit-edge": "#1d1a12",
    "rod-high": "#fdf6e6",
    "rod": "#c9b38c",
    "rod-deep": "#7c6440",
    "drawn-solid": "#4be38f",
    "drawn-dashed": "#ff8d70",
    "drawn-double": "#7cc0ff",
    "drawn-dotted": "#ffdd55",
    "drawn-planned": "#ffffff",
    "drawn-edge": "#17130c",
    "rim": "2",  # how wide the edge of a piece is drawn
    "tile-rim": "2.5",
}

DARK: Palette = LIGHT | {
    "paper": "#1d1a17",
    "ink": "#efe6d6",
    "faint": "#a89984",
    "shadow": "#000000",
    "frame-high": "#7a5838",
    "frame": "#694a2e",
    "frame-deep": "#553a22",
    "frame-edge": "#33210f",
    "field-high": "#a98057",
    "field": "#99724b",
    "field-other": "#916a44",
    "grain": "#3f260f",
    "groove": "#2b1a0b",
    "gleam": "#dcb98a",
    "label": "#ecd7b4",
    "accent": "#7ff0d6",
    "accent-soft": "#4fd8bb",
    "rod-high": "#efe2c6",
    "rod": "#b59d74",
    "rod-deep": "#64502f",
}

ONLY_3D = ("lamp-label", "lamp-rod", "lamp-lit-edge")  # where lamps change colours

# On the pages of the hall: what is only there, and what stands on other paper there.

ON_LIGHT_PAGES: Palette = {
    "faint": "#6b5f50",
    "line": "#cbb99c",
    "focus": "#10357a",
    "focus-halo": "#ffffff",
    "lamp-label": "#3d2612",
    "lamp-rod": "#e6d6b4",
    "lamp-lit-edge": "#1d1a12",
}

ON_DARK_PAGES: Palette = {
    "paper": "#2a2521",
    "faint": "#b3a48f",
    "line": "#5b4c3a",
    "focus": "#ffffff",
    "focus-halo": "#12244a",
    "lamp-label": "#f3dfbd",
    "lamp-rod": "#cdb78f",
    "lamp-lit-edge": "#000000",
}
