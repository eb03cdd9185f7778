"""Small pieces of HTML: what games, records and opinions show of themselves in notebooks."""

from collections.abc import Iterable, Sequence
from html import escape

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.draw.picture import Drawing
from steinreich.draw.svg import svg

WIDTH = 360  # pixels of a picture beside words
SMALL = 200  # of one among several


def beside(position: Position, *parts: str, drawn: Sequence[Drawing] = ()) -> str:
    """A picture, and what there is to say about it beside it."""
    wide = WIDTH * 2 if position.game.board.scene else WIDTH
    picture = svg(position, theme="auto", width=wide, drawn=drawn)
    look = "display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start"
    return f'<div style="{look}"><div>{picture}</div><div>{"".join(parts)}</div></div>'


def row_of(positions: Iterable[Position]) -> str:
    """Small pictures beside each other."""
    pictures = (svg(position, theme="auto", width=SMALL) for position in positions)
    parts = "".join(f"<div>{picture}</div>" for picture in pictures)
    return f'<div style="display:flex;flex-wrap:wrap;gap:1em">{parts}</div>'


def paragraph(text: str, bold: bool = False) -> str:
    inner = escape(text)
    return f"<p>{f'<b>{inner}</b>' if bold else inner}</p>"


def table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table of texts."""
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(str(value))}</td>' for value in row)}</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


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
