"""Effects of actions and reasons of endings for games that do not state them."""

import random

import pytest

from steinreich import load
from steinreich.core import narration
from steinreich.core.narration import derive_effects
from steinreich.rules.about import Ending
from steinreich.rules.contract import DRAW
from steinreich.rules.language import PlayerName, Text
from tests.conftest import BREAKTHROUGH, CONNECT_FOUR
from tests.translated import Translated, both


def test_names_are_filled_into_a_reason() -> None:
    end = Ending(
        1,
        Text("{player} completed a four for {winner}", player=PlayerName(1), winner=PlayerName(0)),
    )
    names = [Translated("Red", "Rot"), Translated("{0}", "{0}")]  # whatever a player is called
    assert end.get_reason(names) == Translated(
        "{0} completed a four for Red", "{0} hat einen Vierer für Rot vollendet"
    )


def test_lines_are_enough_to_describe_an_ending() -> None:
    position = load(CONNECT_FOUR).start()
    for column in "ababab":
        assert position.ending is None
        assert position.notation(column) == column
        position = position.play(column)
    line = (0, 7, 14, 21)
    assert position.effects("a").lines == (line,)
    assert both(position.narrate("a")) == ("a, completes a line", "a, vollendet eine Linie")
    assert position.notation("a") == "a ◎"
    template = Translated("{0} completed a line", "{0} hat eine Linie vollendet")
    assert narration.get_ending(position.play("a")) == Ending(0, template, line)
    won = Translated("Red completed a line", "Rot hat eine Linie vollendet")
    assert position.play("a").ending == Ending(0, won, line)


def test_game_without_descriptions_has_a_generic_ending() -> None:
    position = load("tests/players/pebbles.py").start()
    won = Translated("{1} reached the goal of the game", "{1} hat das Ziel des Spiels erreicht")
    assert narration.get_ending(position.play("b")) == Ending(1, won)
    for pebble in "aecb":
        position = position.play(pebble)
    drawn = Translated("no player can win any more", "niemand kann mehr gewinnen")
    assert position.play("d").ending == Ending(None, drawn)


def test_full_board_has_a_generic_ending() -> None:
    position = load(CONNECT_FOUR).start()
    for column in "abcdef" * 2 + "fedcba" * 2 + "abcdef" * 2 + "g" * 6:
        position = position.play(column)
    assert position.outcome == DRAW
    assert position.ending == Ending(None, Translated("the board is full", "das Brett ist voll"))


@pytest.mark.parametrize("id", ["inner_square", "tzaar(setup=fixed)", BREAKTHROUGH])
def test_generic_captures_agree_with_stated_ones(id: str) -> None:
    rng, position, taken = random.Random(id), load(id).start(), 0
    while not position.is_over:
        action = rng.choice(position.actions())
        defined, derived = narration.get_effects(position, action), derive_effects(position, action)
        assert sorted(derived.taken) == sorted(defined.taken)
        taken += len(derived.taken)
        position = position.after_legal(action)
    assert taken
