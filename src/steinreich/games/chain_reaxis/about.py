"""Title, players and options of Chain Reaxis, and the boards beside its rules.

The boards show tiles to place, fours to complete, and how the game ends.  Each is a sequence of
actions from the start, since a position does not tell which halves form a tile.  All but the full
boards use four columns and rows only, and so fit on boards of any size.
"""

from itertools import pairwise, product

from steinreich.rules import *

SIZES = ["6x6", "8x8"]
SIZES += [f"{w}x{h}" for w, h in product(range(4, 9), repeat=2) if f"{w}x{h}" not in SIZES]

TYPICAL_ACTIONS = 16

ABOUT = About(
    title=Text("Chain Reaxis"),
    players=(Text("Blank"), Text("Perforated")),
    summary=Text("Place tile against tile and line up four halves of your own kind."),
    rules=read_rules(__file__, "rules"),
    options=(
        Option(
            "size",
            tuple(SIZES),
            Text("Number of columns and rows."),
            Text("Board"),
            tuple(Text("{columns} by {rows}", columns=size[0], rows=size[2]) for size in SIZES),
            tuple(Verbatim(size.replace("x", " × ")) for size in SIZES),
        ),
        Option(
            "diagonals",
            ("on", "off"),
            Text("Whether diagonal fours count."),
            Text("Diagonal fours"),
            (Text("count"), Text("do not count")),
            (NO_TEXT, Text("without diagonals")),
        ),
        Option(
            "contact",
            ("edge", "corner"),
            Text("Whether a tile must touch the last one along an edge, or a corner is enough."),
            Text("Tiles touch"),
            (
                Text("along an edge"),
                Text("at a corner as well"),
            ),
            (NO_TEXT, Text("corner contact is enough")),
        ),
    ),
    looks=(Look("wood", "plain"), Look("wood", "holes")),
)


# Boards beside the rules

Square = tuple[int, int]  # column and row


def figures(options: Options) -> dict[str, Figure]:
    """Return the boards beside the rules, by name."""
    width, height = map(int, options["size"].split("x"))
    edge = options["contact"] == "edge"
    corner = ("c4d4", "d4c4", "c1d1", "d1c1")
    return {
        "first": Figure(goals=("*",)),
        "touch": Figure(
            actions=("b2b3",),
            goals=("*",) if edge else corner,
            refused=("c4d4", "d1d2") if edge else ("d1d2",),
        ),
        "free": Figure(actions=("c1c2", "b2a2", "a1b1"), goals=("*",)),
        "row": Figure(actions=("a4a3", "b2b3", "c4c3"), goals=("d2d3", "d4d3")),
        "diagonal": Figure(actions=("a2a1", "b1b2", "c2c3"), goals=("d3d4",)),
        "both": Figure(actions=("a3a4", "b3b4", "c3c4"), goals=("d3d4",)),
        "gift": Figure(actions=("a3a4", "b3b2", "c3c4"), goals=("d3d2", "d3d4")),
        "full_board": Figure(actions=without_fours(width, height, 0)),
        "single_squares": Figure(actions=without_fours(width, height, 1)),
    }


def without_fours(width: int, height: int, skipped: int) -> tuple[str, ...]:
    """Return tiles, each adjacent to the one before, that cover a board without a four.

    Halves alternate in pairs, and each row is shifted by two: `ooxx` above `xxoo`.  So the two
    halves of an upright tile are always of different kinds.  With an odd number of rows and an even
    number of columns, rows and columns are exchanged.  If `skipped` is 1, the tiles of the first
    column begin one square higher and the squares at its ends stay empty; if width and height are
    both odd, one square stays empty anyway.
    """
    if height % 2 and not width % 2:
        return tuple(
            tile(*((row, column) for column, row in squares))
            for squares in cover_with_tiles(height, width, skipped)
        )
    return tuple(tile(*squares) for squares in cover_with_tiles(width, height, skipped))


def cover_with_tiles(width: int, height: int, skipped: int) -> list[tuple[Square, Square]]:
    """Return the squares of each tile, blank half first: up one column and down the next."""
    found: list[tuple[Square, Square]] = []
    for column in range(width):
        first = skipped if column == 0 and not height % 2 else 0
        rows = [*range(first, height - 1, 2)]
        upright = [((column, row), (column, row + 1)) for row in rows]
        found += upright if column % 2 == 0 else upright[::-1]
    if height % 2:  # then the width is odd as well: cover the last row from the right
        last = [(column, height - 1) for column in reversed(range(1, width))]
        found += [*pairwise(last)][::2]
    return [squares if is_blank(squares[0]) else squares[::-1] for squares in found]


def is_blank(at: Square) -> bool:
    """Return whether the half on a square is blank."""
    return (at[0] + 2 * at[1]) % 4 < 2


def tile(blank: Square, perforated: Square) -> str:
    """Return the name of the action that places a tile on these squares."""
    return square(*blank) + square(*perforated)
