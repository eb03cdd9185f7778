"""A line-based client for terminals, pipes and screen readers."""

import sys
from collections.abc import Callable, Iterable, Sequence
from unicodedata import combining, normalize

from steinreich.cli.language import Say
from steinreich.cli.outputs import bold, columns, dim, has_colour, paragraph, rules_text
from steinreich.cli.progress import attended
from steinreich.cli.terminal.result_text import MAX_REASONS, line_texts
from steinreich.cli.terminal.terminal_game import TerminalGame
from steinreich.cli.terminal.typed_moves import typed_moves
from steinreich.core.position import Position
from steinreich.draw import text
from steinreich.players.player import PlayerFailed
from steinreich.records import Record
from steinreich.rules.errors import SteinreichError
from steinreich.rules.language import Text

MAX_LISTED = 12  # up to this number, legal actions are listed in every turn

COMMANDS = {  # what can be typed beside moves
    "help": Text("help", "command"),
    "moves": Text("moves", "command"),
    "hint": Text("hint", "command"),
    "why": Text("why", "command"),
    "undo": Text("undo", "command"),
    "save": Text("save", "command"),
    "rules": Text("rules", "command"),
    "resign": Text("resign", "command"),
    "draw": Text("draw", "command"),
    "quit": Text("quit", "command"),
}
SHORT_FORMS = {"?": "help", "exit": "quit", "q": "quit"}
SAVE = Text("save FILE", "command")
MEANING = {
    "help": Text("this help"),
    "moves": Text("list what can be played now"),
    "hint": Text("what the strongest player would play"),
    "why": Text("why the last turn was played, or why not"),
    "undo": Text("take back your last move"),
    "save": Text("keep the game in a file"),
    "rules": Text("the rules in short"),
    "resign": Text("give up the game"),
    "draw": Text("agree on a draw"),
    "quit": Text("leave the table"),
}


