"""A player who speaks UGI, the Universal Game Interface; docs/protocol.md tells all of it.

It thinks in a thread of its own, so that every line is heard at once.  A line that makes no
sense is answered by `info string error: ...` and changes nothing.
"""

import traceback
from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import TextIO

from steinreich.core.game import Game
from steinreich.engines.seating import RANGES, PlayerSettings, Seating, warm_up
from steinreich.engines.text_lines import (
    LONGEST_LINE,
    LONGEST_MESSAGE,
    bounded_lines,
    game_asked_for,
)
from steinreich.engines.ugi.go import Order, number, ordered
from steinreich.engines.ugi.words import MOST_LINES, BadCommand, info_lines, response
from steinreich.players.player import Opinion, Player
from steinreich.rules.errors import SteinreichError
from steinreich.rules.text.safe import one_line

FAREWELL = 1.0  # seconds that a thought has to end in when the program does


NUMBERS = {  # options by the settings that they change
    "Hash": "memory",
    "Threads": "threads",
    "MultiPV": "lines",
    "Level": "level",
    "Seed": "seed",
}
LIMITS = {**RANGES, "lines": (1, MOST_LINES)}


class Thinking:
    """What is being thought in a thread."""

    def __init__(self, think: Callable[["Thinking"], None], is_endless: bool) -> None:
        self.stop = Event()
        self.is_answered = Event()  # set before the answer: whoever reads it may go on at once
        self.is_endless = is_endless
        self.thread = Thread(target=think, args=(self,), daemon=True)
        self.thread.start()

    @property
    def is_busy(self) -> bool:
        """Whether it neither has an answer nor was told to give one."""
        return not self.stop.is_set() and not self.is_answered.is_set()


