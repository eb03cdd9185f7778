"""SVG markup. Shapes refer to colours by role and to ids without a prefix; `finish` resolves both.

So functions that make shapes depend neither on the theme nor on other pictures on the page.
"""

import re
from html import escape

from steinreich.draw.styles import Palette

UNIT = 100  # a board unit in SVG units: browsers render font sizes below 1 badly
FONT = "Charter, 'Bitstream Charter', 'Iowan Old Style', Palatino, Georgia, 'DejaVu Serif', serif"
MIN_FONT_SIZE = 27
FONT_SHARE = 0.034  # of the width: 10 pixels where the drawing is 300 wide

Attributes = dict[str, str | float]  # attributes that several shapes share

# Selectors of light and dark pages in JupyterLab, VS Code, Colab, Marimo and many others
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
    """Format a number with at most two decimals."""
    return f"{round(value, 2) + 0.0:g}"  # adding 0.0 turns -0.0 into 0.0


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


def text_element(text: str, x: float, y: float, size: float, **attributes: str | float) -> str:
    """Return a text centred on a point; its baseline is about a third of its size lower."""
    where: Attributes = {"x": x, "y": y + 0.35 * size, "font_size": size, "text_anchor": "middle"}
    return element("text", escape(text), **where, **attributes)


def readable_font_size(width: float) -> float:
    """Return a font size that is readable in a drawing of this width on a telephone."""
    return max(MIN_FONT_SIZE, FONT_SHARE * width)


def use(id: str, x: float, y: float) -> str:
    """Return a reference to a defined shape, moved to a point."""
    return element("use", href=f"#~{id}", x=x, y=y)


def group(*content: str, **attributes: str | float) -> str:
    """Return a group of shapes with common attributes."""
    return element("g", *content, **attributes)


def gradient(kind: str, id: str, *stops: tuple[float, str, float], **where: str | float) -> str:
    """Return a `linear` or `radial` gradient of stops: offset, colour role, opacity."""
    stop_elements = [
        element("stop", offset=f"{offset:g}", stop_color=f"@{role}", stop_opacity=f"{opacity:g}")
        for offset, role, opacity in stops
    ]
    return element(f"{kind}Gradient", *stop_elements, id=f"~{id}", **where)


def path(points: list[tuple[float, float]]) -> str:
    """Return the outline of a polygon, for the attribute `d`."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def finish(svg: str, prefix: str, palette: Palette, dark_palette: Palette | None = None) -> str:
    """Resolve colour roles and ids, and add a style sheet that adapts the picture to its page.

    With `dark_palette`, elements whose colours differ in the dark also get classes. The style sheet
    changes these colours on dark pages, and on pages of unknown theme if the reader prefers dark.

    Every rule of the sheet is inside a media query. Programs that support style sheets but no pages
    therefore ignore it: they show the first palette in the size given by the attributes.
    """
    used_roles: set[tuple[str, str]] = set()

    def resolve_tag(match: re.Match[str]) -> str:
        tag = match[0].replace("~", prefix)
        roles = ROLE.findall(tag)
        tag = ROLE.sub(lambda m: f'{m[1]}="{palette[m[2]]}"', tag)
        changing_roles = [
            (attribute, role)
            for attribute, role in roles
            if dark_palette and dark_palette[role] != palette[role]
        ]
        if not changing_roles:
            return tag
        used_roles.update(changing_roles)
        classes = " ".join(f"{prefix}{attribute}-{role}" for attribute, role in changing_roles)
        return re.sub(r"^<\w+", rf'\g<0> class="{classes}"', tag)

    resolved = TAG.sub(resolve_tag, svg.replace("<svg ", '<svg id="~picture" ', 1))
    rules = f"#{prefix}picture{{max-width:100%;height:auto}}"
    if dark_palette:
        rules += f"#{prefix}picture{{color-scheme:light dark}}"
        for scheme, pages in (("light", LIGHT_PAGES), ("dark", DARK_PAGES)):
            rules += f":is({pages}) #{prefix}picture{{color-scheme:{scheme}}}"
        for attribute, role in sorted(used_roles):
            colours = f"light-dark({palette[role]},{dark_palette[role]})"
            rules += f".{prefix}{attribute}-{role}{{{attribute}:{colours}}}"
    return resolved.removesuffix("</svg>") + element("style", f"@media all{{{rules}}}") + "</svg>"
