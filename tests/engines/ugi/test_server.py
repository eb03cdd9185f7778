"""The engine's side of UGI: every command, every answer, and what is refused."""

import io
import time
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steinreich import load
from steinreich.engines.by_name import RandomPlayer
from steinreich.engines.seating import PlayerSettings
from steinreich.engines.text_lines import LONGEST_LINE
from steinreich.engines.ugi.server import NUMBERS, Server
from steinreich.players.player import Limit, Line, Opinion, Player, Question, Verdict
from tests.cli.conftest import CONNECT_FOUR
from tests.conftest import ALL_NAMES, random_game
from tests.players.fakes import Fake, Talk, seated, spoken

WINS_AT_ONCE = "rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r"


@pytest.fixture
def talk() -> Iterator[Talk]:
    """A conversation about vier3d."""
    conversation = Talk(load("vier3d"))
    yield conversation
    if conversation.thread.is_alive():
        conversation.end()


def one(game: str, *lines: str) -> str:
    """The only answer to some lines."""
    (answer,) = spoken(game, *lines)
    return answer


# Handshake and options


def test_introduction() -> None:
    lines = list(spoken("vier3d", "ugi", "isready"))
    assert lines[0].startswith("id name Steinreich ")
    assert lines[1].startswith("id author ")
    assert lines[-2:] == ["ugiok", "readyok"]
    options = [line.split()[2] for line in lines if line.startswith("option name ")]
    assert options == [*NUMBERS, "Game"]
    assert "option name Hash type spin default 64 min 1 max 65536" in lines
    assert "option name Game type string default vier3d" in lines


def test_options_reach_the_player(talk: Talk) -> None:
    talk.say("setoption name Hash value 16", "setoption name threads value 2")
    talk.say("setoption name SEED value 9", "setoption name Level value 4")
    assert talk.ask("isready") == "readyok"
    player = talk.server.player
    assert isinstance(player, Fake)
    assert player.settings == PlayerSettings(level=4, threads=2, memory=16, seed=9)


def test_a_changed_option_dismisses_the_player(talk: Talk) -> None:
    assert talk.ask("isready") == "readyok"
    old = talk.server.player
    talk.say("setoption name Hash value 16")
    assert talk.ask("isready") == "readyok"
    assert isinstance(old, Fake)
    assert old.is_closed
    assert talk.server.player is not old


def test_another_game() -> None:
    lines = spoken(
        "vier3d",
        "position startpos moves a1",
        "setoption name Game value tzaar(setup=fixed)",
        "query game",
        "query fen",
    )
    start = str(load("tzaar(setup=fixed)").start())
    assert list(lines) == ["response tzaar(setup=fixed)", f"response {start}"]


def test_a_seed_sets_up_the_board() -> None:
    answers = {
        one("tzaar", f"setoption name Seed value {n}", "uginewgame", "query fen") for n in "121"
    }
    assert answers == {f"response {load('tzaar').start(seed)}" for seed in (1, 2)}


def test_no_line_makes_us_run_a_file() -> None:
    """Only the file that was named at the start may be a game."""
    for id in (CONNECT_FOUR, f"{CONNECT_FOUR}(x=1)", "some(bracket).py", "examples/../x.py(y)"):
        answer = one("vier3d", f"setoption name Game value {id}")
        assert answer.startswith("info string error: setoption: ")
        assert "is a file" in answer
    own = one(CONNECT_FOUR, f"setoption name Game value {CONNECT_FOUR}", "query game")
    assert own == f"response {CONNECT_FOUR}"
    assert "is a file" in one(CONNECT_FOUR, f"setoption name Game value {__file__}")


# Positions and queries


