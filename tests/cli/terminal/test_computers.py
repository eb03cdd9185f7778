"""Games against the computer: levels, advice, and failing engines."""

import os
import re
import shlex
import signal
import sys
import time
from pathlib import Path
from threading import Event, Timer

import pytest

from steinreich import Game, load
from steinreich.cli.language import Translator
from steinreich.cli.progress import ShowStatus, run_with_status
from steinreich.cli.terminal.computers import Computers
from steinreich.players.player import Limit, Player, Question
from steinreich.records import read
from steinreich.search.result import Line, SearchResult, Verdict, proven_verdict
from tests.cli.conftest import Run
from tests.cli.terminal.test_line_client import terminal

TOY_ENGINE = (
    f"ugi:{shlex.quote(sys.executable)} {Path(__file__).parents[2] / 'arena' / 'engine.py'}"
)
RED_WINS_NEXT = "rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r"  # red wins on a1
PERCENTAGE = r"\d+ %"


def test_default_opponent_is_a_search_engine(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    done = run("play", "vier3d", "--seed", 1, "--save", file, stdin="a1\n")
    assert (done.code, done.err) == (0, "")
    assert "\nBlue plays " in done.out
    assert read(file.read_text())[0].headers["Player2"] == "level3"
    assert " --seats " not in run("play", "vier3d", "--seed", 1, stdin="a1\n").out
    repeated = run("play", "--load", file, "--save", file, "--seed", 1, stdin="b1\n")
    assert "Red> b1\nBlue plays " in repeated.out
    assert len(read(file.read_text())[0].moves()) == 4


def test_computers_play_to_the_end(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    arguments = ("play", "vier3d", "--seats", "1,level2", "--seed", 3)
    done = run(*arguments, "--save", file, "--explain")
    assert (done.code, done.err) == (0, "")
    record = read(file.read_text())[0]
    assert record.end.is_over
    assert (record.headers["Player1"], record.headers["Player2"]) == ("level1", "level2")
    # Each turn is shown with one reason, and ◎ where it fills a line; the same seed gives the same
    # game.
    played = re.findall(r"^\w+ plays (\w+)(?: ◎)?\.\n  (\w+) .*\.$", done.out, re.MULTILINE)
    assert played == [(name, name) for name in record.moves()]
    quiet = run(*arguments)
    assert re.findall(r"plays (\w+)", quiet.out) == record.moves()
    assert len(quiet.out.splitlines()) < len(done.out.splitlines())


def test_hint_tells_whether_it_is_proven_or_estimated(run: Run) -> None:
    both_human = ("play", "vier3d", "--seats", "human,human")
    done = run(*both_human, "--position", RED_WINS_NEXT, stdin="hint\n")
    assert "Red> hint\na1: wins this turn (proven)\n  a1 completes the four " in done.out
    done = run(*both_human, "--lang", "de", stdin="tipp\n")
    assert re.search(
        rf"Rot> tipp\n(\w\d): etwa {PERCENTAGE} \(geschätzt\)\n  \1 .*\.\nRot> ", done.out
    )


def test_hint_changes_nothing(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    both_human = ("--seats", "human,human", "--save", file)
    assert run("play", "vier3d", *both_human, stdin="a1\nhint\nb1\n").code == 0
    assert read(file.read_text())[0].moves() == ["a1", "b1"]


def test_why_explains_the_last_move(run: Run) -> None:
    both_human = ("--seats", "human,human", "--position", RED_WINS_NEXT)
    done = run("play", "vier3d", *both_human, stdin="why\nb4\nwhy\n")
    assert "Red> why\nnothing has been played yet\n" in done.out
    assert re.search(r"Blue> why\n  b4 misses the win with a1\b", done.out)
    done = run("play", "vier3d", *both_human, "--lang", "de", stdin="warum\nb4\nwarum\n")
    assert "es wurde noch nichts gespielt" in done.out
    assert re.search(r"Blau> warum\n  b4 verpasst den Sieg mit a1\b", done.out)


def test_why_explains_a_whole_turn(run: Run) -> None:
    start = load("tzaar(setup=fixed)").start()
    first = start.legal_moves()[0]
    middle = start.play(first)  # the first turn of the game is a single action
    second = middle.legal_moves()[0]
    third = next(name for name in middle.play(second).legal_moves() if name != "pass")
    both_human = ("--seats", "human,human")
    lines = f"{first}\n{second} {third}\nwhy\n"
    done = run("play", "tzaar(setup=fixed)", *both_human, stdin=lines)
    messages = done.out.partition("> why\n")[2]
    assert re.match(rf"  {re.escape(second)} [^.]*\.\n  {re.escape(third)} ", messages)


def test_external_engines_can_play(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    done = run("play", "vier3d", "--seats", f"human,{TOY_ENGINE}", "--save", file, stdin="b1\n")
    assert (done.code, done.err) == (0, "")
    assert "\nBlue plays a1.\n" in done.out
    record = read(file.read_text())[0]
    assert record.headers["Player2"] == TOY_ENGINE
    rejected = run("play", "--load", file, stdin="")
    assert rejected.code == 2
    assert "is started only if --seats names it" in rejected.err
    both_human = ("--seats", "human,human")
    assert run("play", "--load", file, *both_human, stdin="").code == 0


@pytest.mark.parametrize(
    ("seat", "message"),
    [
        (f"{TOY_ENGINE} zz", "toy plays an illegal action: 'zz'"),
        (f'"{TOY_ENGINE} a,b"', "toy plays an illegal action: 'a,b'"),
        ("ugi:no_such_program", "no_such_program"),
    ],
)
def test_failing_player_ends_the_game_with_a_message(
    run: Run, tmp_path: Path, seat: str, message: str
) -> None:
    file = tmp_path / "game.txt"
    done = run("play", "vier3d", "--seats", f"human,{seat}", "--save", file, stdin="b1\n")
    assert done.code == 2
    assert done.err.startswith("steinreich: ")
    assert message in done.err
    assert done.err.count("\n") == 1
    assert done.out.endswith(f"The game is saved in {file}.\n")
    assert read(file.read_text())[0].moves() == ["b1"]
    done = run("play", "vier3d", "--seats", f"human,{seat}", stdin="b1\n")
    repeated = shlex.split(done.out.splitlines()[-1].partition(": ")[2])
    assert repeated[:3] == ["steinreich", "play", "vier3d"]
    assert run(*repeated[1:]).err == done.err


def test_players_of_adjacent_seats_have_different_seeds() -> None:
    game = load("vier3d")
    messages: list[str] = []
    computers = Computers(game, Translator("en"), ["random", "random"], seed=1)
    first, second = (computers.player(seat, messages.append) for seat in range(2))
    assert first is computers.player(0, messages.append)
    assert messages == ["Red is getting ready …", "Blue is getting ready …"]
    choices = [
        [player.think(game.start(), Limit()).best for _ in range(20)] for player in (first, second)
    ]
    assert choices[0] != choices[1]


def test_ctrl_c_ends_the_search() -> None:
    stopped = Event()

    def work(stop: Event, show_status: ShowStatus) -> None:
        Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
        assert stop.wait(60)
        stopped.set()

    with pytest.raises(KeyboardInterrupt):
        run_with_status(work)
    assert stopped.wait(60)


def test_ctrl_c_during_a_computer_turn_leaves_the_game() -> None:
    with terminal("play", "vier3d", "--seats", "human,level10") as (screen, process):
        screen.wait_for("Red> ")
        screen.type("a1\n")
        screen.wait_for("Blue is getting ready")
        screen.wait_for("Blue is thinking", seconds=120)
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        screen.wait_for("To continue later: steinreich play vier3d --position 'r/")
        assert process.wait(timeout=20) == 130
        assert "Blue plays" not in screen.output
        assert "Traceback" not in screen.output


class DeepeningPlayer(Player):
    """Starts from depth zero for each question; a depth takes 25 ms."""

    def __init__(self, name: str, game: Game, seed: int | None) -> None:
        self.name, self.game = name, game

    def answer(self, question: Question) -> SearchResult:
        assert question.limit.seconds
        assert question.progress
        depths = round(question.limit.seconds / 0.025)
        verdict = proven_verdict(0, 2, 3) if depths > 8 else Verdict((0.5, -0.5))
        found = [
            SearchResult((Line((0,), verdict),), nodes=depth, depth=depth, seconds=0.025 * depth)
            for depth in range(1, depths + 1)
        ]
        for result in found[:-1]:
            question.progress(result)
        return found[-1]


def test_live_analysis_never_returns_to_a_smaller_depth_before_a_proof() -> None:
    computers = Computers(load("vier3d"), Translator("en"), new_player=DeepeningPlayer)
    messages: list[str] = []
    found: list[tuple[int, bool]] = []

    def on_result(result: SearchResult, ends_stage: bool) -> None:
        found.append((result.depth, ends_stage))

    start = load("vier3d").start()
    computers.analyse(start, 3, Event(), messages.append, on_result)
    assert messages == ["The adviser is getting ready …"]
    depths = [depth for depth, _ in found]
    assert depths[:8] == sorted(depths[:8])
    assert [depth for depth, ends_stage in found if ends_stage] == [2, 4, 8, 16], (
        "each stage takes twice as long; the last one finds the proof"
    )
    stopped = Event()
    stopped.set()
    computers.analyse(start, 3, stopped, messages.append, on_result)
    assert [depth for depth, ends_stage in found if ends_stage] == [2, 4, 8, 16]