class Server:
    """One conversation in UGI."""

    def __init__(
        self, game: Game, seating: Seating, out: TextIO, settings: PlayerSettings | None = None
    ) -> None:
        self.own = game  # the only one that may be a game file
        self.game = game
        self.seating = seating
        self.out = out
        self.settings = settings or PlayerSettings()
        self.lines = 1  # how many to show
        self.position = game.start(self.settings.seed)
        self.player: Player | None = None  # comes when it is needed: it takes time and memory
        self.thinking: Thinking | None = None
        self.speaking = Lock()
        self.lost: OSError | None = None  # why nobody hears us any more

    # The conversation

    def run(self, stream: TextIO) -> None:
        """Obey the lines of a stream until it ends or says `quit`."""
        try:
            for line in bounded_lines(stream):
                words = [] if line is None else line.split()
                if words == ["quit"] or self.lost:
                    break
                self.obey(line, words)
            else:
                self.finish()
        finally:
            self.close()
        if self.lost:
            raise self.lost

    def obey(self, line: str | None, words: list[str]) -> None:
        """Do what a line says, or say what is wrong with it."""
        try:
            if line is None:
                raise BadCommand(f"a line has at most {LONGEST_LINE} characters")
            if words:
                self.command(words[0])(words[1:])
        except SteinreichError as error:
            where = f"{words[0]}: " if words and words[0] in self.commands else ""
            self.say(f"info string error: {where}{one_line(str(error), LONGEST_MESSAGE)}")

    @property
    def commands(self) -> dict[str, Callable[[list[str]], None]]:
        """What can be said to us; `quit` aside."""
        return {
            "ugi": self.introduce,
            "isready": self.get_ready,
            "uginewgame": self.new_game,
            "setoption": self.set_option,
            "position": self.set_position,
            "go": self.go,
            "stop": self.stop,
            "query": self.query,
        }

    def command(self, word: str) -> Callable[[list[str]], None]:
        """What to do at a word."""
        if word not in self.commands:
            listed = ", ".join((*self.commands, "quit"))
            raise BadCommand(f"there is no command {one_line(word, 40)!r}, but {listed}")
        return self.commands[word]

    def say(self, line: str) -> None:
        """Say a line, all of it and at once."""
        with self.speaking:
            self.out.write(f"{line}\n")
            self.out.flush()

    def finish(self) -> None:
        """The input has ended: a thought with a limit comes to its end."""
        if self.thinking:
            if self.thinking.is_endless:
                self.thinking.stop.set()
            self.thinking.thread.join()

    def close(self) -> None:
        """End whatever goes on."""
        if self.thinking:
            self.thinking.stop.set()
            self.thinking.thread.join(FAREWELL)
        self.dismiss()

    # Who we are, and our options

    def introduce(self, words: list[str]) -> None:
        from steinreich import __version__

        none_left(words)
        self.say(f"id name Steinreich {__version__}")
        self.say("id author the Steinreich authors")
        values = {**self.settings._asdict(), "lines": self.lines}
        for name, field in NUMBERS.items():
            default, (least, most) = values[field], LIMITS[field]
            self.say(f"option name {name} type spin default {default} min {least} max {most}")
        self.say(f"option name Game type string default {self.game.id}")
        self.say("ugiok")

    def set_option(self, words: list[str]) -> None:
        """`setoption name X value Y`; the value may have spaces."""
        self.be_idle()
        match words:
            case ["name", name, "value", *rest] if rest:
                wanted = name.lower()
            case _:
                raise BadCommand("an option is set by `name NAME value VALUE`")
        known = {option.lower(): option for option in (*NUMBERS, "Game")}
        if wanted not in known:
            listed = ", ".join(known.values())
            raise BadCommand(f"there is no option {one_line(name, 40)!r}, but {listed}")
        if wanted == "game":
            self.set_game(game_asked_for(" ".join(rest), self.own))
        else:
            self.set_number(known[wanted], " ".join(rest))

    def set_number(self, name: str, text: str) -> None:
        field = NUMBERS[name]
        value = number(name, text, *LIMITS[field])
        if field == "lines":
            self.lines = value
            return
        changed = self.settings._replace(**{field: value})
        if field == "level":
            self.seating(self.game, changed).close()  # fails if there is no such level
        self.dismiss()
        self.settings = changed

    def set_game(self, game: Game) -> None:
        self.dismiss()
        self.game = game
        self.position = game.start(self.settings.seed)

    # The player

    def seat(self) -> Player:
        """The player with the settings of now."""
        if self.player is None:
            self.player = self.seating(self.game, self.settings)
            if not self.position.is_over:
                warm_up(self.player, self.position)
        return self.player

    def dismiss(self) -> None:
        """Another player is wanted, or none."""
        if self.player:
            self.player.close()
        self.player = None

    def get_ready(self, words: list[str]) -> None:
        none_left(words)
        if not self.thinking or not self.thinking.thread.is_alive():
            self.seat()
        self.say("readyok")

    def new_game(self, words: list[str]) -> None:
        none_left(words)
        self.be_idle()
        if self.player:
            self.player.new_game()
        self.position = self.game.start(self.settings.seed)

    def be_idle(self) -> None:
        """Wait for a thought that is about to end; refuse to disturb another one."""
        if self.thinking:
            if self.thinking.is_busy:
                raise BadCommand("I am thinking; `stop` comes first")
            self.thinking.thread.join()

    # Positions

    def set_position(self, words: list[str]) -> None:
        """`position startpos` or `position fen TEXT`, then perhaps `moves ...`."""
        self.be_idle()
        end = words.index("moves") if "moves" in words else len(words)
        match words[:end]:
            case ["startpos"]:
                position = self.game.start(self.settings.seed)
            case ["fen", *parts]:
                position = self.game.position(" ".join(parts))
            case _:
                raise BadCommand("a position is `startpos` or `fen TEXT`, then `moves ...`")
        for count, name in enumerate(words[end + 1 :], 1):
            try:
                position = position.play(name)
            except SteinreichError as error:
                raise BadCommand(f"move {count}, {error}") from None
        self.position = position

    def query(self, words: list[str]) -> None:
        self.say(f"response {response(' '.join(words), self.position)}".rstrip())

    # Thinking

    def go(self, words: list[str]) -> None:
        self.be_idle()
        if self.position.is_over:
            raise BadCommand("the game is over")
        order = ordered(words, self.position.player, self.game.players)
        self.thinking = Thinking(lambda thinking: self.think(thinking, order), order.is_endless)

    def stop(self, words: list[str]) -> None:
        none_left(words)
        if self.thinking:
            self.thinking.stop.set()

    def think(self, thinking: Thinking, order: Order) -> None:
        """Think and answer; nobody else changes the position and the player meanwhile."""
        try:
            best = self.best(thinking, order)
            thinking.is_answered.set()
            self.say(f"bestmove {best}")
        except OSError as error:  # the thread that reads will say so
            self.lost = error

    def best(self, thinking: Thinking, order: Order) -> str:
        """The name of the action to play, or `none`: a client must not wait for what fails."""
        position, told = self.position, None

        def tell(opinion: Opinion) -> None:
            nonlocal told
            told = opinion.lines, opinion.nodes
            for line in info_lines(position, opinion):
                self.say(line)

        try:
            opinion = self.seat().think(
                position, order.limit, lines=self.lines, stop=thinking.stop, progress=tell
            )
            if told != (opinion.lines, opinion.nodes):
                tell(opinion)
        except OSError:
            raise
        except Exception as error:
            if not isinstance(error, SteinreichError):
                traceback.print_exc()
            said = one_line(f"{type(error).__name__}: {error}", LONGEST_MESSAGE)
            self.say(f"info string error: go: {said}")
            return "none"
        if order.is_endless:
            thinking.stop.wait()
        return position.name(opinion.best)


def none_left(words: list[str]) -> None:
    """Refuse words that would change nothing."""
    if words:
        raise BadCommand(f"{one_line(' '.join(words), 40)!r} is too much")
