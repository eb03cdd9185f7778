"""Helpers for boards: names of squares, boards as text, lines, symmetries, tiles.

Boards are written row by row as in chess's FEN. A state contains only the halves of tiles, since
the rules need no more. Pictures show whole tiles: as they were placed if that is known, otherwise
paired in one of the possible ways.
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
    """Return the rows from the top down, separated by `/`.

    `letter` returns the letter on a square (column, row), or "" for an empty square.
    """
    return "/".join(
        row_text([letter(column, row) for column in range(width)])
        for row in reversed(range(height))
    )


def pieces_text(width: int, height: int, pieces: Mapping[int, Piece]) -> str:
    """Return the text of a board like `board_text`, for pieces by cell.

    Cells are numbered row by row from a1.
    """
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
    """Return the letter on each occupied square (column, row) of the text of a board."""
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
    pieces = {}
    for row, row_letters in zip(reversed(range(height)), rows, strict=True):
        column = 0
        for letter in row_letters:
            if letter in letters:
                pieces[column, row] = letter
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
    return pieces


def split_fields(text: str, names: Text | str) -> list[str]:
    """Split a position string; raise `BadPosition` unless it has as many parts as `names` has
    words.
    """
    parts = text.split(" ")
    expected = str(names).split()
    if len(parts) != len(expected):
        raise BadPosition(
            Text(
                "a position has {count} parts ({names}): {position}",
                count=len(expected),
                names=Transformed(
                    join_names, names if isinstance(names, Text) else Verbatim(names)
                ),
                position=repr(text),
            )
        )
    return parts


def join_names(names: str) -> str:
    return ", ".join(names.split())


def parse_letter(part: str, choices: str, what: Text | str) -> int:
    """Return the index of a letter in `choices`; `what` names the part of the position string."""
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
    """Return all straight lines of `length` points as lists of indexes of points.

    Each step is the difference of neighbouring points in one direction.
    """
    index = {point: i for i, point in enumerate(points)}
    lines = []
    for step in steps:
        for point in points:
            line = [
                index.get(tuple(p + i * d for p, d in zip(point, step, strict=True)), -1)
                for i in range(length)
            ]
            if -1 not in line:
                lines.append(line)
    return lines


def dihedral_symmetries(cells: Sequence[Cell]) -> list[dict[str, str]]:
    """Return the rotations and reflections of a rectangular board.

    Each maps the name of a cell to the name of its image.
    """
    width, height = max(cell.x for cell in cells), max(cell.y for cell in cells)
    names = {(cell.x, cell.y): cell.name for cell in cells}
    maps = []
    for flip_x in (False, True):
        for flip_y in (False, True):
            for swap in (False, True) if width == height else (False,):
                image = {}
                for name, x, y in cells:
                    u = width - x if flip_x else x
                    v = height - y if flip_y else y
                    image[name] = names[(v, u) if swap else (u, v)]
                maps.append(image)
    return maps


def join_tiles(
    pieces: Sequence[Piece], board: Board, placed_tiles: Iterable[tuple[int, ...]]
) -> list[Piece]:
    """Return halves of tiles, each with the cell of its other half.

    `placed_tiles` has the cells of each tile that is known; other halves are paired.
    """
    halves = {piece.cell: piece for piece in pieces}
    partners: dict[int, int] = {}
    for first, second in placed_tiles:
        if first in halves and second in halves:
            partners[first], partners[second] = second, first
    if single := {cell: piece for cell, piece in halves.items() if cell not in partners}:
        partners |= match_pairs(find_other_halves(single, board))
    return [with_partner(piece, partners.get(piece.cell)) for piece in pieces]


@cache
def with_partner(piece: Piece, partner: int | None) -> Piece:
    """Return a half with the cell of its other half; cached, since there are few combinations."""
    return piece._replace(joined=partner)


def find_other_halves(halves: Mapping[int, Piece], board: Board) -> dict[int, list[int]]:
    """Return for each cell the neighbouring cells with a half of the other kind."""
    by_location = {(board.cells[cell].x, board.cells[cell].y): cell for cell in halves}
    neighbours = {
        cell: [
            by_location.get((board.cells[cell].x + dx, board.cells[cell].y + dy))
            for dx, dy in ((1, 0), (0, 1), (-1, 0), (0, -1))
        ]
        for cell in halves
    }
    return {
        cell: [
            near for near in cells if near is not None and halves[near].mark != halves[cell].mark
        ]
        for cell, cells in neighbours.items()
    }


def match_pairs(near: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Return a maximum matching of the graph of neighbours (augmenting paths).

    Each pair is contained in both directions.
    """
    pairs: dict[int, int] = {}

    def augment(cell: int, visited: set[int]) -> bool:
        for other in near[cell]:
            if other in visited:
                continue
            visited.add(other)
            if other not in pairs or augment(pairs[other], visited):
                pairs[cell], pairs[other] = other, cell
                return True
        return False

    for cell in near:
        if cell not in pairs:
            augment(cell, {cell})
    return pairs


@rule
def fourth_cells(balls: U64, step: U64, firsts: U64) -> U64:
    """Return the fourth cell, filled or not, of each line of four with three balls.

    Lines have one direction: `step` is the distance of neighbouring cells, `firsts` are the first
    cells of all lines.
    """
    # Set i has the first cells of the lines whose i-th cell has a ball.
    ball1, ball2, ball3 = balls >> step, balls >> step >> step, balls >> step >> step >> step
    front, back = balls & ball1 & firsts, ball2 & ball3 & firsts
    cells = (front & ball2) << step | front & ball3
    return (cells << step | balls & back) << step | ball1 & back
