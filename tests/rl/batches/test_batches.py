"""Batches agree with single positions."""

from typing import Any

import numpy as np
import pytest

from steinreich import BadArgument, BadType, IllegalMove, Position, SteinreichError, load
from steinreich.core.checking import variants
from steinreich.rl import BatchEnvironment, BatchState, make, observation
from tests.conftest import ALL_NAMES, CONNECT_FOUR, random_game

# All variants of a game use the same machine code: one process compiles it and runs its tests.
BY_GAME = [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in ALL_NAMES]
BATCH = 70  # more than a block of 64 games: the second block is not full
MAX_RANDOM_STEPS = 14


def check_positions(state: BatchState, positions: list[Position], games: list[int]) -> None:
    """Check that a batch agrees with positions in the games with the given indices."""
    for game in games:
        position = positions[game]
        assert np.flatnonzero(state.legal_action_mask[game]).tolist() == position.actions()
        assert np.array_equal(state.observation[game], observation(position))
        assert state.current_player[game] == position.player


@pytest.mark.parametrize("name", BY_GAME)
def test_batches_agree_with_positions(name: str) -> None:
    """With all options: each step has the same result as in the single positions."""
    rng = np.random.default_rng(1)
    for id in variants(name):
        environment = make(id, batch=BATCH)
        state = environment.init(seed=3)
        for _ in range(3):  # checks after random numbers of steps
            for _ in range(int(rng.integers(1, MAX_RANDOM_STEPS))):
                state = environment.step(
                    state, environment.sample(state, int(rng.integers(1 << 40)))
                )
            games = [0, *rng.integers(BATCH, size=3).tolist(), BATCH - 1]
            check_step(environment, state, games, int(rng.integers(1 << 40)))


def check_step(
    environment: BatchEnvironment, state: BatchState, games: list[int], seed: int
) -> None:
    """Compare one step with single positions."""
    before = environment.positions(state)
    check_positions(state, before, games)
    actions = environment.sample(state, seed)
    after = environment.step(state, actions)
    positions_after = environment.positions(after)
    for game in games:
        position = before[game].after(int(actions[game]))
        assert after.rewards[game].tolist() == list(position.returns)
        assert after.terminated[game] == position.is_over
        assert np.array_equal(after.final_observation[game], observation(position))
        if not position.is_over:
            assert positions_after[game] == position
    check_positions(after, positions_after, games)


@pytest.mark.parametrize("name", BY_GAME)
def test_finished_games_are_restarted_or_stay(name: str) -> None:
    auto_resetting, without_reset = make(name, batch=8), make(name, batch=8, auto_reset=False)
    state, kept_state = auto_resetting.init(5), without_reset.init(5)
    is_over = np.zeros(8, bool)
    for seed in range(1000):
        actions, before = auto_resetting.sample(state, seed), kept_state
        state, kept_state = (
            auto_resetting.step(state, actions),
            without_reset.step(kept_state, actions),
        )
        assert np.array_equal(kept_state.rewards[~is_over], state.rewards[~is_over])
        assert not kept_state.rewards[is_over].any()
        assert np.array_equal(kept_state.observation[is_over], before.observation[is_over])
        is_over |= state.terminated
        assert np.array_equal(kept_state.terminated, is_over)
        assert kept_state.legal_action_mask[is_over].all(), "a policy can still sample an action"
        if is_over.all():
            break
    assert all(position.is_over for position in without_reset.positions(kept_state))
    assert not any(position.is_over for position in auto_resetting.positions(state))


def get_arrays(state: BatchState) -> dict[str, bytes]:
    """Return all arrays of a state."""
    return {name: getattr(state, name).tobytes() for name in ARRAYS}


ARRAYS = (
    "observation",
    "legal_action_mask",
    "current_player",
    "rewards",
    "terminated",
    "truncated",
    "final_observation",
)


