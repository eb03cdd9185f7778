"""Reasons in TZAAR: what is captured, how many of a kind are left, and who is out of captures."""

from collections.abc import Iterator
from typing import NamedTuple

from steinreich.explain.context import Context
from steinreich.explain.reason import Kind, Reason
from steinreich.games.tzaar.rules import (
    CAPTURE,
    FIRST_PLACEMENT,
    NAMES,
    PASS,
    PLACING,
    State,
    captures,
    height,
    in_hand,
    lacks_a_kind,
    met,
    mine,
    play,
    theirs,
)
from steinreich.rules.bits import ALL, count, each, has
from steinreich.rules.language import Words, number

SPEAKS_FOR = {Kind.GAIN}
FEW = 3  # pieces of a kind that are few enough to be counted
LOST_BY_AN_ACTION = 12  # an action takes away no more captures: by two pieces, in six ways each


class PieceKind(NamedTuple):
    """What a kind is called, and in German with its articles."""

    name: str
    one: str  # nominative
    a: str  # accusative
    with_a: str  # dative
    last: str  # accusative
    own_last: str  # accusative


KINDS = (
    PieceKind(
        "Tzaar",
        "ein Tzaar",
        "einen Tzaar",
        "einem Tzaar",
        "den letzten Tzaar",
        "den letzten eigenen Tzaar",
    ),
    PieceKind(
        "Tzarra",
        "eine Tzarra",
        "eine Tzarra",
        "einer Tzarra",
        "die letzte Tzarra",
        "die letzte eigene Tzarra",
    ),
    PieceKind(
        "Tott",
        "ein Tott",
        "einen Tott",
        "einem Tott",
        "den letzten Tott",
        "den letzten eigenen Tott",
    ),
)


class Shot(NamedTuple):
    """A capture, as the points it leads from and to."""

    origin: int
    target: int


def promising(s: State, actions: list[int]) -> list[int]:
    """Actions that could remove a kind, or leave the enemy without a capture."""
    if s.phase == PLACING:
        return []
    left = 2 if s.phase == CAPTURE else 1  # actions of this turn
    shots = enemy_captures(s, LOST_BY_AN_ACTION * left)
    enemies = [shown(s, theirs(s), kind) for kind in range(3)]
    rare = {kind for kind in range(3) if enemies[kind] == left or min(enemies) < left}
    return [
        action
        for action in actions
        if removes_one_of(rare, s, action) or (shots is not None and stops(shots, s, action, left))
    ]


def removes_one_of(kinds: set[int], s: State, action: int) -> bool:
    """Whether the action captures a piece of one of these kinds."""
    return action < PASS and captures(s, action) and kind_on(s, met(s, action)) in kinds


def enemy_captures(s: State, most: int) -> list[Shot] | None:
    """What the player not to move could capture; None if it is more than so many."""
    turned = s._replace(turn=1 - s.turn)
    found: list[Shot] = []
    for cell in each(mine(turned)):
        moves = range(6 * cell, 6 * cell + 6)
        found += [Shot(cell, met(turned, move)) for move in moves if captures(turned, move)]
        if len(found) > most:
            return None
    return found


