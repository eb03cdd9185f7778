"""`steinreich play` with piped input."""

import random
import re
import shlex
from itertools import cycle, islice
from pathlib import Path

import pytest

from steinreich import Game, games, load
from steinreich.records import Record, read, write
from tests.cli.conftest import CONNECT_FOUR, CommandResult, Run

RODS = [column + row for column in "abcd" for row in "1234"]
LONG_GAME_ACTIONS = 150  # of games of this length or more, only about the last 75 are played
RANDOM_OPPONENT = ("--seats", "human,random")  # an opponent that needs no compiler
MORE_IDS = ("six_in_line(players=1)", "tzaar(setup=tournament)", "vier3d(players=3)")


def play_random_turns(game: Game, seed: int) -> tuple[Record, list[str]]:
    """Return a random game, and the input to play it, one line for each turn; of a very long game
    only the last part.
    """
    rng, full_record = random.Random(seed), Record.new(game, seed)
    while not full_record.end.is_over:
        full_record.play(rng.choice(full_record.end.legal_moves()))
    positions = full_record.positions()
    turn_starts = [number for number, position in enumerate(positions) if position.starts_turn]
    first = (
        0
        if len(positions) < LONG_GAME_ACTIONS
        else max(n for n in turn_starts if n < len(positions) - LONG_GAME_ACTIONS // 2)
    )
    record = Record.from_position(positions[first])
    lines: list[str] = []
    for action in full_record.moves()[first:]:
        if record.end.starts_turn or not lines:
            lines.append(action)
        else:
            lines[-1] += rng.choice([",", " ", ", "]) + action
        record.play(action)
    return record, [rng.choice([line, line.lower(), line.upper()]) for line in lines]


@pytest.mark.parametrize("id", [*games(), *MORE_IDS, CONNECT_FOUR])
def test_every_game_can_be_played_to_its_end(run: Run, id: str, tmp_path: Path) -> None:
    game, file = load(id), tmp_path / "game.txt"
    record, lines = play_random_turns(game, seed=5)
    both_human = ",".join(["human"] * game.players)
    start_arguments = (
        ("--seed", 5) if record.start == game.start(seed=5) else ("--position", record.start)
    )
    arguments = ("play", id, "--seats", both_human, *start_arguments, "--save", file)
    done = run(*arguments, stdin="\n".join(lines))
    assert (done.code, done.err) == (0, "")
    saved = read(file.read_text(), game=game)[0]
    assert saved.moves() == record.moves()
    assert saved.result == record.end.returns
    assert done.out.endswith(f"The game is saved in {file}.\n")


def test_person_plays_the_random_player(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    inputs = "\n".join(islice(cycle(RODS), 1000))
    done = run("play", "vier3d", *RANDOM_OPPONENT, "--seed", 1, "--save", file, stdin=inputs)
    assert done.code == 0
    assert "\nBlue plays " in done.out
    record = read(file.read_text())[0]
    assert record.end.is_over
    assert record.headers["Player2"] == "random"
    repeated = run("play", "vier3d", *RANDOM_OPPONENT, "--seed", 1, stdin=inputs)
    assert repeated.out.splitlines() == done.out.splitlines()[:-1]


@pytest.mark.parametrize("id", [*games(), "six_in_line(players=1)"])
def test_random_players_play_alone(run: Run, id: str) -> None:
    seats = ",".join(["random"] * load(id).players)
    done = run("play", id, "--seats", seats, "--seed", 1)
    assert (done.code, done.err) == (0, "")
    assert " plays " in done.out


def test_game_is_asked_for(run: Run) -> None:
    done = run("play", stdin="nonsense\n0\n4\nquit\n")
    assert done.code == 0
    assert "no game is called 'nonsense'" in done.out
    assert "no game is called '0'" in done.out
    assert f"\n{load(games()[3]).about.title.in_language('en')} · " in done.out


def test_default_game_by_enter_or_any_game_by_id(run: Run) -> None:
    assert "\nFour in a Row 3D · " in run("play", stdin="\nquit\n").out
    assert "\nYellow> " not in run("play", stdin="vier3d(players=3)\nquit\n").out
    assert "\nConnect Four · " in run("play", stdin=f"{CONNECT_FOUR}\nquit\n").out


def test_end_of_input_at_the_first_question(run: Run) -> None:
    done = run("play", stdin="")
    assert (done.code, done.err) == (0, "")


def test_end_of_input_is_not_an_error(run: Run) -> None:
    done = run("play", "vier3d", "--seats", "human,human", stdin="a1\n")
    assert done.code == 0
    assert done.out.splitlines()[-1] == (
        "To continue later: steinreich play vier3d "
        "--position 'r/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- b' --seats human,human"
    )


def test_resume_command_includes_the_options(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def last_line(*arguments: str) -> str:
        return run("play", "vier3d", *arguments, stdin="a1\n").out.splitlines()[-1]

    assert last_line(*RANDOM_OPPONENT).endswith(" r' --seats human,random")
    assert last_line("--seats", "human,human", "--lang", "de").endswith(
        " b' --seats human,human --lang de"
    )
    assert last_line(*RANDOM_OPPONENT, "--explain").endswith(" --seats human,random --explain")
    monkeypatch.setenv("LANGUAGE", "de")
    assert last_line(*RANDOM_OPPONENT, "--lang", "de").endswith(" --seats human,random")
    repeated = shlex.split(last_line(*RANDOM_OPPONENT, "--lang", "en").partition(": ")[2])
    assert repeated[-2:] == ["--lang", "en"]
    assert run(*repeated[1:], stdin="").code == 0


def test_player_to_move_and_expected_action_are_shown(run: Run) -> None:
    done = run("play", "tzaar(setup=fixed)", stdin="moves\nquit\n")
    assert "White: capture" in done.out
    assert "42 possible:" in done.out
    assert all(name in done.out for name in load("tzaar(setup=fixed)").start().legal_moves())


def test_prompt_lists_legal_actions_if_there_are_few(run: Run) -> None:
    position = "6/6/6/4o1/6/6 1 0-0 o1"
    assert "Possible:" not in run("play", "six_in_line", "--position", position, stdin="").out
    position = "6/6/6/o5/6/1o4 1 0 e3-a3"
    done = run("play", "six_in_line(players=1)", "--position", position, stdin="")
    assert "\nPossible: +b3 +c3 +d3 +f3\n" in done.out


def test_illegal_action_changes_nothing(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    requests = "a1\na1\na1\na1\na1\nb1 b2\nb1z\n\n"
    done = run("play", "vier3d", "--seats", "human,human", "--save", file, stdin=requests)
    assert "'a1': rod a1 is full" in done.out
    assert "unexpected 'b2': your turn ends with b1" in done.out
    assert "'b1z': not the name of an action" in done.out
    assert read(file.read_text())[0].moves() == ["a1"] * 4


def test_help_and_rules_are_shown(run: Run) -> None:
    done = run("play", "vier3d", stdin="help\n?\nrules\nquit")
    assert done.out.count("take back your last move") == 2
    assert "  Drop one ball of your colour on a rod that is not full." in done.out


def test_game_can_be_played_in_german(run: Run) -> None:
    lines = "hilfe\nzüge\naktionen\nzurück\nregeln\nspeichern\nA1\nzurück\naufgeben\n"
    done = run("play", "vier3d", *RANDOM_OPPONENT, "--lang", "de", "--seed", 1, stdin=lines)
    assert done.code == 0
    for found in (
        "Rot: Stecke eine Kugel auf einen Stab",
        "\nRot> hilfe\nGib eine Aktion ein",
        "  aktionen          die möglichen Aktionen auflisten",
        "die eigene letzte Aktion zurücknehmen",
        "speichern braucht eine Datei: speichern partie.txt",
        "16 möglich:",
        "\nEs gibt nichts zurückzunehmen.\n",
        "Stecke eine Kugel deiner Farbe",
        "Blau spielt ",
        "Zurückgenommen: a1, ",
        "Rot gibt auf.",
    ):
        assert found in done.out


def play_and_read_record(
    run: Run, tmp_path: Path, lines: str, *seats: str
) -> tuple[CommandResult, Record]:
    """Play vier3d, by default against the random player, and return its record."""
    file = tmp_path / "kept.txt"
    file.unlink(missing_ok=True)
    done = run(
        "play", "vier3d", "--seed", 2, "--save", file, *(seats or RANDOM_OPPONENT), stdin=lines
    )
    return done, read(file.read_text())[0]


def test_undo_returns_to_the_last_decision_of_a_person(run: Run, tmp_path: Path) -> None:
    done, record = play_and_read_record(run, tmp_path, "a1\nb1\nundo\n")
    assert "Taken back: b1, " in done.out
    assert record.moves()[0] == "a1"
    assert len(record.moves()) == 2
    done, record = play_and_read_record(run, tmp_path, "a1\nundo\nundo\nc3\n")
    assert "\nThere is nothing to take back.\n" in done.out
    assert record.moves()[0] == "c3"


def test_undo_among_people_removes_one_action(run: Run, tmp_path: Path) -> None:
    _, record = play_and_read_record(run, tmp_path, "a1\nb1\nundo\nc1\n", "--seats", "human,human")
    assert record.moves() == ["a1", "c1"]


def test_undo_stops_at_a_random_start(run: Run, tmp_path: Path) -> None:
    done, record = play_and_read_record(run, tmp_path, "undo\n", "--seats", "random,human")
    assert "\nThere is nothing to take back.\n" in done.out
    assert len(record.moves()) == 1


def test_undoing_everything_keeps_the_saved_game(run: Run, tmp_path: Path) -> None:
    """A record cannot be empty and have variations; the game stays in the file, and a message says
    so.
    """
    done, record = play_and_read_record(
        run, tmp_path, "a1\nb1\nundo\nundo\n", "--seats", "human,human"
    )
    assert record.moves() == ["a1", "b1"]
    assert done.out.splitlines()[-1].endswith("/kept.txt, including what you took back: a1, b1.")
    done, record = play_and_read_record(run, tmp_path, "a1\nundo\nb1", "--seats", "human,human")
    assert done.out.splitlines()[-1].endswith("/kept.txt.")
    done = run("play", "vier3d", "--seats", "human,human", stdin="a1\nb1\nundo\n")
    assert "--position 'r/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- b'" in done.out.splitlines()[-1]


@pytest.mark.parametrize(
    ("headers", "more", "seats_text"),
    [
        ({"Player1": "human", "Player2": "human"}, (), "human,human"),
        ({"Player1": "Random", "Player2": "Ada"}, (), "random,human"),
        ({"Player1": "Ada"}, (), "human,level3"),
        ({"Player1": "random"}, (), "random,level3"),
        ({"Player1": "human", "Player2": "Level1"}, (), "human,level1"),
        ({"Player1": "human", "Player2": "level2"}, ("--seats", "human,1"), "human,level1"),
        ({}, (), "human,level3"),
        ({"Player1": "human", "Player2": "random"}, ("--seats", "human,human"), "human,human"),
    ],
)
def test_record_names_the_players(
    run: Run, tmp_path: Path, headers: dict[str, str], more: tuple[str, ...], seats_text: str
) -> None:
    file, copy = tmp_path / "game.txt", tmp_path / "copy.txt"
    file.write_text(write(Record(load("vier3d").start(), headers)))
    loaded_game = run("play", "--load", file, "--seed", 1, "--save", copy, *more, stdin="a1\n")
    game_with_seats = run("play", "--load", file, "--seed", 1, "--seats", seats_text, stdin="a1\n")
    assert loaded_game.code == game_with_seats.code == 0
    assert re.sub("The game is saved in .*\n", "", loaded_game.out) == re.sub(
        "To continue .*\n", "", game_with_seats.out
    )
    seats = read(copy.read_text())[0].headers
    assert [seats["Player1"], seats["Player2"]] == [
        headers.get(f"Player{number}", seat) if not more else seat
        for number, seat in enumerate(seats_text.split(","), 1)
    ]


def test_names_of_people_are_kept(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(write(Record(load("vier3d").start(), {"Player1": "Ada", "Player2": "Bob"})))
    seats = ("--seats", "random,human")
    assert run("play", "--load", file, "--save", file, *seats, stdin="").code == 0
    headers = read(file.read_text())[0].headers
    assert headers == {"Player1": "Ada", "Player2": "Bob"}


def test_resignation_ends_the_game(run: Run, tmp_path: Path) -> None:
    done, record = play_and_read_record(run, tmp_path, "a1\nresign\n")
    assert done.out.splitlines()[-2:] == [
        "Red resigns.",
        f"The game is saved in {tmp_path}/kept.txt.",
    ]
    assert record.result == (-1, 1)
    assert record.headers["Termination"] == "resignation"


def test_resignation_alone_and_among_three(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "alone.txt"
    assert run("play", "six_in_line(players=1)", "--save", file, stdin="resign\n").code == 0
    assert read(file.read_text())[0].result == (-1,)
    done = run("play", "vier3d(players=3)", stdin="resign\nquit\n")
    assert "only one of two players can resign" in done.out


def test_people_can_agree_on_a_draw(run: Run, tmp_path: Path) -> None:
    done, record = play_and_read_record(run, tmp_path, "a1\ndraw\nb1\n", "--seats", "human,human")
    assert done.out.splitlines()[-2:] == [
        "Draw: by agreement.",
        f"The game is saved in {tmp_path}/kept.txt.",
    ]
    assert (record.moves(), record.result) == (["a1"], (0, 0))
    assert record.headers["Termination"] == "agreement"


def test_programs_do_not_agree_on_a_draw(run: Run, tmp_path: Path) -> None:
    done, record = play_and_read_record(run, tmp_path, "draw\n")
    assert done.out.count("only people can agree on a draw, not computer players") == 1
    assert record.result is None
    done = run("play", "six_in_line(players=1)", stdin="draw\n")
    assert "You play alone: there is no opponent to agree on a draw with." in done.out


def test_games_without_draws_do_not_mention_them(run: Run) -> None:
    for seats in ("human,human", "human,random"):
        done = run("play", "tzaar", "--seats", seats, stdin="draw\nhelp\n")
        assert done.out.count("TZAAR has no draws.") == 1
        assert "agree on a draw" not in done.out


def test_load_continues_a_saved_game(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    both_human = ("--seats", "human,human", "--save", file)
    assert run("play", "vier3d", *both_human, stdin="a1\nb2\n").code == 0
    rejected = run("play", "vier3d", *both_human, stdin="c3\n")
    assert rejected.code == 2
    assert "already exists" in rejected.err
    done = run("play", "--load", file, *both_human, stdin="c3\nundo\nd4\n")
    assert done.code == 0
    assert read(file.read_text())[0].moves() == ["a1", "b2", "d4"]


def test_save_command(run: Run, tmp_path: Path) -> None:
    file, existing_file = tmp_path / "game.txt", tmp_path / "other.txt"
    existing_file.write_text("mine")
    rejected = (
        f"save\na1\nsave {existing_file}\nsave {tmp_path}/no/x\nsave \0\nsave ~no_such_user/x\n"
    )
    lines = f"{rejected}save {file}\nsave\nb1\n"
    done = run("play", "vier3d", "--seats", "human,human", stdin=lines)
    assert "save needs a file" in done.out
    assert f"{existing_file} already exists" in done.out
    assert done.out.count("cannot write") == 3
    assert done.out.count(f"Saved to {file}") == 2
    assert read(file.read_text())[0].moves() == ["a1", "b1"]
    assert existing_file.read_text() == "mine"


def test_full_disk_does_not_end_the_game(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.txt"
    written: list[str] = []

    def fill_up(path: Path, data: bytes) -> int:
        written.append(data.decode())
        if len(written) > 1:
            raise OSError(28, "No space left on device")
        with path.open("wb") as stream:
            return stream.write(data)

    monkeypatch.setattr(Path, "write_bytes", fill_up)
    done = run("play", "vier3d", "--seats", "human,human", "--save", file, stdin="a1\nb1\n")
    assert done.code == 0
    assert "No space left on device" in done.out
    assert list(tmp_path.iterdir()) == [file]
    assert "b1 " in written[-1]


def test_loading_a_game_of_a_game_file_needs_the_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    assert run("play", CONNECT_FOUR, *RANDOM_OPPONENT, "--save", file, stdin="a\n").code == 0
    assert run("play", "--load", file, stdin="").code == 1
    assert run("play", CONNECT_FOUR, "--load", file, stdin="").code == 0


def test_finished_game_is_shown(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("0 5 0 5 0 5 0")
    done = run("play", "--load", file, stdin="a1\n")
    assert done.code == 0
    assert "Red wins" in done.out
    assert "> " not in done.out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["vier3d", "--seats", "human"], 2, "--seats: vier3d has 2 players, not 1"),
        (
            ["vier3d", "--seats", "human,robot"],
            2,
            "--seats: unknown player 'robot'; choose from human, level1",
        ),
        (["vier3d", "--seats", "human,level11"], 2, "--seats: unknown player 'level11'"),
        (["vier3d", "--seats", "human,0"], 2, "--seats: unknown player '0'"),
        (["vier3d", "--seats", "human,ugi:"], 2, "--seats: unknown player 'ugi:'"),
        (["vier3d", "--position", "x"], 2, "a position has 2 parts"),
        (["--load", "nothing.txt"], 2, "cannot read 'nothing.txt'"),
        (["vier3d", "--load", "two.txt"], 2, "two.txt contains 2 games, not one"),
        (["tzaar", "--load", "one.txt"], 2, "one.txt is a game of vier3d, not of tzaar"),
        (["--load", "bad.txt"], 1, "bad.txt: action 5"),
        (["vier3d", "--save", "no/where.txt"], 2, "cannot write 'no/where.txt'"),
    ],
)
def test_rejects_invalid_starts(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    code: int,
    message: str,
) -> None:
    record = write(Record.new(load("vier3d")))
    (tmp_path / "one.txt").write_text(record)
    (tmp_path / "two.txt").write_text(record + record)
    (tmp_path / "bad.txt").write_text("0 0 0 0 0")
    monkeypatch.chdir(tmp_path)
    done = run("play", *arguments)
    assert done.code == code
    assert done.err.startswith(f"steinreich: {message}")


def test_message_describes_captures(run: Run) -> None:
    start = "2yy1yy/yy1y3/1y1ry1y/1rrr2r/y1r1y2/y1rr3/rrrrrr1 y 4"
    both_human = ("--seats", "human,human")
    done = run("play", "inner_square", "--position", start, *both_human, stdin="b6-c5\nquit")
    assert "b6 to c5, takes b4, d4 and d5\n" in done.out
