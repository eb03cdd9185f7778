"""Positions that somebody sets up by hand, as clients see them: legal ones and others."""

from collections.abc import Collection

from steinreich.core.game import Game
from steinreich.core.setup import (
    Chosen,
    Draft,
    drafted,
    least_said,
    placed,
    possible_values,
    remaining,
    set_up,
)
from steinreich.rules.about import Piece, SetUp
from steinreich.rules.language import Words
from steinreich.session import texts
from steinreich.session.schema import protocol
from steinreich.session.schema.study import (
    DetailShown,
    PaletteKind,
    PlacedPiece,
    SetupRequest,
    SetupShown,
)
from steinreich.session.views.frames import cell_of, frame, look_view, piece_view, said
from steinreich.session.views.positions import ending_of, path_to

NOTHING: protocol.Words = {"en": "", "de": ""}


def setup_view(game: Game, wanted: SetupRequest) -> SetupShown:
    """What was put on the board, or a position taken apart.  `BadPosition` says what cannot even be
    shown."""
    if (pieces := wanted.get("pieces")) is None:
        [position] = path_to(game, wanted.get("position"), ())
        details = least_said(position)
        draft = drafted(game, {piece.cell: piece for piece in position.pieces()}, details)
    else:
        details = wanted.get("details", {})
        draft = drafted(game, placed(game, map(read, pieces)), details)
    names = {cell.name: number for number, cell in enumerate(game.board.cells)}
    fault = draft.fault
    setup = set_up(game, {})
    possible = possible_values(game, draft)
    return {
        "palette": [kind_view(game, setup, piece, draft.pieces) for piece in setup.palette],
        "by_turns": game.definition.tiles,
        "frame": frame_view(draft),
        "details": [
            detail_view(chosen, possible[chosen.detail.name], chosen.detail.name in details)
            for chosen in draft.details
        ],
        "position": str(draft.position) if draft.position else None,
        "ending": ending_of(draft.position) if draft.position else None,
        "fault": said(texts.sentence(fault.words)) if fault else None,
        "cells": [names[name] for name in fault.cells] if fault else [],
    }


def read(piece: PlacedPiece) -> tuple[int, str, int]:
    """A piece as the core takes it."""
    return piece["cell"], piece["letter"], piece.get("height", 1)


def frame_view(draft: Draft) -> protocol.Frame:
    """The position, or what stands on the board where it is none."""
    if draft.position:
        return frame(draft.position)
    return {
        "pieces": list(map(piece_view, sorted(draft.pieces, key=cell_of))),
        "targets": {},
        "to_put": {},
        "turn": None,
        "starts_turn": True,
        "due": NOTHING,
        "counts": [],
        "last": [],
        "lit": [],
    }


def kind_view(game: Game, setup: SetUp, piece: Piece, standing: list[Piece]) -> PaletteKind:
    """A piece of the palette, and how many more of it can be put beside what is on the board."""
    left, used_up = remaining(setup, piece, standing)
    called = game.definition.kinds.get(piece.letter, Words(piece.letter, piece.letter))
    return {
        "letter": piece.letter,
        "called": said(called),
        **look_view(piece.colour, piece.mark),
        "owner": piece.owner,
        "tallest": piece.height,
        "left": left,
        "used_up": said(texts.sentence(used_up)) if used_up else None,
    }


def detail_view(chosen: Chosen, possible: Collection[str], is_said: bool) -> DetailShown:
    """A detail with the values to choose from; the one that it has may be none of these."""
    detail, value = chosen
    labels = detail.labels or tuple(Words(one, one) for one in detail.values)
    choices = {value: Words(value, value)} if value not in detail.values else {}
    choices |= {
        one: label
        for one, label in zip(detail.values, labels, strict=True)
        if one in possible or one == value
    }
    return {
        "name": detail.name,
        "title": said(detail.title),
        "values": [{"value": one, "label": said(label)} for one, label in choices.items()],
        "value": value,
        "said": is_said,
    }
