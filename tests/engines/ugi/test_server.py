"""The UGI server: commands, answers and errors."""

import io
import time
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steinreich import load
from steinreich.engines.named_players import RandomPlayer
from steinreich.engines.player_settings import PlayerSettings
from steinreich.engines.text_lines import MAX_LINE_CHARACTERS
from steinreich.engines.ugi.server import NUMBER_OPTIONS, Server
from steinreich.players.player import Limit, Player, Question
from steinreich.search.result import Line, SearchResult, Verdict
from tests.cli.conftest import CONNECT_FOUR
from tests.conftest import ALL_NAMES, random_game
from tests.players.fakes import Conversation, FakePlayer, make_fake, run_server

WINNING_POSITION = "rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r"


@pytest.fixture
def client() -> Iterator[Conversation]:
    """A client of a UGI server for the game vier3d."""
    conversation = Conversation(load("vier3d"))
    yield conversation
    if conversation.thread.is_alive():
        conversation.close()


def get_only_answer(game: str, *lines: str) -> str:
    """Return the only answer to some lines."""
    (answer,) = run_server(game, *lines)
    return answer


# Handshake and options


def test_handshake_lists_engine_and_options() -> None:
    lines = list(run_server("vier3d", "ugi", "isready"))
    assert lines[0].startswith("id name Steinreich ")
    assert lines[1].startswith("id author ")
    assert lines[-2:] == ["ugiok", "readyok"]
    options = [line.split()[2] for line in lines if line.startswith("option name ")]
    assert options == [*NUMBER_OPTIONS, "Game"]
    assert "option name Hash type spin default 64 min 1 max 65536" in lines
    assert "option name Game type string default vier3d" in lines


def test_options_reach_the_player(client: Conversation) -> None:
    client.send("setoption name hash value 16", "setoption name SEED value 9")
    client.send("setoption name Level value 4")
    assert client.request("isready") == "readyok"
    player = client.server.player
    assert isinstance(player, FakePlayer)
    assert player.settings == PlayerSettings(level=4, memory=16, seed=9)


def test_changed_option_replaces_the_player(client: Conversation) -> None:
    assert client.request("isready") == "readyok"
    old = client.server.player
    client.send("setoption name Hash value 16")
    assert client.request("isready") == "readyok"
    assert isinstance(old, FakePlayer)
    assert old.is_closed
    assert client.server.player is not old


def test_option_changes_the_game() -> None:
    lines = run_server(
        "vier3d",
        "position startpos moves a1",
        "setoption name Game value tzaar(setup=fixed)",
        "query game",
        "query fen",
    )
    start = str(load("tzaar(setup=fixed)").start())
    assert list(lines) == ["response tzaar(setup=fixed)", f"response {start}"]


def test_seed_sets_up_the_board() -> None:
    answers = {
        get_only_answer("tzaar", f"setoption name Seed value {n}", "uginewgame", "query fen")
        for n in "121"
    }
    assert answers == {f"response {load('tzaar').start(seed)}" for seed in (1, 2)}


def test_game_files_cannot_be_loaded_by_commands() -> None:
    """Only the game file of the command line is accepted."""
    for id in (CONNECT_FOUR, f"{CONNECT_FOUR}(x=1)", "some(bracket).py", "examples/../x.py(y)"):
        answer = get_only_answer("vier3d", f"setoption name Game value {id}")
        assert answer.startswith("info string error: setoption: ")
        assert "is a file" in answer
    own = get_only_answer(CONNECT_FOUR, f"setoption name Game value {CONNECT_FOUR}", "query game")
    assert own == f"response {CONNECT_FOUR}"
    assert "is a file" in get_only_answer(CONNECT_FOUR, f"setoption name Game value {__file__}")


# Positions and queries


