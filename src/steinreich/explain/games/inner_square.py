"""Reasons in Inner Square: stones taken and threatened, corners won and lost."""

from collections.abc import Iterator
from typing import NamedTuple

from steinreich.core.position import Position
from steinreich.explain.context import Context
from steinreich.explain.phrases import ordinal
from steinreich.explain.reason import Kind, Reason
from steinreich.games.inner_square.picture import point_name
from steinreich.games.inner_square.rules import (
    FEW,
    NEXT,
    NOWHERE,
    POINTS,
    QUIET_LIMIT,
    STEPS,
    TARGETS,
    WAYS,
    State,
    candidates,
    mine,
    taken,
    theirs,
)
from steinreich.rules.bits import bitboard
from steinreich.rules.contract import DRAW
from steinreich.rules.language import Words, listed, number
from steinreich.rules.wide import common, each_wide, holds, size, without

NEARBY = [bitboard([cell, *(to for to in NEXT[cell] if to != NOWHERE)]) for cell in range(81)]
ALONG = [  # the points on the eight straight lines from a point
    bitboard(
        to
        for to, (x, y) in enumerate(POINTS)
        if x == column or y == row or abs(x - column) == abs(y - row)
    )
    for column, row in POINTS
]


class Capture(NamedTuple):
    """A move that takes stones."""

    move: str
    stones: tuple[str, ...]


def promising(s: State, actions: list[int]) -> list[int]:
    """Moves into the fourth corner or that take enough; all, if the enemy might be stuck.

    And all, if this move may end a long quiet that decides the game.
    """
    if might_be_stuck(s) or (s.decided and s.quiet == QUIET_LIMIT - 1):
        return actions
    lacking, wanted = without(s.corners, mine(s)), size(theirs(s)) - FEW
    corner = each_wide(lacking)[0] if size(lacking) == 1 else NOWHERE
    enough = s.groups or wanted <= len(STEPS)
    return [
        action
        for action in actions
        if TARGETS[action] == corner or (enough and size(taken(s, action)) >= wanted)
    ]


def might_be_stuck(s: State) -> bool:
    """Whether one move might leave the enemy without any.

    A step of an enemy stone stays possible if the move ends neither where the stone could be
    taken from, nor near the point it steps to.  So look for steps that no one move can prevent.
    """
    taken_from = ALONG if s.groups else NEARBY
    turned = s._replace(turn=1 - s.turn)
    open_points = candidates(turned).open
    ends = s.board.low | s.board.high << 64
    for cell in each_wide(mine(turned)):
        for to in NEXT[cell][:4]:
            if to != NOWHERE and holds(open_points, to):
                ends &= taken_from[cell] | NEARBY[to]
                if not ends:
                    return False
    return True


def remarks(context: Context) -> Iterator[Reason]:
    """All that is special to this game."""
    stones = [point_name(cell) for cell in each_wide(taken(context.before, context.action))]
    if stones:
        what = these(stones)
        yield Reason(Kind.GAIN, Words(f"takes {what.en}", f"schlägt {what.de}"))
    if context.after.is_over:
        yield from ending(context)
        return
    yield from corners(context)
    yield from stopped_corner(context)
    yield from exposed(context)
    yield from threatened(context)


def these(stones: list[str] | tuple[str, ...]) -> Words:
    """Stones by their places."""
    places, n = listed(stones), so_many_stones(len(stones))
    if len(stones) == 1:
        return Words(f"the stone on {places.en}", f"den Stein auf {places.de}")
    return Words(f"{n.en} ({places.en})", f"{n.de} ({places.de})")


def ending(context: Context) -> Iterator[Reason]:
    """Corners, stones or a long quiet; where a player cannot move, the general reason says so."""
    after: State = context.after.state
    if context.after.outcome == DRAW:
        words = Words(
            "is the hundredth move without a capture: a draw",
            "ist der hundertste Zug ohne Schlagen: remis",
        )
        yield Reason(Kind.ENDS, words)
    elif size(without(after.corners, theirs(after))) == 0:
        words = Words(
            "occupies the fourth inner corner and wins",
            "besetzt die vierte innere Ecke und gewinnt",
        )
        yield Reason(Kind.ENDS, words)
    elif size(mine(after)) <= FEW:
        left = so_many_stones(size(mine(after)))
        words = Words(
            f"leaves the opponent only {left.en} and wins",
            f"lässt dem Gegner nur {left.de} und gewinnt",
        )
        if not size(mine(after)):
            words = Words("takes all stones and wins", "schlägt alle Steine und gewinnt")
        yield Reason(Kind.ENDS, words)
    elif after.quiet == QUIET_LIMIT:
        yield Reason(Kind.ENDS, quiet_end(context))


