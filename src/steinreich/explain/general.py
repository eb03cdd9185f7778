"""Reasons that hold in any game, made from nothing but its rules."""

from collections.abc import Iterator

from steinreich.explain.context import Context
from steinreich.explain.phrases import either
from steinreich.explain.reason import Kind, Reason
from steinreich.rules.contract import DRAW, ONGOING
from steinreich.rules.language import Words, listed, number

FEW = 3  # replies that are few enough to be named
COLOURS = {  # in German the stem, to which endings are added
    "white": Words("white", "weiß"),
    "black": Words("black", "schwarz"),
    "red": Words("red", "rot"),
    "blue": Words("blue", "blau"),
    "yellow": Words("yellow", "gelb"),
    "wood": Words("wooden", "hölzern"),
}


def general_reasons(context: Context) -> Iterator[Reason]:
    """All that can be said of an action in any game."""
    if context.after.is_over:
        yield ending(context)
    yield from choice(context)
    yield from danger_of_losing(context)
    yield from chance_of_winning(context)
    yield from gain(context)
    yield from what_follows(context)
    yield quiet(context)


def ending(context: Context) -> Reason:
    """The game is over now."""
    if context.after.outcome == context.mover:
        return Reason(Kind.ENDS, victory(context))
    if context.after.outcome == DRAW:
        return Reason(Kind.ENDS, Words("ends the game in a draw", "beendet das Spiel remis"))
    return Reason(Kind.ENDS, Words("loses at once", "verliert sofort"))


def victory(context: Context) -> Words:
    """What won: a line, or that nobody can move; else only that it is won."""
    cells = context.game.board.cells
    lines = ["-".join(cells[cell].name for cell in line) for line in context.after.winning]
    if lines:
        names = listed(lines)
        return Words(f"completes {names.en} and wins", f"vollendet {names.de} und gewinnt")
    if context.rival_is_stuck:
        return Words(
            f"leaves {context.rival.en} without a legal move and wins",
            f"lässt {context.rival.dative} keinen Zug mehr und gewinnt",
        )
    return Words("wins at once", "gewinnt sofort")


def choice(context: Context) -> Iterator[Reason]:
    """Nothing else could be played, or nothing else without losing, or something better."""
    if not context.others:
        words = Words("is the only legal move", "ist die einzige Möglichkeit")
        yield Reason(Kind.ONLY, words)
    elif context.others_lose and context.after.outcome in (ONGOING, DRAW):
        words = Words(
            "is the only move that does not lose at once",
            "ist die einzige Möglichkeit, nicht sofort zu verlieren",
        )
        yield Reason(Kind.ONLY, words)
    if context.after.outcome != context.mover and not context.continuation and context.missed:
        win = context.missed
        yield Reason(
            Kind.MISSES, Words(f"misses the win with {win}", f"verpasst den Sieg mit {win}")
        )


def danger_of_losing(context: Context) -> Iterator[Reason]:
    """What the next player can do to win, or could have done."""
    win, danger, rival = context.rival_win, context.danger, context.rival
    if win and danger and danger.only_loss:
        words = Words(
            f"lets {rival.en} win with {win}, and no other move would help",
            f"lässt {rival.accusative} mit {win} gewinnen, und nichts anderes würde helfen",
        )
        yield Reason(Kind.BLUNDER, words)
    elif win:
        words = Words(
            f"lets {rival.en} win with {win}", f"lässt {rival.accusative} mit {win} gewinnen"
        )
        yield Reason(Kind.BLUNDER, words)
    elif win == "" and danger:
        yield Reason(Kind.SAVES, rescue(context, danger.turn, danger.always, danger.only_loss))


def rescue(context: Context, turn: str, always: bool, only_loss: bool) -> Words:
    """The next player could have won."""
    rival = context.rival
    if always:
        return Words(
            f"is the only move that stops {rival.en} from winning with {turn}",
            f"verhindert als Einziges, dass {rival.nominative} mit {turn} gewinnt",
        )
    if only_loss:
        return Words(
            f"is the only move that does not lose in {rival.en}'s next turn",
            f"ist die einzige Möglichkeit, nicht im nächsten Zug {rival.genitive} zu verlieren",
        )
    return Words(
        f"stops {rival.en} from winning with {turn}",
        f"verhindert, dass {rival.nominative} mit {turn} gewinnt",
    )


