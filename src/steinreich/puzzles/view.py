"""Puzzles as client data, and refutations of wrong actions in words."""

from collections.abc import Iterator
from itertools import groupby, pairwise

from steinreich.core.game import load
from steinreich.core.narration import effects, narrated
from steinreich.core.position import Position
from steinreich.core.registry import games
from steinreich.draw.picture import ended
from steinreich.explain import ranked_reasons
from steinreich.explain.reason import Kind, Reason
from steinreich.puzzles.definition import puzzle_definition
from steinreich.puzzles.puzzle import (
    Puzzle,
    main_positions,
    shipped,
    solo_definition,
    task,
)
from steinreich.rules.language import Joined, Plural, Text, sentence
from steinreich.session.schema import records as schema
from steinreich.session.views.games import board_view


def puzzles_view(name: str) -> schema.Puzzles:
    """Return the built-in puzzles of a game, the easy ones first, with the titles of their
    themes."""
    puzzles = sorted(shipped(name), key=lambda puzzle: (puzzle.rating, puzzle.id))
    occur = {puzzle.theme for puzzle in puzzles}
    titles = puzzle_definition(load(name)).themes if puzzles else {}
    themes = {theme: title for theme, title in titles.items() if theme in occur}
    return {
        "boards": {id: board_view(load(id)) for id in sorted({one.game for one in puzzles})},
        "themes": dict(themes.items()),
        "puzzles": [puzzle_view(puzzle) for puzzle in puzzles],
    }


def puzzle_view(puzzle: Puzzle) -> schema.Puzzle:
    """Return a puzzle with all data that a client needs to show and play it."""
    return {
        "id": puzzle.id,
        "game": puzzle.game,
        "position": puzzle.position,
        "goal": puzzle.goal,
        "turns": puzzle.turns,
        "task": task(puzzle),
        "theme": puzzle.theme,
        "rating": puzzle.rating,
        "solution": list(puzzle.solution),
    }


def counts_view() -> schema.PuzzleCounts:
    """Return the number of puzzles of each game that has any."""
    counts = {name: len(shipped(name)) for name in games()}
    return {"games": {name: count for name, count in counts.items() if count}}


def refutation_view(name: str, id: str, place: int, action: str) -> schema.Refutation | None:
    """Return the refutation of a wrong action of a puzzle; None if it is not one of its wrong
    actions.

    `place` counts the solver's actions of the main line from 0.
    """
    puzzle = next((puzzle for puzzle in shipped(name) if puzzle.id == id), None)
    found = puzzle and refutation(puzzle, place, action)
    return {"actions": found[0], "why": found[1]} if found else None


# Refutations in words

REPLY_KINDS = {Kind.SAVES, Kind.FORCES, Kind.THREAT}  # reasons that explain a reply


def refutation(puzzle: Puzzle, place: int, wrong: str) -> tuple[list[str], Text] | None:
    """Return the actions that follow a wrong one, and in words why it is wrong.

    `place` counts the solver's actions of the main line from 0.
    """
    solver, line = puzzle.start.player, puzzle.lines[0]
    positions = main_positions(puzzle)
    places = [i for i, one in enumerate(positions[:-1]) if one.player == solver]
    if place >= len(places):
        return None
    due, right = positions[places[place]], puzzle.choices(line[: places[place]])
    if wrong in right or wrong not in due.legal_moves():
        return None
    after = [due.play(wrong)]
    if solo := solo_definition(puzzle):
        return [], sentence(ended(after[0])) if after[0].is_over else solo.dead_end
    names = puzzle.refutations[place][wrong].split()
    turns = int(names.pop().removeprefix("#")) if names and names[-1].startswith("#") else 0
    actions = [name.strip("()") for name in names]
    for action in actions:
        after.append(after[-1].play(action))
    told = list(replies(after, solver))
    reason = reason_for_reply(after, solver)
    if reason:
        told.append(Text("{move} {reason}.", move=after[-1].last_move, reason=reason.words))
    if not (reason and reason.kind == Kind.FORCES):  # which states that the opponent wins
        told.append(consequence(puzzle, after[-1], turns))
    return actions, Joined(" ", told)


def replies(line: list[Position], solver: int) -> Iterator[Text]:
    """Yield a sentence for the rest of the solver's turn and one for the opponent's turn."""
    for player, steps in groupby(pairwise(line), key=lambda step: step[0].player):
        spoken = [spoken_action(before, after) for before, after in steps]
        moves = Joined("; ", spoken)
        if player == solver:
            yield Text("You go on: {moves}.", moves=moves)
        else:
            side = line[0].game.about.players[player]
            yield Text("{side} plays: {moves}.", side=side, moves=moves)


def spoken_action(before: Position, after: Position) -> Text:
    """Return an action in spoken form, with its effects."""
    spoken, action = after.last_spoken_name, after.came
    assert spoken is not None  # the action is known
    assert action is not None
    return narrated(spoken, effects(before, action[1]))


def reason_for_reply(line: list[Position], solver: int) -> Reason | None:
    """Return the purpose of the opponent's last action, if there is a reason for it."""
    came = line[-1].came
    if came is None or len(line) < 2 or line[-2].player == solver or line[-1].is_over:
        return None
    found = ranked_reasons(line[-2], came[1])
    return next((reason for reason in found if reason.kind in REPLY_KINDS), None)


def consequence(puzzle: Puzzle, end: Position, turns: int) -> Text:
    """Return the consequence of the line, when the opponent wins after `turns` more turns."""
    if end.is_over:
        return sentence(ended(end))
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
