"""Last words at a terminal: where the game is kept, or how to come back to it."""

import os
from collections.abc import Sequence
from shlex import join

from steinreich.cli.terminal.autosave import Autosave
from steinreich.cli.terminal.seats import listed, usual_seats
from steinreich.core.position import Position
from steinreich.rules.language import preferred_language


def last_words(autosave: Autosave, first_actions: int, again: str) -> str:
    """What to tell somebody who leaves a table; nothing where nothing would be lost.

    `first_actions` were played when they came, and `again` is the command that goes on.
    """
    say, file, table = autosave.say, autosave.file, autosave.table
    moves = table.moves()
    if file and not moves and (taken_back := table.record().moves()):
        still = say(
            "The game is in {}, still with what you took back: {}.",
            "Die Partie steht in {}, noch mit dem, was du zurückgenommen hast: {}.",
        )
        return still.format(file, ", ".join(taken_back))
    if file:
        return say("The game is in {}.", "Die Partie steht in {}.").format(file)
    if table.is_playing and len(moves) > first_actions:
        return f"{say('To go on later:', 'Später weiterspielen:')} {again}"
    return ""


def command_again(command: str, position: Position, seats: Sequence[str], language: str) -> str:
    """The command that goes on from a position."""
    words = ["steinreich", command, position.game.id, "--position", str(position)]
    if list(seats) != usual_seats(len(seats)):
        words += ["--seats", listed(seats)]
    if language != preferred_language(os.environ):
        words += ["--lang", language]
    return join(words)
