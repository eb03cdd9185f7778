"""Position strings of Chain Reaxis, and which of them no game leads to."""

from collections.abc import Iterator, Mapping

from steinreich.rules import *

from .about import ABOUT
from .actions import name
from .picture import cell_of, half, square_name
from .rules import (
    OTHER,
    State,
    around,
    duty,
    extent,
    free,
    has_four,
    size,
    start,
    tile_on,
    touching,
)


def text(s: State) -> str:
    """The position string."""
    halves = dict.fromkeys(each(s.blank), "o") | dict.fromkeys(each(s.perforated), "x")
    squares = board_text(*extent(s), lambda x, y: halves.get(x + 8 * y, ""))
    return f"{squares} {'ox'[s.turn]} {'-' if s.last < 0 else name(s, s.last)}"


def parse(text: str, options: Options) -> State:
    """The state a position string stands for."""
    squares, side, tile = fields(text, Words("board side last-tile", "Brett Seite letzter-Stein"))
    halves = parse_board(squares, *size(options), "ox")
    blank = bitboard(x + 8 * y for (x, y), letter in halves.items() if letter == "o")
    perforated = bitboard(x + 8 * y for (x, y), letter in halves.items() if letter == "x")
    turn = one_of(side, "ox", Words("the side to move", "die Seite am Zug"))
    if count(blank) != count(perforated):
        raise BadPosition(
            Words(
                f"each tile has one half of each kind; here {count(blank)} blank and "
                f"{count(perforated)} perforated",
                f"jeder Stein hat von jeder Art eine Hälfte; hier {count(blank)} blanke und "
                f"{count(perforated)} gelochte",
            )
        )
    if count(blank) % 2 != turn:
        due = "ox"[count(blank) % 2]
        tiles = plural(count(blank), Words("tile", "Stein"), Words("tiles", "Steinen"))
        raise BadPosition(
            Words(
                f"after {tiles.en} {due} is to move, not {side}",
                f"nach {tiles.de} ist {due} am Zug, nicht {side}",
            )
        )
    s = start(options)._replace(blank=blank, perforated=perforated, turn=turn)
    s = s._replace(last=parse_last(s, tile))
    if s.last >= 0:
        check_pairs(s)
        check_apart(s)
        check_order(s)
        check_fours(s)
    return s


