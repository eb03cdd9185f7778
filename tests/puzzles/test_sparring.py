"""Games between players who err: legal, different from each other, and the same again."""

import random
from itertools import pairwise

from steinreich import load
from steinreich.puzzles.sparring import DEPTHS, LONGEST, SLIPS, Sparring


def test_games_are_legal_and_the_same_for_the_same_dice() -> None:
    sparring = Sparring(load("chain_reaxis"))
    games = [sparring.game_of(random.Random(seed)) for seed in range(20)]
    assert len({tuple(map(str, game)) for game in games}) == 20
    for seed, positions in enumerate(games):
        assert [*map(str, sparring.game_of(random.Random(seed)))] == [*map(str, positions)]
        assert positions[-1].is_over or len(positions) == LONGEST + 1
        for position, after in pairwise(positions):
            assert after.came is not None
            assert position.after(after.came[1]) == after
    assert {game[-1].outcome for game in games} >= {0, 1}, "both sides win"


def test_habits_are_as_the_dice_fall() -> None:
    sparring = Sparring(load("chain_reaxis"))
    drawn = [sparring.habits(random.Random(seed)) for seed in range(60)]
    assert {depth for depth, _, _ in drawn} == set(DEPTHS)
    assert {slip for _, slip, _ in drawn} == set(SLIPS)
    assert all(doubt > 0 for _, _, doubt in drawn)
