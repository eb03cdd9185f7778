"""Symmetric batches: rotated and mirrored games continue alike."""

from typing import Any

import numpy as np
import pytest

from steinreich import BadArgument, load
from steinreich.rl import make
from tests.conftest import CONNECT_FOUR, DOTS_AND_BOXES

SYMMETRIC_GAMES = ["chain_reaxis", "vier3d", "six_in_line", "tzaar(setup=fixed)", "inner_square"]
by_game = [
    pytest.param(id, marks=pytest.mark.xdist_group(id.partition("(")[0])) for id in SYMMETRIC_GAMES
]


@pytest.mark.parametrize("id", by_game)
def test_symmetries_commute_with_steps(id: str) -> None:
    environment = make(id, batch=12, auto_reset=False)
    maps, symmetries = environment.game.symmetries, environment.symmetries
    assert len(symmetries) == len(maps) > 1
    state = environment.init(1)
    for seed in range(25):
        state = environment.step(state, environment.sample(state, seed))
        if seed % 8:
            continue
        number = (seed + 5) % len(maps)
        positions = environment.positions(state)
        transformed = environment.from_positions(
            [position.transform(maps[number]) for position in positions]
        )
        assert np.array_equal(
            symmetries.observation(number, state.observation), transformed.observation
        )
        assert np.array_equal(
            symmetries.mask(number, state.legal_action_mask), transformed.legal_action_mask
        )
        actions = environment.sample(state, seed)
        after = environment.step(state, actions)
        image = environment.step(transformed, symmetries.actions(number, actions))
        assert np.array_equal(image.rewards, after.rewards)
        assert [position.transform(maps[number]) for position in environment.positions(after)] == (
            environment.positions(image)
        )


def test_games_without_symmetries_or_planes() -> None:
    assert len(make(CONNECT_FOUR, batch=1).symmetries) == 0
    dots_and_boxes = make(DOTS_AND_BOXES, batch=1)
    assert (len(dots_and_boxes.symmetries) > 0) == bool(load(DOTS_AND_BOXES).symmetries)
    with pytest.raises(ValueError, match="has no PLANE_LAYOUT"):
        dots_and_boxes.symmetries.observation(0, dots_and_boxes.init().observation)


def test_rejects_invalid_arguments() -> None:
    environment = make("chain_reaxis", batch=2)
    state, symmetries = environment.init(), environment.symmetries
    for number in (-1, 8, 0.5, "1"):
        with pytest.raises(BadArgument, match="number must be a whole number from 0 to 7, not"):
            symmetries.actions(number, [0, 1])  # type: ignore[arg-type]
    for actions in ([-1, 0], [0, environment.num_actions]):
        with pytest.raises(BadArgument, match="actions range from 0 to"):
            symmetries.actions(1, actions)
    with pytest.raises(BadArgument, match="actions must be integers, not float64"):
        symmetries.actions(1, [0.5, 1])
    no_actions: list[Any] = [None, "abc", {}, 7.5, [[1], [1, 2]], True]
    for invalid in no_actions:
        with pytest.raises(BadArgument, match=r"actions (are|must be)"):
            symmetries.actions(0, invalid)
    no_arrays: list[Any] = [None, "abc", 7, [[1]], np.ndarray]
    for invalid in no_arrays:
        with pytest.raises(BadArgument, match="mask must be an array, not"):
            symmetries.mask(0, invalid)
        with pytest.raises(BadArgument, match="observation must be an array, not"):
            symmetries.observation(0, invalid)
    with pytest.raises(BadArgument, match=r"mask has shape \(2, 5, 8, 8\), not \(batch, "):
        symmetries.mask(1, state.observation)
    with pytest.raises(BadArgument, match="observation has shape"):
        symmetries.observation(1, state.legal_action_mask)
