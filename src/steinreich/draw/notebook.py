"""Display of positions and games in notebooks: pictures, and HTML beside them."""

from collections.abc import Iterable, Sequence
from html import escape

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.draw.picture import Drawing
from steinreich.draw.svg import svg
from steinreich.draw.terminal import text


def register_display_methods() -> None:
    """Add the display methods of notebooks and terminals to positions and games.

    They are added here because `core` must not depend on pictures. The HTML variant exists because
    an inline SVG follows the theme of the notebook, which a separate SVG image cannot.
    """
    Position._repr_svg_ = picture_html  # type: ignore[attr-defined]
    Position._repr_html_ = picture_html  # type: ignore[attr-defined]
    Game._repr_html_ = game_html  # type: ignore[attr-defined]
    Position.render_text = staticmethod(text)


def picture_html(position: Position) -> str:
    """Return the picture as inline SVG, with the theme of the page or of the system."""
    return svg(position, theme="auto")


# HTML shared by games, records and results

PICTURE_WIDTH = 360  # pixels of a picture beside text
SMALL_PICTURE_WIDTH = 200  # pixels of each picture in a row
BLOCK_STYLE = "margin:0 0 0.7em"  # of paragraphs and tables
CELL_STYLE = "padding:0.3em 0.7em"  # of table cells, which some notebooks show without padding


def with_picture(position: Position, *parts: str, drawn: Sequence[Drawing] = ()) -> str:
    """Return a picture with HTML beside it."""
    width = PICTURE_WIDTH * 2 if position.game.board.scene else PICTURE_WIDTH
    picture = svg(position, theme="auto", width=width, drawn=drawn)
    style = "display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start"
    text_html = f'<div style="flex:1 1 16em">{"".join(parts)}</div>'
    return f'<div style="{style}"><div>{picture}</div>{text_html}</div>'


def picture_row(positions: Iterable[Position]) -> str:
    """Return small pictures in a row."""
    pictures = (svg(position, theme="auto", width=SMALL_PICTURE_WIDTH) for position in positions)
    parts = "".join(f"<div>{picture}</div>" for picture in pictures)
    return f'<div style="display:flex;flex-wrap:wrap;gap:1em">{parts}</div>'


def paragraph(text: str, bold: bool = False) -> str:
    content = escape(text)
    return f'<p style="{BLOCK_STYLE}">{f"<b>{content}</b>" if bold else content}</p>'


def table(
    headings: Sequence[str], rows: Iterable[Iterable[object]], left: int | None = None
) -> str:
    """Return a table; the first `left` columns, by default all, are left-aligned, others right."""
    alignments = [
        "left" if left is None or column < left else "right" for column in range(len(headings))
    ]

    def make_row(tag: str, values: Iterable[object]) -> str:
        cells = (
            f'<{tag} style="{CELL_STYLE};text-align:{alignment}">{escape(str(value))}</{tag}>'
            for alignment, value in zip(alignments, values, strict=True)
        )
        return f"<tr>{''.join(cells)}</tr>"

    head = f"<thead>{make_row('th', headings)}</thead>" if any(headings) else ""
    body = "".join(make_row("td", row) for row in rows)
    return f'<table style="{BLOCK_STYLE}">{head}<tbody>{body}</tbody></table>'


def game_html(game: Game) -> str:
    """Return a game as HTML: its start position, title, summary, credit and options."""
    about = game.about
    rows = ((name, value) for name, value in game.options.items())
    return with_picture(
        game.start(seed=0),
        paragraph(str(about.title), bold=True),
        paragraph(str(about.summary)),
        paragraph(str(about.credit)),
        table(("option", "value"), rows) if about.options else "",
    )
