"""Legal actions by machine code are those of plain Python."""

import time
from collections.abc import Iterator
from threading import Event

import pytest

from steinreich import games, load
from steinreich.hall.compiled_lister import CompiledLister, compiled_lister, list_by_machine_code
from steinreich.session import legal_actions
from tests.conftest import random_game

PATIENCE = 60.0  # seconds


@pytest.fixture(autouse=True)
def put_back(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Other tests list actions as before."""
    for name in ("lister", "meanings_lister"):
        monkeypatch.setattr(legal_actions, name, getattr(legal_actions, name))
    kept = legal_actions.legal, legal_actions.meanings
    for one in kept:
        one.cache_clear()
    yield
    for one in kept:
        one.cache_clear()


@pytest.mark.parametrize("name", games())
def test_machine_code_lists_the_same_actions(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, lister = load(name), CompiledLister()
    lister.ready[game.module] = compiled_lister(game)
    monkeypatch.setattr(legal_actions, "lister", lister)
    monkeypatch.setattr(legal_actions, "meanings_lister", lister.meanings)
    positions = [position for seed in range(3) for position in random_game(game, seed)]
    assert len(positions) > 20
    for position in positions:
        assert legal_actions.legal(position) == position.named()
        assert list(legal_actions.legal(position)) == list(position.named()), "in the same order"
        assert lister(position) == position.actions()
        assert lister.meanings(position) is not None


def test_plain_python_lists_them_until_then() -> None:
    position, lister = load("vier3d").start(), CompiledLister()
    assert lister(position) == position.actions()
    assert lister.asked_for == {position.game.module}
    assert not lister.ready


def test_machine_code_is_made_for_the_games_that_are_played() -> None:
    played, other = load("vier3d"), load("chain_reaxis")
    ready_at_first, is_made = [], Event()

    def first() -> None:
        is_made.wait()
        ready_at_first.append(dict(lister.ready))

    lister = list_by_machine_code(first=first)
    is_made.set()
    legal_actions.legal(played.start())
    until = time.monotonic() + PATIENCE
    while played.module not in lister.ready and time.monotonic() < until:
        time.sleep(0.01)
    assert list(lister.ready) == [played.module]
    assert ready_at_first == [{}]
    assert other.module not in lister.asked_for
