"""Puzzles as clients see them."""

from steinreich.core.game import load
from steinreich.core.registry import games
from steinreich.puzzles.files import shipped
from steinreich.puzzles.puzzle import Puzzle, task
from steinreich.puzzles.refutation_words import refutation
from steinreich.puzzles.themes import THEMES
from steinreich.session.schema import puzzles as schema
from steinreich.session.views.frames import said
from steinreich.session.views.games import board_view


def puzzles_view(name: str) -> schema.Puzzles:
    """The puzzles of a game that ship, the easy ones first, and what their themes are called."""
    puzzles = sorted(shipped(name), key=lambda puzzle: (puzzle.rating, puzzle.id))
    occur = {puzzle.theme for puzzle in puzzles}
    themes = {theme: words for theme, words in THEMES.items() if theme in occur}
    return {
        "boards": {id: board_view(load(id)) for id in sorted({one.game for one in puzzles})},
        "themes": {theme: said(words) for theme, words in themes.items()},
        "puzzles": [puzzle_view(puzzle) for puzzle in puzzles],
    }


def puzzle_view(puzzle: Puzzle) -> schema.Puzzle:
    """All that a browser needs to show a puzzle and to play it through."""
    return {
        "id": puzzle.id,
        "game": puzzle.game,
        "position": puzzle.position,
        "goal": puzzle.goal,
        "turns": puzzle.turns,
        "task": said(task(puzzle)),
        "theme": puzzle.theme,
        "rating": puzzle.rating,
        "solution": list(puzzle.solution),
    }


def counts_view() -> schema.PuzzleCounts:
    """How many puzzles each game has, where it has any."""
    counts = {name: len(shipped(name)) for name in games()}
    return {"games": {name: count for name, count in counts.items() if count}}


def refutation_view(name: str, id: str, place: int, action: str) -> schema.Refutation | None:
    """Why an action is wrong in one of the puzzles; None if it is none of its wrong actions.

    `place` counts the solver's actions of the main line from 0.
    """
    puzzle = next((puzzle for puzzle in shipped(name) if puzzle.id == id), None)
    found = puzzle and refutation(puzzle, place, action)
    return {"actions": found[0], "why": said(found[1])} if found else None
