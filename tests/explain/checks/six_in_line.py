"""Check the claims of reasons in Six in Line."""

import re
from collections.abc import Iterator

from steinreich import Position
from tests.explain.checks.any_game import (
    RIVAL,
    Situation,
    check,
    parse_number,
    play_turn,
    split_names,
)

LINES = r"(a line|\w+ lines)"
COLUMNS = "abcdef"
ALL_LINES = (
    *(f"row {row}" for row in "123456"),
    *(f"column {column}" for column in COLUMNS),
    "diagonal a1-f6",
    "diagonal f1-a6",
)


def get_coins(position: Position, player: int) -> int:
    return int(str(position).split(" ")[2].split("-")[player])


def count_filled_lines(position: Position, turn: str) -> int:
    """Return how many lines the player to move fills with a turn or the rest of one."""
    before, _, placed = turn.rpartition("+")
    return len(find_filled_lines(play_turn(position, before), placed))


def find_filled_lines(position: Position, placed: str) -> list[str]:
    """Return the lines that a stone on this square fills."""
    cells = position.game.board.cells
    on = {cells[piece.cell].name for piece in position.pieces()} | {placed}
    return [line for line in ALL_LINES if get_line_squares(line) <= on]


def generate_turns(position: Position) -> Iterator[str]:
    """Yield all turns, or all rests of the current turn."""
    for name in position.legal_moves():
        after = position.play(name)
        if not after.is_over and not after.starts_turn:
            yield from (name + rest for rest in generate_turns(after))
        else:
            yield name


def can_fill(position: Position) -> bool:
    """Return whether the player to move can fill a line in this turn."""
    return not position.is_over and any(
        count_filled_lines(position, turn) for turn in generate_turns(position)
    )


def get_line_squares(line: str) -> set[str]:
    """Return the squares of `row 3`, `column b` or `diagonal a1-f6`."""
    kind, which = line.split()
    if kind == "row":
        return {column + which for column in COLUMNS}
    if kind == "column":
        return {which + row for row in "123456"}
    falling = which.startswith("f")
    return {column + str(6 - i if falling else 1 + i) for i, column in enumerate(COLUMNS)}


@check(rf"makes (.*) possible, which fills {LINES}")
def makes_fill_possible(x: Situation, m: re.Match[str]) -> bool:
    lines = count_filled_lines(x.after, m[1])
    best = max(count_filled_lines(x.after, turn) for turn in generate_turns(x.after))
    return lines == best == parse_number(m[2].split()[0])


@check(r"fills (.*) for (?:a coin|(\w+) coins)")
def fills_lines(x: Situation, m: re.Match[str]) -> bool:
    earned = get_coins(x.after, x.mover) - get_coins(x.before, x.mover)
    claimed = 1 if m[2] is None else parse_number(m[2])
    return earned == claimed and set(split_names(m[1])) == set(
        find_filled_lines(x.before, x.name[1:])
    )


@check(rf"lets {RIVAL} fill {LINES} with (.*)")
def lets_opponent_fill(x: Situation, m: re.Match[str]) -> bool:
    best = max(count_filled_lines(x.after, turn) for turn in generate_turns(x.after))
    return count_filled_lines(x.after, m[2]) == best == parse_number(m[1].split()[0])


@check(rf"lets {RIVAL} fill a line, wherever the stone is placed")
def lets_opponent_fill_after_any_placement(x: Situation, m: re.Match[str]) -> bool:
    return all(can_fill(x.after.play(name)) for name in x.after.legal_moves())


@check(rf"leaves {RIVAL} no line to fill")
def leaves_no_line_to_fill(x: Situation, m: re.Match[str]) -> bool:
    return not can_fill(x.after) and x.after.player != x.mover


@check(rf"leaves {RIVAL} no line to fill, wherever the stone is placed")
def leaves_no_line_after_any_placement(x: Situation, m: re.Match[str]) -> bool:
    return not any(can_fill(x.after.play(name)) for name in x.after.legal_moves())


@check(rf"leaves {RIVAL} no line to fill, if followed by (.*)")
def leaves_no_line_after_placement(x: Situation, m: re.Match[str]) -> bool:
    safe_ones = {name for name in x.after.legal_moves() if not can_fill(x.after.play(name))}
    return safe_ones == set(split_names(m[1]))


@check(
    r"leaves an (even|odd) number of stones \((\d+)\) and no line to fill: "
    r"(good|poor) by the parity rule of thumb"
)
def follows_parity_rule(x: Situation, m: re.Match[str]) -> bool:
    stones = len(x.after.pieces())
    even = stones % 2 == 0
    level = get_coins(x.after, 0) == get_coins(x.after, 1)
    is_parity_right = (m[1] == "even") == (m[3] == "good") == even and int(m[2]) == stones
    return is_parity_right and level and not can_fill(x.after) and x.after.game.players == 2


@check(r"fills no line, with (\w+) stones? to go")
def fills_no_line(x: Situation, m: re.Match[str]) -> bool:
    return len(x.after.pieces()) + parse_number(m[1]) == 30 and len(
        x.before.pieces()
    ) + 1 == 30 - parse_number(m[1])


@check(r"does not lose if followed by (.*)")
def does_not_lose_after_placement(x: Situation, m: re.Match[str]) -> bool:
    good = {n for n in x.after.legal_moves() if x.after.play(n).returns != (-1,)}
    return good == set(split_names(m[1]))


@check(r"does not lose, wherever the stone is placed")
def does_not_lose_after_any_placement(x: Situation, m: re.Match[str]) -> bool:
    return all(x.after.play(name).returns != (-1,) for name in x.after.legal_moves())


@check(r"loses wherever the stone is placed")
def loses_after_any_placement(x: Situation, m: re.Match[str]) -> bool:
    return all(x.after.play(name).returns == (-1,) for name in x.after.legal_moves())
