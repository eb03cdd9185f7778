"""Frames: positions as data for clients, with the legal actions."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from steinreich.core.narration import narrate
from steinreich.core.position import Position
from steinreich.rules.about import Action, Count, Effects, Piece
from steinreich.rules.language import NO_TEXT
from steinreich.rules.vocabulary import Colour, Language, Mark
from steinreich.session.legal_actions import get_legal_actions
from steinreich.session.schema import protocol

get_cell = attrgetter("cell")


class Step(NamedTuple):
    """An action with the position after it and its effects."""

    position: Position
    effects: Effects


def get_steps(path: Sequence[Position]) -> list[Step]:
    """Return the actions between consecutive positions."""
    return [Step(after, after.get_last_effects(before)) for before, after in pairwise(path)]


def get_last_turn(steps: Sequence[Step], number: int) -> Sequence[Step]:
    """Return the actions of a turn up to action `number`, counted from 1; none for 0."""
    first = number
    while first > 1 and not steps[first - 2].position.starts_turn:
        first -= 1
    return steps[first - 1 : number] if number else ()


def make_frame(
    position: Position, turn: Sequence[Step] = (), legal_language: Language | None = None
) -> protocol.Frame:
    """Return the frame of a position and the turn that led to it.

    With `legal_language`, the frame has the legal actions, described in that language.
    """
    shown = make_static_frame(position, position.placed_tiles).copy()
    if not turn and position.last_move is not None:  # only the last action is known
        turn = [Step(position, Effects())]
    shown["last"] = [played_action_view(step) for step in turn]
    return {**shown, **legal_view(position, legal_language)} if legal_language else shown


def make_frames(positions: list[Position]) -> list[protocol.Frame]:
    """Return the frames of a whole game."""
    steps = get_steps(positions)
    return [
        make_frame(position, get_last_turn(steps, number))
        for number, position in enumerate(positions)
    ]


def legal_view(position: Position, language: Language) -> protocol.LegalActions:
    """Return the legal actions of a position, described in a language."""
    targets, placeable = targets_view(position, language)
    return {"targets": targets, "placeable": placeable}


@lru_cache(maxsize=2048)
def make_static_frame(position: Position, placed_tiles: tuple[str, ...]) -> protocol.Frame:
    """Return a frame without the last turn and the legal actions.

    `placed_tiles` are those of the position.  They are part of the cache key only, because equal
    positions may differ in them.
    """
    ending = position.ending
    over = ending is not None
    shown: protocol.Frame = {
        "pieces": list(map(piece_view, sorted(position.pieces(), key=get_cell))),
        "targets": {},
        "placeable": {},
        "turn": None if over else position.player,
        "starts_turn": position.starts_turn,
        "prompt": NO_TEXT if over else position.prompt,
        "counts": list(map(count_view, position.counts())),
        "last": [],
        "winning_lines": position.winning_lines,
    }
    if ending:
        shown["decisive_cells"] = list(ending.cells)
    if not shown["counts"] and (info := position.info):
        shown["info"] = info
    return shown


def count_view(count: Count) -> protocol.Count:
    return {
        "seat": count.player,
        "what": count.what,
        **look_view(count.colour, count.mark),
        "number": count.number,
    }


def piece_view(piece: Piece) -> protocol.Piece:
    """Return a piece on its cell."""
    shown: protocol.Piece = {
        "cell": piece.cell,
        "colour": piece.colour,
        "mark": piece.mark,
        "letter": piece.letter,
        "height": piece.height,
        "owner": piece.owner,
    }
    if piece.joined is not None:
        shown["joined"] = piece.joined
    return shown


def look_view(colour: Colour, mark: Mark) -> protocol.Look:
    """Return the appearance of a piece."""
    return {"colour": colour, "mark": mark}


def played_action_view(step: Step) -> protocol.PlayedAction:
    """Return a played action with its effects."""
    position, effects = step
    action, spoken = position.last_action_description, position.last_spoken_name
    assert action is not None  # a step has an action
    assert spoken is not None
    return {
        "action": position.last_move or "",
        "sign": effects.sign,
        "kind": action.kind,
        "cells": list(action.cells),
        "spoken": narrate(spoken, effects),
        "taken": list(map(piece_view, effects.taken)),
        "lines": [list(line) for line in effects.lines],
    }


# Legal actions


Targets = dict[str, protocol.Target]  # by name
PlaceablePieces = dict[str, protocol.PlaceablePiece]  # by letter


def targets_view(position: Position, language: Language) -> tuple[Targets, PlaceablePieces]:
    """Return all legal actions by name, and the pieces that they place by letter."""
    describe_action = position.game.definition.describe_action
    targets: Targets = {}
    placeable: PlaceablePieces = {}
    for name, number in get_legal_actions(position).items():
        action = describe_action(position.state, number)
        targets[name] = target_view(position, number, action, language)
        for piece in action.puts:
            placeable[piece.letter] = {**look_view(piece.colour, piece.mark), "owner": piece.owner}
    return targets, placeable


def target_view(
    position: Position, number: int, action: Action, language: Language
) -> protocol.Target:
    """Return a legal action with its cells and its description."""
    spoken = position.game.definition.spoken_name(position.state, number).in_language(language)
    target: protocol.Target = {
        "kind": action.kind,
        "cells": list(action.cells),
        "spoken": spoken,
    }
    if action.puts:
        target["puts"] = "".join(piece.letter for piece in action.puts)
    return target
