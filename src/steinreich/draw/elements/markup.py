"""SVG as text. Shapes refer to colours by role and to ids without prefix; `finish` resolves both.

Functions that make shapes therefore stay pure: they depend neither on the theme nor on other
pictures on the page.
"""

import re
from html import escape

from steinreich.draw.styles import Palette

UNIT = 100  # a board unit in SVG units: browsers render fonts smaller than one badly
FONT = "Charter, 'Bitstream Charter', 'Iowan Old Style', Palatino, Georgia, 'DejaVu Serif', serif"
MIN_LETTER_SIZE = 27
LETTERS = 0.034  # of the width: 10 pixels where the drawing is 300 wide

Look = dict[str, str | float]  # attributes that several shapes share

# How pages say what they look like: JupyterLab, VS Code, Colab, and Marimo as many others do
LIGHT_PAGES = (
    "[data-jp-theme-light=true],.vscode-light,.vscode-high-contrast-light,"
    "html[theme=light],[data-theme=light]"
)
DARK_PAGES = (
    "[data-jp-theme-light=false],.vscode-dark,.vscode-high-contrast:not(.vscode-high-contrast-light),"
    "html[theme=dark],[data-theme=dark]"
)

TAG = re.compile(r"<[^<>]*+>")
ROLE = re.compile(r'(?<![a-z-])([a-z-]++)="@([a-z-]++)"')


def number(value: float) -> str:
    """Return a coordinate, no longer than needed."""
    return f"{round(value, 2) + 0.0:g}"


def element(tag: str, *content: str, **attributes: str | float) -> str:
    """Return an element; `_` in names stands for `-`, a colour role is written `@role`, an id
    `~id`."""
    parts = [tag]
    for name, value in attributes.items():
        text = value if isinstance(value, str) else number(value)
        parts.append(f'{name.strip("_").replace("_", "-")}="{escape(text)}"')
    if not content:
        return f"<{' '.join(parts)}/>"
    return f"<{' '.join(parts)}>{''.join(content)}</{tag}>"


def words(text: str, x: float, y: float, size: float, **attributes: str | float) -> str:
    """Return a text centred on a point."""
    where: Look = {"x": x, "y": y + 0.35 * size, "font_size": size, "text_anchor": "middle"}
    return element("text", escape(text), **where, **attributes)


def readable(width: float) -> float:
    """Return the size of readable letters in a drawing of this width on a telephone."""
    return max(MIN_LETTER_SIZE, LETTERS * width)


def use(id: str, x: float, y: float) -> str:
    """Return a reference to a defined shape, moved to a point."""
    return element("use", href=f"#~{id}", x=x, y=y)


def group(*content: str, **attributes: str | float) -> str:
    """Return a group of shapes with common attributes."""
    return element("g", *content, **attributes)


def gradient(kind: str, id: str, *stops: tuple[float, str, float], **where: str | float) -> str:
    """Return a `linear` or `radial` gradient of stops: offset, colour role, opacity."""
    lights = [
        element("stop", offset=f"{offset:g}", stop_color=f"@{role}", stop_opacity=f"{opacity:g}")
        for offset, role, opacity in stops
    ]
    return element(f"{kind}Gradient", *lights, id=f"~{id}", **where)


def path(points: list[tuple[float, float]]) -> str:
    """Return the outline of a polygon, for the attribute `d`."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def finish(svg: str, prefix: str, palette: Palette, other: Palette | None = None) -> str:
    """Resolve colours and prefixes of ids, and add a style sheet that adapts the picture to its
    page.

    With another palette for dark surroundings each coloured element gets classes as well, which
    change the colours where the page is dark, or does not say and the reader prefers dark.

    Every rule of the sheet is inside a media query. Programs that support style sheets but no pages
    therefore ignore it: they show the first palette in the size given by the attributes.
    """
    used: set[tuple[str, str]] = set()

    def settle(match: re.Match[str]) -> str:
        tag = match[0].replace("~", prefix)
        roles = ROLE.findall(tag)
        tag = ROLE.sub(lambda m: f'{m[1]}="{palette[m[2]]}"', tag)
        changing = [(what, role) for what, role in roles if other and other[role] != palette[role]]
        if not changing:
            return tag
        used.update(changing)
        classes = " ".join(f"{prefix}{what}-{role}" for what, role in changing)
        return re.sub(r"^<\w+", rf'\g<0> class="{classes}"', tag)

    settled = TAG.sub(settle, svg.replace("<svg ", '<svg id="~picture" ', 1))
    rules = f"#{prefix}picture{{max-width:100%;height:auto}}"
    if other:
        rules += f"#{prefix}picture{{color-scheme:light dark}}"
        for scheme, pages in (("light", LIGHT_PAGES), ("dark", DARK_PAGES)):
            rules += f":is({pages}) #{prefix}picture{{color-scheme:{scheme}}}"
        for what, role in sorted(used):
            colours = f"light-dark({palette[role]},{other[role]})"
            rules += f".{prefix}{what}-{role}{{{what}:{colours}}}"
    return settled.removesuffix("</svg>") + element("style", f"@media all{{{rules}}}") + "</svg>"
