"""Parser of typed moves: one or several actions, in upper or lower case."""

import re
from collections.abc import Sequence
from itertools import product

from steinreich.cli.language import Say
from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.records.text import split_turn
from steinreich.rules.errors import IllegalMove
from steinreich.rules.language import Text
from steinreich.rules.untrusted import did_you_mean, similar_names

MAX_LETTERS = 8  # of an action name; longer words are not tried in all spellings


def typed_moves(line: str, position: Position, say: Say, commands: Sequence[str] = ()) -> list[str]:
    """Return the actions that a line asks for, all legal one after the other; else `IllegalMove`.

    They may be parted by spaces or commas or be joined as in records, `e3-a3+d3`, but must
    not go beyond the player's turn.  `commands` could have been meant as well.
    """
    player = position.player
    found: list[str] = []
    for word in names_in(line, position, say, commands):
        if position.is_over:
            over = say("{1} ends the game: {0!r} is too much")
            raise IllegalMove(over.format(word, ", ".join(found)))
        if position.player != player:
            over = say("your turn ends with {1}: {0!r} is too much")
            raise IllegalMove(over.format(word, ", ".join(found)))
        name = spelt(word, position)
        position = played(name, position, say)
        found.append(name)
    return found


def played(name: str, position: Position, say: Say) -> Position:
    """Return the position after an action; raise errors in the player's language."""
    try:
        return position.play(name)
    except IllegalMove as error:
        raise refused(name, error.why, say) from None


def refused(name: str, why: Text, say: Say) -> IllegalMove:
    """Return the error that tells a player why an action cannot be played."""
    return IllegalMove(f"{name[:40]!r}: {say.shown(why)}", why)


def names_in(line: str, position: Position, say: Say, commands: Sequence[str]) -> list[str]:
    """Return the names in a line, as they were typed."""
    names = []
    for word in re.split(r"[\s,]+", line.strip(" \t\n,")):
        pieces = split_turn(word, position.game, any_case=True)
        if not pieces:
            raise refused(word, no_word(word, position, commands), say)
        names += pieces
    return names


def no_word(word: str, position: Position, commands: Sequence[str]) -> Text:
    """Return the error message for an unknown word, with a suggestion."""
    names = [*position.legal_moves(), *commands]
    meant = did_you_mean(word, names)
    if meant is None or set(similar_names(word, names)).isdisjoint(commands):
        return position.why_not(word)
    return Text("neither an action nor a command; {meant}", meant=meant)


def spelt(word: str, position: Position) -> str:
    """Return a name in its correct case: a legal one if it is unambiguous."""
    legal = position.legal_moves()
    meant = [name for name in legal if name.casefold() == word.casefold()]
    if word in meant or len(meant) > 1:
        return word
    return meant[0] if meant else well_formed(word, position.game)


def well_formed(word: str, game: Game) -> str:
    """Return an illegal name spelt as the game would spell it, so that it can say what is wrong."""
    choices = [sorted({letter, letter.lower(), letter.upper()}) for letter in word[:MAX_LETTERS]]
    spellings = ("".join(letters) for letters in product(*choices))
    return next(
        (name for name in spellings if game.definition.action_pattern.fullmatch(name)), word
    )
