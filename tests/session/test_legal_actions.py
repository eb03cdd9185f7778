"""The legal actions of positions, by name, listed by whoever lists them fastest."""

from collections.abc import Iterator

import pytest

from steinreich import Position, load
from steinreich.session import legal_actions


@pytest.fixture(autouse=True)
def forget(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What was asked before is not known, nor is it afterwards what is asked here; and a hall that
    was opened before lists nothing."""
    monkeypatch.setattr(legal_actions, "lister", Position.actions)
    monkeypatch.setattr(legal_actions, "meanings_lister", None)
    for kept in (legal_actions.legal, legal_actions.meanings):
        kept.cache_clear()
    yield
    for kept in (legal_actions.legal, legal_actions.meanings):
        kept.cache_clear()


def test_plain_python_lists_them() -> None:
    position = load("vier3d").start()
    assert legal_actions.legal(position) == position.named()


def test_another_lister_can_take_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Position] = []

    def lister(position: Position) -> list[int]:
        asked.append(position)
        return position.actions()[:2]

    monkeypatch.setattr(legal_actions, "lister", lister)
    position = load("vier3d").start()
    for _ in range(3):
        assert list(legal_actions.legal(position)) == ["a1", "b1"]
    assert asked == [position], "an answer is shared by all who ask"


def test_tiles_lie_as_they_were_laid() -> None:
    """Two tables have the same position, but its tiles were laid along other lines."""
    positions = []
    for line in ("a1a2 b2b1 a3b3", "a1b1 b2a2 a3b3"):
        position = load("chain_reaxis").start()
        for action in line.split():
            position = legal_actions.after(position, action)
        positions.append(position)
    one, other = positions
    assert one == other
    action = one.legal_moves()[0]
    for position in positions:
        following = legal_actions.after(position, action)
        assert following.laid == position.play(action).laid
        assert following.pieces() == position.play(action).pieces()
