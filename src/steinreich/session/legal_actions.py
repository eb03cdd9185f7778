"""Caches of games and legal actions, shared by all tables of a process.

The handling of commands, touches, hints and frames needs the legal actions of the same positions.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.rules.about import Action
from steinreich.rules.language import Text

MAX_GAMES = 500  # more than there are combinations of options
MAX_POSITIONS = 2_000  # more than there are games in progress


@lru_cache(maxsize=MAX_GAMES)
def get_game(id: str) -> Game:
    """Return the game of an id; all tables share it, so its rules are prepared once."""
    return load(id)


@lru_cache(maxsize=MAX_POSITIONS)
def get_legal_actions(position: Position) -> Mapping[str, int]:
    """Return the legal actions by name."""
    return position.actions_by_name()


# Selecting actions by their cells


class TouchResult(NamedTuple):
    """What a user interface does when the user touches a cell."""

    # Play an action, pick up the piece on a cell, put it down, or explain why nothing is possible
    kind: Literal["act", "hold", "release", "why"]
    actions: tuple[str, ...] = ()  # act: if there are several, the user has to choose
    cells: tuple[int, ...] = ()  # hold: the cell; why: cells without a legal action


RELEASE = TouchResult("release")


class ActionsByCells(NamedTuple):
    """The legal actions, grouped by the cells to touch."""

    alone: Mapping[int, tuple[str, ...]]  # with one cell, by that cell
    pairs: Mapping[int, Mapping[int, tuple[str, ...]]]  # others, by first and last cell
    others: tuple[str, ...]  # without any cell

    def interpret_touch(self, held: int | None, cell: int) -> TouchResult:
        """Return the effect of touching a cell while another one, or none, is held."""
        if held == cell:
            return RELEASE
        if held is not None:
            if actions := self.pairs.get(held, {}).get(cell):
                return TouchResult("act", actions)
            if cell not in self.pairs:
                return TouchResult("why", cells=(held, cell))
        if cell in self.alone:
            return TouchResult("act", self.alone[cell])
        if cell in self.pairs:
            return TouchResult("hold", cells=(cell,))
        return TouchResult("why", cells=(cell,))

    def get_cells(self, held: int | None) -> frozenset[int]:
        """Return the cells that can be touched now."""
        if held is not None and held in self.pairs:
            return frozenset(self.pairs[held])
        return frozenset((*self.alone, *self.pairs))


NO_ACTIONS = ActionsByCells({}, {}, ())


def group_by_cells(position: Position) -> ActionsByCells:
    """Group the legal actions of a position; where pieces drop, each cell of a pillar stands for
    all."""
    pillars = {cell: cells for _, cells in position.game.board.pillars for cell in cells}
    alone: dict[int, tuple[str, ...]] = {}
    pairs: dict[int, dict[int, tuple[str, ...]]] = {}
    others: list[str] = []
    for name, number in get_legal_actions(position).items():
        cells = position.game.definition.describe_action(position.state, number).cells
        if not cells:
            others.append(name)
        elif len(cells) == 1:
            for cell in pillars.get(cells[0], cells):
                alone[cell] = (*alone.get(cell, ()), name)
        else:
            by_last_cell = pairs.setdefault(cells[0], {})
            by_last_cell[cells[-1]] = (*by_last_cell.get(cells[-1], ()), name)
    return ActionsByCells(alone, pairs, tuple(others))


# Reasons why the touched cells cannot be used


def explain_unusable_cells(position: Position, cells: Sequence[int]) -> Text:
    """Return why there is no legal action with these cells, or the prompt."""
    names = get_cell_names(position.game)
    if not cells or max(cells) >= len(names):
        return make_prompt_text(position)
    actions = [position.describe_action(number) for number in get_legal_actions(position).values()]
    long_enough = [action for action in actions if len(action.cells) >= len(cells)]
    touched = [names[cell] for cell in cells]
    if not long_enough or any(
        [names[cell] for cell in action.cells[: len(cells)]] == touched for action in long_enough
    ):
        return make_prompt_text(position)
    for action in guess_intended_actions(position, long_enough, cells):
        reason = position.explain_illegal_action(action)
        if reason:
            return reason
    return describe_mismatch(position, long_enough, cells, touched)


def describe_mismatch(
    position: Position, legal: Sequence[Action], cells: Sequence[int], names: Sequence[str]
) -> Text:
    """Derive a reason from the legal actions, where the game gives none."""
    pieces = {piece.cell: piece for piece in position.pieces()}
    first_cells = {action.cells[0] for action in legal}
    first, name = cells[0], names[0]
    if first in first_cells:
        way = ", ".join(names)
        return Text("no legal move leads over {way}", way=way)
    if first not in pieces and first_cells <= pieces.keys():
        return Text("{name} is empty: choose one of your own pieces", name=name)
    if first in pieces and not first_cells & pieces.keys():
        return Text("{name} is not empty: choose an empty cell", name=name)
    if first in pieces and pieces[first].owner not in (position.player, None):
        return Text("the piece on {name} is not yours", name=name)
    return Text("no legal move begins on {name}", name=name)


@cache
def get_cell_names(game: Game) -> list[str]:
    """Return the name of each cell; where pieces drop, the name of its pillar."""
    names = [cell.name for cell in game.board.cells]
    for name, cells in game.board.pillars:
        for cell in cells:
            names[cell] = name
    return names


def make_prompt_text(position: Position) -> Text:
    """Return the prompt of a position as a sentence."""
    return Text("Now: {due}", due=position.prompt)


def guess_intended_actions(
    position: Position, legal: Sequence[Action], cells: Sequence[int]
) -> list[Action]:
    """Return actions that the player may have intended: like a legal action, but on these cells.

    The likeliest comes first: one with exactly these cells, then one that ends, like the legal
    actions, on a piece of the same owner or on none.
    """
    owners = {piece.cell: piece.owner for piece in position.pieces()}

    def get_target_owner(action: Action) -> tuple[bool, int | None]:
        return action.cells[-1] in owners, owners.get(action.cells[-1])

    similar: dict[Action, list[Action]] = {}  # legal actions by the similar one on these cells
    for action in legal:
        puts = tuple(
            piece._replace(cell=cell, joined=None)
            for piece, cell in zip(action.puts, cells, strict=False)
        )
        similar.setdefault(Action(action.kind, tuple(cells), puts), []).append(action)
    return sorted(
        similar,
        key=lambda guess: (
            len(similar[guess][0].cells),
            get_target_owner(guess) not in map(get_target_owner, similar[guess]),
        ),
    )
