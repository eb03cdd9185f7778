"""Puzzles as client data, and refutations of wrong actions in words."""

from collections.abc import Iterator
from itertools import groupby, pairwise

from steinreich.core.game import load
from steinreich.core.narration import get_effects, narrate
from steinreich.core.position import Position
from steinreich.core.registry import games
from steinreich.draw.picture import describe_end
from steinreich.explain import ranked_reasons
from steinreich.explain.reason import Kind, Reason
from steinreich.puzzles.definition import get_puzzle_definition
from steinreich.puzzles.puzzle import (
    Puzzle,
    describe_task,
    get_solo_definition,
    load_puzzles,
    main_line_positions,
)
from steinreich.rules.language import Joined, Plural, Text, sentence
from steinreich.session.schema import records as schema
from steinreich.session.views.games import board_view


def get_puzzles_view(name: str) -> schema.Puzzles:
    """Return the built-in puzzles of a game by rising rating, with the titles of their themes."""
    puzzles = sorted(load_puzzles(name), key=lambda puzzle: (puzzle.rating, puzzle.id))
    used_themes = {puzzle.theme for puzzle in puzzles}
    titles = get_puzzle_definition(load(name)).themes if puzzles else {}
    themes = {theme: title for theme, title in titles.items() if theme in used_themes}
    return {
        "boards": {id: board_view(load(id)) for id in sorted({puzzle.game for puzzle in puzzles})},
        "themes": dict(themes.items()),
        "puzzles": [get_puzzle_view(puzzle) for puzzle in puzzles],
    }


def get_puzzle_view(puzzle: Puzzle) -> schema.Puzzle:
    """Return a puzzle with all data that a client needs to show and play it."""
    return {
        "id": puzzle.id,
        "game": puzzle.game,
        "position": puzzle.position,
        "goal": puzzle.goal,
        "turns": puzzle.turns,
        "task": describe_task(puzzle),
        "theme": puzzle.theme,
        "rating": puzzle.rating,
        "solution": list(puzzle.solution),
    }


def get_puzzle_counts_view() -> schema.PuzzleCounts:
    """Return the number of puzzles of each game that has any."""
    counts = {name: len(load_puzzles(name)) for name in games()}
    return {"games": {name: count for name, count in counts.items() if count}}


def get_refutation_view(name: str, id: str, step: int, action: str) -> schema.Refutation | None:
    """Return the refutation of an action of a puzzle; None if it is not a wrong action.

    `step` is the number, from 0, of the solver's action in the main line that it replaces.
    """
    puzzle = next((puzzle for puzzle in load_puzzles(name) if puzzle.id == id), None)
    refutation = puzzle and explain_refutation(puzzle, step, action)
    return {"actions": refutation[0], "why": refutation[1]} if refutation else None


# Refutations in words

REPLY_KINDS = {Kind.PREVENTS_LOSS, Kind.FORCES_WIN, Kind.THREAT}  # reasons that explain a reply


def explain_refutation(puzzle: Puzzle, step: int, wrong: str) -> tuple[list[str], Text] | None:
    """Return the actions that follow a wrong one, and in words why it is wrong.

    `step` is the number, from 0, of the solver's action in the main line that `wrong` replaces.
    None is returned if there is no such action, or `wrong` is right or illegal there.
    """
    solver, line = puzzle.start.player, puzzle.lines[0]
    positions = main_line_positions(puzzle)
    own = [i for i, position in enumerate(positions[:-1]) if position.player == solver]
    if step >= len(own):
        return None
    position, right = positions[own[step]], puzzle.choices(line[: own[step]])
    if wrong in right or wrong not in position.legal_moves():
        return None
    after = [position.play(wrong)]
    if solo := get_solo_definition(puzzle):
        return [], sentence(describe_end(after[0])) if after[0].is_over else solo.dead_end
    names = puzzle.refutations[step][wrong].split()
    turns = int(names.pop().removeprefix("#")) if names and names[-1].startswith("#") else 0
    actions = [name.strip("()") for name in names]
    for action in actions:
        after.append(after[-1].play(action))
    sentences = list(describe_turns(after, solver))
    reason = find_reply_reason(after, solver)
    if reason:
        sentences.append(Text("{move} {reason}.", move=after[-1].last_move, reason=reason.words))
    if not (reason and reason.kind == Kind.FORCES_WIN):  # which states that the opponent wins
        sentences.append(describe_consequence(puzzle, after[-1], turns))
    return actions, Joined(" ", sentences)


def describe_turns(line: list[Position], solver: int) -> Iterator[Text]:
    """Yield a sentence for the rest of the solver's turn and one for the opponent's turn."""
    for player, steps in groupby(pairwise(line), key=lambda step: step[0].player):
        moves = Joined("; ", [describe_action(before, after) for before, after in steps])
        if player == solver:
            yield Text("You go on: {moves}.", moves=moves)
        else:
            side = line[0].game.about.players[player]
            yield Text("{side} plays: {moves}.", side=side, moves=moves)


def describe_action(before: Position, after: Position) -> Text:
    """Return the action between two positions as it is read aloud, with its effects."""
    spoken, action = after.last_spoken_name, after.last_step
    assert spoken is not None  # the action is known
    assert action is not None
    return narrate(spoken, get_effects(before, action[1]))


def find_reply_reason(line: list[Position], solver: int) -> Reason | None:
    """Return the reason for the last action of a line if it is the opponent's; None without one."""
    last_step = line[-1].last_step
    if last_step is None or len(line) < 2 or line[-2].player == solver or line[-1].is_over:
        return None
    reasons = ranked_reasons(line[-2], last_step[1])
    return next((reason for reason in reasons if reason.kind in REPLY_KINDS), None)


def describe_consequence(puzzle: Puzzle, end: Position, turns: int) -> Text:
    """Describe what a wrong action leads to, given the position at the end of the refutation.

    `turns` is the number of turns after which the opponent wins; 0 if there is no such win.
    """
    if end.is_over:
        return sentence(describe_end(end))
    if turns:
        side = puzzle.start.game.about.players[1 - puzzle.start.player]
        return Plural(
            "{side} then wins within {n} turn, whatever you play.",
            "{side} then wins within {n} turns, whatever you play.",
            turns,
            side=side,
        )
    if puzzle.turns == 1:
        return Text("You do not win in this turn.")
    return Plural(
        "Now you no longer win within {n} turn.",
        "Now you no longer win within {n} turns.",
        puzzle.turns,
    )
