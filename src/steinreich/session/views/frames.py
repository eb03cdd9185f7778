"""Positions as clients see them: one moment of a game, and what may be done in it."""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

from steinreich.core.game import Game
from steinreich.core.narration import narrated
from steinreich.core.position import Position
from steinreich.rules.about import Count, Effects, Piece
from steinreich.rules.language import Words
from steinreich.rules.vocabulary import Colour, Mark
from steinreich.session.schema import protocol
from steinreich.session.views.targets import targets_of

cell_of = attrgetter("cell")


def said(words: Words) -> protocol.Words:
    return {"en": words.en, "de": words.de}


class Step(NamedTuple):
    """An action: what it led to and what it brought about."""

    position: Position
    effects: Effects


def steps(path: Sequence[Position]) -> list[Step]:
    """The actions between positions that follow each other."""
    return [Step(after, after.effects_of_last(before)) for before, after in pairwise(path)]


def last_turn(done: Sequence[Step], number: int) -> Sequence[Step]:
    """Of all actions of a game, those of the turn to which action `number`, from 1, belongs."""
    first = number
    while first > 1 and not done[first - 2].position.starts_turn:
        first -= 1
    return done[first - 1 : number] if number else ()


def frame(
    position: Position, turn: Sequence[Step] = (), acting: protocol.Language | None = None
) -> protocol.Frame:
    """One moment of a game, and the turn that led to it; with the legal actions where somebody is
    to act who reads the language `acting`."""
    shown = still(position, position.laid).copy()
    if not turn and position.last is not None:  # the position itself tells
        turn = [Step(position, Effects())]
    shown["last"] = [happened(step) for step in turn]
    return {**shown, **legal_view(position, acting)} if acting else shown


def legal_view(position: Position, language: protocol.Language) -> protocol.Legal:
    """The legal actions: for who is to act and reads this language."""
    targets, to_put = targets_of(position, language)
    return {"targets": targets, "to_put": to_put}


class Pieces(dict[Piece, protocol.Piece]):
    """The pieces of a game as they are shown: each is made once and kept, for a board has few
    different ones and frames are many."""

    def __missing__(self, piece: Piece) -> protocol.Piece:
        shown = self[piece] = piece_view(piece)
        return shown


@cache
def pieces_of(game: Game) -> Pieces:
    """Games with the same options share them."""
    return Pieces()


@lru_cache(maxsize=2048)
def still(position: Position, laid: tuple[str, ...]) -> protocol.Frame:
    """A moment without what led to it and what may be done in it.  (Positions are the same however
    they came about, but tiles lie as they were laid.)"""
    known, ending = pieces_of(position.game), position.ending
    over = ending is not None
    shown: protocol.Frame = {
        "pieces": list(map(known.__getitem__, sorted(position.pieces(), key=cell_of))),
        "targets": {},
        "to_put": {},
        "turn": None if over else position.player,
        "starts_turn": position.starts_turn,
        "due": {"en": "", "de": ""} if over else said(position.due),
        "counts": list(map(count_view, position.counts())),
        "last": [],
        "lit": position.winning,
    }
    if ending:
        shown["decided"] = list(ending.cells)
    if not shown["counts"] and (info := position.info).en:
        shown["info"] = said(info)
    return shown


@lru_cache(maxsize=2048)
def count_view(count: Count) -> protocol.Count:
    return {
        "seat": count.player,
        "what": said(count.what),
        **look_view(count.colour, count.mark),
        "number": count.number,
    }


def piece_view(piece: Piece) -> protocol.Piece:
    """A piece where it stands."""
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
    """What is seen of a piece."""
    return {"colour": colour, "mark": mark}


def happened(step: Step) -> protocol.Happened:
    """An action that was played, with what it took and completed."""
    position, effects = step
    known, action, spoken = pieces_of(position.game), position.last_action, position.last_spoken
    assert action is not None  # a step was made
    assert spoken is not None
    return {
        "action": position.last or "",
        "sign": effects.sign,
        "kind": action.kind,
        "cells": list(action.cells),
        "spoken": said(narrated(spoken, effects)),
        "taken": [known[piece] for piece in effects.taken],
        "lines": [list(line) for line in effects.lines],
    }
