"""Verdicts, lines and evaluated actions as clients see them.

Searches return action numbers and `Verdict`s; here they become names and data.
"""

from itertools import islice
from typing import Any

from steinreich.core.position import Position
from steinreich.rules.vocabulary import Language
from steinreich.search.result import Line, Verdict
from steinreich.session.marks import MARK_WORDS, MarkedAction
from steinreich.session.schema import study
from steinreich.session.schema.protocol import LineAction
from steinreich.session.views.frames import target_view

MAX_LINE_ACTIONS = 12  # shown of a line
VALUE_DIGITS = 4  # of a value


def verdict_view(verdict: Verdict) -> study.Verdict:
    """Return a verdict as data, with rounded values."""
    return {
        "certainty": "proven" if verdict.is_proven else "estimated",
        "values": [round(value, VALUE_DIGITS) + 0.0 for value in verdict.values],  # avoids -0.0
        "turns": verdict.turns,
        "stored": verdict.is_stored,
    }


def action_view(position: Position, action: int, language: Language) -> LineAction:
    """Return an action with everything needed to draw it."""
    name, described = position.name(action), position.describe_action(action)
    target = target_view(position, action, described, language)
    return {"action": name, "seat": position.player, "target": target}


def line_view(position: Position, line: Line, language: Language) -> study.StudyLine:
    """Return a line of play from a position."""
    steps = islice(line.steps(position), MAX_LINE_ACTIONS)
    return {
        "actions": [action_view(before, action, language) for before, action in steps],
        "verdict": verdict_view(line.verdict),
    }


def line_by_names_view(position: Position, line: Line) -> dict[str, Any]:
    """Return a line of play by the names of its actions."""
    return {"actions": line.moves(position), "verdict": verdict_view(line.verdict)}


def marked_action_view(marked: MarkedAction) -> study.EvaluatedAction:
    """Return an evaluated action of a game."""
    return {
        "at": marked.at,
        "seat": marked.seat,
        "action": marked.action,
        "before": verdict_view(marked.before),
        "after": verdict_view(marked.after),
        "loss": round(marked.cost.loss, VALUE_DIGITS),
        "mark": marked.cost.mark,
        "word": MARK_WORDS[marked.cost.mark],
        "best": marked.best,
    }
