"""Reasons in Six in Line: lines that are filled, lines left to the opponent, and parity.

A turn that fills no line adds one stone, so with two players each of them always finds the same
parity.  A rule of thumb: with level coins and no line to fill, whoever finds an even number of
stones stands worse.
"""

from collections.abc import Iterator
from typing import NamedTuple

from steinreich.core.position import Position
from steinreich.explain.context import Context
from steinreich.explain.phrases import either
from steinreich.explain.reason import Kind, Reason
from steinreich.games.six_in_line.rules import FIRST_PLACEMENT, LINES, STONES, State, coins_of, goal
from steinreich.rules.bits import bit, count
from steinreich.rules.contract import DRAW
from steinreich.rules.language import Words, listed, number

LINE_NAMES = (
    *(Words(f"row {row}", f"Reihe {row}") for row in range(1, 7)),
    *(Words(f"column {column}", f"Spalte {column}") for column in "abcdef"),
    Words("diagonal a1-f6", "Diagonale a1-f6"),
    Words("diagonal f1-a6", "Diagonale f1-a6"),
)
SPEAKS_FOR = {Kind.GAIN}  # stones that leave the board are coins
NEARLY_FULL = 4  # a turn brings at most two stones into a line


class Filling(NamedTuple):
    """A turn, or the rest of one, that fills lines."""

    turn: str
    lines: int


def promising(s: State, actions: list[int]) -> list[int]:
    """No turn wins without as many nearly full lines as coins are wanted.

    A turn after which nobody can slide needs them too: it leaves five stones in each of five rows.
    """
    if s.opening:
        return []
    if s.players == 1:
        return actions if count(s.stones) == STONES - 1 else []
    wanted = goal(s.players) - coins_of(s, s.turn)
    return actions if len(nearly_full(s)) >= wanted else []


def remarks(context: Context) -> Iterator[Reason]:
    """All that is special to this game."""
    if context.turn_goes_on and not context.before.opening:
        yield from slide(context)
    elif context.action >= FIRST_PLACEMENT:
        yield from placement(context)


def nearly_full(s: State) -> list[int]:
    """The lines that one turn could fill."""
    least = NEARLY_FULL if s.slide < 0 else NEARLY_FULL + 1
    return [line for line in LINES if count(s.stones & line) >= least]


def full_lines(s: State, action: int) -> list[Words]:
    """The lines that a placement fills, by their names."""
    stones = s.stones | bit(action - FIRST_PLACEMENT)
    return [name for line, name in zip(LINES, LINE_NAMES, strict=True) if stones & line == line]


def fillings(position: Position) -> Iterator[Filling]:
    """The turns, or what is left of this one, that fill lines."""
    s: State = position.state
    if s.opening or not nearly_full(s):
        return
    for action in position.actions():
        name = position.name(action)
        if action < FIRST_PLACEMENT:
            after = position.after_legal(action)
            yield from (Filling(name + rest.turn, rest.lines) for rest in fillings(after))
        elif filled := full_lines(s, action):
            yield Filling(name, len(filled))


def best_filling(position: Position) -> Filling | None:
    """The turn that fills most lines."""
    return max(fillings(position), key=lambda filling: filling.lines, default=None)


def some_lines(n: int) -> Words:
    """So many lines, as an object."""
    if n == 1:
        return Words("a line", "eine Linie")
    return Words(f"{number(n).en} lines", f"{number(n).de} Linien")


def slide(context: Context) -> Iterator[Reason]:
    """What the placement after it can do, and what it must not do."""
    gain = best_filling(context.after)
    if context.game.players == 1:
        yield from slide_alone(context)
        return
    if gain:
        what = some_lines(gain.lines)
        words = Words(
            f"makes {gain.turn} possible, which fills {what.en}",
            f"ermöglicht es, mit {gain.turn} {what.de} zu füllen",
        )
        yield Reason(Kind.GAIN, words)
    yield from safe_placements(context)


def slide_alone(context: Context) -> Iterator[Reason]:
    """Alone, the placement must fill no line."""
    actions = context.after.actions()
    good = [action for action in actions if context.after.after_legal(action).returns != (-1,)]
    if not good:
        words = Words("loses wherever the stone is placed", "verliert, wo auch gesetzt wird")
        yield Reason(Kind.RISK, words)
    elif len(good) < len(actions):
        names = either([context.after.name(action) for action in good])
        words = Words(
            f"does not lose if followed by {names.en}", f"verliert nicht, wenn {names.de} folgt"
        )
        yield Reason(Kind.RISK, words)
    else:
        words = Words(
            "does not lose, wherever the stone is placed", "verliert nicht, wo auch gesetzt wird"
        )
        yield Reason(Kind.QUIET, words)


