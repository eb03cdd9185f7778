"""Names of actions and position strings of Chain Reaxis, and reasons why some are not legal.

Converts actions to names, data and spoken texts and back, and states to position strings and back.
Positions that no game leads to are rejected.
"""

from collections.abc import Iterator, Mapping
from functools import cache

from steinreich.rules import *
from steinreich.rules.boards import match_pairs

from .about import ABOUT
from .picture import half, parse_square, square_name, to_square
from .rules import (
    PERFORATED_SQUARES,
    State,
    around,
    board_size,
    candidates,
    contact_squares,
    empty_squares,
    find_tile,
    has_four,
    is_legal,
    size_option,
    start,
    touching,
)

ACTION_PATTERN = r"[a-h][1-8][a-h][1-8]"


def name(s: State, action: int) -> str:
    """Return the square of the blank half, then that of the perforated one."""
    return square_name(action >> 2) + square_name(PERFORATED_SQUARES[action])


@cache
def tile(width: int, blank: int, perforated: int) -> Action:
    """Return the action that places a tile on two squares of a board of this width."""
    first, second = (square % 8 + width * (square // 8) for square in (blank, perforated))
    return Action("tile", (first, second), (half(first, 0, second), half(second, 1, first)))


def describe_action(s: State, action: int) -> Action:
    """Return the tile with its two squares, the blank half first."""
    return tile(board_size(s)[0], action >> 2, PERFORATED_SQUARES[action])


def parse_action(s: State, name: str) -> Action | Text:
    """Return the tile on the two named squares."""
    for part in (name[:2], name[2:]):
        if not has(s.board, parse_square(part)):
            return Text("{part} is not on the board", part=part)
    return tile(board_size(s)[0], parse_square(name[:2]), parse_square(name[2:]))


def find_action(s: State, description: Action) -> int | None:
    """Return the number of a tile if its squares share an edge, else None."""
    return find_tile(*(to_square(s, cell) for cell in description.cells))


def why_not(s: State, description: Action) -> Text | None:
    """Return why a tile cannot be placed."""
    squares = [to_square(s, cell) for cell in description.cells]
    for square in squares:
        if has(s.blank | s.perforated, square):
            taken = square_name(square)
            return Text("{taken} is not empty", taken=taken)
    if len(squares) < 2:
        return why_no_tile(s, squares[0])
    a, b = map(square_name, squares)
    if a == b:
        return Text("a tile covers two squares")
    if find_tile(*squares) is None:
        return Text("{a} and {b} do not share an edge", a=a, b=b)
    last = name(s, s.last)
    how = Text("by an edge")
    if s.corners:
        how = Text("at least at a corner")
    return Text("the tile must touch the last one, {last}, {how}", last=last, how=how)


def why_no_tile(s: State, square: int) -> Text | None:
    """Return why no blank half can be placed on a square; None if one can."""
    tiles = [tile for tile in range(4 * square, 4 * square + 4) if PERFORATED_SQUARES[tile] >= 0]
    beside = [tile for tile in tiles if has(empty_squares(s), PERFORATED_SQUARES[tile])]
    if any(is_legal(s, candidates(s), tile) for tile in beside):
        return None
    where = square_name(square)
    if not beside:
        return Text("no square beside {where} is empty", where=where)
    last = name(s, s.last)
    return Text("no tile on {where} would touch the last one, {last}", where=where, last=last)


HAS_TILES = True  # an action places one piece on both of its cells


def spoken_name(s: State, action: int) -> Text:
    """Return a tile as it is read aloud."""
    blank, perforated = square_name(action >> 2), square_name(PERFORATED_SQUARES[action])
    return Text(
        "tile on {blank} and {perforated}, blank half on {blank}",
        blank=blank,
        perforated=perforated,
    )


def last_action(s: State) -> int | None:
    """Return the last tile."""
    return None if s.last < 0 else s.last


# Position strings


def text(s: State) -> str:
    """Return the position string."""
    halves = dict.fromkeys(each(s.blank), "o") | dict.fromkeys(each(s.perforated), "x")
    squares = board_text(*board_size(s), lambda x, y: halves.get(x + 8 * y, ""))
    return f"{squares} {'ox'[s.turn]} {'-' if s.last < 0 else name(s, s.last)}"


def parse(text: str, options: Options) -> State:
    """Return the state of a position string."""
    squares, side, tile = split_fields(text, Text("board side last-tile"))
    halves = parse_board(squares, *size_option(options), "ox")
    blank = bitboard(x + 8 * y for (x, y), letter in halves.items() if letter == "o")
    perforated = bitboard(x + 8 * y for (x, y), letter in halves.items() if letter == "x")
    turn = parse_letter(side, "ox", Text("the side to move"))
    if count(blank) != count(perforated):
        raise BadPosition(
            Text(
                "each tile has one half of each kind; here {count} blank and {count2} perforated",
                count=count(blank),
                count2=count(perforated),
            )
        )
    if count(blank) % 2 != turn:
        due = "ox"[count(blank) % 2]
        raise BadPosition(
            Plural(
                "after {n} tile {due} is to move, not {side}",
                "after {n} tiles {due} is to move, not {side}",
                count(blank),
                due=due,
                side=side,
            )
        )
    s = start(options)._replace(blank=blank, perforated=perforated, turn=turn)
    s = s._replace(last=parse_last(s, tile))
    if s.last >= 0:
        check_pairs(s)
        check_separate_tiles(s)
        check_order(s)
        check_fours(s)
    return s


def setup(pieces: Mapping[int, Piece], options: Options) -> SetUp:
    """Return how a position is set up: halves on squares; the last tile is stated or found."""
    columns, rows = size_option(options)
    squares = {cell % columns + 8 * (cell // columns): piece for cell, piece in pieces.items()}
    blank, perforated = (
        bitboard(cell for cell, piece in squares.items() if piece.owner == owner)
        for owner in (0, 1)
    )
    s, tiles = start(options), list(possible_tiles(blank, perforated))
    # The last tile is likely one at the end of a chain.
    likely = sorted(
        tiles, key=lambda tile: count(around(tile_squares(tile)) & (blank | perforated))
    )
    last = Detail("last", Text("Last tile"), ("-",), (Text("none"),))
    if tiles:
        values, tried = (tuple(name(s, tile) for tile in order) for order in (tiles, likely))
        labels = (join_with_and((value[:2], value[2:])) for value in values)
        last = last._replace(values=values, labels=tuple(labels), defaults=tried)
    return SetUp(
        (half(0, 0), half(0, 1)),
        pieces_text(columns, rows, pieces),
        (whose_turn("ox", ABOUT.players, count(blank) % 2), last),
        tuple(Supply(letter, columns * rows // 2, HALF_FULL) for letter in "ox"),
    )


HALF_FULL = Text("each kind of half covers at most half of the board")


def parse_last(s: State, name: str) -> int:
    """Return the action of the last tile, which must be on the board; -1 if there is none."""
    if name == "-":
        if s.blank:
            raise BadPosition(Text("the last tile is missing"))
        return -1
    if len(name) != 4 or not {name[:2], name[2:]} <= set(map(square_name, each(s.board))):
        raise BadPosition(Text("{name} is not a tile on this board", name=repr(name)))
    tile = find_tile(parse_square(name[:2]), parse_square(name[2:]))
    if tile is None:
        raise BadPosition(
            Text("the halves of the last tile, {name}, do not share an edge", name=name),
            (name[:2], name[2:]),
        )
    if not has(s.blank, tile >> 2) or not has(s.perforated, PERFORATED_SQUARES[tile]):
        raise BadPosition(
            Text("the last tile, {name}, does not lie on the board like this", name=name),
            (name[:2], name[2:]),
        )
    return tile


def tile_squares(tile: int) -> int:
    """Return the two squares of a tile."""
    return bit(tile >> 2) | bit(PERFORATED_SQUARES[tile])


def halves_before_last(s: State) -> tuple[int, int]:
    """Return the blank and the perforated halves without the last tile."""
    return s.blank & ~tile_squares(s.last), s.perforated & ~tile_squares(s.last)


def check_pairs(s: State) -> None:
    """Check that the halves pair up into tiles."""
    blank, perforated = halves_before_last(s)
    pairs = match_pairs({cell: list(each(around(bit(cell)) & perforated)) for cell in each(blank)})
    for cell in each(blank):
        if cell not in pairs:
            where = square_name(cell)
            raise BadPosition(
                Text("the halves do not pair up into tiles: {where}", where=where),
                [where],
            )


def possible_tiles(blank: int, perforated: int) -> Iterator[int]:
    """Yield every tile, as an action, that two adjacent halves of different kinds may form."""
    for cell in each(blank):
        for action in range(4 * cell, 4 * cell + 4):
            if PERFORATED_SQUARES[action] >= 0 and has(perforated, PERFORATED_SQUARES[action]):
                yield action


def check_separate_tiles(s: State) -> None:
    """Check that each group of tiles apart from the last one contains an enclosed tile.

    A tile may be placed apart only after an enclosed one.  Tiles never leave the board, so the
    enclosed tile of a group is enclosed still.
    """
    room = empty_squares(s) & around(empty_squares(s))  # where half of a tile could be placed
    left = s.blank | s.perforated
    while left:
        group = left & -left
        while (grown := (group | touching(group, s.corners)) & left) != group:
            group = grown
        left &= ~group
        tiles = possible_tiles(s.blank & group, s.perforated & group)
        if not group & tile_squares(s.last) and all(
            touching(tile_squares(tile), s.corners) & room for tile in tiles
        ):
            where = square_name(lowest(group))
            raise BadPosition(
                Text(
                    "the tiles at {where} lie apart from the last one, but none is enclosed",
                    where=where,
                ),
                map(square_name, each(group)),
            )


MAX_ORDER_STATES = 200  # visited in the search for an order; beyond, an order is assumed


def check_order(s: State) -> None:
    """Check that in some order each tile touched the one before or was free to go anywhere."""
    visited = 0

    def is_possible(s: State) -> bool:
        nonlocal visited
        visited += 1
        blank, perforated = halves_before_last(s)
        if not blank or visited > MAX_ORDER_STATES:
            return True
        if blank & ~around(perforated) or perforated & ~around(blank):
            return False  # some half has no possible partner
        tile = tile_squares(s.last)
        earlier = (
            s._replace(blank=blank, perforated=perforated, last=previous)
            for previous in possible_tiles(blank, perforated)
        )
        fitting = [before for before in earlier if tile & contact_squares(before)]
        # Try ends of chains first, since they leave the rest connected.
        fitting.sort(key=lambda b: count(around(tile_squares(b.last)) & (blank | perforated)))
        return any(map(is_possible, fitting))

    if not is_possible(s):
        raise BadPosition(
            Text(
                "there is no order in which these tiles could have been placed, each touching the "
                "one before"
            )
        )


def check_fours(s: State) -> None:
    """Check that there was no four before the last tile."""
    kinds = Text("blank"), Text("perforated")
    for kind, halves in zip(kinds, halves_before_last(s), strict=True):
        if has_four(halves, s.diagonals):
            raise BadPosition(Text("there was a {kind} four before the last tile", kind=kind))
