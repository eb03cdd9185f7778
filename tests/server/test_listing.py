"""Legal actions by machine code are those of plain Python."""

import time
from queue import SimpleQueue

import pytest

from steinreich import games, load
from steinreich.server import listing
from tests.conftest import random_game

PATIENCE = 60.0  # seconds


@pytest.mark.parametrize("name", games())
def test_machine_code_lists_the_same_actions(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(name)
    monkeypatch.setitem(listing.ready, game.module, listing.lister_of(game))
    listing.legal.cache_clear()
    positions = [position for seed in range(3) for position in random_game(game, seed)]
    assert len(positions) > 20
    for position in positions:
        assert listing.legal(position) == position.named()
    listing.legal.cache_clear()


def test_plain_python_lists_them_until_then(monkeypatch: pytest.MonkeyPatch) -> None:
    position = load("vier3d").start()
    monkeypatch.delitem(listing.ready, position.game.module, raising=False)
    listing.legal.cache_clear()
    assert sorted(listing.legal(position)) == position.legal_moves()


def test_machine_code_is_made_for_the_games_that_are_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played, other = load("vier3d"), load("chain_reaxis")
    for name, empty in (("ready", {}), ("asked_for", set()), ("wanted", SimpleQueue())):
        monkeypatch.setattr(listing, name, empty)
    listing.warm_up()
    listing.legal.cache_clear()
    listing.legal(played.start())
    until = time.monotonic() + PATIENCE
    while played.module not in listing.ready and time.monotonic() < until:
        time.sleep(0.01)
    assert list(listing.ready) == [played.module]
    assert other.module not in listing.asked_for