@pytest.mark.parametrize("name", ALL_NAMES)
def test_every_position_of_a_game_arrives(name: str) -> None:
    line = random_game(load(name), seed=3)
    names = [position.last for position in line[1:]]
    start = f"position fen {line[0]}"
    questions = ("query fen", "query gameover", "query result", "query legalmoves")
    for end in (0, 1, len(names) // 2, len(names)):
        moves = f" moves {' '.join(filter(None, names[:end]))}" if end else ""
        fen, over, result, legal = spoken(name, start + moves, *questions)
        assert fen == f"response {line[end]}"
        assert over == f"response {'true' if end == len(names) else 'false'}"
        assert (result == "response none") == (end < len(names))
        assert legal.split()[1:] == line[end].legal_moves()


def test_turns() -> None:
    id = "six_in_line(players=4)"
    questions = [f"query p{seat}turn" for seat in (1, 2, 3, 4)]
    opening = spoken(id, "position startpos moves a1 b2", *questions)
    assert [line.split()[1] for line in opening] == ["false", "true", "false", "false"]
    assert "p3turn" in one("vier3d", "query p3turn")
    assert one(id, "query players") == "response 4"


@pytest.mark.parametrize(
    ("moves", "result"),
    [("a1 b1 a1 b1 a1 b1 a1", "p1win"), ("a1 b1 a1 b1 a1 b1 c1 b1", "p2win"), ("a1", "none")],
)
def test_results(moves: str, result: str) -> None:
    assert one("vier3d", f"position startpos moves {moves}", "query result") == f"response {result}"


# What is refused changes nothing


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("hello", "there is no command 'hello', but ugi, isready,"),
        ("\x1b[2J\x07", "there is no command '�[2J�', but"),
        ("ugi now", "ugi: 'now' is too much"),
        ("position", "position: a position is `startpos` or `fen TEXT`"),
        ("position startpos a1", "position: a position is"),
        ("position fen nonsense", "position: a position has 2 parts"),
        ("position fen " + "x" * 600, "position: a position string has at most 500"),
        ("position startpos moves a1 a1 zz", "position: move 3, 'zz': not the name of an action"),
        ("position startpos moves " + "a1 " * 5, "position: move 5, 'a1': rod a1 is full"),
        ("setoption", "setoption: an option is set by"),
        ("setoption name Hash value", "setoption: an option is set by"),
        ("setoption name Hush value 1", "setoption: there is no option 'Hush', but Hash,"),
        ("setoption name Hash value 0", "setoption: Hash is a whole number from 1 to 65536"),
        ("setoption name Hash value ²", "setoption: Hash is a whole number from 1 to 65536"),
        ("setoption name Level value 11", "setoption: Level is a whole number from 0 to 10"),
        ("setoption name Game value chess", "setoption: no game is called 'chess'"),
        ("setoption name Game value " + "x" * 300, "setoption: the id of a game has at most"),
        ("query", "query: '' is not one of gameover, result,"),
        ("query weather", "query: 'weather' is not one of gameover, result,"),
        ("go fast", "go: 'fast' is not one of infinite, movetime,"),
        ("go depth", "go: depth is a whole number from 1 to 10000, not nothing"),
        ("go depth 0", "go: depth is a whole number from 1 to 10000, not '0'"),
        ("go nodes -5", "go: nodes is a whole number from 1 to"),
        ("go nodes 1 nodes 2", "go: nodes is given twice"),
        ("go movetime 5 infinite", "go: infinite does not go with a limit"),
        ("go p2time 1000", "go: p1time is missing"),
        ("go p3time 1000", "go: 'p3time' is not one of"),
        ("x" * (LONGEST_LINE + 5), f"a line has at most {LONGEST_LINE} characters"),
    ],
)
def test_refused(line: str, complaint: str) -> None:
    before = ("position startpos moves b2 c3",)
    after = ("query fen", "query game", "go depth 1")
    lines = list(spoken("vier3d", *before, line, *after))
    assert lines[0].startswith(f"info string error: {complaint}")
    assert lines[1:] == list(spoken("vier3d", *before, *after))


def test_messages_are_bounded_and_printable() -> None:
    (answer,) = spoken("vier3d", "setoption name Game value \x1b" + "\u202e" * 150)
    assert answer.isprintable()
    assert len(answer) < 400


def test_empty_lines_are_no_commands() -> None:
    assert one("vier3d", "", "   ", "query gameover") == "response false"


def test_nothing_to_think_about() -> None:
    over = "position startpos moves a1 b1 a1 b1 a1 b1 a1"
    assert one("vier3d", over, "go depth 1") == "info string error: go: the game is over"


# Thinking


def test_a_thought(talk: Talk) -> None:
    talk.say("position startpos moves a1", "go depth 2")
    assert talk.until("bestmove") == [
        "info depth 1 multipv 1 score cp 250 nodes 100 nps 100000 time 1 pv a1",
        "info depth 2 multipv 1 score cp 250 nodes 200 nps 100000 time 2 pv a1 a1",
        "bestmove a1",
    ]


def test_several_lines(talk: Talk) -> None:
    talk.say("setoption name MultiPV value 3", f"position fen {WINS_AT_ONCE}", "go depth 1")
    assert talk.until("bestmove") == [
        "info depth 1 multipv 1 score mate 1 nodes 100 nps 100000 time 1 pv a1",
        "info string proven multipv 1 p1win in 1",
        "info depth 1 multipv 2 score cp 250 nodes 100 nps 100000 time 1 pv b1",
        "info depth 1 multipv 3 score cp 250 nodes 100 nps 100000 time 1 pv c1",
        "bestmove a1",
    ]


def test_limits_reach_the_player(talk: Talk) -> None:
    for order in ("movetime 1500", "nodes 7", "depth 2 nodes 9"):
        talk.say(f"go {order}")
        talk.until("bestmove")
    talk.say("position startpos moves a1", "go p1time 1 p2time 50000 p2inc 1000")
    talk.until("bestmove")
    assert isinstance(talk.server.player, Fake)
    first, *limits, last = talk.server.player.limits
    assert first == Limit(nodes=1)  # getting ready
    assert limits == [Limit(seconds=1.5), Limit(nodes=7), Limit(nodes=9, depth=2)]
    assert last.seconds == pytest.approx(50 / 25 + 0.8 - 0.03)


