"""Batches agree with single positions."""

from typing import Any

import numpy as np
import pytest

from steinreich import BadArgument, BadType, IllegalMove, Position, SteinreichError, load
from steinreich.core.checking import variants
from steinreich.rl import BatchEnvironment, BatchState, make, observation
from tests.conftest import ALL_NAMES, CONNECT_FOUR, random_game

# Options are data: one process compiles each game once and runs all its variants.
BY_GAME = [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in ALL_NAMES]
BATCH, STEPS = 70, 14  # more than a block, so that one is not full


def check_positions(state: BatchState, positions: list[Position], games: list[int]) -> None:
    """Check that some games of a batch agree with their positions."""
    for game in games:
        position = positions[game]
        assert np.flatnonzero(state.legal_action_mask[game]).tolist() == position.actions()
        assert np.array_equal(state.observation[game], observation(position))
        assert state.current_player[game] == position.player


@pytest.mark.parametrize("name", BY_GAME)
def test_batches_agree_with_positions(name: str) -> None:
    """With all options: each step has the same result as in the single positions."""
    dice = np.random.default_rng(1)
    for id in variants(name):
        environment = make(id, batch=BATCH)
        line = environment.init(seed=3)
        for _ in range(3):  # somewhere in random games
            for _ in range(int(dice.integers(1, STEPS))):
                line = environment.step(line, environment.sample(line, int(dice.integers(1 << 40))))
            games = [0, *dice.integers(BATCH, size=3).tolist(), BATCH - 1]
            check_step(environment, line, games, int(dice.integers(1 << 40)))


def check_step(
    environment: BatchEnvironment, state: BatchState, games: list[int], seed: int
) -> None:
    """Compare one step with single positions."""
    before = environment.positions(state)
    check_positions(state, before, games)
    actions = environment.sample(state, seed)
    after = environment.step(state, actions)
    begun = environment.positions(after)
    for game in games:
        position = before[game].after(int(actions[game]))
        assert after.rewards[game].tolist() == list(position.returns)
        assert after.terminated[game] == position.is_over
        assert np.array_equal(after.final_observation[game], observation(position))
        if not position.is_over:
            assert begun[game] == position
    check_positions(after, begun, games)


@pytest.mark.parametrize("name", BY_GAME)
def test_finished_games_are_restarted_or_stay(name: str) -> None:
    anew, stay = make(name, batch=8), make(name, batch=8, auto_reset=False)
    state, stays = anew.init(5), stay.init(5)
    is_over = np.zeros(8, bool)
    for seed in range(1000):
        actions, before = anew.sample(state, seed), stays
        state, stays = anew.step(state, actions), stay.step(stays, actions)
        assert np.array_equal(stays.rewards[~is_over], state.rewards[~is_over])
        assert not stays.rewards[is_over].any()
        assert np.array_equal(stays.observation[is_over], before.observation[is_over])
        is_over |= state.terminated
        assert np.array_equal(stays.terminated, is_over)
        assert stays.legal_action_mask[is_over].all(), "a policy finds an action to choose"
        if is_over.all():
            break
    assert all(position.is_over for position in stay.positions(stays))
    assert not any(position.is_over for position in anew.positions(state))


def arrays(state: BatchState) -> dict[str, bytes]:
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
    one, four = (make("tzaar(setup=random)", batch=games, threads=n) for n in (1, 4))
    assert arrays(play_steps(one, 7, 3)) == arrays(play_steps(four, 7, 3))
    some = make(CONNECT_FOUR, batch=300)
    assert arrays(play_steps(some, 1, 9)) == arrays(play_steps(some, 1, 9))
    assert arrays(play_steps(some, 1, 9)) != arrays(play_steps(some, 2, 9))


def test_random_setup_depends_on_the_seed() -> None:
    environment = make("tzaar(setup=random)", batch=100)
    first, again, other = (environment.positions(environment.init(seed)) for seed in (1, 1, 2))
    assert first == again
    assert len({str(position) for position in first}) > 50
    assert sum(a == b for a, b in zip(first, other, strict=True)) < 20
    starts = {load("tzaar(setup=random)").start(seed) for seed in range(1024)}
    assert starts.issuperset(first)


