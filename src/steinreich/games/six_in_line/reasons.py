"""Reasons in Six in Line: filled lines, lines left to the opponent, and parity.

A turn that fills no line adds one stone.  So with two players, until a line is filled, one of them
always moves with an even number of stones on the board, and the other with an odd number.  A rule
of thumb: with equal coins and no line to fill, an even number is worse for the player to move.
"""

from collections.abc import Iterator
from typing import NamedTuple

from steinreich.core.position import Position
from steinreich.explain.context import Context
from steinreich.explain.reason import Kind, Reason
from steinreich.rules.bits import bit, count
from steinreich.rules.contract import DRAW
from steinreich.rules.language import Plural, Text, join_with_and, join_with_or, number

from .rules import FIRST_PLACEMENT, LINES, STONES, State, coin_goal, get_coins

LINE_NAMES = (
    *(Text("row {row}", row=row) for row in range(1, 7)),
    *(Text("column {column}", column=column) for column in "abcdef"),
    Text("diagonal a1-f6"),
    Text("diagonal f1-a6"),
)
SPEAKS_FOR = {Kind.GAIN}  # general reasons would count stones that leave the board
MIN_NEARLY_FULL_STONES = 4  # stones in a line; a turn adds at most two


class Filling(NamedTuple):
    """A turn, or the rest of one, that fills lines."""

    turn: str
    lines: int


def promising(s: State, actions: list[int]) -> list[int]:
    """Keep all actions, or none if too few lines are nearly full for this turn to win.

    A turn that leaves no legal slide needs such lines as well: it leaves five stones in each of
    five rows.
    """
    if s.opening:
        return []
    if s.players == 1:
        return actions if count(s.stones) == STONES - 1 else []
    missing_coins = coin_goal(s.players) - get_coins(s, s.turn)
    return actions if len(nearly_full_lines(s)) >= missing_coins else []


def remarks(context: Context) -> Iterator[Reason]:
    """Yield the reasons that are specific to this game."""
    if context.turn_continues and not context.before.opening:
        yield from slide_reasons(context)
    elif context.action >= FIRST_PLACEMENT:
        yield from placement_reasons(context)


def nearly_full_lines(s: State) -> list[int]:
    """Return the lines that one turn, or the rest of it, could fill."""
    min_stones = MIN_NEARLY_FULL_STONES if s.slide < 0 else MIN_NEARLY_FULL_STONES + 1
    return [line for line in LINES if count(s.stones & line) >= min_stones]


def full_lines(s: State, action: int) -> list[Text]:
    """Return the names of the lines that a placement fills."""
    stones = s.stones | bit(action - FIRST_PLACEMENT)
    return [name for line, name in zip(LINES, LINE_NAMES, strict=True) if stones & line == line]


def generate_fillings(position: Position) -> Iterator[Filling]:
    """Yield the turns, or rests of this turn, that fill lines."""
    s: State = position.state
    if s.opening or not nearly_full_lines(s):
        return
    for action in position.actions():
        name = position.name(action)
        if action < FIRST_PLACEMENT:
            after = position.after_legal(action)
            yield from (Filling(name + rest.turn, rest.lines) for rest in generate_fillings(after))
        elif filled := full_lines(s, action):
            yield Filling(name, len(filled))


def find_best_filling(position: Position) -> Filling | None:
    """Return the turn that fills most lines."""
    return max(generate_fillings(position), key=lambda filling: filling.lines, default=None)


def some_lines(n: int) -> Text:
    """Return a number of lines, as the object of a sentence."""
    return Plural("a line", "{number} lines", n, number=number(n))


def slide_reasons(context: Context) -> Iterator[Reason]:
    """Yield what the placement after a slide can gain and must avoid."""
    filling = find_best_filling(context.after)
    if context.game.players == 1:
        yield from solo_slide_reasons(context)
        return
    if filling:
        what = some_lines(filling.lines)
        words = Text("makes {turn} possible, which fills {what}", turn=filling.turn, what=what)
        yield Reason(Kind.GAIN, words)
    yield from safe_placement_reasons(context)


