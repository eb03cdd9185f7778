"""Why somebody cannot use the cells that he touched, though he named no action.

The kinds of the legal actions tell what could have been meant; the rules of the game tell why that
is not legal on these cells.
"""

from collections.abc import Sequence
from functools import cache

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.rules.about import Action
from steinreich.rules.language import Words
from steinreich.session.legal_actions import legal


def why_not(position: Position, cells: Sequence[int]) -> Words:
    """Why nothing can be done with these cells, or what is to be done."""
    name_of = places(position.game)
    if not cells or max(cells) >= len(name_of):
        return to_do(position)
    actions = [position.described(number) for number in legal(position).values()]
    fitting = [action for action in actions if len(action.cells) >= len(cells)]
    touched = [name_of[cell] for cell in cells]
    if not fitting or any(
        [name_of[cell] for cell in action.cells[: len(cells)]] == touched for action in fitting
    ):
        return to_do(position)
    for action in meant(position, fitting, cells):
        reason = position.refusal(action)
        if reason:
            return reason
    return seen_reason(position, fitting, cells, touched)


def seen_reason(
    position: Position, fitting: Sequence[Action], cells: Sequence[int], touched: Sequence[str]
) -> Words:
    """What can be seen of the legal actions where the game gives no reason against these cells."""
    pieces = {piece.cell: piece for piece in position.pieces()}
    begins = {action.cells[0] for action in fitting}
    first, name = cells[0], touched[0]
    if first in begins:
        way = ", ".join(touched)
        return Words(f"no legal move leads over {way}", f"kein erlaubter Zug führt über {way}")
    if first not in pieces and begins <= pieces.keys():
        return Words(
            f"{name} is empty: choose one of your own pieces",
            f"{name} ist leer: Wähle einen deiner eigenen Steine",
        )
    if first in pieces and not begins & pieces.keys():
        return Words(
            f"{name} is not empty: choose an empty cell",
            f"{name} ist besetzt: Wähle ein freies Feld",
        )
    if first in pieces and pieces[first].owner not in (position.player, None):
        return Words(f"the piece on {name} is not yours", f"der Stein auf {name} gehört dir nicht")
    return Words(f"no legal move begins on {name}", f"kein erlaubter Zug beginnt auf {name}")


@cache
def places(game: Game) -> list[str]:
    """The name of each cell; where pieces drop, all cells of a pillar mean the same and bear its
    name."""
    names = [cell.name for cell in game.board.cells]
    for name, cells in game.board.pillars:
        for cell in cells:
            names[cell] = name
    return names


def to_do(position: Position) -> Words:
    """What is due."""
    return Words(f"Now: {position.due.en}", f"Jetzt: {position.due.de}")


def meant(position: Position, legal: Sequence[Action], cells: Sequence[int]) -> list[Action]:
    """What may have been meant: an action like one of the legal ones, on these cells.

    The likeliest comes first: one of just so many cells, and of these one that ends, as the legal
    ones do, on a piece of the same owner or on none.
    """
    pieces = {piece.cell: piece.owner for piece in position.pieces()}

    def ends_on(action: Action) -> tuple[bool, int | None]:
        return action.cells[-1] in pieces, pieces.get(action.cells[-1])

    alike: dict[Action, list[Action]] = {}  # the legal ones by what is like them
    for action in legal:
        puts = tuple(
            piece._replace(cell=cell, joined=None)
            for piece, cell in zip(action.puts, cells, strict=False)
        )
        alike.setdefault(Action(action.kind, tuple(cells), puts), []).append(action)
    return sorted(
        alike,
        key=lambda one: (
            len(alike[one][0].cells),
            ends_on(one) not in map(ends_on, alike[one]),
        ),
    )
