"""Themes of puzzles are true according to the slow references."""

import re
from collections.abc import Callable

import pytest

from steinreich.puzzles.puzzle import Puzzle
from tests.puzzles.reference_puzzle import ReferencePuzzle
from tests.puzzles.test_shipped import ALL, ALL_THEMES, RARE

CHECKED = 5  # puzzles of each theme


def is_free(slow: ReferencePuzzle, p: object) -> bool:
    """Return whether a tile may be placed in Chain Reaxis without touching the last one."""
    rules = slow.rules
    tiles = map(rules._tile, rules.legal(p))
    return any(not rules._touches_last(p, tile) for tile in tiles)


def shown(slow: ReferencePuzzle) -> set[str]:
    """Return the kinds that the loser still shows at the end of TZAAR."""
    board = slow.rules.to_text(slow.main_line()[-1]).split()[0]
    return {
        letter.upper()
        for letter in re.findall("[a-zA-Z]", board)
        if letter.islower() == (slow.solver == 0)
    }


def lacks(kind: str) -> Callable[[ReferencePuzzle], bool]:
    return lambda slow: kind not in shown(slow)


def owned(slow: ReferencePuzzle, seat: int) -> set[str]:
    """Return the points of a player's stones at the end of Inner Square."""
    end = slow.main_line()[-1]
    board = slow.rules.to_text(end).split()[0]
    rows = [re.sub(r"\d", lambda n: "." * int(n[0]), row) for row in board.split("/")]
    return {
        f"{'abcdefg'[x]}{7 - y}"
        for y, row in enumerate(rows)
        for x, letter in enumerate(row)
        if letter == "ry"[seat]
    }


CORNERS = {"c3", "e3", "c5", "e5"}
HOLDS: dict[str, Callable[[ReferencePuzzle], bool]] = {
    "solo": lambda slow: "players=1" in slow.puzzle.game,
    "parry": lambda slow: slow.puzzle.goal != "win" and slow.puzzle.turns == 1,
    "foresee": lambda slow: slow.puzzle.goal != "win" and slow.puzzle.turns > 1,
    "finish": lambda slow: slow.puzzle.goal == "win" and slow.puzzle.turns == 1,
    "quiet": lambda slow: losing_replies(slow) <= 0.5,
    "chain": lambda slow: losing_replies(slow) > 0.5 and len(last_ways(slow)) == 1,
    "fork": lambda slow: losing_replies(slow) > 0.5 and len(last_ways(slow)) > 1,
    "enclose": lambda slow: any(is_free(slow, p) for p in slow.main_line()[1:-1]),
    "last_tzaar": lacks("Z"),
    "last_tzarra": lacks("R"),
    "last_tott": lacks("T"),
    "no_capture": lambda slow: shown(slow) == set("ZRT"),
    "corners": lambda slow: owned(slow, slow.solver) >= CORNERS,
    "few_stones": lambda slow: len(owned(slow, 1 - slow.solver)) <= 4,
    "no_move": lambda slow: (
        len(owned(slow, 1 - slow.solver)) > 4 and not owned(slow, slow.solver) >= CORNERS
    ),
}


def losing_replies(slow: ReferencePuzzle) -> float:
    """Return the share of replies to the first turn after which the solver wins in one turn."""
    p = next(p for p in slow.main_line() if slow.rules.player(p) != slow.solver)
    replies = [slow.rules.play(p, name) for name in slow.rules.legal(p)]
    lost = [
        slow.wins(reply, slow.solver, 1 + (slow.rules.player(reply) != slow.solver))
        for reply in replies
    ]
    return sum(lost) / len(lost)


def last_ways(slow: ReferencePuzzle) -> set[str]:
    """Return the possible last turns of the solver against the replies of the main line."""
    line = slow.main_line()
    movers = [slow.rules.player(p) for p in line[:-1]]
    begins = max(i for i, mover in enumerate(movers) if i == 0 or movers[i - 1] != mover)
    main = slow.puzzle.lines[0][:begins]
    ends = set()
    for names in slow.puzzle.lines:
        if names[:begins] == main:
            p = line[begins]
            for name in names[begins:]:
                p = slow.rules.play(p, name)
            ends.add(slow.rules.to_text(p))
    return ends


def is_cheap(puzzle: Puzzle) -> bool:
    """Return whether a slow reference can visit all replies in time."""
    tactical = puzzle.theme in ("quiet", "fork", "chain")
    return not tactical or puzzle.game in ("vier3d", "chain_reaxis")


@pytest.mark.parametrize("theme", ALL_THEMES)
def test_themes_match_their_definition(theme: str) -> None:
    puzzles = [puzzle for puzzle in ALL if puzzle.theme == theme and is_cheap(puzzle)]
    assert puzzles or theme in RARE, f"no puzzle is about {theme}"
    for puzzle in puzzles[:: max(1, len(puzzles) // CHECKED)][:CHECKED]:
        assert HOLDS[theme](ReferencePuzzle(puzzle)), puzzle


def test_free_tile_is_always_noticed() -> None:
    wins = [puzzle for puzzle in ALL if puzzle.game == "chain_reaxis" and puzzle.goal == "win"]
    for puzzle in wins[:: max(1, len(wins) // 20)]:
        assert HOLDS["enclose"](ReferencePuzzle(puzzle)) == (puzzle.theme == "enclose"), puzzle
