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

from steinreich.arena import match as match_module
from steinreich.arena.match_file import MatchFile
from steinreich.cli.main import program
from steinreich.cli.spoken_language import speaking
from steinreich.records import Record, write
from tests.arena.players import made
from tests.arena.test_report import ROD, ended, game
from tests.cli.conftest import CONNECT_FOUR, PROGRAM, Run
from tests.cli.terminal.test_terminal import terminal
from tests.cli.test_docs import section

KINDS = ("match", "ladder", "report")
DOCS = Path(__file__).parents[3] / "docs"


@pytest.fixture
def strange_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """The players of the tests can be named as well."""
    play_games = match_module.play_games
    monkeypatch.setattr(match_module, "play_games", partial(play_games, made=made))


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four games of connect four, to be reported on."""
    path = tmp_path_factory.mktemp("cli") / "games.jsonl"
    match = ["match", CONNECT_FOUR, "random", "random", "--games", "4", "--out", str(path)]
    done = subprocess.run([PROGRAM, "arena", *match], check=True, capture_output=True)
    assert b"4 games" in done.stdout
    return path


def test_a_ladder(run: Run, strange_players: None, tmp_path: Path) -> None:
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


def test_german(run: Run, strange_players: None) -> None:
    line = ("arena", "match", "vier3d", "first", "last", "--games", 2, "--workers", 1)
    done = run(*line, "--lang", "de")
    assert done.code == 0
    assert "vier3d             2 Partien" in done.out
    assert "Erster Spieler     " in done.out
    assert "% der Punkte (95 %: " in done.out
    assert re.search(r"^Spieler +Elo +± +Partien +gewonnen +remis", done.out, re.M)


def test_a_puzzle(run: Run, strange_players: None) -> None:
    done = run("arena", "ladder", "six_in_line(players=1)", "first", "last", "--games", 2, "--json")
    (report,) = json.loads(done.out)
    assert [one["games"] for one in report["players"]] == [2, 2]
    assert all(one["rating"] is None for one in report["players"])


def test_a_report_on_a_game_file(run: Run, games: Path) -> None:
    refused = run("arena", "report", games)
    assert refused.code == 1
    assert re.search("line 1: game: .* only a game that is expected may be one", refused.err)
    done = run("arena", "report", games, "--game", CONNECT_FOUR, "--json")
    (report,) = json.loads(done.out)
    assert report["games"] == 4
    assert 7 <= report["length"]["least"] <= report["length"]["mean"] <= report["length"]["most"]
    assert 1 < report["branching"] <= 7
    assert sum(seat["mean"] for seat in report["seats"]) == pytest.approx(1)


def test_an_interrupted_match_counts_what_is_on_file(
    run: Run, strange_players: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also a game that was written just before Ctrl-C was heard."""
    append, written = MatchFile.append, count(1)

    def interrupted(store: MatchFile, record: Record) -> None:
        append(store, record)
        if next(written) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(MatchFile, "append", interrupted)
    file = tmp_path / "games.jsonl"
    line = ("arena", "match", "vier3d", "first", "last", "--games", 8, "--workers", 1)
    done = run(*line, "--out", file)
    assert done.code == 130
    assert f"3 of 8 games are kept in {file}; the same command goes on" in done.err
    assert file.read_text().count("\n") == 3


def test_an_unfinished_game_is_told_apart(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    whole = game("ab", ROD)
    file.write_text(write([whole, ended("ab", None)], "jsonl"))
    done = run("arena", "report", file)
    assert done.out.startswith("vier3d         2 games, 1 of them unfinished\n")
    assert re.search(r"^a +\+\d+ +\d+ +1 +1 +0 +0 +100.0$", done.out, re.M)
    assert re.search(r"^length +7.0 actions \(7–7\)$", done.out, re.M)


def test_files_together(run: Run, games: Path) -> None:
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
            "match vier3d a b --seconds 2 --patience 1",
            "--patience has to be more than --seconds",
            "--patience muss mehr als --seconds sein",
        ),
        ("match vier3d a b --anchor c", "--anchor: 'c' does not play", "--anchor: 'c' spielt"),
        ("match vier3d a b --out -", "--out needs a file that stays", "--out braucht eine Datei"),
        ("match vier3d a", "a match of vier3d has 2 players, not 1", "a match of vier3d has"),
        ("ladder vier3d a a", "a player stands on the ladder twice", "a player stands"),
        ("match vier5d a b", "no game is called 'vier5d'", "kein Spiel heißt 'vier5d'"),
        ("report no.jsonl", "cannot read 'no.jsonl': No such file", "cannot read 'no.jsonl'"),
        ("match vier3d a random", "'a' does not come to the table: no player", "'a' does not"),
    ],
)
def test_what_makes_no_sense(run: Run, line: str, english: str, german: str) -> None:
    for language, message in (("en", english), ("de", german)):
        done = run("arena", *line.split(), "--lang", language)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith(f"steinreich: {message}")
        assert done.err.count("\n") == 1


def test_nothing_to_report(run: Run, tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    done = run("arena", "report", empty)
    assert (done.code, done.err) == (1, f"steinreich: there is no game in '{empty}'\n")


def test_strange_names_cannot_give_orders_to_a_terminal(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    headers = {"Player1": "[red]\x1b[2J", "Player2": "b"}
    record = {"version": 1, "game": "vier3d", "headers": headers, "line": [], "result": [1, -1]}
    file.write_text(json.dumps(record) + "\n")
    done = run("arena", "report", file)
    assert done.code == 0
    assert "\x1b" not in done.out
    assert "[red]\ufffd[2J" in done.out


def test_a_bar() -> None:
    match = ("arena", "match", "inner_square", "random", "random", "--games", "500")
    with terminal(*match, "--workers", "1") as (screen, process):
        screen.wait_for("1/500")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 130
        assert "Traceback" not in screen.seen


@pytest.mark.parametrize("kind", KINDS)
def test_every_switch_of_every_kind_is_documented(run: Run, kind: str) -> None:
    shown = run("arena", kind, "--help").out
    switches = set(re.findall(r"--[a-z]+", shown)) - {"--help", "--lang"}
    assert len(switches) >= 4
    for switch in switches:
        assert f"`{switch}" in section("arena"), f"docs/cli.md does not say what {switch} does"
    assert run("arena", kind, "--help", "--lang", "de").out.startswith("Aufruf: steinreich arena")


def test_the_kinds_are_these() -> None:
    for kind in KINDS:
        words = ["arena", kind, "vier3d", "random"]
        assert program(speaking("en")).parse_args(words).kind == kind


def test_the_script_on_the_page_does_what_it_says(tmp_path: Path) -> None:
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
