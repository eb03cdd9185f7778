"""A UGI server: makes a player available by the Universal Game Interface (docs/protocol.md).

Searches run in their own thread, so that every line is handled at once.  An invalid line is
answered by `info string error: ...` and changes nothing.
"""

import traceback
from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import TextIO

from steinreich.core.game import Game
from steinreich.engines.player_settings import RANGES, PlayerFactory, PlayerSettings, warm_up
from steinreich.engines.text_lines import (
    MAX_LINE_CHARACTERS,
    MAX_MESSAGE_CHARACTERS,
    bounded_lines,
    game_asked_for,
)
from steinreich.engines.ugi.words import (
    MAX_LINES,
    BadCommand,
    Order,
    info_lines,
    number,
    parse_go,
    response,
)
from steinreich.players.player import Player
from steinreich.rules.errors import SteinreichError
from steinreich.rules.untrusted import one_line
from steinreich.search.result import SearchResult

SHUTDOWN_SECONDS = 1.0  # for a search to end when the program ends


NUMBERS = {  # settings by the options that change them
    "Hash": "memory",
    "MultiPV": "lines",
    "Level": "level",
    "Seed": "seed",
}
LIMITS = {**RANGES, "lines": (1, MAX_LINES)}


class Thinking:
    """A search in a thread."""

    def __init__(self, think: Callable[["Thinking"], None], is_endless: bool) -> None:
        self.stop = Event()
        self.is_answered = (
            Event()
        )  # set before the answer is sent, so the client may continue at once
        self.is_endless = is_endless
        self.thread = Thread(target=think, args=(self,), daemon=True)
        self.thread.start()

    @property
    def is_busy(self) -> bool:
        """Whether it has neither answered nor been stopped."""
        return not self.stop.is_set() and not self.is_answered.is_set()


