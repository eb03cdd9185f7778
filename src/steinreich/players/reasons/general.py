"""Reasons that hold in any game, made from nothing but its rules."""

from collections.abc import Iterator

from steinreich.core.about import Words
from steinreich.core.contract import DRAW, ONGOING
from steinreich.core.speech import listed, number
from steinreich.players.reasons.case import Case
from steinreich.players.reasons.reason import Kind, Reason
from steinreich.players.reasons.speech import either

FEW = 3  # replies that are few enough to be named
COLOURS = {  # in German the stem, to which endings are added
    "white": Words("white", "weiß"),
    "black": Words("black", "schwarz"),
    "red": Words("red", "rot"),
    "blue": Words("blue", "blau"),
    "yellow": Words("yellow", "gelb"),
    "wood": Words("wooden", "hölzern"),
}


def general_reasons(case: Case) -> Iterator[Reason]:
    """All that can be said of an action in any game."""
    if case.after.is_over:
        yield ending(case)
    yield from choice(case)
    yield from danger_of_losing(case)
    yield from chance_of_winning(case)
    yield from gain(case)
    yield from what_follows(case)
    yield quiet(case)


def ending(case: Case) -> Reason:
    """The game is over now."""
    if case.after.outcome == case.mover:
        return Reason(Kind.ENDS, victory(case))
    if case.after.outcome == DRAW:
        return Reason(
            Kind.ENDS, Words("ends the game in a draw", "beendet das Spiel unentschieden")
        )
    return Reason(Kind.ENDS, Words("loses at once", "verliert sofort"))


def victory(case: Case) -> Words:
    """What won: a line, or that nobody can move; else only that it is won."""
    cells = case.game.board.cells
    lines = ["-".join(cells[cell].name for cell in line) for line in case.after.winning]
    if lines:
        names = listed(lines)
        return Words(f"completes {names.en} and wins", f"vollendet {names.de} und gewinnt")
    if case.rival_is_stuck:
        return Words(
            f"leaves {case.rival.en} without a legal action and wins",
            f"lässt {case.rival.dative} keine erlaubte Aktion und gewinnt",
        )
    return Words("wins at once", "gewinnt sofort")


def choice(case: Case) -> Iterator[Reason]:
    """Nothing else could be played, or nothing else without losing, or something better."""
    if not case.others:
        words = Words("is the only legal action", "ist die einzige erlaubte Aktion")
        yield Reason(Kind.ONLY, words)
    elif case.others_lose and case.after.outcome in (ONGOING, DRAW):
        words = Words(
            "is the only action that does not lose at once",
            "ist die einzige Aktion, die nicht sofort verliert",
        )
        yield Reason(Kind.ONLY, words)
    if case.after.outcome != case.mover and not case.continuation and case.missed:
        win = case.missed
        yield Reason(
            Kind.MISSES, Words(f"misses the win with {win}", f"verpasst den Sieg mit {win}")
        )


def danger_of_losing(case: Case) -> Iterator[Reason]:
    """What the next player can do to win, or could have done."""
    win, danger, rival = case.rival_win, case.danger, case.rival
    if win and danger and danger.only_loss:
        words = Words(
            f"lets {rival.en} win with {win}, and no other action would help",
            f"lässt {rival.accusative} mit {win} gewinnen, und keine andere Aktion würde helfen",
        )
        yield Reason(Kind.BLUNDER, words)
    elif win:
        words = Words(
            f"lets {rival.en} win with {win}", f"lässt {rival.accusative} mit {win} gewinnen"
        )
        yield Reason(Kind.BLUNDER, words)
    elif win == "" and danger:
        yield Reason(Kind.SAVES, rescue(case, danger.turn, danger.always, danger.only_loss))


