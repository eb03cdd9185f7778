"""Legal actions by machine code are those of plain Python."""

import pytest

from steinreich import games, load
from steinreich.server import listing
from tests.conftest import random_game


@pytest.mark.parametrize("name", games())
def test_machine_code_lists_the_same_actions(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(name)
    monkeypatch.setitem(listing.ready, game.module, listing.lister_of(name))
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
