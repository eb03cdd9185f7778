"""Reasons in Inner Square: captures, threats of captures, and inner corners won and lost."""

from collections.abc import Iterator
from typing import NamedTuple

from steinreich.core.position import Position
from steinreich.explain.context import Context
from steinreich.explain.reason import Kind, Reason, ordinal
from steinreich.rules.bits import bitboard
from steinreich.rules.contract import DRAW
from steinreich.rules.language import Plural, Text, join_with_and, number
from steinreich.rules.wide import contains, difference, each_wide, intersection, size

from .picture import point_name
from .rules import (
    LOSING_STONES,
    NEXT,
    NOWHERE,
    POINTS,
    QUIET_LIMIT,
    STEPS,
    TARGETS,
    WAYS,
    State,
    candidates,
    captured_stones,
    mine,
    theirs,
)

NEARBY = [bitboard([cell, *(to for to in NEXT[cell] if to != NOWHERE)]) for cell in range(81)]
ALONG = [  # points on the eight straight lines through each point
    bitboard(
        to
        for to, (x, y) in enumerate(POINTS)
        if x == column or y == row or abs(x - column) == abs(y - row)
    )
    for column, row in POINTS
]


class Capture(NamedTuple):
    """A move that captures, with the points of the captured stones."""

    move: str
    stones: tuple[str, ...]


def promising(s: State, actions: list[int]) -> list[int]:
    """Keep moves to the fourth corner, or with enough captures to win.

    Keep all moves if one might leave the opponent without a legal move, or if this move reaches the
    quiet limit, which decides the game.
    """
    if may_block_opponent(s) or (s.has_tiebreak and s.quiet == QUIET_LIMIT - 1):
        return actions
    missing_corners = difference(s.corners, mine(s))
    last_corner = each_wide(missing_corners)[0] if size(missing_corners) == 1 else NOWHERE
    num_captures = size(theirs(s)) - LOSING_STONES  # that win the game
    can_capture_enough = s.groups or num_captures <= len(STEPS)
    return [
        action
        for action in actions
        if TARGETS[action] == last_corner
        or (can_capture_enough and size(captured_stones(s, action)) >= num_captures)
    ]


def may_block_opponent(s: State) -> bool:
    """Return whether one move might leave the opponent without a legal move.

    A step of an enemy stone stays possible if the move ends neither where the stone could be
    captured from nor next to the target of the step.  So look for steps that no single move can
    prevent.
    """
    taken_from = ALONG if s.groups else NEARBY
    turned = s._replace(turn=1 - s.turn)
    open_points = candidates(turned).open
    ends = s.board.low | s.board.high << 64
    for cell in each_wide(mine(turned)):
        for to in NEXT[cell][:4]:
            if to != NOWHERE and contains(open_points, to):
                ends &= taken_from[cell] | NEARBY[to]
                if not ends:
                    return False
    return True


def remarks(context: Context) -> Iterator[Reason]:
    """Yield the reasons that are specific to this game."""
    stones = [
        point_name(cell) for cell in each_wide(captured_stones(context.before, context.action))
    ]
    if stones:
        what = describe_stones(stones)
        yield Reason(Kind.GAIN, Text("takes {what}", what=what))
    if context.after.is_over:
        yield from ending_reasons(context)
        return
    yield from corner_reasons(context)
    yield from corner_defence_reasons(context)
    yield from exposure_reasons(context)
    yield from threat_reasons(context)


def describe_stones(stones: list[str] | tuple[str, ...]) -> Text:
    """Return stones by their points, as the object of a sentence."""
    return Plural(
        "the stone on {places}",
        "{number} stones ({places})",
        len(stones),
        number=number(len(stones)),
        places=join_with_and(stones),
    )


def ending_reasons(context: Context) -> Iterator[Reason]:
    """Yield how corners, captures or the quiet limit end the game.

    The general reason covers a player without a legal move.
    """
    after: State = context.after.state
    words: Text
    if context.after.outcome == DRAW:
        words = Text("is the hundredth move without a capture: a draw")
        yield Reason(Kind.ENDS_GAME, words)
    elif size(difference(after.corners, theirs(after))) == 0:
        words = Text("occupies the fourth inner corner and wins")
        yield Reason(Kind.ENDS_GAME, words)
    elif size(mine(after)) <= LOSING_STONES:
        words = Plural(
            "leaves the opponent only one stone and wins",
            "leaves the opponent only {number} stones and wins",
            size(mine(after)),
            number=number(size(mine(after))),
        )
        if not size(mine(after)):
            words = Text("takes all stones and wins")
        yield Reason(Kind.ENDS_GAME, words)
    elif after.quiet == QUIET_LIMIT:
        yield Reason(Kind.ENDS_GAME, describe_quiet_ending(context))


