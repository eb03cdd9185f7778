"""Parser for typed actions: one or several per line, in upper or lower case."""

import re
from collections.abc import Sequence
from itertools import product

from steinreich.cli.language import Translator
from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.records.text import split_turn
from steinreich.rules.errors import IllegalMove
from steinreich.rules.language import Text
from steinreich.rules.untrusted import did_you_mean, similar_names

MAX_TRIED_LETTERS = 8  # of a word whose upper-case and lower-case spellings are all tried


def typed_moves(
    line: str, position: Position, translate: Translator, commands: Sequence[str] = ()
) -> list[str]:
    """Parse a line of actions of one turn; raise `IllegalMove` if one of them is not legal.

    Actions are separated by spaces or commas or joined as in records: `e3-a3+d3`.  `commands` are
    other words that the error for an unknown word may suggest.
    """
    player = position.player
    found: list[str] = []
    for word in split_names(line, position, translate, commands):
        if position.is_over:
            message = translate("unexpected {0!r}: {1} ends the game")
            raise IllegalMove(message.format(word, ", ".join(found)))
        if position.player != player:
            message = translate("unexpected {0!r}: your turn ends with {1}")
            raise IllegalMove(message.format(word, ", ".join(found)))
        name = correct_case(word, position)
        position = play_action(name, position, translate)
        found.append(name)
    return found


def play_action(name: str, position: Position, translate: Translator) -> Position:
    """Return the position after an action; raise `IllegalMove` with a translated message."""
    try:
        return position.play(name)
    except IllegalMove as error:
        raise make_illegal_move(name, error.why, translate) from None


def make_illegal_move(name: str, why: Text, translate: Translator) -> IllegalMove:
    """Return an `IllegalMove` with a translated reason."""
    return IllegalMove(f"{name[:40]!r}: {translate(why)}", why)


def split_names(
    line: str, position: Position, translate: Translator, commands: Sequence[str]
) -> list[str]:
    """Split a line into names of actions; raise `IllegalMove` for an unknown word."""
    names = []
    for word in re.split(r"[\s,]+", line.strip(" \t\n,")):
        pieces = split_turn(word, position.game, any_case=True)
        if not pieces:
            raise make_illegal_move(word, explain_unknown_word(word, position, commands), translate)
        names += pieces
    return names


def explain_unknown_word(word: str, position: Position, commands: Sequence[str]) -> Text:
    """Return the error message for an unknown word, with a suggestion."""
    names = [*position.legal_moves(), *commands]
    suggestion = did_you_mean(word, names)
    if suggestion is None or set(similar_names(word, names)).isdisjoint(commands):
        return position.explain_illegal_name(word)
    return Text("neither an action nor a command; {meant}", meant=suggestion)


def correct_case(word: str, position: Position) -> str:
    """Return a name in the correct case, of a legal action if there is exactly one."""
    legal = position.legal_moves()
    matches = [name for name in legal if name.casefold() == word.casefold()]
    if word in matches or len(matches) > 1:
        return word
    return matches[0] if matches else find_valid_spelling(word, position.game)


def find_valid_spelling(word: str, game: Game) -> str:
    """Return a word in the case of the game's names, so that the error can be specific."""
    choices = [
        sorted({letter, letter.lower(), letter.upper()}) for letter in word[:MAX_TRIED_LETTERS]
    ]
    spellings = ("".join(letters) for letters in product(*choices))
    return next(
        (name for name in spellings if game.definition.action_pattern.fullmatch(name)), word
    )
