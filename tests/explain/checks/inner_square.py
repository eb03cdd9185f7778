"""Check the claims of reasons in Inner Square."""

import re

from steinreich import Position
from tests.explain.checks.any_game import Situation, check, get_letters, split_names

ORDINALS = ["first", "second", "third", "fourth"]
STONES = r"(?:the stone on (\w+)|\w+ stones \((.*?)\))"


def find_stones(position: Position, colour: str) -> set[str]:
    return {cell for cell, letter in get_letters(position).items() if letter == colour}


def find_captures(position: Position, move: str) -> set[str]:
    """Return the enemies that a move captures, or would capture if it were this side's turn."""
    if get_letters(position)[move[:2]] != "ry"[position.player]:
        position = Position(position.game, position.state._replace(turn=1 - position.player))
    enemy = "yr"[position.player]
    return find_stones(position, enemy) - find_stones(position.play(move), enemy)


@check(f"takes {STONES}")
def takes_stones(x: Situation, m: re.Match[str]) -> bool:
    return find_captures(x.before, x.name) == set(split_names(m[1] or m[2]))


@check(f"(?:lets the opponent|threatens to) take {STONES} with (.*)")
def allows_capture(x: Situation, m: re.Match[str]) -> bool:
    threat = m[0].startswith("threatens")
    by_mover = get_letters(x.after)[m[3][:2]] == "ry"[x.mover]
    return find_captures(x.after, m[3]) == set(split_names(m[1] or m[2])) and threat == by_mover


@check("leaves the opponent nothing to take")
def allows_no_capture(x: Situation, m: re.Match[str]) -> bool:
    return not any(find_captures(x.after, move) for move in x.after.legal_moves())


def held_corners(position: Position, player: int) -> set[str]:
    """Return the inner corners that a player holds."""
    board = position.game.board
    corners = {board.cells[cell].name for cell in board.marked}
    return corners & find_stones(position, "ry"[player])


@check(r"occupies the inner corner (..), the (\w+) of four")
def occupies_corner(x: Situation, m: re.Match[str]) -> bool:
    held = held_corners(x.after, x.mover)
    return held - held_corners(x.before, x.mover) == {m[1]} and len(held) == 1 + ORDINALS.index(
        m[2]
    )


@check(r"gives up the inner corner (..)")
def gives_up_corner(x: Situation, m: re.Match[str]) -> bool:
    return held_corners(x.before, x.mover) - held_corners(x.after, x.mover) == {m[1]}


@check(
    r"is the hundredth move without a capture and (wins with more|loses with fewer) "
    r"(inner corners|stones), (\d+) to (\d+)"
)
def ends_after_quiet_moves(x: Situation, m: re.Match[str]) -> bool:
    sides = (x.mover, 1 - x.mover)
    corners = [len(held_corners(x.after, side)) for side in sides]
    stones = [len(find_stones(x.after, "ry"[side])) for side in sides]
    deciding = stones if corners[0] == corners[1] else corners
    names_criterion = m[2] == ("stones" if deciding is stones else "inner corners")
    won = m[1].startswith("wins") == (deciding[0] > deciding[1]) == (x.after.outcome == x.mover)
    return (
        names_criterion
        and won
        and deciding == [int(m[3]), int(m[4])]
        and str(x.after).endswith(" 100")
    )


@check(r"keeps the opponent from (..), the fourth inner corner")
def defends_corner(x: Situation, m: re.Match[str]) -> bool:
    held = held_corners(x.before, 1 - x.mover)
    replies = [x.after.play(move) for move in x.after.legal_moves()]
    lost = [reply for reply in replies if len(held_corners(reply, 1 - x.mover)) == 4]
    return len(held) == 3 and m[1] not in held and not lost