def solo_slide_reasons(context: Context) -> Iterator[Reason]:
    """Yield which placements after a slide fill no line, in a solo game."""
    actions = context.after.actions()
    safe = [action for action in actions if context.after.after_legal(action).returns != (-1,)]
    if not safe:
        words = Text("loses wherever the stone is placed")
        yield Reason(Kind.RISK, words)
    elif len(safe) < len(actions):
        names = join_with_or([context.after.name(action) for action in safe])
        words = Text("does not lose if followed by {names}", names=names)
        yield Reason(Kind.RISK, words)
    else:
        words = Text("does not lose, wherever the stone is placed")
        yield Reason(Kind.QUIET, words)


def safe_placement_reasons(context: Context) -> Iterator[Reason]:
    """Yield which placements leave the next player no line to fill."""
    ends = {
        context.after.name(action): context.after.after_legal(action)
        for action in context.after.actions()
    }
    safe = [name for name, end in ends.items() if end.is_over or not find_best_filling(end)]
    rival = context.rival
    if not safe:
        words = Text("lets {rival} fill a line, wherever the stone is placed", rival=rival.object)
        yield Reason(Kind.RISK, words)
    elif len(safe) < len(ends):
        names = join_with_or(safe)
        words = Text(
            "leaves {rival} no line to fill, if followed by {names}",
            rival=rival.recipient,
            names=names,
        )
        yield Reason(Kind.RISK, words)
    else:
        words = Text(
            "leaves {rival} no line to fill, wherever the stone is placed", rival=rival.recipient
        )
        yield Reason(Kind.QUIET, words)


def placement_reasons(context: Context) -> Iterator[Reason]:
    """Yield the lines that a placement fills, and what it leaves to the next player."""
    filled = full_lines(context.before, context.action)
    if context.after.is_over:
        yield Reason(Kind.ENDS_GAME, describe_ending(context, filled))
        return
    if context.game.players == 1:
        yield Reason(Kind.PLAN, stones_to_go(STONES - count(context.after.state.stones)))
        return
    if filled:
        earned = get_coins(context.after.state, context.mover) - get_coins(
            context.before, context.mover
        )
        words = Plural(
            "fills {lines} for a coin",
            "fills {lines} for {coins} coins",
            earned,
            lines=join_with_and(filled),
            coins=number(earned),
        )
        yield Reason(Kind.GAIN, words)
    yield from rival_reasons(context)


def stones_to_go(n: int) -> Text:
    """Return the number of stones that a solo game still needs."""
    return Plural(
        "fills no line, with one stone to go",
        "fills no line, with {number} stones to go",
        n,
        number=number(n),
    )


def rival_reasons(context: Context) -> Iterator[Reason]:
    """Yield the lines that the next player can fill, or else the parity of the stones."""
    filling, rival = find_best_filling(context.after), context.rival
    if context.rival_win:
        return
    if filling:
        what = some_lines(filling.lines)
        words = Text(
            "lets {rival} fill {what} with {turn}", rival=rival.object, what=what, turn=filling.turn
        )
        yield Reason(Kind.RISK, words)
        return
    after: State = context.after.state
    stones = count(after.stones)
    level = context.game.players == 2 and get_coins(after, 0) == get_coins(after, 1)
    kind = Kind.PLAN
    if not level or after.opening:
        words = Text("leaves {rival} no line to fill", rival=rival.recipient)
    elif stones % 2 == 0:
        words = Text(
            "leaves an even number of stones ({stones}) and no line to fill: good by the parity "
            "rule of thumb",
            stones=stones,
        )
    else:
        kind = Kind.QUIET  # the mover can hardly change the parity
        words = Text(
            "leaves an odd number of stones ({stones}) and no line to fill: poor by the parity "
            "rule of thumb",
            stones=stones,
        )
    yield Reason(kind, words)


def describe_ending(context: Context, filled: list[Text]) -> Text:
    """Describe the end of a game by coins or without a legal slide, or of a solo game."""
    outcome, after = context.after.outcome, context.after.state
    lines, coins = join_with_and(filled), get_coins(after, context.mover)
    is_alone, has_won = context.game.players == 1, outcome == context.mover
    if filled and is_alone:
        return Text("fills {lines} and loses", lines=lines)
    if filled and coins >= coin_goal(context.game.players):
        return Text("fills {lines} and wins with {coins} coins", lines=lines, coins=number(coins))
    if is_alone and has_won:
        return Text("brings the last stone onto the board and wins")
    if has_won:
        return Text("makes any slide impossible and wins")
    if outcome == DRAW:
        return Text("makes any slide impossible, and the game is a draw")
    return Text("makes any slide impossible and loses")
