"""What actions bring about and why games end, for games that state nothing of it."""

import random

import pytest

from steinreich import load
from steinreich.core import narration
from steinreich.core.narration import seen_effects
from steinreich.rules.about import Ending
from steinreich.rules.contract import DRAW
from steinreich.rules.language import Words
from tests.conftest import BREAKTHROUGH, CONNECT_FOUR


def test_names_are_filled_into_a_reason() -> None:
    end = Ending(1, Words("{1} has beaten {0}", "{1} hat {0} besiegt"))
    names = [Words("Red", "Rot"), Words("{0}", "{0}")]  # whatever a person is called
    assert end.named(names) == Words("{0} has beaten Red", "{0} hat Rot besiegt")


def test_a_game_that_states_its_lines_only() -> None:
    position = load(CONNECT_FOUR).start()
    for column in "ababab":
        assert position.ending is None
        assert position.notation(column) == column
        position = position.play(column)
    line = (0, 7, 14, 21)
    assert position.effects("a").lines == (line,)
    assert position.narrated("a") == Words("a, completes a line", "a, vollendet eine Linie")
    assert position.notation("a") == "a ◎"
    stated = Words("{0} completed a line", "{0} hat eine Linie vollendet")
    assert narration.ending(position.play("a")) == Ending(0, stated, line)
    won = Words("Red completed a line", "Rot hat eine Linie vollendet")
    assert position.play("a").ending == Ending(0, won, line)


def test_a_game_that_states_nothing() -> None:
    position = load("tests/players/pebbles.py").start()
    won = Words("{1} reached the goal of the game", "{1} hat das Ziel des Spiels erreicht")
    assert narration.ending(position.play("b")) == Ending(1, won)
    for pebble in "aecb":
        position = position.play(pebble)
    drawn = Words("no player can win any more", "niemand kann mehr gewinnen")
    assert position.play("d").ending == Ending(None, drawn)


def test_a_full_board() -> None:
    position = load(CONNECT_FOUR).start()
    for column in "abcdef" * 2 + "fedcba" * 2 + "abcdef" * 2 + "g" * 6:
        position = position.play(column)
    assert position.outcome == DRAW
    assert position.ending == Ending(None, Words("the board is full", "das Brett ist voll"))


@pytest.mark.parametrize("id", ["inner_square", "tzaar(setup=fixed)", BREAKTHROUGH])
def test_what_is_seen_to_be_taken_is_what_a_game_states(id: str) -> None:
    dice, position, taken = random.Random(id), load(id).start(), 0
    while not position.is_over:
        action = dice.choice(position.actions())
        stated, seen = narration.effects(position, action), seen_effects(position, action)
        assert sorted(seen.taken) == sorted(stated.taken)
        taken += len(seen.taken)
        position = position.after_legal(action)
    assert taken
