"""Check the claims of reasons in vier3d and chain_reaxis."""

import re
from itertools import product

from steinreich import Position
from tests.explain.checks.any_game import (
    RIVAL,
    Situation,
    check,
    get_letters,
    parse_number,
    split_names,
    wins,
)


def lines_of_four(position: Position) -> list[list[str]]:
    """Return the cells of all straight lines of four in vier3d and chain_reaxis."""
    if position.game.name == "vier3d":
        points = {
            f"{'abcd'[x]}{y + 1}.{z + 1}": (x, y, z) for x, y, z in product(range(4), repeat=3)
        }
        steps = set(product((-1, 0, 1), repeat=3)) - {(0, 0, 0)}
    else:
        points = {cell.name: (int(cell.x), int(cell.y), 0) for cell in position.game.board.cells}
        steps = {(1, 0, 0), (0, 1, 0)}
        if position.game.options["diagonals"] == "on":
            steps |= {(1, 1, 0), (1, -1, 0)}
    names = {point: name for name, point in points.items()}
    runs = (
        [names.get((x + i * dx, y + i * dy, z + i * dz), "") for i in range(4)]
        for x, y, z in points.values()
        for dx, dy, dz in steps
    )
    return [list(line) for line in {tuple(sorted(run)) for run in runs if all(run)}]


def completes_four(position: Position, player: int, cell: str) -> bool:
    """Return whether a piece of a player on this empty cell would complete a four."""
    own = ("rby" if position.game.name == "vier3d" else "ox")[player]
    by_cell = get_letters(position)
    return cell not in by_cell and any(
        cell in line and all(by_cell.get(other) == own for other in line if other != cell)
        for line in lines_of_four(position)
    )


def count_open_lines(x: Situation, cell: str) -> int:
    """Return the number of lines through a cell without pieces of other colours."""
    by_cell = get_letters(x.after)
    lines = [line for line in lines_of_four(x.after) if cell in line]
    return sum(
        {by_cell.get(other, by_cell[cell]) for other in line} == {by_cell[cell]} for line in lines
    )


def new_cells(x: Situation) -> list[str]:
    """Return the cells that were empty before."""
    return [cell for cell in get_letters(x.after) if cell not in get_letters(x.before)]


# Four in a Row 3D


@check(r"blocks (the opponent|Red|Blue|Yellow)'s four on (.*)")
def blocks_four(x: Situation, m: re.Match[str]) -> bool:
    players = [player.in_language("en") for player in x.before.game.about.players]
    owner = 1 - x.mover if m[1] == "the opponent" else players.index(m[1])
    return completes_four(x.before, owner, m[2]) and new_cells(x) == [m[2]] and owner != x.mover


@check(rf"lets {RIVAL} reach (..)\.(\d) and complete a four there")
def lets_opponent_complete_four(x: Situation, m: re.Match[str]) -> bool:
    return wins(x.after, m[1]) and new_cells(x) == [f"{m[1]}.{int(m[2]) - 1}"]


def count_fours(position: Position, player: int) -> int:
    """Return the number of fours of a player, where most fours win."""
    return int(re.findall(r"\d+", position.info.in_language("en"))[player])


@check(r"completes (a|\w+) fours?")
def completes_fours(x: Situation, m: re.Match[str]) -> bool:
    return count_fours(x.after, x.mover) - count_fours(x.before, x.mover) == parse_number(m[1])


@check(rf"lets {RIVAL} complete a four directly above, on (..)\.\d")
def lets_opponent_score_four(x: Situation, m: re.Match[str]) -> bool:
    rival = x.after.player
    return count_fours(x.after.play(m[1]), rival) > count_fours(x.after, rival)


@check(r"denies the opponent rod (..): directly above, on (.*), it would allow a four")
def denies_rod(x: Situation, m: re.Match[str]) -> bool:
    reply = x.after.play(m[1])
    return wins(reply, m[1]) and m[2] in get_letters(reply.play(m[1]))


@check(r"(?:prepares|threatens) a four on (.*)")
def prepares_four(x: Situation, m: re.Match[str]) -> bool:
    return all(
        completes_four(x.after, x.mover, cell) and not completes_four(x.before, x.mover, cell)
        for cell in split_names(m[1])
    )


@check(r"lies on (\w+) open lines?")
def lies_on_open_lines(x: Situation, m: re.Match[str]) -> bool:
    return count_open_lines(x, new_cells(x)[0]) == parse_number(m[1])


@check(r"can no longer be part of a four")
def lies_on_no_open_line(x: Situation, m: re.Match[str]) -> bool:
    return count_open_lines(x, new_cells(x)[0]) == 0


# Chain Reaxis


@check(r"encloses the tile, so that the opponent may place a tile anywhere")
def encloses_tile(x: Situation, m: re.Match[str]) -> bool:
    tile = {x.name[:2], x.name[2:]}
    reach = 1 if x.after.game.options["contact"] == "edge" else 2

    def touches(a: str, b: str) -> bool:
        across, up = abs(ord(a[0]) - ord(b[0])), abs(int(a[1]) - int(b[1]))
        return max(across, up) == 1 and across + up <= reach

    replies = [(name[:2], name[2:]) for name in x.after.legal_moves()]
    return not any(touches(half, other) for reply in replies for half in reply for other in tile)


@check(r"lines up three (blank|perforated) halves; (.*) would complete the four")
def lines_up_three(x: Situation, m: re.Match[str]) -> bool:
    owner = int(m[1] == "perforated")
    cells = [cell.name for cell in x.after.game.board.cells]
    new = [
        c
        for c in cells
        if completes_four(x.after, owner, c) and not completes_four(x.before, owner, c)
    ]
    return new == split_names(m[2])


@check(r"occupies (..), which the opponent needed for a four")
def occupies_needed_square(x: Situation, m: re.Match[str]) -> bool:
    return completes_four(x.before, 1 - x.mover, m[1]) and m[1] in new_cells(x)


@check(r"puts its half into (\w+) open lines?")
def adds_half_to_open_lines(x: Situation, m: re.Match[str]) -> bool:
    return count_open_lines(x, x.name[2:] if x.mover else x.name[:2]) == parse_number(m[1])