def test_all_is_heard_while_thinking(talk: Talk) -> None:
    talk.say("go infinite")
    talk.until("info depth 3")
    assert talk.ask("isready") == "readyok"
    assert talk.ask("query p1turn") == "response true"
    for line in ("go depth 1", "position startpos", "uginewgame", "setoption name Hash value 1"):
        assert talk.ask(line).endswith(": I am thinking; `stop` comes first")
    assert talk.ask("stop") == "bestmove a1"
    assert talk.ask("isready") == "readyok"


def test_a_thought_without_end_waits_for_stop(talk: Talk) -> None:
    """Even when the player has nothing left to think about."""
    talk.server.seating = lambda game, settings: RandomPlayer(1)
    talk.say("go")
    talk.until("info")
    assert talk.ask("isready") == "readyok"
    assert talk.ask("stop").startswith("bestmove ")


def test_nobody_has_to_wait_after_stop(talk: Talk) -> None:
    talk.say("go infinite", "stop", "position startpos moves a1", "go infinite", "stop", "stop")
    assert talk.until("bestmove")[-1] == talk.until("bestmove")[-1] == "bestmove a1"
    assert talk.ask("query p2turn") == "response true"


def test_stop_without_a_thought_is_no_error(talk: Talk) -> None:
    talk.say("stop")
    assert talk.ask("isready") == "readyok"


def test_new_game(talk: Talk) -> None:
    talk.say("position startpos moves a1", "isready", "uginewgame")
    assert talk.until("readyok") == ["readyok"]
    assert talk.ask("query p1turn") == "response true"
    assert isinstance(talk.server.player, Fake)
    assert talk.server.player.games == 1


@pytest.mark.parametrize("end", ["quit\n", ""])
def test_the_end_comes_at_once(talk: Talk, end: str) -> None:
    talk.say("isready", "go infinite")
    talk.until("readyok")
    player = talk.server.player
    talk.end(end)
    assert isinstance(player, Fake)
    assert player.is_closed


def test_a_limited_thought_ends_before_the_input_does() -> None:
    assert list(spoken("vier3d", "go depth 3"))[-1] == "bestmove a1"


class Failing(Fake):
    """Has a bug that shows when it is stopped."""

    def answer(self, question: Question) -> Opinion:
        if question.limit == Limit(nodes=1):
            return super().answer(question)
        raise ZeroDivisionError("a bug")


def test_a_player_that_fails(capsys: pytest.CaptureFixture[str]) -> None:
    talk = Talk(load("vier3d"), lambda game, settings: Failing(game))
    talk.say("go depth 1")
    assert talk.hear() == "info string error: go: ZeroDivisionError: a bug"
    assert talk.hear() == "bestmove none"
    assert talk.ask("isready") == "readyok"
    talk.end()
    assert "ZeroDivisionError" in capsys.readouterr().err


class Deaf(io.StringIO):
    """A stream that nobody reads after some lines."""

    def write(self, text: str) -> int:
        if "depth 2" in self.getvalue() + text:
            raise BrokenPipeError
        return super().write(text)


def test_nobody_listens() -> None:
    with pytest.raises(BrokenPipeError):
        Server(load("vier3d"), seated, Deaf()).run(io.StringIO("go depth 3\n"))


class Slow(Player):
    """Says nothing until it is stopped."""

    name = "slow"

    def answer(self, question: Question) -> Opinion:
        if question.stop:
            question.stop.wait(10)
        return Opinion((Line((question.position.actions()[0],), Verdict((0.0, 0.0))),))


def test_quit_does_not_wait_for_a_thought() -> None:
    talk = Talk(load("vier3d"), lambda game, settings: Slow())
    talk.say("go movetime 9000")
    time.sleep(0.05)
    talk.end()


WORDS = ["ugi", "isready", "uginewgame", "setoption", "name", "value", "Hash", "Level", "MultiPV"]
WORDS += ["position", "startpos", "fen", "moves", "a1", "b2", "go", "depth", "nodes", "infinite"]
WORDS += ["stop", "query", "fen", "result", "1", "2", "-1", "\x00", "²", WINS_AT_ONCE]


@given(st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6), max_size=8))
@settings(max_examples=60, deadline=None)
def test_whatever_is_said_is_answered_in_ugi(lines: list[list[str]]) -> None:
    """Each line by itself may be nonsense; the next one is heard all the same."""
    said = [" ".join(words) for words in lines]
    answers = list(spoken("vier3d", *said, "stop", "query game"))
    kinds = ("id", "option", "ugiok", "readyok", "info", "bestmove", "response")
    assert all(answer.split()[0] in kinds for answer in answers)
    assert answers[-1].startswith(("response vier3d", "bestmove "))
    assert "response vier3d" in answers
