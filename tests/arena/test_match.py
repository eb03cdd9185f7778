"""Matches over several processes."""

import shlex
import sys

import pytest

from steinreich import Game, load
from steinreich.arena.match import play_games
from steinreich.arena.match_file import key_of
from steinreich.arena.plan import Match, schedule
from steinreich.arena.running import ArenaStopped
from steinreich.players.player import Limit, Player
from tests.arena.players import made

VIER3D = load("vier3d")


def test_all_games_are_played_by_the_rules() -> None:
    match = Match(VIER3D, ("first", "greedy", "random"), games=6, is_ladder=True)
    records = list(play_games(match, workers=2, made=made))
    tasks = {task.key: task for task in schedule(match)}
    assert {key_of(record) for record in records} == set(tasks)
    assert len(records) == len(tasks) == 18
    for record in records:
        record.check()
        task = tasks[key_of(record)]
        assert record.end.is_over
        assert record.result == record.end.returns
        assert (record.headers["Player1"], record.headers["Player2"]) == task.players
        assert tuple(record.moves()[:2]) == task.opening.actions


def test_one_worker_plays_the_same_games_again() -> None:
    match = Match(VIER3D, ("random", "random"), games=4, seed=3)
    one, other = (
        [record.moves() for record in play_games(match, workers=1, made=made)] for _ in range(2)
    )
    assert one == other


def test_workers_draw_different_lots() -> None:
    """Without openings only the players' own lots make games different."""
    match = Match(VIER3D, ("random", "random"), games=4, openings=0)
    games = [tuple(record.moves()) for record in play_games(match, workers=2, made=made)]
    assert len(set(games)) == 4


def test_the_match_goes_on_after_failures() -> None:
    """Whoever hangs, dies or stays away loses that game and is there again in the next."""
    players = ("hanging", "dying", "leaving")
    match = Match(VIER3D, players, games=2, is_ladder=True, patience=1.0, openings=0)
    records = list(play_games(match, workers=2, made=made))
    assert len(records) == 6
    reasons = {
        "hanging": "hanging failed: no answer within 1 s",
        "dying": "dying failed: its process ended with exit code 7",
        "leaving": "leaving failed: it has gone home",
    }
    for record in records:
        record.check()
        if "Failed" in record.headers:
            loser = int(record.headers["Failed"])
            assert record.result == ((-1, 1) if loser == 1 else (1, -1))
            name = record.headers[f"Player{loser}"]
            assert record.headers["Termination"] == reasons[name]
    # What was played before the process ended is not lost.
    assert min(len(record.moves()) for record in records) >= 2
    failures = {record.headers["Termination"] for record in records}
    assert {reasons["hanging"], reasons["dying"]} <= failures


def test_who_stays_away_later_loses_that_game() -> None:
    match = Match(VIER3D, ("leaving", "first"), games=4, openings=0)
    records = list(play_games(match, workers=1, made=made))
    assert [record.headers["Termination"] for record in records] == [
        "normal",
        "leaving failed: it has gone home",
    ] * 2


def test_engines_play_as_well() -> None:
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
    (cheated,) = endings[f"{engine} z9"]
    assert cheated.startswith(f"{engine} z9 failed: toy plays what is not legal, 'z9'")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing", "'missing' does not come to the table: there is no such program"),
        ("nobody", "'nobody' does not come to the table: no player is called 'nobody'"),
    ],
)
def test_who_never_comes_ends_the_match(name: str, message: str) -> None:
    match = Match(VIER3D, ("first", name))
    with pytest.raises(ArenaStopped, match=message):
        list(play_games(match, workers=1, made=made))


def test_a_broken_worker_is_nobodys_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A maker that only this process knows: the worker cannot even begin."""

    def only_here(name: str, game: Game, seed: int | None) -> Player:
        raise NotImplementedError

    only_here.__qualname__ = "only_here"
    monkeypatch.setattr(sys.modules[__name__], "only_here", only_here, raising=False)
    match = Match(VIER3D, ("first", "last"))
    with pytest.raises(ArenaStopped, match="did not get ready: its process ended with exit code 1"):
        list(play_games(match, workers=1, made=only_here))
