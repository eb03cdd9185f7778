"""Reasons in Chain Reaxis: fours, three halves in a line, and enclosed tiles."""

from collections.abc import Iterator

from steinreich.explain.context import Context
from steinreich.explain.reason import Kind, Reason, find_completing_cells
from steinreich.rules.bits import bit, bitboard, each, has
from steinreich.rules.boards import straight_lines
from steinreich.rules.contract import DRAW
from steinreich.rules.language import Plural, Text, join_with_and, join_with_or, number

from .picture import square_name
from .rules import (
    DIRECTIONS,
    PERFORATED_SQUARES,
    POINTS,
    State,
    empty_squares,
    is_enclosed,
)

SPEAKS_FOR = {Kind.NEW_TASK}
STRAIGHT = [bitboard(line) for line in straight_lines(4, POINTS, DIRECTIONS[:2])]
DIAGONAL = [bitboard(line) for line in straight_lines(4, POINTS, DIRECTIONS[2:])]


def promising(s: State, actions: list[int]) -> list[int]:
    """Keep tiles whose half of the mover completes a four; no other tile wins."""
    squares = completing_squares(s, s.turn)
    return [action for action in actions if has(squares, get_half(action, s.turn))]


def remarks(context: Context) -> Iterator[Reason]:
    """Yield the reasons that are specific to this game."""
    if context.after.is_over:
        yield Reason(Kind.ENDS_GAME, describe_ending(context))
        return
    threes = list(three_in_line_reasons(context))
    yield from threes
    if not threes and context.rival_win == "":
        yield open_line_reason(context)
    if is_enclosed(context.after.state):
        words = Text("encloses the tile, so that the opponent may place a tile anywhere")
        yield Reason(Kind.NEW_TASK, words)


def get_half(action: int, owner: int) -> int:
    """Return the square on which a tile has the half of a player."""
    return PERFORATED_SQUARES[action] if owner else action >> 2


def list_lines(s: State) -> list[int]:
    """Return the lines of four that count, some of them off the board."""
    return STRAIGHT + DIAGONAL if s.diagonals else STRAIGHT


def completing_squares(s: State, owner: int) -> int:
    """Return the empty squares that would complete a four of a player."""
    return find_completing_cells(list_lines(s), s.perforated if owner else s.blank) & empty_squares(
        s
    )


def describe_ending(context: Context) -> Text:
    """Describe a completed four, or a board without room for another tile."""
    if context.after.outcome == DRAW:
        return Text("leaves no room for another tile: a draw")
    cells = context.game.board.cells
    lines = join_with_and(
        ["-".join(cells[cell].name for cell in line) for line in context.after.winning_lines]
    )
    number_of_lines = len(context.after.winning_lines)
    if context.after.outcome == context.mover:
        return Plural(
            "completes the four {lines} and wins",
            "completes the fours {lines} and wins",
            number_of_lines,
            lines=lines,
        )
    return Plural(
        "completes the opponent's four {lines} and loses",
        "completes the opponent's fours {lines} and loses",
        number_of_lines,
        lines=lines,
    )


def three_in_line_reasons(context: Context) -> Iterator[Reason]:
    """Yield reasons for new threats of both players and for enemy threats that are blocked."""
    before, after, own = context.before, context.after.state, context.mover
    kind = (Text("blank", "halves"), Text("perforated", "halves"))
    for owner in (own, 1 - own):
        new = completing_squares(after, owner) & ~completing_squares(before, owner)
        if new:
            squares = join_with_or([square_name(cell) for cell in each(new)])
            words = Text(
                "lines up three {kind} halves; {squares} would complete the four",
                kind=kind[owner],
                squares=squares,
            )
            yield Reason(Kind.PLAN if owner == own else Kind.RISK, words)
    tile = bit(context.action >> 2) | bit(PERFORATED_SQUARES[context.action])
    for cell in each(completing_squares(before, 1 - own) & tile):
        where = square_name(cell)
        words = Text("occupies {where}, which the opponent needed for a four", where=where)
        yield Reason(Kind.PLAN, words)


def open_line_reason(context: Context) -> Reason:
    """Return a reason with the number of fours that the mover's half can still be part of."""
    s: State = context.after.state
    square, usable = (
        bit(get_half(context.action, context.mover)),
        s.board & ~(s.blank | s.perforated),
    )
    usable |= s.perforated if context.mover else s.blank
    n = sum(1 for line in list_lines(s) if line & square and not line & ~usable)
    words = Plural(
        "puts its half into {number} open line",
        "puts its half into {number} open lines",
        n,
        number=number(n),
    )
    return Reason(Kind.PLAN, words)