def test_steps_are_pure_unless_memory_is_given() -> None:
    environment = make(CONNECT_FOUR, batch=3)
    state = environment.init()
    before = arrays(state)
    after = environment.step(state, [0, 1, 2])
    assert arrays(state) == before
    spare = environment.init(4)
    assert environment.step(state, [0, 1, 2], out=spare) is spare
    assert arrays(spare) == arrays(after)
    with pytest.raises(ValueError, match="cannot be written over itself"):
        environment.step(state, [0, 1, 2], out=state)
    drawn, other = environment.sample(state, 5), environment.sample(state, 6)
    assert environment.sample(state, 5, out=other) is other
    assert other.tolist() == drawn.tolist()


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
    for wrong in (7, -1, 1 << 40):
        with pytest.raises(IllegalMove, match=f"action {wrong} of game 1 in the batch"):
            environment.step(state, [0, wrong, 1])


def test_long_games_are_truncated() -> None:
    environment = make(CONNECT_FOUR, batch=2, max_steps=3)
    state = environment.init()
    for action, is_broken_off in ((0, False), (1, False), (2, True), (0, False)):
        state = environment.step(state, [action] * 2)
        assert state.truncated.tolist() == [is_broken_off] * 2
        assert not state.terminated.any()
        assert not state.rewards.any()
    assert state.observation.sum() == 2, "one disc in each of two new games"


@pytest.mark.parametrize("name", BY_GAME)
def test_batches_continue_from_positions(name: str) -> None:
    game = load(name)
    line = random_game(game, 2)
    environment = make(game, batch=len(line))
    state = environment.from_positions(line)
    assert environment.positions(state) == line
    check_positions(state, line, [*range(len(line) - 1)])
    assert state.terminated.tolist() == [position.is_over for position in line]
    assert not state.rewards.any()
    assert np.array_equal(state.final_observation, state.observation)
    after = environment.step(state, environment.sample(state))
    assert not environment.positions(after)[-1].is_over, "a finished game is restarted"


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"batch": 0}, "batch is a whole number from 1 to 2147483647, not 0"),
    ({"batch": 1 << 40}, "batch is a whole number from 1 to"),
    ({"batch": True}, "batch is a whole number .* not True"),
    ({"batch": 2.0}, "batch is a whole number .* not 2.0"),
    ({"batch": "2"}, "batch is a whole number .* not '2'"),
    ({"batch": 2, "threads": 0}, "threads is a whole number from 1 to 256, not 0"),
    ({"batch": 2, "max_steps": 0}, "max_steps is a whole number from 1 to 4294967295, not 0"),
    ({"batch": 2, "max_steps": 1 << 32}, "max_steps is a whole number from 1 to"),
    ({"batch": 2, "auto_reset": "no"}, "auto_reset is True or False, not 'no'"),
    ({"batch": 2, "check": 1}, "check is True or False, not 1"),
    ({"batch": 2, "device": "tpu"}, "device is 'cpu' or 'cuda', not 'tpu'"),
    ({"batch": 2, "device": 0}, "device is 'cpu' or 'cuda', not 0"),
    ({"batch": 2, "colour": "red"}, "vier3d has no option 'colour'"),
]


@pytest.mark.parametrize(("given", "said"), WRONG)
def test_make_refuses_invalid_arguments(given: dict[str, Any], said: str) -> None:
    with pytest.raises(SteinreichError, match=said):
        make("vier3d", **given)


@pytest.mark.parametrize(
    ("said", "game", "batch"),
    [
        ("batch 3, not 2", CONNECT_FOUR, 3),
        ("batch 128, not 2", CONNECT_FOUR, 128),
        (r"game load\('vier3d'\), not", "vier3d", 2),
    ],
)
def test_states_of_other_environments_are_refused(said: str, game: str, batch: int) -> None:
    """Native code relies on their sizes: it would access memory out of bounds."""
    environment = make(CONNECT_FOUR, batch=2)
    state, foreign = environment.init(), make(game, batch=batch).init()
    for name, misuse in (
        ("state", lambda: environment.step(foreign, [0, 0])),
        ("out", lambda: environment.step(state, [0, 0], out=foreign)),
        ("state", lambda: environment.sample(foreign)),
        ("state", lambda: environment.positions(foreign)),
        ("state", lambda: environment.looked_at(foreign, before_reset=True)),
    ):
        with pytest.raises(BadArgument, match=f"^{name} is of another environment: {said}"):
            misuse()


def test_states_with_other_options_are_refused() -> None:
    environment, other = make("vier3d", batch=2), make("vier3d(players=3)", batch=2)
    with pytest.raises(BadArgument, match=r"game load\('vier3d\(players=3\)'\), not load"):
        environment.step(other.init(), [0, 0])