def play_steps(environment: BatchEnvironment, seed: int, steps: int) -> BatchState:
    """Play some random steps."""
    state = environment.init(seed)
    for number in range(steps):
        state = environment.step(state, environment.sample(state, seed + number))
    return state


def test_results_depend_on_seeds_and_not_on_threads() -> None:
    games = 4 * 2048 + 5  # enough to use four threads
    single_threaded, four_threaded = (
        make("tzaar(setup=random)", batch=games, threads=n) for n in (1, 4)
    )
    assert get_arrays(play_steps(single_threaded, 7, 3)) == get_arrays(
        play_steps(four_threaded, 7, 3)
    )
    small_batch = make(CONNECT_FOUR, batch=300)
    assert get_arrays(play_steps(small_batch, 1, 9)) == get_arrays(play_steps(small_batch, 1, 9))
    assert get_arrays(play_steps(small_batch, 1, 9)) != get_arrays(play_steps(small_batch, 2, 9))


def test_random_setup_depends_on_the_seed() -> None:
    environment = make("tzaar(setup=random)", batch=100)
    first, again, other = (environment.positions(environment.init(seed)) for seed in (1, 1, 2))
    assert first == again
    assert len({str(position) for position in first}) > 50
    assert sum(a == b for a, b in zip(first, other, strict=True)) < 20
    starts = {load("tzaar(setup=random)").start(seed) for seed in range(1024)}
    assert starts.issuperset(first)


def test_steps_do_not_change_states_except_out() -> None:
    environment = make(CONNECT_FOUR, batch=3)
    state = environment.init()
    before = get_arrays(state)
    after = environment.step(state, [0, 1, 2])
    assert get_arrays(state) == before
    spare_state = environment.init(4)
    assert environment.step(state, [0, 1, 2], out=spare_state) is spare_state
    assert get_arrays(spare_state) == get_arrays(after)
    with pytest.raises(ValueError, match="cannot be written over itself"):
        environment.step(state, [0, 1, 2], out=state)
    sampled, other = environment.sample(state, 5), environment.sample(state, 6)
    assert environment.sample(state, 5, out=other) is other
    assert other.tolist() == sampled.tolist()


def test_illegal_action_loses() -> None:
    environment = make(CONNECT_FOUR, batch=5)
    state = environment.init()
    for action in (3, 3, 3, 3, 3, 3):
        state = environment.step(state, [action] * 5)
    state = environment.step(state, [3, 7, -1, 1 << 40, 2])
    assert state.rewards.tolist() == [[-1, 1]] * 4 + [[0, 0]]
    assert state.terminated.tolist() == [True] * 4 + [False]
    assert state.final_observation[0].sum() == 6, "nothing was played"
    assert state.observation[0].sum() == 0, "a new game"


def test_of_several_players_only_the_one_with_an_illegal_action_loses() -> None:
    three = make("vier3d(players=3)", batch=1)
    state = three.step(three.step(three.init(), [0]), [16])
    assert state.rewards.tolist() == [[0, -1, 0]]
    alone = make("six_in_line(players=1)", batch=1)
    assert alone.step(alone.init(), [40]).rewards.tolist() == [[-1]]


def test_actions_are_checked_on_request() -> None:
    environment = make(CONNECT_FOUR, batch=3, check=True)
    state = environment.init()
    environment.step(state, [0, 1, 6])
    for invalid in (7, -1, 1 << 40):
        with pytest.raises(IllegalMove, match=f"action {invalid} of game 1 in the batch"):
            environment.step(state, [0, invalid, 1])


def test_truncates_long_games() -> None:
    environment = make(CONNECT_FOUR, batch=2, max_steps=3)
    state = environment.init()
    for action, is_truncated in ((0, False), (1, False), (2, True), (0, False)):
        state = environment.step(state, [action] * 2)
        assert state.truncated.tolist() == [is_truncated] * 2
        assert not state.terminated.any()
        assert not state.rewards.any()
    assert state.observation.sum() == 2, "one disc in each of two new games"


