"""Why to play an action, or why not, in words that a player understands.

Reasons come from the rules: actions are tried and compared.  What only one game knows of, a
fourth corner or the last Tott, stands in `games` in a file named after it, or, where the game comes
from elsewhere, beside its own file: `hex_reasons.py` beside `hex.py`.  That file has

- `remarks(context)`: reasons in the game's own words.  They take the place of general ones of the
  same kind.
- `promising(s, actions)`, if it can: the actions without those that surely are no part of a
  turn that wins.  That makes looking for winning turns quicker.
- `SPEAKS_FOR`, if it wants: kinds of which general reasons are never told.

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
from steinreich.explain.own_reasons import own_reasons
from steinreich.explain.reason import Kind, Reason
from steinreich.rules import arguments
from steinreich.rules.language import LANGUAGES, Words

__all__ = ["explain", "reasons"]


def reasons(position: Position, action: int, limit: int = 4) -> list[Words]:
    """Why to play a legal action, or why not; the most important first, and never none.

    Each is a predicate whose subject is the action: "wins at once", "gewinnt sofort".
    """
    limit = arguments.integer("limit", limit, 1)
    return [reason.words for reason in ranked_reasons(position, action)[:limit]]


def ranked_reasons(position: Position, action: int) -> list[Reason]:
    """Return all reasons for or against a legal action with their kinds, best first."""
    expect_position(position)
    action = position.legal_number(action)
    own = own_reasons(position.game)
    context = Context(position, action, own.promising if own else None)
    found: list[Reason] = list(own.remarks(context)) if own else []
    told = {reason.kind for reason in found} | (own.speaks_for if own else set())
    found += [reason for reason in general_reasons(context) if reason.kind not in told]
    loud = [reason for reason in found if reason.kind != Kind.QUIET]
    return sorted(loud or found, key=lambda reason: reason.kind)


def explain(position: Position, action: int | str, language: str = "en", limit: int = 4) -> str:
    """The reasons for an action, given by number or name, as one sentence in `en` or `de`.

    >>> from steinreich import explain, load
    >>> position = load("vier3d").position("rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r")
    >>> explain(position, "a1")
    'a1 completes the four a1.1-a1.2-a1.3-a1.4 and wins.'
    >>> explain(position, "a1", "de")
    'a1 vollendet den Vierer a1.1-a1.2-a1.3-a1.4 und gewinnt.'
    """
    expect_position(position)
    language = arguments.one_of("language", language, LANGUAGES)
    number = position.parse_move(action) if isinstance(action, str) else action
    predicates = [words.within(language) for words in reasons(position, number, limit)]
    return f"{position.name(number)} {'; '.join(predicates)}."


class Explain(ModuleType):
    """This package, which can be called: `steinreich.explain` is the function as well."""

    def __call__(
        self, position: Position, action: int | str, language: str = "en", limit: int = 4
    ) -> str:
        """The reasons for an action, given by number or name, as one sentence in `en` or `de`."""
        return explain(position, action, language, limit)


sys.modules[__name__].__class__ = Explain
