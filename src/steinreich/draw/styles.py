"""What boards and pieces look like, by choice: of wood, plain, or in high contrast.

In high contrast every piece stands out from the board by at least 7 to 1, by its body or by a wide
edge, and so do marks from pieces and the pieces of one side from those of the other.  Of three or
more sides some are told apart by their marks alone, since no three brightnesses differ by so much.
"""

from typing import Literal, NamedTuple

from steinreich.draw.palette import (
    DARK,
    LIGHT,
    ON_DARK_PAGES,
    ON_LIGHT_PAGES,
    Palette,
    Tones,
    piece_roles,
)

Style = Literal["wood", "plain", "contrast"]


class Themes(NamedTuple):
    """The same style in light and in dark surroundings."""

    light: Palette
    dark: Palette


def flat(body: str, rim: str, mark: str) -> Tones:
    """A material on which no light falls."""
    return Tones(body, body, body, rim, mark)


def even(frame: str, field: str, other: str) -> Palette:
    """Surfaces without light, shade and grain."""
    frames = dict.fromkeys(("frame-high", "frame", "frame-deep"), frame)
    return frames | {
        "field-high": field,
        "field": field,
        "field-other": other,
        "grain": "#0000",
    }


PLAIN_PIECES = {
    "white": flat("#ffffff", "#4f565c", "#23272a"),
    "black": flat("#2a2d30", "#7c848b", "#f2f4f5"),
    "red": flat("#c8451b", "#5e1a05", "#fff1e6"),
    "blue": flat("#0f6fae", "#042c4b", "#f2f9ff"),
    "yellow": flat("#f2d43a", "#75590a", "#3a2c05"),
    "wood": flat("#efdfbf", "#6f6047", "#332c22"),
    "stone": flat("#b3b1ad", "#4e4c49", "#1e1d1c"),
}

PLAIN_LIGHT: Palette = (
    LIGHT
    | piece_roles(PLAIN_PIECES)
    | even("#c9d0d5", "#e8ecef", "#dae0e4")
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
    | even("#3b4349", "#5a646c", "#505a61")
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


def strong(body: str, against: str) -> Tones:
    """A material whose edge and mark are as different from it as can be."""
    return flat(body, against, against)


CONTRAST_PIECES = {
    "white": strong("#ffffff", "#000000"),
    "black": strong("#000000", "#ffffff"),
    "red": strong("#7a0000", "#ffffff"),
    "blue": strong("#a8dcff", "#000000"),
    "yellow": strong("#ffe94d", "#000000"),
    "wood": strong("#ffe2ae", "#000000"),
    "stone": strong("#dddddd", "#000000"),
}

WIDE = {"rim": "6", "tile-rim": "6"}

CONTRAST_LIGHT: Palette = (
    LIGHT
    | piece_roles(CONTRAST_PIECES)
    | even("#000000", "#ffffff", "#f2f2f2")
    | WIDE
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
    | even("#1c1c1c", "#000000", "#101010")
    | WIDE
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

PAGES: dict[Style, Themes] = {
    "wood": Themes(ON_LIGHT_PAGES, ON_DARK_PAGES),
    "plain": Themes(
        ON_LIGHT_PAGES
        | {"faint": "#5b656c", "line": "#b9c2c8", "lamp-label": "#20282d", "lamp-rod": "#dde3e7"},
        ON_DARK_PAGES
        | {
            "paper": "#262a2d",
            "faint": "#aeb8bf",
            "line": "#4b555c",
            "lamp-label": "#eef2f4",
            "lamp-rod": "#b9c3ca",
        },
    ),
    "contrast": Themes(
        ON_LIGHT_PAGES
        | {"faint": "#333333", "line": "#000000", "lamp-label": "#ffffff", "lamp-rod": "#9a9a9a"},
        ON_DARK_PAGES
        | {
            "paper": "#000000",
            "faint": "#d0d0d0",
            "line": "#ffffff",
            "lamp-label": "#ffffff",
            "lamp-rod": "#cccccc",
        },
    ),
}


def on_pages(style: Style) -> Themes:
    """On the pages of the hall: what is only there, and what stands on other paper there."""
    (light, dark), pages = STYLES[style], PAGES[style]
    return Themes(light | pages.light, dark | pages.dark)