@pytest.mark.parametrize("name", BY_GAME)
def test_batches_continue_from_positions(name: str) -> None:
    game = load(name)
    positions = random_game(game, 2)
    environment = make(game, batch=len(positions))
    state = environment.from_positions(positions)
    assert environment.positions(state) == positions
    check_positions(state, positions, [*range(len(positions) - 1)])
    assert state.terminated.tolist() == [position.is_over for position in positions]
    assert not state.rewards.any()
    assert np.array_equal(state.final_observation, state.observation)
    after = environment.step(state, environment.sample(state))
    assert not environment.positions(after)[-1].is_over, "a finished game is restarted"


INVALID_ARGUMENTS: list[tuple[dict[str, Any], str]] = [
    ({"batch": 0}, "batch must be a whole number from 1 to 2147483647, not 0"),
    ({"batch": 1 << 40}, "batch must be a whole number from 1 to"),
    ({"batch": True}, "batch must be a whole number .* not True"),
    ({"batch": 2.0}, "batch must be a whole number .* not 2.0"),
    ({"batch": "2"}, "batch must be a whole number .* not '2'"),
    ({"batch": 2, "threads": 0}, "threads must be a whole number from 1 to 256, not 0"),
    ({"batch": 2, "max_steps": 0}, "max_steps must be a whole number from 1 to 4294967295, not 0"),
    ({"batch": 2, "max_steps": 1 << 32}, "max_steps must be a whole number from 1 to"),
    ({"batch": 2, "auto_reset": "no"}, "auto_reset must be True or False, not 'no'"),
    ({"batch": 2, "check": 1}, "check must be True or False, not 1"),
    ({"batch": 2, "device": "tpu"}, "device must be 'cpu' or 'cuda', not 'tpu'"),
    ({"batch": 2, "device": 0}, "device must be 'cpu' or 'cuda', not 0"),
    ({"batch": 2, "colour": "red"}, "vier3d has no option 'colour'"),
]


@pytest.mark.parametrize(("value", "message"), INVALID_ARGUMENTS)
def test_make_refuses_invalid_arguments(value: dict[str, Any], message: str) -> None:
    with pytest.raises(SteinreichError, match=message):
        make("vier3d", **value)


@pytest.mark.parametrize(
    ("message", "game", "batch"),
    [
        ("batch 3, not 2", CONNECT_FOUR, 3),
        ("batch 128, not 2", CONNECT_FOUR, 128),
        (r"game load\('vier3d'\), not", "vier3d", 2),
    ],
)
def test_rejects_states_of_other_environments(message: str, game: str, batch: int) -> None:
    """With a state of another size, native code would access memory out of bounds."""
    environment = make(CONNECT_FOUR, batch=2)
    state, foreign_state = environment.init(), make(game, batch=batch).init()
    for name, call in (
        ("state", lambda: environment.step(foreign_state, [0, 0])),
        ("out", lambda: environment.step(state, [0, 0], out=foreign_state)),
        ("state", lambda: environment.sample(foreign_state)),
        ("state", lambda: environment.positions(foreign_state)),
        ("state", lambda: environment.observe_again(foreign_state, before_reset=True)),
    ):
        with pytest.raises(BadArgument, match=f"^{name} is of another environment: {message}"):
            call()


def test_rejects_states_with_other_options() -> None:
    environment, other = make("vier3d", batch=2), make("vier3d(players=3)", batch=2)
    with pytest.raises(BadArgument, match=r"game load\('vier3d\(players=3\)'\), not load"):
        environment.step(other.init(), [0, 0])


def test_accepts_states_of_equal_environments() -> None:
    environment, other = make("vier3d", batch=2), make("vier3d", batch=2, auto_reset=False)
    assert get_arrays(environment.step(other.init(), [0, 1])) == get_arrays(
        other.step(other.init(), [0, 1])
    )


