"""Legal actions by machine code are those of plain Python."""

import threading
import time
from collections.abc import Iterator
from threading import Event

import pytest

from steinreich import Game, games, load
from steinreich.hall.compiled_lister import (
    CompiledLister,
    StateLister,
    compiled_lister,
    listing_by_machine_code,
)
from steinreich.session import legal_actions
from tests.conftest import random_game

PATIENCE = 60.0  # seconds


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    """What is listed here is not known to other tests, nor what they have listed known here."""
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


def wait_until_ready(lister: CompiledLister, game: Game) -> None:
    until = time.monotonic() + PATIENCE
    while game.module not in lister.ready and time.monotonic() < until:
        time.sleep(0.01)


def test_machine_code_is_made_for_the_games_that_are_played() -> None:
    played, other = load("vier3d"), load("chain_reaxis")
    ready_at_first, is_made = [], Event()

    def first() -> None:
        is_made.wait()
        ready_at_first.append(dict(lister.ready))

    with listing_by_machine_code(first=first) as lister:
        is_made.set()
        legal_actions.legal(played.start())
        wait_until_ready(lister, played)
    assert list(lister.ready) == [played.module]
    assert ready_at_first == [{}]
    assert other.module not in lister.asked_for


def test_it_ends_with_the_hall() -> None:
    """Nobody lists by it any more, and no thread of it is left, whatever it was waiting for."""
    before = legal_actions.lister, legal_actions.meanings_lister
    others = set(threading.enumerate())
    with listing_by_machine_code(), listing_by_machine_code(calm=PATIENCE):
        mine = [one for one in set(threading.enumerate()) - others if one.name == "listing"]
        assert len(mine) == 2
    assert (legal_actions.lister, legal_actions.meanings_lister) == before
    for thread in mine:
        thread.join(PATIENCE / 2)
        assert not thread.is_alive()


def test_a_game_that_cannot_be_compiled_stays_with_plain_python(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """And keeps no other game from being listed by machine code."""
    broken, other = load("chain_reaxis"), load("vier3d")

    def compiled(game: Game) -> StateLister:
        if game == broken:
            raise OSError("no space left on the device")
        return compiled_lister(game)

    monkeypatch.setattr("steinreich.hall.compiled_lister.compiled_lister", compiled)
    with listing_by_machine_code() as lister:
        for game in (broken, other):
            assert lister(game.start()) == game.start().actions()
        wait_until_ready(lister, other)
        assert lister(broken.start()) == broken.start().actions()
    assert list(lister.ready) == [other.module]
    assert "no machine code lists the actions of chain_reaxis" in caplog.text
