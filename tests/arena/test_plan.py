"""Pairings and openings of matches."""

import pytest

from steinreich import Position, load
from steinreich.arena.plan import BadMatch, Match, ScheduledGame, get_encounters, openings, schedule
from steinreich.players.player import Limit

VIER3D = load("vier3d")


def start_position(task: ScheduledGame, match: Match) -> Position:
    position = match.game.start(task.opening.seed)
    for name in task.opening.actions:
        position = position.play(name)
    return position


def test_two_players_swap_sides_in_the_same_opening() -> None:
    match = Match(VIER3D, ("a", "b"), games=6)
    tasks = list(schedule(match))
    assert len(tasks) == match.total == 6
    for first, second in zip(tasks[::2], tasks[1::2], strict=True):
        assert (first.players, second.players) == (("a", "b"), ("b", "a"))
        assert first.opening == second.opening
        assert first.pair == second.pair
    assert len({task.opening for task in tasks}) == 3
    assert len({task.key for task in tasks}) == 6


def test_three_players_rotate() -> None:
    match = Match(load("vier3d", players=3), ("a", "b", "c"), games=3)
    tasks = list(schedule(match))
    assert [task.players for task in tasks] == [
        ("a", "b", "c"),
        ("b", "c", "a"),
        ("c", "a", "b"),
    ]
    assert len({task.opening for task in tasks}) == 1


def test_schedule_contains_complete_pairs() -> None:
    assert Match(VIER3D, ("a", "b"), games=5).total == 6
    assert Match(load("six_in_line", players=4), ("a", "b", "c", "d"), games=1).total == 4
    assert Match(load("six_in_line", players=1), ("a",), games=5).total == 5


def test_random_setup_is_shared_by_a_pair() -> None:
    match = Match(load("tzaar"), ("a", "b"), games=4, openings=0)
    starts = [str(start_position(task, match)) for task in schedule(match)]
    assert starts[0] == starts[1] != starts[2] == starts[3]


def test_openings_differ_and_do_not_end_the_game() -> None:
    match = Match(load("chain_reaxis", size="4x4"), ("a", "b"), games=60, openings=4)
    starts = [start_position(task, match) for task in schedule(match)]
    assert not any(start.is_over for start in starts)
    assert len({str(start) for start in starts}) == 30
    assert all(len(task.opening.actions) == 4 for task in schedule(match))


def test_openings_end_before_the_game_does() -> None:
    """No game has that many random actions."""
    match = Match(VIER3D, ("a", "b"), games=2, openings=64)
    task = next(schedule(match))
    assert 7 <= len(task.opening.actions) < 64
    assert not start_position(task, match).is_over


def test_openings_repeat_when_exhausted() -> None:
    match = Match(VIER3D, ("a", "b"), games=40, openings=1)
    opening_actions = [task.opening.actions for task in schedule(match)][::2]
    assert len(opening_actions) == 20 > 16 >= len(set(opening_actions)) > 10


def test_openings_are_determined_by_the_seed() -> None:
    match = Match(VIER3D, ("a", "b"))
    assert list(schedule(match)) == list(schedule(match))
    assert next(openings(match)) != next(openings(match._replace(seed=1)))


def test_ladder_pairs_adjacent_players() -> None:
    match = Match(VIER3D, ("a", "b", "c", "d"), games=2, is_ladder=True)
    assert get_encounters(match) == [tuple(pair) for pair in ("ab", "ac", "ad", "bc", "bd", "cd")]
    near_match = match._replace(neighbours=1)
    assert get_encounters(near_match) == [("a", "b"), ("b", "c"), ("c", "d")]
    assert near_match.total == 6
    tasks = list(schedule(near_match))
    assert len({task.opening for task in tasks}) == 1  # the same for all


def test_pairings_take_turns() -> None:
    """An interrupted ladder has about the same number of games for each pairing."""
    match = Match(VIER3D, ("a", "b", "c"), games=4, is_ladder=True)
    assert [task.round for task in schedule(match)] == [1, 1, 2, 2, 3, 3] * 2


def test_ladder_with_three_seats() -> None:
    match = Match(load("vier3d", players=3), ("a", "b", "c", "d"), is_ladder=True)
    assert len(get_encounters(match)) == 4
    assert get_encounters(match._replace(neighbours=2)) == [("a", "b", "c"), ("b", "c", "d")]


@pytest.mark.parametrize(
    ("match", "message"),
    [
        (Match(VIER3D, ("a",)), "a match of vier3d has 2 players, not 1"),
        (Match(VIER3D, ("a", "b", "c")), "a match of vier3d has 2 players, not 3"),
        (Match(VIER3D, ("a", "b", "a"), is_ladder=True), "stands on the ladder twice"),
        (Match(VIER3D, ("a",), is_ladder=True), "no 2 players meet"),
        (
            Match(load("vier3d", players=3), ("a", "b", "c"), is_ladder=True, neighbours=1),
            "no 3 players meet",
        ),
    ],
)
def test_rejects_impossible_matches(match: Match, message: str) -> None:
    with pytest.raises(BadMatch, match=message):
        list(schedule(match))


def test_relevant_settings_identify_a_match() -> None:
    match = Match(VIER3D, ("a", "b c"), limit=Limit(seconds=0.5))
    assert str(match) == "match of vier3d; a 'b c'; openings 2; seed 0; seconds 0.5"
    others = [
        match._replace(game=load("vier3d", variant="most_fours")),
        match._replace(players=("b c", "a")),
        match._replace(players=("a b", "c")),
        match._replace(is_ladder=True),
        match._replace(neighbours=1),
        match._replace(openings=3),
        match._replace(seed=1),
        match._replace(limit=Limit(nodes=5)),
    ]
    assert len({str(other) for other in [match, *others]}) == 9
    assert str(match._replace(games=99, timeout=1.0)) == str(match)
