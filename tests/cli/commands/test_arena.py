"""Matches, ladders and reports from the command line."""

import json
import re
import signal
import subprocess
import sys
from functools import partial
from itertools import count
from pathlib import Path
from xml.etree import ElementTree

import pytest

from steinreich.arena import running
from steinreich.arena.match_file import MatchFile
from steinreich.cli.language import Translator
from steinreich.cli.main import make_parser
from steinreich.records import Record, write
from tests.arena.players import make_player
from tests.arena.test_report import ROD, finished_game, game
from tests.cli.conftest import CONNECT_FOUR, PROGRAM, Run
from tests.cli.terminal.test_line_client import terminal
from tests.cli.test_docs import section

SUBCOMMANDS = ("match", "ladder", "report")
DOCS = Path(__file__).parents[3] / "docs"


@pytest.fixture
def named_test_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the players of the tests available by name."""
    play_games = running.play_games
    monkeypatch.setattr(running, "play_games", partial(play_games, create_player=make_player))


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four games of connect four to report on."""
    path = tmp_path_factory.mktemp("cli") / "games.jsonl"
    match = ["match", CONNECT_FOUR, "random", "random", "--games", "4", "--out", str(path)]
    done = subprocess.run([PROGRAM, "arena", *match], check=True, capture_output=True)
    assert b"4 games" in done.stdout
    return path


def test_ladder_reports_ratings(run: Run, named_test_players: None, tmp_path: Path) -> None:
    file, picture = tmp_path / "games.jsonl", tmp_path / "ratings.svg"
    ladder = ("arena", "ladder", "vier3d", "first", "greedy", "illegal", "--games", 2)
    done = run(*ladder, "--workers", 2, "--out", file, "--plot", picture, "--anchor", "first")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("vier3d         6 games\n")
    assert re.search(r"^ending +4 × illegal failed: it answered -5, which", done.out, re.M)
    assert re.search(
        r"^player +Elo +± +games +won +drawn +lost +score % +s/action$", done.out, re.M
    )
    assert re.search(r"^first +\+0 +0 +4 +\d", done.out, re.M)
    assert re.search(r"^3 illegal +0/2 +0/2 +–$", done.out, re.M)
    assert file.read_text().count("\n") == 6
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    assert run("arena", "report", file, "--anchor", "first").out == done.out
    assert run(*ladder, "--anchor", "first", "--out", file).out == done.out


def test_report_can_be_german(run: Run, named_test_players: None) -> None:
    line = ("arena", "match", "vier3d", "first", "last", "--games", 2, "--workers", 1)
    done = run(*line, "--lang", "de")
    assert done.code == 0
    assert "vier3d             2 Partien" in done.out
    assert "Erster Spieler     " in done.out
    assert "% der Punkte (95 %: " in done.out
    assert re.search(r"^Spieler +Elo +± +Partien +gewonnen +remis", done.out, re.M)


def test_single_player_game_has_no_ratings(run: Run, named_test_players: None) -> None:
    done = run("arena", "ladder", "six_in_line(players=1)", "first", "last", "--games", 2, "--json")
    (report,) = json.loads(done.out)
    assert [player["games"] for player in report["players"]] == [2, 2]
    assert all(player["rating"] is None for player in report["players"])


def test_report_on_an_external_game_needs_its_file(run: Run, games: Path) -> None:
    refused = run("arena", "report", games)
    assert refused.code == 1
    assert re.search("line 1: game: .* records cannot load game files", refused.err)
    done = run("arena", "report", games, "--game", CONNECT_FOUR, "--json")
    (report,) = json.loads(done.out)
    assert report["games"] == 4
    assert 7 <= report["length"]["least"] <= report["length"]["mean"] <= report["length"]["most"]
    assert 1 < report["branching"] <= 7
    assert sum(seat["mean"] for seat in report["seats"]) == pytest.approx(1)


