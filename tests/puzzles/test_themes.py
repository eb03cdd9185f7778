"""Themes of puzzles, checked with the slow reference rules."""

import re
from collections.abc import Callable

import pytest

from steinreich.puzzles.puzzle import Puzzle
from tests.puzzles.reference_puzzle import ReferencePuzzle
from tests.puzzles.test_built_in_puzzles import ALL_PUZZLES, ALL_THEMES, OPTIONAL_THEMES

MAX_CHECKED = 5  # puzzles of each theme


def is_contact_optional(slow: ReferencePuzzle, p: object) -> bool:
    """Return whether a tile may be placed in Chain Reaxis without touching the last one."""
    rules = slow.rules
    tiles = map(rules._tile, rules.legal(p))
    return any(not rules._touches_last(p, tile) for tile in tiles)


def visible_kinds(slow: ReferencePuzzle) -> set[str]:
    """Return the kinds of pieces that the loser still shows at the end of a game of TZAAR."""
    board = slow.rules.to_text(slow.main_line_positions()[-1]).split()[0]
    return {
        letter.upper()
        for letter in re.findall("[a-zA-Z]", board)
        if letter.islower() == (slow.solver == 0)
    }


def make_lacks(kind: str) -> Callable[[ReferencePuzzle], bool]:
    """Return a check whether the loser shows no piece of a kind."""
    return lambda slow: kind not in visible_kinds(slow)


def find_stones(slow: ReferencePuzzle, seat: int) -> set[str]:
    """Return the points of a player's stones at the end of a game of Inner Square."""
    end = slow.main_line_positions()[-1]
    board = slow.rules.to_text(end).split()[0]
    rows = [re.sub(r"\d", lambda n: "." * int(n[0]), row) for row in board.split("/")]
    return {
        f"{'abcdefg'[x]}{7 - y}"
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
        if letter == "ry"[seat]
    }


CORNERS = {"c3", "e3", "c5", "e5"}
THEME_CHECKS: dict[str, Callable[[ReferencePuzzle], bool]] = {
    "solo": lambda slow: "players=1" in slow.puzzle.game,
    "parry": lambda slow: slow.puzzle.goal != "win" and slow.puzzle.turns == 1,
    "foresee": lambda slow: slow.puzzle.goal != "win" and slow.puzzle.turns > 1,
    "finish": lambda slow: slow.puzzle.goal == "win" and slow.puzzle.turns == 1,
    "quiet": lambda slow: losing_reply_share(slow) <= 0.5,
    "chain": lambda slow: losing_reply_share(slow) > 0.5 and len(find_ends(slow)) == 1,
    "fork": lambda slow: losing_reply_share(slow) > 0.5 and len(find_ends(slow)) > 1,
    "enclose": lambda slow: any(
        is_contact_optional(slow, p) for p in slow.main_line_positions()[1:-1]
    ),
    "last_tzaar": make_lacks("Z"),
    "last_tzarra": make_lacks("R"),
    "last_tott": make_lacks("T"),
    "no_capture": lambda slow: visible_kinds(slow) == set("ZRT"),
    "corners": lambda slow: find_stones(slow, slow.solver) >= CORNERS,
    "few_stones": lambda slow: len(find_stones(slow, 1 - slow.solver)) <= 4,
    "no_move": lambda slow: (
        len(find_stones(slow, 1 - slow.solver)) > 4
        and not find_stones(slow, slow.solver) >= CORNERS
    ),
}


def losing_reply_share(slow: ReferencePuzzle) -> float:
    """Return the share of replies to the first turn after which the solver wins in one turn."""
    p = next(p for p in slow.main_line_positions() if slow.rules.player(p) != slow.solver)
    replies = [slow.rules.play(p, name) for name in slow.rules.legal(p)]
    lost = [
        slow.wins(reply, slow.solver, 1 + (slow.rules.player(reply) != slow.solver))
        for reply in replies
    ]
    return sum(lost) / len(lost)


def find_ends(slow: ReferencePuzzle) -> set[str]:
    """Return the positions after all right last turns of the solver, as position strings.

    The opponent's replies are those of the main line.
    """
    line = slow.main_line_positions()
    movers = [slow.rules.player(p) for p in line[:-1]]
    start = max(i for i, mover in enumerate(movers) if i == 0 or movers[i - 1] != mover)
    beginning = slow.puzzle.lines[0][:start]
    ends = set()
    for names in slow.puzzle.lines:
        if names[:start] == beginning:
            p = line[start]
            for name in names[start:]:
                p = slow.rules.play(p, name)
            ends.add(slow.rules.to_text(p))
    return ends


def is_cheap(puzzle: Puzzle) -> bool:
    """Return whether the slow reference rules can check the theme in time."""
    needs_search = puzzle.theme in ("quiet", "fork", "chain")
    return not needs_search or puzzle.game in ("vier3d", "chain_reaxis")


@pytest.mark.parametrize("theme", ALL_THEMES)
def test_themes_match_their_definition(theme: str) -> None:
    puzzles = [puzzle for puzzle in ALL_PUZZLES if puzzle.theme == theme and is_cheap(puzzle)]
    assert puzzles or theme in OPTIONAL_THEMES, f"no puzzle is about {theme}"
    for puzzle in puzzles[:: max(1, len(puzzles) // MAX_CHECKED)][:MAX_CHECKED]:
        assert THEME_CHECKS[theme](ReferencePuzzle(puzzle)), puzzle


def test_theme_enclose_includes_every_win_with_an_enclosed_tile() -> None:
    wins = [
        puzzle for puzzle in ALL_PUZZLES if puzzle.game == "chain_reaxis" and puzzle.goal == "win"
    ]
    for puzzle in wins[:: max(1, len(wins) // 20)]:
        assert THEME_CHECKS["enclose"](ReferencePuzzle(puzzle)) == (puzzle.theme == "enclose"), (
            puzzle
        )
