"""Games between fallible players: legal, varied and reproducible."""

import random
from itertools import pairwise

from steinreich import load
from steinreich.puzzles.definition import DEFAULT_DEPTHS
from steinreich.puzzles.sparring import MAX_GAME_ACTIONS, RANDOM_ACTIONS_PER_MILLE, Sparring


def test_games_are_legal_and_reproducible() -> None:
    sparring = Sparring(load("chain_reaxis"))
    games = [sparring.play_game(random.Random(seed)) for seed in range(20)]
    assert len({tuple(map(str, game)) for game in games}) == 20
    for seed, positions in enumerate(games):
        assert [*map(str, sparring.play_game(random.Random(seed)))] == [*map(str, positions)]
        assert positions[-1].is_over or len(positions) == MAX_GAME_ACTIONS + 1
        for position, after in pairwise(positions):
            assert after.last_step is not None
            assert position.after(after.last_step[1]) == after
    assert {game[-1].outcome for game in games} >= {0, 1}, "both sides win"


def test_settings_depend_on_the_seed() -> None:
    sparring = Sparring(load("chain_reaxis"))
    drawn = [sparring.draw_settings(random.Random(seed)) for seed in range(60)]
    assert {depth for depth, _, _ in drawn} == set(DEFAULT_DEPTHS)
    assert {random_rate for _, random_rate, _ in drawn} == set(RANDOM_ACTIONS_PER_MILLE)
    assert all(noise > 0 for _, _, noise in drawn)
