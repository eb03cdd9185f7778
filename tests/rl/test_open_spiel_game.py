"""OpenSpiel games: OpenSpiel's own test of games, and its algorithms."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy, rl_environment
from open_spiel.python.algorithms import cfr, exploitability, mcts, minimax

from steinreich import BadOption, games, load
from steinreich.rl import observation
from steinreich.rl.open_spiel_game import game_class
from tests.conftest import CONNECT_FOUR

# Chain Reaxis on the smallest board, half full: 73 continuations.
SMALL = {"size": "4x4", "position": "1o2/1xox/xo1o/3x o d2d1"}


def small_game() -> pyspiel.Game:
    return pyspiel.load_game("steinreich_chain_reaxis", SMALL)


@pytest.mark.parametrize(
    "text",
    [
        "steinreich_chain_reaxis(size=4x4,diagonals=off)",
        "steinreich_six_in_line(players=1)",
        "steinreich_six_in_line(players=4,slide=step)",
        "steinreich_tzaar(seed=3)",
        "steinreich_vier3d(players=3)",
    ],
)
def test_games_pass_openspiels_check(text: str) -> None:
    """Random play, cloning, serialization."""
    pyspiel.random_sim_test(pyspiel.load_game(text), num_sims=1, serialize=True, verbose=False)


def test_registers_every_game() -> None:
    registered = {name for name in pyspiel.registered_names() if name.startswith("steinreich_")}
    assert registered == {f"steinreich_{name}" for name in games()}
    assert game_class(CONNECT_FOUR)().get_type().short_name == "steinreich_connect_four"


def test_game_types_follow_the_options() -> None:
    utilities = pyspiel.GameType.Utility
    for text, players, utility in [
        ("steinreich_six_in_line(players=1)", 1, utilities.GENERAL_SUM),
        ("steinreich_six_in_line", 2, utilities.ZERO_SUM),
        ("steinreich_six_in_line(players=4)", 4, utilities.GENERAL_SUM),
    ]:
        game = pyspiel.load_game(text)
        assert (game.num_players(), game.get_type().utility) == (players, utility)
        assert len(game.new_initial_state().returns()) == players
    with pytest.raises(BadOption, match="setup of tzaar must be one of"):
        pyspiel.load_game("steinreich_tzaar(setup=chess)")


def test_states_agree_with_positions() -> None:
    game, position = pyspiel.load_game("steinreich_tzaar(seed=5)"), load("tzaar").start(5)
    state = game.new_initial_state()
    for _ in range(5):
        assert str(state) == state.observation_string(0) == str(position)
        assert state.current_player() == position.player
        assert state.legal_actions() == position.actions()
        assert state.legal_actions(1 - position.player) == []
        for player in range(2):
            tensor = np.reshape(state.observation_tensor(player), game.observation_tensor_shape())
            assert np.array_equal(tensor, observation(position, player))
        action = position.actions()[-1]
        assert state.action_to_string(action) == position.name(action)
        before = state.clone()
        state.apply_action(action)
        assert str(before) == str(position)
        position = position.after(action)


def test_openspiel_mcts_finds_a_win() -> None:
    position = "rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r"
    game = pyspiel.load_game("steinreich_vier3d", {"position": position})
    rng = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(1, rng)
    bot = mcts.MCTSBot(game, 2, 40, rollouts, solve=True, random_state=rng)
    state = game.new_initial_state()
    action = bot.step(state)
    assert state.action_to_string(action) == "a1"
    state.apply_action(action)
    assert state.is_terminal()
    assert state.returns() == [1, -1]


def test_exploitability_falls_while_openspiel_cfr_learns() -> None:
    game = small_game()
    assert minimax.alpha_beta_search(game)[0] == 0, "with good play the game is a draw"
    solver = cfr.CFRSolver(game)
    uniform = exploitability.exploitability(game, policy.UniformRandomPolicy(game))
    for _ in range(10):
        solver.evaluate_and_update_policy()
    assert uniform == pytest.approx(0.34375)
    assert exploitability.exploitability(game, solver.average_policy()) < uniform / 4


def test_openspiel_environments_run() -> None:
    env = rl_environment.Environment(small_game())
    step = env.reset()
    while not step.last():
        legal = step.observations["legal_actions"][step.observations["current_player"]]
        step = env.step([legal[0]])
    assert sum(step.rewards) == 0
