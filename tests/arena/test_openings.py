"""Openings of engine games: counted up to symmetry, and shown."""

import json
from pathlib import Path

import pytest

from steinreich import IllegalMove, games, load
from steinreich.arena.openings import FOLDER, counted, engine_openings, opening_match
from steinreich.arena.openings.explorer import explored
from steinreich.players.solved_openings import get_solved_outcomes
from steinreich.records import Record
from steinreich.session.schema.records import Opening, OpeningMove

VIER3D = load("vier3d")
WON = ["a1", "b1", "a1", "b1", "a1", "b1", "a1"]
MIRRORED = ["d1", "c1", "d1", "c1", "d1", "c1", "d1"]
LOST = ["a1", "d4", "b1", "d4", "b2", "d4", "c4", "d4"]


def record(actions: list[str]) -> Record:
    made = Record.new(VIER3D)
    for action in actions:
        made.play(action)
    return made


def after(*actions: str) -> str:
    position = VIER3D.start()
    for action in actions:
        position = position.play(action)
    return position.key


def move(opening: Opening, action: str) -> OpeningMove:
    [found] = [one for one in opening["moves"] if one["action"] == action]
    return found


def test_games_on_symmetric_boards_are_counted_together() -> None:
    found = counted("level5", 900, 7, [record(WON), record(MIRRORED), record(LOST)])
    assert (found.player, found.nodes, found.games, found.seed) == ("level5", 900, 3, 7)
    assert found.positions[after("a1")] == [0, 2, 1]
    assert found.positions[after("a1", "b1")] == [0, 2, 0]
    assert found.positions[after("a1", "d4")] == [0, 0, 1]


def test_repeated_games_count_once_and_unfinished_ones_not_at_all() -> None:
    found = counted("level5", 900, 0, [record(WON), record(WON), record(["a1"])])
    assert found.games == 1
    assert found.positions[after("a1")] == [0, 1, 0]


def test_deep_openings_are_kept_if_seen_twice() -> None:
    found = counted("level5", 900, 0, [record(WON), record(LOST)])
    assert after("a1", "b1", "a1") not in found.positions
    both = counted("level5", 900, 0, [record(WON), record(MIRRORED)])
    assert both.positions[after("a1", "b1", "a1")] == [0, 2, 0]


def test_self_play_starts_after_two_random_actions() -> None:
    match = opening_match(load("vier3d(players=3)"), "level5", 10, 900, 1)
    assert match.players == ("level5",) * 3
    assert (match.openings, match.limit.nodes, match.seed, match.total) == (2, 900, 1, 10)


def test_every_action_is_shown_once() -> None:
    opening = explored(VIER3D, [])
    assert sorted(one["action"] for one in opening["moves"]) == ["a1", "a2", "b2"]
    assert sum(one["symmetric_count"] for one in opening["moves"]) == 16
    assert move(opening, "a1")["key"] == after("d4")
    assert opening["turn"] == 0
    assert not opening["random_start"]
    second = explored(VIER3D, ["a1"])
    assert sum(one["symmetric_count"] for one in second["moves"]) == 16
    assert second["frame"]["last"][0]["action"] == "a1"


def test_counts_are_from_the_view_of_the_acting_player(monkeypatch: pytest.MonkeyPatch) -> None:
    found = counted("level5", 900, 0, [record(WON), record(MIRRORED), record(LOST)])
    monkeypatch.setattr("steinreich.arena.openings.explorer.engine_openings", lambda game: found)
    first = explored(VIER3D, [])
    assert first["moves"][0]["action"] == "a1", "the most frequent comes first"
    assert first["moves"][0]["engine"] == {"games": 3, "won": 2, "drawn": 0, "lost": 1}
    answer = move(explored(VIER3D, ["a1"]), "a2")  # as b1, mirrored
    assert answer["engine"] == {"games": 2, "won": 0, "drawn": 0, "lost": 2}
    assert (first["player"], first["nodes"], first["games"]) == ("level5", 900, 3)


def test_exact_values_are_shown_with_the_counts() -> None:
    game = load("chain_reaxis(size=4x4)")
    known = get_solved_outcomes(game)
    assert known, "its openings are stored"
    values = {one["action"]: one["value"] for one in explored(game, [])["moves"]}
    assert set(values.values()) <= {-1, 0, 1}
    assert all(one["value"] is None for one in explored(VIER3D, [])["moves"])


def test_games_with_random_setup_link_to_played_games() -> None:
    assert [one["game"] for one in explored(load("tzaar"), [])["variants"]] == [
        "tzaar(setup=fixed)"
    ]
    assert [one["game"] for one in explored(VIER3D, [])["variants"]] == ["vier3d"]


def test_explorer_marks_the_end_of_openings() -> None:
    assert explored(load("tzaar"), [])["random_start"]
    assert explored(load("tzaar"), [])["moves"] == []
    assert explored(VIER3D, WON)["moves"] == []
    assert explored(VIER3D, WON)["turn"] is None
    with pytest.raises(IllegalMove):
        explored(VIER3D, ["zz"])


def test_statistics_files_are_in_canonical_form() -> None:
    listed = [Path(str(file)) for file in FOLDER.iterdir() if file.name.endswith(".json")]
    assert {file.stem for file in listed} == set(games())
    for file in listed:
        for id, counts in json.loads(file.read_text()).items():
            found = engine_openings(load(id))
            assert found._asdict() == counts
            assert found.games >= 200, id
            first = explored(load(id), [])["moves"]
            assert sum(one["engine"]["games"] for one in first) == found.games
