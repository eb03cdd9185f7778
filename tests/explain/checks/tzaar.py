"""Check the claims of reasons in TZAAR."""

import re

from steinreich import Position
from tests.explain.checks.any_game import Situation, check, get_letters, parse_number

KINDS = {"Tzaar": "Z", "Tzarra": "R", "Tott": "T"}
KIND = r"(Tzaar|Tzarra|Tott)"
PIECE = r"(?:a stack of (?P<tall>\w+) with )?a (?P<kind>Tzaar|Tzarra|Tott)(?: on top)?"


def get_heights(position: Position) -> dict[str, int]:
    cells = position.game.board.cells
    return {cells[piece.cell].name: piece.height for piece in position.pieces()}


def count_visible(position: Position, player: int, kind: str) -> int:
    """Return how many stacks of a player show a kind."""
    letter = KINDS[kind] if player == 0 else KINDS[kind].lower()
    return list(get_letters(position).values()).count(letter)


def is_piece(position: Position, point: str, m: re.Match[str]) -> bool:
    """Return whether the described piece or stack stands on a point."""
    tall = parse_number(m["tall"]) if m["tall"] else 1
    return get_heights(position)[point] == tall and (
        get_letters(position)[point].upper() == KINDS[m["kind"]]
    )


@check(rf"captures {PIECE}(?:, leaving the opponent only (?P<left>\w+) \w+)?")
def captures_piece(x: Situation, m: re.Match[str]) -> bool:
    left = count_visible(x.after, 1 - x.mover, m["kind"])
    few = parse_number(m["left"]) == left if m["left"] else left > 3
    return is_piece(x.before, x.name[3:], m) and few and x.name[2] == "x"


@check(rf"builds {PIECE}(?P<taller>, taller than any enemy)?")
def builds_stack(x: Situation, m: re.Match[str]) -> bool:
    point, on = x.name[3:], get_letters(x.after)
    enemies = [n for cell, n in get_heights(x.after).items() if on[cell].isupper() == bool(x.mover)]
    taller = get_heights(x.after)[point] > max(enemies)
    return is_piece(x.after, point, m) and taller == bool(m["taller"])


@check(rf"covers a {KIND}, leaving only (\w+) \w+ in sight")
def covers_piece(x: Situation, m: re.Match[str]) -> bool:
    covered = get_letters(x.before)[x.name[3:]].upper() == KINDS[m[1]]
    return covered and count_visible(x.after, x.mover, m[1]) == parse_number(m[2])


@check(rf"threatens the opponent's last (two )?{KIND}s?")
def threatens_last_pieces(x: Situation, m: re.Match[str]) -> bool:
    left = 2 if m[1] else 1
    turned = Position(x.after.game, x.after.state._replace(turn=x.mover, phase=1))
    return count_visible(x.after, 1 - x.mover, m[2]) == left and can_remove(
        turned, KINDS[m[2]], left
    )


def can_remove(position: Position, kind: str, left: int) -> bool:
    """Return whether a number of captures can remove a kind."""
    on = get_letters(position)
    moves = [move for move in position.legal_moves() if move[2] == "x"]
    captures = [move for move in moves if on[move[3:]].upper() == kind]
    return any(left == 1 or can_remove(position.play(move), kind, left - 1) for move in captures)


@check(r"lets the opponent capture the stack of (\w+) on (..) with (.*)")
def exposes_stack(x: Situation, m: re.Match[str]) -> bool:
    tall = [get_heights(x.after)[move[3:]] for move in x.after.legal_moves()]
    right = m[3] in x.after.legal_moves() and m[3][3:] == m[2]
    return right and get_heights(x.after)[m[2]] == parse_number(m[1]) == max(tall)


@check("gives up the second move")
def passes_second_move(x: Situation, m: re.Match[str]) -> bool:
    return x.name == "pass"


@check(rf"places a {KIND}, keeping (\w+) in hand")
def places_piece(x: Situation, m: re.Match[str]) -> bool:
    supply = {"Tzaar": 6, "Tzarra": 9, "Tott": 15}[m[1]]
    return x.name[0] == KINDS[m[1]] and supply - count_visible(
        x.after, x.mover, m[1]
    ) == parse_number(m[2])


@check(rf"places the last {KIND}")
def places_last_of_kind(x: Situation, m: re.Match[str]) -> bool:
    supply = {"Tzaar": 6, "Tzarra": 9, "Tott": 15}[m[1]]
    return x.name[0] == KINDS[m[1]] and count_visible(x.after, x.mover, m[1]) == supply
