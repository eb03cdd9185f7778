"""Gymnasium environments: Gymnasium's environment checker, opponents, masks."""

from functools import reduce
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from steinreich import IllegalMove, Position, games, load
from steinreich.engines.named_players import RandomPlayer, UnknownPlayer
from steinreich.players.player import PlayerFailed
from steinreich.rl.gymnasium_env import SingleAgentEnv
from tests.conftest import CONNECT_FOUR


def first(position: Position) -> int:
    """Return the first legal action as a number."""
    return position.actions()[0]


def last(position: Position) -> str:
    """Return the last legal action by name."""
    return position.name(position.actions()[-1])


def masked_game(env: SingleAgentEnv, seed: int) -> list[str]:
    """Return the positions of a random game with their masks."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    texts, over, reward = [str(env.position)], False, 0.0
    while not over:
        assert reward == 0
        assert env.position.player == env.seat
        action = rng.choice(np.flatnonzero(env.action_masks()))
        _, reward, over, truncated, info = env.step(int(action))
        assert not truncated
        assert info["seat"] == env.seat
        texts.append(str(env.position))
    assert reward == env.position.returns[env.seat]
    return texts


def test_registers_every_game() -> None:
    ids = {f"steinreich/{name}-v0" for name in games()} | {"steinreich/six_in_line_alone-v0"}
    assert ids == {id for id in gymnasium.registry if id.startswith("steinreich/")}


@pytest.mark.parametrize("name", ["six_in_line_alone", "tzaar"])
def test_environment_passes_gymnasiums_check(name: str) -> None:
    check_env(gymnasium.make(f"steinreich/{name}-v0").unwrapped)


@pytest.mark.parametrize(
    "id", ["chain_reaxis", "inner_square(board=alq9)", "six_in_line(players=4)", CONNECT_FOUR]
)
def test_environment_with_other_options_passes_gymnasiums_check(id: str) -> None:
    check_env(SingleAgentEnv(id), skip_render_check=True)


@pytest.mark.parametrize("id", ["six_in_line(players=1)", "vier3d(players=3)", CONNECT_FOUR])
def test_seed_determines_everything(id: str) -> None:
    env = SingleAgentEnv(id, seat=None)
    games = [masked_game(env, seed) for seed in (1, 2, 1)]
    assert games[0] == games[2] != games[1]


def test_seat_is_random_unless_chosen() -> None:
    env = SingleAgentEnv("vier3d(players=3)", seat=None)
    env.reset(seed=1)
    assert {env.reset()[1]["seat"] for _ in range(30)} == {0, 1, 2}


def after(id: str, *names: str) -> Position:
    """Return the position after these actions."""
    return reduce(Position.play, names, load(id).start())


@pytest.mark.parametrize(("seat", "moves"), [(0, "cada"), (1, "acada")])
def test_opponents_act_until_the_agents_turn(seat: int, moves: str) -> None:
    env = SingleAgentEnv(CONNECT_FOUR, opponent=first, seat=seat)
    env.reset()
    for ours in "cd":
        env.step("abcdefg".index(ours))
    assert env.position == after(CONNECT_FOUR, *moves)


def test_each_seat_can_have_its_own_opponent() -> None:
    id = "vier3d(players=3)"
    env = SingleAgentEnv(id, opponent=[first, last], seat=1)
    env.reset()
    assert env.position == after(id, "d4"), "the list begins with the next player"
    env.step(env.position.parse_move("b2"))
    assert env.position == after(id, "d4", "b2", "a1", "d4")
    with pytest.raises(ValueError, match="has 2 other seats, but 3 opponents were given"):
        SingleAgentEnv(id, opponent=["random"] * 3)


@pytest.mark.parametrize("opponent", ["random", "level1", RandomPlayer(1), first, last])
def test_any_player_can_be_an_opponent(opponent: Any) -> None:
    env = SingleAgentEnv("vier3d", opponent=opponent, seat=1)
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert env.position.player == 1
    assert sum(map(str(env.position)[:-1].count, "rb")) == 3
    env.close()


def test_rejects_invalid_opponents() -> None:
    with pytest.raises(UnknownPlayer, match="unknown player 'kasparov'"):
        SingleAgentEnv("vier3d", opponent="kasparov").reset()
    with pytest.raises(TypeError, match="the name of a player, a Player or a function, not 3"):
        SingleAgentEnv("vier3d", opponent=3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="seat must be a whole number from 0 to 1, not 2"):
        SingleAgentEnv("vier3d", seat=2)
    for answer in ("z9", 77):
        env = SingleAgentEnv("vier3d", opponent=lambda _, message=answer: message, seat=1)
        with pytest.raises(
            PlayerFailed, match=f"the opponent's action is not legal in .*{answer!r}"
        ):
            env.reset()


def test_single_player_game_has_no_opponent() -> None:
    env = gymnasium.make("steinreich/six_in_line_alone-v0").unwrapped
    assert isinstance(env, SingleAgentEnv)
    assert env.contestants == []
    env.reset(options={"position": "6/6/6/6/6/1oooo1 1 0 s"})
    over = False
    while not over:
        _, reward, over, _, _ = env.step(int(env.action_masks().argmax()))
    assert reward == -1


def test_masks_have_the_interface_of_maskable_ppo() -> None:
    """`action_masks` is accessible through all wrappers and has one boolean per action."""
    env = gymnasium.make("steinreich/tzaar-v0", setup="tournament", opponent=first)
    _, info = env.reset(seed=1)
    assert env.has_wrapper_attr("action_masks")
    mask = env.get_wrapper_attr("action_masks")()
    assert isinstance(env.action_space, gymnasium.spaces.Discrete)
    assert (mask.dtype, mask.shape) == (np.bool_, (env.action_space.n,))
    assert np.array_equal(mask, info["action_mask"])
    assert np.flatnonzero(mask).tolist() == env.get_wrapper_attr("position").actions()


def test_illegal_actions_lose_or_raise_an_error() -> None:
    env = SingleAgentEnv(CONNECT_FOUR, opponent=first)
    env.reset(options={"position": "r6/y6/r6/y6/r6/y6 r"})
    _, reward, terminated, _, info = env.step(0)
    assert (reward, terminated) == (-1, True)
    assert info["illegal"].startswith("0: no action with this number")
    strict = SingleAgentEnv(CONNECT_FOUR, illegal_reward=None)
    strict.reset(options={"position": "r6/y6/r6/y6/r6/y6 r"})
    with pytest.raises(IllegalMove):
        strict.step(0)


def test_environments_are_independent() -> None:
    envs = gymnasium.make_vec("steinreich/vier3d-v0", num_envs=2, vectorization_mode="sync")
    seen, infos = envs.reset(seed=1)
    assert seen.shape == (2, 3, 4, 4, 4)
    assert infos["action_mask"].shape == (2, 32)
    envs.close()