def setup(pieces: Mapping[int, Piece], options: Options) -> SetUp:
    """Halves on squares; which tile was the last has to be said, or is found by trying."""
    columns, rows = size(options)
    squares = {cell % columns + 8 * (cell // columns): piece for cell, piece in pieces.items()}
    blank, perforated = (
        bitboard(cell for cell, piece in squares.items() if piece.owner == owner)
        for owner in (0, 1)
    )
    s, tiles = start(options), list(possible_tiles(blank, perforated))
    # Likely the last one are those at the end of a chain.
    likely = sorted(tiles, key=lambda one: count(around(squares_of(one)) & (blank | perforated)))
    last = Detail("last", Words("Last tile", "Letzter Stein"), ("-",), (Words("none", "keiner"),))
    if tiles:
        values, tried = (tuple(name(s, tile) for tile in some) for some in (tiles, likely))
        labels = (listed((value[:2], value[2:])) for value in values)
        last = last._replace(values=values, labels=tuple(labels), tried=tried)
    return SetUp(
        (half(0, 0), half(0, 1)),
        pieces_text(columns, rows, pieces),
        (whose_turn("ox", ABOUT.players, count(blank) % 2), last),
        tuple(Supply(letter, columns * rows // 2, HALF_FULL) for letter in "ox"),
    )


HALF_FULL = Words(
    "each kind of half covers at most half of the board",
    "jede Art von Hälften bedeckt höchstens das halbe Brett",
)


def parse_last(s: State, name: str) -> int:
    """The action of the last tile, which must lie on the board."""
    if name == "-":
        if s.blank:
            raise BadPosition(Words("the last tile is missing", "der letzte Stein fehlt"))
        return -1
    if len(name) != 4 or not {name[:2], name[2:]} <= set(map(square_name, each(s.board))):
        raise BadPosition(
            Words(
                f"{name!r} is not a tile on this board", f"{name!r} ist kein Stein auf diesem Brett"
            )
        )
    tile = tile_on(cell_of(name[:2]), cell_of(name[2:]))
    if tile is None:
        raise BadPosition(
            Words(
                f"the halves of the last tile, {name}, do not share an edge",
                f"die Hälften des letzten Steins, {name}, liegen nicht nebeneinander",
            ),
            (name[:2], name[2:]),
        )
    if not has(s.blank, tile >> 2) or not has(s.perforated, OTHER[tile]):
        raise BadPosition(
            Words(
                f"the last tile, {name}, does not lie on the board like this",
                f"der letzte Stein, {name}, liegt so nicht auf dem Brett",
            ),
            (name[:2], name[2:]),
        )
    return tile


def squares_of(tile: int) -> int:
    """The two squares of a tile."""
    return bit(tile >> 2) | bit(OTHER[tile])


def before_last(s: State) -> tuple[int, int]:
    """The blank and the perforated halves without the last tile."""
    return s.blank & ~squares_of(s.last), s.perforated & ~squares_of(s.last)


def check_pairs(s: State) -> None:
    """The halves pair up into tiles."""
    blank, perforated = before_last(s)
    partner: dict[int, int] = {}  # blank half of each perforated one: a bipartite matching

    def pair(cell: int, seen: set[int]) -> bool:
        for other in each(around(bit(cell)) & perforated):
            if other not in seen:
                seen.add(other)
                if other not in partner or pair(partner[other], seen):
                    partner[other] = cell
                    return True
        return False

    for cell in each(blank):
        if not pair(cell, set()):
            where = square_name(cell)
            raise BadPosition(
                Words(
                    f"the halves do not pair up into tiles: {where}",
                    f"die Hälften ergeben keine ganzen Steine: {where}",
                ),
                [where],
            )


def possible_tiles(blank: int, perforated: int) -> Iterator[int]:
    """All tiles that may lie here, as actions: halves of both kinds side by side."""
    for cell in each(blank):
        for action in range(4 * cell, 4 * cell + 4):
            if OTHER[action] >= 0 and has(perforated, OTHER[action]):
                yield action


def check_apart(s: State) -> None:
    """Tiles apart from the last one were left behind by a tile that was enclosed.

    Nothing ever leaves the board, so that tile is enclosed still.
    """
    room = free(s) & around(free(s))  # where half a tile could lie
    left = s.blank | s.perforated
    while left:
        group = left & -left
        while (grown := (group | touching(group, s.corners)) & left) != group:
            group = grown
        left &= ~group
        tiles = possible_tiles(s.blank & group, s.perforated & group)
        if not group & squares_of(s.last) and all(
            touching(squares_of(tile), s.corners) & room for tile in tiles
        ):
            where = square_name(lowest(group))
            raise BadPosition(
                Words(
                    f"the tiles at {where} lie apart from the last one, but none is enclosed",
                    f"die Steine bei {where} hängen nicht mit dem letzten zusammen, "
                    "aber keiner ist eingeschlossen",
                ),
                map(square_name, each(group)),
            )


MOST_LOOKS = 200  # at orders: what cannot be shown to be impossible by then is taken as possible


def check_order(s: State) -> None:
    """In some order each tile touched the one before it or was free to lie anywhere."""
    looks = 0

    def could_be(s: State) -> bool:
        nonlocal looks
        looks += 1
        blank, perforated = before_last(s)
        if not blank or looks > MOST_LOOKS:
            return True
        if blank & ~around(perforated) or perforated & ~around(blank):
            return False  # some half has no other half beside it
        tile = squares_of(s.last)
        earlier = (
            s._replace(blank=blank, perforated=perforated, last=previous)
            for previous in possible_tiles(blank, perforated)
        )
        fitting = [before for before in earlier if tile & duty(before)]
        # First those at the end of a chain: they leave the rest in one piece.
        fitting.sort(key=lambda b: count(around(squares_of(b.last)) & (blank | perforated)))
        return any(map(could_be, fitting))

    if not could_be(s):
        raise BadPosition(
            Words(
                "there is no order in which these tiles could have been placed, each "
                "touching the one before",
                "in keiner Reihenfolge können diese Steine gelegt worden sein, jeder am vorigen",
            )
        )


def check_fours(s: State) -> None:
    """Nobody had a four before the last tile."""
    kinds = Words("blank", "blanken"), Words("perforated", "gelochten")
    for kind, halves in zip(kinds, before_last(s), strict=True):
        if has_four(halves, s.diagonals):
            raise BadPosition(
                Words(
                    f"there was a {kind.en} four before the last tile",
                    f"es gab schon vor dem letzten Stein einen {kind.de} Vierer",
                )
            )
