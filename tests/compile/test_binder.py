"""Rules bound to a game: compiled, cached, and free of allocations."""

import sys
from threading import Thread
from typing import Any

import numba
import numpy as np
import pytest

from steinreich import load, random_games
from steinreich.compile.binder import (
    NUMBA_OPTIONS,
    Binder,
    Compiler,
    copy_function,
    to_machine_state,
)
from steinreich.rules import contract, playout
from steinreich.rules.bits import (
    ALL,
    borrow,
    count,
    each,
    falling_rays_to,
    gather_bits,
    highest,
    lowest,
    nth,
    prefetch,
    rising_rays_to,
    rule,
    words,
)
from tests.compile.code_files import code_files
from tests.conftest import ALL_NAMES, CONNECT_FOUR


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


def test_states_are_converted_at_the_entry_point() -> None:
    state = to_machine_state(load("inner_square").start().state)
    assert isinstance(state.red.low, np.uint64)
    assert isinstance(state.turn, int)
    assert state == load("inner_square").start().state


@rule
def apply_bit_operations(board: int, n: int) -> tuple[int, int, int, int]:
    return count(board), lowest(board), highest(board), nth(board, n)


@rule
def twice(number: int) -> int:
    return 2 * number


@rule
def four_times(number: int) -> int:
    return twice(twice(number))


def test_only_entry_points_get_python_wrappers() -> None:
    compiler = Compiler(load("vier3d").module)
    compiler.folder = None  # nothing is cached: all of it is compiled now
    outer = compiler.entry(four_times)
    assert outer(5) == 20
    [entry], [part] = outer.overloads.values(), compiler(twice).overloads.values()
    is_there = entry.library.codegen._engine.is_symbol_defined
    assert is_there(entry.fndesc.llvm_func_name)
    assert not is_there(part.fndesc.llvm_func_name)


def test_intrinsics_agree_with_plain_python() -> None:
    """Machine instructions give the same results as the Python versions."""
    inner = Compiler(load("vier3d").module)(apply_bit_operations).py_func
    compiled = numba.njit(**NUMBA_OPTIONS)(copy_function(inner, inner.__globals__))
    for board in (1, 2, 3, 1 << 63, (1 << 64) - 1, 0x8421_0001_8000_0420):
        for n in range(count(board)):
            assert compiled(np.uint64(board), n) == apply_bit_operations(board, n)


RAYS = words([0b1110, 0b0111, 1 << 63 | 1 << 40, 0b1010_0001, 0])
LINES = 0b1011, 0b1110_0101, 1 << 63 | 3, 1 << 40, 0, ALL


@rule
def find_rays(targets: int, pieces: int, place: int) -> tuple[int, int]:
    rising = rising_rays_to(targets, pieces, RAYS, place, 3)
    return rising, falling_rays_to(targets, pieces, RAYS, place, 4)


def test_four_rays_at_once_agree_with_each() -> None:
    inner = Compiler(load("vier3d").module)(find_rays).py_func
    compiled = numba.njit(**NUMBA_OPTIONS)(copy_function(inner, inner.__globals__))
    assert find_rays(0b1000, 0b1010, 0) == (0, 0b0001), "a nearer piece is in the way"
    results = set()
    for pieces in LINES:
        for targets in LINES:
            for place in range(2):
                found = compiled(np.uint64(targets), np.uint64(pieces), place)
                assert found == find_rays(targets, pieces, place)
                results.add(found)
    assert len(results) > 10


@rule
def gather_cells(board: int, mask: int) -> int:
    return gather_bits(board, mask)


@rule
def sum_borrowed(numbers: Any, place: int) -> int:
    unowned = borrow(numbers)
    prefetch(unowned, place)
    unowned[place] += 1
    return int(unowned[place] + unowned[0])


def test_borrowed_array_is_the_same_array_and_returns_to_its_owner() -> None:
    compiled = Compiler(load("vier3d").module).entry(sum_borrowed)
    numbers = np.arange(5, dtype=np.int64)
    users = sys.getrefcount(numbers)
    for _ in range(3):
        compiled(numbers, 4)
    assert compiled(numbers, 4) == sum_borrowed(np.array([0, 1, 2, 3, 7]), 4) == 8
    assert sys.getrefcount(numbers) == users
    assert numbers.tolist() == [0, 1, 2, 3, 8]


def test_gathered_cells_agree() -> None:
    """The machine instruction and the loop in Python give the same bits."""
    inner = Compiler(load("vier3d").module)(gather_cells).py_func
    compiled = numba.njit(**NUMBA_OPTIONS)(copy_function(inner, inner.__globals__))
    boards = (0, 1, 1 << 63, (1 << 64) - 1, 0x8421_0001_8000_0420, 0x0F0F_3C3C_5555_AAAA)
    for board in boards:
        for mask in boards:
            cells = [cell for cell in range(64) if mask >> cell & 1]
            expected = sum((board >> cell & 1) << n for n, cell in enumerate(cells))
            assert gather_bits(board, mask) == expected
            assert int(compiled(np.uint64(board), np.uint64(mask))) & ALL == expected


@rule
def allocate_array(n: int) -> int:
    return len(np.arange(n))


def calls_allocator(entry: Any) -> bool:
    """Return whether the machine code of a called entry point calls the allocator."""
    code = b"".join(file.read_bytes() for file in code_files(entry))
    assert entry.__name__.encode() in code
    return b"NRT_MemInfo_alloc" in code or b"NRT_Allocate" in code


def test_detects_allocation() -> None:
    entry = Compiler(load("vier3d").module).entry(allocate_array)
    assert entry(5) == 5
    assert calls_allocator(entry)


@pytest.mark.parametrize("id", ALL_NAMES)
def test_playouts_allocate_nothing(id: str) -> None:
    """The machine code of random games never allocates memory."""
    start = load(id).start(seed=1)
    random_games(start, 1)
    assert not calls_allocator(start.game.compiler.entry(playout.playouts))


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
