"""Chain Reaxis: tiles of a blank and a perforated half, each placed against the one before.

A tile covers two squares.  One player owns all blank halves, the other all perforated ones,
whoever placed them.  A tile must touch the tile placed just before it; only where that is not
possible may it go anywhere.  Four halves of one kind in a line win for their owner.

The squares of the largest board (smaller ones are its lower left part):

    a8 b8 c8 ... h8     56 57 58 ... 63
    ...                 ...
    a2 b2 c2 ... h2      8  9 10 ... 15
    a1 b1 c1 ... h1      0  1  2 ...  7

Action: 4 * square of the blank half + way to the perforated one (right, up, left, down).
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import NamedTuple

from steinreich.rules import *

SIZES = ["6x6", "8x8"]
SIZES += [f"{w}x{h}" for w, h in product(range(4, 9), repeat=2) if f"{w}x{h}" not in SIZES]

ABOUT = About(
    title=Words("Chain Reaxis", "Chain Reaxis"),
    players=(Words("Blank", "Blank"), Words("Perforated", "Gelocht")),
    summary=Words(
        "Place tile against tile and line up four halves of your own kind.",
        "Lege Stein an Stein und bringe vier Hälften deiner Art in eine Linie.",
    ),
    rules=rules_beside(__file__),
    options=(
        Option(
            "size",
            tuple(SIZES),
            Words("How many columns and rows there are.", "Wie viele Spalten und Reihen es gibt."),
            Words("Board", "Brett"),
            tuple(Words(size.replace("x", " by "), size.replace("x", " mal ")) for size in SIZES),
            tuple(Words(size.replace("x", " × "), size.replace("x", " × ")) for size in SIZES),
        ),
        Option(
            "diagonals",
            ("on", "off"),
            Words("Whether diagonal fours count.", "Ob diagonale Vierer zählen."),
            Words("Diagonal fours", "Diagonale Vierer"),
            (Words("count", "zählen"), Words("do not count", "zählen nicht")),
            (NO_WORDS, Words("without diagonals", "ohne Diagonalen")),
        ),
        Option(
            "contact",
            ("edge", "corner"),
            Words(
                "Whether a tile must touch the last one along an edge, or a corner is enough.",
                "Ob ein Stein den letzten mit einer Kante berühren muss oder eine Ecke genügt.",
            ),
            Words("Tiles touch", "Steine berühren sich"),
            (
                Words("along an edge", "an einer Kante"),
                Words("at a corner, too", "auch an einer Ecke"),
            ),
            (NO_WORDS, Words("a corner is enough to touch", "eine Ecke genügt")),
        ),
    ),
    looks=(Look("wood", "plain"), Look("wood", "holes")),
)

# Geometry: plain Python, run once

POINTS = [(x, y) for y, x in product(range(8), repeat=2)]
WAYS = ((1, 0), (0, 1), (-1, 0), (0, -1))
OTHER = numbers(  # (256,) where the perforated half of an action lies, -1 off the largest board
    POINTS.index((x + dx, y + dy)) if (x + dx, y + dy) in POINTS else -1
    for x, y in POINTS
    for dx, dy in WAYS
)
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))
STRAIGHT_LINES, ALL_LINES = (lines_of(4, POINTS, ways) for ways in (DIRECTIONS[:2], DIRECTIONS))
STEPS = words(dx + 8 * dy for dx, dy in DIRECTIONS)  # (4,) from a square to the next
FIRSTS = words(  # (4,) the squares on which a line of four in this direction begins
    bitboard(line[0] for line in lines_of(4, POINTS, [way])) for way in DIRECTIONS
)
NOT_A = bitboard(cell for cell in range(64) if cell % 8 != 0)
NOT_H = bitboard(cell for cell in range(64) if cell % 8 != 7)

ACTIONS = 256
ACTION = r"[a-h][1-8][a-h][1-8]"

# Rules: pure functions of unsigned integers


class State(NamedTuple):
    blank: U64
    perforated: U64
    board: U64  # the squares there are
    turn: int
    last: int  # the tile placed last, as its action; -1 before the first
    diagonals: int
    corners: int  # 1 if touching at a corner is enough


@rule
def beside(squares: U64) -> U64:
    """The squares left and right of these."""
    return (squares & NOT_H) << U64(1) | (squares & NOT_A) >> U64(1)


@rule
def around(squares: U64) -> U64:
    """The squares that share an edge with these; some may lie off the board."""
    return beside(squares) | squares << U64(8) | squares >> U64(8)


@rule
def free(s: State) -> U64:
    """The empty squares."""
    return s.board & ~(s.blank | s.perforated)


@rule
def touching(squares: U64, corners: int) -> U64:
    """The squares that touch these, some of them perhaps included or off the board."""
    if not corners:
        return around(squares)
    row = squares | beside(squares)
    return row | row << U64(8) | row >> U64(8)


@rule
def duty(s: State) -> U64:
    """The empty squares of which the next tile must cover at least one."""
    empty = free(s)
    if s.last < 0:
        return empty
    near = touching(bit(s.last >> 2) | bit(OTHER[s.last]), s.corners) & empty
    return near if near & around(empty) != U64(0) else empty


class Tiles(NamedTuple):
    """The candidates, and what makes them legal."""

    low: U64
    high: U64
    ways: int
    first: int
    empty: U64
    duty: U64


@rule
def candidates(s: State) -> Tiles:
    """Blank halves on or beside the squares of duty, in all four ways."""
    empty, required = free(s), duty(s)
    return Tiles(empty & (required | around(required)), U64(0), 4, 0, empty, required)


@rule
def legal(s: State, c: Tiles, action: int) -> bool:
    """The other square is empty too, and one of the two is of duty."""
    other = OTHER[action]
    if other < 0 or not has(c.empty, other):
        return False
    return (bit(action >> 2) | bit(other)) & c.duty != U64(0)


@rule
def play(s: State, action: int) -> State:
    """Place a tile; the turn passes."""
    blank = s.blank | bit(action >> 2)
    perforated = s.perforated | bit(OTHER[action])
    return State(blank, perforated, s.board, 1 - s.turn, action, s.diagonals, s.corners)


@rule
def four_along(halves: U64, d: int) -> U64:
    """The squares on which a four of these halves begins, in one direction."""
    pairs = halves & halves >> STEPS[d]
    return pairs & pairs >> STEPS[d] >> STEPS[d] & FIRSTS[d]


@rule
def has_four(halves: U64, diagonals: int) -> bool:
    """Whether these halves stand four in a line."""
    found = four_along(halves, 0) | four_along(halves, 1)
    if diagonals:
        found |= four_along(halves, 2) | four_along(halves, 3)
    return found != U64(0)


@rule
def outcome(s: State) -> int:
    """A four wins, the mover's before the opponent's; no room for a tile is a draw."""
    mover = 1 - s.turn
    if has_four(s.perforated if mover else s.blank, s.diagonals):
        return mover
    if has_four(s.blank if mover else s.perforated, s.diagonals):
        return s.turn
    empty = free(s)
    return ONGOING if empty & around(empty) != U64(0) else DRAW


# Names and texts


def size(options: Options) -> tuple[int, int]:
    """Columns and rows."""
    width, height = options["size"].split("x")
    return int(width), int(height)


def extent(s: State) -> tuple[int, int]:
    """Columns and rows."""
    return (s.board & 0xFF).bit_length(), (s.board.bit_length() + 7) // 8


def start(options: Options, seed: int | None = None) -> State:
    """An empty board."""
    width, height = size(options)
    squares = bitboard(x + 8 * y for x, y in product(range(width), range(height)))
    diagonals, corners = options["diagonals"] == "on", options["contact"] == "corner"
    return State(0, 0, squares, 0, -1, int(diagonals), int(corners))


def square_name(cell: int) -> str:
    return square(cell % 8, cell // 8)


def cell_of(name: str) -> int:
    return ord(name[0]) - ord("a") + 8 * (int(name[1]) - 1)


def name(s: State, action: int) -> str:
    """The blank square, then the perforated one."""
    return square_name(action >> 2) + square_name(OTHER[action])


def drawn(s: State, square: int) -> int:
    """A square as a cell of the board that is drawn."""
    width, _ = extent(s)
    return square % 8 + width * (square // 8)


def square_of(s: State, cell: int) -> int:
    """The square that is drawn as this cell."""
    width, _ = extent(s)
    return cell % width + 8 * (cell // width)


@cache
def tile(width: int, blank: int, perforated: int) -> Action:
    """A tile on two squares, on a board of so many columns."""
    first, second = (square % 8 + width * (square // 8) for square in (blank, perforated))
    return Action("tile", (first, second), (half(first, 0, second), half(second, 1, first)))


def described(s: State, action: int) -> Action:
    """The squares of the blank and of the perforated half."""
    return tile(extent(s)[0], action >> 2, OTHER[action])


def meant(s: State, name: str) -> Action | Words:
    """The tile on two squares that are named."""
    for part in (name[:2], name[2:]):
        if not has(s.board, cell_of(part)):
            return Words(f"{part} is not on the board", f"{part} liegt nicht auf dem Brett")
    return tile(extent(s)[0], cell_of(name[:2]), cell_of(name[2:]))


def tile_on(blank: int, perforated: int) -> int | None:
    """The action that covers these squares, if they share an edge."""
    actions = range(4 * blank, 4 * blank + 4)
    return next((action for action in actions if OTHER[action] == perforated), None)


def action(s: State, wish: Action) -> int | None:
    """The number of a tile, if its squares share an edge."""
    return tile_on(*(square_of(s, cell) for cell in wish.cells))


def why_not(s: State, wish: Action) -> Words | None:
    """Why this tile cannot be placed."""
    squares = [square_of(s, cell) for cell in wish.cells]
    for square in squares:
        if has(s.blank | s.perforated, square):
            taken = square_name(square)
            return Words(f"{taken} is not empty", f"{taken} ist nicht frei")
    if len(squares) < 2:
        return None
    a, b = map(square_name, squares)
    if a == b:
        return Words("a tile covers two squares", "ein Stein bedeckt zwei Felder")
    if tile_on(*squares) is None:
        return Words(f"{a} and {b} do not share an edge", f"{a} und {b} sind keine Nachbarfelder")
    last = name(s, s.last)
    how = Words("by an edge", "mit einer Kante")
    if s.corners:
        how = Words("at least at a corner", "wenigstens mit einer Ecke")
    return Words(
        f"the tile must touch the last one, {last}, {how.en}",
        f"der Stein muss den zuletzt gelegten, {last}, {how.de} berühren",
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
                f"{count(blank)} blank and {count(perforated)} perforated halves make no tiles",
                f"{count(blank)} blanke und {count(perforated)} gelochte Hälften sind keine Steine",
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


def parse_last(s: State, name: str) -> int:
    """The action of the last tile, which must lie on the board."""
    if name == "-":
        if s.blank:
            raise BadPosition(Words("the last tile is missing", "der letzte Stein fehlt"))
        return -1
    if len(name) != 4 or not {name[:2], name[2:]} <= set(map(square_name, each(s.board))):
        raise BadPosition(
            Words(f"{name!r} is no tile on this board", f"{name!r} ist kein Stein auf diesem Brett")
        )
    tile = tile_on(cell_of(name[:2]), cell_of(name[2:]))
    if tile is None:
        raise BadPosition(
            Words(
                f"the halves of the last tile, {name}, do not share an edge",
                f"die Hälften des letzten Steins, {name}, liegen nicht nebeneinander",
            )
        )
    if not has(s.blank, tile >> 2) or not has(s.perforated, OTHER[tile]):
        raise BadPosition(
            Words(
                f"the last tile, {name}, does not lie on the board like this",
                f"der letzte Stein, {name}, liegt so nicht auf dem Brett",
            )
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
                )
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
                )
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
                "in no order can these tiles have been laid, each touching the one before",
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


# For people

TILES = True  # an action lays one piece on both of its cells

KINDS = {
    "o": Words("blank half", "blanke Hälfte"),
    "x": Words("perforated half", "gelochte Hälfte"),
}


@cache
def spoken(name: str) -> Words:
    """An action read aloud."""
    blank, perforated = name[:2], name[2:]
    return Words(
        f"tile on {blank} and {perforated}, blank half on {blank}",
        f"Stein auf {blank} und {perforated}, blanke Hälfte auf {blank}",
    )


def due(s: State) -> Words:
    """What the player has to do now."""
    if duty(s) == free(s):
        return Words("place a tile anywhere", "einen Stein legen, gleich wohin")
    return Words("place a tile that touches the last one", "einen Stein an den letzten legen")


def board(options: Options) -> Board:
    """The squares, row by row."""
    return Board(grid(*size(options)), squares=True, labels=edge_labels(*size(options)))


def half(cell: int, owner: int, joined: int | None = None) -> Piece:
    """Half a tile on a cell of the board that is drawn."""
    return Piece(cell, *ABOUT.looks[owner], "ox"[owner], joined=joined, owner=owner)


def pieces(s: State) -> list[Piece]:
    """The halves of the tiles."""
    halves = enumerate((s.blank, s.perforated))
    return [half(drawn(s, cell), owner) for owner, cells in halves for cell in each(cells)]


def last(s: State) -> int | None:
    """The tile placed last."""
    return None if s.last < 0 else s.last


def fours(s: State, owner: int) -> list[tuple[int, ...]]:
    """The fours of a player, as squares of the board that is drawn; five in a row are two."""
    owned = set(each(s.perforated if owner else s.blank))
    lines = ALL_LINES if s.diagonals else STRAIGHT_LINES
    return [tuple(drawn(s, cell) for cell in line) for line in lines if owned.issuperset(line)]


def winning(s: State, winner: int) -> list[list[int]]:
    """The winner's fours."""
    return [list(line) for line in fours(s, winner)]