def test_states_of_equal_environments_are_accepted() -> None:
    environment, other = make("vier3d", batch=2), make("vier3d", batch=2, auto_reset=False)
    assert arrays(environment.step(other.init(), [0, 1])) == arrays(
        other.step(other.init(), [0, 1])
    )


@pytest.mark.parametrize("given", [None, 7, "state", np.zeros(4), [1, 2]])
def test_non_states_are_refused(given: Any) -> None:
    environment = make(CONNECT_FOUR, batch=2)
    for misuse in (
        environment.sample,
        environment.positions,
        lambda s: environment.step(s, [0, 0]),
    ):
        with pytest.raises(BadType, match="state is a BatchState, not"):
            misuse(given)


def test_fields_used_by_native_code_cannot_be_replaced() -> None:
    small, large = make(CONNECT_FOUR, batch=2).init(), make(CONNECT_FOUR, batch=2000).init()
    for field in ("arrays", "environment"):
        with pytest.raises(AttributeError, match="a state does not change"):
            setattr(small, field, getattr(large, field))


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ([1, 2, 3], r"actions are of shape \(3,\), not \(2,\)"),
        ([[1, 2]], r"actions are of shape \(1, 2\), not \(2,\)"),
        (1, r"actions are of shape \(1,\), not \(2,\)"),
        ([0.5, 1.0], "actions are integers, not float64"),
        ([True, False], "actions are integers, not bool"),
        (["a", "b"], "actions are integers, not <U1"),
        (None, "actions are integers, not object"),
        ([1 << 70, 0], "actions are integers, not object"),
        ([[1], [2, 3]], "actions are no array"),
    ],
)
def test_wrong_actions_are_refused(actions: Any, said: str) -> None:
    environment = make(CONNECT_FOUR, batch=2)
    with pytest.raises(BadArgument, match=said):
        environment.step(environment.init(), actions)


def test_non_contiguous_actions_are_accepted() -> None:
    environment = make(CONNECT_FOUR, batch=3)
    state = environment.init()
    wanted = arrays(environment.step(state, [0, 1, 2]))
    for given in (np.array([0, 9, 1, 9, 2])[::2], np.array([2, 1, 0], np.uint8)[::-1], (0, 1, 2)):
        assert arrays(environment.step(state, given)) == wanted


def test_memory_for_actions_is_checked() -> None:
    environment = make(CONNECT_FOUR, batch=3)
    state = environment.init()
    frozen = np.zeros(3, np.int32)
    frozen.flags.writeable = False
    wrong: list[Any] = [
        np.zeros(4, np.int32),
        np.zeros(3, np.int64),
        np.zeros((3, 1), np.int32),
        np.zeros(6, np.int32)[::2],
        frozen,
        [0, 0, 0],
        state,
    ]
    for out in wrong:
        with pytest.raises(
            BadArgument, match=r"out is a writable, contiguous array of \(3,\) int32"
        ):
            environment.sample(state, out=out)


def test_positions_and_seeds_are_checked() -> None:
    environment = make(CONNECT_FOUR, batch=2)
    state, start = environment.init(), load(CONNECT_FOUR).start()
    seeds: list[Any] = [-1, 1 << 64, 0.5, "1", None, True]
    for seed in seeds:
        for asked in (environment.init, lambda seed: environment.sample(state, seed)):
            with pytest.raises(BadArgument, match="a seed is a whole number from 0 to"):
                asked(seed)
    with pytest.raises(BadArgument, match="1 positions for a batch of 2 games"):
        environment.from_positions([start])
    with pytest.raises(BadArgument, match=r"positions\[1\] is of load\('vier3d'\), not of"):
        environment.from_positions([start, load("vier3d").start()])
    with pytest.raises(BadType, match=r"positions\[1\] is a Position"):
        environment.from_positions([start, str(start)])  # type: ignore[list-item]
    with pytest.raises(BadType, match="positions is a sequence of positions, not 5"):
        environment.from_positions(5)  # type: ignore[arg-type]
    for most in (-1, "all", 0.5):
        with pytest.raises(BadArgument, match="most is a whole number of at least 0"):
            environment.positions(state, most)  # type: ignore[arg-type]


def test_game_can_have_more_options() -> None:
    assert make(load("vier3d"), batch=2, players=3).game == load("vier3d(players=3)")
