"""Openings of engine games: counted up to symmetry, and shown."""

import json
from pathlib import Path

import pytest

from steinreich import IllegalMove, games, load
from steinreich.arena.openings import FOLDER, count_openings, engine_openings, make_opening_match
from steinreich.arena.openings.explorer import explore_opening
from steinreich.players.solved_openings import get_solved_outcomes
from steinreich.records import Record
from steinreich.session.schema.records import Opening, OpeningMove

VIER3D = load("vier3d")
RED_WINS = ["a1", "b1", "a1", "b1", "a1", "b1", "a1"]
RED_WINS_MIRRORED = ["d1", "c1", "d1", "c1", "d1", "c1", "d1"]
RED_LOSES = ["a1", "d4", "b1", "d4", "b2", "d4", "c4", "d4"]


def make_record(actions: list[str]) -> Record:
    new_record = Record.new(VIER3D)
    for action in actions:
        new_record.play(action)
    return new_record


def get_key_after(*actions: str) -> str:
    position = VIER3D.start()
    for action in actions:
        position = position.play(action)
    return position.key


def find_move(opening: Opening, action: str) -> OpeningMove:
    [statistics] = [entry for entry in opening["moves"] if entry["action"] == action]
    return statistics


def test_games_on_symmetric_boards_are_counted_together() -> None:
    statistics = count_openings(
        "level5",
        900,
        7,
        [make_record(RED_WINS), make_record(RED_WINS_MIRRORED), make_record(RED_LOSES)],
    )
    assert (statistics.player, statistics.nodes, statistics.games, statistics.seed) == (
        "level5",
        900,
        3,
        7,
    )
    assert statistics.positions[get_key_after("a1")] == [0, 2, 1]
    assert statistics.positions[get_key_after("a1", "b1")] == [0, 2, 0]
    assert statistics.positions[get_key_after("a1", "d4")] == [0, 0, 1]


def test_repeated_games_count_once_and_unfinished_ones_not_at_all() -> None:
    statistics = count_openings(
        "level5", 900, 0, [make_record(RED_WINS), make_record(RED_WINS), make_record(["a1"])]
    )
    assert statistics.games == 1
    assert statistics.positions[get_key_after("a1")] == [0, 1, 0]


def test_deep_openings_are_kept_if_seen_twice() -> None:
    statistics = count_openings("level5", 900, 0, [make_record(RED_WINS), make_record(RED_LOSES)])
    assert get_key_after("a1", "b1", "a1") not in statistics.positions
    merged = count_openings(
        "level5", 900, 0, [make_record(RED_WINS), make_record(RED_WINS_MIRRORED)]
    )
    assert merged.positions[get_key_after("a1", "b1", "a1")] == [0, 2, 0]


def test_self_play_starts_after_two_random_actions() -> None:
    match = make_opening_match(load("vier3d(players=3)"), "level5", 10, 900, 1)
    assert match.players == ("level5",) * 3
    assert (match.openings, match.limit.nodes, match.seed, match.total) == (2, 900, 1, 10)


def test_every_action_is_shown_once() -> None:
    opening = explore_opening(VIER3D, [])
    assert sorted(entry["action"] for entry in opening["moves"]) == ["a1", "a2", "b2"]
    assert sum(entry["symmetric_count"] for entry in opening["moves"]) == 16
    assert find_move(opening, "a1")["key"] == get_key_after("d4")
    assert opening["turn"] == 0
    assert not opening["random_start"]
    second = explore_opening(VIER3D, ["a1"])
    assert sum(entry["symmetric_count"] for entry in second["moves"]) == 16
    assert second["frame"]["last"][0]["action"] == "a1"


def test_counts_are_from_the_view_of_the_acting_player(monkeypatch: pytest.MonkeyPatch) -> None:
    statistics = count_openings(
        "level5",
        900,
        0,
        [make_record(RED_WINS), make_record(RED_WINS_MIRRORED), make_record(RED_LOSES)],
    )
    monkeypatch.setattr(
        "steinreich.arena.openings.explorer.engine_openings", lambda game: statistics
    )
    first = explore_opening(VIER3D, [])
    assert first["moves"][0]["action"] == "a1", "the most frequent comes first"
    assert first["moves"][0]["engine"] == {"games": 3, "won": 2, "drawn": 0, "lost": 1}
    answer = find_move(explore_opening(VIER3D, ["a1"]), "a2")  # as b1, mirrored
    assert answer["engine"] == {"games": 2, "won": 0, "drawn": 0, "lost": 2}
    assert (first["player"], first["nodes"], first["games"]) == ("level5", 900, 3)


def test_exact_values_are_shown_with_the_counts() -> None:
    game = load("chain_reaxis(size=4x4)")
    known = get_solved_outcomes(game)
    assert known, "its openings are stored"
    values = {entry["action"]: entry["value"] for entry in explore_opening(game, [])["moves"]}
    assert set(values.values()) <= {-1, 0, 1}
    assert all(entry["value"] is None for entry in explore_opening(VIER3D, [])["moves"])


def test_games_with_random_setup_link_to_played_games() -> None:
    assert [entry["game"] for entry in explore_opening(load("tzaar"), [])["variants"]] == [
        "tzaar(setup=fixed)"
    ]
    assert [entry["game"] for entry in explore_opening(VIER3D, [])["variants"]] == ["vier3d"]


def test_explorer_marks_the_end_of_openings() -> None:
    assert explore_opening(load("tzaar"), [])["random_start"]
    assert explore_opening(load("tzaar"), [])["moves"] == []
    assert explore_opening(VIER3D, RED_WINS)["moves"] == []
    assert explore_opening(VIER3D, RED_WINS)["turn"] is None
    with pytest.raises(IllegalMove):
        explore_opening(VIER3D, ["zz"])


def test_statistics_files_are_in_canonical_form() -> None:
    files = [Path(str(file)) for file in FOLDER.iterdir() if file.name.endswith(".json")]
    assert {file.stem for file in files} == set(games())
    for file in files:
        for id, counts in json.loads(file.read_text()).items():
            statistics = engine_openings(load(id))
            assert statistics._asdict() == counts
            assert statistics.games >= 200, id
            first = explore_opening(load(id), [])["moves"]
            assert sum(entry["engine"]["games"] for entry in first) == statistics.games