def stops(shots: list[Shot], s: State, action: int, left: int) -> bool:
    """Whether the action, and one more if two are left, could take away all these captures."""
    if action != PASS:
        shots = spared(shots, action // 6, met(s, action))
    if left == 1 or not shots:
        return not shots
    ends = {cell for shot in shots for cell in shot}
    return any(len({shot.target for shot in spared(shots, -1, end)}) <= 1 for end in ends)


def spared(shots: list[Shot], origin: int, target: int) -> list[Shot]:
    """The captures that stay possible when a piece moves: it leaves a point, and what stood on
    the other is captured or grows."""
    return [shot for shot in shots if shot.target != origin and target not in shot]


def kind_on(s: State, cell: int) -> int:
    """The kind of the piece on top: 0 to 2 for Tzaar, Tzarra, Tott."""
    return 0 if has(s.tzaars, cell) else 1 if has(s.tzarras, cell) else 2


def shown(s: State, pieces: int, kind: int) -> int:
    """How many of these pieces show a kind."""
    kinds = (s.tzaars, s.tzarras, ~(s.tzaars | s.tzarras) & ALL)
    return count(pieces & kinds[kind])


def remarks(context: Context) -> Iterator[Reason]:
    """All that is special to this game."""
    s: State = context.before
    if context.action >= FIRST_PLACEMENT:
        yield placed(context)
        return
    if context.after.is_over:
        yield Reason(Kind.ENDS, ending(context))
    if context.action == PASS:
        words = Words("gives up the second move", "verzichtet auf die zweite Aktion")
        yield Reason(Kind.PLAN, words)
    elif not captures(s, context.action):
        yield from reinforced(context)
    elif not context.after.is_over:
        yield captured(context)
    if context.passes_on:
        yield from threatened(context)
        yield from exposed(context)


def placed(context: Context) -> Reason:
    """A piece before the game."""
    number_of_kind = (context.action - FIRST_PLACEMENT) % 3
    kind, left = KINDS[number_of_kind], in_hand(context.before, number_of_kind) - 1
    n = number(left)
    words = Words(
        f"places a {kind.name}, keeping {n.en} in hand",
        f"setzt {kind.a} und behält {n.de} auf der Hand",
    )
    if not left:
        words = Words(f"places the last {kind.name}", f"setzt {kind.last}")
    return Reason(Kind.PLAN, words)


def ending(context: Context) -> Words:
    """A kind is gone, or the opponent cannot capture."""
    after: State = context.after.state
    sides = after.white, after.black
    own, enemies = sides[context.mover], sides[1 - context.mover]
    if context.after.outcome != context.mover:
        kind = KINDS[[shown(after, own, kind) for kind in range(3)].index(0)]
        return Words(
            f"covers the player's own last {kind.name} and loses",
            f"deckt {kind.own_last} zu und verliert",
        )
    if lacks_a_kind(after, enemies):
        kind = KINDS[[shown(after, enemies, kind) for kind in range(3)].index(0)]
        return Words(
            f"captures the opponent's last {kind.name} and wins",
            f"schlägt {kind.last} des Gegners und gewinnt",
        )
    return Words(
        "leaves the opponent without a capture and wins",
        "lässt dem Gegner nichts mehr zu schlagen und gewinnt",
    )


def stack(tall: int, kind: PieceKind) -> Words:
    """A piece or a stack, as an object."""
    if tall == 1:
        return Words(f"a {kind.name}", kind.a)
    return Words(
        f"a stack of {number(tall).en} with a {kind.name} on top",
        f"einen Turm der Höhe {tall} mit {kind.with_a} obenauf",
    )


def left_of(kind: PieceKind, n: int) -> tuple[Words, str]:
    """So many of a kind, as a subject, and the German ending of its verb."""
    if n == 1:
        return Words(f"one {kind.name}", kind.one), "t"
    return Words(f"{number(n).en} {kind.name}s", f"{number(n).de} {kind.name}s"), "en"


def captured(context: Context) -> Reason:
    """What is captured, and how many of that kind the opponent has left."""
    s, after = context.before, context.after.state
    target = met(s, context.action)
    kind = kind_on(s, target)
    what = stack(height(s, target), KINDS[kind])
    left = shown(after, after.white if context.mover else after.black, kind)
    if not 0 < left <= FEW:
        return Reason(Kind.GAIN, Words(f"captures {what.en}", f"schlägt {what.de}"))
    rest, ending = left_of(KINDS[kind], left)
    words = Words(
        f"captures {what.en}, leaving the opponent only {rest.en}",
        f"schlägt {what.de}, sodass dem Gegner nur {rest.de} bleib{ending}",
    )
    return Reason(Kind.GAIN, words)


def reinforced(context: Context) -> Iterator[Reason]:
    """The stack that is built, and what it covers."""
    s, after = context.before, context.after.state
    target = met(s, context.action)
    tall, top, covered = height(after, target), kind_on(after, target), kind_on(s, target)
    what = stack(tall, KINDS[top])
    tallest = max(height(s, cell) for cell in each(theirs(s)))
    more = Words(", taller than any enemy", ", höher als jeder gegnerische")
    more = more if tall > tallest else Words("", "")
    words = Words(f"builds {what.en}{more.en}", f"baut {what.de}{more.de}")
    yield Reason(Kind.PLAN, words)
    left = shown(after, after.black if context.mover else after.white, covered)
    if 0 < left <= FEW:
        kind = KINDS[covered]
        rest, _ = left_of(kind, left)
        be = "ist" if left == 1 else "sind"
        words = Words(
            f"covers a {kind.name}, leaving only {rest.en} in sight",
            f"deckt {kind.a} zu, sodass nur noch {rest.de} zu sehen {be}",
        )
        yield Reason(Kind.RISK, words)


def threatened(context: Context) -> Iterator[Reason]:
    """The last piece or the last two of a kind could be captured in one turn."""
    if context.threat:
        return
    s: State = context.after.state._replace(turn=context.mover, phase=CAPTURE)
    for number_of_kind, kind in enumerate(KINDS):
        left = shown(s, theirs(s), number_of_kind)
        if left <= 2 and can_capture_all(s, number_of_kind, left):
            words = Words(
                f"threatens the opponent's last {kind.name}", f"bedroht {kind.last} des Gegners"
            )
            if left == 2:
                words = Words(
                    f"threatens the opponent's last two {kind.name}s",
                    f"bedroht die letzten zwei {kind.name}s des Gegners",
                )
            yield Reason(Kind.THREAT, words)


def can_capture_all(s: State, kind: int, left: int) -> bool:
    """Whether the player to move can capture the last pieces of a kind, one with each action."""
    moves = [6 * cell + way for cell in each(mine(s)) for way in range(6)]
    hits = [move for move in moves if captures(s, move) and kind_on(s, met(s, move)) == kind]
    return any(left == 1 or can_capture_all(play(s, move), kind, left - 1) for move in hits)


def exposed(context: Context) -> Iterator[Reason]:
    """The tallest stack that the opponent can capture at once."""
    after = context.after
    s: State = after.state
    tall, action = max((height(s, met(s, action)), -action) for action in after.actions())
    if tall > 1:
        where, name = NAMES[met(s, -action)], after.name(-action)
        words = Words(
            f"lets the opponent capture the stack of {number(tall).en} on {where} with {name}",
            f"lässt den Gegner mit {name} den Turm der Höhe {tall} auf {where} schlagen",
        )
        yield Reason(Kind.RISK, words)
