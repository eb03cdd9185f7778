"""A picture in words, for those who do not see it."""

from collections.abc import Mapping

from steinreich.draw.picture import Picture
from steinreich.rules.language import Words

COLOURS = {
    "white": Words("white", "weiß"),
    "black": Words("black", "schwarz"),
    "red": Words("red", "rot"),
    "blue": Words("blue", "blau"),
    "yellow": Words("yellow", "gelb"),
    "wood": Words("wooden", "Holz"),
}
MARKS = {
    "plain": Words("plain", "glatt"),
    "dot": Words("with a dot", "mit Punkt"),
    "ring": Words("with a ring", "mit Ring"),
    "crown": Words("with a crown", "mit Krone"),
    "holes": Words("with holes", "gelocht"),
}


def description(picture: Picture, language: str) -> str:
    """The caption, the last action, and where the pieces of each kind stand."""
    sentences = picture.caption.within(language).split("\n")
    if picture.last_action:
        last = Words("Last action", "Letzte Aktion").within(language)
        sentences.append(f"{last}: {picture.last_action}")
    places: dict[str, list[str]] = {}
    for piece in picture.pieces:
        kind = f"{word(COLOURS, piece.colour, language)}, {word(MARKS, piece.mark, language)}"
        height = f" ({piece.height})" if piece.height > 1 else ""
        place = picture.board.cells[piece.cell].name + height
        places.setdefault(kind, []).append(place)
    sentences += [f"{kind}: {', '.join(cells)}" for kind, cells in places.items()]
    return ". ".join(sentences) + "."


def word(table: Mapping[str, Words], name: str, language: str) -> str:
    """The word for a colour or mark; a name without one stands for itself."""
    return table[name].within(language) if name in table else name