@pytest.mark.parametrize("name", ALL_NAMES)
def test_every_position_of_a_game_can_be_set(name: str) -> None:
    line = random_game(load(name), seed=3)
    names = [position.last_move for position in line[1:]]
    start = f"position fen {line[0]}"
    questions = ("query fen", "query gameover", "query result", "query legalmoves")
    for end in (0, 1, len(names) // 2, len(names)):
        moves = f" moves {' '.join(filter(None, names[:end]))}" if end else ""
        fen, over, result, legal = run_server(name, start + moves, *questions)
        assert fen == f"response {line[end]}"
        assert over == f"response {'true' if end == len(names) else 'false'}"
        assert (result == "response none") == (end < len(names))
        assert legal.split()[1:] == line[end].legal_moves()


def test_turn_query() -> None:
    id = "six_in_line(players=4)"
    questions = [f"query p{seat}turn" for seat in (1, 2, 3, 4)]
    opening = run_server(id, "position startpos moves a1 b2", *questions)
    assert [line.split()[1] for line in opening] == ["false", "true", "false", "false"]
    assert "p3turn" in get_only_answer("vier3d", "query p3turn")
    assert get_only_answer(id, "query players") == "response 4"


@pytest.mark.parametrize(
    ("moves", "result"),
    [("a1 b1 a1 b1 a1 b1 a1", "p1win"), ("a1 b1 a1 b1 a1 b1 c1 b1", "p2win"), ("a1", "none")],
)
def test_result_query(moves: str, result: str) -> None:
    assert (
        get_only_answer("vier3d", f"position startpos moves {moves}", "query result")
        == f"response {result}"
    )


# Refusals that change nothing


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hello", "unknown command 'hello'; choose from ugi, isready,"),
        ("\x1b[2J\x07", "unknown command '�[2J�'; choose from"),
        ("ugi now", "ugi: unexpected argument 'now'"),
        ("position", "position: expected `startpos` or `fen TEXT`"),
        ("position startpos a1", "position: expected"),
        ("position fen nonsense", "position: a position has 2 parts"),
        ("position fen " + "x" * 600, "position: a position string has at most 500"),
        ("position startpos moves a1 a1 zz", "position: move 3, 'zz': not the name of an action"),
        ("position startpos moves " + "a1 " * 5, "position: move 5, 'a1': rod a1 is full"),
        ("setoption", "setoption: expected"),
        ("setoption name Hash value", "setoption: expected"),
        ("setoption name Hush value 1", "setoption: unknown option 'Hush'; choose from Hash,"),
        ("setoption name Hash value 0", "setoption: Hash must be a whole number from 1 to 65536"),
        ("setoption name Hash value ²", "setoption: Hash must be a whole number from 1 to 65536"),
        ("setoption name Level value 11", "setoption: Level must be a whole number from 0 to 10"),
        ("setoption name Game value chess", "setoption: no game is called 'chess'"),
        ("setoption name Game value " + "x" * 300, "setoption: the id of a game has at most"),
        ("query", "query: '' is not one of gameover, result,"),
        ("query weather", "query: 'weather' is not one of gameover, result,"),
        ("go fast", "go: 'fast' is not one of infinite, movetime,"),
        ("go depth", "go: depth must be a whole number from 1 to 10000, not nothing"),
        ("go depth 0", "go: depth must be a whole number from 1 to 10000, not '0'"),
        ("go nodes -5", "go: nodes must be a whole number from 1 to"),
        ("go nodes 1 nodes 2", "go: nodes is given twice"),
        ("go movetime 5 infinite", "go: infinite cannot be combined with a limit"),
        ("go p2time 1000", "go: p1time is missing"),
        ("go p3time 1000", "go: 'p3time' is not one of"),
        ("x" * (MAX_LINE_CHARACTERS + 5), f"a line has at most {MAX_LINE_CHARACTERS} characters"),
    ],
)
def test_rejects_invalid_commands(line: str, message: str) -> None:
    before = ("position startpos moves b2 c3",)
    after = ("query fen", "query game", "go depth 1")
    lines = list(run_server("vier3d", *before, line, *after))
    assert lines[0].startswith(f"info string error: {message}")
    assert lines[1:] == list(run_server("vier3d", *before, *after))


def test_messages_are_bounded_and_printable() -> None:
    (answer,) = run_server("vier3d", "setoption name Game value \x1b" + "\u202e" * 150)
    assert answer.isprintable()
    assert len(answer) < 400


def test_ignores_empty_lines() -> None:
    assert get_only_answer("vier3d", "", "   ", "query gameover") == "response false"


def test_rejects_go_in_a_finished_game() -> None:
    over = "position startpos moves a1 b1 a1 b1 a1 b1 a1"
    assert (
        get_only_answer("vier3d", over, "go depth 1") == "info string error: go: the game is over"
    )


# Search


def test_go_prints_info_and_best_action(client: Conversation) -> None:
    client.send("position startpos moves a1", "go depth 2")
    assert client.receive_until("bestmove") == [
        "info depth 1 multipv 1 score cp 250 nodes 100 nps 100000 time 1 pv a1",
        "info depth 2 multipv 1 score cp 250 nodes 200 nps 100000 time 2 pv a1 a1",
        "bestmove a1",
    ]


def test_prints_several_lines(client: Conversation) -> None:
    client.send("setoption name MultiPV value 3", f"position fen {WINNING_POSITION}", "go depth 1")
    assert client.receive_until("bestmove") == [
        "info depth 1 multipv 1 score mate 1 nodes 100 nps 100000 time 1 pv a1",
        "info string proven multipv 1 p1win in 1",
        "info depth 1 multipv 2 score cp 250 nodes 100 nps 100000 time 1 pv b1",
        "info depth 1 multipv 3 score cp 250 nodes 100 nps 100000 time 1 pv c1",
        "bestmove a1",
    ]


def test_limits_reach_the_player(client: Conversation) -> None:
    for order in ("movetime 1500", "nodes 7", "depth 2 nodes 9"):
        client.send(f"go {order}")
        client.receive_until("bestmove")
    client.send("position startpos moves a1", "go p1time 1 p2time 50000 p2inc 1000")
    client.receive_until("bestmove")
    assert isinstance(client.server.player, FakePlayer)
    first, *limits, last = client.server.player.limits
    assert first == Limit(nodes=1)  # getting ready
    assert limits == [Limit(seconds=1.5), Limit(nodes=7), Limit(nodes=9, depth=2)]
    # A share of the time for 25 actions, 80 % of the increment, less the overhead
    assert last.seconds == pytest.approx(50 / 25 + 0.8 * 1 - 0.03)


