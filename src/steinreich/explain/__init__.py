"""Reasons for and against actions, as text for players.

Reasons follow from the rules: actions are tried and compared. Reasons specific to one game, such as
a fourth corner or the last Tott, are in `reasons.py` in the folder of the game, or in
`hex_reasons.py` beside `hex.py`. That file defines

- `remarks(context)`: the game's own reasons.  They replace general reasons of the same kind.
- `promising(s, actions)`, optional: the actions without those that cannot be part of a winning
  turn.  This speeds up the search for winning turns.
- `SPEAKS_FOR`, optional: kinds of reasons that only `remarks` gives; general reasons of these kinds
  are always left out.

>>> from steinreich import load
>>> position = load("vier3d").position("rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r")
>>> explain(position, "a1", "en")
'a1 completes the four a1.1-a1.2-a1.3-a1.4 and wins.'
"""

import sys
from types import ModuleType

from steinreich.core.position import Position, expect_position
from steinreich.explain.context import Context
from steinreich.explain.general import general_reasons
from steinreich.explain.own_reasons import find_own_reasons
from steinreich.explain.reason import CLUES, ONLY_LEGAL, QUIET, Kind, Reason
from steinreich.rules import arguments
from steinreich.rules.language import LANGUAGES, Joined, Text

__all__ = ["explain", "reasons"]


def reasons(position: Position, action: int, limit: int = 4) -> list[Text]:
    """Return the reasons for or against a legal action; the most important first, at least one.

    Each is a predicate whose subject is the action: "wins at once".
    """
    limit = arguments.check_integer("limit", limit, 1)
    return [reason.words for reason in ranked_reasons(position, action)[:limit]]


def ranked_reasons(position: Position, action: int) -> list[Reason]:
    """Return all reasons for or against a legal action with their kinds, best first."""
    expect_position(position)
    action = position.check_action(action)
    own = find_own_reasons(position.game)
    context = Context(position, action, own.promising if own else None)
    all_reasons: list[Reason] = list(own.remarks(context)) if own else []
    own_kinds = {reason.kind for reason in all_reasons} | (own.speaks_for if own else set())
    all_reasons += [reason for reason in general_reasons(context) if reason.kind not in own_kinds]
    not_quiet = [reason for reason in all_reasons if reason.kind != Kind.QUIET]
    return sorted(not_quiet or all_reasons, key=lambda reason: reason.kind)


def explain(position: Position, action: int | str, language: str = "en", limit: int = 4) -> str:
    """Return the reasons for an action, given by number or name, as one sentence in a language.

    >>> from steinreich import explain, load
    >>> position = load("vier3d").position("rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r")
    >>> explain(position, "a1")
    'a1 completes the four a1.1-a1.2-a1.3-a1.4 and wins.'
    >>> explain(position, "a1", "de")
    'a1 vollendet den Vierer a1.1-a1.2-a1.3-a1.4 und gewinnt.'
    """
    expect_position(position)
    language = arguments.check_one_of("language", language, LANGUAGES)
    number = position.parse_move(action) if isinstance(action, str) else action
    return explanation(position, number, limit).in_language(language)


def explanation(position: Position, action: int, limit: int = 4) -> Text:
    """Return the reasons for an action as one sentence."""
    predicates = Joined("; ", reasons(position, action, limit))
    return Text("{move} {reasons}.", move=position.name(action), reasons=predicates)


def clue(position: Position, action: int) -> Text:
    """Return a hint at an action, the best one of the position, without naming it."""
    if len(position.actions()) == 1:
        return ONLY_LEGAL
    kinds = {reason.kind for reason in ranked_reasons(position, action)}
    return next((words for kind, words in CLUES.items() if kind in kinds), QUIET)


class Explain(ModuleType):
    """Callable module: `steinreich.explain` is also the function."""

    def __call__(
        self, position: Position, action: int | str, language: str = "en", limit: int = 4
    ) -> str:
        """Return the reasons for an action, given by number or name, as one sentence in a
        language."""
        return explain(position, action, language, limit)


sys.modules[__name__].__class__ = Explain
