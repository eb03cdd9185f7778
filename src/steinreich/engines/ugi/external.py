"""Any engine that speaks UGI, in a seat of ours.

Whatever the engine does wrong is a `PlayerFailed` that says what: it cannot start, crashes, hangs,
babbles or plays what is not legal.  A failed engine is killed; a new game starts it again.
Its scores are its own claims, certain where it says `mate` or `proven`.
"""

import time
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from math import ceil
from os import PathLike
from threading import Event
from typing import NamedTuple

from steinreich.core.game import Game, load
from steinreich.core.position import Position
from steinreich.engines.text_lines import LONGEST_MESSAGE
from steinreich.engines.ugi.process import Process
from steinreich.engines.ugi.words import InfoReader
from steinreich.players.player import Limit, Opinion, Player, PlayerFailed, Question
from steinreich.rules import arguments
from steinreich.rules.errors import IllegalMove
from steinreich.rules.text.safe import one_line

LONGEST_NAME = 60
ABOUT_ITSELF = ("id", "option", "info")  # lines that an engine answers `ugi` with, up to `ugiok`
OTHER_PROTOCOLS = {"uciok": "UCI", "usiok": "USI", "uhpok": "UHP"}


class Patience(NamedTuple):
    """How many seconds an engine of another program may take.

    >>> from steinreich import Patience
    >>> Patience(greeting=30).action
    10.0
    """

    greeting: float = 10.0  #: to say `ugiok`: by then it is known whether it speaks UGI at all
    strange: float = 2.0  #: for the same, after a line that is not of UGI: perhaps only a title
    start: float = 60.0  #: to be ready for a game: it may have to compile
    action: float = 10.0  #: for an action, if no time was set
    grace: float = 5.0  #: beyond what it was told
    farewell: float = 1.0  #: to end when told so


