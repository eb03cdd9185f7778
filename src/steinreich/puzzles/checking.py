"""Whether puzzles are what they claim: everything is proven again."""

from functools import cache

from steinreich.core.game import load
from steinreich.players.knowledge import informed_compiler
from steinreich.puzzles.puzzle import Puzzle
from steinreich.puzzles.refutation import refutations_of
from steinreich.puzzles.solution import NoPuzzle, Proof
from steinreich.puzzles.themes import theme_of
from steinreich.rules.errors import SteinreichError
from steinreich.search.forced.searcher import ForcedWins

TABLE = 1 << 17  # answers that a search remembers


def fault_in(puzzle: Puzzle) -> str | None:
    """What is wrong with a puzzle, if anything is."""
    try:
        start = puzzle.start
    except SteinreichError as error:
        return str(error)
    if start.is_over or not start.starts_turn:
        return "no turn begins here"
    if str(start.canonical()) != puzzle.position:
        return "turned or mirrored, this position comes earlier"
    wins = searcher(puzzle.game)
    wins.begin()
    try:
        solution = Proof(wins, start, puzzle.goal, puzzle.turns).solution()
    except NoPuzzle as error:
        return str(error)
    if solution != puzzle.solution:
        return f"the solution is {', '.join(solution)}"
    theme = theme_of(puzzle, wins)
    if theme != puzzle.theme:
        return f"the theme is {theme}"
    if refutations_of(puzzle, wins) != puzzle.refutations:
        return "other actions are refuted otherwise"
    return None


@cache
def searcher(id: str) -> ForcedWins:
    """The search for a game, made once."""
    game = load(id)
    return ForcedWins(game, informed_compiler(game), table=TABLE)