class Server:
    """One UGI session."""

    def __init__(
        self,
        game: Game,
        create_player: PlayerFactory,
        out: TextIO,
        settings: PlayerSettings | None = None,
    ) -> None:
        self.own = game  # the only one that may be a game file
        self.game = game
        self.create_player = create_player
        self.out = out
        self.settings = settings or PlayerSettings()
        self.lines = 1  # how many to show
        self.position = game.start(self.settings.seed)
        self.player: Player | None = None  # created when first needed: it takes time and memory
        self.thinking: Thinking | None = None
        self.write_lock = Lock()
        self.lost: OSError | None = None  # why the output stream failed

    # The session

    def run(self, stream: TextIO) -> None:
        """Execute the lines of a stream until it ends or says `quit`."""
        try:
            for line in bounded_lines(stream):
                words = [] if line is None else line.split()
                if words == ["quit"] or self.lost:
                    break
                self.execute(line, words)
            else:
                self.finish()
        finally:
            self.close()
        if self.lost:
            raise self.lost

    def execute(self, line: str | None, words: list[str]) -> None:
        """Execute a line, or answer with an error."""
        try:
            if line is None:
                raise BadCommand(f"a line has at most {MAX_LINE_CHARACTERS} characters")
            if words:
                self.command(words[0])(words[1:])
        except SteinreichError as error:
            where = f"{words[0]}: " if words and words[0] in self.commands else ""
            self.say(f"info string error: {where}{one_line(str(error), MAX_MESSAGE_CHARACTERS)}")

    @property
    def commands(self) -> dict[str, Callable[[list[str]], None]]:
        """Handlers by command, except `quit`."""
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
        """Return the handler of a command."""
        if word not in self.commands:
            listed = ", ".join((*self.commands, "quit"))
            raise BadCommand(f"there is no command {one_line(word, 40)!r}, but {listed}")
        return self.commands[word]

    def say(self, line: str) -> None:
        """Write a line and flush it; safe to call from both threads."""
        with self.write_lock:
            self.out.write(f"{line}\n")
            self.out.flush()

    def finish(self) -> None:
        """Wait for a search with a limit, and stop an endless one, at the end of input."""
        if self.thinking:
            if self.thinking.is_endless:
                self.thinking.stop.set()
            self.thinking.thread.join()

    def close(self) -> None:
        """Stop the search and close the player."""
        if self.thinking:
            self.thinking.stop.set()
            self.thinking.thread.join(SHUTDOWN_SECONDS)
        self.dismiss()

    # Introduction and options

    def introduce(self, words: list[str]) -> None:
        from steinreich import __version__

        check_no_words(words)
        self.say(f"id name Steinreich {__version__}")
        self.say("id author the Steinreich authors")
        values = {**self.settings._asdict(), "lines": self.lines}
        for name, field in NUMBERS.items():
            default, (least, most) = values[field], LIMITS[field]
            self.say(f"option name {name} type spin default {default} min {least} max {most}")
        self.say(f"option name Game type string default {self.game.id}")
        self.say("ugiok")

    def set_option(self, words: list[str]) -> None:
        """Handle `setoption name X value Y`; the value may have spaces."""
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
            self.create_player(self.game, changed).close()  # fails if there is no such level
        self.dismiss()
        self.settings = changed

    def set_game(self, game: Game) -> None:
        self.dismiss()
        self.game = game
        self.position = game.start(self.settings.seed)

    # The player

    def seat(self) -> Player:
        """Return the player with the current settings, warmed up."""
        if self.player is None:
            self.player = self.create_player(self.game, self.settings)
            if not self.position.is_over:
                warm_up(self.player, self.position)
        return self.player

    def dismiss(self) -> None:
        """Close the player; `seat` creates a new one."""
        if self.player:
            self.player.close()
        self.player = None

    def get_ready(self, words: list[str]) -> None:
        check_no_words(words)
        if not self.thinking or not self.thinking.thread.is_alive():
            self.seat()
        self.say("readyok")

    def new_game(self, words: list[str]) -> None:
        check_no_words(words)
        self.be_idle()
        if self.player:
            self.player.new_game()
        self.position = self.game.start(self.settings.seed)

    def be_idle(self) -> None:
        """Wait for a search that is about to end; raise `BadCommand` during any other."""
        if self.thinking:
            if self.thinking.is_busy:
                raise BadCommand("I am thinking; `stop` comes first")
            self.thinking.thread.join()

    # Positions

    def set_position(self, words: list[str]) -> None:
        """Handle `position startpos` or `position fen TEXT`, both optionally with `moves ...`."""
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
        order = parse_go(words, self.position.player, self.game.players)
        self.thinking = Thinking(lambda thinking: self.think(thinking, order), order.is_endless)

    def stop(self, words: list[str]) -> None:
        check_no_words(words)
        if self.thinking:
            self.thinking.stop.set()

    def think(self, thinking: Thinking, order: Order) -> None:
        """Search and answer; position and player do not change meanwhile."""
        try:
            best = self.best(thinking, order)
            thinking.is_answered.set()
            self.say(f"bestmove {best}")
        except OSError as error:  # raised by the reading thread
            self.lost = error

    def best(self, thinking: Thinking, order: Order) -> str:
        """Return the name of the action to play, or `none` after a failure."""
        position, told = self.position, None

        def tell(result: SearchResult) -> None:
            nonlocal told
            told = result.lines, result.nodes
            for line in info_lines(position, result):
                self.say(line)

        try:
            result = self.seat().think(
                position, order.limit, lines=self.lines, stop=thinking.stop, progress=tell
            )
            if told != (result.lines, result.nodes):
                tell(result)
        except OSError:
            raise
        except Exception as error:
            if not isinstance(error, SteinreichError):
                traceback.print_exc()
            said = one_line(f"{type(error).__name__}: {error}", MAX_MESSAGE_CHARACTERS)
            self.say(f"info string error: go: {said}")
            return "none"
        if order.is_endless:
            thinking.stop.wait()
        return position.name(result.best)


def check_no_words(words: list[str]) -> None:
    """Raise `BadCommand` if there are superfluous words."""
    if words:
        raise BadCommand(f"{one_line(' '.join(words), 40)!r} is too much")
