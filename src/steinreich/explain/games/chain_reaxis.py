"""Reasons in Chain Reaxis: fours, threes in a line, and tiles that are enclosed."""

from collections.abc import Iterator

from steinreich.explain.context import Context
from steinreich.explain.games.line_words import lacking
from steinreich.explain.phrases import either
from steinreich.explain.reason import Kind, Reason
from steinreich.games.chain_reaxis.picture import square_name
from steinreich.games.chain_reaxis.rules import (
    DIRECTIONS,
    OTHER,
    POINTS,
    State,
    around,
    beside,
    free,
)
from steinreich.rules.bits import bit, bitboard, each, has
from steinreich.rules.contract import DRAW
from steinreich.rules.geometry import lines_of
from steinreich.rules.language import Words, listed, number

SPEAKS_FOR = {Kind.DUE}
STRAIGHT = [bitboard(line) for line in lines_of(4, POINTS, DIRECTIONS[:2])]
DIAGONAL = [bitboard(line) for line in lines_of(4, POINTS, DIRECTIONS[2:])]


def promising(s: State, actions: list[int]) -> list[int]:
    """Only a tile whose own half completes a four wins."""
    squares = missing(s, s.turn)
    return [action for action in actions if has(squares, half(action, s.turn))]


def remarks(context: Context) -> Iterator[Reason]:
    """All that is special to this game."""
    if context.after.is_over:
        yield Reason(Kind.ENDS, ending(context))
        return
    threes = list(lines_of_three(context))
    yield from threes
    if not threes and context.rival_win == "":
        yield open_lines(context)
    if is_enclosed(context.after.state):
        words = Words(
            "encloses the tile, so that the opponent may place a tile anywhere",
            "schließt den Stein ein, sodass der Gegner überall legen darf",
        )
        yield Reason(Kind.DUE, words)


def half(action: int, owner: int) -> int:
    """The square on which a tile has the half of this player."""
    return OTHER[action] if owner else action >> 2


def lines(s: State) -> list[int]:
    """The lines of four that count, some of them off the board."""
    return STRAIGHT + DIAGONAL if s.diagonals else STRAIGHT


def missing(s: State, owner: int) -> int:
    """The empty squares that a player lacks for a four."""
    return lacking(lines(s), s.perforated if owner else s.blank) & free(s)


def is_enclosed(s: State) -> bool:
    """Whether no tile can touch the last one."""
    tile = bit(s.last >> 2) | bit(OTHER[s.last])
    row = tile | beside(tile)
    touching = row | row << 8 | row >> 8 if s.corners else around(tile)
    return not touching & free(s) & around(free(s))


def ending(context: Context) -> Words:
    """A four, or no room for a tile."""
    if context.after.outcome == DRAW:
        return Words(
            "leaves no room for another tile: a draw",
            "lässt keinen Platz für einen weiteren Stein: remis",
        )
    cells = context.game.board.cells
    lines = listed(["-".join(cells[cell].name for cell in line) for line in context.after.winning])
    plural = len(context.after.winning) > 1
    if context.after.outcome == context.mover:
        return Words(
            f"completes the four{'s' * plural} {lines.en} and wins",
            f"vollendet {'die' if plural else 'den'} Vierer {lines.de} und gewinnt",
        )
    return Words(
        f"completes the opponent's four{'s' * plural} {lines.en} and loses",
        f"vollendet für den Gegner {'die' if plural else 'den'} Vierer {lines.de} und verliert",
    )


def lines_of_three(context: Context) -> Iterator[Reason]:
    """Squares that a player lacks for a four: new ones, and those that are closed now."""
    before, after, own = context.before, context.after.state, context.mover
    kind = (Words("blank", "blanke"), Words("perforated", "gelochte"))
    for owner in (own, 1 - own):
        new = missing(after, owner) & ~missing(before, owner)
        if new:
            squares = either([square_name(cell) for cell in each(new)])
            words = Words(
                f"lines up three {kind[owner].en} halves; {squares.en} would complete the four",
                f"bringt drei {kind[owner].de} Hälften in eine Linie, "
                f"sodass zum Vierer {squares.de} fehlt",
            )
            yield Reason(Kind.PLAN if owner == own else Kind.RISK, words)
    tile = bit(context.action >> 2) | bit(OTHER[context.action])
    for cell in each(missing(before, 1 - own) & tile):
        where = square_name(cell)
        words = Words(
            f"occupies {where}, which the opponent needed for a four",
            f"besetzt {where}, das dem Gegner zum Vierer fehlte",
        )
        yield Reason(Kind.PLAN, words)


def open_lines(context: Context) -> Reason:
    """In how many lines the own half can still be of use."""
    s: State = context.after.state
    square, usable = bit(half(context.action, context.mover)), s.board & ~(s.blank | s.perforated)
    usable |= s.perforated if context.mover else s.blank
    n = sum(1 for line in lines(s) if line & square and not line & ~usable)
    words = Words(
        f"puts its half into {number(n).en} open line{'s' * (n > 1)}",
        f"legt die eigene Hälfte in {number(n).de}{'e' * (n < 2)} offene Linie{'n' * (n > 1)}",
    )
    return Reason(Kind.PLAN, words)
