"""Helpers for boards: names of squares, boards as text, lines, symmetries, tiles.

Boards are written row by row as in chess's FEN. Of tiles with two halves a state has only the
halves, since rules need no more. Pictures show whole tiles: as they were laid if that is known,
otherwise in one of the possible ways.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from steinreich.rules.about import Board, Cell, Piece
from steinreich.rules.bits import U64, rule
from steinreich.rules.errors import BadPosition
from steinreich.rules.language import Plural, Text, Transformed, Verbatim

FILES = "abcdefghi"


def square(column: int, row: int) -> str:
    """Return the name of a square; a1 is at the lower left."""
    return f"{FILES[column]}{row + 1}"


def grid(width: int, height: int) -> tuple[Cell, ...]:
    """Return the cells of a rectangular board, row by row from a1."""
    return tuple(
        Cell(square(column, row), column, row) for row in range(height) for column in range(width)
    )


def edge_labels(width: int, height: int) -> tuple[tuple[str, float, float], ...]:
    """Return the labels: letters below the columns and numbers left of the rows."""
    letters = ((FILES[column], float(column), -0.85) for column in range(width))
    numbers = ((str(row + 1), -0.85, float(row)) for row in range(height))
    return (*letters, *numbers)


def board_text(width: int, height: int, letter: Callable[[int, int], str]) -> str:
    """Return rows from the top down, separated by `/`; `letter` returns "" for an empty square."""
    return "/".join(
        row_text([letter(column, row) for column in range(width)])
        for row in reversed(range(height))
    )


def pieces_text(width: int, height: int, pieces: Mapping[int, Piece]) -> str:
    """Return the same text for pieces by cell; cells are numbered row by row from a1."""
    letters = {cell: piece.letter for cell, piece in pieces.items()}
    return board_text(width, height, lambda x, y: letters.get(x + width * y, ""))


def row_text(letters: list[str]) -> str:
    """Return one row, with digits for runs of empty squares."""
    text, empty = "", 0
    for letter in letters:
        if letter and empty:
            text += str(empty)
        empty = 0 if letter else empty + 1
        text += letter
    return text + (str(empty) if empty else "")


def parse_board(text: str, width: int, height: int, letters: str) -> Mapping[tuple[int, int], str]:
    """Return the letter on each occupied square (column, row) of a board text."""
    rows = text.split("/")
    if len(rows) != height:
        found_rows = Plural("{n} row", "{n} rows", len(rows))
        raise BadPosition(
            Text(
                "the board has {found_rows}, not {height}: {given}",
                found_rows=found_rows,
                height=height,
                given=repr(text),
            )
        )
    found = {}
    for row, row_letters in zip(reversed(range(height)), rows, strict=True):
        column = 0
        for letter in row_letters:
            if letter in letters:
                found[column, row] = letter
                column += 1
            elif letter in "123456789":
                column += int(letter)
            else:
                raise BadPosition(
                    Text(
                        "{letter} in row {row} ({row_letters}) is not a piece",
                        letter=repr(letter),
                        row=row + 1,
                        row_letters=repr(row_letters),
                    )
                )
        if column != width:
            squares = Plural("{n} square", "{n} squares", column)
            raise BadPosition(
                Text(
                    "row {row} ({row_letters}) has {squares}, not {width}",
                    row=row + 1,
                    row_letters=repr(row_letters),
                    squares=squares,
                    width=width,
                )
            )
    return found


def fields(text: str, names: Text | str) -> list[str]:
    """Split a position string; it must have as many parts as `names` has words."""
    parts = text.split(" ")
    wanted = str(names).split()
    if len(parts) != len(wanted):
        raise BadPosition(
            Text(
                "a position has {count} parts ({names}): {position}",
                count=len(wanted),
                names=Transformed(
                    join_names, names if isinstance(names, Text) else Verbatim(names)
                ),
                position=repr(text),
            )
        )
    return parts


def join_names(names: str) -> str:
    return ", ".join(names.split())


def one_of(part: str, choices: str, what: Text | str) -> int:
    """Return the index of a one-letter part among the choices."""
    if len(part) != 1 or part not in choices:
        raise BadPosition(
            Text(
                "{what} is {part}, not one of {choices}",
                what=what,
                part=repr(part),
                choices=", ".join(choices),
            )
        )
    return choices.index(part)


def straight_lines(
    length: int, points: Sequence[tuple[int, ...]], steps: Iterable[tuple[int, ...]]
) -> list[list[int]]:
    """Return all straight lines of `length` points, in any of the steps, as indexes of points."""
    index = {point: i for i, point in enumerate(points)}
    found = []
    for step in steps:
        for point in points:
            line = [
                index.get(tuple(p + i * d for p, d in zip(point, step, strict=True)), -1)
                for i in range(length)
            ]
            if -1 not in line:
                found.append(line)
    return found


def dihedral(cells: Sequence[Cell]) -> list[dict[str, str]]:
    """Return the rotations and reflections of a rectangular board, as new names of the cells."""
    width, height = max(cell.x for cell in cells), max(cell.y for cell in cells)
    named = {(cell.x, cell.y): cell.name for cell in cells}
    maps = []
    for flip_x in (False, True):
        for flip_y in (False, True):
            for swap in (False, True) if width == height else (False,):
                image = {}
                for name, x, y in cells:
                    u = width - x if flip_x else x
                    v = height - y if flip_y else y
                    image[name] = named[(v, u) if swap else (u, v)]
                maps.append(image)
    return maps


def join_tiles(
    pieces: Sequence[Piece], board: Board, laid: Iterable[tuple[int, ...]]
) -> list[Piece]:
    """Return halves of tiles, each with the cell of its other half; `laid` are the cells of known
    tiles."""
    taken = {piece.cell: piece for piece in pieces}
    other: dict[int, int] = {}
    for first, second in laid:
        if first in taken and second in taken:
            other[first], other[second] = second, first
    if rest := {cell: piece for cell, piece in taken.items() if cell not in other}:
        other |= match_pairs(neighbours(rest, board))
    return [with_partner(piece, other.get(piece.cell)) for piece in pieces]


@cache
def with_partner(piece: Piece, other: int | None) -> Piece:
    """Return a half with the cell of its other half; cached, since there are few different ones."""
    return piece._replace(joined=other)


def neighbours(halves: Mapping[int, Piece], board: Board) -> dict[int, list[int]]:
    """Return by cell the neighbouring cells with a half of the other kind."""
    cells = {(board.cells[cell].x, board.cells[cell].y): cell for cell in halves}
    around = {
        cell: [
            cells.get((board.cells[cell].x + dx, board.cells[cell].y + dy))
            for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))
        ]
        for cell in halves
    }
    return {
        cell: [one for one in near if one is not None and halves[one].mark != halves[cell].mark]
        for cell, near in around.items()
    }


def match_pairs(near: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Return a maximum matching of neighbours, in both directions (augmenting paths)."""
    pairs: dict[int, int] = {}

    def find(cell: int, tried: set[int]) -> bool:
        for other in near[cell]:
            if other in tried:
                continue
            tried.add(other)
            if other not in pairs or find(pairs[other], tried):
                pairs[cell], pairs[other] = other, cell
                return True
        return False

    for cell in near:
        if cell not in pairs:
            find(cell, {cell})
    return pairs


@rule
def fourth_places(balls: U64, step: U64, firsts: U64) -> U64:
    """Return the cells, filled or not, that a line of four lacks to lie in the set.

    Lines lie in one direction: `step` leads from a cell to the next; they begin in `firsts`.
    """
    a1, a2, a3 = balls >> step, balls >> step >> step, balls >> step >> step >> step
    front, back = balls & a1 & firsts, a2 & a3 & firsts
    found = (front & a2) << step | front & a3
    return (found << step | balls & back) << step | a1 & back
