"""Reasons in Four in a Row 3D: fours completed, blocked, threatened and forbidden."""

from collections.abc import Iterator

from steinreich.explain.context import Context
from steinreich.explain.games.line_words import lacking
from steinreich.explain.reason import Kind, Reason
from steinreich.games.vier3d.about import ABOUT
from steinreich.games.vier3d.rules import LINES, ROD, ROD_NAMES, State, fours, places, resting
from steinreich.rules.bits import bit, count, each, has, lowest
from steinreich.rules.language import Words, listed, number


def promising(s: State, actions: list[int]) -> list[int]:
    """Only a ball that completes a four wins; in the other variant, only the last ball."""
    if s.most_fours:
        return actions if count(balls(s)) + 1 >= places(s.players) else []
    winning = {cell % 16 for cell in each(resting(s) & threats(s[s.turn]))}
    return [action for action in actions if action & 15 in winning]


def remarks(context: Context) -> Iterator[Reason]:
    """All that is special to this game."""
    s = context.before
    place = lowest(resting(s) & ROD << (context.action & 15))
    if context.after.is_over and context.after.outcome >= 0:
        yield Reason(Kind.ENDS, ending(context))
    yield from blocking(context, place)
    yield from lifting(context, place)
    if s.most_fours:
        yield from counting(context, place)
    if not context.after.is_over and context.action < 16:
        yield from building(context, place)


def balls(s: State) -> int:
    """All balls on the rods."""
    return s.red | s.blue | s.yellow


def threats(own: int) -> int:
    """The places, empty or not, that these balls lack for a four."""
    return lacking(LINES, own)


def place_name(cell: int) -> str:
    """The rod and the level."""
    return f"{ROD_NAMES[cell % 16]}.{cell // 16 + 1}"


def ending(context: Context) -> Words:
    """The first four, or the most."""
    if context.before.most_fours:
        score = ":".join(
            str(fours(context.after.state[owner])) for owner in range(context.game.players)
        )
        if context.after.outcome == context.mover:
            return Words(
                f"fills the last place and wins, fours {score}",
                f"füllt den letzten Platz und gewinnt mit {score} Vierern",
            )
        return Words(
            f"fills the last place and loses, fours {score}",
            f"füllt den letzten Platz und verliert mit {score} Vierern",
        )
    lines = ["-".join(map(place_name, line)) for line in context.after.winning]
    names = listed(lines)
    plural = len(lines) > 1
    return Words(
        f"completes the four{'s' * plural} {names.en} and wins",
        f"vollendet {'die' if plural else 'den'} Vierer {names.de} und gewinnt",
    )


def blocking(context: Context, place: int) -> Iterator[Reason]:
    """The ball lies where another player would have completed a four."""
    for owner in range(context.game.players):
        if owner != context.mover and has(threats(context.before[owner]), place):
            where = place_name(place)
            if context.game.players == 2:
                words = Words(
                    f"blocks the opponent's four on {where}",
                    f"sperrt den Vierer des Gegners auf {where}",
                )
            else:
                name = ABOUT.players[owner]
                words = Words(
                    f"blocks {name.en}'s four on {where}",
                    f"sperrt den Vierer von {name.de} auf {where}",
                )
            yield Reason(Kind.SAVES, words)


def lifting(context: Context, place: int) -> Iterator[Reason]:
    """The next player completes a four right above, and this could have been avoided."""
    hopeless = context.danger is not None and context.danger.only_loss
    if (
        context.rival_win == ROD_NAMES[place % 16]
        and not context.before.most_fours
        and not hopeless
    ):
        where, rival = place_name(place + 16), context.rival
        words = Words(
            f"lets {rival.en} reach {where} and complete a four there",
            f"lässt {rival.accusative} auf {where} kommen und dort einen Vierer vollenden",
        )
        yield Reason(Kind.BLUNDER, words)


def counting(context: Context, place: int) -> Iterator[Reason]:
    """Fours completed, and a four that the next player can complete right above."""
    s, after = context.before, context.after.state
    gained = fours(after[context.mover]) - fours(s[context.mover])
    if gained:
        n = number(gained)
        words = (
            Words("completes a four", "vollendet einen Vierer")
            if gained == 1
            else Words(f"completes {n.en} fours", f"vollendet {n.de} Vierer")
        )
        yield Reason(Kind.GAIN, words)
    above = place + 16
    if context.passes_on and above < 64 and has(threats(after[after.turn]), above):
        where, rival = place_name(above), context.rival
        words = Words(
            f"lets {rival.en} complete a four directly above, on {where}",
            f"lässt {rival.accusative} genau darüber, auf {where}, einen Vierer vollenden",
        )
        yield Reason(Kind.RISK, words)


def building(context: Context, place: int) -> Iterator[Reason]:
    """Places that would now complete a four, or else the lines that are still open."""
    own, after = context.mover, context.after.state
    empty = ~balls(after)
    new = threats(after[own]) & ~threats(context.before[own]) & empty
    now = resting(after)
    for cell in each(new & ~now):
        under = cell - 16
        strict = context.game.players == 2 and not after.most_fours and context.rival_win == ""
        if strict and has(now, under):
            rod, where = ROD_NAMES[cell % 16], place_name(cell)
            words = Words(
                f"denies the opponent rod {rod}: directly above, on {where}, it would allow a four",
                f"verbietet dem Gegner {rod}, weil genau darüber, auf {where}, ein Vierer folgt",
            )
        else:
            words = Words(
                f"prepares a four on {place_name(cell)}",
                f"bereitet einen Vierer auf {place_name(cell)} vor",
            )
        yield Reason(Kind.PLAN, words)
    if after.most_fours and new & now:
        spots = listed([place_name(cell) for cell in each(new & now)])
        words = Words(f"threatens a four on {spots.en}", f"droht mit einem Vierer auf {spots.de}")
        yield Reason(Kind.THREAT, words)
    if not new and context.rival_win == "":
        yield Reason(Kind.PLAN, lines_open(after, own, place))


def lines_open(s: State, own: int, place: int) -> Words:
    """In how many lines the ball can still be of use."""
    others = balls(s) & ~s[own]
    n = sum(1 for line in LINES if line & bit(place) and not line & others)
    if n == 0:
        return Words("can no longer be part of a four", "kann zu keinem Vierer mehr gehören")
    if n == 1:
        return Words(
            "lies on one open line",
            "liegt auf einer offenen Linie",
        )
    return Words(
        f"lies on {number(n).en} open lines",
        f"liegt auf {number(n).de} offenen Linien",
    )
