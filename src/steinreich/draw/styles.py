"""Styles of boards and pieces: wood, plain, or high contrast.

A palette maps roles to colours and to widths of edges. Pictures use the palettes, and so do boards
in the browser, whose stylesheet is generated from them (`steinreich.draw.client`).

The colours of pieces follow the palette of Okabe and Ito, which is distinguishable with any kind of
colour vision; within a game they also differ in brightness, for grey print.

In high contrast every piece has a contrast of at least 7 to 1 to the board, by its body or by a
wide edge, and so have marks to pieces and the pieces of one side to those of the other. Of three or
more sides some differ by their marks alone, since no three brightnesses differ enough.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

Palette = dict[str, str]


class Tones(NamedTuple):
    """The colours of a piece under light from the upper left."""

    high: str  # highlight
    body: str
    deep: str  # shade
    rim: str  # edge
    mark: str  # of the symbol on the piece


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
    """Return the tones of all pieces by role: `red-high`, `red-body` and so on."""
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
    "rim": "2",  # width of the edge of a piece
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

ONLY_3D = (
    "lamp-label",
    "lamp-rod",
    "lamp-lit-edge",
)  # only in the 3D view, where lighting changes colours

# On the pages of the hall: additional roles, and roles with other values.

LIGHT_PAGE_CHANGES: Palette = {
    "faint": "#6b5f50",
    "line": "#cbb99c",
    "focus": "#10357a",
    "focus-halo": "#ffffff",
    "lamp-label": "#3d2612",
    "lamp-rod": "#e6d6b4",
    "lamp-lit-edge": "#1d1a12",
}

DARK_PAGE_CHANGES: Palette = {
    "paper": "#2a2521",
    "faint": "#b3a48f",
    "line": "#5b4c3a",
    "focus": "#ffffff",
    "focus-halo": "#12244a",
    "lamp-label": "#f3dfbd",
    "lamp-rod": "#cdb78f",
    "lamp-lit-edge": "#000000",
}


# Styles

Style = Literal["wood", "plain", "contrast"]


class Themes(NamedTuple):
    """The palettes of a style in light and in dark surroundings."""

    light: Palette
    dark: Palette


def make_flat_tones(body: str, rim: str, mark: str) -> Tones:
    """Return tones without shading."""
    return Tones(body, body, body, rim, mark)


def make_plain_surfaces(frame: str, field: str, other: str) -> Palette:
    """Return the roles of board surfaces without shading and grain."""
    frames = dict.fromkeys(("frame-high", "frame", "frame-deep"), frame)
    return frames | {
        "field-high": field,
        "field": field,
        "field-other": other,
        "grain": "#0000",
    }


PLAIN_PIECES = {
    "white": make_flat_tones("#ffffff", "#4f565c", "#23272a"),
    "black": make_flat_tones("#2a2d30", "#7c848b", "#f2f4f5"),
    "red": make_flat_tones("#c8451b", "#5e1a05", "#fff1e6"),
    "blue": make_flat_tones("#0f6fae", "#042c4b", "#f2f9ff"),
    "yellow": make_flat_tones("#f2d43a", "#75590a", "#3a2c05"),
    "wood": make_flat_tones("#efdfbf", "#6f6047", "#332c22"),
    "stone": make_flat_tones("#b3b1ad", "#4e4c49", "#1e1d1c"),
}

PLAIN_LIGHT: Palette = (
    LIGHT
    | piece_roles(PLAIN_PIECES)
    | make_plain_surfaces("#c9d0d5", "#e8ecef", "#dae0e4")
    | {
        "paper": "#fafbfb",
        "ink": "#272c30",
        "faint": "#5b656c",
        "shadow": "#1d2429",
        "frame-edge": "#98a3aa",
        "groove": "#56626a",
        "gleam": "#ffffff",
        "label": "#2b343a",
        "rod-high": "#f4f6f7",
        "rod": "#b4bdc3",
        "rod-deep": "#6d7880",
    }
)

PLAIN_DARK: Palette = (
    DARK
    | piece_roles(PLAIN_PIECES)
    | make_plain_surfaces("#3b4349", "#5a646c", "#505a61")
    | {
        "paper": "#1a1d1f",
        "ink": "#e6eaed",
        "faint": "#a3adb4",
        "frame-edge": "#22282c",
        "groove": "#1a1f22",
        "gleam": "#aab5bd",
        "label": "#e6eaed",
        "rod-high": "#d9dfe3",
        "rod": "#98a3aa",
        "rod-deep": "#4b555c",
    }
)


def make_contrast_tones(body: str, contrasting: str) -> Tones:
    """Return tones whose edge and mark contrast with the body."""
    return make_flat_tones(body, contrasting, contrasting)


CONTRAST_PIECES = {
    "white": make_contrast_tones("#ffffff", "#000000"),
    "black": make_contrast_tones("#000000", "#ffffff"),
    "red": make_contrast_tones("#7a0000", "#ffffff"),
    "blue": make_contrast_tones("#a8dcff", "#000000"),
    "yellow": make_contrast_tones("#ffe94d", "#000000"),
    "wood": make_contrast_tones("#ffe2ae", "#000000"),
    "stone": make_contrast_tones("#dddddd", "#000000"),
}

WIDE_EDGES = {"rim": "6", "tile-rim": "6"}

CONTRAST_LIGHT: Palette = (
    LIGHT
    | piece_roles(CONTRAST_PIECES)
    | make_plain_surfaces("#000000", "#ffffff", "#f2f2f2")
    | WIDE_EDGES
    | {
        "paper": "#ffffff",
        "ink": "#000000",
        "faint": "#333333",
        "shadow": "#ffffff",
        "frame-edge": "#000000",
        "groove": "#000000",
        "gleam": "#ffffff",
        "label": "#ffffff",
        "accent": "#00493d",
        "accent-soft": "#00594a",
        "rod-high": "#ffffff",
        "rod": "#8a8a8a",
        "rod-deep": "#000000",
    }
)

CONTRAST_DARK: Palette = (
    DARK
    | piece_roles(CONTRAST_PIECES)
    | make_plain_surfaces("#1c1c1c", "#000000", "#101010")
    | WIDE_EDGES
    | {
        "paper": "#000000",
        "ink": "#ffffff",
        "faint": "#d0d0d0",
        "frame-edge": "#8c8c8c",
        "groove": "#ffffff",
        "gleam": "#000000",
        "label": "#ffffff",
        "accent-soft": "#7ff0d6",
        "rod-high": "#ffffff",
        "rod": "#b8b8b8",
        "rod-deep": "#000000",
    }
)

STYLES: dict[Style, Themes] = {
    "wood": Themes(LIGHT, DARK),
    "plain": Themes(PLAIN_LIGHT, PLAIN_DARK),
    "contrast": Themes(CONTRAST_LIGHT, CONTRAST_DARK),
}

PAGE_CHANGES: dict[Style, Themes] = {
    "wood": Themes(LIGHT_PAGE_CHANGES, DARK_PAGE_CHANGES),
    "plain": Themes(
        LIGHT_PAGE_CHANGES
        | {"faint": "#5b656c", "line": "#b9c2c8", "lamp-label": "#20282d", "lamp-rod": "#dde3e7"},
        DARK_PAGE_CHANGES
        | {
            "paper": "#262a2d",
            "faint": "#aeb8bf",
            "line": "#4b555c",
            "lamp-label": "#eef2f4",
            "lamp-rod": "#b9c3ca",
        },
    ),
    "contrast": Themes(
        LIGHT_PAGE_CHANGES
        | {"faint": "#333333", "line": "#000000", "lamp-label": "#ffffff", "lamp-rod": "#9a9a9a"},
        DARK_PAGE_CHANGES
        | {
            "paper": "#000000",
            "faint": "#d0d0d0",
            "line": "#ffffff",
            "lamp-label": "#ffffff",
            "lamp-rod": "#cccccc",
        },
    ),
}


def get_page_palettes(style: Style) -> Themes:
    """Return the palettes for the pages of the hall, with additional roles and other values."""
    (light, dark), pages = STYLES[style], PAGE_CHANGES[style]
    return Themes(light | pages.light, dark | pages.dark)
