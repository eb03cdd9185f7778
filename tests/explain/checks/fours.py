"""Check the claims of reasons in vier3d and chain_reaxis."""

import re
from itertools import product

from steinreich import Position
from tests.explain.checks.any_game import (
    RIVAL,
    Situation,
    check,
    letters,
    names,
    parse_number,
    wins,
)


def lines_of_four(position: Position) -> list[list[str]]:
    """Return the cells of all straight lines of four in vier3d and chain_reaxis."""
    if position.game.name == "vier3d":
        places = {
            f"{'abcd'[x]}{y + 1}.{z + 1}": (x, y, z) for x, y, z in product(range(4), repeat=3)
        }
        steps = set(product((-1, 0, 1), repeat=3)) - {(0, 0, 0)}
    else:
        places = {cell.name: (int(cell.x), int(cell.y), 0) for cell in position.game.board.cells}
        steps = {(1, 0, 0), (0, 1, 0)}
        if position.game.options["diagonals"] == "on":
            steps |= {(1, 1, 0), (1, -1, 0)}
    at = {place: name for name, place in places.items()}
    runs = (
        [at.get((x + i * dx, y + i * dy, z + i * dz), "") for i in range(4)]
        for x, y, z in places.values()
        for dx, dy, dz in steps
    )
    return [list(line) for line in {tuple(sorted(run)) for run in runs if all(run)}]


def lacks(position: Position, player: int, cell: str) -> bool:
    """Return whether only this empty cell is missing for a player's four."""
    own = ("rby" if position.game.name == "vier3d" else "ox")[player]
    on = letters(position)
    return cell not in on and any(
        cell in line and all(on.get(other) == own for other in line if other != cell)
        for line in lines_of_four(position)
    )


def open_lines(x: Situation, cell: str) -> int:
    """Return the lines through a cell without pieces of other colours."""
    on = letters(x.after)
    lines = [line for line in lines_of_four(x.after) if cell in line]
    return sum({on.get(other, on[cell]) for other in line} == {on[cell]} for line in lines)


def new_cells(x: Situation) -> list[str]:
    """Return the cells that were empty before."""
    return [cell for cell in letters(x.after) if cell not in letters(x.before)]


# Four in a Row 3D


@check(r"blocks (the opponent|Red|Blue|Yellow)'s four on (.*)")
def blocking(x: Situation, m: re.Match[str]) -> bool:
    players = [player.within("en") for player in x.before.game.about.players]
    owner = 1 - x.mover if m[1] == "the opponent" else players.index(m[1])
    return lacks(x.before, owner, m[2]) and new_cells(x) == [m[2]] and owner != x.mover


@check(rf"lets {RIVAL} reach (..)\.(\d) and complete a four there")
def lifting(x: Situation, m: re.Match[str]) -> bool:
    return wins(x.after, m[1]) and new_cells(x) == [f"{m[1]}.{int(m[2]) - 1}"]


def fours(position: Position, player: int) -> int:
    """The fours that count so far."""
    return int(re.findall(r"\d+", position.info.within("en"))[player])


@check(r"completes (a|\w+) fours?")
def completing(x: Situation, m: re.Match[str]) -> bool:
    return fours(x.after, x.mover) - fours(x.before, x.mover) == parse_number(m[1])


@check(rf"lets {RIVAL} complete a four directly above, on (..)\.\d")
def lifting_to_count(x: Situation, m: re.Match[str]) -> bool:
    rival = x.after.player
    return fours(x.after.play(m[1]), rival) > fours(x.after, rival)


@check(r"denies the opponent rod (..): directly above, on (.*), it would allow a four")
def forbidding(x: Situation, m: re.Match[str]) -> bool:
    reply = x.after.play(m[1])
    return wins(reply, m[1]) and m[2] in letters(reply.play(m[1]))


@check(r"(?:prepares|threatens) a four on (.*)")
def preparing(x: Situation, m: re.Match[str]) -> bool:
    return all(
        lacks(x.after, x.mover, cell) and not lacks(x.before, x.mover, cell) for cell in names(m[1])
    )


@check(r"lies on (\w+) open lines?")
def standing(x: Situation, m: re.Match[str]) -> bool:
    return open_lines(x, new_cells(x)[0]) == parse_number(m[1])


@check(r"can no longer be part of a four")
def useless(x: Situation, m: re.Match[str]) -> bool:
    return open_lines(x, new_cells(x)[0]) == 0


# Chain Reaxis


@check(r"encloses the tile, so that the opponent may place a tile anywhere")
def enclosing(x: Situation, m: re.Match[str]) -> bool:
    tile = {x.name[:2], x.name[2:]}
    reach = 1 if x.after.game.options["contact"] == "edge" else 2

    def touches(a: str, b: str) -> bool:
        across, up = abs(ord(a[0]) - ord(b[0])), abs(int(a[1]) - int(b[1]))
        return max(across, up) == 1 and across + up <= reach

    replies = [(name[:2], name[2:]) for name in x.after.legal_moves()]
    return not any(touches(half, other) for r in replies for half in r for other in tile)


@check(r"lines up three (blank|perforated) halves; (.*) would complete the four")
def three(x: Situation, m: re.Match[str]) -> bool:
    owner = int(m[1] == "perforated")
    cells = [cell.name for cell in x.after.game.board.cells]
    new = [c for c in cells if lacks(x.after, owner, c) and not lacks(x.before, owner, c)]
    return new == names(m[2])


@check(r"occupies (..), which the opponent needed for a four")
def closing(x: Situation, m: re.Match[str]) -> bool:
    return lacks(x.before, 1 - x.mover, m[1]) and m[1] in new_cells(x)


@check(r"puts its half into (\w+) open lines?")
def laying(x: Situation, m: re.Match[str]) -> bool:
    return open_lines(x, x.name[2:] if x.mover else x.name[:2]) == parse_number(m[1])
