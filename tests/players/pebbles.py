"""Pebbles: a small game in which all general reasons occur.

Five pebbles a to e lie on the table. In turn, take one. Taking a earns another turn. Taking b while
c is there loses at once. The player who takes the last pebble wins; if it is d, the game is a draw.
"""

from typing import NamedTuple

from steinreich.rules import (
    DRAW,
    ONGOING,
    U64,
    About,
    Action,
    Board,
    Candidates,
    Cell,
    Options,
    Piece,
    Text,
    bit,
    bitboard,
    each,
    has,
    parse_letter,
    rule,
    split_fields,
)

ABOUT = About(
    title=Text("Pebbles"),
    players=(Text("First"), Text("Second")),
    summary=Text("Take the last pebble."),
    rules=Text("Take a pebble."),
)
NUM_ACTIONS, ACTION_PATTERN = 5, "[a-e]"
A, B, C, D = 0, 1, 2, 3


class State(NamedTuple):
    pebbles: U64
    turn: int
    result: int  # ONGOING, DRAW or the winner


@rule
def candidates(s: State) -> Candidates:
    return Candidates(s.pebbles, U64(0), 1, 0)


@rule
def play(s: State, action: int) -> State:
    left = s.pebbles & ~bit(action)
    if action == B and has(left, C):
        return State(left, 1 - s.turn, 1 - s.turn)
    if left == U64(0):
        return State(left, 1 - s.turn, DRAW if action == D else s.turn)
    return State(left, s.turn if action == A else 1 - s.turn, ONGOING)


@rule
def outcome(s: State) -> int:
    return s.result


def start(options: Options, seed: int | None = None) -> State:
    return State(31, 0, ONGOING)


def name(s: State, action: int) -> str:
    return "abcde"[action]


def prompt(s: State) -> Text:
    if s.pebbles & bit(C):
        return Text("take a pebble")
    return Text("take a pebble, b without harm")


def text(s: State) -> str:
    return "".join("abcde"[i] for i in each(s.pebbles)) + f" {s.turn + 1}"


def parse(text: str, options: Options) -> State:
    letters, turn = split_fields(text, "pebbles player")
    pebbles = bitboard("abcde".index(letter) for letter in letters)
    return State(pebbles, parse_letter(turn, "12", "the player"), ONGOING)


def board(options: Options) -> Board:
    return Board(tuple(Cell(name, i, 0) for i, name in enumerate("abcde")), squares=False)


def describe_action(s: State, action: int) -> Action:
    return Action("take", (action,))


def pieces(s: State) -> list[Piece]:
    return [Piece(cell, "black", "plain", "o") for cell in each(s.pebbles)]