def quiet_end(context: Context) -> Words:
    """A long quiet is over, and corners or stones decide."""
    after: State = context.after.state
    own, other = (size(common(stones, after.corners)) for stones in (theirs(after), mine(after)))
    what = Words("inner corners", "inneren Ecken")
    if own == other:
        own, other = size(theirs(after)), size(mine(after))
        what = Words("stones", "Steinen")
    result = Words("wins with more", "gewinnt mit mehr")
    if context.after.outcome != context.mover:
        result = Words("loses with fewer", "verliert mit weniger")
    return Words(
        f"is the hundredth move without a capture and {result.en} {what.en}, {own} to {other}",
        f"ist der hundertste Zug ohne Schlagen und {result.de} {what.de}, {own} zu {other}",
    )


def so_many_stones(n: int) -> Words:
    """A number of stones, as an object."""
    if n == 1:
        return Words("one stone", "einen Stein")
    return Words(f"{number(n).en} stones", f"{number(n).de} Steine")


def corners(context: Context) -> Iterator[Reason]:
    """A stone enters an inner corner, or leaves one."""
    s: State = context.before
    origin, target = context.action // WAYS, TARGETS[context.action]
    came, left = holds(s.corners, target), holds(s.corners, origin)
    if came and not left:
        place = point_name(target)
        which = ordinal(size(common(s.corners, mine(s))) + 1)
        words = Words(
            f"occupies the inner corner {place}, the {which.en} of four",
            f"besetzt die innere Ecke {place}, die {which.de} von vier",
        )
        yield Reason(Kind.PLAN, words)
    elif left and not came:
        place = point_name(origin)
        words = Words(f"gives up the inner corner {place}", f"gibt die innere Ecke {place} auf")
        yield Reason(Kind.RISK, words)


def stopped_corner(context: Context) -> Iterator[Reason]:
    """The opponent held three corners and could have had the fourth."""
    s: State = context.before
    lacking = each_wide(without(s.corners, theirs(s)))
    if context.rival_win != "" or len(lacking) != 1 or not context.danger:
        return
    if lacking[0] in [TARGETS[action] for action in context.danger.actions]:
        place = point_name(lacking[0])
        words = Words(
            f"keeps the opponent from {place}, the fourth inner corner",
            f"hält den Gegner von {place} fern, der vierten inneren Ecke",
        )
        yield Reason(Kind.SAVES, words)


def captures(position: Position, player: int) -> list[Capture]:
    """What a player can take, or could if he were to move; the largest first."""
    s = position.state._replace(turn=player)
    moves = Position(position.game, s)
    found = [
        Capture(moves.name(action), tuple(map(point_name, each_wide(gone))))
        for action in moves.actions()
        if size(gone := taken(s, action))
    ]
    return sorted(found, key=lambda capture: -len(capture.stones))


def exposed(context: Context) -> Iterator[Reason]:
    """What the opponent can take now, compared with what he could have taken before."""
    before = captures(context.position, 1 - context.mover)
    now = captures(context.after, 1 - context.mover)
    could = {stone for capture in before for stone in capture.stones}
    fresh = [capture for capture in now if not could.issuperset(capture.stones)]
    if fresh:
        move, what = fresh[0].move, these(fresh[0].stones)
        words = Words(
            f"lets the opponent take {what.en} with {move}",
            f"lässt den Gegner mit {move} {what.de} schlagen",
        )
        yield Reason(Kind.RISK, words)
    elif not now:
        words = Words("leaves the opponent nothing to take", "lässt dem Gegner nichts zu schlagen")
        yield Reason(Kind.RISK if before else Kind.QUIET, words)


def threatened(context: Context) -> Iterator[Reason]:
    """What the mover could take next, and could not before."""
    before = captures(context.position, context.mover)
    could = {stone for capture in before for stone in capture.stones}
    now = captures(context.after, context.mover)
    fresh = [capture for capture in now if not could.issuperset(capture.stones)]
    if fresh:
        move, what = fresh[0].move, these(fresh[0].stones)
        words = Words(
            f"threatens to take {what.en} with {move}",
            f"droht, mit {move} {what.de} zu schlagen",
        )
        yield Reason(Kind.PLAN, words)
