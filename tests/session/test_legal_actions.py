"""Legal actions by machine code are those of plain Python."""

import time
from queue import SimpleQueue

import pytest

from steinreich import games, load
from steinreich.session import legal_actions
from tests.conftest import random_game

PATIENCE = 60.0  # seconds


@pytest.mark.parametrize("name", games())
def test_machine_code_lists_the_same_actions(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(name)
    monkeypatch.setitem(legal_actions.ready, game.module, legal_actions.lister_of(game))
    legal_actions.legal.cache_clear()
    positions = [position for seed in range(3) for position in random_game(game, seed)]
    assert len(positions) > 20
    for position in positions:
        assert legal_actions.legal(position) == position.named()
    legal_actions.legal.cache_clear()


def test_plain_python_lists_them_until_then(monkeypatch: pytest.MonkeyPatch) -> None:
    position = load("vier3d").start()
    monkeypatch.delitem(legal_actions.ready, position.game.module, raising=False)
    legal_actions.legal.cache_clear()
    assert sorted(legal_actions.legal(position)) == position.legal_moves()


def test_machine_code_is_made_for_the_games_that_are_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played, other = load("vier3d"), load("chain_reaxis")
    for name, empty in (("ready", {}), ("asked_for", set()), ("wanted", SimpleQueue())):
        monkeypatch.setattr(legal_actions, name, empty)
    legal_actions.warm_up()
    legal_actions.legal.cache_clear()
    legal_actions.legal(played.start())
    until = time.monotonic() + PATIENCE
    while played.module not in legal_actions.ready and time.monotonic() < until:
        time.sleep(0.01)
    assert list(legal_actions.ready) == [played.module]
    assert other.module not in legal_actions.asked_for