def chance_of_winning(context: Context) -> Iterator[Reason]:
    """The mover can win in this turn still, or in his next one."""
    if context.continuation:
        rest = context.continuation
        words = Words(
            f"makes {rest} possible, which wins at once",
            f"ermöglicht sofort den Sieg mit {rest}",
        )
        yield Reason(Kind.PREPARES, words)
    if context.threat and context.threat.escapes:
        yield Reason(Kind.THREAT, single_threat(context.threat.wins, context.threat.escapes))
    elif context.threat:
        yield Reason(Kind.FORCES, forced_win(context, context.threat.wins))


def single_threat(wins: tuple[str, ...], escapes: tuple[str, ...]) -> Words:
    """Only a few replies keep the mover from winning."""
    means, stops = either(wins), either(escapes)
    by_en, by_de = (f" with {means.en}", f"mit {means.de}") if wins else ("", "im nächsten Zug")
    return Words(
        f"threatens to win{by_en}, and only {stops.en} stops it",
        f"droht, {by_de} zu gewinnen, und nur {stops.de} verhindert das",
    )


def forced_win(context: Context, wins: tuple[str, ...]) -> Words:
    """No reply keeps the mover from winning."""
    if len(wins) == 2 and context.game.players == 2:
        both = listed(wins)
        return Words(
            f"opens a double threat: {both.en} win, and {context.rival.en} can stop only one",
            f"öffnet eine Doppeldrohung: {both.de} gewinnen, "
            f"und {context.rival.nominative} kann nur eines verhindern",
        )
    means = either(wins)
    by_en, by_de = (f" with {means.en}", f" mit {means.de}") if wins else ("", "")
    return Words(
        f"wins next turn{by_en}, whatever the reply",
        f"gewinnt im nächsten Zug{by_de}, was auch immer die Antwort ist",
    )


def gain(context: Context) -> Iterator[Reason]:
    """Pieces leave the board."""
    taken = [coloured(colour, n) for colour, n in context.taken.items()]
    if taken:
        pieces = listed(taken)
        words = Words(f"takes {pieces.en} off the board", f"nimmt {pieces.de} vom Brett")
        yield Reason(Kind.GAIN, words)


def coloured(colour: str, n: int) -> Words:
    """So many pieces of a colour."""
    en, de = COLOURS.get(colour, Words(colour, colour))
    if n == 1:
        return Words(f"one {en} piece", f"einen {de}en Stein")
    return Words(f"{number(n).en} {en} pieces", f"{number(n).de} {de}e Steine")


def what_follows(context: Context) -> Iterator[Reason]:
    """What the next player finds."""
    rival, replies = context.rival, context.replies
    if 0 < len(replies) <= FEW and 2 * len(replies) < 1 + len(context.others):
        names, n = either(replies), number(len(replies))
        plural_en, plural_de = (
            ("reply", "e Antwort") if len(replies) == 1 else ("replies", " Antworten")
        )
        words = Words(
            f"leaves {rival.en} only {n.en} {plural_en}: {names.en}",
            f"lässt {rival.dative} nur {n.de}{plural_de}: {names.de}",
        )
        yield Reason(Kind.LIMITS, words)
    if context.new_task:
        words = Words(
            f"gives {rival.en} another task: “{context.new_task.en}”",
            f"stellt {rival.dative} eine andere Aufgabe: „{context.new_task.de}“",
        )
        yield Reason(Kind.DUE, words)
    if context.moves_again:
        yield Reason(Kind.AGAIN, Words("earns another turn", "bringt noch einen Zug"))


def quiet(context: Context) -> Reason:
    """What can be said if there is nothing else to say."""
    if context.passes_on and context.rival_win == "":
        words = Words(
            f"does not let {context.rival.en} win at once",
            f"lässt {context.rival.accusative} nicht sofort gewinnen",
        )
    else:
        words = Words("is a quiet move", "ist ein ruhiger Zug")  # it may yet be a proven win
    return Reason(Kind.QUIET, words)