def test_interrupted_match_counts_stored_games(
    run: Run, named_test_players: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also a game that was written just before Ctrl-C was handled."""
    append, number_of_appends = MatchFile.append, count(1)

    def append_and_interrupt(store: MatchFile, record: Record) -> None:
        append(store, record)
        if next(number_of_appends) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(MatchFile, "append", append_and_interrupt)
    file = tmp_path / "games.jsonl"
    line = ("arena", "match", "vier3d", "first", "last", "--games", 8, "--workers", 1)
    done = run(*line, "--out", file)
    assert done.code == 130
    assert f"3 of 8 games are saved in {file}; run the same command again to resume" in done.err
    assert file.read_text().count("\n") == 3


def test_report_counts_unfinished_games(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    finished = game("ab", ROD)
    file.write_text(write([finished, finished_game("ab", None)], "jsonl"))
    done = run("arena", "report", file)
    assert done.out.startswith("vier3d         2 games, 1 of them unfinished\n")
    assert re.search(r"^a +\+\d+ +\d+ +1 +1 +0 +0 +100.0$", done.out, re.M)
    assert re.search(r"^length +7.0 actions \(7–7\)$", done.out, re.M)


def test_several_files_are_reported_together(run: Run, games: Path) -> None:
    done = run("arena", "report", games, games, "--game", CONNECT_FOUR, "--json")
    assert json.loads(done.out)[0]["games"] == 8


@pytest.mark.parametrize(
    ("line", "english", "german"),
    [
        ("", "the following arguments are required: KIND", "es fehlt: ART"),
        ("duel", "KIND: invalid choice: 'duel'", "ART: 'duel' ist nicht unter"),
        ("match vier3d", "the following arguments are required: PLAYER", "es fehlt: SPIELER"),
        ("match vier3d a b --games 0", "--games: 0 is not from 1", "--games: 0 liegt nicht"),
        ("match vier3d a b --neighbours 1", "unrecognized arguments", "das ist zu viel"),
        (
            "match vier3d a b --seconds 2 --timeout 1",
            "--timeout must be greater than --seconds",
            "--timeout muss größer als --seconds sein",
        ),
        (
            "match vier3d a b --anchor c",
            "--anchor: 'c' is not one of the players",
            "--anchor: 'c' ist keiner",
        ),
        (
            "match vier3d a b --out -",
            "--out needs a file, not standard output",
            "--out braucht eine Datei",
        ),
        ("match vier3d a", "a match of vier3d has 2 players, not 1", "a match of vier3d has"),
        ("ladder vier3d a a", "a player stands on the ladder twice", "a player stands"),
        ("match vier5d a b", "no game is called 'vier5d'", "kein Spiel heißt 'vier5d'"),
        ("report no.jsonl", "cannot read 'no.jsonl': No such file", "cannot read 'no.jsonl'"),
        ("match vier3d a random", "'a' cannot play: unknown player", "'a' cannot play"),
    ],
)
def test_rejects_invalid_arguments(run: Run, line: str, english: str, german: str) -> None:
    for language, message in (("en", english), ("de", german)):
        done = run("arena", *line.split(), "--lang", language)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith(f"steinreich: {message}")
        assert done.err.count("\n") == 1


def test_report_needs_at_least_one_game(run: Run, tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    done = run("arena", "report", empty)
    assert (done.code, done.err) == (1, f"steinreich: '{empty}' contains no games\n")


def test_output_escapes_control_characters_in_names(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    headers = {"Player1": "[red]\x1b[2J", "Player2": "b"}
    record = {"version": 1, "game": "vier3d", "headers": headers, "line": [], "result": [1, -1]}
    file.write_text(json.dumps(record) + "\n")
    done = run("arena", "report", file)
    assert done.code == 0
    assert "\x1b" not in done.out
    assert "[red]\ufffd[2J" in done.out


def test_progress_bar_is_shown() -> None:
    match = ("arena", "match", "inner_square", "random", "random", "--games", "500")
    with terminal(*match, "--workers", "1") as (screen, process):
        screen.wait_for("1/500")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 130
        assert "Traceback" not in screen.output


@pytest.mark.parametrize("kind", SUBCOMMANDS)
def test_documentation_covers_every_option_of_every_subcommand(run: Run, kind: str) -> None:
    help_text = run("arena", kind, "--help").out
    switches = set(re.findall(r"--[a-z]+", help_text)) - {"--help", "--lang"}
    assert len(switches) >= 4
    for switch in switches:
        assert f"`{switch}" in section("arena"), f"docs/cli.md does not say what {switch} does"
    assert run("arena", kind, "--help", "--lang", "de").out.startswith("Aufruf: steinreich arena")


def test_parser_accepts_every_subcommand() -> None:
    for kind in SUBCOMMANDS:
        words = ["arena", kind, "vier3d", "random"]
        assert make_parser(Translator("en")).parse_args(words).kind == kind


def test_script_in_the_documentation_works(tmp_path: Path) -> None:
    page = (DOCS / "arena.md").read_text()
    found = re.search(r"```python\n(.*?)```\n\n```\n(.*?)```", page, re.DOTALL)
    assert found
    script = tmp_path / "greedy.py"
    script.write_text(found[1])
    done = subprocess.run(
        [sys.executable, script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == found[2]
    assert (tmp_path / "games.jsonl").read_text().count("\n") == 40
    assert (tmp_path / "ratings.svg").read_text().startswith("<svg")
