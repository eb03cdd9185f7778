"""An external UGI engine as a player.

Any failure of the engine raises `PlayerFailed` with the reason: it cannot start, crashes, hangs,
floods its output or plays an illegal action.  A failed engine is killed; a new game restarts it.
Its scores are not checked: those with `mate` or `proven` count as proven.
"""

import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from math import ceil
from os import PathLike
from threading import Event
from typing import Any, NamedTuple

from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.engines.text_lines import MAX_MESSAGE_CHARACTERS
from steinreich.engines.ugi.notation import InfoReader
from steinreich.engines.ugi.process import Process
from steinreich.players.player import Limit, Player, PlayerFailed, Question
from steinreich.rules import arguments
from steinreich.rules.errors import IllegalMove
from steinreich.rules.language import Text
from steinreich.rules.untrusted import one_line
from steinreich.search.result import SearchResult

MAX_NAME_CHARACTERS = 60
HANDSHAKE_WORDS = ("id", "option", "info")  # first words of the answer to `ugi`, before `ugiok`
OTHER_PROTOCOLS = {"uciok": "UCI", "usiok": "USI", "uhpok": "UHP"}


class UgiTimeouts(NamedTuple):
    """Timeouts for an external engine, in seconds.

    >>> from steinreich import UgiTimeouts
    >>> UgiTimeouts(greeting=30).action
    10.0
    """

    greeting: float = 10.0  #: for `ugiok`, which shows that it speaks UGI at all
    banner: float = 2.0  #: for `ugiok` after a line that is not UGI, such as a banner
    start: float = 60.0  #: to be ready for a game; it may have to compile
    action: float = 10.0  #: for an action without a time limit
    grace: float = 5.0  #: beyond the time limit of an action
    quit: float = 1.0  #: to end after `quit`


class External(Player):
    """An external engine that speaks UGI; `player("ugi:COMMAND", game)` creates one, too.

    The command is split as by a shell, but no shell runs it.  `options` are set before the first
    game; the number of lines that the engine shows depends on them only.

    >>> import sys
    >>> from steinreich import External, load
    >>> with External(f"{sys.executable} examples/greedy_engine.py vier3d", "vier3d") as engine:
    ...     engine.play(load("vier3d").position("rrr/bb/-/b/-/-/-/-/-/-/-/-/-/-/-/- r"))
    'a1'
    """

    game: Game

    def __init__(
        self,
        command: str,
        game: Game | str | PathLike[str],
        *,
        options: Mapping[str, object] | None = None,
        timeouts: UgiTimeouts | None = None,
    ) -> None:
        command = arguments.check_text("command", command)
        self.name = one_line(command, MAX_NAME_CHARACTERS)  # until the engine sends its name
        self.command = command  #: command line that starts the engine
        self.game = load(game)
        self.options = check_options(options or {})  #: options of the engine by name
        self.timeouts = check_timeouts(timeouts or UgiTimeouts())  #: its timeouts
        self.process: Process | None = None
        self.start()

    def start(self) -> None:
        """Start the program, read its name and options, and set the game."""
        self.process = Process(self.command)
        with self.handle_failures() as process:
            option_names = set()
            process.send("ugi")
            for words in read_introduction(process, self.timeouts):
                match words:
                    case ["id", "name", *names] if names:
                        self.name = one_line(" ".join(names), MAX_NAME_CHARACTERS)
                    case ["option", "name", option, *_]:
                        option_names.add(option)
            game = {"Game": self.game.id} if "Game" in option_names else {}
            for option, value in (game | self.options).items():
                process.send(f"setoption name {option} value {value}")
            wait_until_ready(process, self.timeouts.start)

    def new_game(self) -> None:
        """Start a new game; restart an engine that has failed."""
        self.check_open()
        if self.process is None:
            self.start()
            return
        with self.handle_failures() as process:
            process.send("uginewgame")
            wait_until_ready(process, self.timeouts.start)

    def answer(self, question: Question) -> SearchResult:
        """Return the engine's result; its options, not the question, set the number of lines."""
        began = time.monotonic()
        position, limit, _, stop, progress = question
        reader = InfoReader()
        with self.handle_failures() as process:
            process.send(f"position fen {position}")
            wait_until_ready(process, self.timeouts.grace)
            process.send(make_go_command(limit, self.timeouts))
            names: list[str] = []
            for words in self.read_search(process, limit, stop):
                match words:
                    case ["info", *info]:
                        reader.read(info)
                        result = reader.get_result_so_far(position) if "pv" in info else None
                        if progress and result:
                            progress(result)
                    case ["bestmove", *names]:
                        break
            best = parse_legal_action(process, position, names)
        return reader.result(position, best)._replace(seconds=time.monotonic() - began)

    def read_search(
        self, process: Process, limit: Limit, stop: Event | None
    ) -> Iterator[list[str]]:
        """Yield the engine's lines until `bestmove`; send `stop` when necessary."""
        seconds = self.timeouts.action if limit.seconds is None else limit.seconds
        seconds += self.timeouts.grace
        has_answered = yield from read_until(process, "bestmove", seconds, stop)
        if not has_answered:
            process.send("stop")
            yield from read_until(process, "bestmove", self.timeouts.grace)

    @contextmanager
    def handle_failures(self) -> Iterator[Process]:
        """Yield the process; on `PlayerFailed`, kill it and name the engine in the error."""
        if self.process is None:
            raise PlayerFailed(f"{self.name} is not running")
        try:
            yield self.process
        except PlayerFailed as failure:
            self.process.end()
            self.process = None
            raise PlayerFailed(f"{self.name} {failure}") from None

    def close(self) -> None:
        """Tell the engine to quit, and kill it if it does not."""
        super().close()
        if self.process:
            self.process.quit("quit", self.timeouts.quit)
        self.process = None


