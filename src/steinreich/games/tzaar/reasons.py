"""Reasons in TZAAR: captures, the pieces left of a kind, and players without a capture."""

from collections.abc import Iterator
from typing import NamedTuple

from steinreich.explain.context import Context
from steinreich.explain.reason import Kind, Reason
from steinreich.rules.bits import ALL, count, each, has
from steinreich.rules.language import Plural, Text, number

from .rules import (
    CAPTURE,
    FIRST_PLACEMENT,
    NAMES,
    PASS,
    PLACING,
    State,
    count_in_hand,
    find_target,
    height,
    is_capture,
    lacks_a_kind,
    mine,
    play,
    theirs,
)

SPEAKS_FOR = {Kind.GAIN}
MAX_COUNTED_PIECES = 3  # of a kind: reasons state the number left only up to this
MAX_CAPTURES_PREVENTED = 12  # by one action: it affects two pieces, with six ways each


class PieceKind(NamedTuple):
    """The names of a kind of piece in the sentences below."""

    one: Text  # as a subject
    many: Text
    a: Text  # as an object
    on_top: Text
    last: Text  # as objects
    opponents_last: Text
    opponents_last_two: Text
    own_last: Text


KINDS = (
    PieceKind(
        Text("one Tzaar", "subject"),
        Text("{number} Tzaars", "subject"),
        Text("a Tzaar", "object"),
        Text("with a Tzaar on top"),
        Text("the last Tzaar", "object"),
        Text("the opponent's last Tzaar", "object"),
        Text("the opponent's last two Tzaars", "object"),
        Text("the player's own last Tzaar", "object"),
    ),
    PieceKind(
        Text("one Tzarra", "subject"),
        Text("{number} Tzarras", "subject"),
        Text("a Tzarra", "object"),
        Text("with a Tzarra on top"),
        Text("the last Tzarra", "object"),
        Text("the opponent's last Tzarra", "object"),
        Text("the opponent's last two Tzarras", "object"),
        Text("the player's own last Tzarra", "object"),
    ),
    PieceKind(
        Text("one Tott", "subject"),
        Text("{number} Totts", "subject"),
        Text("a Tott", "object"),
        Text("with a Tott on top"),
        Text("the last Tott", "object"),
        Text("the opponent's last Tott", "object"),
        Text("the opponent's last two Totts", "object"),
        Text("the player's own last Tott", "object"),
    ),
)


class CaptureMove(NamedTuple):
    """A capture, as its origin and target."""

    origin: int
    target: int


def promising(s: State, actions: list[int]) -> list[int]:
    """Keep actions that could remove a kind or leave the opponent without a capture."""
    if s.phase == PLACING:
        return []
    left = 2 if s.phase == CAPTURE else 1  # actions left in this turn
    captures = list_enemy_captures(s, MAX_CAPTURES_PREVENTED * left)
    enemies = [count_shown(s, theirs(s), kind) for kind in range(3)]
    rare = {kind for kind in range(3) if enemies[kind] == left or min(enemies) < left}
    return [
        action
        for action in actions
        if captures_kind(rare, s, action)
        or (captures is not None and stops_captures(captures, s, action, left))
    ]


def captures_kind(kinds: set[int], s: State, action: int) -> bool:
    """Return whether an action captures a piece of one of these kinds."""
    return action < PASS and is_capture(s, action) and top_kind(s, find_target(s, action)) in kinds


def list_enemy_captures(s: State, limit: int) -> list[CaptureMove] | None:
    """Return the captures of the player not to move; None if there are more than `limit`."""
    turned = s._replace(turn=1 - s.turn)
    captures: list[CaptureMove] = []
    for cell in each(mine(turned)):
        moves = range(6 * cell, 6 * cell + 6)
        captures += [
            CaptureMove(cell, find_target(turned, move))
            for move in moves
            if is_capture(turned, move)
        ]
        if len(captures) > limit:
            return None
    return captures


