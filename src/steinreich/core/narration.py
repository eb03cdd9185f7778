"""Effects of actions and reasons of endings: as stated by the game, or derived from positions."""

from typing import TYPE_CHECKING

from steinreich.rules.about import Effects, Ending
from steinreich.rules.contract import LOST
from steinreich.rules.language import (
    NO_WORDS,
    Joined,
    PlayerName,
    Plural,
    Text,
    listed,
)
from steinreich.rules.vocabulary import Kind

if TYPE_CHECKING:
    from steinreich.core.position import Position

LINE_SIGN = "◎"  # in lists of actions: a line was completed
MOVING: tuple[Kind, ...] = ("move", "capture", "stack")  # a piece leaves the first cell


def ending(position: "Position") -> Ending:
    """Return why a finished game ended."""
    stated = position.game.definition.ending
    if stated:
        return stated(position.state, position.outcome, position.last_action)
    outcome = position.outcome
    cells = tuple(dict.fromkeys(cell for line in position.winning_lines for cell in line))
    if cells:
        has_line = Text("{outcome} completed a line", outcome=PlayerName(outcome))
        return Ending(outcome, has_line, cells)
    if outcome >= 0:
        won = Text("{outcome} reached the goal of the game", outcome=PlayerName(outcome))
        return Ending(outcome, won)
    if outcome == LOST:
        return Ending(None, Text("the goal is out of reach"))
    if len(position.pieces()) == len(position.game.board.cells):
        return Ending(None, Text("the board is full"))
    return Ending(None, Text("no player can win any more"))


def effects(position: "Position", action: int) -> Effects:
    """Return the effects of an action, with their text."""
    stated = position.game.definition.effects
    found = stated(position.state, action) if stated else observed_effects(position, action)
    if found.said or found.sign or not (found.taken or found.lines):
        return found
    said, sign = describe_effects(position, action, found)
    return found._replace(said=said, sign=sign)


def observed_effects(position: "Position", action: int) -> Effects:
    """Return the effects of an action, derived from the pieces before and after it."""
    done, after = position.describe_action(action), position.after_legal(action)
    stood = {piece.cell: piece for piece in position.pieces()}
    stands = {piece.cell: piece for piece in after.pieces()}
    new = {cell for cell, piece in stands.items() if stood.get(cell) != piece}
    moved = done.cells[:1] if done.kind in MOVING else ()
    taken = tuple(
        piece
        for cell, piece in stood.items()
        if cell not in moved and (cell not in stands or stands[cell].owner != piece.owner)
    )
    return Effects(taken, tuple(tuple(line) for line in after.winning_lines if new & set(line)))


def describe_effects(position: "Position", action: int, found: Effects) -> tuple[Text, str]:
    """Return the spoken and the written form of effects; cells of the action itself are not
    repeated."""
    cells, own = position.game.board.cells, position.describe_action(action).cells
    spots = sorted(cells[piece.cell].name for piece in found.taken if piece.cell not in own)
    said, signs = [], [f"×{spot}" for spot in spots]
    if spots:
        what = listed(spots)
        said.append(Text("takes {what}", what=what))
    if found.lines:
        lines = len(found.lines)
        said.append(Plural("completes a line", "completes {n} lines", lines))
        signs.append(LINE_SIGN * lines)
    return listed(said) if said else NO_WORDS, " ".join(signs)


def narrated(spoken: Text, found: Effects) -> Text:
    """Return the spoken form of an action with its effects: `c2 to c5, takes d5`."""
    if not found.said:
        return spoken
    return Joined(", ", (spoken, found.said))


def with_sign(name: str, found: Effects) -> str:
    """Return an action for lists, with its effects: `c2-c5 ×d5`."""
    return f"{name} {found.sign}".rstrip()
