"""Reasons are true: each is checked slowly in random positions of every game."""

import random
import re

import pytest

from steinreich import load
from steinreich.explain import explain, reasons
from steinreich.rules.contract import DRAW
from tests.conftest import ALL_IDS, mark_variants, random_game
from tests.explain.checks import Situation, is_true

POSITIONS = {"tzaar": 8, "inner_square": 4, "six_in_line": 6}  # the slower games


@pytest.mark.parametrize("id", mark_variants(ALL_IDS))
def test_every_action_has_reasons(id: str) -> None:
    """At the beginning, in the middle and at the end, for every player and option."""
    line = random_game(load(id), 2)[:-1]
    dice = random.Random(2)
    for position in [line[0], *dice.sample(line, min(2, len(line))), line[-1]]:
        action = dice.choice(position.actions())
        told = reasons(position, action)
        assert 1 <= len(told) <= 4
        assert reasons(position, action, limit=1) == told[:1]
        for words in told:
            assert re.fullmatch(r"[a-z][^{}]*[^.{} ]", words.within("en"))
            assert re.fullmatch(r"[a-zäöü][^{}]*[^.{} ]", words.within("de"))
        for language in ("en", "de"):
            assert explain(position, action, language).startswith(position.name(action) + " ")


@pytest.mark.parametrize("id", mark_variants(id for id in ALL_IDS if "size" not in id))
def test_reasons_are_true(id: str) -> None:
    """All reasons hold, and an action that ends the game has a reason that says so."""
    name = id.partition("(")[0]
    dice = random.Random(id)
    count = POSITIONS.get(name, 16) if id == name else 1 if name == "inner_square" else 2
    for seed in range(count):
        line = random_game(load(id), seed)[:-1]
        position = dice.choice(line[-20:] if seed % 2 else line)
        for action in dice.sample(position.actions(), min(5, len(position.actions()))):
            situation = Situation(position, action)
            told = [words.within("en") for words in reasons(position, action, limit=20)]
            for words in told:
                assert is_true(situation, words), (str(position), position.name(action), words)
            won, drawn = situation.after.outcome == position.player, situation.after.outcome == DRAW
            assert won == bool(re.search(r"(^| and )wins( at once|$| with|,)", told[0])), told
            assert drawn == ("draw" in told[0])
