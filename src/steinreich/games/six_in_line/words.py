"""What people are told of a game of Six in Line: what is due, what happened, how it ended."""

from steinreich.rules import *

from .picture import stone
from .rules import FIRST_PLACEMENT, LANES, LINES, STONES, State, coins_of, goal, play, thirtieth

COIN = Words("coin", "Münze"), Words("coins", "Münzen")
STONE = Words("stone", "Stein"), Words("stones", "Steine")
NO_SLIDE = Words("no stone can slide any more", "kein Stein lässt sich mehr schieben")


def due(s: State) -> Words:
    """What the player has to do now."""
    if s.opening:
        if s.opening == 2:
            return Words("place two stones anywhere", "Setze zwei Steine auf beliebige Felder")
        return Words(
            "place one more stone anywhere", "Setze noch einen Stein auf ein beliebiges Feld"
        )
    if s.slide < 0:
        return Words("slide a stone", "Schiebe einen Stein")
    if thirtieth(s):
        return Words(
            "place the last stone anywhere", "Setze den letzten Stein auf ein beliebiges Feld"
        )
    return Words(
        "place a stone in the same row or column",
        "Setze einen Stein in dieselbe Reihe oder Spalte",
    )


def info(s: State) -> Words:
    """Coins and stones left."""
    left = STONES - count(s.stones)
    if s.players == 1:
        to_go = plural(left, *STONE)
        return Words(f"{to_go.en} to go", f"noch {to_go.de}")
    coins = ":".join(str(coins_of(s, player)) for player in range(s.players))
    return Words(f"Coins {coins}", f"Münzen {coins}")


def counts(s: State) -> list[Count]:
    """The coins of all players, where they win, and the stones that are not on the board."""
    coins = [coins_of(s, player) for player in range(s.players)]
    won = [Count(i, noun(n, *COIN), "yellow", "ring", n) for i, n in enumerate(coins)]
    left = STONES - count(s.stones)
    stones = noun(left, *STONE)
    what = Words(f"{stones.en} in supply", f"{stones.de} im Vorrat")
    supply = Count(None, what, "black", "plain", left)
    return [supply] if s.players == 1 else [*won, supply]


def line_name(line: int) -> Words:
    """`row 3`, `column c`, or a long diagonal by its ends."""
    if line < 6:
        return Words(f"row {line + 1}", f"Reihe {line + 1}")
    if line < LANES:
        return Words(f"column {'abcdef'[line - 6]}", f"Spalte {'abcdef'[line - 6]}")
    ends = ("a1–f6", "f1–a6")[line - LANES]
    return Words(f"diagonal {ends}", f"Diagonale {ends}")


def effects(s: State, action: int) -> Effects:
    """A placement may complete lines, which leave the board at once, the new stone with them."""
    if action < FIRST_PLACEMENT:
        return Effects()
    stones = s.stones | bit(action - FIRST_PLACEMENT)
    full = [i for i, line in enumerate(LINES) if stones & line == line]
    if not full:
        return Effects()
    lines = tuple(tuple(each(LINES[i])) for i in full)
    gone = sorted({cell for line in lines for cell in line})
    which = listed([line_name(i) for i in full])
    said = Words(f"fills {which.en}", f"füllt {which.de}")
    if s.players > 1:
        won = coins_of(play(s, action), s.turn) - coins_of(s, s.turn)
        coins = Words("one coin", "eine Münze") if won == 1 else plural(won, *COIN)
        said = Words(f"{said.en}: {coins.en}", f"{said.de}: {coins.de}")
    return Effects(tuple(map(stone, gone)), lines, said, "◎" * len(full))


def ending(s: State, outcome: int, last: Action | None) -> Ending:
    """Coins decide; alone, a full line or a dead end."""
    if s.players == 1:
        return alone(s, outcome)
    coins, mover = [coins_of(s, player) for player in range(s.players)], (s.turn - 1) % s.players
    score = " : ".join(map(str, coins))
    if coins[mover] >= goal(s.players):
        won = plural(coins[mover], *COIN)
        return Ending(
            mover,
            Words(f"{{{mover}}} has {won.en} ({score})", f"{{{mover}}} hat {won.de} ({score})"),
        )
    if outcome == DRAW:
        most = listed(
            [f"{{{player}}}" for player in range(s.players) if coins[player] == max(coins)]
        )
        reason = Words(
            f"{NO_SLIDE.en}, and {most.en} have the same number of coins ({score})",
            f"{NO_SLIDE.de}, und {most.de} haben gleich viele Münzen ({score})",
        )
        return Ending(None, reason, tuple(each(s.stones)))
    reason = Words(
        f"{NO_SLIDE.en}, and {{{outcome}}} has the most coins ({score})",
        f"{NO_SLIDE.de}, und {{{outcome}}} hat die meisten Münzen ({score})",
    )
    return Ending(outcome, reason, tuple(each(s.stones)))


def alone(s: State, outcome: int) -> Ending:
    """How the puzzle ended."""
    if s.coins:
        return Ending(None, Words("a line is full", "eine Linie ist voll"))
    if outcome == LOST:
        laid = plural(count(s.stones), *STONE)
        reason = Words(f"{NO_SLIDE.en} ({laid.en} placed)", f"{NO_SLIDE.de} ({laid.de} gesetzt)")
        return Ending(None, reason, tuple(each(s.stones)))
    reason = Words(
        "all thirty stones are on the board, and no line is full",
        "alle dreißig Steine liegen auf dem Brett, und keine Linie ist voll",
    )
    return Ending(outcome, reason, tuple(each(s.stones)))
