"""The ten levels: each plays within its budget, and strong levels beat weak ones."""

import time

import pytest

from steinreich import load
from steinreich.engines.by_name import RandomPlayer, UnknownPlayer, player
from steinreich.players import levels
from steinreich.players.levels import LEVELS, Level, get_profile
from steinreich.players.player import Limit, Question
from steinreich.players.strategies import Strategy
from steinreich.search.result import Line, SearchResult, Verdict
from tests.conftest import ALL_NAMES, random_game
from tests.players.one_ply import count_wins_of_level

FOUR = "examples/connect_four.py"
EVEN = Verdict((0.0, 0.0))
SOLO = "six_in_line(players=1)"


@pytest.mark.parametrize("id", [*ALL_NAMES, FOUR, SOLO, "six_in_line(players=4)"])
def test_every_level_of_every_game_plays(id: str) -> None:
    game = load(id)
    position = game.start(seed=1)
    for number in (1, 3, 5, 6, 9):
        level = Level(game, number, seed=1)
        result = level.think(position, Limit(nodes=300))
        assert result.best in position.actions()
        level.new_game()
        level.close()


def points(id: str, strong: int, weak: int, games: int) -> int:
    """Return how many games the stronger level wins, from both sides."""
    game = load(id)
    levels = [Level(game, strong, seed=1), Level(game, weak, seed=2)]
    won = 0
    for number in range(games):
        position = game.start(seed=number)
        while not position.is_over:
            seat = (position.player + number) % 2
            position = position.after(levels[seat].think(position, Limit(nodes=3_000)).best)
        won += position.outcome == number % 2
    return won


@pytest.mark.parametrize("id", ["vier3d", "tzaar"])
def test_strong_level_beats_a_weak_one(id: str) -> None:
    assert points(id, 7, 1, 6) == 6


def test_first_level_of_six_in_line_loses_to_a_one_ply_player() -> None:
    start = load("six_in_line").start()
    assert count_wins_of_level(1, start, 20) <= 6
    assert count_wins_of_level(2, start, 10) >= 6


def test_budgets_grow_with_the_level() -> None:
    for id in (*ALL_NAMES, "vier3d(players=3)"):
        profiles = [get_profile(load(id), number) for number in LEVELS]
        budgets = [profile.nodes for profile in profiles if profile.depth is None]
        assert budgets == sorted(budgets)
        assert [profile.notice for profile in profiles] == sorted(
            profile.notice for profile in profiles
        )
        assert profiles[-1].notice == profiles[-1].reading == 1.0


def test_seed_reproduces_a_level() -> None:
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


def test_players_are_created_by_name() -> None:
    game = load("vier3d")
    assert isinstance(player("random", game, 1), RandomPlayer)
    assert player("level3", game).name == "level3"
    assert player("engine", game).name == "engine"
    for name in ("level0", "level11", "nobody", ""):
        with pytest.raises(UnknownPlayer):
            player(name, game)
    with pytest.raises(ValueError, match="a level is a whole number from 1 to 10"):
        Level(game, 11)


class TimedPlayer(Strategy):
    """Uses all the time it gets, by a clock that it advances."""

    now = 0.0

    def answer(self, question: Question) -> SearchResult:
        assert question.limit.seconds is not None
        self.now += question.limit.seconds
        return SearchResult((Line((question.position.actions()[0],), EVEN),), 1)

    def forget(self) -> None:
        """There is no memory to clear."""


@pytest.mark.parametrize("id", ["tzaar", "six_in_line", "six_in_line(players=3)"])
def test_time_limit_is_for_a_whole_turn(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many actions it has; the last action gets its share."""
    game = load(id)
    level = Level(game, 10, seed=1)
    level.strategy = timed = TimedPlayer()
    monkeypatch.setattr(time, "perf_counter", lambda: timed.now)
    position = random_game(game, 1)[5]
    while not position.starts_turn:
        position = position.after(position.actions()[0])
    for _ in range(2):  # two turns in a row: each has its own time
        spent: list[float] = []
        while not spent or not position.starts_turn:
            before = timed.now
            position = position.after(level.think(position, Limit()).best)
            spent.append(timed.now - before)
        assert len(spent) > 1
        assert sum(spent) == pytest.approx(levels.MAX_TURN_SECONDS)
        assert min(spent) > 0.1 * levels.MAX_TURN_SECONDS


def test_searching_level_reports_its_progress() -> None:
    game = load("vier3d")
    heard: list[SearchResult] = []
    result = Level(game, 7, seed=1).think(game.start(), Limit(), progress=heard.append)
    assert heard
    assert heard[-1].depth <= result.depth
    assert all(one.best in game.start().actions() for one in heard)
