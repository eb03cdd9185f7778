"""Reasons in Four in a Row 3D: fours completed, blocked, threatened and made possible."""

from collections.abc import Iterator

from steinreich.explain.context import Context
from steinreich.explain.reason import Kind, Reason, find_completing_cells
from steinreich.rules.bits import bit, count, each, has, lowest
from steinreich.rules.language import Plural, Text, join_with_and, number

from .about import ABOUT
from .picture import cell_name
from .rules import LINES, ROD, ROD_NAMES, State, count_fours, landing_cells, max_balls


def promising(s: State, actions: list[int]) -> list[int]:
    """Keep balls that complete a four; where most fours win, only the last ball can win."""
    if s.most_fours:
        return actions if count(all_balls(s)) + 1 >= max_balls(s.players) else []
    winning = {cell % 16 for cell in each(landing_cells(s) & threats(s[s.turn]))}
    return [action for action in actions if action & 15 in winning]


def remarks(context: Context) -> Iterator[Reason]:
    """Yield the reasons that are specific to this game."""
    s = context.before
    cell = lowest(landing_cells(s) & ROD << (context.action & 15))
    if context.after.is_over and context.after.outcome >= 0:
        yield Reason(Kind.ENDS_GAME, describe_ending(context))
    yield from blocking_reasons(context, cell)
    yield from lifting_reasons(context, cell)
    if s.most_fours:
        yield from four_reasons(context, cell)
    if not context.after.is_over and context.action < 16:
        yield from line_reasons(context, cell)


def all_balls(s: State) -> int:
    """Return all balls on the rods."""
    return s.red | s.blue | s.yellow


def threats(own: int) -> int:
    """Return the cells, empty or not, that would complete a four of these balls."""
    return find_completing_cells(LINES, own)


def describe_ending(context: Context) -> Text:
    """Describe the first four, or the most fours."""
    if context.before.most_fours:
        score = ":".join(
            str(count_fours(context.after.state[owner])) for owner in range(context.game.players)
        )
        if context.after.outcome == context.mover:
            return Text("fills the last place and wins, fours {score}", score=score)
        return Text("fills the last place and loses, fours {score}", score=score)
    lines = ["-".join(map(cell_name, line)) for line in context.after.winning_lines]
    return Plural(
        "completes the four {lines} and wins",
        "completes the fours {lines} and wins",
        len(lines),
        lines=join_with_and(lines),
    )


def blocking_reasons(context: Context, cell: int) -> Iterator[Reason]:
    """Yield a reason if another player could have completed a four in the cell of the ball."""
    for owner in range(context.game.players):
        if owner != context.mover and has(threats(context.before[owner]), cell):
            where = cell_name(cell)
            if context.game.players == 2:
                words = Text("blocks the opponent's four on {where}", where=where)
            else:
                name = ABOUT.players[owner]
                words = Text("blocks {name}'s four on {where}", name=name, where=where)
            yield Reason(Kind.PREVENTS_LOSS, words)


def lifting_reasons(context: Context, cell: int) -> Iterator[Reason]:
    """Yield a reason if the next player can now complete a four in the cell above."""
    is_unavoidable = context.danger is not None and context.danger.only_loss
    if (
        context.rival_win == ROD_NAMES[cell % 16]
        and not context.before.most_fours
        and not is_unavoidable
    ):
        where, rival = cell_name(cell + 16), context.rival
        words = Text(
            "lets {rival} reach {where} and complete a four there", rival=rival.object, where=where
        )
        yield Reason(Kind.BLUNDER, words)


def four_reasons(context: Context, cell: int) -> Iterator[Reason]:
    """Yield completed fours, and a four that the next player can complete directly above."""
    s, after = context.before, context.after.state
    gained = count_fours(after[context.mover]) - count_fours(s[context.mover])
    if gained:
        n = number(gained)
        words = (
            Text("completes a four") if gained == 1 else Text("completes {number} fours", number=n)
        )
        yield Reason(Kind.GAIN, words)
    above = cell + 16
    if context.passes_turn and above < 64 and has(threats(after[after.turn]), above):
        where, rival = cell_name(above), context.rival
        words = Text(
            "lets {rival} complete a four directly above, on {where}",
            rival=rival.object,
            where=where,
        )
        yield Reason(Kind.RISK, words)


def line_reasons(context: Context, cell: int) -> Iterator[Reason]:
    """Yield cells that would now complete a four, or else the number of open lines."""
    own, after = context.mover, context.after.state
    empty = ~all_balls(after)
    new = threats(after[own]) & ~threats(context.before[own]) & empty
    now = landing_cells(after)
    for four_cell in each(new & ~now):
        below = four_cell - 16
        strict = context.game.players == 2 and not after.most_fours and context.rival_win == ""
        if strict and has(now, below):
            rod, where = ROD_NAMES[four_cell % 16], cell_name(four_cell)
            words = Text(
                "denies the opponent rod {rod}: directly above, on {where}, it would allow a four",
                rod=rod,
                where=where,
            )
        else:
            words = Text("prepares a four on {place_name}", place_name=cell_name(four_cell))
        yield Reason(Kind.PLAN, words)
    if after.most_fours and new & now:
        spots = join_with_and([cell_name(four_cell) for four_cell in each(new & now)])
        words = Text("threatens a four on {spots}", spots=spots)
        yield Reason(Kind.THREAT, words)
    if not new and context.rival_win == "":
        yield Reason(Kind.PLAN, describe_open_lines(after, own, cell))


def describe_open_lines(s: State, own: int, cell: int) -> Text:
    """Return in how many lines the ball can still be part of a four."""
    others = all_balls(s) & ~s[own]
    n = sum(1 for line in LINES if line & bit(cell) and not line & others)
    if n == 0:
        return Text("can no longer be part of a four")
    if n == 1:
        return Text("lies on one open line")
    return Text("lies on {number} open lines", number=number(n))
