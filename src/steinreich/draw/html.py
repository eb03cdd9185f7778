"""Small pieces of HTML: what games, records and opinions show of themselves in notebooks."""

from collections.abc import Iterable, Sequence
from html import escape

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.draw.picture import Drawing
from steinreich.draw.svg import svg

WIDTH = 360  # pixels of a picture beside words
SMALL = 200  # of one among several
BELOW = "margin:0 0 0.7em"  # a paragraph or a table
ROOM = "padding:0.3em 0.7em"  # in the cells of a table: some notebooks leave none


def beside(position: Position, *parts: str, drawn: Sequence[Drawing] = ()) -> str:
    """A picture, and what there is to say about it beside it."""
    wide = WIDTH * 2 if position.game.board.scene else WIDTH
    picture = svg(position, theme="auto", width=wide, drawn=drawn)
    look = "display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start"
    words = f'<div style="flex:1 1 16em">{"".join(parts)}</div>'
    return f'<div style="{look}"><div>{picture}</div>{words}</div>'


def row_of(positions: Iterable[Position]) -> str:
    """Small pictures beside each other."""
    pictures = (svg(position, theme="auto", width=SMALL) for position in positions)
    parts = "".join(f"<div>{picture}</div>" for picture in pictures)
    return f'<div style="display:flex;flex-wrap:wrap;gap:1em">{parts}</div>'


def paragraph(text: str, bold: bool = False) -> str:
    inner = escape(text)
    return f'<p style="{BELOW}">{f"<b>{inner}</b>" if bold else inner}</p>'


def table(heads: Sequence[str], rows: Iterable[Iterable[object]], left: int | None = None) -> str:
    """A table of texts; its first columns, or all of them, are set to the left, others to the
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


def shown_game(game: Game) -> str:
    """A game: its start, what it is, and the options it was loaded with."""
    about = game.about
    rows = ((name, value) for name, value in game.options.items())
    return beside(
        game.start(seed=0),
        paragraph(about.title.en, bold=True),
        paragraph(about.summary.en),
        paragraph(about.credit.en),
        table(("option", "value"), rows) if about.options else "",
    )
