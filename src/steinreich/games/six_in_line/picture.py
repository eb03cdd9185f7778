"""The board of Six in Line as data for pictures, and the texts shown beside it."""

from collections.abc import Mapping
from functools import cache

from steinreich.rules import *

from .rules import (
    FIRST_PLACEMENT,
    LANES,
    LINES,
    NAMES,
    SQUARES,
    STONES,
    State,
    coin_goal,
    find_slide,
    get_coins,
    is_last_solo_turn,
    play,
    slide_target,
)

KINDS = {"o": Text("stone")}


def board(options: Options) -> Board:
    """Return the squares, row by row."""
    return Board(SQUARES, squares=True, labels=edge_labels(6, 6))


@cache
def stone(cell: int) -> Piece:
    return Piece(cell, "black", "plain", "o")


def pieces(s: State) -> list[Piece]:
    return [stone(cell) for cell in each(s.stones)]


def symmetries(options: Options) -> list[dict[str, str]]:
    """Return the rotations and reflections of the board."""
    return dihedral_symmetries(SQUARES)


def transform(s: State, to: Mapping[str, str]) -> State:
    """Return the state with every square moved to its image."""
    cells = [NAMES.index(to[square]) for square in NAMES]
    slide = -1 if s.slide < 0 else find_slide(cells[s.slide // 12], cells[slide_target(s.slide)])
    assert slide is not None  # images of rows and columns are rows and columns
    return s._replace(stones=permute(s.stones, cells), slide=slide)


# Texts beside the board

NO_SLIDE = Text("no stone can slide any more")


def prompt(s: State) -> Text:
    """Return what the player has to do."""
    if s.opening:
        if s.opening == 2:
            return Text("place two stones anywhere")
        return Text("place one more stone anywhere")
    if s.slide < 0:
        return Text("slide a stone")
    if is_last_solo_turn(s):
        return Text("place the last stone anywhere")
    return Text("place a stone in the same row or column")


def info(s: State) -> Text:
    """Return the coins, or the stones that are left in a solo game."""
    left = STONES - count(s.stones)
    if s.players == 1:
        return Plural("{n} stone to go", "{n} stones to go", left)
    coins = ":".join(str(get_coins(s, player)) for player in range(s.players))
    return Text("Coins {coins}", coins=coins)


def counts(s: State) -> list[Count]:
    """Return the coins of all players, except in a solo game, and the stones in supply."""
    coins = [get_coins(s, player) for player in range(s.players)]
    won = [Count(i, Plural("coin", "coins", n), "yellow", "ring", n) for i, n in enumerate(coins)]
    left = STONES - count(s.stones)
    what = Plural("stone in supply", "stones in supply", left)
    supply = Count(None, what, "black", "plain", left)
    return [supply] if s.players == 1 else [*won, supply]


def line_name(line: int) -> Text:
    """Return `row 3`, `column c`, or a long diagonal by its ends."""
    if line < 6:
        return Text("row {line}", line=line + 1)
    if line < LANES:
        return Text("column {column}", column="abcdef"[line - 6])
    ends = ("a1–f6", "f1–a6")[line - LANES]
    return Text("diagonal {ends}", ends=ends)


def effects(s: State, action: int) -> Effects:
    """Return the lines that a placement completes, and the stones that leave the board.

    The new stone leaves with them.
    """
    if action < FIRST_PLACEMENT:
        return Effects()
    stones = s.stones | bit(action - FIRST_PLACEMENT)
    full = [i for i, line in enumerate(LINES) if stones & line == line]
    if not full:
        return Effects()
    lines = tuple(tuple(each(LINES[i])) for i in full)
    removed = sorted({cell for line in lines for cell in line})
    which = join_with_and([line_name(i) for i in full])
    spoken = Text("fills {which}", which=which)
    if s.players > 1:
        won = get_coins(play(s, action), s.turn) - get_coins(s, s.turn)
        spoken = Plural("fills {which}: one coin", "fills {which}: {n} coins", won, which=which)
    return Effects(tuple(map(stone, removed)), lines, spoken, "◎" * len(full))


def ending(s: State, outcome: int, last: Action | None) -> Ending:
    """Return the ending: coins decide; in a solo game, a full line or no legal slide."""
    if s.players == 1:
        return solo_ending(s, outcome)
    coins, mover = [get_coins(s, player) for player in range(s.players)], (s.turn - 1) % s.players
    score = " : ".join(map(str, coins))
    if coins[mover] >= coin_goal(s.players):
        has = Text(
            "{player} has {coins} coins ({score})",
            you="You have {coins} coins ({score})",
            player=PlayerName(mover),
            coins=coins[mover],
            score=score,
        )
        return Ending(mover, has)
    if outcome == DRAW:
        most = join_with_and([PlayerName(i) for i in range(s.players) if coins[i] == max(coins)])
        reason = Text(
            "{no_slide}, and {most} have the same number of coins ({score})",
            no_slide=NO_SLIDE,
            most=most,
            score=score,
        )
        return Ending(None, reason, tuple(each(s.stones)))
    reason = Text(
        "{no_slide}, and {player} has the most coins ({score})",
        you="{no_slide}, and you have the most coins ({score})",
        no_slide=NO_SLIDE,
        player=PlayerName(outcome),
        score=score,
    )
    return Ending(outcome, reason, tuple(each(s.stones)))


def solo_ending(s: State, outcome: int) -> Ending:
    """Return the ending of a solo game."""
    if s.coins:
        return Ending(None, Text("a line is full"))
    if outcome == LOST:
        reason: Text = Plural(
            "{no_slide} ({n} stone placed)",
            "{no_slide} ({n} stones placed)",
            count(s.stones),
            no_slide=NO_SLIDE,
        )
        return Ending(None, reason, tuple(each(s.stones)))
    reason = Text("all thirty stones are on the board, and no line is full")
    return Ending(outcome, reason, tuple(each(s.stones)))
