"""Names of squares, and boards written row by row as in chess's FEN."""

from collections.abc import Callable, Mapping

from steinreich.rules.about import Cell, Piece
from steinreich.rules.errors import BadPosition
from steinreich.rules.language import Words, plural

FILES = "abcdefghi"


def square(column: int, row: int) -> str:
    """The name of a square, a1 at the lower left."""
    return f"{FILES[column]}{row + 1}"


def grid(width: int, height: int) -> tuple[Cell, ...]:
    """The cells of a board of rows and columns, row by row from a1."""
    return tuple(
        Cell(square(column, row), column, row) for row in range(height) for column in range(width)
    )


def edge_labels(width: int, height: int) -> tuple[tuple[str, float, float], ...]:
    """Letters below the columns and numbers left of the rows."""
    letters = ((FILES[column], float(column), -0.85) for column in range(width))
    numbers = ((str(row + 1), -0.85, float(row)) for row in range(height))
    return (*letters, *numbers)


def board_text(width: int, height: int, letter: Callable[[int, int], str]) -> str:
    """Rows from the top down, separated by `/`; `letter` gives "" for an empty square."""
    return "/".join(
        row_text([letter(column, row) for column in range(width)])
        for row in reversed(range(height))
    )


def pieces_text(width: int, height: int, pieces: Mapping[int, Piece]) -> str:
    """The same of pieces by their cells, which are numbered row by row from a1."""
    letters = {cell: piece.letter for cell, piece in pieces.items()}
    return board_text(width, height, lambda x, y: letters.get(x + width * y, ""))


def row_text(letters: list[str]) -> str:
    """One row, with digits for runs of empty squares."""
    text, empty = "", 0
    for letter in letters:
        if letter and empty:
            text += str(empty)
        empty = 0 if letter else empty + 1
        text += letter
    return text + (str(empty) if empty else "")


def parse_board(text: str, width: int, height: int, letters: str) -> Mapping[tuple[int, int], str]:
    """The letter on each occupied square (column, row) of a board text."""
    rows = text.split("/")
    if len(rows) != height:
        found_rows = plural(len(rows), Words("row", "Reihe"), Words("rows", "Reihen"))
        raise BadPosition(
            Words(
                f"the board has {found_rows.en}, not {height}: {text!r}",
                f"das Brett hat {found_rows.de}, nicht {height}: {text!r}",
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
                    Words(
                        f"{letter!r} in row {row + 1} ({row_letters!r}) is not a piece",
                        f"{letter!r} in Reihe {row + 1} ({row_letters!r}) ist kein Stein",
                    )
                )
        if column != width:
            squares = plural(column, Words("square", "Feld"), Words("squares", "Felder"))
            raise BadPosition(
                Words(
                    f"row {row + 1} ({row_letters!r}) has {squares.en}, not {width}",
                    f"Reihe {row + 1} ({row_letters!r}) hat {squares.de}, nicht {width}",
                )
            )
    return found


def fields(text: str, names: Words | str) -> list[str]:
    """The parts of a position string, which must be as many as `names` has words."""
    parts = text.split(" ")
    en, de = names if isinstance(names, Words) else Words(names, names)
    wanted = len(en.split())
    if len(parts) != wanted:
        raise BadPosition(
            Words(
                f"a position has {wanted} parts ({', '.join(en.split())}): {text!r}",
                f"eine Stellung hat {wanted} Teile ({', '.join(de.split())}): {text!r}",
            )
        )
    return parts


def one_of(part: str, choices: str, what: Words | str) -> int:
    """The index of a one-letter part among the choices."""
    if len(part) != 1 or part not in choices:
        en, de = what if isinstance(what, Words) else (what, what)
        listed = ", ".join(choices)
        raise BadPosition(
            Words(
                f"{en} is {part!r}, not one of {listed}", f"{de} ist {part!r}, keines von {listed}"
            )
        )
    return choices.index(part)
