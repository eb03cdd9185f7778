"""PettingZoo environments: PettingZoo's own tests, and what they leave out."""

import copy
import pickle
from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from steinreich import IllegalMove, Position, load
from steinreich.rl.pettingzoo_env import GameEnv, env, raw_env
from tests.conftest import ALL_IDS, CONNECT_FOUR, DOTS_AND_BOXES, mark_variants

CHECKED_IDS = [
    "chain_reaxis(size=4x4)",
    "inner_square",
    "six_in_line(players=1)",
    "six_in_line(players=4)",
    "tzaar",
    "tzaar(setup=tournament)",
    "vier3d(players=3)",
    "vier3d(variant=most_fours)",
    CONNECT_FOUR,
    DOTS_AND_BOXES,
]
# PettingZoo knows the names of its own environments with masks, and warns about all others.
IGNORE_WARNINGS = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably",
    "ignore:Observation has more than 3 dimensions",  # a board can have three
    "ignore:Observation numpy array is all zeros",  # an empty board
    "ignore:Action mask numpy array is all zeros",  # when the game is over
)


def make_environment(id: str, **options: Any) -> GameEnv:
    environment = GameEnv(id, **options)
    environment.reset(seed=1)
    return environment


def play_actions(environment: GameEnv, *names: str) -> GameEnv:
    for name in names:
        environment.step(environment.position.parse_move(name))
    return environment


@IGNORE_WARNINGS
@pytest.mark.parametrize("id", CHECKED_IDS)
def test_environment_passes_pettingzoos_check(id: str) -> None:
    api_test(env(id), num_cycles=12)


@IGNORE_WARNINGS
@pytest.mark.parametrize("id", ["vier3d(players=3)", CONNECT_FOUR])
def test_environment_passes_pettingzoos_check_to_the_end_of_a_game(id: str) -> None:
    api_test(env(id), num_cycles=70)


@pytest.mark.parametrize("id", CHECKED_IDS)
def test_same_seed_gives_the_same_game(id: str) -> None:
    seed_test(partial(env, id), num_cycles=4)


@pytest.mark.parametrize("id", ["six_in_line(players=3)", "tzaar(setup=fixed)", CONNECT_FOUR])
def test_parallel_environments_are_independent(id: str) -> None:
    parallel_api_test(turn_based_aec_to_parallel(env(id)), num_cycles=50)


def test_every_render_mode_returns_its_type(capsys: pytest.CaptureFixture[str]) -> None:
    custom = {
        "svg": lambda rendering: rendering.startswith("<svg"),
        "ansi": lambda rendering: "a b c d e f" in rendering,
        "rgb_array": lambda rendering: rendering.min() < 100 < 200 < rendering.max(),
    }
    id = "six_in_line"
    assert {*custom, "human"} == {*GameEnv(id).metadata["render_modes"]}
    render_test(partial(env, id), custom)
    assert "Last action: " in capsys.readouterr().out
    assert make_environment(id).render() is None
    with pytest.raises(
        ValueError, match="render_mode must be one of human, ansi, svg, rgb_array or"
    ):
        GameEnv("vier3d", render_mode="pdf")


@pytest.mark.parametrize("id", mark_variants(ALL_IDS))
def test_every_game_with_every_option_agrees_with_its_position(id: str) -> None:
    environment, rng = make_environment(id), np.random.default_rng(1)
    assert environment.possible_agents == [f"player_{number}" for number in range(load(id).players)]
    for _ in range(4):
        position: Position = environment.position
        mover = environment.possible_agents[position.player]
        assert environment.agent_selection == mover
        for agent in environment.agents:
            seen = environment.observe(agent)
            assert environment.observation_space(agent).contains(seen)
            legal_names = {
                position.name(action) for action in np.flatnonzero(seen["action_mask"]).tolist()
            }
            assert legal_names == ({*position.legal_moves()} if agent == mover else set())
            assert np.array_equal(environment.infos[agent]["action_mask"], seen["action_mask"])
        assert not any(environment.rewards.values())
        assert not any(environment.terminations.values())
        environment.step(rng.choice(np.flatnonzero(environment.observe(mover)["action_mask"])))
        assert environment.position.last_move in position.legal_moves()


def test_returns_are_the_final_rewards() -> None:
    environment = play_actions(make_environment("vier3d(players=3)"), *["a1", "b1", "c1"] * 3)
    assert [environment.rewards, environment._cumulative_rewards] == [
        dict.fromkeys(environment.agents, 0)
    ] * 2
    play_actions(environment, "a1")
    assert environment.rewards == {"player_0": 1, "player_1": -1, "player_2": -1}
    assert environment.terminations == dict.fromkeys(environment.agents, True)
    assert environment.truncations == dict.fromkeys(environment.agents, False)
    final_rewards = {}
    for agent in environment.agent_iter():
        final_rewards[agent] = environment.last()[1:4]
        environment.step(None)
    assert final_rewards == {
        "player_0": (1, True, False),
        "player_1": (-1, True, False),
        "player_2": (-1, True, False),
    }


def test_single_player_can_lose() -> None:
    environment = make_environment("six_in_line(players=1)")
    environment.reset(options={"position": "6/6/6/6/6/1oooo1 1 0 s"})
    while not any(environment.terminations.values()):
        environment.step(environment.position.actions()[0])
    assert environment.rewards == {"player_0": -1}


def test_agent_can_act_several_times_in_a_row() -> None:
    environment, order = make_environment("tzaar(setup=fixed)"), []
    for _ in range(6):
        order.append(environment.agent_selection[-1])
        environment.step(environment.position.actions()[0])
    assert "".join(order) == "011001", "a single capture opens the game, then turns have two parts"


def test_illegal_actions_raise_an_error_without_wrappers_and_change_nothing() -> None:
    environment = play_actions(make_environment(CONNECT_FOUR), *"aaaaaa")
    before = environment.position
    with pytest.raises(IllegalMove, match="no action with this number is legal"):
        environment.step(0)
    with pytest.raises(ValueError, match="player_0 must act"):
        environment.step(None)
    assert environment.position is before
    assert raw_env is GameEnv, "PettingZoo's term"


def test_illegal_actions_lose_with_wrappers() -> None:
    environment: Any = env(CONNECT_FOUR, illegal_reward=-5)
    environment.reset()
    for _ in range(6):
        environment.step(0)
    environment.step(0)
    assert environment.rewards == {"player_0": -5, "player_1": 0}
    assert all(environment.terminations.values())


def test_seed_sets_up_the_board() -> None:
    environment, same_seed = make_environment("tzaar"), make_environment("tzaar")
    first = environment.position
    assert first == same_seed.position
    environment.reset()
    same_seed.reset()
    assert first != environment.position == same_seed.position, (
        "later randomness depends on the seed as well"
    )
    environment.reset(seed=2)
    assert environment.position != first


def test_environments_support_copy_and_pickle() -> None:
    environment = play_actions(make_environment("vier3d"), "b3")
    for other in (copy.deepcopy(environment), pickle.loads(pickle.dumps(environment))):
        play_actions(other, "c2")
        assert str(other.position) != str(environment.position)
        assert other.infos.keys() == environment.infos.keys()
