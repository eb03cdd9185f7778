"""Matches in several processes."""

import shlex
import sys

import pytest

from steinreich import Game, load
from steinreich.arena.match_file import get_game_key
from steinreich.arena.plan import Match, schedule
from steinreich.arena.running import ArenaStopped, play_games
from steinreich.players.player import Limit, Player
from tests.arena.players import make_player

VIER3D = load("vier3d")


def test_all_games_follow_the_rules() -> None:
    match = Match(VIER3D, ("first", "greedy", "random"), games=6, is_ladder=True)
    records = list(play_games(match, workers=2, create_player=make_player))
    tasks = {task.key: task for task in schedule(match)}
    assert {get_game_key(record) for record in records} == set(tasks)
    assert len(records) == len(tasks) == 18
    for record in records:
        record.check()
        task = tasks[get_game_key(record)]
        assert record.end.is_over
        assert record.result == record.end.returns
        assert (record.headers["Player1"], record.headers["Player2"]) == task.players
        assert tuple(record.moves()[:2]) == task.opening.actions


def test_match_with_one_worker_is_reproducible() -> None:
    match = Match(VIER3D, ("random", "random"), games=4, seed=3)
    first_run, second_run = (
        [record.moves() for record in play_games(match, workers=1, create_player=make_player)]
        for _ in range(2)
    )
    assert first_run == second_run


def test_workers_have_different_seeds() -> None:
    """Without openings, games differ only by the randomness of the players."""
    match = Match(VIER3D, ("random", "random"), games=4, openings=0)
    games = [
        tuple(record.moves()) for record in play_games(match, workers=2, create_player=make_player)
    ]
    assert len(set(games)) == 4


def test_match_continues_after_failures() -> None:
    """A player that does not answer, ends its process or cannot start a game loses that game, and
    plays the next one in a new process.
    """
    players = ("hanging", "dying", "one_game")
    match = Match(VIER3D, players, games=2, is_ladder=True, timeout=1.0, openings=0)
    records = list(play_games(match, workers=2, create_player=make_player))
    assert len(records) == 6
    reasons = {
        "hanging": "hanging failed: no answer within 1 s",
        "dying": "dying failed: its process ended with exit code 7",
        "one_game": "one_game failed: it plays one game only",
    }
    for record in records:
        record.check()
        if "Failed" in record.headers:
            loser = int(record.headers["Failed"])
            assert record.result == ((-1, 1) if loser == 1 else (1, -1))
            name = record.headers[f"Player{loser}"]
            assert record.headers["Termination"] == reasons[name]
    # Actions played before a failure are kept.
    assert min(len(record.moves()) for record in records) >= 2
    failures = {record.headers["Termination"] for record in records}
    assert {reasons["hanging"], reasons["dying"]} <= failures


def test_player_that_cannot_start_a_later_game_loses_it() -> None:
    match = Match(VIER3D, ("one_game", "first"), games=4, openings=0)
    records = list(play_games(match, workers=1, create_player=make_player))
    assert [record.headers["Termination"] for record in records] == [
        "normal",
        "one_game failed: it plays one game only",
    ] * 2


def test_external_engines_can_play() -> None:
    engine = f"ugi:{shlex.quote(sys.executable)} tests/arena/engine.py"
    match = Match(VIER3D, ("random", engine, f"{engine} z9"), games=2, is_ladder=True)
    records = list(play_games(match._replace(limit=Limit(seconds=0.05)), workers=1))
    assert len(records) == 6
    endings = {record.headers[f"Player{seat}"]: set[str]() for seat in (1, 2) for record in records}
    for record in records:
        record.check()
        for name in (record.headers["Player1"], record.headers["Player2"]):
            endings[name].add(record.headers["Termination"])
    assert "normal" in endings[engine]
    (illegal_ending,) = endings[f"{engine} z9"]
    assert illegal_ending.startswith(f"{engine} z9 failed: toy plays an illegal action: 'z9'")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing", "'missing' cannot play: there is no such program"),
        ("nobody", "'nobody' cannot play: unknown player 'nobody'"),
    ],
)
def test_player_that_is_never_available_ends_the_match(name: str, message: str) -> None:
    match = Match(VIER3D, ("first", name))
    with pytest.raises(ArenaStopped, match=message):
        list(play_games(match, workers=1, create_player=make_player))


def test_broken_worker_does_not_count_as_a_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    """A factory that only this process knows: the worker cannot start."""

    def local_factory(name: str, game: Game, seed: int | None) -> Player:
        raise NotImplementedError

    local_factory.__qualname__ = "only_here"
    monkeypatch.setattr(sys.modules[__name__], "only_here", local_factory, raising=False)
    match = Match(VIER3D, ("first", "last"))
    with pytest.raises(ArenaStopped, match="did not get ready: its process ended with exit code 1"):
        list(play_games(match, workers=1, create_player=local_factory))
