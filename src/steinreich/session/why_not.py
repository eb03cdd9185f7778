"""Why somebody cannot use the cells that he touched, though he named no action.

The kinds of the legal actions tell what could have been meant; the rules of the game tell why that
is not legal on these cells.
"""

from collections.abc import Sequence

from steinreich.core.position import Position
from steinreich.rules.about import Action
from steinreich.rules.language import Words
from steinreich.session.legal_actions import legal
from steinreich.session.scene import scene_of


def why_not(position: Position, cells: Sequence[int]) -> Words:
    """Why nothing can be done with these cells, or what is to be done."""
    scene = scene_of(position.game)
    if not cells or max(cells) >= len(scene.board.cells):
        return to_do(position)
    actions = [position.described(number) for number in legal(position).values()]
    fitting = [action for action in actions if len(action.cells) >= len(cells)]
    touched = [scene.places[cell] for cell in cells]
    if not fitting or any(
        [scene.places[cell] for cell in action.cells[: len(cells)]] == touched for action in fitting
    ):
        return to_do(position)
    for wish in wishes(position, fitting, cells):
        reason = position.refusal(wish)
        if reason:
            return reason
    names = ", ".join(touched)
    due = to_do(position)
    return Words(
        f"nothing can be done with {names} now. {due.en}",
        f"mit {names} geht jetzt nichts. {due.de}",
    )


def to_do(position: Position) -> Words:
    """What is due."""
    return Words(f"Now: {position.due.en}", f"Jetzt: {position.due.de}")


def wishes(position: Position, legal: Sequence[Action], cells: Sequence[int]) -> list[Action]:
    """What may have been meant: an action like one of the legal ones, on these cells.

    The likeliest comes first: one of just so many cells, and of these one that ends, as the legal
    ones do, on a piece of the same owner or on none.
    """
    pieces = {piece.cell: piece.owner for piece in position.pieces()}

    def ends_on(action: Action) -> tuple[bool, int | None]:
        return action.cells[-1] in pieces, pieces.get(action.cells[-1])

    alike: dict[Action, list[Action]] = {}  # legal actions by the wish that is like them
    for action in legal:
        puts = tuple(
            piece._replace(cell=cell, joined=None)
            for piece, cell in zip(action.puts, cells, strict=False)
        )
        alike.setdefault(Action(action.kind, tuple(cells), puts), []).append(action)
    return sorted(
        alike,
        key=lambda wish: (
            len(alike[wish][0].cells),
            ends_on(wish) not in map(ends_on, alike[wish]),
        ),
    )
