"""Whether puzzles are what they claim: everything is proven again."""

from functools import cache

from steinreich.core.game import load
from steinreich.puzzles.puzzle import Puzzle
from steinreich.puzzles.refutation import refutations_of
from steinreich.puzzles.solution import NoPuzzle, Proof, Searches
from steinreich.puzzles.themes import theme_of
from steinreich.rules.errors import SteinreichError


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
    searches = searches_for(puzzle.game)
    wins = searches.wins
    wins.begin()
    try:
        solution = Proof(searches, start, puzzle.goal, puzzle.turns).solution()
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
def searches_for(id: str) -> Searches:
    """Return the searches for a game, made once."""
    return Searches(load(id))
