"""Display of positions and games in notebooks: pictures, and HTML beside them."""

from collections.abc import Iterable, Sequence
from html import escape

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.draw.picture import Drawing
from steinreich.draw.svg import svg
from steinreich.draw.terminal import text


def show_positions() -> None:
    """Add the display methods of notebooks and terminals to positions and games.

    They are added here because `core` must not depend on pictures. An inline picture can follow the
    theme of the notebook, which an SVG file cannot; the file is for printing.
    """
    Position._repr_svg_ = picture_html  # type: ignore[attr-defined]
    Position._repr_html_ = picture_html  # type: ignore[attr-defined]
    Game._repr_html_ = game_html  # type: ignore[attr-defined]
    Position.drawn_as_text = staticmethod(text)


def picture_html(position: Position) -> str:
    """Return the picture, in the colours of the page or of the reader's preference."""
    return svg(position, theme="auto")


# HTML shared by games, records and results

WIDTH = 360  # pixels of a picture beside text
SMALL = 200  # of one among several
BELOW = "margin:0 0 0.7em"  # a paragraph or a table
ROOM = "padding:0.3em 0.7em"  # in the cells of a table: some notebooks leave none


def with_picture(position: Position, *parts: str, drawn: Sequence[Drawing] = ()) -> str:
    """Return a picture with HTML beside it."""
    wide = WIDTH * 2 if position.game.board.scene else WIDTH
    picture = svg(position, theme="auto", width=wide, drawn=drawn)
    look = "display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start"
    words = f'<div style="flex:1 1 16em">{"".join(parts)}</div>'
    return f'<div style="{look}"><div>{picture}</div>{words}</div>'


def picture_row(positions: Iterable[Position]) -> str:
    """Return small pictures in a row."""
    pictures = (svg(position, theme="auto", width=SMALL) for position in positions)
    parts = "".join(f"<div>{picture}</div>" for picture in pictures)
    return f'<div style="display:flex;flex-wrap:wrap;gap:1em">{parts}</div>'


def paragraph(text: str, bold: bool = False) -> str:
    inner = escape(text)
    return f'<p style="{BELOW}">{f"<b>{inner}</b>" if bold else inner}</p>'


def table(heads: Sequence[str], rows: Iterable[Iterable[object]], left: int | None = None) -> str:
    """Return a table of texts; the first `left` columns, by default all, are aligned left, others
    right."""
    sides = ["left" if left is None or column < left else "right" for column in range(len(heads))]

    def line(tag: str, values: Iterable[object]) -> str:
        cells = (
            f'<{tag} style="{ROOM};text-align:{side}">{escape(str(value))}</{tag}>'
            for side, value in zip(sides, values, strict=True)
        )
        return f"<tr>{''.join(cells)}</tr>"

    head = f"<thead>{line('th', heads)}</thead>" if any(heads) else ""
    body = "".join(line("td", row) for row in rows)
    return f'<table style="{BELOW}">{head}<tbody>{body}</tbody></table>'


def game_html(game: Game) -> str:
    """Return a game as HTML: its start, its texts and its options."""
    about = game.about
    rows = ((name, value) for name, value in game.options.items())
    return with_picture(
        game.start(seed=0),
        paragraph(str(about.title), bold=True),
        paragraph(str(about.summary)),
        paragraph(str(about.credit)),
        table(("option", "value"), rows) if about.options else "",
    )
