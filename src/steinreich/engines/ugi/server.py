"""A UGI server: makes a player available by the Universal Game Interface (docs/protocol.md).

Searches run in their own thread, so that every line is handled at once.  An invalid line is
answered by `info string error: ...` and changes nothing.
"""

import traceback
from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import TextIO

from steinreich.core.game import Game
from steinreich.engines.player_settings import (
    SETTING_RANGES,
    PlayerFactory,
    PlayerSettings,
    warm_up,
)
from steinreich.engines.text_lines import (
    MAX_LINE_CHARACTERS,
    MAX_MESSAGE_CHARACTERS,
    load_requested_game,
    read_bounded_lines,
)
from steinreich.engines.ugi.notation import (
    MAX_LINES,
    BadCommand,
    GoCommand,
    answer_query,
    format_info_lines,
    parse_go,
    parse_number,
)
from steinreich.players.player import Player
from steinreich.rules.errors import SteinreichError
from steinreich.rules.untrusted import one_line
from steinreich.search.result import SearchResult

SHUTDOWN_SECONDS = 1.0  # for a search to end before the program ends


NUMBER_OPTIONS = {  # the setting that each option changes
    "Hash": "memory",
    "MultiPV": "lines",
    "Level": "level",
    "Seed": "seed",
}
OPTION_RANGES = {**SETTING_RANGES, "lines": (1, MAX_LINES)}


class SearchThread:
    """A search in a thread."""

    def __init__(self, search: Callable[["SearchThread"], None], is_infinite: bool) -> None:
        self.stop = Event()
        # Set before the answer is sent, so that the client may send the next command at once
        self.answered = Event()
        self.is_infinite = is_infinite
        self.thread = Thread(target=search, args=(self,), daemon=True)
        self.thread.start()

    @property
    def is_busy(self) -> bool:
        """Return whether the search has neither answered nor been stopped."""
        return not self.stop.is_set() and not self.answered.is_set()


