"""Legal actions as clients see them: each is made once and kept, for a board has few different ones
and positions are many."""

from collections.abc import Sequence
from functools import cache

from steinreich.core.game import Game
from steinreich.core.position import Position
from steinreich.rules.about import Action, Piece
from steinreich.session.legal_actions import legal, meanings, names_of
from steinreich.session.schema import protocol

Targets = dict[str, protocol.Target]  # by name
ToPut = dict[str, protocol.ToPut]  # by letter


class Kept:
    """What is kept of a game in one language."""

    def __init__(self) -> None:
        self.targets: dict[tuple[str, Action], protocol.Target] = {}
        self.known: dict[int, tuple[str, protocol.Target]] = {}  # with their names, by meaning
        self.letters: dict[int, str] = {}  # by meaning, of what is put, if anything is
        self.looks: dict[str, ToPut] = {}  # by those letters


@cache
def kept_of(game: Game, language: protocol.Language) -> Kept:
    """Games with the same options share it."""
    return Kept()


def targets_of(position: Position, language: protocol.Language) -> tuple[Targets, ToPut]:
    """All legal actions, and what they put on the board."""
    kept, listed = kept_of(position.game, language), meanings(position)
    if listed is None:
        targets: Targets = {}
        to_put: ToPut = {}
        for name, number in legal(position).items():
            action = position.game.definition.described(position.state, number)
            targets[name] = target_of(kept, action, name, position, number, language)
            to_put |= put_by(action)
        return targets, to_put
    for meaning in listed:
        if meaning not in kept.known:
            learn(kept, position, meaning, language)
    return dict(map(kept.known.__getitem__, listed)), put_by_any(kept, listed)


def put_by_any(kept: Kept, listed: Sequence[int]) -> ToPut:
    """What actions of these meanings, which are all known, put on the board."""
    put: ToPut = {}
    all_letters = set(map(kept.letters.get, listed)) if kept.letters else ()
    for letters in sorted(filter(None, all_letters)):  # few for many actions
        put |= kept.looks[letters]
    return put


def learn(kept: Kept, position: Position, meaning: int, language: protocol.Language) -> None:
    """Keep what is told of an action that has not come up with this meaning."""
    number = meaning % position.game.definition.actions
    name, action = (
        names_of(position.game).learn(position, meaning),
        position.game.definition.described(position.state, number),
    )
    if action.puts:
        letters = kept.letters[meaning] = "".join(piece.letter for piece in action.puts)
        kept.looks[letters] = put_by(action)
    kept.known[meaning] = name, target_of(kept, action, name, position, number, language)


def target_of(
    kept: Kept,
    action: Action,
    name: str,
    position: Position,
    number: int,
    language: protocol.Language,
) -> protocol.Target:
    """A legal action: what it is and how it is spoken."""
    shown = kept.targets.get((name, action))
    if shown is None:
        spoken = position.game.definition.spoken(position.state, number).within(language)
        shown = {"kind": action.kind, "cells": list(action.cells), "spoken": spoken}
        if action.puts:
            shown["puts"] = "".join(piece.letter for piece in action.puts)
        kept.targets[name, action] = shown
    return shown


def put_by(action: Action) -> ToPut:
    """What an action puts on the board."""
    return {piece.letter: look_of(piece) for piece in action.puts}


@cache
def look_of(piece: Piece) -> protocol.ToPut:
    return {"colour": piece.colour, "mark": piece.mark, "owner": piece.owner}