def stops_captures(captures: list[CaptureMove], s: State, action: int, left: int) -> bool:
    """Return whether this action, with one more if two are left, could prevent all captures."""
    if action != PASS:
        captures = remaining_captures(captures, action // 6, find_target(s, action))
    if left == 1 or not captures:
        return not captures
    # The second action ends on one of these points, and may begin on the common target of all
    # captures that remain.
    ends = {cell for capture in captures for cell in capture}
    return any(
        len({capture.target for capture in remaining_captures(captures, -1, end)}) <= 1
        for end in ends
    )


def remaining_captures(captures: list[CaptureMove], origin: int, target: int) -> list[CaptureMove]:
    """Return the captures that stay possible after a move.

    The piece leaves its origin, and the piece on the target is captured or becomes taller.
    """
    return [capture for capture in captures if capture.target != origin and target not in capture]


def top_kind(s: State, cell: int) -> int:
    """Return the kind of the piece on top: 0 to 2 for Tzaar, Tzarra, Tott."""
    return 0 if has(s.tzaars, cell) else 1 if has(s.tzarras, cell) else 2


def count_shown(s: State, pieces: int, kind: int) -> int:
    """Return how many of these pieces have a kind on top."""
    kinds = (s.tzaars, s.tzarras, ~(s.tzaars | s.tzarras) & ALL)
    return count(pieces & kinds[kind])


def remarks(context: Context) -> Iterator[Reason]:
    """Yield the reasons that are specific to this game."""
    s: State = context.before
    if context.action >= FIRST_PLACEMENT:
        yield placement_reason(context)
        return
    if context.after.is_over:
        yield Reason(Kind.ENDS_GAME, describe_ending(context))
    if context.action == PASS:
        words = Text("gives up the second move")
        yield Reason(Kind.PLAN, words)
    elif not is_capture(s, context.action):
        yield from reinforcement_reasons(context)
    elif not context.after.is_over:
        yield capture_reason(context)
    if context.passes_turn:
        yield from threat_reasons(context)
        yield from exposure_reasons(context)


def placement_reason(context: Context) -> Reason:
    """Return the reason for a placement before the game."""
    number_of_kind = (context.action - FIRST_PLACEMENT) % 3
    kind, left = KINDS[number_of_kind], count_in_hand(context.before, number_of_kind) - 1
    if not left:
        return Reason(Kind.PLAN, Text("places {what}", what=kind.last))
    text = Text("places {what}, keeping {number} in hand", what=kind.a, number=number(left))
    return Reason(Kind.PLAN, text)


def describe_ending(context: Context) -> Text:
    """Describe a kind that is gone, or an opponent without a capture."""
    after: State = context.after.state
    sides = after.white, after.black
    own, enemies = sides[context.mover], sides[1 - context.mover]
    if context.after.outcome != context.mover:
        kind = KINDS[[count_shown(after, own, kind) for kind in range(3)].index(0)]
        return Text("covers {what} and loses", what=kind.own_last)
    if lacks_a_kind(after, enemies):
        kind = KINDS[[count_shown(after, enemies, kind) for kind in range(3)].index(0)]
        return Text("captures {what} and wins", what=kind.opponents_last)
    return Text("leaves the opponent without a capture and wins")


def describe_stack(tall: int, kind: PieceKind) -> Text:
    """Return a piece or a stack, as the object of a sentence."""
    if tall == 1:
        return kind.a
    return Text("a stack of {height} {on_top}", height=number(tall), on_top=kind.on_top)


def describe_count(kind: PieceKind, n: int) -> Text:
    """Return a number of pieces of a kind, as the subject of a sentence."""
    return kind.one if n == 1 else kind.many.with_values(number=number(n))


def capture_reason(context: Context) -> Reason:
    """Return what is captured, and how many of that kind the opponent has left."""
    s, after = context.before, context.after.state
    target = find_target(s, context.action)
    kind = top_kind(s, target)
    what = describe_stack(height(s, target), KINDS[kind])
    left = count_shown(after, after.white if context.mover else after.black, kind)
    if not 0 < left <= MAX_COUNTED_PIECES:
        return Reason(Kind.GAIN, Text("captures {what}", what=what))
    words = Plural(
        "captures {what}, leaving the opponent only {rest}",
        "captures {what}, leaving the opponent only {rest}",
        left,
        what=what,
        rest=describe_count(KINDS[kind], left),
    )
    return Reason(Kind.GAIN, words)


def reinforcement_reasons(context: Context) -> Iterator[Reason]:
    """Yield the stack that is built, and the piece that it covers."""
    s, after = context.before, context.after.state
    target = find_target(s, context.action)
    tall, top, covered = height(after, target), top_kind(after, target), top_kind(s, target)
    what = describe_stack(tall, KINDS[top])
    tallest = max(height(s, cell) for cell in each(theirs(s)))
    words = Text("builds {what}", what=what)
    if tall > tallest:
        words = Text("builds {what}, taller than any enemy", what=what)
    yield Reason(Kind.PLAN, words)
    left = count_shown(after, after.black if context.mover else after.white, covered)
    if 0 < left <= MAX_COUNTED_PIECES:
        words = Plural(
            "covers {what}, leaving only {rest} in sight",
            "covers {what}, leaving only {rest} in sight",
            left,
            what=KINDS[covered].a,
            rest=describe_count(KINDS[covered], left),
        )
        yield Reason(Kind.RISK, words)


def threat_reasons(context: Context) -> Iterator[Reason]:
    """Yield kinds whose last one or two pieces could be captured in one turn."""
    if context.threat:
        return
    s: State = context.after.state._replace(turn=context.mover, phase=CAPTURE)
    for number_of_kind, kind in enumerate(KINDS):
        left = count_shown(s, theirs(s), number_of_kind)
        if left <= 2 and can_capture_all(s, number_of_kind, left):
            what = kind.opponents_last_two if left == 2 else kind.opponents_last
            yield Reason(Kind.THREAT, Text("threatens {what}", what=what))


def can_capture_all(s: State, kind: int, left: int) -> bool:
    """Return whether the player to move can capture the last pieces of a kind in one turn."""
    moves = [6 * cell + way for cell in each(mine(s)) for way in range(6)]
    captures = [
        move for move in moves if is_capture(s, move) and top_kind(s, find_target(s, move)) == kind
    ]
    return any(left == 1 or can_capture_all(play(s, move), kind, left - 1) for move in captures)


def exposure_reasons(context: Context) -> Iterator[Reason]:
    """Yield the tallest stack that the opponent can capture with the next action."""
    after = context.after
    s: State = after.state
    # Negated, so that of several captures of equal height the first action is chosen
    tall, negated = max((height(s, find_target(s, action)), -action) for action in after.actions())
    if tall > 1:
        where, name = NAMES[find_target(s, -negated)], after.name(-negated)
        words = Text(
            "lets the opponent capture the stack of {height} on {where} with {move}",
            height=number(tall),
            where=where,
            move=name,
        )
        yield Reason(Kind.RISK, words)
