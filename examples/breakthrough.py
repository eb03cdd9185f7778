"""Breakthrough: bring one stone to the far side of the board.

56 57 58 59 60 61 62 63     cell = column + 8 * row, on smaller boards as well
 ...                        Black's stones stand above and move down
 8  9 10 11 12 13 14 15
 0  1  2  3  4  5  6  7     White's stones stand below and move up

Action: 3 * cell + way; a stone moves one step forward: to the left, straight on, to the right.
"""

from collections.abc import Mapping
from typing import NamedTuple

from steinreich.rules import *

ABOUT = About(
    title=Words("Breakthrough", "Durchbruch"),
    players=(Words("White", "Weiß"), Words("Black", "Schwarz")),
    summary=Words(
        "Bring one stone to the far side of the board.",
        "Bringe einen Stein auf die andere Seite des Bretts.",
    ),
    rules=Words(
        "Both sides begin with two full rows of stones. White begins.\n"
        "In turn, move one stone one step forward, straight or diagonally, to an empty square. "
        "Diagonally, but not straight on, it may also take an enemy stone.\n"
        "!take The stone on b3 cannot go straight on. Take the enemy on c4. => Right.\n"
        "Whoever first brings a stone to the last row, or takes the last enemy stone, wins.\n"
        "!through One step more: win with the stone on column b. => Nobody could stop it.\n"
        "!last Win by taking the last enemy stone, on c4. => Nobody is left.",
        "Beide Seiten beginnen mit zwei vollen Reihen Steinen. Weiß beginnt.\n"
        "Zieht abwechselnd einen Stein einen Schritt vorwärts, gerade oder schräg, auf ein leeres "
        "Feld. Schräg, aber nicht geradeaus, darf er auch einen gegnerischen Stein schlagen.\n"
        "!take Der Stein auf b3 kann nicht geradeaus. Schlage den Gegner auf c4. => Richtig.\n"
        "Wer zuerst einen Stein in die letzte Reihe bringt oder den letzten gegnerischen Stein "
        "schlägt, gewinnt.\n"
        "!through Ein Schritt noch: Gewinne mit dem Stein in Spalte b. => Nichts hielt ihn auf.\n"
        "!last Gewinne: Schlage den letzten gegnerischen Stein, auf c4. => Keiner ist übrig.",
    ),
    options=(
        Option(
            "size",
            ("8", "6", "5"),
            Words("The side of the board.", "Die Seitenlänge des Bretts."),
            Words("Board", "Brett"),
            (Words("8 by 8", "8 mal 8"), Words("6 by 6", "6 mal 6"), Words("5 by 5", "5 mal 5")),
            (NO_WORDS, Words("6 × 6", "6 × 6"), Words("5 × 5", "5 × 5")),
        ),
    ),
    credit=Words("Designed by Dan Troyka.", "Von Dan Troyka."),
    looks=(Look("white", "plain"), Look("black", "dot")),
)
KINDS = {"w": Words("white stone", "weißer Stein"), "b": Words("black stone", "schwarzer Stein")}
ACTIONS, ACTION = 3 * 64, "[a-h][1-8][-x][a-h][1-8]"
PLANE = [[x + 8 * y for x in range(8)] for y in range(8)]
STONE = Words("stone", "Stein"), Words("stones", "Steine")


class State(NamedTuple):
    white: U64
    black: U64
    board: U64  # the squares there are
    goals: U64  # the first and the last row
    turn: int


@rule
def mine(s: State) -> U64:
    """The stones of the player to move."""
    return s.black if s.turn else s.white


@rule
def theirs(s: State) -> U64:
    """The stones of the other player."""
    return s.white if s.turn else s.black


@rule
def target(s: State, action: int) -> int:
    """Where a move ends; perhaps off the board."""
    column, row = action // 3 % 8 + action % 3 - 1, action // 24 + (-1 if s.turn else 1)
    return column + 8 * row if 0 <= column <= 7 and 0 <= row <= 7 else -1


@rule
def candidates(s: State) -> Candidates:
    """Each own stone in three ways."""
    return Candidates(mine(s), U64(0), 3, 0)


@rule
def legal(s: State, c: Candidates, action: int) -> bool:
    """To an empty square, or diagonally to an enemy."""
    to = target(s, action)
    if to < 0 or not has(s.board & ~mine(s), to):
        return False
    return action % 3 != 1 or not has(theirs(s), to)


