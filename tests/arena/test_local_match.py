"""Matches in this process with functions as players."""

import random
from pathlib import Path
from typing import Any

import pytest

from steinreich import BadArgument, IllegalMove, Position, load, play_match, read, write
from steinreich.arena.plan import BadMatch
from steinreich.engines.named_players import RandomPlayer, UnknownPlayer
from steinreich.players.beginner import Beginner
from steinreich.players.player import PlayerClosed, PlayerFailed, Question
from steinreich.search.result import SearchResult


def play_greedy(position: Position) -> str:
    """Take an immediate win."""
    for name in position.legal_moves():
        if position.play(name).outcome == position.player:
            return name
    return random.Random(str(position)).choice(position.legal_moves())


def first(position: Position) -> int:
    """Return the first action by number."""
    return position.actions()[0]


def test_rates_functions_players_and_names(tmp_path: Path) -> None:
    random_player = RandomPlayer(seed=3)
    result = play_match("vier3d", [play_greedy, first, random_player], games=8, seed=1)
    assert len(result.records) == 3 * 8
    assert {standing.name for standing in result.standings} == {"play_greedy", "first", "random"}
    ratings = [standing.rating for standing in result.standings if standing.rating]
    assert ratings[0].elo > ratings[1].elo > ratings[2].elo
    assert ratings[-1].name == "random"
    assert all(rating.margin > 0 for rating in ratings)
    assert all(record.headers["Termination"] == "normal" for record in result.records)
    assert str(result).splitlines()[0].split()[:4] == ["player", "Elo", "±", "games"]
    file = tmp_path / "games.jsonl"
    file.write_text(write(result.records, "jsonl"))
    assert read(file) == result.records


def test_seats_are_swapped_and_openings_are_reproducible() -> None:
    first_run, second_run = (
        play_match(
            "chain_reaxis", {"a": play_greedy, "b": "random"}, games=4, seed=5, progress=False
        )
        for _ in range(2)
    )
    assert [record.moves() for record in first_run.records] == [
        record.moves() for record in second_run.records
    ]
    seats = [record.headers["Player1"] for record in first_run.records]
    assert sorted(seats) == ["a", "a", "b", "b"]
    assert first_run.records[0].moves()[:2] == first_run.records[1].moves()[:2]


def test_error_in_a_function_is_raised_with_its_location() -> None:
    def broken(position: Position) -> str:
        return ["a1"][7]

    with pytest.raises(IndexError) as error:
        play_match("vier3d", {"broken": broken, "random": "random"}, games=2)
    assert error.traceback[-1].name == "broken"
    for illegal_action in ("z9", 99):
        with pytest.raises(IllegalMove):
            play_match("vier3d", {"wrong": lambda _: illegal_action, "first": first}, games=2)  # noqa: B023


def test_rejects_invalid_players() -> None:
    with pytest.raises(BadMatch, match="two players have the same name"):
        play_match("vier3d", [first, first])
    with pytest.raises(BadMatch, match="a player is a function, a Player or a name, not 7"):
        play_match("vier3d", {"seven": 7, "first": first})  # type: ignore[dict-item]
    with pytest.raises(BadMatch, match="has 2 players, not 1"):
        play_match("vier3d", [first])


@pytest.mark.parametrize("name", ["levl3", "level11", "ugi:/nowhere/engine", "ugi:true"])
def test_player_that_cannot_be_created_ends_the_match(name: str) -> None:
    """It is not rated as a loser: a name was misspelt, or a program is missing."""
    with pytest.raises((UnknownPlayer, PlayerFailed)):
        play_match("vier3d", {"typo": name, "random": "random"}, games=2, progress=False)


def test_rejects_closed_players_and_those_of_another_game() -> None:
    chain_reaxis_player = Beginner(load("chain_reaxis"))
    with pytest.raises(BadMatch, match=r"beginner plays load\('chain_reaxis'\), not load"):
        play_match("vier3d", {"guest": chain_reaxis_player, "random": "random"}, games=2)
    with RandomPlayer(seed=1) as closed:
        pass
    with pytest.raises(PlayerClosed, match="the player random has been closed"):
        play_match("vier3d", {"closed": closed, "first": first}, games=2)


class CrashingPlayer(RandomPlayer):
    """Fails after some actions."""

    def answer(self, question: Question) -> SearchResult:
        if question.position.player == 0 and len(question.position.pieces()) > 4:
            raise OSError("out of paper")
        return super().answer(question)


def test_player_that_crashes_loses_the_game() -> None:
    result = play_match("vier3d", {"a": CrashingPlayer(1), "b": "random"}, games=2, openings=0)
    crashed, _ = result.records
    assert crashed.headers["Player1"] == "a"
    assert crashed.result == (-1, 1)
    assert "normal" not in crashed.headers["Termination"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 0}, "games must be a whole number of at least 1, not 0"),
        ({"games": 2.5}, "games must be a whole number of at least 1, not 2.5"),
        ({"openings": -1}, "openings must be a whole number"),
        ({"seed": -1}, "a seed must be a whole number"),
        ({"seconds": 0}, "seconds must be above 0, not 0"),
        ({"nodes": 0}, "nodes must be a whole number from 1 to"),
        ({"progress": "yes"}, "progress must be True or False"),
    ],
)
def test_rejects_invalid_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(BadArgument, match=message):
        play_match("vier3d", {"a": first, "b": "random"}, **arguments)
    with pytest.raises(
        BadArgument, match="players must be a mapping or a list of players, not 'random'"
    ):
        play_match("vier3d", "random")
