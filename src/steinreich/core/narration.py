"""What happens in a game and why it ends: what a game states of it, or what can be seen of it."""

from typing import TYPE_CHECKING

from steinreich.rules.about import Effects, Ending
from steinreich.rules.contract import LOST
from steinreich.rules.language import NO_WORDS, Words, listed, plural
from steinreich.rules.vocabulary import Kind

if TYPE_CHECKING:
    from steinreich.core.position import Position

LINE_SIGN = "◎"  # in lists of actions: a line was completed
MOVING: tuple[Kind, ...] = ("move", "capture", "stack")  # a piece leaves the first cell


def ending(position: "Position") -> Ending:
    """Why a finished game ended."""
    stated = position.game.definition.ending
    if stated:
        return stated(position.state, position.outcome, position.last_action)
    outcome = position.outcome
    cells = tuple(dict.fromkeys(cell for line in position.winning for cell in line))
    if cells:
        has_line = Words(
            f"{{{outcome}}} completed a line", f"{{{outcome}}} hat eine Linie vollendet"
        )
        return Ending(outcome, has_line, cells)
    if outcome >= 0:
        won = Words(
            f"{{{outcome}}} reached the goal of the game",
            f"{{{outcome}}} hat das Ziel des Spiels erreicht",
        )
        return Ending(outcome, won)
    if outcome == LOST:
        return Ending(None, Words("the goal is out of reach", "das Ziel ist verfehlt"))
    if len(position.pieces()) == len(position.game.board.cells):
        return Ending(None, Words("the board is full", "das Brett ist voll"))
    return Ending(None, Words("no player can win any more", "niemand kann mehr gewinnen"))


def effects(position: "Position", action: int) -> Effects:
    """What an action brings about, in words too."""
    stated = position.game.definition.effects
    found = stated(position.state, action) if stated else seen_effects(position, action)
    if any(found.said) or found.sign or not (found.taken or found.lines):
        return found
    said, sign = in_words(position, action, found)
    return found._replace(said=said, sign=sign)


def seen_effects(position: "Position", action: int) -> Effects:
    """What can be seen of an action by who compares the pieces before and after it."""
    done, after = position.described(action), position.after_legal(action)
    stood = {piece.cell: piece for piece in position.pieces()}
    stands = {piece.cell: piece for piece in after.pieces()}
    new = {cell for cell, piece in stands.items() if stood.get(cell) != piece}
    moved = done.cells[:1] if done.kind in MOVING else ()
    taken = tuple(
        piece
        for cell, piece in stood.items()
        if cell not in moved and (cell not in stands or stands[cell].owner != piece.owner)
    )
    return Effects(taken, tuple(tuple(line) for line in after.winning if new & set(line)))


def in_words(position: "Position", action: int, found: Effects) -> tuple[Words, str]:
    """Effects read aloud and written; a cell of the action itself is not named again."""
    cells, own = position.game.board.cells, position.described(action).cells
    spots = sorted(cells[piece.cell].name for piece in found.taken if piece.cell not in own)
    said, signs = [], [f"×{spot}" for spot in spots]
    if spots:
        what = listed(spots)
        said.append(Words(f"takes {what.en}", f"schlägt {what.de}"))
    if found.lines:
        lines = len(found.lines)
        one, many = Words("line", "Linie"), Words("lines", "Linien")
        what = Words("a line", "eine Linie") if lines == 1 else plural(lines, one, many)
        said.append(Words(f"completes {what.en}", f"vollendet {what.de}"))
        signs.append(LINE_SIGN * lines)
    return listed(said) if said else NO_WORDS, " ".join(signs)


def narrated(spoken: Words, found: Effects) -> Words:
    """An action read aloud with what it brings about: `c2 to c5, takes d5`."""
    if not any(found.said):
        return spoken
    return Words(*(", ".join(filter(None, both)) for both in zip(spoken, found.said, strict=True)))


def written(name: str, found: Effects) -> str:
    """An action in a list for people: `c2-c5 ×d5`."""
    return f"{name} {found.sign}".rstrip()
