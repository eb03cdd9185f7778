"""The ten levels: each plays within its budget, and strong levels beat weak ones."""

import time

import pytest

from steinreich import load
from steinreich.engines.named_players import RandomPlayer, UnknownPlayer, player
from steinreich.players import levels
from steinreich.players.levels import LEVELS, Level, get_profile
from steinreich.players.player import Limit, Question
from steinreich.players.strategies import Strategy
from steinreich.search.result import Line, SearchResult, Verdict
from tests.conftest import ALL_NAMES, random_game
from tests.players.one_ply import count_level_wins

CONNECT_FOUR = "examples/connect_four.py"
EVEN_VERDICT = Verdict((0.0, 0.0))
SOLO = "six_in_line(players=1)"


@pytest.mark.parametrize("id", [*ALL_NAMES, CONNECT_FOUR, SOLO, "six_in_line(players=4)"])
def test_every_level_of_every_game_plays(id: str) -> None:
    game = load(id)
    position = game.start(seed=1)
    for number in (1, 3, 5, 6, 9):
        level = Level(game, number, seed=1)
        result = level.think(position, Limit(nodes=300))
        assert result.best in position.actions()
        level.new_game()
        level.close()


def count_strong_wins(id: str, strong: int, weak: int, games: int) -> int:
    """Return how many games the stronger level wins, with alternating sides."""
    game = load(id)
    levels = [Level(game, strong, seed=1), Level(game, weak, seed=2)]
    wins = 0
    for number in range(games):
        position = game.start(seed=number)
        while not position.is_over:
            seat = (position.player + number) % 2
            position = position.after(levels[seat].think(position, Limit(nodes=3_000)).best)
        wins += position.outcome == number % 2
    return wins


@pytest.mark.parametrize("id", ["vier3d", "tzaar"])
def test_strong_level_beats_a_weak_one(id: str) -> None:
    assert count_strong_wins(id, 7, 1, 6) == 6


def test_first_level_of_six_in_line_loses_to_a_one_ply_player() -> None:
    start = load("six_in_line").start()
    assert count_level_wins(1, start, 20) <= 6
    assert count_level_wins(2, start, 10) >= 6


def test_budgets_grow_with_the_level() -> None:
    for id in (*ALL_NAMES, "vier3d(players=3)"):
        profiles = [get_profile(load(id), number) for number in LEVELS]
        budgets = [profile.nodes for profile in profiles if profile.depth is None]
        assert budgets == sorted(budgets)
        assert [profile.action_probability for profile in profiles] == sorted(
            profile.action_probability for profile in profiles
        )
        assert profiles[-1].action_probability == profiles[-1].reply_probability == 1.0


def test_seed_reproduces_a_level() -> None:
    game = load("tzaar")
    first, second = (
        [Level(game, 2, seed=9).think(game.start(seed=s), Limit()).best for s in range(5)]
        for _ in range(2)
    )
    assert first == second


def test_weak_level_varies_its_actions() -> None:
    game = load("vier3d")
    level = Level(game, 1, seed=1)
    assert len({level.think(game.start(), Limit()).best for _ in range(20)}) > 3


def test_player_is_created_by_name() -> None:
    game = load("vier3d")
    assert isinstance(player("random", game, 1), RandomPlayer)
    assert player("level3", game).name == "level3"
    assert player("engine", game).name == "engine"
    for name in ("level0", "level11", "grandmaster", ""):
        with pytest.raises(UnknownPlayer):
            player(name, game)
    with pytest.raises(ValueError, match="a level must be a whole number from 1 to 10"):
        Level(game, 11)


class TimeConsumingStrategy(Strategy):
    """Uses up its time limit, by advancing a fake clock."""

    now = 0.0

    def answer(self, question: Question) -> SearchResult:
        assert question.limit.seconds is not None
        self.now += question.limit.seconds
        return SearchResult((Line((question.position.actions()[0],), EVEN_VERDICT),), 1)

    def forget(self) -> None:
        """There is no memory to clear."""


@pytest.mark.parametrize("id", ["tzaar", "six_in_line", "six_in_line(players=3)"])
def test_time_limit_is_for_a_whole_turn(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All actions of a turn together keep the limit, and each of them gets a share."""
    game = load(id)
    level = Level(game, 10, seed=1)
    level.strategy = strategy = TimeConsumingStrategy()
    monkeypatch.setattr(time, "perf_counter", lambda: strategy.now)
    position = random_game(game, 1)[5]
    while not position.starts_turn:
        position = position.after(position.actions()[0])
    for _ in range(2):  # two turns in a row: each has its own time
        seconds: list[float] = []
        while not seconds or not position.starts_turn:
            began = strategy.now
            position = position.after(level.think(position, Limit()).best)
            seconds.append(strategy.now - began)
        assert len(seconds) > 1
        assert sum(seconds) == pytest.approx(levels.MAX_TURN_SECONDS)
        assert min(seconds) > 0.1 * levels.MAX_TURN_SECONDS


def test_strong_level_reports_its_progress() -> None:
    game = load("vier3d")
    reports: list[SearchResult] = []
    result = Level(game, 7, seed=1).think(game.start(), Limit(), progress=reports.append)
    assert reports
    assert reports[-1].depth <= result.depth
    assert all(report.best in game.start().actions() for report in reports)