def test_commands_are_handled_during_a_search(client: Conversation) -> None:
    client.send("go infinite")
    client.receive_until("info depth 3")
    assert client.request("isready") == "readyok"
    assert client.request("query p1turn") == "response true"
    for line in ("go depth 1", "position startpos", "uginewgame", "setoption name Hash value 1"):
        assert client.request(line).endswith(": a search is running; send `stop` first")
    assert client.request("stop") == "bestmove a1"
    assert client.request("isready") == "readyok"


def test_infinite_search_waits_for_stop(client: Conversation) -> None:
    """Even when the search is complete."""
    client.server.create_player = lambda game, settings: RandomPlayer(1)
    client.send("go")
    client.receive_until("info")
    assert client.request("isready") == "readyok"
    assert client.request("stop").startswith("bestmove ")


def test_stop_is_answered_at_once(client: Conversation) -> None:
    client.send("go infinite", "stop", "position startpos moves a1", "go infinite", "stop", "stop")
    assert (
        client.receive_until("bestmove")[-1]
        == client.receive_until("bestmove")[-1]
        == "bestmove a1"
    )
    assert client.request("query p2turn") == "response true"


def test_ignores_stop_without_a_search(client: Conversation) -> None:
    client.send("stop")
    assert client.request("isready") == "readyok"


def test_new_game_resets_the_player(client: Conversation) -> None:
    client.send("position startpos moves a1", "isready", "uginewgame")
    assert client.receive_until("readyok") == ["readyok"]
    assert client.request("query p1turn") == "response true"
    assert isinstance(client.server.player, FakePlayer)
    assert client.server.player.num_new_games == 1


@pytest.mark.parametrize("end", ["quit\n", ""])
def test_quit_during_a_search_is_immediate(client: Conversation, end: str) -> None:
    client.send("isready", "go infinite")
    client.receive_until("readyok")
    player = client.server.player
    client.close(end)
    assert isinstance(player, FakePlayer)
    assert player.is_closed


def test_limited_search_is_finished_before_the_end_of_input() -> None:
    assert list(run_server("vier3d", "go depth 3"))[-1] == "bestmove a1"


class FailingPlayer(FakePlayer):
    """Fails in every search except the warm-up."""

    def answer(self, question: Question) -> SearchResult:
        if question.limit == Limit(nodes=1):
            return super().answer(question)
        raise ZeroDivisionError("a bug")


def test_reports_a_failing_player(capsys: pytest.CaptureFixture[str]) -> None:
    client = Conversation(load("vier3d"), lambda game, settings: FailingPlayer(game))
    client.send("go depth 1")
    assert client.receive() == "info string error: go: ZeroDivisionError: a bug"
    assert client.receive() == "bestmove none"
    assert client.request("isready") == "readyok"
    client.close()
    assert "ZeroDivisionError" in capsys.readouterr().err


class ClosedStream(io.StringIO):
    """An output stream whose reader closes it after some lines."""

    def write(self, text: str) -> int:
        if "depth 2" in self.getvalue() + text:
            raise BrokenPipeError
        return super().write(text)


def test_closed_output_ends_the_engine() -> None:
    with pytest.raises(BrokenPipeError):
        Server(load("vier3d"), make_fake, ClosedStream()).run(io.StringIO("go depth 3\n"))


class SlowPlayer(Player):
    """Says nothing until it is stopped."""

    name = "slow"

    def answer(self, question: Question) -> SearchResult:
        if question.stop:
            question.stop.wait(10)
        return SearchResult((Line((question.position.actions()[0],), Verdict((0.0, 0.0))),))


def test_quit_does_not_wait_for_a_search() -> None:
    client = Conversation(load("vier3d"), lambda game, settings: SlowPlayer())
    client.send("go movetime 9000")
    time.sleep(0.05)
    client.close()


WORDS = ["ugi", "isready", "uginewgame", "setoption", "name", "value", "Hash", "Level", "MultiPV"]
WORDS += ["position", "startpos", "fen", "moves", "a1", "b2", "go", "depth", "nodes", "infinite"]
WORDS += ["stop", "query", "fen", "result", "1", "2", "-1", "\x00", "²", WINNING_POSITION]


@given(st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6), max_size=8))
@settings(max_examples=60, deadline=None)
def test_any_input_is_answered_in_ugi(lines: list[list[str]]) -> None:
    """After a malformed line, the next one is handled as usual."""
    commands = [" ".join(words) for words in lines]
    answers = list(run_server("vier3d", *commands, "stop", "query game"))
    kinds = ("id", "option", "ugiok", "readyok", "info", "bestmove", "response")
    assert all(answer.split()[0] in kinds for answer in answers)
    assert answers[-1].startswith(("response vier3d", "bestmove "))
    assert "response vier3d" in answers
