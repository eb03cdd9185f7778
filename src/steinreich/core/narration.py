"""Effects of actions and reasons of endings: as the game defines them, or derived."""

from typing import TYPE_CHECKING

from steinreich.rules.about import Effects, Ending
from steinreich.rules.contract import LOST
from steinreich.rules.language import (
    NO_TEXT,
    Joined,
    PlayerName,
    Plural,
    Text,
    join_with_and,
)
from steinreich.rules.vocabulary import Kind

if TYPE_CHECKING:
    from steinreich.core.position import Position

LINE_SIGN = "◎"  # in lists of actions, for a completed line
MOVING_KINDS: tuple[Kind, ...] = ("move", "capture", "stack")  # the first cell becomes empty


def get_ending(position: "Position") -> Ending:
    """Return how and why a finished game ended."""
    get_own_ending = position.game.definition.ending
    if get_own_ending:
        return get_own_ending(position.state, position.outcome, position.last_action_description)
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


def get_effects(position: "Position", action: int) -> Effects:
    """Return the effects of an action, with their texts."""
    get_own_effects = position.game.definition.effects
    effects = (
        get_own_effects(position.state, action)
        if get_own_effects
        else derive_effects(position, action)
    )
    if effects.spoken or effects.sign or not (effects.taken or effects.lines):
        return effects
    spoken, sign = describe_effects(position, action, effects)
    return effects._replace(spoken=spoken, sign=sign)


def derive_effects(position: "Position", action: int) -> Effects:
    """Return the effects of an action, derived from the pieces before and after it."""
    description, after = position.describe_action(action), position.after_legal(action)
    pieces_before = {piece.cell: piece for piece in position.pieces()}
    pieces_after = {piece.cell: piece for piece in after.pieces()}
    new = {cell for cell, piece in pieces_after.items() if pieces_before.get(cell) != piece}
    moved = description.cells[:1] if description.kind in MOVING_KINDS else ()
    taken = tuple(
        piece
        for cell, piece in pieces_before.items()
        if cell not in moved
        and (cell not in pieces_after or pieces_after[cell].owner != piece.owner)
    )
    return Effects(taken, tuple(tuple(line) for line in after.winning_lines if new & set(line)))


def describe_effects(position: "Position", action: int, effects: Effects) -> tuple[Text, str]:
    """Return the spoken text and the sign of effects, without the cells of the action itself."""
    cells, own = position.game.board.cells, position.describe_action(action).cells
    taken_cells = sorted(cells[piece.cell].name for piece in effects.taken if piece.cell not in own)
    texts, signs = [], [f"×{cell}" for cell in taken_cells]
    if taken_cells:
        texts.append(Text("takes {what}", what=join_with_and(taken_cells)))
    if effects.lines:
        lines = len(effects.lines)
        texts.append(Plural("completes a line", "completes {n} lines", lines))
        signs.append(LINE_SIGN * lines)
    return join_with_and(texts) if texts else NO_TEXT, " ".join(signs)


def narrate(spoken: Text, effects: Effects) -> Text:
    """Return an action in words, with its effects: `c2 to c5, takes d5`."""
    if not effects.spoken:
        return spoken
    return Joined(", ", (spoken, effects.spoken))


def add_sign(name: str, effects: Effects) -> str:
    """Return the name of an action with its effects, as in lists: `c2-c5 ×d5`."""
    return f"{name} {effects.sign}".rstrip()
