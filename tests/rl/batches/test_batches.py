"""Batches do what single positions do."""

from typing import Any

import numpy as np
import pytest

from steinreich import IllegalMove, Position, load
from steinreich.core.checking import variants
from steinreich.rl import BatchEnvironment, BatchState, make, observation
from tests.conftest import ALL_NAMES, CONNECT_FOUR, random_game

# Options are data: one process compiles each game once, and all its variants run there.
BY_GAME = [pytest.param(name, marks=pytest.mark.xdist_group(name)) for name in ALL_NAMES]
BATCH, STEPS = 70, 14  # more than a block, so that one is not full


def looks_like(state: BatchState, positions: list[Position], games: list[int]) -> None:
    """Some games of a batch show what their positions do."""
    for game in games:
        position = positions[game]
        assert np.flatnonzero(state.legal_action_mask[game]).tolist() == position.actions()
        assert np.array_equal(state.observation[game], observation(position))
        assert state.current_player[game] == position.player


@pytest.mark.parametrize("name", BY_GAME)
def test_batches_play_as_positions_do(name: str) -> None:
    """With all options: each step is what playing on from the single positions gives."""
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
    """One step, compared with single positions."""
    before = environment.positions(state)
    looks_like(state, before, games)
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
    looks_like(after, begun, games)


@pytest.mark.parametrize("name", BY_GAME)
def test_finished_games_are_begun_anew_or_stay(name: str) -> None:
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
        assert stays.legal_action_mask[is_over].all(), "a policy finds something to choose"
        if is_over.all():
            break
    assert all(position.is_over for position in stay.positions(stays))
    assert not any(position.is_over for position in anew.positions(state))


def arrays(state: BatchState) -> dict[str, bytes]:
    """All that a state shows."""
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


def played(environment: BatchEnvironment, seed: int, steps: int) -> BatchState:
    """Some random steps."""
    state = environment.init(seed)
    for number in range(steps):
        state = environment.step(state, environment.sample(state, seed + number))
    return state


def test_seeds_decide_and_threads_do_not() -> None:
    games = 4 * 2048 + 5  # enough for four threads to be worth it
    one, four = (make("tzaar(setup=random)", batch=games, threads=n) for n in (1, 4))
    assert arrays(played(one, 7, 3)) == arrays(played(four, 7, 3))
    some = make(CONNECT_FOUR, batch=300)
    assert arrays(played(some, 1, 9)) == arrays(played(some, 1, 9))
    assert arrays(played(some, 1, 9)) != arrays(played(some, 2, 9))


def test_chance_sets_up_boards() -> None:
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
    with pytest.raises(ValueError, match=r"out is \(4,\) int32, not \(3,\) int32"):
        environment.sample(state, out=np.zeros(4, np.int32))


def test_who_does_what_is_not_legal_loses() -> None:
    environment = make(CONNECT_FOUR, batch=5)
    state = environment.init()
    for action in (3, 3, 3, 3, 3, 3):
        state = environment.step(state, [action] * 5)
    state = environment.step(state, [3, 7, -1, 1 << 40, 2])
    assert state.rewards.tolist() == [[-1, 1]] * 4 + [[0, 0]]
    assert state.terminated.tolist() == [True] * 4 + [False]
    assert state.final_observation[0].sum() == 6, "nothing was played"
    assert state.observation[0].sum() == 0, "a new game"


def test_of_several_players_only_one_loses_by_what_is_not_legal() -> None:
    three = make("vier3d(players=3)", batch=1)
    state = three.step(three.step(three.init(), [0]), [16])
    assert state.rewards.tolist() == [[0, -1, 0]]
    alone = make("six_in_line(players=1)", batch=1)
    assert alone.step(alone.init(), [40]).rewards.tolist() == [[-1]]


def test_actions_are_checked_where_that_is_asked_for() -> None:
    environment = make(CONNECT_FOUR, batch=3, check=True)
    state = environment.init()
    environment.step(state, [0, 1, 6])
    for wrong in (7, -1, 1 << 40):
        with pytest.raises(IllegalMove, match=f"action {wrong} of game 1 in the batch"):
            environment.step(state, [0, wrong, 1])


def test_long_games_are_broken_off() -> None:
    environment = make(CONNECT_FOUR, batch=2, max_steps=3)
    state = environment.init()
    for action, is_broken_off in ((0, False), (1, False), (2, True), (0, False)):
        state = environment.step(state, [action] * 2)
        assert state.truncated.tolist() == [is_broken_off] * 2
        assert not state.terminated.any()
        assert not state.rewards.any()
    assert state.observation.sum() == 2, "one disc in each of two new games"


@pytest.mark.parametrize("name", BY_GAME)
def test_batches_go_on_from_positions(name: str) -> None:
    game = load(name)
    line = random_game(game, 2)
    environment = make(game, batch=len(line))
    state = environment.from_positions(line)
    assert environment.positions(state) == line
    looks_like(state, line, [*range(len(line) - 1)])
    assert state.terminated.tolist() == [position.is_over for position in line]
    assert not state.rewards.any()
    assert np.array_equal(state.final_observation, state.observation)
    after = environment.step(state, environment.sample(state))
    assert not environment.positions(after)[-1].is_over, "a finished game is begun anew"


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"batch": 0}, "a batch has at least one game, not 0"),
    ({"batch": 2, "threads": 0}, "at least one thread works, not 0"),
    ({"batch": 2, "max_steps": 0}, "a game has at least one step, not 0"),
    ({"batch": 2, "device": "tpu"}, "device is 'cpu' or 'cuda', not 'tpu'"),
    ({"batch": 2, "colour": "red"}, "vier3d has no option 'colour'"),
]


@pytest.mark.parametrize(("given", "said"), WRONG)
def test_nonsense_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        make("vier3d", **given)


def test_nonsense_is_refused_later_as_well() -> None:
    environment = make(CONNECT_FOUR, batch=2)
    state, start = environment.init(), load(CONNECT_FOUR).start()
    with pytest.raises(ValueError, match=r"actions are of shape \(3,\), not \(2,\)"):
        environment.step(state, [1, 2, 3])
    with pytest.raises(TypeError, match="actions are integers, not float64"):
        environment.step(state, [0.5, 1.0])
    with pytest.raises(ValueError, match="a seed is from 0 to"):
        environment.init(-1)
    with pytest.raises(ValueError, match="1 positions for a batch of 2 games"):
        environment.from_positions([start])
    with pytest.raises(ValueError, match="position 1 is of"):
        environment.from_positions([start, load("vier3d").start()])
    with pytest.raises(TypeError, match="has its options already"):
        make(load("vier3d"), batch=2, players=3)