def rescue(case: Case, turn: str, always: bool, only_loss: bool) -> Words:
    """The next player could have won."""
    rival = case.rival
    if always:
        return Words(
            f"is the only action that stops {rival.en} from winning with {turn}",
            f"verhindert als einzige Aktion, dass {rival.nominative} mit {turn} gewinnt",
        )
    if only_loss:
        return Words(
            f"is the only action that does not lose by {rival.en}'s next turn",
            f"ist die einzige Aktion, die nicht spätestens im Zug {rival.genitive} verliert",
        )
    return Words(
        f"stops {rival.en} from winning with {turn}",
        f"verhindert, dass {rival.nominative} mit {turn} gewinnt",
    )


def chance_of_winning(case: Case) -> Iterator[Reason]:
    """The mover can win in this turn still, or in his next one."""
    if case.continuation:
        rest = case.continuation
        words = Words(
            f"makes {rest} possible, which wins at once",
            f"ermöglicht sofort den Sieg mit {rest}",
        )
        yield Reason(Kind.PREPARES, words)
    if case.threat and case.threat.escapes:
        yield Reason(Kind.THREAT, single_threat(case.threat.wins, case.threat.escapes))
    elif case.threat:
        yield Reason(Kind.FORCES, forced_win(case, case.threat.wins))


def single_threat(wins: tuple[str, ...], escapes: tuple[str, ...]) -> Words:
    """Only a few replies keep the mover from winning."""
    means, stops = either(wins), either(escapes)
    by_en, by_de = (f" with {means.en}", f"mit {means.de}") if wins else ("", "im nächsten Zug")
    return Words(
        f"threatens to win{by_en}, and only {stops.en} stops it",
        f"droht, {by_de} zu gewinnen, und nur {stops.de} verhindert das",
    )


def forced_win(case: Case, wins: tuple[str, ...]) -> Words:
    """No reply keeps the mover from winning."""
    if len(wins) == 2 and case.game.players == 2:
        both = listed(wins)
        return Words(
            f"opens a double threat: {both.en} win, and {case.rival.en} can stop only one",
            f"öffnet eine Doppeldrohung: {both.de} gewinnen, "
            f"und {case.rival.nominative} kann nur eines verhindern",
        )
    means = either(wins)
    by_en, by_de = (f" with {means.en}", f" mit {means.de}") if wins else ("", "")
    return Words(
        f"wins next turn{by_en}, whatever is replied",
        f"gewinnt im nächsten Zug{by_de}, was auch immer geantwortet wird",
    )


def gain(case: Case) -> Iterator[Reason]:
    """Pieces leave the board."""
    taken = [coloured(colour, n) for colour, n in case.taken.items()]
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


def what_follows(case: Case) -> Iterator[Reason]:
    """What the next player finds."""
    rival, replies = case.rival, case.replies
    if 0 < len(replies) <= FEW and 2 * len(replies) < 1 + len(case.others):
        names, n = either(replies), number(len(replies))
        plural_en, plural_de = (
            ("reply", "e Antwort") if len(replies) == 1 else ("replies", " Antworten")
        )
        words = Words(
            f"leaves {rival.en} only {n.en} {plural_en}: {names.en}",
            f"lässt {rival.dative} nur {n.de}{plural_de}: {names.de}",
        )
        yield Reason(Kind.LIMITS, words)
    if case.new_task:
        words = Words(
            f"gives {rival.en} another task: {case.new_task.en}",
            f"stellt {rival.dative} eine andere Aufgabe: {case.new_task.de}",
        )
        yield Reason(Kind.DUE, words)
    if case.moves_again:
        yield Reason(Kind.AGAIN, Words("earns another turn", "bringt noch einen Zug"))


def quiet(case: Case) -> Reason:
    """What can be said if there is nothing else to say."""
    if case.passes_on and case.rival_win == "":
        words = Words(
            f"gives {case.rival.en} no win at once",
            f"lässt {case.rival.accusative} nicht sofort gewinnen",
        )
    else:
        words = Words("decides nothing yet", "entscheidet noch nichts")
    return Reason(Kind.QUIET, words)
