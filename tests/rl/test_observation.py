"""Observations of players that are not to move, and masks of legal actions."""

import numpy as np
import pytest

from steinreich import load
from steinreich.rl import action_mask, observation, plane_names
from tests.conftest import ALL_NAMES, random_game

OWN = ("mine", "my_")  # names of planes with the player's own pieces


@pytest.mark.parametrize("id", [*ALL_NAMES, "vier3d(players=3)"])
def test_every_player_sees_own_pieces_first(id: str) -> None:
    game = load(id)
    own_planes = [plane for plane, name in enumerate(plane_names(game)) if name.startswith(OWN)]
    positions = random_game(game, 1)
    for position in (*positions[:: len(positions) // 6], positions[-1]):
        assert np.array_equal(observation(position, position.player), observation(position))
        owners = [piece.owner for piece in position.pieces()]
        for player in range(game.players) if own_planes else ():
            assert observation(position, player)[own_planes].sum() == owners.count(player)


def test_coins_are_ordered_by_turn_for_every_player() -> None:
    position = load("six_in_line", players=3).position("6/6/4o1/o2o2/6/6 3 0-1-0 s")
    coins = [
        plane_names(position.game).index(f"{whose}_coin") for whose in ("own", "next", "third")
    ]
    coin_planes = [observation(position, player)[coins, 0, 0].tolist() for player in range(3)]
    assert coin_planes == [[False, True, False], [True, False, False], [False, False, True]]


def test_masks_are_the_legal_actions() -> None:
    position = load("tzaar", setup="fixed").start()
    mask = action_mask(position)
    assert mask.shape == (position.game.num_actions,)
    assert np.flatnonzero(mask).tolist() == position.actions()
    assert not action_mask(random_game(load("vier3d"), 1)[-1]).any(), "the game is over"