class Server:
    """One UGI session."""

    def __init__(
        self,
        game: Game,
        create_player: PlayerFactory,
        out: TextIO,
        settings: PlayerSettings | None = None,
    ) -> None:
        self.initial_game = game  # the only game that may come from a file
        self.game = game
        self.create_player = create_player
        self.out = out
        self.settings = settings or PlayerSettings()
        self.line_count = 1  # lines of a search result
        self.position = game.start(self.settings.seed)
        self.player: Player | None = None  # created when first needed: it takes time and memory
        self.search: SearchThread | None = None
        self.write_lock = Lock()
        self.output_error: OSError | None = None  # why the output stream failed

    # The session

    def run(self, stream: TextIO) -> None:
        """Execute the lines of a stream until it ends or says `quit`."""
        try:
            for line in read_bounded_lines(stream):
                words = [] if line is None else line.split()
                if words == ["quit"] or self.output_error:
                    break
                self.execute(line, words)
            else:
                self.finish()
        finally:
            self.close()
        if self.output_error:
            raise self.output_error

    def execute(self, line: str | None, words: list[str]) -> None:
        """Execute a line, or answer with an error."""
        try:
            if line is None:
                raise BadCommand(f"a line has at most {MAX_LINE_CHARACTERS} characters")
            if words:
                self.get_command(words[0])(words[1:])
        except SteinreichError as error:
            where = f"{words[0]}: " if words and words[0] in self.commands else ""
            self.send_line(
                f"info string error: {where}{one_line(str(error), MAX_MESSAGE_CHARACTERS)}"
            )

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

    def get_command(self, word: str) -> Callable[[list[str]], None]:
        """Return the handler of a command."""
        if word not in self.commands:
            listed = ", ".join((*self.commands, "quit"))
            raise BadCommand(f"unknown command {one_line(word, 40)!r}; choose from {listed}")
        return self.commands[word]

    def send_line(self, line: str) -> None:
        """Write a line and flush it; safe to call from both threads."""
        with self.write_lock:
            self.out.write(f"{line}\n")
            self.out.flush()

    def finish(self) -> None:
        """At the end of input, wait for a limited search, and stop an infinite one."""
        if self.search:
            if self.search.is_infinite:
                self.search.stop.set()
            self.search.thread.join()

    def close(self) -> None:
        """Stop the search and close the player."""
        if self.search:
            self.search.stop.set()
            self.search.thread.join(SHUTDOWN_SECONDS)
        self.close_player()

    # Introduction and options

    def introduce(self, words: list[str]) -> None:
        """Handle `ugi`: send the name, the options and `ugiok`."""
        from steinreich import __version__

        check_no_arguments(words)
        self.send_line(f"id name Steinreich {__version__}")
        self.send_line("id author the Steinreich authors")
        values = {**self.settings._asdict(), "lines": self.line_count}
        for name, field in NUMBER_OPTIONS.items():
            default, (minimum, maximum) = values[field], OPTION_RANGES[field]
            self.send_line(
                f"option name {name} type spin default {default} min {minimum} max {maximum}"
            )
        self.send_line(f"option name Game type string default {self.game.id}")
        self.send_line("ugiok")

    def set_option(self, words: list[str]) -> None:
        """Handle `setoption name X value Y`; the value may have spaces."""
        self.require_idle()
        match words:
            case ["name", name, "value", *rest] if rest:
                key = name.lower()
            case _:
                raise BadCommand("expected `name NAME value VALUE`")
        names_by_key = {option.lower(): option for option in (*NUMBER_OPTIONS, "Game")}
        if key not in names_by_key:
            listed = ", ".join(names_by_key.values())
            raise BadCommand(f"unknown option {one_line(name, 40)!r}; choose from {listed}")
        if key == "game":
            self.set_game(load_requested_game(" ".join(rest), self.initial_game))
        else:
            self.set_number(names_by_key[key], " ".join(rest))

    def set_number(self, name: str, text: str) -> None:
        """Set an option with a number; all except MultiPV need a new player."""
        field = NUMBER_OPTIONS[name]
        value = parse_number(name, text, *OPTION_RANGES[field])
        if field == "lines":
            self.line_count = value
            return
        changed = self.settings._replace(**{field: value})
        if field == "level":
            self.create_player(self.game, changed).close()  # fails if there is no such level
        self.close_player()
        self.settings = changed

    def set_game(self, game: Game) -> None:
        """Change the game, and go to its start position."""
        self.close_player()
        self.game = game
        self.position = game.start(self.settings.seed)

    # The player

    def get_player(self) -> Player:
        """Return the player with the current settings, warmed up."""
        if self.player is None:
            self.player = self.create_player(self.game, self.settings)
            if not self.position.is_over:
                warm_up(self.player, self.position)
        return self.player

    def close_player(self) -> None:
        """Close the player; `get_player` creates a new one."""
        if self.player:
            self.player.close()
        self.player = None

    def get_ready(self, words: list[str]) -> None:
        """Handle `isready`: create the player unless a search is running, and send `readyok`."""
        check_no_arguments(words)
        if not self.search or not self.search.thread.is_alive():
            self.get_player()
        self.send_line("readyok")

    def new_game(self, words: list[str]) -> None:
        """Handle `uginewgame`."""
        check_no_arguments(words)
        self.require_idle()
        if self.player:
            self.player.new_game()
        self.position = self.game.start(self.settings.seed)

    def require_idle(self) -> None:
        """Wait for a search that is about to end; raise `BadCommand` during any other."""
        if self.search:
            if self.search.is_busy:
                raise BadCommand("a search is running; send `stop` first")
            self.search.thread.join()

    # Positions

    def set_position(self, words: list[str]) -> None:
        """Handle `position startpos` or `position fen TEXT`, both optionally with `moves ...`."""
        self.require_idle()
        end = words.index("moves") if "moves" in words else len(words)
        match words[:end]:
            case ["startpos"]:
                position = self.game.start(self.settings.seed)
            case ["fen", *parts]:
                position = self.game.position(" ".join(parts))
            case _:
                raise BadCommand(
                    "expected `startpos` or `fen TEXT`, optionally followed by `moves ...`"
                )
        for count, name in enumerate(words[end + 1 :], 1):
            try:
                position = position.play(name)
            except SteinreichError as error:
                raise BadCommand(f"move {count}, {error}") from None
        self.position = position

    def query(self, words: list[str]) -> None:
        """Handle `query QUESTION` about the position."""
        self.send_line(f"response {answer_query(' '.join(words), self.position)}".rstrip())

    # Thinking

    def go(self, words: list[str]) -> None:
        """Handle `go`: start a search in its own thread."""
        self.require_idle()
        if self.position.is_over:
            raise BadCommand("the game is over")
        command = parse_go(words, self.position.player, self.game.players)
        self.search = SearchThread(lambda search: self.think(search, command), command.is_infinite)

    def stop(self, words: list[str]) -> None:
        """Handle `stop`: make the search answer now."""
        check_no_arguments(words)
        if self.search:
            self.search.stop.set()

    def think(self, search: SearchThread, command: GoCommand) -> None:
        """Search and answer, in the search thread; position and player do not change meanwhile."""
        try:
            best = self.find_best_action(search, command)
            search.answered.set()
            self.send_line(f"bestmove {best}")
        except OSError as error:  # raised again by `run`
            self.output_error = error

    def find_best_action(self, search: SearchThread, command: GoCommand) -> str:
        """Return the name of the action to play, or `none` after a failure."""
        position, last_reported = self.position, None

        def report(result: SearchResult) -> None:
            nonlocal last_reported
            last_reported = result.lines, result.nodes
            for line in format_info_lines(position, result):
                self.send_line(line)

        try:
            result = self.get_player().think(
                position, command.limit, lines=self.line_count, stop=search.stop, progress=report
            )
            if last_reported != (result.lines, result.nodes):
                report(result)
        except OSError:
            raise
        except Exception as error:
            if not isinstance(error, SteinreichError):
                traceback.print_exc()
            message = one_line(f"{type(error).__name__}: {error}", MAX_MESSAGE_CHARACTERS)
            self.send_line(f"info string error: go: {message}")
            return "none"
        if command.is_infinite:
            search.stop.wait()
        return position.name(result.best)


def check_no_arguments(words: list[str]) -> None:
    """Raise `BadCommand` if there are superfluous words."""
    if words:
        raise BadCommand(f"unexpected argument {one_line(' '.join(words), 40)!r}")
