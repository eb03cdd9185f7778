"""Why an action is wrong, in words: what follows, and that it loses or comes too late."""

from collections.abc import Iterator
from itertools import groupby, pairwise

from steinreich.core.narration import effects, narrated
from steinreich.core.position import Position
from steinreich.draw.picture import ended
from steinreich.explain import ranked_reasons
from steinreich.explain.reason import Kind, Reason
from steinreich.puzzles.puzzle import TURN, TURNS, Puzzle, main_positions
from steinreich.rules.language import Words, plural
from steinreich.session.texts import sentence

TOLD = {Kind.SAVES, Kind.FORCES, Kind.THREAT}  # reasons that say what a reply is good for

DEAD_END = Words(
    "After this the stones can no longer all be placed.",
    "Danach lassen sich nicht mehr alle Steine setzen.",
)


def refutation(puzzle: Puzzle, place: int, wrong: str) -> tuple[list[str], Words] | None:
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
    if not puzzle.refutations:
        return [], sentence(ended(after[0])) if after[0].is_over else DEAD_END
    names = puzzle.refutations[place][wrong].split()
    turns = int(names.pop().removeprefix("#")) if names and names[-1].startswith("#") else 0
    actions = [name.strip("()") for name in names]
    for action in actions:
        after.append(after[-1].play(action))
    told = list(replies(after, solver))
    reason = reason_for_reply(after, solver)
    if reason:
        told.append(Words(*(f"{after[-1].last} {predicate}." for predicate in reason.words)))
    if not (reason and reason.kind == Kind.FORCES):  # which says that the opponent wins
        told.append(consequence(puzzle, after[-1], turns))
    return actions, Words(" ".join(one.en for one in told), " ".join(one.de for one in told))


def replies(line: list[Position], solver: int) -> Iterator[Words]:
    """Yield a sentence for the rest of the solver's turn and one for the opponent's turn."""
    for player, steps in groupby(pairwise(line), key=lambda step: step[0].player):
        spoken = [spoken_action(before, after) for before, after in steps]
        side = line[0].game.about.players[player]
        own = player == solver
        yield Words(
            f"{'You go on' if own else f'{side.en} plays'}: {'; '.join(one.en for one in spoken)}.",
            f"{'Du spielst weiter' if own else f'{side.de} spielt'}: "
            f"{'; '.join(one.de for one in spoken)}.",
        )


def spoken_action(before: Position, after: Position) -> Words:
    """Return what an action was and what it brought about."""
    spoken, action = after.last_spoken, after.came
    assert spoken is not None  # the action is known
    assert action is not None
    return narrated(spoken, effects(before, action[1]))


def reason_for_reply(line: list[Position], solver: int) -> Reason | None:
    """Return what the opponent's last action is good for, where that can be told."""
    came = line[-1].came
    if came is None or len(line) < 2 or line[-2].player == solver or line[-1].is_over:
        return None
    found = ranked_reasons(line[-2], came[1])
    return next((reason for reason in found if reason.kind in TOLD), None)


def consequence(puzzle: Puzzle, end: Position, turns: int) -> Words:
    """Return what the line leads to, when the opponent wins with so many more of his turns."""
    if end.is_over:
        return sentence(ended(end))
    if turns:
        side = puzzle.start.game.about.players[1 - puzzle.start.player]
        within = plural(turns, TURN, TURNS)
        return Words(
            f"{side.en} then wins within {within.en}, whatever you play.",
            f"Danach gewinnt {side.de} in {within.de}, was du auch spielst.",
        )
    if puzzle.turns == 1:
        return Words("You do not win in this turn.", "Du gewinnst nicht mit diesem Zug.")
    within = plural(puzzle.turns, TURN, TURNS)
    return Words(
        f"Now you no longer win within {within.en}.", f"So gewinnst du nicht mehr in {within.de}."
    )
