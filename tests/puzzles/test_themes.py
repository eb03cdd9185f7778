"""What a theme says of a puzzle is true by the slow references, too."""

import re
from collections.abc import Callable

import pytest

from steinreich.puzzles.puzzle import Puzzle
from steinreich.puzzles.themes import THEMES
from tests.puzzles.slow import Slow
from tests.puzzles.test_shipped import ALL, RARE

CHECKED = 5  # puzzles of each theme


def is_free(slow: Slow, p: object) -> bool:
    """Chain Reaxis: whether a tile may be laid that does not touch the last one."""
    rules = slow.rules
    tiles = map(rules._tile, rules.legal(p))
    return any(not rules._touches_last(p, tile) for tile in tiles)


def shown(slow: Slow) -> set[str]:
    """TZAAR: the kinds that the loser still shows at the end."""
    board = slow.rules.to_text(slow.main_line()[-1]).split()[0]
    return {
        letter.upper()
        for letter in re.findall("[a-zA-Z]", board)
        if letter.islower() == (slow.solver == 0)
    }


def lacks(kind: str) -> Callable[[Slow], bool]:
    return lambda slow: kind not in shown(slow)


def owned(slow: Slow, seat: int) -> set[str]:
    """Inner Square: the points on which a player's stones stand at the end."""
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
HOLDS: dict[str, Callable[[Slow], bool]] = {
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


def losing_replies(slow: Slow) -> float:
    """The part of the replies to the first turn after which the solver wins in one turn."""
    p = next(p for p in slow.main_line() if slow.rules.player(p) != slow.solver)
    replies = [slow.rules.play(p, name) for name in slow.rules.legal(p)]
    lost = [
        slow.wins(reply, slow.solver, 1 + (slow.rules.player(reply) != slow.solver))
        for reply in replies
    ]
    return sum(lost) / len(lost)


def last_ways(slow: Slow) -> set[str]:
    """How the solver's last turn may end against the main line's replies."""
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
    """Whether a slow reference can look at all replies in time."""
    tactical = puzzle.theme in ("quiet", "fork", "chain")
    return not tactical or puzzle.game in ("vier3d", "chain_reaxis")


@pytest.mark.parametrize("theme", THEMES)
def test_themes_are_as_defined(theme: str) -> None:
    puzzles = [puzzle for puzzle in ALL if puzzle.theme == theme and is_cheap(puzzle)]
    assert puzzles or theme in RARE, f"no puzzle is about {theme}"
    for puzzle in puzzles[:: max(1, len(puzzles) // CHECKED)][:CHECKED]:
        assert HOLDS[theme](Slow(puzzle)), puzzle


def test_a_free_tile_is_never_overlooked() -> None:
    wins = [puzzle for puzzle in ALL if puzzle.game == "chain_reaxis" and puzzle.goal == "win"]
    for puzzle in wins[:: max(1, len(wins) // 20)]:
        assert HOLDS["enclose"](Slow(puzzle)) == (puzzle.theme == "enclose"), puzzle