@rule
def play(s: State, action: int) -> State:
    """Move a stone and take what stood there; the turn passes."""
    to = bit(target(s, action))
    own, enemies = mine(s) & ~bit(action // 3) | to, theirs(s) & ~to
    white, black = (enemies, own) if s.turn else (own, enemies)
    return State(white, black, s.board, s.goals, 1 - s.turn)


@rule
def far_row(s: State, player: int) -> U64:
    """Where a player wants to get."""
    first = s.goals & U64(0xFF)
    return first if player else s.goals & ~first


@rule
def outcome(s: State) -> int:
    """Whoever moved last may have won; somebody can always move."""
    mover = 1 - s.turn
    through = theirs(s) & far_row(s, mover)
    return mover if through | U64(mine(s) == U64(0)) != U64(0) else ONGOING


class Observation(NamedTuple):
    mine: U64
    theirs: U64
    board: U64
    upwards: U64  # everywhere, if my stones move up


@rule
def observe(s: State) -> Observation:
    """One's own stones first."""
    return Observation(mine(s), theirs(s), s.board, everywhere(s.turn == 0))


def side(options: Options) -> int:
    """Squares in a row."""
    return int(options["size"])


def start(options: Options, seed: int | None = None) -> State:
    n = side(options)
    rows = [bitboard(8 * y + x for x in range(n)) for y in range(n)]
    board = bitboard(8 * y + x for y in range(n) for x in range(n))
    return State(rows[0] | rows[1], rows[-1] | rows[-2], board, rows[0] | rows[-1], 0)


def name(s: State, action: int) -> str:
    """`b2-b3`, `b2xc3`."""
    origin, to = ends(s, action)
    return f"{origin}{'x' if has(theirs(s), target(s, action)) else '-'}{to}"


def ends(s: State, action: int) -> tuple[str, str]:
    """The squares from where and to where a stone moves."""
    to = target(s, action)
    return square(action // 3 % 8, action // 24), square(to % 8, to // 8)


def described(s: State, action: int) -> Action:
    """From where to where."""
    cells = drawn(s, action // 3), drawn(s, target(s, action))
    return Action("capture" if has(theirs(s), target(s, action)) else "move", cells)


def spoken(s: State, action: int) -> Words:
    """A move read aloud."""
    origin, to = ends(s, action)
    if has(theirs(s), target(s, action)):
        return Words(f"{origin} takes {to}", f"{origin} schlägt {to}")
    return Words(f"{origin} to {to}", f"{origin} nach {to}")


def due(s: State) -> Words:
    return Words("move a stone forward", "einen Stein vorwärts ziehen")


def counts(s: State) -> list[Count]:
    """The stones of both sides."""
    white, black = count(s.white), count(s.black)
    return [
        Count(0, noun(white, *STONE), *ABOUT.looks[0], white),
        Count(1, noun(black, *STONE), *ABOUT.looks[1], black),
    ]


def drawn(s: State, square: int) -> int:
    """A square as a cell of the board that is drawn."""
    return square % 8 + count(s.board & U64(0xFF)) * (square // 8)


def stone(cell: int, owner: int) -> Piece:
    return Piece(cell, *ABOUT.looks[owner], "wb"[owner], owner=owner)


def pieces(s: State) -> list[Piece]:
    return [
        stone(drawn(s, square), owner)
        for owner, stones in enumerate((s.white, s.black))
        for square in each(stones)
    ]


def board(options: Options) -> Board:
    n = side(options)
    return Board(grid(n, n), squares=True, labels=edge_labels(n, n))


def figures(options: Options) -> dict[str, Figure]:
    """Boards to try the rules on."""
    n = side(options)

    def stand(stones: dict[str, str]) -> str:
        return board_text(n, n, lambda x, y: stones.get(square(x, y), "")) + " w"

    facing, near = {"b3": "w", "c4": "b"}, f"b{n - 1}"
    return {
        "take": Figure(stand(facing | {"b4": "b"}), goals=("b3xc4",)),
        "through": Figure(
            stand({near: "w", f"e{n}": "b"}), goals=tuple(f"{near}-{x}{n}" for x in "abc")
        ),
        "last": Figure(stand(facing), goals=("b3xc4",)),
    }


def ending(s: State, outcome: int, last: Action | None) -> Ending:
    """A stone has come through, or none is left."""
    through = (s.black if outcome else s.white) & far_row(s, outcome)
    if through:
        words = Words(f"{{{outcome}}} has come through", f"{{{outcome}}} ist durchgebrochen")
        return Ending(outcome, words, tuple(drawn(s, square) for square in each(through)))
    loser = 1 - outcome
    return Ending(
        outcome, Words(f"{{{loser}}} has no stones left", f"{{{loser}}} hat keine Steine mehr")
    )


def text(s: State) -> str:
    letters = dict.fromkeys(each(s.white), "w") | dict.fromkeys(each(s.black), "b")
    n = count(s.board & U64(0xFF))
    return board_text(n, n, lambda x, y: letters.get(x + 8 * y, "")) + " " + "wb"[s.turn]


def parse(text: str, options: Options) -> State:
    rows, turn = fields(text, Words("board player", "Brett Spieler"))
    n, first = side(options), start(options)
    found = parse_board(rows, n, n, "wb")
    white, black = (bitboard(x + 8 * y for x, y in found if found[x, y] == c) for c in "wb")
    player = one_of(turn, "wb", Words("the player", "der Spieler"))
    s = first._replace(white=white, black=black, turn=player)
    for player, stones in enumerate((white, black)):
        who = ABOUT.players[player]
        if count(stones) > 2 * n:
            raise BadPosition(
                Words(f"{who.en} has more than {2 * n} stones", f"{who.de} hat über {2 * n} Steine")
            )
        if stones & far_row(s, player) and (player == s.turn or outcome(s) != player):
            raise BadPosition(Words(f"{who.en} had won already", f"{who.de} hatte schon gewonnen"))
    return s


def setup(pieces: Mapping[int, Piece], options: Options) -> SetUp:
    n = side(options)
    turn = whose_turn("wb", ABOUT.players, 0, 1)
    return SetUp((stone(0, 0), stone(0, 1)), pieces_text(n, n, pieces), (turn,))
