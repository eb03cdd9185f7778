"""What a touch of a cell means.  No rule is known here: the legal actions say which cells they
touch."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from steinreich.core.position import Position
from steinreich.session.legal_actions import legal


class Meaning(NamedTuple):
    """What a touch leads to."""

    kind: Literal["act", "hold", "release", "why"]
    actions: tuple[str, ...] = ()  # act: more than one means that somebody has to choose
    cells: tuple[int, ...] = ()  # why: those with which nothing can be done


RELEASE = Meaning("release")


class Choices(NamedTuple):
    """The legal actions, sorted by what has to be touched for them."""

    alone: Mapping[int, tuple[str, ...]]  # by their only cell
    pairs: Mapping[int, Mapping[int, tuple[str, ...]]]  # by their first cell and their last
    others: tuple[str, ...]  # without any cell

    def meaning(self, held: int | None, cell: int) -> Meaning:
        """What a touch of a cell means while another one is held, or none."""
        if held == cell:
            return RELEASE
        if held is not None:
            if actions := self.pairs.get(held, {}).get(cell):
                return Meaning("act", actions)
            if cell not in self.pairs:
                return Meaning("why", cells=(held, cell))
        if cell in self.alone:
            return Meaning("act", self.alone[cell])
        if cell in self.pairs:
            return Meaning("hold", cells=(cell,))
        return Meaning("why", cells=(cell,))

    def choosable(self, held: int | None) -> frozenset[int]:
        """The cells that may be touched now."""
        if held is not None and held in self.pairs:
            return frozenset(self.pairs[held])
        return frozenset((*self.alone, *self.pairs))


NO_CHOICES = Choices({}, {}, ())


def choices(position: Position) -> Choices:
    """What may be touched in a position; where pieces drop, any cell of a pillar will do."""
    pillars = {cell: cells for _, cells in position.game.board.pillars for cell in cells}
    alone: dict[int, tuple[str, ...]] = {}
    pairs: dict[int, dict[int, tuple[str, ...]]] = {}
    others: list[str] = []
    for name, number in legal(position).items():
        cells = position.game.definition.described(position.state, number).cells
        if not cells:
            others.append(name)
        elif len(cells) == 1:
            for cell in pillars.get(cells[0], cells):
                alone[cell] = (*alone.get(cell, ()), name)
        else:
            ends = pairs.setdefault(cells[0], {})
            ends[cells[-1]] = (*ends.get(cells[-1], ()), name)
    return Choices(alone, pairs, tuple(others))