QUIET_WINS = (
    Text("is the hundredth move without a capture and wins with more stones, {own} to {other}"),
    Text(
        "is the hundredth move without a capture and wins with more inner corners, {own} to {other}"
    ),
)
QUIET_LOSSES = (
    Text("is the hundredth move without a capture and loses with fewer stones, {own} to {other}"),
    Text(
        "is the hundredth move without a capture and loses with fewer inner corners, "
        "{own} to {other}"
    ),
)


def describe_quiet_ending(context: Context) -> Text:
    """Describe the ending at the quiet limit, decided by corners or stones."""
    after: State = context.after.state
    own, other = (
        size(intersection(stones, after.corners)) for stones in (theirs(after), mine(after))
    )
    by_corners = own != other
    if not by_corners:
        own, other = size(theirs(after)), size(mine(after))
    has_won = context.after.outcome == context.mover
    return (QUIET_WINS if has_won else QUIET_LOSSES)[by_corners].with_values(own=own, other=other)


def corner_reasons(context: Context) -> Iterator[Reason]:
    """Yield a reason if a stone enters or leaves an inner corner."""
    s: State = context.before
    origin, target = context.action // WAYS, TARGETS[context.action]
    came, left = contains(s.corners, target), contains(s.corners, origin)
    if came and not left:
        place = point_name(target)
        which = ordinal(size(intersection(s.corners, mine(s))) + 1)
        words = Text(
            "occupies the inner corner {place}, the {which} of four", place=place, which=which
        )
        yield Reason(Kind.PLAN, words)
    elif left and not came:
        place = point_name(origin)
        words = Text("gives up the inner corner {place}", place=place)
        yield Reason(Kind.RISK, words)


def corner_defence_reasons(context: Context) -> Iterator[Reason]:
    """Yield a reason if the move keeps the opponent, with three corners, from the fourth."""
    s: State = context.before
    missing = each_wide(difference(s.corners, theirs(s)))
    if context.rival_win != "" or len(missing) != 1 or not context.danger:
        return
    if missing[0] in [TARGETS[action] for action in context.danger.actions]:
        place = point_name(missing[0])
        words = Text("keeps the opponent from {place}, the fourth inner corner", place=place)
        yield Reason(Kind.PREVENTS_LOSS, words)


def list_captures(position: Position, player: int) -> list[Capture]:
    """Return the captures of a player, as if that player were to move, the largest first."""
    s = position.state._replace(turn=player)
    moves = Position(position.game, s)
    found = [
        Capture(moves.name(action), tuple(map(point_name, each_wide(captured))))
        for action in moves.actions()
        if size(captured := captured_stones(s, action))
    ]
    return sorted(found, key=lambda capture: -len(capture.stones))


def exposure_reasons(context: Context) -> Iterator[Reason]:
    """Yield what the opponent can capture now but could not capture before."""
    before = list_captures(context.position, 1 - context.mover)
    now = list_captures(context.after, 1 - context.mover)
    capturable_before = {stone for capture in before for stone in capture.stones}
    new_captures = [capture for capture in now if not capturable_before.issuperset(capture.stones)]
    if new_captures:
        move, what = new_captures[0].move, describe_stones(new_captures[0].stones)
        words = Text("lets the opponent take {what} with {move}", what=what, move=move)
        yield Reason(Kind.RISK, words)
    elif not now:
        words = Text("leaves the opponent nothing to take")
        yield Reason(Kind.RISK if before else Kind.QUIET, words)


def threat_reasons(context: Context) -> Iterator[Reason]:
    """Yield what the mover could capture next but could not capture before."""
    before = list_captures(context.position, context.mover)
    capturable_before = {stone for capture in before for stone in capture.stones}
    now = list_captures(context.after, context.mover)
    new_captures = [capture for capture in now if not capturable_before.issuperset(capture.stones)]
    if new_captures:
        move, what = new_captures[0].move, describe_stones(new_captures[0].stones)
        words = Text("threatens to take {what} with {move}", what=what, move=move)
        yield Reason(Kind.PLAN, words)
