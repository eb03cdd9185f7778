"""Reasons are true: each is checked by slow rules in random positions of every game."""

import random
import re

import pytest

from steinreich import load
from steinreich.explain import explain, reasons
from steinreich.rules.contract import DRAW
from tests.conftest import ALL_IDS, mark_variants, random_game
from tests.explain.checks import Situation, is_true

NUM_POSITIONS = {"tzaar": 8, "inner_square": 4, "six_in_line": 6}  # of the slower games
DEFAULT_NUM_POSITIONS = 16


@pytest.mark.parametrize("id", mark_variants(ALL_IDS))
def test_every_action_has_reasons(id: str) -> None:
    """At the beginning, in the middle and at the end, for every player and option."""
    line = random_game(load(id), 2)[:-1]
    rng = random.Random(2)
    for position in [line[0], *rng.sample(line, min(2, len(line))), line[-1]]:
        action = rng.choice(position.actions())
        found = reasons(position, action)
        assert 1 <= len(found) <= 4
        assert reasons(position, action, limit=1) == found[:1]
        for words in found:
            assert re.fullmatch(r"[a-z][^{}]*[^.{} ]", words.in_language("en"))
            assert re.fullmatch(r"[a-zäöü][^{}]*[^.{} ]", words.in_language("de"))
        for language in ("en", "de"):
            assert explain(position, action, language).startswith(position.name(action) + " ")


@pytest.mark.parametrize("id", mark_variants(id for id in ALL_IDS if "size" not in id))
def test_reasons_are_true(id: str) -> None:
    """All reasons hold, and an action that ends the game has a reason that says so."""
    name = id.partition("(")[0]
    rng = random.Random(id)
    count = (
        NUM_POSITIONS.get(name, DEFAULT_NUM_POSITIONS)
        if id == name
        else 1
        if name == "inner_square"
        else 2
    )
    for seed in range(count):
        line = random_game(load(id), seed)[:-1]
        position = rng.choice(line[-20:] if seed % 2 else line)
        for action in rng.sample(position.actions(), min(5, len(position.actions()))):
            situation = Situation(position, action)
            found = [words.in_language("en") for words in reasons(position, action, limit=20)]
            for words in found:
                assert is_true(situation, words), (str(position), position.name(action), words)
            won, drawn = situation.after.outcome == position.player, situation.after.outcome == DRAW
            assert won == bool(re.search(r"(^| and )wins( at once|$| with|,)", found[0])), found
            assert drawn == ("draw" in found[0])