def effects(s: State, action: int) -> Effects:
    """A tile may complete fours: the first ones there are, since they end the game."""
    after = play(s, action)
    found = [fours(after, owner) for owner in range(2)]
    owners = [ABOUT.players[owner] for owner in range(2) if found[owner]]
    if not owners:
        return Effects()
    whose = listed(owners)
    said = Words(f"completes a four for {whose.en}", f"vollendet einen Vierer für {whose.de}")
    return Effects((), (*found[0], *found[1]), said, "◎" * len(owners))


def ending(s: State, outcome: int, last: Action | None) -> Ending:
    """A four for one of the players or both, or no room for a tile."""
    if outcome == DRAW:
        left = tuple(drawn(s, cell) for cell in each(free(s)))
        full = Words("the board is full", "das Brett ist voll")
        no_room = Words("no tile fits on the board any more", "kein Stein passt mehr auf das Brett")
        return Ending(None, no_room if left else full, left)
    mover, cells = 1 - s.turn, tuple(sorted({cell for line in fours(s, outcome) for cell in line}))
    if outcome != mover:
        reason = Words(
            f"{{{mover}}} has completed a four for {{{outcome}}}",
            f"{{{mover}}} hat einen Vierer für {{{outcome}}} vollendet",
        )
    elif fours(s, 1 - mover):
        reason = Words(
            f"{{{mover}}} has completed a four for both, and it counts for whoever placed the tile",
            f"{{{mover}}} hat einen Vierer für beide vollendet; er zählt für den, der gelegt hat",
        )
    else:
        reason = Words(
            f"{{{mover}}} has completed a four", f"{{{mover}}} hat einen Vierer vollendet"
        )
    return Ending(outcome, reason, cells)


def symmetries(options: Options) -> list[dict[str, str]]:
    """The board can be turned and mirrored."""
    return dihedral(grid(*size(options)))


def turned(s: State, to: Mapping[str, str]) -> State:
    """The squares moved to other places."""
    cells = [cell_of(to.get(square_name(cell), square_name(cell))) for cell in range(64)]
    image = -1 if s.last < 0 else tile_on(cells[s.last >> 2], cells[OTHER[s.last]])
    assert image is not None  # neighbours stay neighbours
    return s._replace(
        blank=permuted(s.blank, cells), perforated=permuted(s.perforated, cells), last=image
    )