class LineClient:
    """Reads lines of input, and prints what happens."""

    def __init__(
        self,
        record: Record,
        seats: Sequence[str],
        say: Say,
        language: str,
        seed: int | None = None,
        file: str | None = None,
        explains: bool = False,
    ) -> None:
        self.game = TerminalGame(
            record, seats, say, language, report=print, seed=seed, file=file, bold=bold
        )
        self.explains = explains  # whether computer players tell their reasons
        self.say = say
        self.language = language
        self.has_left = False
        self.shown: Position | None = None

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        game = self.game
        complete_with(lambda: [*game.position.legal_moves(), *self.commands()])
        game.save()  # a file that cannot be written is better known now
        try:
            while not self.has_left and game.table.is_playing:
                if game.is_persons_turn:
                    self.listen()
                else:
                    self.answer()
        except (KeyboardInterrupt, PlayerFailed) as reason:
            if isinstance(reason, KeyboardInterrupt):
                print()
            self.take_leave()
            raise
        finally:
            game.computers.close()
        if game.position is not self.shown:
            self.show()
        self.take_leave()

    def commands(self) -> list[str]:
        """Return what may be typed beside actions."""
        return [self.say.shown(name) for name in COMMANDS.values()]

    # The players

    def answer(self) -> None:
        """Play a whole turn of a computer player."""
        position = self.game.position
        turn = attended(lambda stop, tell: self.game.computers.turn(position, stop, tell))
        print(self.game.play_turn(turn))
        if self.explains:
            self.explain_last_turn(limit=1)

    def listen(self) -> None:
        """Read and execute a line."""
        position = self.game.position
        if position is not self.shown:
            self.show()
        is_alone = position.game.players == 1
        prompt = "> " if is_alone else f"{self.game.computers.name(position.player)}> "
        line = read_line(prompt)
        if line is None:
            self.has_left = True
            return
        word, _, rest = line.strip().partition(" ")
        command = self.command(word)
        try:
            if command:
                command(rest.strip())
            elif word:
                self.move(line)
        except SteinreichError as error:
            print(self.say.shown(error.words))

    def command(self, word: str) -> Callable[[str], None] | None:
        """Return what to do for a word that is a command."""
        names = {name: one for one, text in COMMANDS.items() for name in all_forms(text)}
        if command := (SHORT_FORMS | names).get(word.casefold()):
            found: Callable[[str], None] = getattr(self, command)
            return found
        return None

    def move(self, line: str) -> None:
        """Play the actions in a line: all or none."""
        for action in typed_moves(line, self.game.position, self.say, self.commands()):
            has_effect = self.game.position.effects(action).sign
            told = self.game.play(action)
            if has_effect:
                print(dim(told))

    # What is said

    def show(self) -> None:
        """Print the board, the player to move, and the legal actions if there are few."""
        self.shown = position = self.game.position
        print("\n" + text(position, has_colour(), self.language))
        if not position.is_over and len(moves := position.legal_moves()) <= MAX_LISTED:
            print(dim(self.say("Possible: {}").format(" ".join(moves))))

    def explain_last_turn(self, limit: int = MAX_REASONS) -> None:
        """Say what speaks for each action of the last turn, or against it."""
        for reasons in self.game.last_reasons(limit):
            print(faint(reasons))

    def take_leave(self) -> None:
        """Print where the game is saved, or the command that continues it."""
        if words := self.game.last_words("play", *(["--explain"] if self.explains else [])):
            print(words)

    # Commands; each takes what was typed after its name

    def help(self, _rest: str) -> None:
        """Say what can be typed."""
        say, position = self.say, self.game.position
        example = bold(position.legal_moves()[0])
        print(say("Type an action, for example"), example)
        print(
            say("Several actions of one turn go on one line. Large or small letters do not matter.")
        )
        for command, name in COMMANDS.items():
            if command == "draw" and not position.game.definition.has_draws:
                continue
            typed = self.say.shown(SAVE if command == "save" else name)
            print(f"  {bold(typed.ljust(17))} {self.say.shown(MEANING[command])}")

    def moves(self, _rest: str) -> None:
        """List the legal actions."""
        moves = self.game.position.legal_moves()
        print(self.say("{} possible:").format(len(moves)))
        print(columns(moves))

    def hint(self, _rest: str) -> None:
        """Say what the strongest player would play, what that is worth, and why."""
        position = self.game.position
        result = attended(lambda stop, tell: self.game.computers.hint(position, stop, tell))
        line, *_ = line_texts(position, result, self.language, explained=1)
        print(f"{bold(line.action)}: {line.worth}")
        print(faint(line.reasons))

    def why(self, _rest: str) -> None:
        """Say what speaks for each action of the last turn, or against it."""
        self.explain_last_turn()

    def undo(self, _rest: str) -> None:
        """Go back to the last moment when a person had to decide."""
        print(self.game.undo())

    def save(self, name: str) -> None:
        """Write the record to a file now and after every action."""
        print(self.game.save_as(name))

    def rules(self, _rest: str) -> None:
        """The rules of this variant."""
        print(rules_text(self.game.game, self.language, self.say))

    def resign(self, _rest: str) -> None:
        """Give up."""
        print(self.game.resign())

    def draw(self, _rest: str) -> None:
        """Agree on a draw."""
        print(self.game.draw())

    def quit(self, _rest: str) -> None:
        """Leave the table."""
        self.has_left = True


def faint(text: str) -> str:
    """Return an indented paragraph that stands back."""
    return dim(paragraph(text, 2, "  "))


# The keyboard


def read_line(prompt: str) -> str | None:
    """Return the next line, or None at the end of the input.

    What comes through a pipe is printed, so that the output reads like a game at a terminal.
    """
    if sys.stdin.isatty():
        try:
            return input(prompt)
        except EOFError:
            print()
            return None
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    print(line.rstrip("\n"))
    return line or None


def complete_with(words: Callable[[], Iterable[str]]) -> None:
    """Enable tab completion of words at an interactive terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return
    try:
        import readline
    except ImportError:  # not on every system
        return

    def complete(begun: str, number: int) -> str | None:
        found = [word for word in words() if word.casefold().startswith(begun.casefold())]
        return found[number] if number < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ,")
    readline.parse_and_bind("tab: complete")


def all_forms(name: Text) -> set[str]:
    """Return the name of a command in all languages, and without accents."""
    names = {*name.in_all_languages().values()}
    return names | {without_accents(one) for one in names}


def without_accents(text: str) -> str:
    """Return what people type whose keyboards have no accents: `zuruck`, `zurueck`."""
    spelt = text.translate(
        {ord(umlaut): f"{letter}e" for umlaut, letter in zip("äöü", "aou", strict=True)}
    )
    return "".join(c for c in normalize("NFD", spelt) if not combining(c))