def check_options(value: Any) -> dict[str, object]:
    """Return options by name as a dict; `BadType` for other values."""
    expected = Text("a mapping of names to values")
    options = arguments.check_instance("options", value, Mapping, expected)
    for name in options:
        arguments.check_text(Text("the name of an option"), name)
    return dict(options)


def check_timeouts(value: Any) -> UgiTimeouts:
    """Return a `UgiTimeouts` whose times are finite and above 0; `BadArgument` for other values."""
    timeouts = arguments.check_instance("timeouts", value, UgiTimeouts, "a UgiTimeouts")
    return UgiTimeouts(
        **{
            name: arguments.check_positive(name, value)
            for name, value in timeouts._asdict().items()
        }
    )


def read_introduction(process: Process, timeouts: UgiTimeouts) -> Iterator[list[str]]:
    """Yield the lines with which an engine introduces itself, until `ugiok`.

    By mistake, the command may be any program.  Therefore a program that is silent or speaks
    another protocol is reported after a shorter time than an engine may take to be ready.
    """
    seconds = timeouts.greeting
    greeting_deadline = deadline = time.monotonic() + seconds
    while (line := process.receive(deadline - time.monotonic())) is not None:
        words = line.split() or [""]
        if words[0] == "ugiok":
            return
        if words[0] in OTHER_PROTOCOLS:
            raise process.make_error(f"speaks {OTHER_PROTOCOLS[words[0]]}, not UGI")
        if words[0] in HANDSHAKE_WORDS:
            seconds, deadline = timeouts.greeting, greeting_deadline
            yield words
        elif words[0] and deadline == greeting_deadline:
            seconds = timeouts.banner
            deadline = min(greeting_deadline, time.monotonic() + seconds)
    raise process.make_error(f"does not speak UGI: no ugiok within {seconds:g} seconds")


def read_until(
    process: Process, last_word: str, seconds: float, stop: Event | None = None
) -> Generator[list[str], None, bool]:
    """Yield the lines of an engine, as words, until one begins with `last_word`.

    End early when `stop` is set; the generator returns whether the last line was received.
    """
    deadline = time.monotonic() + seconds
    while not (stop and stop.is_set()):
        line = process.receive(deadline - time.monotonic(), stop)
        if line is not None:
            words = line.split()
            yield words
            if words[:1] == [last_word]:
                return True
        elif time.monotonic() >= deadline:
            raise process.make_error(f"does not send {last_word} within {seconds:g} seconds")
    return False


def wait_until_ready(process: Process, seconds: float) -> None:
    """Wait for `readyok`; raise `PlayerFailed` if the engine reports an error."""
    last_sent = process.last_sent
    process.send("isready")
    for words in read_until(process, "readyok", seconds):
        if words[:3] == ["info", "string", "error:"]:
            raise process.make_error(f"reports an error after {one_line(last_sent, 60)!r}")


def make_go_command(limit: Limit, timeouts: UgiTimeouts) -> str:
    """Return the `go` command for a limit."""
    seconds = timeouts.action if limit == Limit() else limit.seconds
    words = ["go"]
    if seconds is not None:
        words += ["movetime", str(max(1, ceil(1000 * seconds)))]
    if limit.nodes is not None:
        words += ["nodes", str(limit.nodes)]
    if limit.depth is not None:
        words += ["depth", str(limit.depth)]
    return " ".join(words)


def parse_legal_action(process: Process, position: Position, names: list[str]) -> int:
    """Return the engine's action; raise `PlayerFailed` if it is illegal."""
    try:
        return position.parse_move(names[0] if names else "")
    except IllegalMove as error:
        message = one_line(str(error), MAX_MESSAGE_CHARACTERS)
        raise process.make_error(f"plays an illegal action: {message}") from None
