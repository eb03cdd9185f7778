"""Positions without a table as data for clients, and positions set up by hand."""

from collections.abc import Collection, Sequence

from steinreich.core.game import SHOWN_SEED, Game
from steinreich.core.position import Position
from steinreich.core.setup import (
    DetailValue,
    Draft,
    find_possible_values,
    get_remaining_supply,
    get_required_details,
    get_setup,
    make_draft,
    place_pieces,
)
from steinreich.draw.picture import describe_end
from steinreich.rules.about import Piece, SetUp
from steinreich.rules.language import NO_TEXT, Text, Verbatim, sentence
from steinreich.rules.vocabulary import Language
from steinreich.session import texts
from steinreich.session.legal_actions import explain_unusable_cells
from steinreich.session.schema import protocol
from steinreich.session.schema.limits import MAX_TURN_ACTIONS
from steinreich.session.schema.messages import (
    LineRequest,
    LineResponse,
    PositionRequest,
    PositionResponse,
)
from steinreich.session.schema.study import (
    PaletteKind,
    PlacedPiece,
    SetupDetail,
    SetupRequest,
    SetupResponse,
)
from steinreich.session.views.frames import (
    get_cell,
    get_last_turn,
    get_steps,
    look_view,
    make_frame,
    make_frames,
    piece_view,
)


def play_path(game: Game, text: str | None, actions: Sequence[str]) -> list[Position]:
    """Return the positions from a position string, or the start, through these actions.

    Raise `BadPosition` or `IllegalMove`.
    """
    path = [game.position(text) if text else game.start(SHOWN_SEED)]
    for action in actions:
        path.append(path[-1].play(action))
    return path


def make_path_frame(
    path: Sequence[Position], legal_language: Language | None = None
) -> protocol.Frame:
    """Return the frame of the last position of a path, with the turn that led to it."""
    path_steps = get_steps(path[-1 - MAX_TURN_ACTIONS :])  # a turn has no more actions
    return make_frame(path[-1], get_last_turn(path_steps, len(path_steps)), legal_language)


def position_view(game: Game, request: PositionRequest) -> PositionResponse:
    """Return the requested position, and why cells cannot be used in it."""
    path = play_path(game, request.get("position"), request.get("actions", ()))
    position = path[-1]
    shown: PositionResponse = {
        "position": str(position),
        "frame": make_path_frame(path, request.get("language", "en")),
        "ending": ending_view(position),
    }
    if cells := request.get("cells"):
        over = position.is_over
        shown["why"] = (
            texts.GAME_IS_OVER if over else sentence(explain_unusable_cells(position, cells))
        )
    return shown


def line_view(game: Game, request: LineRequest) -> LineResponse:
    """Return all positions of a line, without legal actions."""
    path = play_path(game, request.get("position"), request["actions"])
    shown: list[PositionResponse] = [
        {"position": str(position), "frame": frame, "ending": ending_view(position)}
        for position, frame in zip(path, make_frames(path), strict=True)
    ]
    return {"positions": shown}


def ending_view(position: Position) -> Text | None:
    """Return how the game ended and why, or None."""
    return sentence(describe_end(position)) if position.is_over else None


# Positions that are set up by hand


def setup_view(game: Game, request: SetupRequest) -> SetupResponse:
    """Return the position of placed pieces, or the pieces of a position; raise `BadPosition` if it
    cannot be displayed."""
    if (pieces := request.get("pieces")) is None:
        [position] = play_path(game, request.get("position"), ())
        standing = {piece.cell: piece for piece in position.pieces()}
        draft = make_draft(game, standing, get_required_details(position))
    else:
        standing = place_pieces(game, map(parse_placed_piece, pieces))
        draft = make_draft(game, standing, request.get("details", {}), request.get("last_changed"))
    names = {cell.name: number for number, cell in enumerate(game.board.cells)}
    fault = draft.fault
    setup = get_setup(game, {})
    possible = find_possible_values(game, draft)
    return {
        "palette": [palette_kind_view(game, setup, piece, draft.pieces) for piece in setup.palette],
        "alternates_kinds": game.definition.has_tiles,
        "frame": draft_frame_view(draft),
        "details": [
            detail_view(
                chosen, possible[chosen.detail.name], chosen.detail.name in draft.given_values
            )
            for chosen in draft.details
        ],
        "position": str(draft.position) if draft.position else None,
        "ending": ending_view(draft.position) if draft.position else None,
        "fault": sentence(fault.message) if fault else None,
        "cells": [names[name] for name in fault.cells] if fault else [],
    }


def parse_placed_piece(piece: PlacedPiece) -> tuple[int, str, int]:
    """Return a piece in the form that `core.setup` expects."""
    return piece["cell"], piece["letter"], piece.get("height", 1)


def draft_frame_view(draft: Draft) -> protocol.Frame:
    """Return the frame of the position, or only the pieces if they are not a position."""
    if draft.position:
        return make_frame(draft.position)
    return {
        "pieces": list(map(piece_view, sorted(draft.pieces, key=get_cell))),
        "targets": {},
        "placeable": {},
        "turn": None,
        "starts_turn": True,
        "prompt": NO_TEXT,
        "counts": [],
        "last": [],
        "winning_lines": [],
    }


def palette_kind_view(game: Game, setup: SetUp, piece: Piece, standing: list[Piece]) -> PaletteKind:
    """Return a kind of piece of the palette, and how many more can be placed."""
    left, used_up = get_remaining_supply(setup, piece, standing)
    name = game.definition.kinds.get(piece.letter, Verbatim(piece.letter))
    return {
        "letter": piece.letter,
        "name": name,
        **look_view(piece.colour, piece.mark),
        "owner": piece.owner,
        "max_height": piece.height,
        "remaining": left,
        "used_up": sentence(used_up) if used_up else None,
    }


def detail_view(chosen: DetailValue, possible: Collection[str], is_chosen: bool) -> SetupDetail:
    """Return a detail with its possible values and its current one, which may be none of these."""
    detail, value = chosen
    labels = detail.labels or tuple(map(Verbatim, detail.values))
    choices: dict[str, Text] = {value: Verbatim(value)} if value not in detail.values else {}
    choices |= {
        option: label
        for option, label in zip(detail.values, labels, strict=True)
        if option in possible or option == value
    }
    return {
        "name": detail.name,
        "title": detail.title,
        "values": [{"value": option, "label": label} for option, label in choices.items()],
        "value": value,
        "is_chosen": is_chosen,
    }
