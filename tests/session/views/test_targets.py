"""Targets that are found by their meaning are those that the game tells of when it is asked."""

import pytest

from steinreich import games, load
from steinreich.core.position import Position
from steinreich.session import legal_actions
from steinreich.session.views.targets import kept_of, targets_of
from tests.conftest import random_game

KEPT = legal_actions.legal, legal_actions.meanings, kept_of


def forget() -> None:
    for one in KEPT:
        one.cache_clear()


def meanings(position: Position) -> list[int]:
    """What machine code would list."""
    stated = position.game.definition
    numbers = position.actions()
    return [number + stated.actions * stated.variety(position.state, number) for number in numbers]


@pytest.mark.parametrize("name", games())
def test_the_same_by_meaning_and_by_asking(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    positions = [one for seed in range(4) for one in random_game(load(name), seed)][:-1]
    forget()
    asked = [targets_of(position, "de") for position in positions]
    legal = [legal_actions.legal(position) for position in positions]
    forget()
    monkeypatch.setattr(legal_actions, "meanings_lister", meanings)
    assert [targets_of(position, "de") for position in positions] == asked
    assert [legal_actions.legal(position) for position in positions] == legal
    assert [list(targets_of(position, "de")[0]) for position in positions] == [
        list(targets) for targets, _ in asked
    ], "in the same order"
    forget()


def test_who_is_to_put_something_hears_how_it_looks() -> None:
    targets, to_put = targets_of(load("vier3d").start(), "en")
    assert targets["a1"]["puts"] in to_put
    assert to_put[targets["a1"]["puts"]] == {"colour": "red", "mark": "plain", "owner": 0}
