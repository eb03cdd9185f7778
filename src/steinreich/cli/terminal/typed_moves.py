"""What a person types at the board: actions, several at once, in large letters or small."""

import re
from collections.abc import Sequence
from itertools import product

from steinreich.cli.spoken_language import Say
from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.records.text_parser import split_turn
from steinreich.rules.errors import IllegalMove
from steinreich.rules.language import Words
from steinreich.rules.text.did_you_mean import alike, did_you_mean

MOST_LETTERS = 8  # no action name has more; a longer word need not be tried in every way


def typed_moves(line: str, position: Position, say: Say, commands: Sequence[str] = ()) -> list[str]:
    """The actions that a line asks for, all legal one after the other; else `IllegalMove`.

    They may be parted by spaces or commas or be joined as in records, `e3-a3+d3`, but must
    not go beyond the player's turn.  `commands` could have been meant as well.
    """
    player = position.player
    found: list[str] = []
    for word in names_in(line, position, say, commands):
        if position.is_over:
            over = say(
                "{1} ends the game: {0!r} is too much", "mit {1} ist Schluss: {0!r} ist zu viel"
            )
            raise IllegalMove(over.format(word, ", ".join(found)))
        if position.player != player:
            over = say(
                "your turn ends with {1}: {0!r} is too much",
                "dein Zug endet mit {1}: {0!r} ist zu viel",
            )
            raise IllegalMove(over.format(word, ", ".join(found)))
        name = spelt(word, position)
        position = played(name, position, say)
        found.append(name)
    return found


def played(name: str, position: Position, say: Say) -> Position:
    """The position after an action; what is wrong with it is told in the player's language."""
    try:
        return position.play(name)
    except IllegalMove as error:
        raise refused(name, error.why, say) from None


def refused(name: str, why: Words, say: Say) -> IllegalMove:
    """The error that tells a player why an action cannot be played."""
    return IllegalMove(f"{name[:40]!r}: {say(*why)}", why)


def names_in(line: str, position: Position, say: Say, commands: Sequence[str]) -> list[str]:
    """The names in a line, as they were typed."""
    names = []
    for word in re.split(r"[\s,]+", line.strip(" \t\n,")):
        pieces = split_turn(word, position.game, any_case=True)
        if not pieces:
            raise refused(word, no_word(word, position, commands), say)
        names += pieces
    return names


def no_word(word: str, position: Position, commands: Sequence[str]) -> Words:
    """That a word means nothing at the board, and what may have been meant."""
    names = [*position.legal_moves(), *commands]
    meant = did_you_mean(word, names)
    if meant is None or set(alike(word, names)).isdisjoint(commands):
        return position.why_not(word)
    return Words(
        f"neither an action nor a command; {meant.en}",
        f"weder eine Aktion noch ein Befehl; {meant.de}",
    )


def spelt(word: str, position: Position) -> str:
    """The name in its right letters, large or small: a legal one if only one can be meant."""
    legal = position.legal_moves()
    meant = [name for name in legal if name.casefold() == word.casefold()]
    if word in meant or len(meant) > 1:
        return word
    return meant[0] if meant else well_formed(word, position.game)


def well_formed(word: str, game: Game) -> str:
    """An illegal name spelt as the game would spell it, so that it can say what is wrong."""
    choices = [sorted({letter, letter.lower(), letter.upper()}) for letter in word[:MOST_LETTERS]]
    spellings = ("".join(letters) for letters in product(*choices))
    return next(
        (name for name in spellings if game.definition.action_pattern.fullmatch(name)), word
    )
