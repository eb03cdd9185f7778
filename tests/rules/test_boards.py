"""Halves of tiles are paired as they were placed, or as they may have been placed."""

from random import Random

import pytest

from steinreich import Position, load
from steinreich.rules.boards import match_pairs


def get_tiles(position: Position) -> set[frozenset[str]]:
    """Return the tiles of a position by the names of their cells."""
    cells = position.game.board.cells
    pieces = {piece.cell: piece for piece in position.pieces()}
    found = set()
    for piece in pieces.values():
        assert piece.joined is not None
        other = pieces[piece.joined]
        assert other.joined == piece.cell
        assert other.mark != piece.mark
        (x, y), (u, v) = ((cells[half.cell].x, cells[half.cell].y) for half in (piece, other))
        assert abs(x - u) + abs(y - v) == 1
        found.add(frozenset((cells[piece.cell].name, cells[other.cell].name)))
    return found


def play_random_game(size: str, seed: int) -> tuple[Position, list[str]]:
    rng, position = Random(seed), load(f"chain_reaxis(size={size})").start()
    played: list[str] = []
    while not position.is_over:
        played.append(rng.choice(position.legal_moves()))
        position = position.play(played[-1])
    return position, played


@pytest.mark.parametrize("size", ["4x4", "6x6", "8x5"])
def test_tiles_keep_the_pairs_as_placed(size: str) -> None:
    for seed in range(8):
        position, played = play_random_game(size, seed)
        assert get_tiles(position) == {frozenset((name[:2], name[2:])) for name in played}


@pytest.mark.parametrize("size", ["4x4", "6x6", "8x5"])
def test_position_from_text_shows_whole_tiles_and_the_last_one(size: str) -> None:
    for seed in range(8):
        position, played = play_random_game(size, seed)
        known = load(position.game.id).position(str(position))
        assert frozenset((played[-1][:2], played[-1][2:])) in get_tiles(known)


def test_pairing_is_changed_if_another_tile_depends_on_it() -> None:
    near = {1: [2, 4], 2: [1, 3], 3: [2], 4: [1]}
    assert match_pairs(near) == {1: 4, 4: 1, 2: 3, 3: 2}


def test_other_games_have_no_halves() -> None:
    assert all(piece.joined is None for piece in load("inner_square").start().pieces())
