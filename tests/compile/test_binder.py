"""Rules bound to a game: compiled, cached, and free of allocations."""

import sys
from threading import Thread
from typing import Any

import numpy as np
import pytest

from steinreich import load, random_games
from steinreich.compile.binder import Binder
from steinreich.compile.machine_code import Compiler
from steinreich.rules import contract, playout
from steinreich.rules.arrays import Int64Array
from steinreich.rules.bits import (
    ALL,
    U64,
    bitboard,
    count,
    each,
    falling_rays_to,
    highest,
    line_bits,
    line_factor,
    lowest,
    noinline,
    nth,
    prefetch,
    rising_rays_to,
    rule,
    words,
)
from steinreich.rules.errors import BrokenContract
from tests.conftest import CONNECT_FOUR


def test_plain_functions_use_the_game() -> None:
    game = load("vier3d")
    binder = Binder(game.module)
    assert binder(contract.play)(game.start().state, 0) == game.module.play(game.start().state, 0)
    assert binder(playout.perft)(game.start().state, 2) == 256


def test_game_without_is_legal_allows_all_candidates() -> None:
    game = load("examples/connect_four.py")
    assert game.plain(playout.perft)(game.start().state, 1) == 7


def test_random_games_depend_only_on_seed_and_number() -> None:
    start = load("examples/connect_four.py").start()
    ten = random_games(start, 10, seed=3)
    later = random_games(start, 4, seed=3, first=6)
    assert ten.lengths[6:].tolist() == later.lengths.tolist()
    assert ten.outcomes[6:].tolist() == later.outcomes.tolist()
    assert ten.lengths.tolist() != random_games(start, 10, seed=4).lengths.tolist()


@rule
def apply_bit_operations(board: U64, n: int) -> tuple[int, int, int, int]:
    return count(board), lowest(board), highest(board), nth(board, n)


def test_intrinsics_agree_with_plain_python() -> None:
    """Machine instructions give the same results as the Python versions."""
    compiled = Compiler(load("vier3d").module).entry(apply_bit_operations)
    for board in (1, 2, 3, 1 << 63, (1 << 64) - 1, 0x8421_0001_8000_0420):
        for n in range(count(board)):
            assert compiled(board, n) == apply_bit_operations(board, n)


RAYS = words([0b1110, 0b0111, 1 << 63 | 1 << 40, 0b1010_0001, 0])
PIECE_SETS = 0b1011, 0b1110_0101, 1 << 63 | 3, 1 << 40, 0, ALL


@rule
def find_rays(targets: U64, pieces: U64, start: int) -> tuple[U64, U64]:
    rising = rising_rays_to(targets, pieces, RAYS, start, 3)
    return rising, falling_rays_to(targets, pieces, RAYS, start, 4)


def test_ray_searches_agree_with_plain_python() -> None:
    compiled = Compiler(load("vier3d").module).entry(find_rays)
    assert find_rays(0b1000, 0b1010, 0) == (0, 0b0001), "a nearer piece is in the way"
    results = set()
    for pieces in PIECE_SETS:
        for targets in PIECE_SETS:
            for start in range(2):
                found = compiled(targets, pieces, start)
                assert found == find_rays(targets, pieces, start)
                results.add(found)
    assert len(results) > 10


@noinline
def add_one(numbers: Int64Array, index: int) -> int:
    prefetch(numbers, index)
    numbers[index] += 1
    return int(numbers[index] + numbers[0])


@rule
def call_add_one(numbers: Int64Array, index: int) -> int:
    return add_one(numbers, index)


def test_arrays_are_written_to_and_not_retained() -> None:
    compiled = Compiler(load("vier3d").module).entry(call_add_one)
    numbers = np.arange(5, dtype=np.int64)
    references = sys.getrefcount(numbers)
    for _ in range(3):
        compiled(numbers, 4)
    assert compiled(numbers, 4) == call_add_one(np.array([0, 1, 2, 3, 7]), 4) == 8
    assert sys.getrefcount(numbers) == references
    assert numbers.tolist() == [0, 1, 2, 3, 8]


@rule
def read_line(board: U64, line: U64, factor: U64, length: int) -> int:
    return line_bits(board, line, factor, length)


def test_line_bits_are_the_cells_in_order() -> None:
    compiled = Compiler(load("vier3d").module).entry(read_line)
    for first, distance, length in ((0, 1, 6), (5, 6, 6), (1, 9, 7), (3, 16, 4), (12, 13, 4)):
        cells = [first + distance * i for i in range(length)]
        line = bitboard(cells)
        factor = line_factor(line)
        for bits in range(1 << length):
            board = bitboard(cell for i, cell in enumerate(cells) if bits >> i & 1) | ~line & ALL
            assert line_bits(board, line, factor, length) == bits
            assert compiled(board, line, factor, length) == bits


def test_line_bits_at_a_distance_of_three_have_another_order() -> None:
    for first in (3, 19, 51):
        cells = [first, first + 9, first + 6, first + 3]
        line = bitboard(cells)
        for bits in range(16):
            board = bitboard(cell for i, cell in enumerate(cells) if bits >> i & 1)
            assert line_bits(board, line, line_factor(line), 4) == bits


@rule
def allocate_array(n: int) -> int:
    return len(np.arange(n))


def test_refuses_rules_that_allocate() -> None:
    """Machine code is self-contained: it needs neither Numba nor the allocator of Python."""
    entry = Compiler(load("vier3d").module).entry(allocate_array)
    with pytest.raises(BrokenContract, match="allocate_array needs NRT_"):
        entry(5)


def test_threads_compile_concurrently() -> None:
    compilers = [Compiler(load(name).module) for name in ("vier3d", CONNECT_FOUR)]
    found: list[Any] = []
    threads = [
        Thread(target=lambda c=c: found.append(c.entry(playout.pick_action)))
        for c in compilers
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {id(function) for function in found} == {
        id(c.entry(playout.pick_action)) for c in compilers
    }
    assert len(found) == 8


def test_keys_distinguish_positions_that_differ_in_high_cells() -> None:
    """Near the end of a game, positions differ only in the top cells, whose bits are the
    highest.
    """
    game = load("vier3d(variant=most_fours)")
    key, rules = game.plain(contract.key), game.module
    text = "brr/ryyy/yyr/bbrr/rbrb/yrrb/ybry/ybyy/ybr/yyyy/yrbr/ryr/bb/rybb/brb/byry b"
    results, todo = set(), [game.position(text).state]
    while todo:
        s = todo.pop()
        if s not in results:
            results.add(s)
            if rules.outcome(s) == contract.ONGOING:
                todo += [rules.play(s, action) for action in each(rules.candidates(s).low)]
    assert len({key(s) for s in results}) == len(results)