@pytest.mark.parametrize("value", [None, 7, "state", np.zeros(4), [1, 2]])
def test_rejects_values_that_are_not_states(value: Any) -> None:
    environment = make(CONNECT_FOUR, batch=2)
    for call in (
        environment.sample,
        environment.positions,
        lambda s: environment.step(s, [0, 0]),
    ):
        with pytest.raises(BadType, match="state must be a BatchState, not"):
            call(value)


def test_rejects_replaced_fields_that_native_code_uses() -> None:
    small, large = make(CONNECT_FOUR, batch=2).init(), make(CONNECT_FOUR, batch=2000).init()
    for field in ("arrays", "environment"):
        with pytest.raises(AttributeError, match="a state does not change"):
            setattr(small, field, getattr(large, field))


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([1, 2, 3], r"actions have shape \(3,\), not \(2,\)"),
        ([[1, 2]], r"actions have shape \(1, 2\), not \(2,\)"),
        (1, r"actions have shape \(1,\), not \(2,\)"),
        ([0.5, 1.0], "actions must be integers, not float64"),
        ([True, False], "actions must be integers, not bool"),
        (["a", "b"], "actions must be integers, not <U1"),
        (None, "actions must be integers, not object"),
        ([1 << 70, 0], "actions must be integers, not object"),
        ([[1], [2, 3]], "actions are not an array"),
    ],
)
def test_rejects_wrong_actions(actions: Any, message: str) -> None:
    environment = make(CONNECT_FOUR, batch=2)
    with pytest.raises(BadArgument, match=message):
        environment.step(environment.init(), actions)


def test_accepts_non_contiguous_actions() -> None:
    environment = make(CONNECT_FOUR, batch=3)
    state = environment.init()
    expected = get_arrays(environment.step(state, [0, 1, 2]))
    for value in (np.array([0, 9, 1, 9, 2])[::2], np.array([2, 1, 0], np.uint8)[::-1], (0, 1, 2)):
        assert get_arrays(environment.step(state, value)) == expected


def test_rejects_wrong_memory_for_actions() -> None:
    environment = make(CONNECT_FOUR, batch=3)
    state = environment.init()
    frozen = np.zeros(3, np.int32)
    frozen.flags.writeable = False
    invalid: list[Any] = [
        np.zeros(4, np.int32),
        np.zeros(3, np.int64),
        np.zeros((3, 1), np.int32),
        np.zeros(6, np.int32)[::2],
        frozen,
        [0, 0, 0],
        state,
    ]
    for out in invalid:
        with pytest.raises(
            BadArgument, match=r"out must be a writable, contiguous array of \(3,\) int32"
        ):
            environment.sample(state, out=out)


def test_rejects_invalid_positions_and_seeds() -> None:
    environment = make(CONNECT_FOUR, batch=2)
    state, start = environment.init(), load(CONNECT_FOUR).start()
    seeds: list[Any] = [-1, 1 << 64, 0.5, "1", None, True]
    for seed in seeds:
        for call in (environment.init, lambda seed: environment.sample(state, seed)):
            with pytest.raises(BadArgument, match="a seed must be a whole number from 0 to"):
                call(seed)
    with pytest.raises(BadArgument, match="1 positions for a batch of 2 games"):
        environment.from_positions([start])
    with pytest.raises(BadArgument, match=r"positions\[1\] is of load\('vier3d'\), not of"):
        environment.from_positions([start, load("vier3d").start()])
    with pytest.raises(BadType, match=r"positions\[1\] must be a Position"):
        environment.from_positions([start, str(start)])  # type: ignore[list-item]
    with pytest.raises(BadType, match="positions must be a sequence of positions, not 5"):
        environment.from_positions(5)  # type: ignore[arg-type]
    for count in (-1, "all", 0.5):
        with pytest.raises(BadArgument, match="count must be a whole number of at least 0"):
            environment.positions(state, count)  # type: ignore[arg-type]


def test_make_combines_a_game_with_options() -> None:
    assert make(load("vier3d"), batch=2, players=3).game == load("vier3d(players=3)")