def safe_placements(context: Context) -> Iterator[Reason]:
    """The placements that leave the next player no line to fill."""
    ends = {
        context.after.name(action): context.after.after_legal(action)
        for action in context.after.actions()
    }
    safe = [name for name, end in ends.items() if end.is_over or not best_filling(end)]
    rival = context.rival
    if not safe:
        words = Words(
            f"lets {rival.en} fill a line, wherever the stone is placed",
            f"lässt {rival.accusative} eine Linie füllen, wo auch gesetzt wird",
        )
        yield Reason(Kind.RISK, words)
    elif len(safe) < len(ends):
        names = either(safe)
        words = Words(
            f"leaves {rival.en} no line to fill, if followed by {names.en}",
            f"lässt {rival.dative} keine Linie zum Füllen, wenn {names.de} folgt",
        )
        yield Reason(Kind.RISK, words)
    else:
        words = Words(
            f"leaves {rival.en} no line to fill, wherever the stone is placed",
            f"lässt {rival.dative} keine Linie zum Füllen, wo auch gesetzt wird",
        )
        yield Reason(Kind.QUIET, words)


def placement(context: Context) -> Iterator[Reason]:
    """Lines filled, and what the next player finds."""
    filled = full_lines(context.before, context.action)
    if context.after.is_over:
        yield Reason(Kind.ENDS, ending(context, filled))
        return
    if context.game.players == 1:
        yield Reason(Kind.PLAN, stones_to_go(STONES - count(context.after.state.stones)))
        return
    if filled:
        earned = coins_of(context.after.state, context.mover) - coins_of(
            context.before, context.mover
        )
        lines, coins = listed(filled), number(earned)
        what = Words("a coin", "eine Münze")
        if earned > 1:
            what = Words(f"{coins.en} coins", f"{coins.de} Münzen")
        words = Words(f"fills {lines.en} for {what.en}", f"füllt {lines.de} und bringt {what.de}")
        yield Reason(Kind.GAIN, words)
    yield from left_to_rival(context)


def stones_to_go(n: int) -> Words:
    """Alone, no line is filled and so many stones are still wanted."""
    if n == 1:
        return Words(
            "fills no line, with one stone to go", "füllt keine Linie, ein Stein fehlt noch"
        )
    return Words(
        f"fills no line, with {number(n).en} stones to go",
        f"füllt keine Linie, {number(n).de} Steine fehlen noch",
    )


def left_to_rival(context: Context) -> Iterator[Reason]:
    """Lines the next player can fill, or the parity he finds."""
    filling, rival = best_filling(context.after), context.rival
    if context.rival_win:
        return
    if filling:
        what = some_lines(filling.lines)
        words = Words(
            f"lets {rival.en} fill {what.en} with {filling.turn}",
            f"lässt {rival.accusative} mit {filling.turn} {what.de} füllen",
        )
        yield Reason(Kind.RISK, words)
        return
    after: State = context.after.state
    stones = count(after.stones)
    level = context.game.players == 2 and coins_of(after, 0) == coins_of(after, 1)
    kind = Kind.PLAN
    if not level or after.opening:
        words = Words(
            f"leaves {rival.en} no line to fill", f"lässt {rival.dative} keine Linie zum Füllen"
        )
    elif stones % 2 == 0:
        words = Words(
            f"leaves an even number of stones ({stones}) and no line to fill: "
            "good by the parity rule of thumb",
            f"hinterlässt eine gerade Zahl von Steinen ({stones}) und keine Linie zum Füllen: "
            "nach der Faustregel der Parität gut",
        )
    else:
        kind = Kind.QUIET  # whoever stands worse can do little about it
        words = Words(
            f"leaves an odd number of stones ({stones}) and no line to fill: "
            "poor by the parity rule of thumb",
            f"hinterlässt eine ungerade Zahl von Steinen ({stones}) und keine Linie zum Füllen: "
            "nach der Faustregel der Parität schlecht",
        )
    yield Reason(kind, words)


def ending(context: Context, filled: list[Words]) -> Words:
    """Enough coins, no slide, or the end of the game that one plays alone."""
    outcome, after = context.after.outcome, context.after.state
    result = Words("and loses", "und verliert")
    if outcome == context.mover:
        result = Words("and wins", "und gewinnt")
    elif outcome == DRAW:
        result = Words("and the game is a draw", "und das Spiel endet remis")
    coins = coins_of(after, context.mover)
    if filled and (context.game.players == 1 or coins >= goal(context.game.players)):
        lines = listed(filled)
        score = Words("", "")
        if context.game.players > 1:
            score = Words(f" with {number(coins).en} coins", f" mit {number(coins).de} Münzen")
        return Words(
            f"fills {lines.en} {result.en}{score.en}", f"füllt {lines.de} {result.de}{score.de}"
        )
    if context.game.players == 1 and outcome == context.mover:
        return Words(
            "brings the last stone onto the board and wins",
            "bringt den letzten Stein aufs Brett und gewinnt",
        )
    return Words(
        f"makes any slide impossible {result.en}", f"macht jedes Schieben unmöglich {result.de}"
    )
