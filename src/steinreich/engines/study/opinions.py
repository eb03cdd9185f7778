"""Opinions of players as the study tells them."""

from functools import lru_cache

from steinreich.core.position import Position
from steinreich.explain import reasons
from steinreich.players import player
from steinreich.players.player import Opinion
from steinreich.rules.contract import ONGOING
from steinreich.rules.language import Words
from steinreich.session.schema.protocol import Language, LineAction
from steinreich.session.schema.study import StudyLine, Verdict
from steinreich.session.views.targets import kept_of, target_of

LONGEST_LINE = 12  # actions that are shown
DIGITS = 4  # of a value
KEPT_REASONS = 500


def verdict_data(verdict: player.Verdict, is_stored: bool = False) -> Verdict:
    """A verdict, which says whether it is certain, and whether it was looked up."""
    return {
        "certainty": "proven" if verdict.outcome != ONGOING else "estimated",
        "values": [round(value, DIGITS) + 0.0 for value in verdict.values],  # + 0.0: never -0.0
        "turns": verdict.turns,
        "stored": is_stored,
    }


def end_data(position: Position) -> Verdict:
    """The verdict on a game that is over."""
    return verdict_data(player.certain(position.outcome, position.game.players, 0))


def action_data(position: Position, action: int, language: Language) -> LineAction:
    """An action with what is needed to draw it."""
    name, described = position.name(action), position.described(action)
    kept = kept_of(position.game, language)
    target = target_of(kept, described, name, position, action, language)
    return {"action": name, "seat": position.player, "target": target}


def line_data(position: Position, line: player.Line, language: Language) -> StudyLine:
    """A line with its actions one after the other."""
    shown = []
    for action in line.actions[:LONGEST_LINE]:
        shown.append(action_data(position, action, language))
        position = position.after_legal(action)
    return {"actions": shown, "verdict": verdict_data(line.verdict, line.is_stored)}


def lines_data(position: Position, opinion: Opinion, language: Language) -> list[StudyLine]:
    """All lines of an opinion."""
    return [line_data(position, line, language) for line in opinion.lines]


@lru_cache(maxsize=KEPT_REASONS)
def known_reasons(position: Position, action: int) -> tuple[Words, ...]:
    """Why to play an action, or why not; asked for again with every stage."""
    return tuple(reasons(position, action))
