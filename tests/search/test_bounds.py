"""Action numbers out of range do not cause writes out of bounds."""

from typing import Any

import numpy as np
import pytest

from steinreich import load
from steinreich.compile.binder import Binder
from steinreich.rules import playout
from steinreich.rules.bits import rule
from steinreich.rules.contract import State
from steinreich.search.alphabeta import rules as alphabeta
from steinreich.search.alphabeta.iterative_deepening import make_memory
from steinreich.search.exact import rules as exact
from steinreich.search.knowledge import is_noisy
from tests.conftest import BREAKTHROUGH

GAME = load(BREAKTHROUGH)
START = GAME.start().state
LEGAL = GAME.start().actions()
NUM_ACTIONS = 30  # capacity of the list of actions
VALID_ACTIONS = [action for action in LEGAL if action < NUM_ACTIONS]
UNTOUCHED = -7
PLY = 3


@rule
def return_true(s: State, action: int) -> bool:
    return True


def test_machine_code_lists_within_the_array() -> None:
    memory = np.full(2 * len(LEGAL), UNTOUCHED, np.int64)
    out = memory[: len(VALID_ACTIONS)]
    count = GAME.compiler.entry(playout.legal_actions)(START, out)
    assert (memory[len(out) :] == UNTOUCHED).all()
    assert count > len(out)  # the returned number tells the caller that some are missing


@pytest.mark.parametrize("list_them", [alphabeta.list_actions, alphabeta.list_noisy_actions])
def test_alpha_beta_lists_within_its_capacity(list_them: Any) -> None:
    memory = make_memory(NUM_ACTIONS, 1).tolist()
    first = alphabeta.action_list_at(memory, PLY)
    memory[first:] = [UNTOUCHED] * (len(memory) - first)
    found = Binder(GAME.module, {is_noisy: return_true})(list_them)(START, memory, PLY)
    listed = memory[first : first + found]
    assert [move & (1 << alphabeta.ACTION_BITS) - 1 for move in listed] == VALID_ACTIONS
    assert set(memory[first + found :]) == {UNTOUCHED}


def test_solver_lists_within_its_capacity() -> None:
    notes = [0] * (exact.HISTORY + 2 * NUM_ACTIONS) + [UNTOUCHED] * (exact.MAX_DEPTH * NUM_ACTIONS)
    notes[exact.ACTIONS] = NUM_ACTIONS
    memory = exact.Memory(notes, None)
    found = GAME.plain(exact.list_unanswered)(START, memory, 0, PLY)
    first = exact.list_at(memory, PLY)
    listed = notes[first : first + found]
    assert [move & (1 << exact.ACTION_BITS) - 1 for move in listed] == VALID_ACTIONS
    assert set(notes[first + found :]) == {UNTOUCHED}
