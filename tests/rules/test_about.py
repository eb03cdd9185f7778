"""The description of games in their ABOUT."""

from itertools import product
from random import Random

import pytest

from steinreich import games, load
from steinreich.core.game import Game
from steinreich.rules.about import Option, describe_variant
from steinreich.rules.language import Text
from tests.translated import Translated, both

SENTENCE = Translated("Which way.", "Wie herum.")


def test_option_without_labels_shows_its_values() -> None:
    option = Option("way", ("up", "down"), SENTENCE)
    assert option.title == Translated("way", "way")
    assert option.labels == (Translated("up", "up"), Translated("down", "down"))


def test_all_values_have_labels_or_none() -> None:
    with pytest.raises(ValueError, match="option way has 2 values, not 1"):
        Option("way", ("up", "down"), SENTENCE, labels=(Translated("up", "hinauf"),))


def test_all_values_have_phrases_or_none() -> None:
    with pytest.raises(ValueError, match="option way has 2 values, not 1"):
        Option("way", ("up", "down"), SENTENCE, phrases=(Translated("up", "hinauf"),))


# Variants in words


@pytest.mark.parametrize(
    ("id", "english", "german"),
    [
        ("chain_reaxis", "6 × 6", "6 × 6"),
        (
            "chain_reaxis(size=8x8,diagonals=off)",
            "8 × 8, without diagonals",
            "8 × 8, ohne Diagonalen",
        ),
        ("vier3d", "the first four wins", "der erste Vierer gewinnt"),
        (
            "vier3d(variant=most_fours,players=3)",
            "the most fours win, three players",
            "wer die meisten Vierer hat, gewinnt, zu dritt",
        ),
        ("vier3d(yellow=off)", "the first four wins", "der erste Vierer gewinnt"),
        ("six_in_line(players=1)", "alone", "allein"),
        ("tzaar", "set up at random", "zufällig aufgestellt"),
    ],
)
def test_a_variant_in_words(id: str, english: str, german: str) -> None:
    assert both(load(id).variant) == (english, german)


@pytest.mark.parametrize("name", games())
def test_different_rules_have_different_words(name: str) -> None:
    """Two sets of options that people may choose between are never called the same."""
    ids: dict[Text, str] = {}
    for game in load_all_variants(name):
        if game.options == get_effective_options(game):
            assert ids.setdefault(game.variant, game.id) == game.id


def test_a_game_without_phrases_says_what_is_unusual() -> None:
    ways = Option("way", ("up", "down"), SENTENCE, Translated("Way", "Weg"))
    assert both(describe_variant((ways,), {"way": "up"})) == ("", "")
    assert both(describe_variant((ways,), {"way": "down"})) == ("Way: down", "Weg: down")


# Options without effect beside others


def load_all_variants(name: str) -> list[Game]:
    options = load(name).about.options
    values = product(*(option.values for option in options))
    names = [option.name for option in options]
    return [load(name, **dict(zip(names, chosen, strict=True))) for chosen in values]


def get_effective_options(game: Game) -> dict[str, str]:
    """Return the options, with ineffective ones at their first value."""
    return {
        option.name: game.options[option.name]
        if option.has_effect(game.options)
        else option.values[0]
        for option in game.about.options
    }


@pytest.mark.parametrize("name", games())
def test_ineffective_option_changes_nothing(name: str) -> None:
    for game in load_all_variants(name):
        default_game = load(name, **get_effective_options(game))
        if default_game == game:
            continue
        rng = Random(3)
        position, default_position = game.start(5), default_game.start(5)
        while not position.is_over and rng.random() > 0.01:
            assert str(position) == str(default_position)
            moves = position.legal_moves()
            assert moves == default_position.legal_moves()
            move = rng.choice(moves)
            position, default_position = position.play(move), default_position.play(move)
        assert position.returns == default_position.returns


def test_neutral_balls_have_an_effect_only_for_two_players_with_most_fours() -> None:
    yellow = load("vier3d").about.options[-1]
    assert yellow.has_effect({"variant": "most_fours", "players": "2"})
    assert not yellow.has_effect({"variant": "first_four", "players": "2"})
    assert not yellow.has_effect({"variant": "most_fours", "players": "3"})
