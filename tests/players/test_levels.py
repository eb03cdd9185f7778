"""The ten levels: each plays, keeps its budget, and the strong beat the weak."""

import pytest

from steinreich import load
from steinreich.engines.by_name import RandomPlayer, UnknownPlayer, player
from steinreich.players import levels
from steinreich.players.levels import LEVELS, Level, profile_of
from steinreich.players.player import Limit, Opinion
from tests.conftest import ALL_NAMES, random_game
from tests.players.one_ply import wins_of_level

FOUR = "examples/connect_four.py"
SOLO = "six_in_line(players=1)"


@pytest.mark.parametrize("id", [*ALL_NAMES, FOUR, SOLO, "six_in_line(players=4)"])
def test_every_level_of_every_game_plays(id: str) -> None:
    game = load(id)
    position = game.start(seed=1)
    for number in (1, 3, 5, 6, 9):
        level = Level(game, number, seed=1)
        opinion = level.think(position, Limit(nodes=300))
        assert opinion.best in position.actions()
        level.new_game()
        level.close()


def points(id: str, strong: int, weak: int, games: int) -> int:
    """How many games the stronger level wins, from both sides."""
    game = load(id)
    levels = [Level(game, strong, seed=1), Level(game, weak, seed=2)]
    won = 0
    for number in range(games):
        position = game.start(seed=number)
        while not position.is_over:
            seat = (position.player + number) % 2
            position = position.after(levels[seat].think(position, Limit(seconds=0.1)).best)
        won += position.outcome == number % 2
    return won


@pytest.mark.parametrize("id", ["vier3d", "tzaar"])
def test_a_strong_level_beats_a_weak_one(id: str) -> None:
    assert points(id, 7, 1, 6) == 6


def test_the_first_level_of_six_in_line_loses_to_a_one_ply_player() -> None:
    start = load("six_in_line").start()
    assert wins_of_level(1, start, 20) <= 6
    assert wins_of_level(2, start, 10) >= 6


def test_budgets_grow_with_the_level() -> None:
    for id in (*ALL_NAMES, "vier3d(players=3)"):
        profiles = [profile_of(load(id), number) for number in LEVELS]
        budgets = [profile.nodes for profile in profiles if profile.depth is None]
        assert budgets == sorted(budgets)
        assert [profile.notice for profile in profiles] == sorted(
            profile.notice for profile in profiles
        )
        assert profiles[-1].notice == profiles[-1].reading == 1.0


def test_a_seed_repeats_a_level() -> None:
    game = load("tzaar")
    first, second = (
        [Level(game, 2, seed=9).think(game.start(seed=s), Limit()).best for s in range(5)]
        for _ in range(2)
    )
    assert first == second


def test_weak_levels_vary() -> None:
    game = load("vier3d")
    level = Level(game, 1, seed=1)
    assert len({level.think(game.start(), Limit()).best for _ in range(20)}) > 3


def test_players_by_name() -> None:
    game = load("vier3d")
    assert isinstance(player("random", game, 1), RandomPlayer)
    assert player("level3", game).name == "level3"
    assert player("engine", game).name == "engine"
    for name in ("level0", "level11", "nobody", ""):
        with pytest.raises(UnknownPlayer):
            player(name, game)
    with pytest.raises(ValueError, match="a level is a whole number from 1 to 10"):
        Level(game, 11)


@pytest.mark.parametrize("id", ["tzaar", "six_in_line", "six_in_line(players=3)"])
def test_the_time_is_for_a_turn(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many actions it has; and the last of them gets its share."""
    monkeypatch.setattr(levels, "PATIENCE", 0.5)
    game = load(id)
    level = Level(game, 10, seed=1)
    position = random_game(game, 1)[5]
    while not position.starts_turn:
        position = position.after(position.actions()[0])
    for _ in range(2):  # two turns in a row: each has its own time
        spent: list[float] = []
        while not spent or not position.starts_turn:
            opinion = level.think(position, Limit())
            spent.append(opinion.seconds)
            position = position.after(opinion.best)
        assert len(spent) > 1
        assert sum(spent) < 0.55
        assert min(spent) > 0.1


def test_a_level_that_searches_reports_its_progress() -> None:
    game = load("vier3d")
    heard: list[Opinion] = []
    opinion = Level(game, 7, seed=1).think(game.start(), Limit(), progress=heard.append)
    assert heard
    assert heard[-1].depth <= opinion.depth
    assert all(one.best in game.start().actions() for one in heard)