class External(Player):
    """An engine of another program that speaks UGI: `player("ugi:COMMAND", game)` makes one, too.

    The command is split as a shell would, but no shell runs it.  `options` are set before the first
    game; how many lines the engine shows is for these to say.

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
        patience: Patience | None = None,
    ) -> None:
        command = arguments.text("command", command)
        self.name = one_line(command, LONGEST_NAME)  # until it says how it is called
        self.command = command  #: that starts the engine
        self.game = load(game)
        self.options = dict(options or {})  #: that it is set
        self.patience = patience or Patience()  #: how long it may take
        self.process: Process | None = None
        self.start()

    def start(self) -> None:
        """Start the program, learn who it is and tell it which game will be played."""
        self.process = Process(self.command)
        with self.blamed() as process:
            offered = set()
            process.send("ugi")
            for words in introduction(process, self.patience):
                match words:
                    case ["id", "name", *names] if names:
                        self.name = one_line(" ".join(names), LONGEST_NAME)
                    case ["option", "name", option, *_]:
                        offered.add(option)
            game = {"Game": self.game.id} if "Game" in offered else {}
            for option, value in (game | self.options).items():
                process.send(f"setoption name {option} value {value}")
            be_ready(process, self.patience.start)

    def new_game(self) -> None:
        """Another game begins; an engine that has failed gets another chance."""
        self.check_open()
        if self.process is None:
            self.start()
            return
        with self.blamed() as process:
            process.send("uginewgame")
            be_ready(process, self.patience.start)

    def answer(self, question: Question) -> Opinion:
        """What the engine says; how many lines it shows is for its options to say."""
        began = time.monotonic()
        position, limit, _, stop, progress = question
        reader = InfoReader()
        with self.blamed() as process:
            process.send(f"position fen {position}")
            be_ready(process, self.patience.grace)
            process.send(go_line(limit, self.patience))
            names: list[str] = []
            for words in self.thoughts(process, limit, stop):
                match words:
                    case ["info", *said]:
                        reader.hear(said)
                        if progress and "pv" in said and (by_now := reader.so_far(position)):
                            progress(by_now)
                    case ["bestmove", *names]:
                        break
            best = legal_action(process, position, names)
        return reader.opinion(position, best)._replace(seconds=time.monotonic() - began)

    def thoughts(self, process: Process, limit: Limit, stop: Event | None) -> Iterator[list[str]]:
        """What the engine says until it decides, which `stop` makes it do at once."""
        seconds = self.patience.action if limit.seconds is None else limit.seconds
        seconds += self.patience.grace
        has_decided = yield from replies(process, "bestmove", seconds, stop)
        if not has_decided:
            process.send("stop")
            yield from replies(process, "bestmove", self.patience.grace)

    @contextmanager
    def blamed(self) -> Iterator[Process]:
        """A failure in here is the end of the engine, and is told with its name."""
        if self.process is None:
            raise PlayerFailed(f"{self.name} does not run")
        try:
            yield self.process
        except PlayerFailed as failure:
            self.process.end()
            self.process = None
            raise PlayerFailed(f"{self.name} {failure}") from None

    def close(self) -> None:
        """Stop playing for good: the engine may say goodbye, then it is killed."""
        super().close()
        if self.process:
            self.process.dismiss("quit", self.patience.farewell)
        self.process = None


def introduction(process: Process, patience: Patience) -> Iterator[list[str]]:
    """What an engine says about itself until `ugiok`.

    The command may be any program, by mistake: one that is silent or speaks something else is
    found out long before a real engine would have to be ready.
    """
    seconds = patience.greeting
    last = until = time.monotonic() + seconds
    while (line := process.receive(until - time.monotonic())) is not None:
        words = line.split() or [""]
        if words[0] == "ugiok":
            return
        if words[0] in OTHER_PROTOCOLS:
            raise process.failed(f"speaks {OTHER_PROTOCOLS[words[0]]}, not UGI")
        if words[0] in ABOUT_ITSELF:
            seconds, until = patience.greeting, last
            yield words
        elif words[0] and until == last:
            seconds, until = patience.strange, min(last, time.monotonic() + patience.strange)
    raise process.failed(f"does not speak UGI: no ugiok within {seconds:g} seconds")


def replies(
    process: Process, last: str, seconds: float, stop: Event | None = None
) -> Generator[list[str], None, bool]:
    """The lines that an engine says, as words, until one begins with the word `last`.

    They end early when `stop` is set; the generator returns whether the last one was said.
    """
    until = time.monotonic() + seconds
    while not (stop and stop.is_set()):
        line = process.receive(until - time.monotonic(), stop)
        if line is not None:
            words = line.split()
            yield words
            if words[:1] == [last]:
                return True
        elif time.monotonic() >= until:
            raise process.failed(f"does not say {last} within {seconds:g} seconds")
    return False


def be_ready(process: Process, seconds: float) -> None:
    """Wait until the engine has done what it was told; it must not complain about it."""
    asked = process.asked
    process.send("isready")
    for words in replies(process, "readyok", seconds):
        if words[:3] == ["info", "string", "error:"]:
            raise process.failed(f"complains about {one_line(asked, 60)!r}")


def go_line(limit: Limit, patience: Patience) -> str:
    """The order to think within a limit."""
    seconds = patience.action if limit == Limit() else limit.seconds
    words = ["go"]
    if seconds is not None:
        words += ["movetime", str(max(1, ceil(1000 * seconds)))]
    if limit.nodes is not None:
        words += ["nodes", str(limit.nodes)]
    if limit.depth is not None:
        words += ["depth", str(limit.depth)]
    return " ".join(words)


def legal_action(process: Process, position: Position, names: list[str]) -> int:
    """The action that the engine plays."""
    try:
        return position.parse_move(names[0] if names else "")
    except IllegalMove as error:
        said = one_line(str(error), LONGEST_MESSAGE)
        raise process.failed(f"plays what is not legal, {said}") from None
