"""Action numbers out of range do not cause writes out of bounds."""

from typing import Any

import numpy as np
import pytest

from steinreich import load
from steinreich.compile.binder import Binder, typed
from steinreich.rules import playout
from steinreich.rules.bits import rule
from steinreich.rules.contract import State
from steinreich.search.alphabeta import rules as alphabeta
from steinreich.search.alphabeta.iterative_deepening import empty_memory
from steinreich.search.exact import rules as exact
from steinreich.search.knowledge import is_noisy
from tests.conftest import BREAKTHROUGH

GAME = load(BREAKTHROUGH)
START = GAME.start().state
LEGAL = GAME.start().actions()
FEW = 30  # capacity of the list of actions
FITTING = [action for action in LEGAL if action < FEW]
UNTOUCHED = -7
PLY = 3


@rule
def always(s: State, action: int) -> bool:
    return True


def test_machine_code_lists_within_the_array() -> None:
    room = np.full(2 * len(LEGAL), UNTOUCHED, np.int64)
    out = room[: len(FITTING)]
    count = GAME.compiled.entry(playout.legal_actions)(typed(START), out)
    assert (room[len(out) :] == UNTOUCHED).all()
    assert count > len(out)  # the returned number tells the caller that some are missing


@pytest.mark.parametrize("list_them", [alphabeta.list_moves, alphabeta.list_noisy])
def test_alpha_beta_lists_within_its_capacity(list_them: Any) -> None:
    memory = empty_memory(FEW, 1).tolist()
    first = alphabeta.moves_at(memory, PLY)
    memory[first:] = [UNTOUCHED] * (len(memory) - first)
    found = Binder(GAME.module, {is_noisy: always})(list_them)(START, memory, PLY)
    listed = memory[first : first + found]
    assert [move & (1 << alphabeta.ACTION_BITS) - 1 for move in listed] == FITTING
    assert set(memory[first + found :]) == {UNTOUCHED}


def test_the_solver_lists_within_its_room() -> None:
    notes = [0] * (exact.HISTORY + 2 * FEW) + [UNTOUCHED] * (exact.MAX_DEPTH * FEW)
    notes[exact.ACTIONS] = FEW
    memory = exact.Memory(notes, None)
    found = GAME.plain(exact.list_open)(START, memory, 0, PLY)
    first = exact.list_at(memory, PLY)
    listed = notes[first : first + found]
    assert [move & (1 << exact.ACTION_BITS) - 1 for move in listed] == FITTING
    assert set(notes[first + found :]) == {UNTOUCHED}
